// SPDX-License-Identifier: Apache-2.0
/* Whom a page asks next in a house with several servers. */
import { expect, it } from 'vitest';
import { HOME, Servers } from '../../src/lib/servers';

const A = 'https://casino.example/s/a';
const B = 'https://casino.example/s/b';

function house(...others: string[]): Servers {
  const servers = new Servers('https://casino.example');
  servers.learn(others);
  return servers;
}

it('an address is a base without a slash at its end, and the page\'s own origin is HOME', () => {
  expect(house().base(`${A}/`)).toBe(A);
  expect(house().base('https://casino.example/')).toBe(HOME);
});

it('where each refusal leads', () => {
  const rows: [string, Servers, { status: number; code: string; address?: string }, boolean, string | null][] = [
    ['moved: to the owner', house(), { status: 421, code: 'moved', address: A }, true, A],
    ['moved, nobody knows where: home', house(), { status: 421, code: 'moved', address: '' }, true, HOME],
    ['overtaken: the same server again', house(), { status: 409, code: 'overtaken' }, false, B],
    ['no database: the same server again', house(), { status: 503, code: 'no-database' }, false, B],
    ['no database, where others may reach it: somebody else', house(A), { status: 503, code: 'no-database' }, false, HOME],
    ['no database at the owner of a table: it waits for it', house(A), { status: 503, code: 'no-database' }, true, B],
    ['a table on its way: home', house(A), { status: 404, code: 'no-table' }, true, HOME],
    ['no such table in a house with one server: the answer', house(), { status: 404, code: 'no-table' }, true, null],
    ['the proxy does not reach it: home', house(A), { status: 502, code: '502' }, true, HOME],
    ['storage trouble, told by the server: the answer', house(A), { status: 503, code: 'disk-full' }, true, null],
    ['a refusal: the answer', house(A), { status: 409, code: 'table-closed' }, true, null],
  ];
  for (const [what, servers, refused, table, next] of rows) expect(servers.next(refused, B, table), what).toBe(next);
});

it('reaches out to everybody in turn, and to home every other time', () => {
  expect([0, 1, 2, 3, 4, 5].map((attempt) => house(A, B).reach(attempt))).toEqual([HOME, A, HOME, B, HOME, A]);
  expect([0, 1, 2].map((attempt) => house().reach(attempt))).toEqual([HOME, HOME, HOME]);
});

it('a list does not overrule the line of a table that is looked at', () => {
  const servers = house(A, B);
  servers.hint('t1', A);
  expect(servers.place('t1')).toBe(A);
  servers.hold('t1');
  servers.hint('t1', B);
  expect(servers.place('t1')).toBe(A);
  servers.release('t1');
  servers.hint('t1', B);
  expect(servers.place('t1')).toBe(B);
});

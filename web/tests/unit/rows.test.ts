// SPDX-License-Identifier: Apache-2.0
/* The rows of the pit's floor. */
import { expect, it } from 'vitest';
import type { FloorTable } from '../../src/lib/floor';
import type { TableState } from '../../src/lib/protocol';
import { rowOf, sorted } from '../../src/lib/rows';

const table = (id: string): FloorTable => ({ id, game: 'x', limits: [], seatsFree: 5, phase: 'dealing', last: [], open: true });
const state = (phase: string, stakes: [string, number][]): TableState =>
  ({ phase, people: [{ name: 'a', seat: 1, present: true }, { name: 'b', seat: 0, present: true }], shoe: { number: 1, commitment: '', left: 80 },
    stakes: stakes.map(([who, placed]) => ({ who, spot: '1', wager: 'main', placed, effective: placed, settled: false, reason: '', result: 0 })) }) as unknown as TableState;

it('bets now and the average bet are of the people who bet', () => {
  const row = rowOf(table('t'), state('dealing', [['a', 2500], ['a', 500], ['b', 5000]]), null, 3, 1);
  expect(row).toMatchObject({ bets: 8000, average: 4000, seats: 1, left: 80, idle: 3, alarms: 1, stuck: false });
});

it('a table in a round at which nothing happens is stuck; an empty one is not', () => {
  expect(rowOf(table('t'), state('dealing', []), null, 90, 0).stuck).toBe(true);
  expect(rowOf(table('t'), state('betting', []), null, 900, 0).stuck).toBe(false);
  expect(rowOf({ ...table('t'), open: false }, state('dealing', []), null, 900, 0).stuck).toBe(false);
});

it('rows sort by figures and by names, and stay in order where they are equal', () => {
  const rows = [['t10', 3], ['t2', 3], ['t1', 9]].map(([id, idle]) => ({ ...rowOf(table(String(id)), null, null, Number(idle), 0) }));
  expect(sorted(rows, 'idle', true).map((row) => row.id)).toEqual(['t1', 't10', 't2']);
  expect(sorted(rows, 'id', false).map((row) => row.id)).toEqual(['t1', 't2', 't10']);
});

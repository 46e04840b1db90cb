// SPDX-License-Identifier: Apache-2.0
/* The browser's check of a shoe: the recipe's properties; the same order as the command gives, where it is built. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commitmentOf, keptPromises, keyOf, orderOf } from '../../src/lib/fair';

const facts = { table: 'bj-1', number: 7, deck: 'french', decks: 6 };
const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

it('an order holds every card once a deck', () => {
  const order = orderOf(facts, seed);
  expect(order).toHaveLength(312);
  const copies = (card: string): number => order.filter((one) => one === card).length;
  expect(new Set(order).size).toBe(52);
  expect(order.every((card) => copies(card) === 6)).toBe(true);
  expect(orderOf({ ...facts, deck: 'elements', decks: 4 }, seed)).toHaveLength(260);
});

it('another seed gives another order and another commitment', () => {
  const other = `ff${seed.slice(2)}`;
  expect(orderOf(facts, other)).not.toEqual(orderOf(facts, seed));
  expect(commitmentOf(facts, other)).not.toBe(commitmentOf(facts, seed));
});

it('a commitment binds table, number, deck and decks', () => {
  const all = [facts, { ...facts, table: 'bj-2' }, { ...facts, number: 8 }, { ...facts, deck: 'elements' }, { ...facts, decks: 8 }];
  expect(new Set(all.map((one) => commitmentOf(one, seed))).size).toBe(all.length);
});

it.skipIf(!process.env.CROUPIER).each([['french', 6], ['elements', 4]])('the command checks %s shoes of %i decks alike', (deck, decks) => {
  const shoe = { ...facts, deck, decks };
  const options = ['--table', shoe.table, '--shoe', String(shoe.number), '--deck', deck, '--decks', String(decks), '--seed', seed];
  const out = execFileSync(process.env.CROUPIER ?? '', ['verify-shoe', ...options, '--commitment', commitmentOf(shoe, seed), '--order', '--json'], { encoding: 'utf8' });
  expect((JSON.parse(out) as { order: string[] }).order).toEqual(orderOf(shoe, seed));
});

/* The example of docs/journal.md, section 6. */
const mei = { name: 'Mei', commitment: '462ddefd9fc02ce4c3b31a44de2bafba8da94b0e491be31486ad91462c82e46f', value: seed };
const tan = {
  name: 'Tan',
  commitment: '5d115e36e90d2e92881e3d16995ff52dbb369b2b26fb1ac994d2687ba4f36f51',
  value: 'fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0',
};

it('numbers of players are promised and mixed in by the published recipe', () => {
  const shoe = { table: 'T1', number: 3, deck: 'french', decks: 8 };
  const zero = '0'.repeat(64);
  expect(keptPromises(shoe, [mei, tan])).toBe(true);
  expect(keptPromises(shoe, [{ ...mei, value: tan.value }, tan])).toBe(false);
  expect(keptPromises({ ...shoe, number: 4 }, [mei, tan])).toBe(false);
  expect(keyOf(zero, [mei, tan])).toBe('9ba1ed7a765847e355af0cccdb2a412ed6cf7f5ad82d4adc34c4caf85507f9d5');
  expect(keyOf(zero, [{ name: 'Mei', commitment: mei.commitment }])).toBe(zero);
  expect(orderOf(shoe, zero, [mei, tan]).slice(0, 12).join(' ')).toBe('7d Ac Jh 5h 7c 2s 7d Js 4c 9c 3c 7s');
});

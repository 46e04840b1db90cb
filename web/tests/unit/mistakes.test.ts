// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { costOf, dearest, sumOf, type Mistake } from '../../src/lib/mistakes';

const odds = { hand: 'T,6', dealer: 'T', best: 'surrender', actions: [{ action: 'surrender', expected_value: -0.5 }, { action: 'hit', expected_value: -0.5398 }, { action: 'stand', expected_value: -0.5404 }] };

it('an answer costs what the best one is better, for the stake that lies there', () => {
  expect(costOf(odds, 'stand', 10000)).toBe(404);
  expect(costOf(odds, 'surrender', 10000)).toBe(0);
  expect(costOf(odds, 'insure', 10000)).toBeNull();
});

it('the dearest mistakes come first, and all of them have a sum', () => {
  const made = [5, 90, 40, 7].map((cents, round): Mistake => ({ round, place: '1', total: '16', took: 'stand', best: 'hit', cents }));
  expect(dearest(made, 3).map((one) => one.cents)).toEqual([90, 40, 7]);
  expect(sumOf(made)).toBe(142);
});

// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { paysUnits, walk } from '../../src/lib/walk';

it.each([['3:2', 1.5], ['1:1', 1], ['4000:1', 4000], ['-1', -1], ['-1:2', -0.5], ['0', 0], [1.5, 1.5], [null, 0]])('%s brings %f units', (text, units) => {
  expect(paysUnits(text)).toBe(units);
});

it('the average of a walk comes within four standard errors of the exact value', () => {
  const line = (name: string, pays: string, probability: number) => ({ name, pays, probability, probability_fraction: null });
  const outcomes = [line('win', '2:1', 0.3), line('push', '0', 0.05), line('loss', '-1', 0.65)];
  let state = 12345;
  const random = (): number => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0), state / 2 ** 32);
  const made = walk(outcomes, 100000, 100, random);
  const exact = 0.3 * 2 - 0.65;
  expect(made.rounds).toHaveLength(100);
  expect(Math.abs((made.average.at(-1) ?? 9) - exact)).toBeLessThan(4 * (made.error.at(-1) ?? 0));
});

// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { CHIPS, chipsOf, chipText, money, percent, signedMoney } from '../../src/lib/money';

it.each([[0, '$0'], [12550, '$125.50'], [100000000, '$1,000,000'], [5, '$0.05']])('%i cents in English: %s', (cents, text) => {
  expect(money('en', cents)).toBe(text);
});

it('results carry their sign, and nothing has none', () => {
  expect([signedMoney('en', 5000), signedMoney('en', -5000), signedMoney('en', 0)]).toEqual(['+$50', '\u2212$50', '$0']);
});

it('Chinese uses the same currency', () => {
  expect(money('zh', 12550)).toContain('125.50');
});

it('small edges keep their digits', () => {
  expect(percent('en', 0.00651, 3)).toBe('0.651%');
});

it('a stack is worth its amount while it is not cut short', () => {
  for (const cents of [100, 700, 12500, 137500, 1000000]) {
    const stack = chipsOf(cents, 40);
    expect(stack.reduce((sum, chip) => sum + chip, 0)).toBe(cents);
    expect(stack).toEqual(stack.toSorted((a, b) => b - a));
  }
});

it('a stack never grows over its limit, and something always lies there', () => {
  expect(chipsOf(99999900, 6)).toHaveLength(6);
  expect(chipsOf(50)).toHaveLength(1);
});

it('every chip has a short text', () => {
  expect(CHIPS.map(chipText)).toEqual(['10K', '5K', '1K', '500', '100', '25', '5', '1']);
});

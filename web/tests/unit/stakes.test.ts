// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import type { Stake } from '../../src/lib/protocol';
import { heaps, together } from '../../src/lib/stakes';

const stake = (who: string, spot: string, placed: number, more: Partial<Stake> = {}): Stake => ({
  who, spot, wager: 'main', placed, effective: placed, settled: false, reason: '', result: 0, ...more,
});

/* Goal: what lies in the circle of a split area is one sum a person, and what it brought is told when all of it is known. */
it('hands of a split are one stake a person', () => {
  const both = together([stake('Mei', '3.1', 2500), stake('Tan', '3.1', 5000), stake('Mei', '3.2', 5000), stake('Tan', '3.2', 5000)]);
  expect(both.map(({ who, effective }) => [who, effective])).toEqual([['Mei', 7500], ['Tan', 10000]]);
  const lost = { settled: true, reason: 'lose', result: -2500 };
  const early = together([stake('Mei', '3.1', 2500), stake('Mei', '3.2', 2500, lost)]);
  expect(early).toMatchObject([{ settled: false, effective: 2500 }]);
  expect(together([stake('Mei', '3.1', 2500, lost), stake('Mei', '3.2', 2500, lost)])).toMatchObject([{ settled: true, reason: 'lose', result: -5000 }]);
  expect(together([stake('Mei', '3.1', 2500, lost), stake('Mei', '3.2', 2500, { ...lost, reason: 'push', result: 0 })])).toMatchObject([{ reason: '', result: -2500 }]);
});

it('more people than there is room for are one heap', () => {
  const three = ['Mei', 'Tan', 'Bo'].map((who) => stake(who, '1', 2500));
  expect(heaps(three, 3).map(({ who }) => who)).toEqual(['Mei', 'Tan', 'Bo']);
  expect(heaps(three, 2)).toEqual([{ who: '+3', amount: 7500 }]);
});

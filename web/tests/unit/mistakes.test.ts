// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { choicesOf, costOf, dearest, sumOf, type Mistake } from '../../src/lib/mistakes';
import type { Offer } from '../../src/lib/protocol';

const offer = (act: string): Offer => ({ act, verb: act.split(' ')[0], spot: '1' }) as Offer;
const named = (act: string, spot: string): Offer => ({ ...offer(act), spot });
const value = (action: string, expected_value: number) => ({ action, expected_value });
const sixteen = { hand: 'T,6', dealer: 'T', best: 'surrender', actions: [value('surrender', -0.5), value('hit', -0.5398), value('stand', -0.5404)] };
const againstAce = { hand: 'T,6', dealer: 'A', best: 'hit', actions: [value('hit', -0.66), value('stand', -0.77)], insurance: { expected_value: -0.08 } };
const blackjack = { hand: 'A,T', dealer: 'A', best: 'wait', actions: [value('wait', 1.04), value('even-money', 1)], insurance: { expected_value: -0.08 } };
const told = (choices: { offer: Offer; value: number }[]) => choices.map((one) => [one.offer.act, Math.round(one.value * 1000) / 1000]);

it('an answer costs what the best one is better, for the stake that lies there', () => {
  const choices = choicesOf(sixteen, [offer('hit 1'), offer('stand 1'), offer('surrender 1')]);
  expect(told(choices)).toEqual([['surrender 1', -0.5], ['hit 1', -0.54], ['stand 1', -0.54]]);
  expect(costOf(choices, offer('stand 1'), 10000)).toEqual({ best: offer('surrender 1'), cents: 404 });
  expect(costOf(choices, offer('surrender 1'), 10000)?.cents).toBe(0);
  expect(costOf(choices, offer('insure 1'), 10000)).toBeNull();
});

it('not to surrender is to play on as well as one can', () => {
  const choices = choicesOf(sixteen, [offer('surrender 1'), offer('decline surrender 1')]);
  expect(told(choices)).toEqual([['surrender 1', -0.5], ['decline surrender 1', -0.54]]);
});

it('Insurance is half of the wager, and against it stands none', () => {
  const choices = choicesOf(againstAce, [offer('insure 1'), offer('decline insurance 1')]);
  expect(told(choices)).toEqual([['decline insurance 1', 0], ['insure 1', -0.04]]);
  expect(costOf(choices, offer('insure 1 25'), 10000)?.cents).toBe(400);
});

it('of a Blackjack even money, Insurance and neither are compared', () => {
  const choices = choicesOf(blackjack, [offer('even 1'), offer('insure 1'), offer('decline insurance 1'), offer('decline even 1')]);
  expect(told(choices)).toEqual([['decline insurance 1', 1.04], ['decline even 1', 1.04], ['even 1', 1], ['insure 1', 1]]);
});

it("nothing is said of somebody else's wager, or where there is one answer with a value", () => {
  expect(choicesOf(againstAce, [named('insure 1/Tan', '1/Tan'), named('decline insurance 1/Tan', '1/Tan')])).toEqual([]);
  expect(choicesOf(sixteen, [offer('follow 1'), offer('decline split 1')])).toEqual([]);
});

it('the dearest mistakes come first, and all of them have a sum', () => {
  const made = [5, 90, 40, 7].map((cents, round): Mistake => ({ round, place: '1', total: '16', took: offer('stand 1'), best: offer('hit 1'), cents }));
  expect(dearest(made, 3).map((one) => one.cents)).toEqual([90, 40, 7]);
  expect(sumOf(made)).toBe(142);
});

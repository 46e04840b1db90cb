// SPDX-License-Identifier: Apache-2.0
/* What the answers to a question are worth, and what they cost against the best of them. Pure. */
import type { HandOdds } from './odds';
import type { Offer } from './protocol';

/* An answer with its mean, in units of the hand's main wager. */
export interface Choice {
  offer: Offer;
  value: number;
}

export interface Mistake {
  round: number;
  place: string;
  total: string;
  took: Offer;
  best: Offer;
  /* Of the mean; 0: it was the best answer. */
  cents: number;
}

const valueOf = (odds: HandOdds, action: string): number | undefined => odds.actions.find((one) => one.action === action)?.expected_value;
/* What the hand brings whatever is insured: of a Blackjack its own value, else it is left out of the comparison. */
const uninsured = (odds: HandOdds): number => valueOf(odds, 'wait') ?? 0;
const playedOn = (odds: HandOdds): number => Math.max(...odds.actions.filter((one) => one.action !== 'surrender').map((one) => one.expected_value));

/* Answers that are not called as the server calls the action. Insurance is half of the main wager. */
const ANSWERS: Record<string, (odds: HandOdds) => number | undefined> = {
  even: (odds) => valueOf(odds, 'even-money'),
  insure: (odds) => odds.insurance && uninsured(odds) + odds.insurance.expected_value / 2,
  'decline insurance': uninsured,
  'decline even': uninsured,
  'decline surrender': playedOn,
};

const ofOthers = (offer: Offer): boolean => (offer.spot ?? '').includes('/');
const nameOf = (offer: Offer): string => (offer.verb === 'decline' ? offer.act.split(' ').slice(0, 2).join(' ') : offer.verb);

/* The answers whose value the server has told, the best one first; none where there is nothing to compare. */
export function choicesOf(odds: HandOdds, offers: Offer[]): Choice[] {
  const choices: Choice[] = [];
  for (const offer of offers) {
    const name = nameOf(offer);
    const value = name in ANSWERS ? ANSWERS[name]?.(odds) : valueOf(odds, name);
    if (value !== undefined && !ofOthers(offer) && !choices.some((one) => nameOf(one.offer) === name)) choices.push({ offer, value });
  }
  return choices.length > 1 ? choices.toSorted((a, b) => b.value - a.value) : [];
}

/* The best answer and what the one given costs against it, for such a main wager; null when no value of it was told. */
export function costOf(choices: Choice[], offer: Offer, stake: number): { best: Offer; cents: number } | null {
  const best = choices[0];
  const taken = choices.find((one) => nameOf(one.offer) === nameOf(offer));
  return best && taken && !ofOthers(offer) ? { best: best.offer, cents: Math.round((best.value - taken.value) * stake) } : null;
}

export const dearest = (mistakes: Mistake[], count: number): Mistake[] => mistakes.toSorted((a, b) => b.cents - a.cents || a.round - b.round).slice(0, count);
export const sumOf = (mistakes: Mistake[]): number => mistakes.reduce((sum, one) => sum + one.cents, 0);

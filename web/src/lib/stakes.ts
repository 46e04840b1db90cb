// SPDX-License-Identifier: Apache-2.0
/* Stakes as the layout shows them. Sums only: what was won and lost is the server's to say. */
import type { Stake } from './protocol';
import type { Words } from '../words/en';

const sum = (stakes: Stake[], of: (stake: Stake) => number): number => stakes.reduce((all, stake) => all + of(stake), 0);

export const lying = (stake: Stake): number => stake.effective || stake.placed;

/* One stake a person: what they have on all hands of a split area, and what they brought once the last of them is settled. */
export function together(stakes: Stake[]): Stake[] {
  return [...new Set(stakes.map(({ who }) => who))].flatMap((who) => {
    const theirs = stakes.filter((stake) => stake.who === who);
    const open = theirs.filter((stake) => !stake.settled);
    const [first, ...more] = open.length > 0 ? open : theirs;
    if (!first || more.length === 0) return first ?? [];
    const all = [first, ...more];
    const reason = all.every((stake) => stake.reason === first.reason) ? first.reason : '';
    return { ...first, reason, placed: sum(all, (stake) => stake.placed), effective: sum(all, lying), result: sum(all, (stake) => stake.result) };
  });
}

/* Names and amounts of those who have chips somewhere: more than `most` of them are one heap, "+3". */
export function heaps(stakes: Stake[], most: number): { who: string; amount: number }[] {
  if (stakes.length <= most) return stakes.map((stake) => ({ who: stake.who, amount: lying(stake) }));
  return [{ who: `+${stakes.length}`, amount: sum(stakes, lying) }];
}

/* The colour of what a wager brought, a class of styles/base.css. */
export const tone = (result: number): string => (result > 0 ? 'gold' : result < 0 ? 'red' : '');

/* What a betting spot is called: the wager, where, what lies there and whose. */
export const spotLabel = (words: Words, money: (cents: number) => string, name: string, where: string, wish: number, others: Stake[]): string =>
  [words.betting.place(name, where), wish ? words.betting.now(money(wish)) : '', ...others.map((stake) => `${stake.who} ${money(lying(stake))}`)].filter(Boolean).join(', ');

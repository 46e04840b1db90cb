// SPDX-License-Identifier: Apache-2.0
/* Cards counted by hand: how a count is said, and how the answer is read (docs/protocol.md). Which cards should be there is
 * the server's to know. */

export type Count = Record<string, number>;

/* "count As 2h*3": every face that was found, in the order of the deck. */
export const countAct = (deck: string[], found: Count): string =>
  ['count', ...deck.filter((card) => (found[card] ?? 0) > 0).map((card) => ((found[card] ?? 0) > 1 ? `${card}*${found[card]}` : card))].join(' ');

export const cardsIn = (found: Count): number => Object.values(found).reduce((sum, number) => sum + number, 0);

export interface Difference {
  way: 'missing' | 'over';
  number: number;
  card: string;
}

/* The code of the alarm that is about such an answer. */
export const SHOE_DIFFERS = 'shoe-differs';

/* "missing 2 As, over 1 Th"; anything else says that nothing differs. */
export const differences = (sentence: string): Difference[] =>
  [...sentence.matchAll(/(missing|over) (\d+) (\S{2,3}?)(?=,|$)/g)].map(([, way, number, card]) => ({
    way: way as Difference['way'],
    number: Number(number),
    card: card ?? '',
  }));

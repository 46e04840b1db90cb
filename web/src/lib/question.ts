// SPDX-License-Identifier: Apache-2.0
/* One question at a time. Who is asked about which hand, in which order and until when is the server's to say (`asked`); this
 * finds the offers that answer the first of this person's own. Pure. */
import { takeable } from './act';
import { inOrder } from './offers';
import type { Asked, Hand, Offer, TableState } from './protocol';

export interface Question {
  /* Changes when something else is asked: an answer that was on its way to the question before is not taken. */
  key: string;
  /* The hand asked about; empty when the question is about none. */
  place: string;
  hand: Hand | undefined;
  /* What the Dealer shows. */
  against: string;
  /* turn, surrender, insurance, split, double, reveal; empty for whatever else there is. */
  topic: string;
  offers: Offer[];
  /* When this person's own clock runs out; null where none runs for them. */
  until: number | null;
  /* It is the turn of another hand: what is done there may close it before it is answered. */
  fleeting: boolean;
  /* How many more are open after this one. */
  more: number;
}

/* Insurance of another's wager. */
export const forOthers = (offer: Offer): boolean => offer.verb === 'insure' && (offer.spot ?? '').includes('/');

const placeOf = (asked: Asked): string => asked.spot.split('/')[0] ?? '';
const answersTo = (state: TableState, asked: Asked): Offer[] => state.offers.filter((offer) => asked.acts?.includes(offer.act) && takeable(offer));

/* Questions that are this person's own and can be answered, the first one first. */
export const questions = (state: TableState | null): Asked[] => state?.asked?.filter((asked) => asked.acts && answersTo(state, asked).length > 0) ?? [];

/* Every question whose answers are alike ("Insurance of Tan's wager", "of Mei's") stands in one. */
export function question(state: TableState | null): Question | null {
  const all = questions(state);
  const first = all[0];
  if (!state || !first) return null;
  const place = placeOf(first);
  const together = all.filter((asked) => asked.topic === first.topic && placeOf(asked) === place);
  const hand = state.hands.find((one) => one.place === place);
  const offers = inOrder(together.flatMap((asked) => answersTo(state, asked)));
  return {
    key: [state.round, place, hand?.cards.length ?? 0, ...offers.map((offer) => offer.act)].join('|'),
    place,
    hand,
    against: state.hands.find((one) => one.place === 'dealer')?.total ?? '',
    topic: first.topic || (offers.some((offer) => offer.verb === 'reveal') ? 'reveal' : ''),
    offers,
    until: first.until,
    fleeting: first.until === null && first.topic !== 'turn' && (state.wants?.turn ?? '') !== '',
    more: all.length - together.length,
  };
}

/* Hands of this person that something is asked about now: they are lit. */
export const askedPlaces = (state: TableState | null): string[] => [...new Set(questions(state).map(placeOf).filter(Boolean))];

/* Options that were open on this person's hands and are not any more, although nothing was answered there. */
export function vanished(before: TableState | null, after: TableState | null, answered: string): { place: string; topic: string }[] {
  if (!before || !after || before.round !== after.round) return [];
  const still = questions(after);
  return questions(before)
    .map((asked) => ({ place: placeOf(asked), topic: asked.topic }))
    .filter(({ place, topic }) => topic !== '' && topic !== 'turn' && place !== answered)
    .filter(({ place, topic }) => !still.some((other) => placeOf(other) === place && (other.topic === topic || other.topic === 'turn')))
    .filter(({ place }) => after.hands.some((hand) => hand.place === place && !hand.closed));
}

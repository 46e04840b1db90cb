// SPDX-License-Identifier: Apache-2.0
/* One question at a time, out of this person's own offers. Which answers there are is the server's to say; this decides
 * only which of several open questions is put first: what may close at any moment (an option that is open to all) before
 * the acts of the hand whose turn it is, and always about one hand. Pure. */
import { takeable } from './act';
import { ASIDE, BETTING, inOrder } from './offers';
import type { Hand, Offer, TableState } from './protocol';

export interface Question {
  /* Changes when something else is asked: an answer that was on its way to the question before is not taken. */
  key: string;
  /* The hand asked about; empty when the question is about none. */
  place: string;
  hand: Hand | undefined;
  /* What the Dealer shows. */
  against: string;
  /* surrender, insurance, even, split, double; empty for the acts of a turn and whatever else there is. */
  topic: string;
  offers: Offer[];
  /* It is the turn of another hand: what is done there may close it before it is answered, and the clock is not this person's. */
  fleeting: boolean;
  /* How many more are open after this one. */
  more: number;
}

const TOPICS: Record<string, string> = { surrender: 'surrender', insure: 'insurance', even: 'insurance', follow: 'split' };
const ASKED_TOGETHER: Record<string, string> = { even: 'insurance' };
const TURN = ['hit', 'stand', 'split', 'double'];

/* Insurance of another's wager stands back behind what this person has to decide alone. */
export const forOthers = (offer: Offer): boolean => offer.verb === 'insure' && (offer.spot ?? '').includes('/');

const isDecision = (offer: Offer): boolean => takeable(offer) && !BETTING.includes(offer.verb) && !ASIDE.includes(offer.verb);
const placeOf = (offer: Offer): string => (offer.spot ?? '').split('/')[0] ?? '';

function topicOf(offer: Offer): string {
  if (offer.verb !== 'decline') return TOPICS[offer.verb] ?? '';
  const option = offer.act.split(' ')[1] ?? '';
  return ASKED_TOGETHER[option] ?? option;
}

/* Something can be declined: the question has an end of its own. */
const closed = (offers: Offer[]): boolean => offers.length > 1 && offers.some((offer) => offer.verb === 'decline');

interface Group {
  place: string;
  topic: string;
  offers: Offer[];
}

function groups(offers: Offer[]): Group[] {
  const found = new Map<string, Group>();
  for (const offer of offers) {
    const place = placeOf(offer);
    const topic = topicOf(offer);
    const key = `${place} ${topic}`;
    const group = found.get(key) ?? { place, topic, offers: [] };
    group.offers.push(offer);
    found.set(key, group);
  }
  return [...found.values()];
}

const order = (a: Group, b: Group): number => a.place.localeCompare(b.place, 'en', { numeric: true });

/* Every open question, the first one first. Surrender goes with the other choices of a hand whose turn it is. */
export function questions(state: TableState | null): Group[] {
  const open = state?.offers.filter(isDecision) ?? [];
  const own = open.filter((offer) => !forOthers(offer));
  const all = groups(own.length > 0 ? own : open);
  const turns = all.filter((group) => group.topic === '');
  const atTurn = (place: string): boolean => turns.some((group) => group.place === place && group.offers.some((offer) => TURN.includes(offer.verb)));
  const joined = (group: Group): boolean => group.topic === 'surrender' && atTurn(group.place);
  const windows = all.filter((group) => group.topic !== '' && !joined(group) && closed(group.offers));
  const rest = all.filter((group) => !windows.includes(group));
  const places = [...new Set(rest.map((group) => group.place))];
  const last = places.map((place) => {
    const here = rest.filter((group) => group.place === place).flatMap((group) => group.offers);
    const acts = here.some((offer) => TURN.includes(offer.verb));
    return { place, topic: acts ? '' : topicOf(here[0] as Offer), offers: here.filter((offer) => !acts || offer.verb !== 'decline') };
  });
  return [...windows.toSorted(order), ...last.toSorted(order)];
}

export function question(state: TableState | null): Question | null {
  const all = questions(state);
  const first = all[0];
  if (!state || !first) return null;
  const hand = state.hands.find((one) => one.place === first.place);
  const offers = inOrder(first.offers);
  return {
    key: [state.round, first.place, hand?.cards.length ?? 0, ...offers.map((offer) => offer.act)].join('|'),
    place: first.place,
    hand,
    against: state.hands.find((one) => one.place === 'dealer')?.total ?? '',
    topic: first.topic,
    offers,
    fleeting: first.topic !== '' && !(hand?.turn ?? false) && (state.wants?.turn ?? '') !== '',
    more: all.length - 1,
  };
}

/* Hands of this person that something is asked about now: they are lit. */
export const askedPlaces = (state: TableState | null): string[] => [...new Set(questions(state).map((group) => group.place).filter(Boolean))];

/* Options that were open on this person's hands and are not any more, although nothing was answered there. */
export function vanished(before: TableState | null, after: TableState | null, answered: string): { place: string; topic: string }[] {
  if (!before || !after || before.round !== after.round) return [];
  const still = questions(after);
  return questions(before)
    .filter((group) => group.topic !== '' && group.place !== answered)
    .filter((group) => !still.some((other) => other.place === group.place && (other.topic === group.topic || other.topic === '')))
    .filter((group) => after.hands.some((hand) => hand.place === group.place && !hand.closed))
    .map(({ place, topic }) => ({ place, topic }));
}

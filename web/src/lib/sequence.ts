// SPDX-License-Identifier: Apache-2.0
/* One update may bring a whole step: an act, the cards that follow it, what they settle. This makes of it the moments a person sees one after
 * the other: each card on its way and then in its place with the total it makes, the chips, and last the table as it is now with its result
 * and its next question. Pure: nothing is concluded, totals and faces are those of the events, and the last moment is the server's state. */
import { cues, type Cue } from './cues';
import type { Asked, Hand, Offer, Stake, TableEvent, TableState } from './protocol';

export interface Beat {
  /* Milliseconds after the update came. */
  at: number;
  state: TableState;
  cues: Cue[];
  /* What is told with it, in order; the beats together tell every event once. */
  events: TableEvent[];
}

/* How long a card takes from the device to its place, where the pace leaves it that long; how long chips take; and between the last card and
 * them. */
export const FLIGHT_MS = 320;
export const CHIPS_MS = 380;
const BREATH_MS = 140;

const isCard = (event: TableEvent): boolean => (event.kind === 'card' || event.kind === 'revealed') && Boolean(event.place);
/* Cards that are put right, or taken away, are shown as they lie in the end. */
const UNDONE = new Set(['moved', 'back', 'dropped', 'rebuilt', 'reread', 'void', 'next', 'opened']);
const SETTLING = new Set(['paid', 'taken', 'returned', 'result']);

const same = (stake: Stake, event: TableEvent): boolean => stake.who === event.who && stake.spot === (event.spot ?? '') && stake.wager === event.wager;

/* The hand before the cards of `later` came to it; null while none has come and none lay there. */
function handAt(hand: Hand, old: Hand | undefined, soFar: TableEvent[], later: TableEvent[]): Hand | null {
  const there = (kind: string) => (event: TableEvent): boolean => event.kind === kind && event.place === hand.place;
  const count = hand.cards.length - later.filter(there('card')).length;
  if (count <= 0 && !hand.permanent) return null;
  const hidden = later.filter(there('revealed')).length;
  const faces = hand.cards.slice(0, count);
  for (let index = count - 1, left = hidden; index >= 0 && left > 0; index--, left--) faces[index] = '?';
  const came = soFar.findLast(there('card'));
  const whole = count === hand.cards.length && hidden === 0;
  const total = whole ? hand.total : hidden > 0 ? '' : (came?.total ?? old?.total ?? '');
  return { ...hand, cards: faces, total, turn: old?.turn ?? false, closed: old?.closed ?? false };
}

/* A wager is settled when the last event that settles it has been told. */
function stakeAt(stake: Stake, before: TableState, later: TableEvent[]): Stake {
  if (!stake.settled || !later.some((event) => SETTLING.has(event.kind) && same(stake, event))) return stake;
  const old = before.stakes.find((one) => one.who === stake.who && one.spot === stake.spot && one.wager === stake.wager);
  return old ?? { ...stake, settled: false, reason: '', result: 0 };
}

const sameOffer = (list: Offer[]) => (offer: Offer): boolean => list.some((one) => one.act === offer.act);
const sameAsked = (list: Asked[]) => (asked: Asked): boolean => list.some((one) => one.who === asked.who && one.spot === asked.spot && one.topic === asked.topic);

/* The table after `soFar`. What was offered before and still is can be taken all the time. */
function stateAt(before: TableState, after: TableState, soFar: TableEvent[], later: TableEvent[]): TableState {
  const asked = (after.asked ?? []).filter(sameAsked(before.asked ?? []));
  return {
    ...after,
    phase: after.phase === 'ended' ? 'dealing' : after.phase,
    hands: after.hands.flatMap((hand) => handAt(hand, before.hands.find((one) => one.place === hand.place), soFar, later) ?? []),
    stakes: after.stakes.map((stake) => stakeAt(stake, before, later)),
    offers: after.offers.filter(sameOffer(before.offers)),
    asked,
    wants: {},
    clock: asked.length > 0 ? after.clock : null,
    last: before.last,
    ...(before.roads ? { roads: before.roads } : {}),
    ...(before.balance === undefined ? {} : { balance: before.balance }),
    ...(after.shoe?.left === undefined ? {} : { shoe: { ...after.shoe, left: after.shoe.left + later.filter((event) => event.kind === 'card').length } }),
  };
}

/* Whether it can be told card by card: the same round goes on, cards came, and none of them was put right or taken away. */
function tellable(before: TableState | null, after: TableState, events: TableEvent[]): before is TableState {
  if (!before || before.round !== after.round || after.phase === 'betting' || after.voided) return false;
  if (!events.some(isCard) || events.some((event) => UNDONE.has(event.kind))) return false;
  return after.hands.every((hand) => hand.cards.length >= events.filter((event) => event.kind === 'card' && event.place === hand.place).length);
}

/* Events up to and with the index-th one that is a card and what follows it, and those after them. */
function cut(events: TableEvent[], until: number): [TableEvent[], TableEvent[]] {
  const next = events.findIndex((event, index) => index > until && isCard(event));
  const end = next < 0 ? events.length : next;
  return [events.slice(0, end), events.slice(end)];
}

/* `pace`: milliseconds from card to card; 0, or where it cannot be told card by card: everything at once. `asked`: something is asked of this
 * person in the end that was not asked before. */
export function sequence(before: TableState | null, after: TableState, events: TableEvent[], you: string, asked: boolean, pace: number): Beat[] {
  if (pace <= 0 || !tellable(before, after, events)) return [{ at: 0, state: after, cues: cues(before, after, events, you, asked), events }];
  const beats: Beat[] = [];
  const flight = Math.min(FLIGHT_MS, pace);
  const cards = events.flatMap((event, index) => (isCard(event) ? [index] : []));
  let shown: TableState = before;
  const add = (at: number, state: TableState, told: TableEvent[], called = false): void => {
    beats.push({ at, state, cues: cues(shown, state, told, you, called), events: told });
    shown = state;
  };
  let at = 0;
  let told = 0;
  for (const index of cards) {
    const [soFar, later] = cut(events, index);
    const landed = stateAt(before, after, soFar, later);
    /* On its way: the card lies there, what it counts and what it settles does not yet. */
    const flying = stateAt(before, after, events.slice(0, index + 1), events.slice(index + 1));
    const hands = flying.hands.map((hand) => ({ ...hand, total: shown.hands.find((one) => one.place === hand.place)?.total ?? '' }));
    add(at, { ...flying, hands }, events.slice(told, index + 1));
    told = soFar.length;
    at += flight;
    if (later.length > 0) add(at, landed, events.slice(index + 1, told));
    else return [...beats, ...ending(shown, after, events.slice(index + 1), you, asked, at)];
    at += pace - flight;
  }
  return beats;
}

/* The last card lies in its place: its total, the chips, and then the result and the next question. */
function ending(shown: TableState, after: TableState, events: TableEvent[], you: string, asked: boolean, at: number): Beat[] {
  const all = cues(shown, after, events, you, asked);
  const chips: Cue[] = all.filter((cue) => cue.kind === 'pay' || cue.kind === 'sweep');
  if (chips.length === 0) return [{ at, state: after, cues: all, events }];
  const totals = shown.hands.map((hand) => ({ ...hand, total: after.hands.find((one) => one.place === hand.place)?.total ?? hand.total }));
  const still = { ...shown, hands: totals };
  return [
    { at, state: still, cues: [], events: [] },
    { at: at + BREATH_MS, state: still, cues: chips, events: [] },
    { at: at + BREATH_MS + CHIPS_MS, state: after, cues: all.filter((cue) => !chips.includes(cue)), events },
  ];
}

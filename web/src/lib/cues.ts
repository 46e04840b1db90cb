// SPDX-License-Identifier: Apache-2.0
/* What is to be seen and heard of a change: events with the table before and after them, as an ordered list of cues. The
 * page shows the table after it already; a cue only tells what moved there, and from where. Pure. */
import type { Hand, Stake, TableEvent, TableState } from './protocol';

export type Cue =
  | { kind: 'deal'; place: string; index: number }
  | { kind: 'flip'; place: string; index: number }
  | { kind: 'chips'; spot: string; wager: string; who: string; amount: number }
  | { kind: 'pay'; spot: string; wager: string; who: string; amount: number }
  | { kind: 'sweep'; spot: string; wager: string; who: string; amount: number }
  | { kind: 'call'; what: 'open' | 'closed' | 'turn' | 'void' }
  | { kind: 'result'; net: number };

const handAt = (state: TableState | null, place: string): Hand | undefined => state?.hands.find((hand) => hand.place === place);

/* Cards that were not there before, in the order of the events, and those that were turned up. */
function cardCues(before: TableState | null, after: TableState, events: TableEvent[]): Cue[] {
  const order = events.filter((event) => event.place && ['card', 'revealed', 'split', 'moved'].includes(event.kind)).map((event) => event.place as string);
  const rank = (place: string): number => (order.indexOf(place) < 0 ? order.length : order.indexOf(place));
  const dealt: { cue: Cue; place: string; index: number }[] = [];
  const flipped: Cue[] = [];
  for (const hand of after.hands) {
    const old = before?.round === after.round ? (handAt(before, hand.place)?.cards ?? []) : [];
    hand.cards.forEach((card, index) => {
      if (index >= old.length) dealt.push({ cue: { kind: 'deal', place: hand.place, index }, place: hand.place, index });
      else if (old[index] === '?' && card !== '?') flipped.push({ kind: 'flip', place: hand.place, index });
    });
  }
  return [...flipped, ...dealt.toSorted((a, b) => a.index - b.index || rank(a.place) - rank(b.place)).map(({ cue }) => cue)];
}

const same = (a: Stake, b: Stake): boolean => a.who === b.who && a.spot === b.spot && a.wager === b.wager;

function chipCues(before: TableState | null, after: TableState): Cue[] {
  const old = before?.round === after.round ? before.stakes : [];
  return after.stakes.flatMap((stake): Cue[] => {
    const was = old.find((one) => same(one, stake));
    const at = { spot: stake.spot, wager: stake.wager, who: stake.who };
    if (stake.settled && !was?.settled) {
      if (stake.result > 0) return [{ kind: 'pay', ...at, amount: stake.result }];
      return stake.result < 0 ? [{ kind: 'sweep', ...at, amount: -stake.result }] : [];
    }
    const more = stake.placed - (was?.placed ?? 0);
    return !stake.settled && more > 0 ? [{ kind: 'chips', ...at, amount: more }] : [];
  });
}

function calls(before: TableState | null, after: TableState, you: string, asked: boolean): Cue[] {
  const found: Cue[] = [];
  if (after.voided && !before?.voided) found.push({ kind: 'call', what: 'void' });
  if (after.phase === 'betting' && before?.phase !== 'betting') found.push({ kind: 'call', what: 'open' });
  if (after.phase === 'dealing' && before?.phase === 'betting') found.push({ kind: 'call', what: 'closed' });
  if (asked) found.push({ kind: 'call', what: 'turn' });
  const mine = (state: TableState | null): Stake[] => state?.stakes.filter((stake) => you !== '' && stake.who === you) ?? [];
  const done = mine(after).length > 0 && mine(after).every((stake) => stake.settled);
  const wasDone = before?.round === after.round && mine(before).length > 0 && mine(before).every((stake) => stake.settled);
  if (done && !wasDone) found.push({ kind: 'result', net: mine(after).reduce((sum, stake) => sum + stake.result, 0) });
  return found;
}

/* `asked`: something is asked of this person now that was not asked before. */
export function cues(before: TableState | null, after: TableState, events: TableEvent[], you: string, asked = false): Cue[] {
  return [...cardCues(before, after, events), ...chipCues(before, after), ...calls(before, after, you, asked)];
}

/* Cues come one after the other, so far apart; more than this at once is not shown step by step. */
export const STEP_MS = 90;
export const BACKLOG_MS = 1000;

/* When each cue begins: cards one by one, chips and calls with the last card. */
export function times(list: Cue[]): number[] {
  let at = 0;
  return list.map((cue) => {
    const begin = at;
    if (cue.kind === 'deal' || cue.kind === 'flip') at += STEP_MS;
    return begin;
  });
}

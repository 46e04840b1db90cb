// SPDX-License-Identifier: Apache-2.0
/* Which area lies in the middle of this person's table. Pure. */
import { areaOf } from './act';
import type { TableState } from './protocol';
import { question } from './question';

/* Areas this person has chips on, in the order in which they were placed. */
export const ownAreas = (state: TableState, you: string): number[] => [
  ...new Set(state.stakes.filter((stake) => you !== '' && stake.who === you).map((stake) => areaOf(stake.spot)).filter((area) => area > 0)),
];

/* The area asked about; the one played; one of this person's own. While bets are open it stays where it was, so that a second tap
 * meets what the first one met. Somebody new gets a free area, the nearest to the middle. */
export function nextFocus(state: TableState | null, you: string, before: number): number {
  if (!state || state.areas === 0) return 0;
  const asked = areaOf(question(state)?.place ?? '');
  if (asked > 0) return asked;
  const valid = before > 0 && before <= state.areas;
  const own = ownAreas(state, you);
  if (state.phase !== 'betting' && own.length > 0) {
    const turn = areaOf(state.hands.find((hand) => hand.turn)?.place ?? '');
    if (own.includes(turn)) return turn;
    return valid && own.includes(before) ? before : Math.min(...own);
  }
  if (valid) return before;
  return state.people.find((person) => person.you)?.seat || (own[0] ?? freeArea(state));
}

function freeArea(state: TableState): number {
  const middle = (state.areas + 1) / 2;
  const all = Array.from({ length: state.areas }, (_, index) => index + 1).toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const free = all.find((area) => !state.people.some((person) => person.seat === area) && !state.stakes.some((stake) => areaOf(stake.spot) === area));
  return free ?? all[0] ?? 1;
}

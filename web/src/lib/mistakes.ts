// SPDX-License-Identifier: Apache-2.0
/* What answers cost against best play, in whole cents of the mean. Pure. */
import type { HandOdds } from './odds';

export interface Mistake {
  round: number;
  place: string;
  total: string;
  took: string;
  best: string;
  cents: number;
}

/* The value of the best answer less that of the one given, for such a stake; nothing when the server told no value for it. */
export function costOf(odds: HandOdds, verb: string, stake: number): number | null {
  const value = (action: string): number | undefined => odds.actions.find((one) => one.action === action)?.expected_value;
  const taken = value(verb);
  const best = value(odds.best);
  return taken === undefined || best === undefined ? null : Math.max(0, Math.round((best - taken) * stake));
}

export const dearest = (mistakes: Mistake[], count: number): Mistake[] => mistakes.toSorted((a, b) => b.cents - a.cents || a.round - b.round).slice(0, count);
export const sumOf = (mistakes: Mistake[]): number => mistakes.reduce((sum, one) => sum + one.cents, 0);

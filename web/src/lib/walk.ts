// SPDX-License-Identifier: Apache-2.0
/* A walk of chance: results drawn with the exact probabilities of a wager's outcomes, their running average and
 * its standard error. It knows only what each outcome pays and how likely it is. */
import type { Outcome } from './odds';

/* What an outcome brings for one unit staked: "3:2" is 1.5, "-1:2" half a unit lost, "0" nothing. */
export function paysUnits(pays: string | number | null): number {
  const [units, by = '1'] = String(pays ?? 0).split(':');
  return Number(units) / Number(by);
}

export interface Walk {
  rounds: number[];
  average: number[];
  error: number[];
}

export function walk(outcomes: Outcome[], rounds: number, points: number, random: () => number): Walk {
  const likely = outcomes.map((outcome) => outcome.probability);
  const units = outcomes.map((outcome) => paysUnits(outcome.pays));
  const draw = (): number => {
    let at = random();
    for (let index = 0; index < likely.length; index++) {
      at -= likely[index] ?? 0;
      if (at < 0) return units[index] ?? 0;
    }
    return units.at(-1) ?? 0;
  };
  const made: Walk = { rounds: [], average: [], error: [] };
  let sum = 0;
  let squares = 0;
  for (let round = 1; round <= rounds; round++) {
    const result = draw();
    sum += result;
    squares += result * result;
    if (round % Math.ceil(rounds / points) !== 0) continue;
    const average = sum / round;
    made.rounds.push(round);
    made.average.push(average);
    made.error.push(Math.sqrt(Math.max(0, squares / round - average * average) / round));
  }
  return made;
}

// SPDX-License-Identifier: Apache-2.0
/* A walk of chance: results drawn with the exact probabilities of a wager's outcomes, their running average and
 * its standard error. It knows only what each outcome pays and how likely it is. */
import type { Outcome } from './odds';

/* What an outcome brings for one unit staked: "3:2" and "3 to 2" are 1.5; "-1", "lose" and "0" are read too. */
export function paysUnits(pays: string): number {
  const ratio = /^(\d+)\s*(?::|to)\s*(\d+)$/.exec(pays.trim().replaceAll(',', ''));
  if (ratio) return Number(ratio[1]) / Number(ratio[2]);
  const number = Number(pays);
  return Number.isFinite(number) ? number : /lose|lost/.test(pays) ? -1 : 0;
}

export interface Walk {
  rounds: number[];
  average: number[];
  error: number[];
}

export function walk(outcomes: Outcome[], rounds: number, points: number, random: () => number): Walk {
  const likely = outcomes.map((outcome) => Number(outcome.probability));
  const units = outcomes.map((outcome) => paysUnits(outcome.pays));
  const rest = 1 - likely.reduce((sum, one) => sum + one, 0);
  const draw = (): number => {
    let at = random();
    for (let index = 0; index < likely.length; index++) {
      at -= likely[index] ?? 0;
      if (at < 0) return units[index] ?? 0;
    }
    return rest > 1e-9 ? -1 : (units.at(-1) ?? 0);
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

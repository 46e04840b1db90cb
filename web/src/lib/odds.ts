// SPDX-License-Identifier: Apache-2.0
/* The shapes of /api/odds and /api/strategy, and how they are asked. Every number comes from the server. */
import type { Labelled } from './labels';

export interface Outcome extends Labelled {
  name: string;
  /* A ratio as text, a number of units, or nothing where it is not one amount. */
  pays: string | number | null;
  probability: number;
  probability_fraction: string | null;
  /* What all hands of a split come to together, in units. */
  results?: { result: number; probability: number }[];
}
export interface WagerOdds extends Labelled {
  kind: string;
  house_edge: number;
  house_edge_fraction: string | null;
  hit_frequency: number | null;
  standard_deviation: number | null;
  method?: string;
  outcomes: Outcome[];
}
export interface GameOdds {
  game: string;
  decks: number;
  wagers: WagerOdds[];
}
export interface HandOdds {
  hand: string;
  dealer: string;
  actions: { action: string; expected_value: number }[];
  best: string;
  /* Of its own stake; where the Dealer's card offers it. */
  insurance?: { expected_value: number };
}

/* Rounds the server's simulator has just played: means by wager after more and more of them. */
export interface Simulation {
  seed: number;
  rounds: number[];
  wagers: { kind: string; mean: (number | null)[]; error: (number | null)[] }[];
}

/* "9h 9d" against "6c" -> hand=9,9&dealer=6: ranks are what the value depends on. With a table: by the rulebook it runs. */
export function handQuery(game: string, decks: number, hand: string[], dealer: string[], table = ''): string {
  const ranks = (cards: string[]): string => cards.map((card) => card[0]).join(',');
  return `odds/${game}/hand?decks=${decks}&hand=${ranks(hand)}&dealer=${ranks(dealer.slice(0, 1))}${table && `&table=${encodeURIComponent(table)}`}`;
}

/* By heading, hand and the Dealer's card: "H", "Dh" (double, else hit). */
export interface StrategyPart {
  heading: string;
  rows: Record<string, Record<string, string>>;
}
export interface Strategy {
  expected_value: number;
  best_expected_value: number;
  chart: StrategyPart[];
}

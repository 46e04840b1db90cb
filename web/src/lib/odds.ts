// SPDX-License-Identifier: Apache-2.0
/* The shapes of /api/odds and /api/strategy, and how they are asked. Every number comes from the server. */

export interface Outcome {
  name: string;
  pays: string;
  probability: number | string;
  probability_fraction?: string;
}
export interface WagerOdds {
  kind: string;
  house_edge: number | string;
  house_edge_fraction?: string;
  hit_frequency?: number | string;
  standard_deviation?: number | string;
  expected_value?: number | string;
  method?: string;
  outcomes?: Outcome[];
}
export interface GameOdds {
  game: string;
  decks: number;
  wagers: WagerOdds[];
}
export interface HandOdds {
  hand: string;
  dealer: string;
  actions: { action: string; expected_value: number | string }[];
  best: string;
}

/* "9h 9d" against "6c" -> hand=9,9&dealer=6: ranks are what the value depends on. */
export function handQuery(game: string, decks: number, hand: string[], dealer: string[]): string {
  const ranks = (cards: string[]): string => cards.map((card) => card[0]).join(',');
  return `odds/${game}/hand?decks=${decks}&hand=${ranks(hand)}&dealer=${ranks(dealer.slice(0, 1))}`;
}

export interface StrategyRow {
  hand: string;
  plays: string[];
}
export interface Strategy {
  upcards: string[];
  hard: StrategyRow[];
  soft: StrategyRow[];
  pairs: StrategyRow[];
}

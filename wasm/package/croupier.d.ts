// SPDX-License-Identifier: Apache-2.0
/** Rules, rounds and exact odds in WebAssembly: croupier.h for JavaScript. Digits are those of the command. Handles
 *  are given back with free(). Whatever fails throws a CroupierError. */

export class CroupierError extends Error {
  /** Negative; pinned for good. */
  readonly status: number;
  /** The status as a word: "bad-rulebook". */
  readonly code: string;
}

/** What a key of a rulebook says, and what it may say. */
export interface Key {
  key: string;
  value: string;
  legend?: string;
  allowed?: string;
  type?: 'text' | 'name' | 'date' | 'clauses' | 'word' | 'number' | 'flag' | 'ratio' | 'money' | 'rank' | 'ranks' | 'totals' | 'count' | 'sides';
  identity?: boolean;
  words?: { name: string; says: string }[];
  min?: number;
  max?: number;
  fallback?: string;
  reading?: string;
  switch?: string;
}

export interface Outcome {
  name: string;
  label?: string;
  labels?: Record<string, string>;
  pays: string | null;
  probability: number;
  probability_fraction: string | null;
  mean?: number;
  /** Of rounds that are split, with `distribution`: what all hands come to together, in units. */
  results?: { result: number; probability: number }[];
  /** No probability of `results` is further off. */
  results_within?: number;
}

export interface WagerOdds {
  kind: string;
  label?: string;
  labels?: Record<string, string>;
  condition?: string;
  house_edge: number;
  house_edge_fraction: string | null;
  hit_frequency: number | null;
  standard_deviation: number | null;
  outcomes: Outcome[];
  expected_value?: number;
  total_dependent_expected_value?: number;
  cost_of_total_dependence?: number;
  mean_total_wager?: number;
  element_of_risk?: number;
}

export interface Odds {
  game: string;
  rulebook_hash: string;
  decks: number;
  wagers: WagerOdds[];
}

export interface Edges {
  game: string;
  rulebook_hash: string;
  wagers: { kind: string; edges: { decks: number; house_edge: number; house_edge_fraction: string | null }[] }[];
}

export interface Strategy {
  game: string;
  rulebook_hash: string;
  decks: number;
  expected_value: number;
  best_expected_value: number;
  even_money: boolean;
  chart: { heading: string; rows: Record<string, Record<string, string>> }[];
}

export interface HandOdds {
  hand: string;
  dealer: string;
  best: string;
  actions: { action: string; expected_value: number }[];
  insurance?: { expected_value: number; winning_cards: number; cards_left: number };
}

export interface Costs {
  game: string;
  decks: number;
  wagers: { kind: string; card?: string; house_edge: number; house_edge_with_error: number; cost: number }[];
}

export interface SignSection {
  kind: string;
  wager?: string;
  heading: string;
  note: string;
  rows: { topic: string; says: string; clauses: string; pays?: [number, number] }[];
}

export interface Sign {
  game: string;
  hash: string;
  language: string;
  title: string;
  subtitle: string;
  sections: SignSection[];
}

export interface Ruling {
  /** 0: accepted; positive: refused by the rules; negative: not such a line. */
  status: number;
  name: string;
  sentence: string;
  clauses: string[];
  events: { kind: string; sentence: string; clauses: string[]; [member: string]: unknown }[];
}

/** One game's rules, checked and frozen. */
export class Rulebook {
  readonly id: string;
  /** 64 hexadecimal digits: two rulebooks with one hash play the same game. */
  readonly hash: string;
  identity(): Record<string, unknown>;
  keys(): Key[];
  /** Changes keys that are not part of the book's identity, all together or none. */
  change(changes: Record<string, string>): void;
  sign(decks: number, language: string): Sign | null;
  /** decks 0: six, or the nearest number that the game allows. The standard deviation and hit frequency of a main
   * wager with splits take longest: null unless `distribution` is true. */
  odds(decks?: number, distribution?: boolean): Odds;
  /** The house edge of one wager, by its number in the book, and nothing else: the quick way. */
  edge(wager: number, decks?: number): number;
  edges(): Edges;
  strategy(decks?: number): Strategy;
  handOdds(decks: number, hand: string, dealer: string, seen?: string | null): HandOdds;
  cost(wrong: Rulebook, decks?: number): Costs;
  removal(decks?: number, change?: -1 | 1): Costs;
  round(headers: string): Round;
  free(): void;
}

/** A table and its round, one line of a round record at a time. */
export class Round {
  apply(line: string): Ruling;
  next(): Ruling;
  legal(who: string): string[] | null;
  view(who: string): Record<string, unknown> | null;
  record(): string;
  clone(): Round;
  free(): void;
}

export class Croupier {
  readonly version: string;
  statusName(status: number): string;
  games(): string[];
  /** The text of a built-in game's rulebook, to copy and change; null if no game is called that. */
  yaml(game: string): string | null;
  game(id: string): Rulebook;
  /** Faults are the error's message, a line "NAME:LINE:COLUMN: reason" each. */
  load(yaml: string, name?: string): Rulebook;
}

/** Starts the module: croupier.wasm beside this file, or the bytes given. */
export function croupier(bytes?: BufferSource): Promise<Croupier>;

export function yamlEvents(yaml: string): string;

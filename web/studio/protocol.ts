// SPDX-License-Identifier: Apache-2.0
/* What the page and its engine (a worker) say to each other. Every question has a number; its answers carry it. */
import type { Costs, Key, Odds, Sign, Strategy } from '../../wasm/package/croupier';

/* A book: a text, and keys that have other values than in it. */
export interface Book {
  yaml: string;
  changes: Record<string, string>;
}

export interface Opened {
  id: string;
  hash: string;
  family: string;
  name: Record<string, string>;
  wagers: string[];
  keys: Key[];
}

/* The quick answer to a change. */
export interface Quick {
  hash: string;
  edges: number[]; /* of every wager; not a number where it is not known */
  ms: number; /* that the main wager took */
}

/* One key with another value. */
export interface Variation {
  key: string;
  value: string;
  edges: number[] | null; /* null: the book would contradict itself */
}

export type Ask =
  | { what: 'games' }
  | { what: 'open'; book: Book }
  | { what: 'quick'; book: Book; decks: number }
  | { what: 'chart'; book: Book; decks: number }
  | { what: 'odds'; book: Book; decks: number }
  | { what: 'sign'; book: Book; decks: number; language: string }
  | { what: 'cost'; book: Book; wrong: Book; decks: number }
  | { what: 'removal'; book: Book; decks: number }
  | { what: 'vary'; book: Book; decks: number; tries: { key: string; value: string }[]; wagers: number[] };

export interface Game {
  id: string;
  yaml: string;
}

export interface Answers {
  games: Game[];
  open: Opened;
  quick: Quick;
  chart: Strategy | null;
  odds: Odds;
  sign: Sign | null;
  cost: Costs;
  removal: Costs;
  vary: Variation;
}

export type Reply = { number: number; done: boolean } & ({ answer: unknown } | { code: string; message: string });

// SPDX-License-Identifier: Apache-2.0
/* The data of docs/protocol.md as types, and nothing else. No rule of any game stands here or anywhere in
 * this folder: what may be done is in `offers`, what happened is in `events`. */

export type { Language } from './languages';
import type { Language } from './languages';
export type Role =
  | 'display'
  | 'player'
  | 'dealer'
  | 'pit-supervisor'
  | 'pit-manager'
  | 'shift-manager'
  | 'cashier'
  | 'auditor'
  | 'administrator';

export interface Offer {
  act: string;
  verb: string;
  spot?: string;
  wager?: string;
  min?: number;
  max?: number;
  step?: number;
  clauses?: string[];
  sentence?: string;
}

export interface Hand {
  place: string;
  cards: string[];
  total: string;
  control?: string;
  turn?: boolean;
  closed?: boolean;
  /* Who looks at the cards of this hand that lie face down. */
  squeezer?: string;
  /* Rank of the card printed on the layout as the first of this hand. */
  permanent?: string;
}

export interface Stake {
  who: string;
  spot: string;
  wager: string;
  placed: number;
  effective: number;
  settled: boolean;
  reason: string;
  result: number;
}

export interface Limit {
  wager: string;
  /* What the table's rulebook calls the wager. */
  label?: string;
  labels?: Record<string, string>;
  /* Where it lies on the layout. */
  place: 'main' | 'side' | 'split' | 'insurance' | 'box';
  /* Of a wager on the outcome. */
  backs?: 'player' | 'banker' | 'tie';
  min: number;
  max: number;
}

export interface Person {
  name: string;
  seat: number;
  present: boolean;
  you?: boolean;
}

export interface PastRound {
  round: number;
  void: boolean;
  /* The Dealer's total; in baccarat Player's and Banker's. */
  dealer: string;
  winner?: 'player' | 'banker' | 'tie';
  summary: string;
}

/* A question to one person; with `acts` it is the viewer's own. */
export interface Asked {
  who: string;
  spot: string;
  topic: string;
  /* When their clock runs out; null: none runs for them. */
  until: number | null;
  acts?: string[];
}

export interface Wants {
  card?: string;
  turn?: string;
  from?: string[];
  question?: string;
  sentence?: string;
}

export interface Shoe {
  number: number;
  commitment: string;
  left?: number;
  cut?: number;
  ready?: boolean;
}

/* A player's number for the shuffle: promised, and told if it came in time. */
export interface LuckNumber {
  name: string;
  commitment: string;
  value?: string;
}

export interface RoadMark {
  column: number;
  row: number;
  mark: string;
  ties?: number;
}
export type Roads = Record<string, RoadMark[]>;

export interface Alarm {
  table?: string;
  level: string;
  code: string;
  sentence: string;
  /* Whom or what it is about, as the table has it. */
  what?: string;
  time: number;
}

export const SPEEDS = ['slow', 'normal', 'fast'] as const;
export type Speed = (typeof SPEEDS)[number];

export type Phase = 'idle' | 'betting' | 'dealing' | 'ended';

export interface TableState {
  game: string;
  family: 'blackjack' | 'baccarat';
  rulebook: string;
  round: number;
  phase: Phase;
  decks: number;
  areas: number;
  open: boolean;
  /* For one person at a time, who says when bets close. */
  solo?: boolean;
  /* By a rulebook that a visitor brought. */
  trial?: boolean;
  /* There: how fast it goes, how many of the demo's people play along, and how many could. */
  speed?: Speed;
  company?: number;
  companyMax?: number;
  device: string;
  /* Milliseconds from card to card, where one update brings several; 0: all at once. */
  pace?: number;
  voided: boolean;
  clock: { kind: string; until: number } | null;
  limits: Limit[];
  people: Person[];
  balance?: number;
  hands: Hand[];
  stakes: Stake[];
  offers: Offer[];
  asked?: Asked[];
  wants: Wants;
  shoe?: Shoe;
  last: PastRound[];
  alarms?: Alarm[];
  roads?: Roads;
}

export interface TableEvent {
  kind: string;
  who?: string;
  spot?: string;
  place?: string;
  wager?: string;
  card?: string;
  amount?: number;
  /* Of a card: what the hand it came to counts with it. */
  total?: string;
  reason?: string;
  clauses?: string[];
  sentence?: string;
}

export interface Cause {
  actor: string;
  person?: string;
  act: string;
}

export type ServerMessage =
  | { type: 'welcome'; protocol: number; user?: string; name?: string; role: Role; demo: boolean; time: number }
  | { type: 'snapshot'; table: string; seq: number; state: TableState }
  | { type: 'update'; table: string; seq: number; cause: Cause; causes?: Cause[]; events: TableEvent[]; state: TableState }
  | ({ type: 'answer'; id: string; seq: number; balance?: number } & Ruling)
  | ({ type: 'previewed'; table: string; act: string; events: TableEvent[]; state?: TableState } & Ruling)
  | { type: 'error'; id?: string; code: string; sentence: string; table?: string; address?: string }
  | ({ type: 'alarm' } & Alarm)
  | { type: 'reminder'; minutes: number; result: number }
  | { type: 'luck'; table: string; shoe: number; stage: 'gather' | 'closed' | 'reveal' | 'done'; commitment: string; numbers: LuckNumber[] }
  | { type: 'pong'; time: number };

/* As it comes over the line: an update has the state, or what is different in it from the state before. */
type Update = Extract<ServerMessage, { type: 'update' }>;
export interface Changes {
  changes?: Partial<TableState>;
  gone?: string[];
}
export type WireMessage = Exclude<ServerMessage, Update> | (Omit<Update, 'state'> & { state?: TableState } & Changes);

export interface Ruling {
  ok: boolean;
  status: string;
  sentence: string;
  clauses: string[];
}
export type Answer = Extract<ServerMessage, { type: 'answer' }>;
export type Previewed = Extract<ServerMessage, { type: 'previewed' }>;

export type ClientMessage =
  | { type: 'hello'; protocol: 1; token?: string; language?: Language; changes?: boolean }
  | { type: 'watch'; table: string; since?: number; luck?: boolean }
  | { type: 'unwatch'; table: string }
  | { type: 'act'; id: string; table: string; act: string }
  | { type: 'preview'; table: string; act: string }
  | { type: 'sit'; id: string; table: string; area?: number }
  | { type: 'leave'; id: string; table: string }
  | { type: 'ready'; table: string }
  | { type: 'arrange'; table: string; speed: Speed; company: number }
  | { type: 'promise'; table: string; shoe: number; commitment: string }
  | { type: 'reveal'; table: string; shoe: number; value: string }
  | { type: 'ping' };
export type OfTable = Extract<ClientMessage, { table: string }>;

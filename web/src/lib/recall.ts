// SPDX-License-Identifier: Apache-2.0
/* Rounds of the past: the list, one round step by step, and its record. */
import { get, getText } from './api';
import type { Cause, Language, PastRound, TableEvent, TableState } from './protocol';

export interface Step {
  cause: Cause;
  time?: number;
  events: TableEvent[];
  state: TableState;
}
export interface Recall {
  round: number;
  steps: Step[];
}

const at = (table: string): string => `tables/${encodeURIComponent(table)}/rounds`;

export const pastRounds = async (table: string, before?: number): Promise<PastRound[]> =>
  (await get<{ rounds: PastRound[] }>(`${at(table)}${before ? `?before=${before}` : ''}`)).rounds;

export const recall = (table: string, round: number, language: Language): Promise<Recall> => get<Recall>(`${at(table)}/${round}?lang=${language}`);

export const record = (table: string, round: number): Promise<string> => getText(`${at(table)}/${round}/record`);

/* What is told of an act, in order. What a wager brought in the end is left out: the chips that moved told it. */
export const told = (events: TableEvent[]): TableEvent[] => events.filter((event) => event.sentence && event.kind !== 'result');

/* The payments of a round, in order. */
export const payments = (steps: Step[]): TableEvent[] =>
  steps.flatMap((step) => step.events).filter((event) => ['wagered', 'paid', 'taken', 'returned', 'result'].includes(event.kind));

/* Every clause a round cites, each once, in the order of citing. */
export const clausesOf = (steps: Step[]): string[] => [...new Set(steps.flatMap((step) => step.events).flatMap((event) => event.clauses ?? []))];

/* Something happened to this person: their wagers, their hands, what was asked of them. */
const PERSONAL = new Set(['wagered', 'paid', 'taken', 'returned', 'effective', 'asked', 'control', 'remembered']);
export const aboutMe = (event: TableEvent, you: string): boolean => you !== '' && event.who === you && PERSONAL.has(event.kind);

// SPDX-License-Identifier: Apache-2.0
/* Rounds found by questions to the journal. */
import { get } from './api';
import { cents } from './money';

export interface FoundRound {
  table: string;
  round: number;
  begun: number;
  /* Absent while it is under way. */
  ended?: number;
  players: { name: string; staked: number; result: number }[];
  staked: number;
  win: number;
  irregularities: string[];
}

/* As people fill it in; empty: whatever. Times without a zone are this screen's. */
export interface Wish {
  table: string;
  from: string;
  to: string;
  player: string;
  amount: number | null;
  irregularity: string;
  before?: number | undefined;
}

/* What a record tells of trouble besides the kinds of irregularities. */
export const TROUBLES = ['decide', 'void', 'reread'];

export function findQuery(wish: Wish): string {
  const time = (text: string): string => (text ? String(new Date(text).getTime()) : '');
  const fields = {
    table: wish.table, from: time(wish.from), to: time(wish.to), player: wish.player,
    amount: wish.amount ? String(cents(wish.amount)) : '', irregularity: wish.irregularity, before: wish.before ? String(wish.before) : '', limit: '25',
  };
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();
}

export const findRounds = (wish: Wish): Promise<{ rounds: FoundRound[]; next?: number }> => get(`rounds?${findQuery(wish)}`);

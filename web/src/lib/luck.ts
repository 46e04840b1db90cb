// SPDX-License-Identifier: Apache-2.0
/* This terminal's part in the shuffle (docs/protocol.md, Luck): a number drawn here for each shoe, promised by its hash
 * before the house's commitment is published, told after it. Kept for the tab, so that a reload still knows it. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { promiseOf } from './fair';
import type { OfTable, LuckNumber, ServerMessage } from './protocol';

export type LuckMessage = Extract<ServerMessage, { type: 'luck' }>;

/* What became of a person's number: in the shuffle; told and not taken; promised by another terminal of theirs; never promised. */
export type Fate = 'in' | 'away' | 'other' | 'none';

const key = (table: string, shoe: number, name: string): string => `croupier.luck ${name} ${table} ${shoe}`;

export const numberOf = (table: string, shoe: number, name: string): string | null => sessionStorage.getItem(key(table, shoe, name));

function draw(table: string, shoe: number, name: string): string {
  const kept = numberOf(table, shoe, name);
  if (kept) return kept;
  const value = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(key(table, shoe, name), value);
  return value;
}

/* What the terminal says to a message about the shoe; null: nothing. */
export function reply({ table, shoe, stage, numbers }: LuckMessage, name: string): OfTable | null {
  if (stage === 'closed') return null;
  if (stage === 'reveal') {
    const value = numberOf(table, shoe, name);
    const mine = numbers.find((one) => one.name === name);
    const known = value !== null && mine?.commitment === promiseOf(table, shoe, name, value);
    return known ? { type: 'reveal', table, shoe, value } : null;
  }
  const next = stage === 'gather' ? shoe : shoe + 1;
  return { type: 'promise', table, shoe: next, commitment: promiseOf(table, next, name, draw(table, next, name)) };
}

export function fate(numbers: LuckNumber[], table: string, shoe: number, name: string): Fate {
  const mine = numbers.find((one) => one.name === name);
  const value = numberOf(table, shoe, name);
  if (!mine) return 'none';
  if (!value || mine.commitment !== promiseOf(table, shoe, name, value)) return 'other';
  return mine.value === value ? 'in' : 'away';
}

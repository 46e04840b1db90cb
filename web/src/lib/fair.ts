// SPDX-License-Identifier: Apache-2.0
/* The recipe by which anybody checks a virtual shoe (docs/journal.md), repeated here with independent parts:
 *   commitment  BLAKE2b-256 of "croupier shoe 1\nTABLE\nNUMBER\nDECK DECKS\nSEED\n"
 *   promise     of a player: BLAKE2b-256 of "croupier luck 1\nTABLE\nNUMBER\nNAME\nVALUE\n"
 *   key         BLAKE2b-256 of "croupier luck 1\nSEED\n" and a line "NAME VALUE" for each player's number; the seed without any
 *   draws       ChaCha20 with that key and "croupiershoe" as nonce; eight bytes a draw, lowest first
 *   order       decks one after the other, suit by suit, Ace first; then from the last place down, each is
 *               exchanged with the place an even draw gives. */
import { chacha20 } from '@noble/ciphers/chacha.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { deckOf } from './cards';
import type { LuckNumber } from './protocol';

export interface ShoeFacts {
  table: string;
  number: number;
  deck: string;
  decks: number;
}

const hashOf = (text: string): string => bytesToHex(blake2b(utf8ToBytes(text), { dkLen: 32 }));

export const commitmentOf = (facts: ShoeFacts, seed: string): string =>
  hashOf(`croupier shoe 1\n${facts.table}\n${facts.number}\n${facts.deck} ${facts.decks}\n${seed.toLowerCase()}\n`);

export const promiseOf = (table: string, shoe: number, name: string, value: string): string => hashOf(`croupier luck 1\n${table}\n${shoe}\n${name}\n${value}\n`);

/* Whether every number that was told is the one that was promised. */
export const keptPromises = ({ table, number }: ShoeFacts, luck: LuckNumber[]): boolean =>
  luck.every(({ name, commitment, value }) => value === undefined || promiseOf(table, number, name, value) === commitment);

export function keyOf(seed: string, luck: LuckNumber[]): string {
  const told = luck.flatMap(({ name, value }) => (value === undefined ? [] : [`${name} ${value}\n`]));
  return told.length === 0 ? seed : hashOf(`croupier luck 1\n${seed.toLowerCase()}\n${told.join('')}`);
}

/* The high halves of 64-bit draws, one after the other: the only part of a draw that is used. */
function* draws(key: string): Generator<number> {
  const BYTES = 1 << 16;
  const stream = chacha20(hexToBytes(key), utf8ToBytes('croupiershoe'), new Uint8Array(BYTES));
  const view = new DataView(stream.buffer, stream.byteOffset);
  for (let at = 0; at + 8 <= BYTES; at += 8) yield view.getUint32(at + 4, true);
}

/* An even number below `below`: the high half of the product, the few unfair low halves drawn again. */
function evenBelow(source: Generator<number>, below: number): number {
  const unfair = 2 ** 32 % below;
  for (;;) {
    const product = BigInt(source.next().value as number) * BigInt(below);
    if (Number(product & 0xffffffffn) >= unfair) return Number(product >> 32n);
  }
}

export function orderOf(facts: ShoeFacts, seed: string, luck: LuckNumber[] = []): string[] {
  const deck = deckOf(facts.deck === 'elements').flat();
  const order = Array.from({ length: facts.decks }, () => deck).flat();
  const source = draws(keyOf(seed, luck));
  for (let left = order.length; left > 1; left--) {
    const other = evenBelow(source, left);
    [order[left - 1], order[other]] = [order[other] as string, order[left - 1] as string];
  }
  return order;
}

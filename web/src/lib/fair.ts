// SPDX-License-Identifier: Apache-2.0
/* The recipe by which anybody checks a virtual shoe (docs/journal.md), repeated here with independent parts:
 *   commitment  BLAKE2b-256 of "croupier shoe 1\nTABLE\nNUMBER\nDECK DECKS\nSEED\n"
 *   draws       ChaCha20 with the seed as key and "croupiershoe" as nonce; eight bytes a draw, lowest first
 *   order       decks one after the other, suit by suit, Ace first; then from the last place down, each is
 *               exchanged with the place an even draw gives. */
import { chacha20 } from '@noble/ciphers/chacha.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { deckOf } from './cards';

export interface ShoeFacts {
  table: string;
  number: number;
  deck: string;
  decks: number;
}

export const commitmentOf = (facts: ShoeFacts, seed: string): string =>
  bytesToHex(blake2b(utf8ToBytes(`croupier shoe 1\n${facts.table}\n${facts.number}\n${facts.deck} ${facts.decks}\n${seed.toLowerCase()}\n`), { dkLen: 32 }));

/* The high halves of 64-bit draws, one after the other: the only part of a draw that is used. */
function* draws(seed: string): Generator<number> {
  const BYTES = 1 << 16;
  const stream = chacha20(hexToBytes(seed), utf8ToBytes('croupiershoe'), new Uint8Array(BYTES));
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

export function orderOf(facts: ShoeFacts, seed: string): string[] {
  const deck = deckOf(facts.deck === 'elements').flat();
  const order = Array.from({ length: facts.decks }, () => deck).flat();
  const source = draws(seed);
  for (let left = order.length; left > 1; left--) {
    const other = evenBelow(source, left);
    [order[left - 1], order[other]] = [order[other] as string, order[left - 1] as string];
  }
  return order;
}

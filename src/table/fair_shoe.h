/* SPDX-License-Identifier: Apache-2.0 */
/* fair_shoe.h - a virtual shoe that anybody can check afterwards.
 *
 * Pure. The order of the cards follows from a secret seed of 32 bytes and from the players' numbers, if there
 * are any (luck.h). Before the first bet the house publishes a commitment to the seed, and after the last
 * card the seed itself. From the seed and public facts alone everybody gets the same commitment and the same
 * order, so the house cannot have changed a card in between. The recipe, for another program
 * (docs/journal.md, section 6, has it with an example):
 *
 *   commitment  BLAKE2b-256 of "croupier shoe 1\nTABLE\nNUMBER\nDECK DECKS\nSEED\n", SEED in hexadecimal
 *   draws       ChaCha20 (RFC 8439) with the seed as key, the twelve bytes "croupiershoe" as nonce and
 *               counter 0; a draw is the next eight bytes of its keystream, lowest first
 *   order       decks one after the other, suit by suit, Ace to King; then from the last place down to the
 *               second, each card is exchanged with the one that draws_below(its number) gives (shoe_shuffle)
 *
 * A seed is secret until its shoe is finished: it goes into no log and no view, and is wiped after use. */
#ifndef CROUPIER_TABLE_FAIR_SHOE_H
#define CROUPIER_TABLE_FAIR_SHOE_H

#include "base/hash.h"
#include "cards/shoe.h"

enum { FAIR_SEED_BYTES = 32, FAIR_SECRET_BYTES = 32, FAIR_SEED_TEXT_MAX = 2 * FAIR_SEED_BYTES + 1 };

/* The public facts of a shoe. */
struct fair_shoe {
    const char *table;
    uint64_t number; /* of the shoe at this table, from 1 */
    const struct deck *deck;
    unsigned decks;
};

struct fair_seed {
    uint8_t bytes[FAIR_SEED_BYTES];
};

/* The seed of a shoe from the house's secret: the same each time, so that a shoe can be taken up again after
 * a failure although its seed is stored nowhere. `salt` is a random value, chosen for each shoe and kept with
 * its commitment: a database restored from a copy does not bring back an order that was already shown.
 */
void fair_seed_derive(struct fair_seed *seed, const uint8_t secret[FAIR_SECRET_BYTES],
                      const struct fair_shoe *facts, const struct hash *salt);
void fair_seed_wipe(struct fair_seed *seed);

/* Hexadecimal, for the day it is published; `size` >= FAIR_SEED_TEXT_MAX. */
void fair_seed_print(const struct fair_seed *seed, char *text, size_t size);
bool fair_seed_parse(const char *text, size_t length, struct fair_seed *seed);

struct hash fair_shoe_commitment(const struct fair_shoe *facts, const struct fair_seed *seed);

/* Fills the shoe in the order that follows from the key: the seed, or the key that luck_key gives. */
void fair_shoe_order(const struct fair_shoe *facts, const struct fair_seed *key, struct shoe *shoe);

#endif

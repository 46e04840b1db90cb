/* SPDX-License-Identifier: Apache-2.0 */
/* witness.h - compares the kernel with the rules engine, card for card and payment for payment.
 *
 * The kernel plays a block of rounds and tells each of them; the witness deals the same cards to the engine,
 * decides by the same chart, and compares every result and the number of cards. The two share nothing but the
 * rulebook and the chart. Pure, apart from the watcher's state. */
#ifndef CROUPIER_SIMULATE_WITNESS_H
#define CROUPIER_SIMULATE_WITNESS_H

#include "game/game.h"
#include "simulate/kernel.h"

enum { WITNESS_TEXT_MAX = 400 };

struct witness {
    const struct plan *blackjack; /* one of the two */
    const struct baccarat_plan *baccarat;
    struct setting setting;
    uint64_t rounds;              /* compared so far */
    uint64_t differences;         /* of these, how many differ */
    char first[WITNESS_TEXT_MAX]; /* what the first difference is: cards, wager, both results */
};

void witness_init(struct witness *witness, const struct plan *blackjack,
                  const struct baccarat_plan *baccarat);

/* The watcher to hand to a kernel; valid as long as the witness. */
struct kernel_watcher witness_watcher(struct witness *witness);

#endif

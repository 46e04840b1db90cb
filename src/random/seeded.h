/* SPDX-License-Identifier: Apache-2.0 */
/* seeded.h - draws that repeat: the same seed and stream always give the same draws, on every machine.
 *
 * For tests and training only, never for money: anybody who knows the seed knows the cards. Streams of one
 * seed are independent, so that one part of a test can draw more without changing what another draws. Pure
 * apart from its own state; owns no heap; a copy draws independently. */
#ifndef CROUPIER_RANDOM_SEEDED_H
#define CROUPIER_RANDOM_SEEDED_H

#include "cards/shoe.h"
#include "random/pool.h"

struct seeded_source {
    struct pool pool;
    uint64_t seed;
    uint64_t stream;
    uint64_t block; /* the next pool's number */
};

void seeded_source_init(struct seeded_source *source, uint64_t seed, uint64_t stream);

/* The source as a struct draws (cards/shoe.h); valid while `source` is. */
struct draws seeded_source_draws(struct seeded_source *source);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* setup.h - a game made ready for the kernels: the plan of its family, and the chart it is played by.
 *
 * Built once per run, read-only afterwards. Large (about 1 MB), so callers keep it on the heap. Pure. */
#ifndef CROUPIER_SIMULATE_SETUP_H
#define CROUPIER_SIMULATE_SETUP_H

#include "simulate/run.h"

struct setup {
    bool is_baccarat;
    struct chart chart; /* of a game with decisions */
    struct plan blackjack;
    struct baccarat_plan baccarat;
};

/* For best play and one box. STATUS_NOT_FOUND if the simulator cannot judge a wager of the book;
 * STATUS_NO_MEMORY. */
enum status setup_best(struct setup *setup, const struct rulebook *book, unsigned decks) MUST_CHECK;

/* The same by the chart that the caller has put into setup->chart; a game without decisions needs none. */
enum status setup_by_chart(struct setup *setup, const struct rulebook *book, unsigned decks,
                           unsigned boxes) MUST_CHECK;

/* The game to play; valid as long as the setup. */
struct run_game setup_game(const struct setup *setup);

/* Results are whole numbers of 1/scale of a stake. */
int32_t setup_scale(const struct setup *setup);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_split.h - an area whose hand was split: rare enough to be played by itself, hand after hand. */
#ifndef CROUPIER_SIMULATE_KERNEL_SPLIT_H
#define CROUPIER_SIMULATE_KERNEL_SPLIT_H

#include "simulate/lane.h"
#include "simulate/plan.h"
#include "simulate/score.h"

enum { KERNEL_SPLIT_MAX = 4 };

/* Where the cards of a split come from: each call gives the next card's number. */
struct split_source {
    unsigned (*card)(void *shoe);
    void *shoe;
};

struct split_hand {
    uint16_t state; /* its first card */
    uint8_t ended;  /* once played: as in plan.h */
};

struct kernel_split {
    unsigned count; /* hands; 0: not split */
    bool aces;
    struct split_hand hands[KERNEL_SPLIT_MAX];
    unsigned sides; /* side wagers on split Aces: one on each hand where the book has one */
    unsigned side_lines[PAY_LINES_MAX + 1];
    int32_t side_result;
};

/* Plays a pair of cards of `value` against the Dealer's first card `first`. */
void kernel_split_play(struct kernel_split *split, const struct plan *plan, unsigned first, unsigned value,
                       struct split_source source);

/* How the hand ended that needs most of the Dealer; of busted hands, as if doubled, since together they lost
 * more than the original wager. */
uint8_t kernel_split_neediest(const struct kernel_split *split, const struct plan *plan, unsigned first);

/* All hands together: result against the Dealer's end, and what was staked. In 1/scale. */
int32_t kernel_split_payoff(const struct kernel_split *split, const struct plan *plan, unsigned dealer);
int32_t kernel_split_staked(const struct kernel_split *split, const struct plan *plan);

void kernel_split_count_sides(const struct kernel_split *split, const struct plan *plan, struct score *score);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* terms.h - the rules of a blackjack rulebook that affect the value of a hand, by point values.
 *
 * Pure value, read once from the frozen rulebook. Upcards are values 1 to 10; of a set of ranks in the
 * rulebook the entry for the ten counts for all ten-value cards. */
#ifndef CROUPIER_ODDS_TERMS_H
#define CROUPIER_ODDS_TERMS_H

#include <stdbool.h>
#include <stdint.h>

#include "odds/dealer.h"
#include "odds/hands.h"
#include "rulebook/rulebook.h"

enum { SPLIT_HANDS_MAX = 4 }; /* no rulebook allows more */

struct terms {
    double blackjack_pays;
    double regular_pays;
    struct ratio blackjack_ratio; /* the same as people say them */
    struct ratio regular_ratio;
    double insurance_pays;
    bool hit_soft17;
    enum dealer_bj_loss bj_loss;
    bool push_21; /* an ordinary 21 stands off with a Dealer's Blackjack */
    uint8_t stand_min;
    bool hit_hard_21;
    bool hit_soft_21;                /* a Player may count an Ace as 1 */
    bool surrender[VALUE_COUNT + 1]; /* by upcard */
    bool surrender_blackjack;
    bool insurance[VALUE_COUNT + 1];  /* by upcard */
    bool even_money[VALUE_COUNT + 1]; /* by upcard */
    bool insurance_wins[VALUE_COUNT + 1];
    uint8_t hands_max[VALUE_COUNT + 1]; /* by the value of the pair; 1: it may not be split */
    bool aces_one_card;
    bool double_after_split;
    bool double_any;
    uint32_t double_totals;
    bool double_ace_is_one;
    bool double_ace_nine;
};

/* STATUS_NOT_FOUND for a book of another family, or without a main wager. */
enum status terms_read(struct terms *terms, const struct rulebook *book) MUST_CHECK;

bool terms_may_stand(const struct terms *terms, const struct holding *hand);
bool terms_may_hit(const struct terms *terms, const struct holding *hand);
bool terms_may_double(const struct terms *terms, const struct holding *hand); /* first two cards, not split */

/* Best total of a doubled hand after its one card; over 21: bust. */
unsigned terms_doubled_total(const struct terms *terms, const struct holding *hand, unsigned value);

/* The Dealer's second card that makes Blackjack with this upcard; 0: none does. */
static inline unsigned blackjack_card(unsigned up)
{
    return up == VALUE_ACE ? VALUE_TEN : up == VALUE_TEN ? VALUE_ACE : 0;
}

/* The win of a hand that stands on `total` with `wager` on it, by the Dealer's outcome. For single hands
 * only: what a Dealer's Blackjack takes from several hands of one person together is in split.h. */
double terms_result(const struct terms *terms, unsigned total, double wager, enum dealer_outcome outcome);

#endif

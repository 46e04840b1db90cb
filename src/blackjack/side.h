/* SPDX-License-Identifier: Apache-2.0 */
/* side.h - side wagers and Insurance: which cards judge them, when they are decided, paying and taking them.
 *
 * Pure, except side_settle. A wager's judge (rulebook.h) names its cards; its pay lines say what they win. */
#ifndef CROUPIER_BLACKJACK_SIDE_H
#define CROUPIER_BLACKJACK_SIDE_H

#include "blackjack/felt.h"

/* True once every card that judges the wager lies there (or the Dealer is finished, for a bust). */
bool side_is_complete(const struct rulebook *book, const struct round *round, const struct stake *stake);

/* The same, without cards astray: they decide nothing [AMB-75]. */
bool side_is_certain(const struct rulebook *book, const struct round *round, const struct stake *stake);

/* True once no further card can change whether it wins or loses [AMB-75]; of a round without its cards
 * astray. */
bool side_is_decided(const struct rulebook *book, const struct round *round, const struct stake *stake);

/* Pays or takes a complete wager. */
void side_settle(struct felt *felt, struct stake *stake);

/* Settles every complete and open wager with one of these judges (bit per enum wager_judge). */
void side_settle_all(struct felt *felt, unsigned judges);

enum {
    SIDES_OF_INITIAL_DEAL = 1U << JUDGE_FIRST_TWO | 1U << JUDGE_FIRST_TWO_DEALER,
    SIDES_OF_SPLIT = 1U << JUDGE_SPLIT_TWO,
    SIDES_OF_SECOND_CARD = 1U << JUDGE_DEALER_SECOND,
    SIDES_OF_DEALER = 1U << JUDGE_DEALER_BUST,
};

#endif

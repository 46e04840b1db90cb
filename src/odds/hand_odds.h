/* SPDX-License-Identifier: Apache-2.0 */
/* hand_odds.h - what each legal action on one hand is worth.
 *
 *     struct supply shoe;
 *     supply_init(&shoe, deck, 6);                   ... and supply_take for every card seen elsewhere
 *     struct hand_question question = {.cards = {[8] = 2}, .up = 10};
 *     struct hand_answer answer;
 *     if (odds_hand(&book, &shoe, &question, &answer) == STATUS_OK)
 *         ... answer.actions[0] is the best ...
 *
 * For advice at the table, the pages and the command. Exact for the shoe given, in a few milliseconds;
 * split.h says what "exact" means for a split. Pure. */
#ifndef CROUPIER_ODDS_HAND_ODDS_H
#define CROUPIER_ODDS_HAND_ODDS_H

#include "odds/choices.h"

struct hand_question {
    uint8_t cards[VALUE_COUNT + 1]; /* of the hand, by value; at least two */
    uint8_t up;                     /* the Dealer's first card */
    bool split; /* the hand was formed by splitting: no Blackjack, no surrender, no split */
};

struct hand_action {
    enum play play;
    double expected_value; /* of a unit of the original wager */
};

struct hand_answer {
    unsigned action_count;
    struct hand_action actions[PLAY_COUNT]; /* best first */
    bool insurance;                         /* offered against this upcard */
    double insurance_value;                 /* of a unit staked on it */
    uint16_t insurance_wins;                /* cards left that win it, out of ... */
    uint16_t insurance_cards;
};

/* `shoe` holds all cards that were not seen, and those of the question. STATUS_CARDS_GONE: the question's
 * cards are not in it; STATUS_BAD_HAND: fewer than two cards, or over 21, or nothing to decide;
 * STATUS_FEW_CARDS: a round might run the shoe out; STATUS_NOT_FOUND: no blackjack book; STATUS_NO_MEMORY. */
enum status odds_hand(const struct rulebook *book, const struct supply *shoe,
                      const struct hand_question *question, struct hand_answer *answer) MUST_CHECK;

#endif

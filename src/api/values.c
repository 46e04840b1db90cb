/* SPDX-License-Identifier: Apache-2.0 */
/* values.c - croupier.h: what each action on a hand is worth, as numbers. */
#include <math.h>

#include "api/handle.h"
#include "croupier/croupier.h"
#include "odds/hand_odds.h"

/* The action of a batch that a play is; a Blackjack that waits stands. */
static const unsigned actions[PLAY_COUNT] = {
    [PLAY_STAND] = CROUPIER_STAND,         [PLAY_HIT] = CROUPIER_HIT,
    [PLAY_DOUBLE] = CROUPIER_DOUBLE,       [PLAY_SPLIT] = CROUPIER_SPLIT,
    [PLAY_SURRENDER] = CROUPIER_SURRENDER, [PLAY_EVEN_MONEY] = CROUPIER_EVEN_MONEY,
    [PLAY_WAIT] = CROUPIER_STAND};

static void give_values(const struct rulebook *book, const struct hand_answer *answer, double *values)
{
    const struct ratio most = book->blackjack.insurance_max;
    for (unsigned i = 0; i < CROUPIER_BET; i++)
        values[i] = NAN;
    for (unsigned i = 0; i < answer->action_count; i++)
        values[actions[answer->actions[i].play]] = answer->actions[i].expected_value;
    if (answer->insurance)
        values[CROUPIER_INSURE] =
            answer->actions[0].expected_value + answer->insurance_value * most.num / most.den;
}

int croupier_action_values(const struct croupier_rulebook *book, const unsigned *shoe, const unsigned *hand,
                           unsigned dealer, int split, double *values)
{
    struct hand_question question = {.up = (uint8_t)dealer, .split = split != 0};
    struct hand_answer answer;
    struct supply all = {.total = 0};
    if (dealer < VALUE_ACE || dealer > VALUE_TEN)
        return STATUS_BAD_HAND;
    for (unsigned value = VALUE_ACE; value <= VALUE_TEN; value++) {
        unsigned cards = shoe[value - 1] + hand[value - 1] + (value == dealer);
        if (cards > SHOE_CARDS_MAX || hand[value - 1] > UINT8_MAX)
            return STATUS_BAD_NUMBER;
        question.cards[value] = (uint8_t)hand[value - 1];
        all.left[value] = (uint16_t)cards;
        all.total = (uint16_t)(all.total + cards);
    }
    enum status status = odds_hand(&book->book, &all, &question, &answer);
    if (status == STATUS_OK)
        give_values(&book->book, &answer, values);
    return (int)status;
}

int croupier_fresh_shoe(const struct croupier_rulebook *book, unsigned decks, unsigned *shoe)
{
    struct supply fresh;
    if (!api_decks(&book->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    supply_init(&fresh, deck_of((enum deck_id)book->book.deck), decks);
    for (unsigned value = VALUE_ACE; value <= VALUE_TEN; value++)
        shoe[value - 1] = fresh.left[value];
    return STATUS_OK;
}

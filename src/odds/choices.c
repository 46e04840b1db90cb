/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/choices.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void offer(struct choice_values *choices, enum play play, struct moments moments)
{
    assert(play < PLAY_COUNT);
    choices->may[play] = true;
    choices->of[play] = moments;
    if (!choices->best || moments.mean > choices->of[choices->best].mean)
        choices->best = play;
}

/* [3.19, 3.20] paid, or a stand-off with the Dealer's Blackjack. */
static void offer_blackjack(const struct column *column, const struct holding *hand,
                            struct choice_values *choices)
{
    double pays = column->terms->blackjack_pays;
    double chance = 1 - column_blackjack(column, hand);
    offer(choices, PLAY_WAIT, (struct moments){chance * pays, chance * pays * pays, 1, chance});
    if (column->terms->even_money[column->up])
        offer(choices, PLAY_EVEN_MONEY, (struct moments){1, 1, 1, 1});
}

enum status choices_values(const struct column *column, const struct policy *policy,
                           const struct values *values, unsigned hand, bool exact,
                           struct choice_values *choices)
{
    const struct terms *terms = column->terms;
    const struct holding *at = &column->hands->at[hand];
    bool blackjack = holding_is_blackjack(at);
    unsigned pair = holding_pair(at);
    memset(choices, 0, sizeof(*choices));
    if (blackjack)
        offer_blackjack(column, at, choices);
    if (!blackjack && terms_may_stand(terms, at))
        offer(choices, PLAY_STAND, column_stand(column, hand));
    if (!blackjack && terms_may_hit(terms, at))
        offer(choices, PLAY_HIT, column_hit(column, hand, values));
    if (terms_may_double(terms, at))
        offer(choices, PLAY_DOUBLE, column_double(column, hand));
    if (pair && terms->hands_max[pair] > 1) {
        struct moments split;
        struct split_wish wish = {exact || !choices->best ? -INFINITY : choices->of[choices->best].mean,
                                  NULL};
        enum status status = split_evaluate(column, policy, pair, wish, &split);
        if (status != STATUS_OK)
            return status;
        offer(choices, PLAY_SPLIT, split);
    }
    if (terms->surrender[column->up] && (!blackjack || terms->surrender_blackjack))
        offer(choices, PLAY_SURRENDER, (struct moments){-0.5, 0.25, 1, 0});
    return STATUS_OK;
}

double choices_chance(const struct column *column, const struct holding *hand)
{
    const struct holding nothing = {.cards = 0};
    struct holding one = nothing;
    double chance = 1;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        for (unsigned i = 0; i < hand->count[value]; i++) {
            chance *= column_draw(column, &one, value);
            one.count[value]++;
            one.cards++;
        }
    return holding_pair(hand) ? chance : 2 * chance;
}

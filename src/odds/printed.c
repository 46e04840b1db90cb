/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/printed.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 20 };
static const double split_margin = 0.05; /* optimal play's loss by a split that the card need not look at */
static const double unreached = 1e-12;   /* weight of hands that the card itself never leads to */

struct finding {
    const struct column *column;
    struct strategy *strategy;
    struct policy policy;
    struct values values;
    double reach[HANDS_MAX];
    double first[HANDS_MAX];       /* probability as first two cards */
    double split[VALUE_COUNT + 1]; /* value of splitting under the policy; -9: not looked at */
};

static struct hand_look look_at(const struct holding *hand)
{
    return (struct hand_look){hand->total, hand->soft, (uint8_t)holding_pair(hand)};
}

static struct choices choices_of(const struct column *column, const struct holding *hand)
{
    unsigned pair = holding_pair(hand);
    bool blackjack = holding_is_blackjack(hand);
    return (struct choices){
        .surrender = column->terms->surrender[column->up] && !blackjack,
        .split = pair && column->terms->hands_max[pair] > 1,
        .doubles = terms_may_double(column->terms, hand),
        .even_money = blackjack && column->terms->even_money[column->up],
    };
}

void printed_policy(const struct column *column, const struct strategy *strategy, struct policy *policy)
{
    for (unsigned i = 1; i < column->hands->count; i++) {
        const struct holding *hand = &column->hands->at[i];
        policy->hits[i] = strategy->hit[hand->soft][hand->total][column->up];
        policy->doubles[i] =
            terms_may_double(column->terms, hand) && strategy->doubles[hand->soft][hand->total][column->up];
    }
}

/* ---- Where the card's play leads. ---- */

static void find_reach(struct finding *f)
{
    const struct hands *hands = f->column->hands;
    memset(f->reach, 0, sizeof(f->reach));
    for (unsigned i = hands->with[2]; i < hands->count; i++) {
        const struct holding *hand = &hands->at[i];
        if (hand->cards == 2 && !holding_is_blackjack(hand)) {
            enum play play =
                strategy_play(f->strategy, look_at(hand), f->column->up, choices_of(f->column, hand));
            if (play == PLAY_HIT || play == PLAY_STAND)
                f->reach[i] += f->first[i];
        }
        if (f->policy.hits[i])
            for (unsigned value = 1; value <= VALUE_COUNT; value++)
                if (hand->next[value])
                    f->reach[hand->next[value]] += f->reach[i] * column_draw(f->column, hand, value);
    }
}

/* ---- One round of improvements. ---- */

struct advantage {
    double of[2][TOTAL_MAX + 1];
};

static bool improve(bool *entry, double advantage)
{
    bool better = advantage > 0;
    bool changed = *entry != better;
    *entry = better;
    return changed;
}

static void set_forced(const struct finding *f, struct advantage *hit)
{
    for (unsigned i = f->column->hands->with[2]; i < f->column->hands->count; i++) {
        const struct holding *hand = &f->column->hands->at[i];
        if (!terms_may_stand(f->column->terms, hand))
            hit->of[hand->soft][hand->total] = 1;
        if (!terms_may_hit(f->column->terms, hand))
            hit->of[hand->soft][hand->total] = -1;
    }
}

static bool improve_hits(struct finding *f)
{
    struct advantage hit = {{{0}}};
    bool changed = false;
    for (unsigned i = f->column->hands->with[2]; i < f->column->hands->count; i++) {
        const struct holding *hand = &f->column->hands->at[i];
        double gain = column_hit(f->column, i, &f->values).mean - column_stand(f->column, i).mean;
        hit.of[hand->soft][hand->total] += (f->reach[i] + unreached) * gain;
    }
    set_forced(f, &hit);
    for (unsigned soft = 0; soft < 2; soft++)
        for (unsigned total = 0; total <= TOTAL_MAX; total++)
            changed |= improve(&f->strategy->hit[soft][total][f->column->up], hit.of[soft][total]);
    return changed;
}

/* The value of two cards that are neither surrendered nor split. */
static double kept_value(const struct finding *f, unsigned i)
{
    return f->policy.doubles[i] ? column_double(f->column, i).mean : f->values.later[i].mean;
}

static bool improve_first(struct finding *f)
{
    struct advantage doubles = {{{0}}};
    struct advantage surrender = {{{0}}};
    const struct hands *hands = f->column->hands;
    unsigned up = f->column->up;
    bool changed = false;
    for (unsigned i = hands->with[2]; i < hands->with[3]; i++) {
        const struct holding *hand = &hands->at[i];
        unsigned pair = holding_pair(hand);
        bool splits = pair && f->strategy->split[pair][up];
        if (holding_is_blackjack(hand))
            continue;
        if (terms_may_double(f->column->terms, hand))
            doubles.of[hand->soft][hand->total] +=
                (splits ? unreached : f->first[i]) *
                (column_double(f->column, i).mean - f->values.later[i].mean);
        if (f->column->terms->surrender[up] && !pair)
            surrender.of[hand->soft][hand->total] += f->first[i] * (-0.5 - kept_value(f, i));
    }
    for (unsigned soft = 0; soft < 2; soft++)
        for (unsigned total = 0; total <= TOTAL_MAX; total++) {
            changed |= improve(&f->strategy->doubles[soft][total][up], doubles.of[soft][total]);
            changed |= improve(&f->strategy->surrender[soft][total][up], surrender.of[soft][total]);
        }
    return changed;
}

static bool improve_pairs(struct finding *f)
{
    unsigned up = f->column->up;
    bool changed = false;
    for (unsigned pair = 1; pair <= VALUE_COUNT; pair++) {
        double kept = kept_value(f, hands_two(f->column->hands, pair, pair));
        double split = f->split[pair];
        changed |= improve(&f->strategy->split[pair][up], split - kept);
        if (f->column->terms->surrender[up])
            changed |= improve(&f->strategy->surrender_pair[pair][up], -0.5 - (split > kept ? split : kept));
    }
    return changed;
}

/* Both policies play the hands of this split alike. */
static bool same_play(const struct column *column, const struct policy *a, const struct policy *b,
                      unsigned pair)
{
    const struct hands *hands = column->hands;
    bool reached[HANDS_MAX] = {false};
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        reached[hands_two(hands, pair, value)] = true;
    for (unsigned i = hands->with[2]; i < hands->count; i++) {
        if (!reached[i])
            continue;
        if (a->hits[i] != b->hits[i] || a->doubles[i] != b->doubles[i])
            return false;
        for (unsigned value = 1; a->hits[i] && value <= VALUE_COUNT; value++)
            reached[hands->at[i].next[value]] = true;
    }
    return true;
}

static enum status look_at_split(struct finding *f, unsigned pair)
{
    assert(pair);
    struct moments split;
    enum status status =
        split_evaluate(f->column, &f->policy, pair, (struct split_wish){-INFINITY, NULL}, &split);
    f->split[pair] = split.mean;
    return status;
}

static enum status look_at_splits(struct finding *f, const struct choice_values *best,
                                  const struct policy *policy)
{
    enum status status = STATUS_OK;
    for (unsigned pair = 1; pair <= VALUE_COUNT && status == STATUS_OK; pair++) {
        const struct choice_values *choices =
            &best[hands_two(f->column->hands, pair, pair) - f->column->hands->with[2]];
        f->split[pair] = -9;
        if (!choices->may[PLAY_SPLIT] ||
            choices->of[PLAY_SPLIT].mean < choices->of[choices->best].mean - split_margin)
            continue;
        if (same_play(f->column, &f->policy, policy, pair))
            f->split[pair] = choices->of[PLAY_SPLIT].mean;
        else
            status = look_at_split(f, pair);
    }
    return status;
}

static bool improve_until_settled(struct finding *f)
{
    bool ever = false;
    for (unsigned round = 0; round < ROUNDS_MAX; round++) {
        printed_policy(f->column, f->strategy, &f->policy);
        column_evaluate(f->column, &f->policy, &f->values);
        find_reach(f);
        bool changed = improve_hits(f);
        changed |= improve_first(f);
        ever |= changed;
        if (!changed)
            break;
    }
    return ever;
}

/* The value of the card, its policy, values and splits being in place. */
static double value_of(const struct finding *f)
{
    const struct column *column = f->column;
    double value = 0;
    for (unsigned i = column->hands->with[2]; i < column->hands->with[3]; i++) {
        const struct holding *hand = &column->hands->at[i];
        enum play play = strategy_play(f->strategy, look_at(hand), column->up, choices_of(column, hand));
        double worth = kept_value(f, i);
        if (play == PLAY_EVEN_MONEY)
            worth = 1;
        else if (holding_is_blackjack(hand))
            worth = (1 - column_blackjack(column, hand)) * column->terms->blackjack_pays;
        else if (play == PLAY_SURRENDER)
            worth = -0.5;
        else if (play == PLAY_SPLIT)
            worth = f->split[holding_pair(hand)];
        value += choices_chance(column, hand) * worth;
    }
    return value;
}

static enum status find(struct finding *f, const struct choice_values *best, const struct policy *policy)
{
    const struct hands *hands = f->column->hands;
    enum status status = STATUS_OK;
    for (unsigned i = hands->with[2]; i < hands->with[3]; i++) {
        f->first[i] = choices_chance(f->column, &hands->at[i]);
        if (holding_is_blackjack(&hands->at[i]))
            f->strategy->even_money[f->column->up] = best[i - hands->with[2]].best == PLAY_EVEN_MONEY;
    }
    for (unsigned round = 0; round < ROUNDS_MAX && status == STATUS_OK; round++) {
        if (improve_until_settled(f) || round == 0)
            status = look_at_splits(f, best, policy);
        if (!improve_pairs(f) && round > 0)
            break;
    }
    return status;
}

enum status printed_find(const struct column *column, const struct choice_values *best,
                         const struct policy *policy, struct strategy *strategy, double *value)
{
    assert(strategy && value);
    struct finding *f = calloc(1, sizeof(*f));
    if (!f)
        return STATUS_NO_MEMORY;
    f->column = column;
    f->strategy = strategy;
    enum status status = find(f, best, policy);
    *value = value_of(f);
    free(f);
    return status;
}

enum status printed_value(const struct column *column, const struct strategy *strategy, double *value)
{
    assert(strategy && value);
    struct finding *f = calloc(1, sizeof(*f));
    struct strategy copy = *strategy;
    enum status status = STATUS_OK;
    if (!f)
        return STATUS_NO_MEMORY;
    f->column = column;
    f->strategy = &copy;
    printed_policy(column, strategy, &f->policy);
    column_evaluate(column, &f->policy, &f->values);
    for (unsigned pair = 1; pair <= VALUE_COUNT && status == STATUS_OK; pair++)
        if (strategy->split[pair][column->up] && column->terms->hands_max[pair] > 1)
            status = look_at_split(f, pair);
    *value = value_of(f);
    free(f);
    return status;
}

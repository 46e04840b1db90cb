/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/column.h"

#include <assert.h>
#include <string.h>

/* Fills in the Dealer's outcomes of up to LANES hands of the same number of cards. */
static void fill_lanes(struct column *column, const struct dealer_sum *sum, const uint16_t *numbers,
                       unsigned count)
{
    struct dealer_shoes shoes;
    lanes sums[DEALER_GROUPS_MAX];
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        double left[LANES] = {0};
        for (unsigned lane = 0; lane < count; lane++)
            left[lane] = supply_less(&column->left, value, column->hands->at[numbers[lane]].count[value]);
        dealer_shoes_set(&shoes, &column->tree, value, left);
    }
    dealer_sum_run(sum, &column->tree, &shoes, sums);
    for (unsigned lane = 0; lane < count; lane++)
        for (unsigned o = 0; o < DEALER_OUTCOMES; o++)
            column->dealer[numbers[lane]][o] = sums[o][lane];
}

static bool holds(const struct holding *hand, const uint8_t least[VALUE_COUNT + 1])
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        if (hand->count[value] < least[value])
            return false;
    return true;
}

/* The hands of one number of cards. */
static void fill_hands(struct column *column, unsigned cards, const uint8_t least[VALUE_COUNT + 1])
{
    const struct hands *hands = column->hands;
    struct dealer_sum sum;
    uint16_t numbers[LANES];
    unsigned count = 0;
    dealer_sum_outcomes(&sum, &column->tree, column->left.total - cards);
    for (unsigned i = hands->with[cards]; i < hands->with[cards + 1]; i++) {
        if (holds(&hands->at[i], least))
            numbers[count++] = (uint16_t)i;
        if (count == LANES) {
            fill_lanes(column, &sum, numbers, count);
            count = 0;
        }
    }
    if (count > 0)
        fill_lanes(column, &sum, numbers, count);
}

void column_init_with(struct column *column, const struct terms *terms, const struct hands *hands,
                      const struct supply *supply, unsigned up, const uint8_t least[VALUE_COUNT + 1])
{
    column->terms = terms;
    column->hands = hands;
    column->up = up;
    column->left = *supply;
    bool taken = supply_take(&column->left, up);
    assert(taken);
    (void)taken;
    memset(column->dealer, 0, sizeof(column->dealer));
    dealer_tree_build(&column->tree, up, terms->hit_soft17);
    for (unsigned cards = 1; cards <= HOLDING_CARDS_MAX && cards < column->left.total; cards++)
        fill_hands(column, cards, least);
}

void column_init(struct column *column, const struct terms *terms, const struct hands *hands,
                 const struct supply *supply, unsigned up)
{
    assert(up >= 1 && up <= VALUE_COUNT);
    const uint8_t nothing[VALUE_COUNT + 1] = {0};
    column_init_with(column, terms, hands, supply, up, nothing);
}

double column_draw(const struct column *column, const struct holding *hand, unsigned value)
{
    assert(value >= 1 && value <= VALUE_COUNT);
    if (column->left.left[value] <= hand->count[value] || column->left.total <= hand->cards)
        return 0;
    return (double)(column->left.left[value] - hand->count[value]) / (column->left.total - hand->cards);
}

double column_blackjack(const struct column *column, const struct holding *hand)
{
    unsigned card = blackjack_card(column->up);
    return card ? column_draw(column, hand, card) : 0;
}

/* A finished hand with `wager` on it against the Dealer's outcomes. */
static struct moments finish(const struct column *column, unsigned hand, unsigned total, double wager)
{
    assert(hand < column->hands->count && (wager == 1 || wager == 2));
    struct moments moments = {.staked = wager};
    for (unsigned o = 0; o < DEALER_OUTCOMES; o++) {
        double result = terms_result(column->terms, total, wager, (enum dealer_outcome)o);
        moments.mean += column->dealer[hand][o] * result;
        moments.square += column->dealer[hand][o] * result * result;
        moments.paid += result > 0 ? column->dealer[hand][o] : 0;
    }
    return moments;
}

static void moments_add(struct moments *sum, double probability, struct moments term)
{
    sum->mean += probability * term.mean;
    sum->square += probability * term.square;
    sum->staked += probability * term.staked;
    sum->paid += probability * term.paid;
}

struct moments column_stand(const struct column *column, unsigned hand)
{
    assert(hand < column->hands->count);
    return finish(column, hand, column->hands->at[hand].total, 1);
}

struct moments column_hit(const struct column *column, unsigned hand, const struct values *values)
{
    assert(hand < column->hands->count);
    const struct moments bust = {-1, 1, 1, 0};
    const struct holding *at = &column->hands->at[hand];
    struct moments moments = {0};
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        double probability = column_draw(column, at, value);
        if (probability > 0)
            moments_add(&moments, probability, at->next[value] ? values->later[at->next[value]] : bust);
    }
    return moments;
}

double column_bust_saved(const struct column *column, const struct holding *hand, unsigned value)
{
    assert(value >= 1 && value <= VALUE_COUNT);
    struct holding with = *hand;
    with.count[value]++;
    with.cards++;
    return column->terms->bj_loss == BJ_LOSS_ORIGINAL_ONLY ? column_blackjack(column, &with) : 0;
}

static struct moments doubled_bust(const struct column *column, const struct holding *hand, unsigned value)
{
    double one = column_bust_saved(column, hand, value);
    return (struct moments){-2 + one, 4 - 3 * one, 2, 0};
}

struct moments column_double(const struct column *column, unsigned hand)
{
    assert(hand < column->hands->count);
    const struct holding *at = &column->hands->at[hand];
    struct moments moments = {0};
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        double probability = column_draw(column, at, value);
        if (probability == 0)
            continue;
        unsigned next = at->next[value];
        moments_add(&moments, probability,
                    next ? finish(column, next, terms_doubled_total(column->terms, at, value), 2)
                         : doubled_bust(column, at, value));
    }
    return moments;
}

void column_best(const struct column *column, struct policy *policy, struct values *values)
{
    for (unsigned i = column->hands->count - 1U; i >= 1; i--) {
        const struct holding *hand = &column->hands->at[i];
        bool may_hit = terms_may_hit(column->terms, hand);
        bool may_stand = terms_may_stand(column->terms, hand) || !may_hit;
        struct moments stand = column_stand(column, i);
        struct moments hit = column_hit(column, i, values);
        policy->hits[i] = may_hit && (!may_stand || hit.mean > stand.mean);
        values->later[i] = policy->hits[i] ? hit : stand;
        policy->doubles[i] =
            terms_may_double(column->terms, hand) && column_double(column, i).mean > values->later[i].mean;
    }
}

void column_evaluate(const struct column *column, const struct policy *policy, struct values *values)
{
    for (unsigned i = column->hands->count - 1U; i >= 1; i--)
        values->later[i] = policy->hits[i] ? column_hit(column, i, values) : column_stand(column, i);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/split.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "odds/split_ends.h"
#include "odds/split_net.h"
#include "odds/split_pairs.h"

/* A shoe quantity for each number r of further cards of the pair that are gone. */
struct by_r {
    double at[EXTRA_MAX + 2];
};

/* Sums over the ends of one hand, for each class of the first card. The result of a hand is
 * counted from -1 upwards ("gain": result plus one), so a busted hand adds nothing. */
enum { SUM_GAIN, SUM_SQUARED, SUM_AT_BLACKJACK, SUM_PAID, SUMS };

struct hand_sums {
    struct power_sums of[SUMS];
};

struct split_work {
    struct split_ends ends;
    struct hand_sums sums[CLASSES];
    struct patterns patterns;
    struct pair_draws draws;
    unsigned blackjack_card; /* 0: this upcard cannot become Blackjack */
};

/* [v6 3.24.3] [rws 3.22.3] A loss shared by all hands is not part of any single hand's result. */
double split_gain(const struct terms *terms, unsigned total, unsigned wager, enum dealer_outcome outcome)
{
    assert(outcome < DEALER_OUTCOMES);
    if (outcome == DEALER_BLACKJACK && terms->bj_loss == BJ_LOSS_ORIGINAL_ONLY)
        return 0; /* nothing of the hand counts then: neither the result nor the minus one */
    if (total == END_BUST)
        return 1.0 - wager;
    if (outcome == DEALER_BLACKJACK && terms->bj_loss == BJ_LOSS_ORIGINAL_AND_BUSTED)
        return 1;
    return 1 + terms_result(terms, total, wager, outcome);
}

/* The value of each outcome to the ends in the lanes. */
struct worths {
    lanes gain[DEALER_OUTCOMES];
    lanes squared[DEALER_OUTCOMES];
    lanes at_blackjack[DEALER_OUTCOMES];
    lanes paid[DEALER_OUTCOMES];
};

static void set_worths(const struct split_work *work, const struct end *const *at, unsigned count,
                       struct worths *worths)
{
    assert(count);
    memset(worths, 0, sizeof(*worths));
    for (unsigned lane = 0; lane < count; lane++)
        for (unsigned o = 0; o < DEALER_OUTCOMES; o++) {
            double gain = split_gain(work->ends.column->terms, at[lane]->total, at[lane]->wager,
                                     (enum dealer_outcome)o);
            worths->gain[o][lane] = gain;
            worths->squared[o][lane] = gain * gain;
            worths->at_blackjack[o][lane] = o == DEALER_BLACKJACK ? gain : 0;
            worths->paid[o][lane] = gain > 1 ? 1 : 0;
        }
}

static void add_sums(struct split_work *work, const struct end *const *at, unsigned count,
                     const lanes cells[CELLS_MAX], size_t which)
{
    assert(count > 0 && count <= LANES && which < SUMS);
    for (unsigned lane = 0; lane < count; lane++)
        for (unsigned c = 0; c < CLASSES; c++)
            split_ends_add(&work->ends, at[lane], cells, lane,
                           at[lane]->orders[c] * split_ends_weight(&work->ends, at[lane]->drawn),
                           &work->sums[c].of[which]);
}

/* A Dealer's Blackjack may come and takes one wager from all hands together. */
static bool loss_is_shared(const struct split_work *work)
{
    return work->blackjack_card && work->ends.column->terms->bj_loss != BJ_LOSS_ALL;
}

static void add_ends(struct split_work *work, bool all)
{
    lanes sums[DEALER_GROUPS_MAX];
    lanes cells[CELLS_MAX];
    struct worths worths;
    for (unsigned i = 0; i < work->ends.count; i += LANES) {
        const struct end *at[LANES] = {NULL};
        unsigned count = work->ends.count - i < LANES ? work->ends.count - i : LANES;
        for (unsigned lane = 0; lane < count; lane++)
            at[lane] = &work->ends.ends[i + lane];
        split_ends_dealer(&work->ends, at, count, sums);
        set_worths(work, at, count, &worths);
        split_ends_worth(&work->ends, (const lanes *)sums, worths.gain, cells);
        add_sums(work, at, count, cells, SUM_GAIN);
        if (loss_is_shared(work)) {
            split_ends_worth(&work->ends, (const lanes *)sums, worths.at_blackjack, cells);
            add_sums(work, at, count, cells, SUM_AT_BLACKJACK);
        }
        if (!all)
            continue;
        split_ends_worth(&work->ends, (const lanes *)sums, worths.squared, cells);
        add_sums(work, at, count, cells, SUM_SQUARED);
        split_ends_worth(&work->ends, (const lanes *)sums, worths.paid, cells);
        add_sums(work, at, count, cells, SUM_PAID);
    }
}

/* Probability that the Dealer's second card makes Blackjack, r cards of the pair and `gone` others, none of
 * them of that value, being gone. */
static double blackjack_chance(const struct split_work *work, unsigned r)
{
    unsigned card = work->blackjack_card;
    const struct supply *left = &work->ends.left;
    unsigned gone = card == work->ends.pair ? r : 0;
    if (!card || left->left[card] <= gone || left->total <= r)
        return 0;
    return (double)(left->left[card] - gone) / (left->total - r);
}

/* Probability that `plain` given second cards are not of the pair, r cards of the pair being gone, together
 * with (`only_blackjack`) or without regard to a Dealer's Blackjack. */
static double class_chance(const struct split_work *work, unsigned r, unsigned plain, bool only_blackjack)
{
    const struct supply *left = &work->ends.left;
    unsigned pair_left = left->left[work->ends.pair];
    unsigned total = left->total - r;
    double chance = 1;
    if (r > pair_left)
        return 0;
    pair_left -= r;
    if (only_blackjack) {
        chance = blackjack_chance(work, r);
        pair_left -= pair_left && work->blackjack_card == work->ends.pair;
        total--;
    }
    for (unsigned i = 0; i < plain; i++)
        chance *= (double)(total - pair_left - i) / (total - i);
    return chance;
}

/* The part of the probability on which single hands' results count: all of it, or without Blackjack. */
static double counted_chance(const struct split_work *work, unsigned r, unsigned plain)
{
    double chance = class_chance(work, r, plain, false);
    if (work->ends.column->terms->bj_loss == BJ_LOSS_ORIGINAL_ONLY)
        chance -= class_chance(work, r, plain, true);
    return chance;
}

/* Quantities of a plain hand (CLASS_PLAIN) and, added to them, of any hand. */
static void class_values(const struct split_work *work, size_t which, struct by_r values[2])
{
    power_sums_values(&work->sums[CLASS_PLAIN].of[which], &work->ends, values[0].at);
    power_sums_values(&work->sums[CLASS_PAIR].of[which], &work->ends, values[1].at);
    for (unsigned r = 0; r <= EXTRA_MAX + 1U; r++)
        values[1].at[r] += values[0].at[r];
}

static double sum_single(const struct split_work *work, const struct by_r values[2])
{
    return patterns_single(&work->patterns, &work->draws, values[0].at, values[1].at);
}

/* ---- Mean and stakes. ---- */

static double mean_of_hands(const struct split_work *work, const struct by_r gain[2])
{
    struct by_r result[2];
    for (unsigned r = 0; r <= EXTRA_MAX + 1U; r++)
        for (unsigned any = 0; any < 2; any++)
            result[any].at[r] = gain[any].at[r] - counted_chance(work, r, any ? 0 : 1);
    return sum_single(work, result);
}

static double stake_of_hands(const struct split_work *work)
{
    const struct split_ends *ends = &work->ends;
    struct by_r stake[2];
    for (unsigned r = 0; r <= EXTRA_MAX + 1U; r++) {
        double doubled[CLASSES] = {0, 0};
        unsigned total = ends->left.total - r;
        for (unsigned value = 1; value <= VALUE_COUNT; value++)
            if (ends->doubled[value] && value != ends->pair)
                doubled[CLASS_PLAIN] += (double)ends->left.left[value] / total;
        if (ends->doubled[ends->pair] && ends->left.left[ends->pair] > r)
            doubled[CLASS_PAIR] = (double)(ends->left.left[ends->pair] - r) / total;
        stake[0].at[r] = class_chance(work, r, 1, false) + doubled[CLASS_PLAIN];
        stake[1].at[r] = 1 + doubled[CLASS_PLAIN] + doubled[CLASS_PAIR];
    }
    return sum_single(work, stake);
}

/* The mean share of the hands that is paid. */
static double share_paid(const struct split_work *work)
{
    struct by_r paid[2];
    class_values(work, SUM_PAID, paid);
    return patterns_share(&work->patterns, &work->draws, paid[0].at, paid[1].at);
}

/* ---- The loss that all hands share. ---- */

/* The patterns in which `extra` cards of the pair opened hands, joint with the Dealer's Blackjack. */
static struct spared_hands hands_with(const struct split_work *work, unsigned extra)
{
    assert(extra + 2 <= SPARED_HANDS_MAX);
    struct spared_hands hands = {.count = extra + 2, .shoe = work->ends.left};
    hands.weight = work->draws.all[extra] * blackjack_chance(work, extra);
    for (unsigned r = 0; r < extra; r++)
        supply_take(&hands.shoe, work->ends.pair);
    supply_take(&hands.shoe, work->blackjack_card);
    for (unsigned i = 0; i < work->patterns.count; i++)
        if (work->patterns.at[i].extra == extra)
            hands.orders[work->patterns.at[i].plain] += work->patterns.at[i].orders;
    return hands;
}

/* All hands without a wager at risk, and the Dealer's Blackjack: over every pattern. */
static enum status nothing_to_take(const struct split_work *work, bool lost, struct spared_sum *sum)
{
    const struct spared *spared = &work->ends.spared;
    unsigned hands_max = work->ends.column->terms->hands_max[work->ends.pair];
    struct spared_hands hands[SPLIT_HANDS_MAX];
    unsigned count = 0;
    *sum = (struct spared_sum){0, 0};
    for (unsigned extra = 0; extra + 2 <= hands_max; extra++) {
        hands[count] = hands_with(work, extra);
        if (hands[count].weight > 0)
            count++;
    }
    return spared->item_count && count ? spared_run(spared, hands, count, lost, sum) : STATUS_OK;
}

/* ---- Mean square. ---- */

/* Results of two different hands multiplied, from gains: (a-1)(b-1) = ab - a - b + 1. */
static bool product_of_hands(const struct split_work *work, const struct by_r gain[2], double *product)
{
    struct by_r plain;
    struct by_r mixed;
    struct by_r any;
    if (!split_pairs_gain(&work->ends, plain.at, mixed.at, any.at))
        return false;
    for (unsigned r = 0; r <= EXTRA_MAX; r++) {
        double next = work->draws.next[r];
        double plain_with_plain = gain[0].at[r] - next * gain[0].at[r + 1];
        double any_with_plain = gain[1].at[r] - next * gain[1].at[r + 1];
        plain.at[r] += counted_chance(work, r, 2) - 2 * plain_with_plain;
        mixed.at[r] += counted_chance(work, r, 1) - gain[0].at[r] - any_with_plain;
        any.at[r] += counted_chance(work, r, 0) - 2 * gain[1].at[r];
    }
    *product = patterns_double(&work->patterns, &work->draws, plain.at, mixed.at, any.at);
    return true;
}

static bool square_of_hands(const struct split_work *work, const struct by_r gain[2], double *square)
{
    struct by_r squared[2];
    if (!product_of_hands(work, gain, square))
        return false;
    class_values(work, SUM_SQUARED, squared);
    for (unsigned r = 0; r <= EXTRA_MAX + 1U; r++)
        for (unsigned any = 0; any < 2; any++)
            squared[any].at[r] += counted_chance(work, r, any ? 0 : 1) - 2 * gain[any].at[r];
    *square += sum_single(work, squared);
    return true;
}

/* A busted hand's loss when the Dealer's Blackjack comes. */
static void lost_at_blackjack(const struct split_work *work, struct by_r lost[2])
{
    class_values(work, SUM_AT_BLACKJACK, lost);
    for (unsigned r = 0; r <= EXTRA_MAX + 1U; r++)
        for (unsigned any = 0; any < 2; any++)
            lost[any].at[r] = class_chance(work, r, any ? 0 : 1, true) - lost[any].at[r];
}

/* A bound on the probability that a Dealer's Blackjack finds nothing to take: if all hands are busted then so
 * is the mean share of them. */
static double nothing_at_most(const struct split_work *work)
{
    const struct terms *terms = work->ends.column->terms;
    struct by_r lost[2];
    if (terms->bj_loss != BJ_LOSS_ORIGINAL_AND_BUSTED || terms->push_21)
        return 1;
    lost_at_blackjack(work, lost);
    return patterns_share(&work->patterns, &work->draws, lost[0].at, lost[1].at);
}

/* The shared loss of one wager adds to what busted hands have lost: (b + 1)^2 = b^2 + 2b + 1. */
static double shared_square(const struct split_work *work, struct spared_sum nothing)
{
    double square = blackjack_chance(work, 0) - nothing.probability;
    if (work->ends.column->terms->bj_loss == BJ_LOSS_ORIGINAL_AND_BUSTED) {
        struct by_r lost[2];
        lost_at_blackjack(work, lost);
        square += 2 * (sum_single(work, lost) - nothing.lost);
    }
    return square;
}

static enum status evaluate(struct split_work *work, struct split_wish wish, struct moments *moments)
{
    struct by_r gain[2];
    add_ends(work, wish.net);
    class_values(work, SUM_GAIN, gain);
    moments->mean = mean_of_hands(work, gain);
    moments->staked = stake_of_hands(work);
    if (wish.net) {
        moments->paid = share_paid(work);
        if (!square_of_hands(work, gain, &moments->square))
            return STATUS_NO_MEMORY;
        split_net_sum(&work->ends, &work->patterns, wish.net);
    }
    if (!loss_is_shared(work))
        return STATUS_OK;
    moments->mean -= blackjack_chance(work, 0);
    if (moments->mean + nothing_at_most(work) < wish.least)
        return STATUS_OK;
    struct spared_sum nothing;
    enum status status = nothing_to_take(work, wish.net, &nothing);
    moments->mean += nothing.probability;
    if (wish.net)
        moments->square += shared_square(work, nothing);
    return status;
}

enum status split_evaluate(const struct column *column, const struct policy *policy, unsigned pair,
                           struct split_wish wish, struct moments *moments)
{
    assert(pair && pair <= VALUE_COUNT);
    struct split_work *work = calloc(1, sizeof(*work));
    *moments = (struct moments){0};
    if (!work)
        return STATUS_NO_MEMORY;
    split_ends_init(&work->ends, column, policy, pair);
    patterns_build(&work->patterns, column->terms->hands_max[pair]);
    pair_draws_init(&work->draws, work->ends.left.left[pair], work->ends.left.total);
    work->blackjack_card = blackjack_card(column->up);
    enum status status = evaluate(work, wish, moments);
    free(work);
    return status;
}

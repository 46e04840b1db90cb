/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the chance that all hands of a split are busted is that of going through all tuples of hands, for
 * whole decks: two groups of hands are brought into one shoe without a rest. */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "odds/split_ends.h"

/* ---- Tuple by tuple. ---- */

struct tuple {
    const struct spared *spared;
    const struct spared_hands *hands;
    unsigned plain; /* so many of the first hands */
    struct supply left;
    long double chance;
    unsigned wagers;
    uint8_t bust_from[SPARED_HANDS_MAX];
    unsigned busts;
    long double *sum; /* probability and lost: millions of small terms, so with more digits */
};

/* The last cards of all hands, one after the other. */
static void bust_all(const struct tuple *tuple, unsigned hand)
{
    if (hand == tuple->busts) {
        tuple->sum[0] += tuple->chance;
        tuple->sum[1] += tuple->chance * tuple->wagers;
        return;
    }
    for (unsigned value = tuple->bust_from[hand]; value <= VALUE_COUNT; value++) {
        struct tuple next = *tuple;
        next.chance = next.chance * tuple->left.left[value] / tuple->left.total;
        if (supply_take(&next.left, value))
            bust_all(&next, hand + 1);
    }
}

static void deal_hand(const struct tuple *tuple, unsigned hand)
{
    if (hand == tuple->hands->count) {
        bust_all(tuple, 0);
        return;
    }
    for (unsigned i = 0; i < tuple->spared->item_count; i++) {
        const struct spared_item *item = &tuple->spared->items[i];
        struct tuple next = *tuple;
        next.chance *= item->orders[0] + (hand < tuple->plain ? 0 : item->orders[1]);
        for (unsigned value = 1; value <= VALUE_COUNT; value++)
            for (unsigned c = 0; c < item->count[value] && next.chance > 0; c++) {
                next.chance = next.chance * next.left.left[value] / next.left.total;
                if (!supply_take(&next.left, value))
                    next.chance = 0;
            }
        if (next.chance == 0)
            continue;
        next.wagers += item->wager;
        if (item->bust_from)
            next.bust_from[next.busts++] = item->bust_from;
        deal_hand(&next, hand + 1);
    }
}

static struct spared_sum by_tuples(const struct spared *spared, const struct spared_hands *hands,
                                   unsigned count)
{
    long double sum[2] = {0, 0};
    for (unsigned i = 0; i < count; i++)
        for (unsigned f = 0; f <= hands[i].count; f++) {
            struct tuple tuple = {.spared = spared, .hands = &hands[i], .plain = f, .sum = sum};
            tuple.left = hands[i].shoe;
            tuple.chance = hands[i].weight * hands[i].orders[f];
            if (tuple.chance > 0)
                deal_hand(&tuple, 0);
        }
    return (struct spared_sum){(double)sum[0], (double)sum[1]};
}

/* ---- Hands of whole decks. ---- */

struct spared_row {
    const char *about;
    uint8_t decks;
    uint8_t up;
    uint8_t pair;
    uint8_t hands; /* two, then three, then four are split */
    bool push_21;
};

static const struct spared_row rows[] = {
    {"nines and a ten, one deck", 1, 10, 9, 4, false},
    {"nines and a ten, two decks", 2, 10, 9, 4, false},
    {"eights and a ten, one deck", 1, 10, 8, 3, false},
    {"eights and an Ace, six decks", 6, 1, 8, 3, false},
    {"tens and an Ace, one deck: the pair makes the Blackjack", 1, 1, 10, 4, false},
    {"nines and a ten, 21 stands off", 1, 10, 9, 3, true},
    {"sevens and a ten, two decks", 2, 10, 7, 3, false},
    {"threes and an Ace, six decks", 6, 1, 3, 2, false},
    {"twos and a ten, two decks", 2, 10, 2, 2, false},
};

struct spared_fixture {
    struct hands hands;
    struct column column;
    struct policy policy;
    struct values values;
    struct split_ends ends;
};

static void find_items(struct spared_fixture *f, const struct terms *terms, const struct spared_row *row)
{
    struct supply shoe;
    hands_build(&f->hands);
    supply_init(&shoe, deck_of(DECK_FRENCH), row->decks);
    column_init(&f->column, terms, &f->hands, &shoe, row->up);
    column_best(&f->column, &f->policy, &f->values);
    split_ends_init(&f->ends, &f->column, &f->policy, row->pair);
}

/* Any numbers will do for weights and orders, as long as all hands are plain or two are not. */
static unsigned set_hands(const struct spared_fixture *f, const struct spared_row *row,
                          struct spared_hands hands[SPARED_HANDS_MAX])
{
    unsigned count = 0;
    for (unsigned n = 2; n <= row->hands; n++) {
        struct spared_hands *at = &hands[count];
        *at = (struct spared_hands){.count = n, .shoe = f->ends.left, .weight = 1.0 / n};
        bool there = supply_take(&at->shoe, blackjack_card(row->up));
        for (unsigned r = 2; r < n; r++)
            there = supply_take(&at->shoe, row->pair) && there;
        if (n < row->hands)
            at->orders[n] = 2;
        for (unsigned plain = 0; n == row->hands && plain + 2 <= n; plain++)
            at->orders[plain] = plain + 1;
        assert_true(there);
        count++;
    }
    return count;
}

static void test_against_tuples(void **state)
{
    (void)state;
    struct spared_fixture *f = malloc(sizeof(*f));
    assert_non_null(f);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct terms terms = {.blackjack_pays = 1.5,
                              .regular_pays = 1,
                              .bj_loss = BJ_LOSS_ORIGINAL_AND_BUSTED,
                              .push_21 = rows[i].push_21,
                              .double_after_split = true,
                              .double_any = true};
        struct spared_hands hands[SPARED_HANDS_MAX];
        struct spared_sum sum;
        find_items(f, &terms, &rows[i]);
        unsigned count = set_hands(f, &rows[i], hands);
        struct spared_sum tuples = by_tuples(&f->ends.spared, hands, count);
        assert_int_equal(spared_run(&f->ends.spared, hands, count, true, &sum), STATUS_OK);
        assert_true(sum.probability > 0);
        if (fabs(sum.probability - tuples.probability) > 1e-14 || fabs(sum.lost - tuples.lost) > 5e-14)
            fail_msg("%s: by tuples %.17f %.17f, found %.17f %.17f", rows[i].about, tuples.probability,
                     tuples.lost, sum.probability, sum.lost);
    }
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_tuples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

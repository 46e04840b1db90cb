/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/split_ends.h"

#include <assert.h>
#include <string.h>

#include "odds/overlap.h"
#include "odds/wide.h"

/* ---- The Dealer's hands by cards of the pair, and cards. ---- */

static unsigned cell_of(struct split_ends *ends, unsigned length, unsigned pair_cards)
{
    unsigned cell = 0;
    while (cell < ends->cell_count &&
           (ends->cells[cell].pair_cards != pair_cards || ends->cells[cell].length != length))
        cell++;
    if (cell == ends->cell_count) {
        assert(cell < CELLS_MAX);
        ends->cells[cell].pair_cards = (uint8_t)pair_cards;
        ends->cells[cell].length = (uint8_t)length;
        ends->cells[cell].offset = (uint16_t)(pair_cards * DRAWN_MAX + length);
        ends->cell_pair_max = pair_cards > ends->cell_pair_max ? pair_cards : ends->cell_pair_max;
        ends->cell_length_max = length > ends->cell_length_max ? length : ends->cell_length_max;
        ends->cell_count++;
    }
    return cell;
}

/* Numbers the groups; a cell and an outcome that no hand has together get none. */
static void number_groups(struct split_ends *ends, uint16_t group[CELLS_MAX][DEALER_OUTCOMES])
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < ends->cell_count; cell++) {
        ends->cells[cell].groups = (uint16_t)count;
        for (unsigned o = 0; o < DEALER_OUTCOMES; o++) {
            ends->outcomes[count] = (uint8_t)o;
            count += group[cell][o];
            group[cell][o] = (uint16_t)(count - 1);
        }
    }
    ends->cells[ends->cell_count].groups = (uint16_t)count;
    ends->sum.group_count = count;
}

static void group_dealer(struct split_ends *ends)
{
    const struct dealer_tree *tree = &ends->column->tree;
    uint8_t pair_cards[DEALER_NODES_MAX] = {0};
    uint8_t cells[DEALER_NODES_MAX];
    uint16_t group[CELLS_MAX][DEALER_OUTCOMES] = {{0}};
    ends->cell_count = 0;
    ends->cell_pair_max = 0;
    ends->cell_length_max = 0;
    for (unsigned i = 1; i < tree->count; i++) {
        const struct dealer_node *node = &tree->nodes[i];
        pair_cards[i] = node->value == ends->pair ? node->count : pair_cards[node->parent];
        if (!node->ways)
            continue;
        cells[i] = (uint8_t)cell_of(ends, node->length, pair_cards[i]);
        group[cells[i]][node->outcome] = 1;
    }
    number_groups(ends, group);
    for (unsigned i = 1; i < tree->count; i++) {
        const struct dealer_node *node = &tree->nodes[i];
        ends->sum.weight[i] = node->ways;
        ends->sum.group[i] = node->ways ? group[cells[i]][node->outcome] : 0;
    }
}

void split_ends_dealer(const struct split_ends *ends, const struct end *const *at, unsigned count,
                       lanes sums[DEALER_GROUPS_MAX])
{
    assert(count > 0 && count <= LANES);
    const struct dealer_tree *tree = &ends->column->tree;
    struct dealer_shoes shoes;
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        double left[LANES] = {0};
        for (unsigned lane = 0; lane < count; lane++)
            left[lane] = supply_less(&ends->left, value, at[lane]->drawn[value]);
        if (value != ends->pair)
            dealer_shoes_set(&shoes, tree, value, left);
    }
    for (unsigned c = 1; c <= tree->count_max[ends->pair]; c++)
        shoes.factor[dealer_slot(ends->pair, c)] = (lanes){1, 1, 1, 1, 1, 1, 1, 1};
    dealer_sum_run(&ends->sum, tree, &shoes, sums);
}

/* Half of the lanes: a sum of these stays in a register from group to group, one of all lanes does not. */
typedef double half_lanes
    __attribute__((vector_size(LANES / 2 * sizeof(double)), aligned(sizeof(double)), may_alias));

WIDE void split_ends_worth(const struct split_ends *ends, const lanes sums[DEALER_GROUPS_MAX],
                           const lanes worth[DEALER_OUTCOMES], lanes cells[CELLS_MAX])
{
    const half_lanes *sum = (const half_lanes *)sums;
    for (unsigned cell = 0; cell < ends->cell_count; cell++) {
        half_lanes low = {0};
        half_lanes high = {0};
        for (unsigned g = ends->cells[cell].groups; g < ends->cells[cell + 1].groups; g++) {
            const half_lanes *of = (const half_lanes *)&worth[ends->outcomes[g]];
            low += sum[2 * g] * of[0];
            high += sum[2 * g + 1] * of[1];
        }
        ((half_lanes *)&cells[cell])[0] = low;
        ((half_lanes *)&cells[cell])[1] = high;
    }
}

void split_ends_add(const struct split_ends *ends, const struct end *end, const lanes cells[CELLS_MAX],
                    unsigned lane, double weight, struct power_sums *sums)
{
    unsigned pair_max = end->drawn[ends->pair] + ends->cell_pair_max;
    unsigned cards_max = end->cards + ends->cell_length_max;
    double *at = &sums->at[end->drawn[ends->pair]][end->cards];
    assert(pair_max < DRAWN_MAX && cards_max < DRAWN_MAX);
    if (weight == 0)
        return;
    sums->pair_max = pair_max > sums->pair_max ? pair_max : sums->pair_max;
    sums->cards_max = cards_max > sums->cards_max ? cards_max : sums->cards_max;
    for (unsigned cell = 0; cell < ends->cell_count; cell++)
        at[ends->cells[cell].offset] += weight * cells[cell][lane];
}

double split_ends_weight(const struct split_ends *ends, const uint8_t *drawn)
{
    double weight = 1;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        for (unsigned i = 0; value != ends->pair && i < drawn[value]; i++)
            weight *= i < ends->left.left[value] ? ends->left.left[value] - i : 0;
    return weight;
}

/* ---- The ends of one hand. ---- */

static struct end *add_end(struct split_ends *ends, const struct holding *hand, const double orders[CLASSES])
{
    assert(ends->count < ENDS_MAX);
    struct end *end = &ends->ends[ends->count++];
    memcpy(end->drawn, hand->count, sizeof(end->drawn));
    end->drawn[ends->pair]--;
    end->cards = (uint8_t)(hand->cards - 1);
    end->total = hand->total;
    end->wager = 1;
    memcpy(end->orders, orders, sizeof(end->orders));
    return end;
}

static void add_item(struct split_ends *ends, const struct holding *hand, unsigned bust_from, unsigned wager,
                     const double orders[CLASSES])
{
    assert(ends->spared.item_count < SPARED_ITEMS_MAX);
    struct spared_item *item = &ends->spared.items[ends->spared.item_count++];
    memcpy(item->count, hand->count, sizeof(item->count));
    item->count[ends->pair]--;
    item->bust_from = (uint8_t)bust_from;
    item->wager = (uint8_t)wager;
    memcpy(item->orders, orders, sizeof(item->orders));
}

/* The hand draws and may bust. The low cards that bust it are told apart at once, the high ones stay open:
 * they bust nearly every hand that still draws. */
static void add_bust(struct split_ends *ends, const struct holding *hand, unsigned wager,
                     const double orders[CLASSES])
{
    assert(wager == 1 || wager == 2);
    unsigned bust_from = 22U - hand->hard;
    for (; bust_from < OVERLAP_OPEN_MIN; bust_from++) {
        struct holding with = *hand;
        with.count[bust_from]++;
        add_item(ends, &with, 0, wager, orders);
    }
    add_item(ends, hand, bust_from, wager, orders);
}

/* A Dealer's Blackjack takes nothing from a hand that is gone, or that stands off with it. */
static void add_safe(struct split_ends *ends, const struct holding *hand, bool draws, unsigned wager,
                     const double orders[CLASSES])
{
    assert(wager == 1 || wager == 2);
    const struct terms *terms = ends->column->terms;
    if (draws && terms->bj_loss == BJ_LOSS_ORIGINAL_AND_BUSTED && hand->hard >= 12)
        add_bust(ends, hand, wager, orders);
    if (!draws && terms->push_21 && terms->bj_loss != BJ_LOSS_ALL && hand->total == 21)
        add_item(ends, hand, 0, 0, orders);
}

static void double_hand(struct split_ends *ends, const struct holding *hand, const double orders[CLASSES])
{
    const struct terms *terms = ends->column->terms;
    add_safe(ends, hand, true, 2, orders);
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        unsigned total = terms_doubled_total(terms, hand, value);
        struct end *end = add_end(ends, hand, orders);
        end->drawn[value]++;
        end->cards++;
        end->wager = 2;
        end->total = (uint8_t)(total > 21 ? END_BUST : total);
        if (total == 21) {
            struct holding with = *hand;
            with.count[value]++;
            with.total = 21;
            add_safe(ends, &with, false, 2, orders);
        }
    }
}

struct walk {
    double orders[HANDS_MAX][CLASSES];
};

static void play_hand(struct split_ends *ends, const struct policy *policy, struct walk *walk, unsigned i)
{
    const struct terms *terms = ends->column->terms;
    const struct holding *hand = &ends->column->hands->at[i];
    bool one_card = ends->pair == VALUE_ACE && terms->aces_one_card;
    if (!one_card && hand->cards == 2 && terms->double_after_split && policy->doubles[i]) {
        double_hand(ends, hand, walk->orders[i]);
        for (unsigned value = 1; value <= VALUE_COUNT; value++)
            if (hand->count[value] == 2 || (value != ends->pair && hand->count[value] == 1))
                ends->doubled[value] = true;
    } else if (!one_card && policy->hits[i]) {
        add_safe(ends, hand, true, 1, walk->orders[i]);
        for (unsigned value = 1; value <= VALUE_COUNT; value++)
            for (unsigned c = 0; hand->next[value] && c < CLASSES; c++)
                walk->orders[hand->next[value]][c] += walk->orders[i][c];
    } else {
        add_safe(ends, hand, false, 1, walk->orders[i]);
        add_end(ends, hand, walk->orders[i]);
    }
}

/* The cards of the hand are in the shoe, the other card of the pair lying elsewhere. */
static bool possible(const struct split_ends *ends, const struct holding *hand)
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        if (hand->count[value] > ends->left.left[value] + (value == ends->pair ? 1U : 0U))
            return false;
    return true;
}

void split_ends_init(struct split_ends *ends, const struct column *column, const struct policy *policy,
                     unsigned pair)
{
    assert(pair >= 1 && pair <= VALUE_COUNT);
    struct walk walk;
    const struct hands *hands = column->hands;
    memset(&walk, 0, sizeof(walk));
    memset(ends->doubled, 0, sizeof(ends->doubled));
    ends->column = column;
    ends->pair = pair;
    ends->count = 0;
    ends->spared.item_count = 0;
    ends->left = column->left;
    supply_take(&ends->left, pair);
    supply_take(&ends->left, pair);
    group_dealer(ends);
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        walk.orders[hands_two(hands, pair, value)][value == pair ? CLASS_PAIR : CLASS_PLAIN] = 1;
    for (unsigned i = hands->with[2]; i < hands->count; i++)
        if (walk.orders[i][CLASS_PLAIN] + walk.orders[i][CLASS_PAIR] > 0 && possible(ends, &hands->at[i]))
            play_hand(ends, policy, &walk, i);
}

/* ---- Sums for every r. ---- */

/* falling[k] = n (n-1) ... (n-k+1). */
static void set_falling(double falling[DRAWN_MAX], unsigned n)
{
    falling[0] = 1;
    for (unsigned k = 1; k < DRAWN_MAX; k++)
        falling[k] = falling[k - 1] * (k <= n ? n - k + 1 : 0);
}

void power_sums_values(const struct power_sums *sums, const struct split_ends *ends,
                       double values[EXTRA_MAX + 2])
{
    unsigned pair_left = ends->left.left[ends->pair];
    for (unsigned r = 0; r <= EXTRA_MAX + 1U; r++) {
        double pair_falling[DRAWN_MAX];
        double falling[DRAWN_MAX];
        values[r] = 0;
        if (r > pair_left)
            continue;
        set_falling(pair_falling, pair_left - r);
        set_falling(falling, ends->left.total - r);
        for (unsigned n = 0; n <= sums->cards_max; n++) {
            double sum = 0;
            for (unsigned t = 0; t <= sums->pair_max && t <= n; t++)
                sum += sums->at[t][n] * pair_falling[t];
            if (sum != 0)
                values[r] += sum / falling[n];
        }
    }
}

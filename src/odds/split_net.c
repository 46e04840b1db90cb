/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/split_net.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "odds/shares.h"
#include "odds/wide.h"

enum {
    LEVEL = 3,
    KINDS_MAX = 2 * 7, /* of ends: wager of one or two; bust, at most 16, 17 to 21 */
    COUNT_MAX = 23,    /* of one value: with Aces one more than 21 */
    HARD_MAX = 21,
    WAYS = 5 /* what a hand may come to: nothing, one or two units paid, one or two lost */
};

static const struct {
    uint8_t paid;
    uint8_t lost;
} ways[WAYS] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {0, 2}};

enum { WAY_NOTHING, WAY_PAID, WAY_LOST = WAY_PAID + 2 };

/* A complex number for each of LANES nodes. */
struct numbers {
    lanes re;
    lanes im;
};

struct hand { /* of one class: plain, or any */
    struct numbers of[WAYS];
    unsigned units; /* the most that are paid or lost */
};

struct nets { /* of some hands; nothing is said where more units are paid or lost than these */
    unsigned units;
    struct numbers at[NET_UNITS + 1][NET_UNITS + 1];
};

struct work {
    const struct split_ends *ends;
    const struct patterns *patterns;
    struct share nodes[LANES];
    unsigned count;
    struct numbers powers[VALUE_COUNT + 1][COUNT_MAX];
    struct numbers kinds[CLASSES][KINDS_MAX];
    unsigned units; /* the largest wager of a kind */
    struct numbers dealer[DEALER_OUTCOMES];
    struct nets sum; /* of the nodes at hand */
    double steps[SHARES_LEVEL_MAX + 1][NET_UNITS + 1][NET_UNITS + 1];
};

static inline struct numbers product(const struct numbers *a, const struct numbers *b)
{
    return (struct numbers){a->re * b->re - a->im * b->im, a->re * b->im + a->im * b->re};
}

static inline void add(struct numbers *sum, const struct numbers *term, double factor)
{
    sum->re += factor * term->re;
    sum->im += factor * term->im;
}

/* ---- One hand at the nodes. ---- */

WIDEST static void set_powers(struct work *work)
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        struct numbers *power = work->powers[value];
        for (unsigned lane = 0; lane < LANES; lane++) {
            power[0].re[lane] = 1;
            power[0].im[lane] = 0;
            power[1].re[lane] = work->nodes[lane].of[value].re;
            power[1].im[lane] = work->nodes[lane].of[value].im;
        }
        for (unsigned i = 2; i <= 21 / value + 1; i++)
            power[i] = product(&power[i - 1], &power[1]);
    }
}

static unsigned kind_of(unsigned total, unsigned wager)
{
    assert(total <= 21 && (wager == 1 || wager == 2));
    return 2 * (total == END_BUST ? 0 : total <= 16 ? 1 : total - 15) + (wager - 1);
}

WIDEST static void set_kinds(struct work *work)
{
    memset(work->kinds, 0, sizeof(work->kinds));
    work->units = 1;
    for (unsigned i = 0; i < work->ends->count; i++) {
        const struct end *end = &work->ends->ends[i];
        work->units = end->wager > work->units ? end->wager : work->units;
        struct numbers drawn = work->powers[1][end->drawn[1]];
        for (unsigned value = 2; value <= VALUE_COUNT; value++)
            if (end->drawn[value])
                drawn = product(&drawn, &work->powers[value][end->drawn[value]]);
        for (unsigned c = 0; c < CLASSES; c++)
            add(&work->kinds[c][kind_of(end->total, end->wager)], &drawn, end->orders[c]);
    }
}

/* Hands that bust with one wager are not among the ends: they are the rest of each class. */
static void add_busts(struct work *work)
{
    struct numbers rest[CLASSES] = {work->powers[1][0], work->powers[work->ends->pair][1]};
    add(&rest[CLASS_PLAIN], &rest[CLASS_PAIR], -1);
    for (unsigned c = 0; c < CLASSES; c++) {
        for (unsigned kind = 0; kind < KINDS_MAX; kind++)
            add(&rest[c], &work->kinds[c][kind], -1);
        work->kinds[c][kind_of(END_BUST, 1)] = rest[c];
    }
}

/* How the Dealer's hand goes on, or ends, that has this hard total, with an Ace among its cards or not. */
WIDEST static void deal_on(struct work *work, struct numbers reached[2][HARD_MAX + 1], unsigned hard,
                           bool ace)
{
    const struct numbers *chance = &reached[ace][hard];
    const unsigned up = work->ends->column->up;
    bool soft = ace && hard + 10 <= 21;
    unsigned total = hard + (soft ? 10 : 0);
    if (!dealer_draws(total, soft, work->ends->column->terms->hit_soft17)) {
        add(&work->dealer[DEALER_17 + total - 17], chance, 1);
        return;
    }
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        struct numbers next = product(chance, &work->powers[value][1]);
        if (hard == up && value == blackjack_card(up))
            add(&work->dealer[DEALER_BLACKJACK], &next, 1);
        else if (hard + value > 21)
            add(&work->dealer[DEALER_BUST], &next, 1);
        else
            add(&reached[ace || value == VALUE_ACE][hard + value], &next, 1);
    }
}

/* If every card is put back, only totals matter: lower ones come first. */
static void set_dealer(struct work *work)
{
    const unsigned up = work->ends->column->up;
    struct numbers reached[2][HARD_MAX + 1];
    memset(work->dealer, 0, sizeof(work->dealer));
    memset(reached, 0, sizeof(reached));
    reached[up == VALUE_ACE][up] = work->powers[1][0];
    for (unsigned hard = up; hard <= HARD_MAX; hard++)
        for (unsigned ace = up == VALUE_ACE; ace < 2; ace++)
            deal_on(work, reached, hard, ace);
}

/* ---- All hands. ---- */

/* [v6 3.24.3] [rws 3.22.3] A Dealer's Blackjack takes one wager from all hands together. */
static bool is_shared(const struct work *work, unsigned outcome)
{
    assert(outcome < DEALER_OUTCOMES);
    return outcome == DEALER_BLACKJACK && work->ends->column->terms->bj_loss != BJ_LOSS_ALL;
}

/* The way that one kind of end comes to; a hand that shares a loss comes to nothing of its own. WAYS: it is
 * at risk of that loss. */
static unsigned way_of(const struct work *work, unsigned total, unsigned wager, unsigned outcome)
{
    const struct terms *terms = work->ends->column->terms;
    if (is_shared(work, outcome)) {
        if (total == END_BUST && terms->bj_loss == BJ_LOSS_ORIGINAL_AND_BUSTED)
            return WAY_LOST + wager - 1;
        return total == 21 && terms->push_21 ? WAY_NOTHING : WAYS;
    }
    double result = total == END_BUST ? -1 : terms_result(terms, total, wager, (enum dealer_outcome)outcome);
    return result > 0 ? WAY_PAID + wager - 1 : result < 0 ? WAY_LOST + wager - 1 : WAY_NOTHING;
}

/* A hand of each class; with or without what is at risk of the shared loss. */
static void set_hands(const struct work *work, unsigned outcome, bool at_risk, struct hand hands[CLASSES])
{
    memset(hands, 0, CLASSES * sizeof(hands[0]));
    hands[CLASS_PLAIN].units = hands[CLASS_PAIR].units = work->units;
    for (unsigned kind = 0; kind < KINDS_MAX; kind++) {
        unsigned total = kind / 2 ? kind / 2 + 15 : END_BUST;
        unsigned wager = kind % 2 + 1;
        unsigned way = way_of(work, total, wager, outcome);
        for (unsigned c = 0; c < CLASSES && wager <= work->units && (way < WAYS || at_risk); c++)
            add(&hands[c].of[way < WAYS ? way : WAY_NOTHING], &work->kinds[c][kind], 1);
    }
    for (unsigned way = 0; way < WAYS; way++) /* any hand */
        add(&hands[CLASS_PAIR].of[way], &hands[CLASS_PLAIN].of[way], 1);
}

/* One more hand than in `from`, which may be the same: from the most units down, nothing is read that has
 * been written. */
WIDEST static void add_hand(struct nets *net, const struct nets *from, const struct hand *hand)
{
    unsigned before = from->units;
    net->units = before + hand->units;
    for (unsigned units = net->units + 1; units-- > 0;)
        for (unsigned paid = 0; paid <= units; paid++) {
            unsigned lost = units - paid;
            struct numbers sum = {0};
            for (unsigned way = 0; way < WAYS; way++) {
                unsigned more = ways[way].paid + ways[way].lost;
                if (more > hand->units || ways[way].paid > paid || ways[way].lost > lost ||
                    units - more > before)
                    continue;
                struct numbers term =
                    product(&from->at[paid - ways[way].paid][lost - ways[way].lost], &hand->of[way]);
                add(&sum, &term, 1);
            }
            net->at[paid][lost] = sum;
        }
}

/* `lost` units are lost as well. */
WIDEST static void add_nets(struct nets *sum, const struct nets *term, const struct numbers *factor,
                            unsigned lost)
{
    for (; sum->units < term->units; sum->units++)
        for (unsigned paid = 0; paid <= sum->units + 1; paid++)
            sum->at[paid][sum->units + 1 - paid] = (struct numbers){0};
    for (unsigned paid = 0; paid <= term->units; paid++)
        for (unsigned j = 0; paid + j + lost <= term->units; j++) {
            struct numbers part = product(&term->at[paid][j], factor);
            add(&sum->at[paid][j + lost], &part, 1);
        }
}

/* The net of all patterns' hands, joint with the Dealer's result. Patterns differ in how many plain hands
 * come before how many of any kind: the latter are multiplied in for all of them at once. */
static void set_net(const struct work *work, const struct numbers *chance, const struct hand hands[CLASSES],
                    struct nets *net)
{
    struct nets plain[SPLIT_HANDS_MAX];
    plain[0].units = net->units = 0;
    plain[0].at[0][0] = *chance;
    net->at[0][0] = (struct numbers){0};
    for (unsigned i = 1; i < SPLIT_HANDS_MAX; i++)
        add_hand(&plain[i], &plain[i - 1], &hands[CLASS_PLAIN]);
    for (unsigned any = SPLIT_HANDS_MAX + 1; any-- > 0;) {
        if (any < SPLIT_HANDS_MAX)
            add_hand(net, net, &hands[CLASS_PAIR]);
        for (unsigned i = 0; i < work->patterns->count; i++) {
            const struct pattern *pattern = &work->patterns->at[i];
            struct numbers factor = {0};
            add(&factor, &work->powers[work->ends->pair][pattern->extra], pattern->orders);
            if (pattern->any == any)
                add_nets(net, &plain[pattern->plain], &factor, 0);
        }
    }
}

static void add_outcome(struct work *work, unsigned outcome)
{
    struct hand hands[CLASSES];
    struct nets net;
    const struct numbers one = work->powers[1][0];
    const struct numbers minus_one = {-one.re, one.im};
    bool shared = is_shared(work, outcome);
    set_hands(work, outcome, true, hands);
    set_net(work, &work->dealer[outcome], hands, &net);
    add_nets(&work->sum, &net, &one, shared);
    if (!shared)
        return;
    set_hands(work, outcome, false, hands);
    set_net(work, &work->dealer[outcome], hands, &net);
    add_nets(&work->sum, &net, &minus_one, 1);
    add_nets(&work->sum, &net, &one, 0);
}

/* ---- All nodes. ---- */

static void add_lanes(struct work *work)
{
    for (unsigned lane = 0; lane < work->count; lane++) {
        const struct share *node = &work->nodes[lane];
        for (unsigned i = 0; i <= work->sum.units; i++)
            for (unsigned j = 0; i + j <= work->sum.units; j++)
                work->steps[node->step][i][j] += node->weight.re * work->sum.at[i][j].re[lane] -
                                                 node->weight.im * work->sum.at[i][j].im[lane];
    }
}

static void sum_lanes(struct work *work)
{
    set_powers(work);
    set_kinds(work);
    add_busts(work);
    set_dealer(work);
    work->sum.units = 0;
    work->sum.at[0][0] = (struct numbers){0};
    for (unsigned outcome = 0; outcome < DEALER_OUTCOMES; outcome++)
        if (outcome != DEALER_BLACKJACK || blackjack_card(work->ends->column->up))
            add_outcome(work, outcome);
    add_lanes(work);
    work->count = 0;
}

static void visit(void *context, const struct share *share)
{
    struct work *work = context;
    assert(work->count < LANES && share->step <= LEVEL);
    work->nodes[work->count++] = *share;
    if (work->count == LANES)
        sum_lanes(work);
}

static double mean_at(const struct work *work, unsigned level, unsigned paid, unsigned lost)
{
    assert(level <= LEVEL && paid + lost <= NET_UNITS);
    double mean = 0;
    for (unsigned step = 0; step <= level; step++)
        mean += shares_factor(&work->ends->left, level, step) * work->steps[step][paid][lost];
    return mean;
}

void split_net_sum(const struct split_ends *ends, const struct patterns *patterns, struct net *net)
{
    struct work work;
    memset(&work, 0, sizeof(work));
    work.ends = ends;
    work.patterns = patterns;
    memset(net, 0, sizeof(*net));
    shares_each(&ends->left, LEVEL, visit, &work);
    if (work.count)
        sum_lanes(&work);
    for (unsigned i = 0; i <= NET_UNITS; i++)
        for (unsigned j = 0; i + j <= NET_UNITS; j++) {
            net->at[i][j] = mean_at(&work, LEVEL, i, j);
            net->off = fmax(net->off, fabs(net->at[i][j] - mean_at(&work, LEVEL - 1, i, j)));
        }
}

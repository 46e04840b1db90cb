/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/chart.h"

#include <assert.h>
#include <string.h>

enum { ACE = 0, TEN = HAND_VALUES - 1, TOP = 21 };

static unsigned hard_total(const uint8_t *counts)
{
    unsigned total = 0;
    for (unsigned value = 0; value < HAND_VALUES; value++)
        total += counts[value] * (value + 1);
    return total;
}

/* Finds the state behind the last known one, or adds it. States are made in the order of breadth, so a search
 * among those with the same number of cards is short enough for the few thousand there are. */
static uint16_t state_of(struct hand_states *hands, const uint8_t *counts, uint8_t cards)
{
    for (unsigned i = hands->count; i-- > 0 && hands->cards[i] == cards;)
        if (memcmp(hands->counts[i], counts, HAND_VALUES) == 0)
            return (uint16_t)i;
    assert(hands->count < HAND_STATES_MAX - 1);
    uint16_t state = hands->count++;
    unsigned hard = hard_total(counts);
    memcpy(hands->counts[state], counts, HAND_VALUES);
    hands->cards[state] = cards;
    hands->soft[state] = counts[ACE] && hard + 10 <= TOP; /* [3.4.1] an Ace is 11 unless that passes 21 */
    hands->total[state] = (uint8_t)(hands->soft[state] ? hard + 10 : hard);
    return state;
}

void hand_states_init(struct hand_states *hands)
{
    static const uint8_t nothing[HAND_VALUES];
    memset(hands, 0, sizeof(*hands));
    hands->bust = HAND_STATES_MAX - 1;
    state_of(hands, nothing, 0);
    for (uint16_t from = 0; from < hands->count; from++) {
        for (unsigned value = 0; value < HAND_VALUES; value++) {
            uint8_t counts[HAND_VALUES];
            memcpy(counts, hands->counts[from], HAND_VALUES);
            counts[value]++;
            bool over = hard_total(counts) > TOP;
            hands->next[from][value] =
                over ? hands->bust : state_of(hands, counts, (uint8_t)(hands->cards[from] + 1));
        }
    }
    for (unsigned value = 0; value < HAND_VALUES; value++)
        hands->next[hands->bust][value] = hands->bust;
}

static bool is_pair(const struct hand_states *hands, unsigned state)
{
    for (unsigned value = 0; value < HAND_VALUES; value++)
        if (hands->counts[state][value] == 2)
            return hands->cards[state] == 2;
    return false;
}

static bool is_blackjack(const struct hand_states *hands, unsigned state)
{
    return hands->cards[state] == 2 && hands->counts[state][ACE] == 1 && hands->counts[state][TEN] == 1;
}

/* [3.26, 3.30] two cards, not 21; [ar 1.1.3, 3.4.2] where only hard totals may be doubled an Ace counts 1. */
static bool may_double(const struct rulebook *book, const struct hand_states *hands, unsigned state,
                       bool split)
{
    const struct blackjack_rules *rules = &book->blackjack;
    if (hands->cards[state] != 2 || hands->total[state] == TOP || (split && !rules->double_after_split))
        return false;
    if (rules->double_on == DOUBLE_ANY)
        return true;
    if (hands->soft[state] && (!rules->double_ace_is_one || rules->double_ace_nine != READING_ALLOW))
        return false;
    return rules->double_totals >> hard_total(hands->counts[state]) & 1U;
}

static unsigned bit(enum chart_action action)
{
    return 1U << action;
}

static unsigned legal_blackjack(const struct rulebook *book, unsigned dealer)
{
    const struct blackjack_rules *rules = &book->blackjack;
    bool even = rules->even_money && rank_set_has(rules->insurance_against, dealer + 1);
    return bit(CHART_STAND) | (even ? bit(CHART_EVEN) : 0);
}

unsigned chart_legal(const struct rulebook *book, const struct hand_states *hands, unsigned state,
                     enum chart_context context, unsigned dealer)
{
    const struct blackjack_rules *rules = &book->blackjack;
    unsigned legal = 0;
    assert(state != hands->bust && hands->cards[state] >= 1);
    if (context == CHART_FIRST && is_blackjack(hands, state))
        return legal_blackjack(book, dealer);
    if (hands->total[state] >= rules->stand_min_total) /* [rws 3.20, 3.21] */
        legal |= bit(CHART_STAND);
    if (hands->total[state] < TOP) /* [3.29, 3.30] */
        legal |= bit(CHART_HIT);
    if (may_double(book, hands, state, context != CHART_FIRST))
        legal |= bit(CHART_DOUBLE);
    if (rules->split && is_pair(hands, state) && context != CHART_SPLIT_FULL) /* [3.21] [3.22] */
        legal |= bit(CHART_SPLIT);
    if (context == CHART_FIRST && hands->cards[state] == 2 && rules->surrender &&
        !rank_set_has(rules->surrender_not_against, dealer + 1)) /* [3.25] [rws 3.17] */
        legal |= bit(CHART_SURRENDER);
    return legal;
}

typedef bool draws_in(const struct rulebook *book, unsigned total, bool soft);

static void fill_hit_or_stand(struct chart *chart, const struct rulebook *book, draws_in *draws)
{
    struct hand_states *hands = &chart->hands;
    hand_states_init(hands);
    memset(chart->action, CHART_STAND, sizeof(chart->action));
    for (unsigned context = 0; context < CHART_CONTEXTS; context++) {
        for (unsigned dealer = 0; dealer < HAND_VALUES; dealer++) {
            for (unsigned state = 1; state < hands->count; state++) {
                unsigned legal = chart_legal(book, hands, state, context, dealer);
                bool hit =
                    draws(book, hands->total[state], hands->soft[state]) || !(legal & bit(CHART_STAND));
                if (hit && legal & bit(CHART_HIT))
                    chart->action[context][dealer][state] = CHART_HIT;
            }
        }
    }
}

/* [3.34] what the Dealer does. */
static bool dealer_draws_in(const struct rulebook *book, unsigned total, bool soft)
{
    return total < 17 || (total == 17 && soft && book->blackjack.dealer_soft17 == SOFT17_HIT);
}

static bool careful_draws_in(const struct rulebook *book, unsigned total, bool soft)
{
    (void)book;
    return soft ? total < 18 : total < 12;
}

void chart_mimic(struct chart *chart, const struct rulebook *book)
{
    fill_hit_or_stand(chart, book, dealer_draws_in);
}

void chart_never_bust(struct chart *chart, const struct rulebook *book)
{
    fill_hit_or_stand(chart, book, careful_draws_in);
}

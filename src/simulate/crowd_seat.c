/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/crowd_seat.h"

#include <assert.h>
#include <string.h>

#include <Random123/philox.h>

enum { ACE = 0, TOP = 21, STAND_ONLY = 1U << CHART_STAND };

/* ---- What all seats share. ---- */

/* The main wager and Insurance alone: no other wager keeps the Dealer drawing. */
static void keep_two_wagers(struct rulebook *book)
{
    unsigned kept = 0;
    for (unsigned w = 0; w < book->wager_count; w++)
        if (book->wagers[w].place == PLACE_MAIN || book->wagers[w].place == PLACE_INSURANCE)
            book->wagers[kept++] = book->wagers[w];
    book->wager_count = (uint8_t)kept;
}

static void fill_legal(struct crowd_rules *rules)
{
    const struct hand_states *hands = &rules->plan.chart.hands;
    for (unsigned context = 0; context < CHART_CONTEXTS; context++)
        for (unsigned dealer = 0; dealer < HAND_VALUES; dealer++)
            for (unsigned state = 1; state < hands->count; state++)
                rules->legal[context][dealer][state] = (uint8_t)chart_legal(
                    &rules->plan.book, hands, state, (enum chart_context)context, dealer);
}

void crowd_rules_init(struct crowd_rules *rules, const struct rulebook *book, const struct crowd_wish *wish,
                      struct chart *chart)
{
    struct rulebook reduced = *book;
    memset(rules, 0, sizeof(*rules));
    memset(chart, 0, sizeof(*chart));
    keep_two_wagers(&reduced);
    hand_states_init(&chart->hands);
    plan_init(&rules->plan, &reduced, wish->decks, 1, chart);
    fill_legal(rules);
    rules->cut = wish->cut;
    rules->bet_count = wish->bet_count;
    rules->bets[0] = 1;
    if (wish->bet_count)
        memcpy(rules->bets, wish->bets, wish->bet_count * sizeof(rules->bets[0]));
    rules->scale = rules->plan.scale;
    if (rules->plan.insurance >= 0)
        rules->scale *= book->blackjack.insurance_max.den;
}

/* ---- The shoe. ---- */

void seat_init(struct crowd_seat *seat, const struct crowd_rules *rules, uint64_t seed, unsigned number)
{
    philox4x64_key_t key = {{seed, UINT64_C(0x63726f7764)}}; /* "crowd" */
    philox4x64_ctr_t counter = {{number, 0, 0, 0}};
    philox4x64_ctr_t words = philox4x64(counter, key);
    memset(seat, 0, sizeof(*seat));
    memcpy(seat->dice, words.v, sizeof(seat->dice));
    memcpy(seat->cards, rules->plan.shoe, rules->plan.shoe_count);
    seat->used = rules->plan.shoe_count; /* it is shuffled before the first round */
}

static inline uint64_t rotated(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static inline uint32_t roll(uint64_t dice[4])
{
    uint64_t result = rotated(dice[0] + dice[3], 23) + dice[0];
    uint64_t t = dice[1] << 17;
    dice[2] ^= dice[0];
    dice[3] ^= dice[1];
    dice[1] ^= dice[2];
    dice[0] ^= dice[3];
    dice[2] ^= t;
    dice[3] = rotated(dice[3], 45);
    return (uint32_t)(result >> 32);
}

/* From 0 to below - 1, each equally likely: as stream_below, with 32 bits. */
static inline uint32_t roll_below(uint64_t dice[4], uint32_t below)
{
    uint64_t product = (uint64_t)roll(dice) * below;
    if (__builtin_expect((uint32_t)product < below, 0)) {
        uint32_t unfair = (uint32_t)-below % below;
        while ((uint32_t)product < unfair)
            product = (uint64_t)roll(dice) * below;
    }
    return (uint32_t)(product >> 32);
}

/* [mbs 5.19] the shoe is empty in the middle of a round: the discards are riffled and dealt on. The cards of
 * the round come to lie in front, and they alone have been seen of the new order. */
static void riffle(struct crowd_seat *seat, const struct plan *plan)
{
    uint8_t discards[SHOE_CARDS_MAX];
    unsigned out = plan->shoe_count - seat->start;
    assert(seat->start > 0);
    memcpy(discards, seat->cards, seat->start);
    memmove(seat->cards, seat->cards + seat->start, out);
    memcpy(seat->cards + out, discards, seat->start);
    seat->used = (uint16_t)out;
    seat->start = 0;
    memset(seat->seen, 0, sizeof(seat->seen));
    for (unsigned i = 0; i < out; i++)
        seat->seen[plan->value[seat->cards[i]]]++;
}

static unsigned draw_unseen(struct crowd_seat *seat, const struct plan *plan)
{
    if (__builtin_expect(seat->used == plan->shoe_count, 0))
        riffle(seat, plan);
    uint32_t from = seat->used + roll_below(seat->dice, (uint32_t)(plan->shoe_count - seat->used));
    uint8_t card = seat->cards[from];
    seat->cards[from] = seat->cards[seat->used];
    seat->cards[seat->used++] = card;
    return card;
}

static unsigned draw(struct crowd_seat *seat, const struct plan *plan)
{
    unsigned card = draw_unseen(seat, plan);
    seat->seen[plan->value[card]]++;
    return card;
}

static void burn(struct crowd_seat *seat, const struct plan *plan)
{
    for (unsigned i = 0; i < plan->book.burn_count; i++)
        draw_unseen(seat, plan);
}

/* ---- The round. ---- */

/* [3.18] a card to the box, one to the Dealer, a second to the box. */
static void deal(struct crowd_seat *seat, const struct crowd_rules *rules)
{
    const struct plan *plan = &rules->plan;
    const struct hand_states *hands = &plan->chart.hands;
    seat->start = seat->used;
    unsigned one = plan->value[draw(seat, plan)];
    seat->up = (uint8_t)draw(seat, plan);
    unsigned two = plan->value[draw(seat, plan)];
    unsigned dealer = plan->value[seat->up];
    seat->state = hands->next[hands->next[HAND_STATE_NONE][one]][two];
    seat->split.count = 0;
    seat->insured = false;
    seat->phase = CROWD_FIRST_CARDS;
    seat->legal = rules->legal[CHART_FIRST][dealer][seat->state];
    if (plan->insurance_offered[dealer])
        seat->legal |= 1U << CROWD_INSURE;
}

void seat_begin(struct crowd_seat *seat, const struct crowd_rules *rules)
{
    const struct plan *plan = &rules->plan;
    bool shuffle = !rules->cut || seat->used >= rules->cut;
    if (shuffle) {
        seat->used = 0;
        memset(seat->seen, 0, sizeof(seat->seen));
    }
    seat->start = seat->used;
    if (rules->cut && (shuffle || plan->book.burn_when == BURN_EACH_ROUND))
        burn(seat, plan);
    seat->bet = 0;
    if (!rules->bet_count) {
        deal(seat, rules);
        return;
    }
    seat->phase = CROWD_BETS;
    seat->state = HAND_STATE_NONE;
    seat->legal = ((1U << rules->bet_count) - 1) << CROWD_BET;
}

/* ---- The Dealer and the money. ---- */

static uint8_t need_of(const struct crowd_seat *seat, const struct plan *plan)
{
    unsigned first = plan->value[seat->up];
    const uint8_t *need = seat->insured ? plan->need[first] : plan->need_bare[first];
    if (!seat->split.count)
        return need[seat->ended];
    uint8_t most = need[ENDED_BUST | ENDED_DOUBLED];
    for (unsigned at = 0; at < seat->split.count; at++)
        if (need[seat->split.hands[at].ended] > most)
            most = need[seat->split.hands[at].ended];
    return most;
}

/* [AMB-51] even money with an Insurance that stays: it is decided by the second card. */
static uint8_t need_with_even(const struct crowd_seat *seat, const struct plan *plan)
{
    bool stops = plan->book.blackjack.dealer_draw == DEALER_DRAW_UNLESS_NO_EFFECT;
    if (seat->insured && !seat->split.count && seat->ended == ENDED_EVEN)
        return stops ? NEED_ONE : NEED_ALL;
    return need_of(seat, plan);
}

/* [3.34, 3.35]; returns the Dealer's state, and the second card where there is one. */
static unsigned play_dealer(struct crowd_seat *seat, const struct plan *plan, unsigned *second)
{
    uint8_t need = need_with_even(seat, plan);
    unsigned dealer = plan->value[seat->up];
    if (need == NEED_NONE)
        return dealer;
    *second = draw(seat, plan);
    dealer = plan->dealer_next[dealer][plan->value[*second]];
    while (need == NEED_ALL && plan->dealer_draws[dealer])
        dealer = plan->dealer_next[dealer][plan->value[draw(seat, plan)]];
    return dealer;
}

static int64_t settle(struct crowd_seat *seat, const struct crowd_rules *rules)
{
    const struct plan *plan = &rules->plan;
    const struct ratio most = plan->book.blackjack.insurance_max;
    unsigned second = 0;
    unsigned dealer = plan->dealer_ended[play_dealer(seat, plan, &second)];
    int64_t result = seat->split.count ? kernel_split_payoff(&seat->split, plan, dealer)
                                       : plan->payoff[seat->ended][dealer];
    if (plan->insurance >= 0)
        result *= most.den;
    if (seat->insured)
        result += (int64_t)most.num *
                  plan_side_payoff(plan, (unsigned)plan->insurance, plan->insurance_line[second]);
    return result * rules->bets[seat->bet];
}

/* ---- The player's hands. ---- */

static uint16_t next_state(struct crowd_seat *seat, const struct plan *plan, unsigned state)
{
    return plan->chart.hands.next[state][plan->value[draw(seat, plan)]];
}

/* How the hand ended; an Ace and a ten in a split hand are 21, not Blackjack [3.21.1]. */
static uint8_t ended_of(const struct crowd_seat *seat, const struct plan *plan, unsigned state)
{
    uint8_t ended = plan->ended[state];
    return seat->split.count && ended == ENDED_BLACKJACK ? TOP : ended;
}

/* [3.22, 3.22.1] there is an end to splitting. */
static enum chart_context context_of(const struct crowd_seat *seat, const struct plan *plan)
{
    const struct blackjack_rules *rules = &plan->book.blackjack;
    unsigned most = seat->split.aces ? rules->split_aces_hands_max : rules->split_hands_max;
    return seat->split.count < most ? CHART_SPLIT_MAY : CHART_SPLIT_FULL;
}

static uint32_t legal_split(const struct crowd_seat *seat, const struct crowd_rules *rules)
{
    const struct plan *plan = &rules->plan;
    uint32_t legal = rules->legal[context_of(seat, plan)][plan->value[seat->up]][seat->state];
    if (seat->split.aces && plan->book.blackjack.split_aces_one_card) /* [3.23.1] */
        legal = (legal & 1U << CHART_SPLIT) | STAND_ONLY;
    return legal;
}

/* The second card of a split hand, and of those behind it that nothing can be decided on. True: all hands
 * have ended. */
static bool open_hand(struct crowd_seat *seat, const struct crowd_rules *rules)
{
    struct kernel_split *split = &seat->split;
    while (seat->at < split->count) {
        seat->state = next_state(seat, &rules->plan, split->hands[seat->at].state);
        seat->phase = CROWD_LATER_CARDS;
        seat->legal = legal_split(seat, rules);
        if (seat->legal != STAND_ONLY)
            return false;
        split->hands[seat->at++].ended = ended_of(seat, &rules->plan, seat->state);
    }
    return true;
}

static bool close_hand(struct crowd_seat *seat, const struct crowd_rules *rules, uint8_t ended)
{
    if (!seat->split.count) {
        seat->ended = ended;
        return true;
    }
    seat->split.hands[seat->at++].ended = ended;
    return open_hand(seat, rules);
}

/* [3.23.2, AMB-30] one more hand: behind the one it came from, or behind all. */
static bool split_hand(struct crowd_seat *seat, const struct crowd_rules *rules)
{
    const struct hand_states *hands = &rules->plan.chart.hands;
    struct kernel_split *split = &seat->split;
    if (!split->count) {
        unsigned value = 0;
        while (hands->counts[seat->state][value] != 2)
            value++;
        uint16_t single = hands->next[HAND_STATE_NONE][value];
        *split = (struct kernel_split){.count = 2, .aces = value == ACE, .hands = {{single, 0}, {single, 0}}};
        seat->at = 0;
    } else { /* all hands that wait are the same single card, so where the new one lies does not show */
        assert(split->count < KERNEL_SPLIT_MAX);
        split->hands[split->count++] = (struct split_hand){split->hands[seat->at].state, 0};
    }
    return open_hand(seat, rules);
}

static bool hit_hand(struct crowd_seat *seat, const struct crowd_rules *rules)
{
    const struct plan *plan = &rules->plan;
    enum chart_context context = seat->split.count ? CHART_SPLIT_FULL : CHART_FIRST;
    seat->state = next_state(seat, plan, seat->state);
    seat->phase = CROWD_LATER_CARDS;
    if (seat->state == plan->chart.hands.bust)
        return close_hand(seat, rules, ENDED_BUST);
    seat->legal = rules->legal[context][plan->value[seat->up]][seat->state];
    return seat->legal == STAND_ONLY && close_hand(seat, rules, ended_of(seat, plan, seat->state));
}

/* [3.26] one card; [ar 3.4.2] an Ace of the first two may count 1 from then on. */
static bool double_hand(struct crowd_seat *seat, const struct crowd_rules *rules)
{
    const struct plan *plan = &rules->plan;
    const struct hand_states *hands = &plan->chart.hands;
    bool had_ace = hands->counts[seat->state][ACE] > 0;
    unsigned value = plan->value[draw(seat, plan)];
    unsigned state = hands->next[seat->state][value];
    uint8_t ended = plan->ended[state];
    if (had_ace && value != ACE && plan->book.blackjack.double_ace_is_one && hands->soft[state])
        ended = (uint8_t)(ended - 10);
    return close_hand(seat, rules, ended | ENDED_DOUBLED);
}

static bool leave_hand(struct crowd_seat *seat, const struct crowd_rules *rules, unsigned action)
{
    const struct plan *plan = &rules->plan;
    bool returned = plan->book.blackjack.even_money_insurance == INSURANCE_RETURN;
    if (action == CHART_EVEN && returned)
        seat->insured = false;
    seat->ended = action == CHART_EVEN        ? ENDED_EVEN
                  : action == CHART_SURRENDER ? ENDED_SURRENDER
                                              : ended_of(seat, plan, seat->state);
    return true;
}

static bool decide(struct crowd_seat *seat, const struct crowd_rules *rules, unsigned action)
{
    switch (action) {
    case CHART_HIT:
        return hit_hand(seat, rules);
    case CHART_DOUBLE:
        return double_hand(seat, rules);
    case CHART_SPLIT:
        return split_hand(seat, rules);
    case CHART_SURRENDER:
    case CHART_EVEN:
        return leave_hand(seat, rules, action);
    case CROWD_INSURE:
        seat->insured = true;
        seat->legal &= ~(1U << CROWD_INSURE);
        return false;
    case CHART_STAND:
        return close_hand(seat, rules, ended_of(seat, &rules->plan, seat->state));
    default:
        seat->bet = (uint8_t)(action - CROWD_BET);
        deal(seat, rules);
        return false;
    }
}

bool seat_act(struct crowd_seat *seat, const struct crowd_rules *rules, unsigned action, int64_t *reward)
{
    assert(seat->legal >> action & 1U);
    bool ended = decide(seat, rules, action);
    *reward = ended ? settle(seat, rules) : 0;
    return ended;
}

/* ---- What the player sees. ---- */

static int32_t pair_of(const struct hand_states *hands, unsigned state)
{
    for (unsigned value = 0; value < HAND_VALUES && hands->cards[state] == 2; value++)
        if (hands->counts[state][value] == 2)
            return (int32_t)value + 1;
    return 0;
}

void seat_look(const struct crowd_seat *seat, const struct crowd_rules *rules, int32_t *sights)
{
    const struct plan *plan = &rules->plan;
    const struct hand_states *hands = &plan->chart.hands;
    unsigned state = seat->state;
    bool dealt = seat->phase != CROWD_BETS;
    sights[CROWD_PHASE] = seat->phase;
    sights[CROWD_TOTAL] = hands->total[state];
    sights[CROWD_SOFT] = hands->soft[state];
    sights[CROWD_CARDS] = hands->cards[state];
    sights[CROWD_PAIR] = pair_of(hands, state);
    sights[CROWD_UP] = dealt ? plan->value[seat->up] + 1 : 0;
    sights[CROWD_HAND] = dealt && seat->split.count ? seat->at : 0;
    sights[CROWD_HANDS] = !dealt ? 0 : seat->split.count ? (int32_t)seat->split.count : 1;
    sights[CROWD_STAKED] = dealt ? (int32_t)rules->bets[seat->bet] : 0;
    sights[CROWD_INSURED] = dealt && seat->insured;
    sights[CROWD_LEFT] = plan->shoe_count - seat->used;
    for (unsigned value = 0; value < HAND_VALUES; value++) {
        sights[CROWD_IN_HAND + value] = hands->counts[state][value];
        sights[CROWD_SEEN + value] = seat->seen[value];
    }
}

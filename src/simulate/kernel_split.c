/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/kernel_split.h"

#include <assert.h>
#include <string.h>

/* The split being played: what every step below needs. */
struct area {
    const struct plan *plan;
    struct kernel_split *split;
    struct split_source source;
    unsigned first;
};

static unsigned draw(const struct area *area)
{
    return area->source.card(area->source.shoe);
}

static unsigned next_state(const struct area *area, unsigned state)
{
    return area->plan->chart.hands.next[state][area->plan->value[draw(area)]];
}

/* How a split hand ended: an Ace and a ten there are 21, not Blackjack [3.21.1]. */
static uint8_t ended_of(const struct area *area, unsigned state)
{
    uint8_t ended = area->plan->ended[state];
    return ended == ENDED_BLACKJACK ? 21 : ended;
}

/* The chart's action for a hand formed by a split; [3.22, 3.22.1] there is an end to splitting. */
static unsigned action_in(const struct area *area, unsigned state)
{
    const struct blackjack_rules *rules = &area->plan->book.blackjack;
    unsigned most = area->split->aces ? rules->split_aces_hands_max : rules->split_hands_max;
    unsigned context = area->split->count < most ? CHART_SPLIT_MAY : CHART_SPLIT_FULL;
    return area->plan->chart.action[context][area->first][state];
}

/* [3.23.2] one more hand, lying next to the one it came from and played after it [AMB-30]. */
static void split_again(struct kernel_split *split, unsigned at)
{
    assert(split->count < KERNEL_SPLIT_MAX);
    memmove(&split->hands[at + 2], &split->hands[at + 1], (split->count - at - 1) * sizeof(split->hands[0]));
    split->hands[at + 1] = split->hands[at];
    split->count++;
}

/* [3.23] one hand, from its second card to its end. */
static void play_hand(const struct area *area, unsigned at)
{
    struct kernel_split *split = area->split;
    uint8_t doubled = 0;
    unsigned state = next_state(area, split->hands[at].state);
    unsigned action = action_in(area, state);
    while (action == CHART_SPLIT) {
        split_again(split, at);
        state = next_state(area, split->hands[at].state);
        action = action_in(area, state);
    }
    while (action == CHART_HIT) {
        state = next_state(area, state);
        action = area->plan->chart.action[CHART_SPLIT_FULL][area->first][state];
    }
    if (action == CHART_DOUBLE) {
        state = next_state(area, state);
        doubled = ENDED_DOUBLED;
    }
    split->hands[at].ended = ended_of(area, state) | doubled;
}

/* [3.23.1] a split Ace gets one card; [ar 3.21.1] a side wager lies on its hand. */
static void play_ace(const struct area *area, unsigned at)
{
    struct kernel_split *split = area->split;
    const struct plan *plan = area->plan;
    unsigned card = draw(area);
    unsigned state = plan->chart.hands.next[split->hands[at].state][plan->value[card]];
    while (action_in(area, state) == CHART_SPLIT) {
        split_again(split, at);
        card = draw(area);
        state = plan->chart.hands.next[split->hands[at].state][plan->value[card]];
    }
    split->hands[at].ended = ended_of(area, state);
    if (plan->split_side >= 0) {
        unsigned line = plan->split_side_line[card];
        split->sides++;
        split->side_lines[line]++;
        split->side_result += plan_side_payoff(plan, (unsigned)plan->split_side, line);
    }
}

void kernel_split_play(struct kernel_split *split, const struct plan *plan, unsigned first, unsigned value,
                       struct split_source source)
{
    uint16_t single = plan->chart.hands.next[HAND_STATE_NONE][value];
    struct area area = {plan, split, source, first};
    *split = (struct kernel_split){.count = 2, .aces = value == 0, .hands = {{single, 0}, {single, 0}}};
    bool one_card = split->aces && plan->book.blackjack.split_aces_one_card;
    for (unsigned at = 0; at < split->count; at++) {
        if (one_card)
            play_ace(&area, at);
        else
            play_hand(&area, at);
    }
}

uint8_t kernel_split_neediest(const struct kernel_split *split, const struct plan *plan, unsigned first)
{
    const uint8_t *need = plan->need[first];
    uint8_t most = ENDED_BUST | ENDED_DOUBLED;
    for (unsigned at = 0; at < split->count; at++)
        if (need[split->hands[at].ended] > need[most])
            most = split->hands[at].ended;
    return most;
}

/* [AMB-33..36] against a Dealer's Blackjack the hands are taken together, unless every wager loses anyway. */
int32_t kernel_split_payoff(const struct kernel_split *split, const struct plan *plan, unsigned dealer)
{
    enum dealer_bj_loss loss = plan->book.blackjack.dealer_bj_loss;
    bool together = dealer == AGAINST_BLACKJACK && loss != BJ_LOSS_ALL;
    int32_t sum = 0;
    int32_t original = 0;
    for (unsigned at = 0; at < split->count; at++) {
        unsigned ended = split->hands[at].ended;
        bool bust = (ended & ~(unsigned)ENDED_DOUBLED) == ENDED_BUST;
        if (!together || (bust && loss == BJ_LOSS_ORIGINAL_AND_BUSTED))
            sum += plan->payoff[ended][dealer];
        else if (plan->payoff[ended][dealer] < 0)
            original = plan->scale;
    }
    return sum - original;
}

int32_t kernel_split_staked(const struct kernel_split *split, const struct plan *plan)
{
    int32_t staked = 0;
    for (unsigned at = 0; at < split->count; at++)
        staked += split->hands[at].ended & ENDED_DOUBLED ? 2 * plan->scale : plan->scale;
    return staked;
}

void kernel_split_count_sides(const struct kernel_split *split, const struct plan *plan, struct score *score)
{
    if (!split->sides)
        return;
    struct score_wager *counted = &score->wagers[plan->split_side];
    for (unsigned line = 0; line <= PAY_LINES_MAX; line++)
        counted->lines[line] += split->side_lines[line];
    counted->placed += split->sides;
    counted->rounds++;
    counted->staked += (int64_t)split->sides * plan->scale;
    counted->sum += split->side_result;
    counted->square += (uint64_t)((int64_t)split->side_result * split->side_result);
}

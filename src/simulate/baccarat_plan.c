/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/baccarat_plan.h"

#include <assert.h>
#include <string.h>

#include "simulate/scale.h"

/* [bac 3.3] Ace 1, 2 to 9 their number, tens and court cards nothing. */
static unsigned points_of(unsigned rank)
{
    return rank < RANK_TEN ? rank : 0;
}

static void fill_cards(struct baccarat_plan *plan)
{
    const struct deck *deck = deck_of(plan->book.deck);
    unsigned per_deck = deck_card_count(deck);
    for (unsigned i = 0; i < per_deck; i++) {
        plan->card[i] = deck_card(deck, i);
        plan->value[i] = (uint8_t)points_of(card_rank(plan->card[i]));
    }
    plan->shoe_count = (uint16_t)(plan->decks * per_deck);
    for (unsigned i = 0; i < plan->shoe_count; i++)
        plan->shoe[i] = (uint8_t)(i % per_deck);
}

/* [bac 3.7] the table of play, answered once for every case. */
static void fill_draws(struct baccarat_plan *plan)
{
    const struct baccarat_rules *rules = &plan->book.baccarat;
    for (unsigned player = 0; player < BACCARAT_TOTALS; player++) {
        for (unsigned banker = 0; banker < BACCARAT_TOTALS; banker++) {
            bool natural = (rules->natural_totals >> player | rules->natural_totals >> banker) & 1U;
            plan->player_draws[player][banker] = !natural && rules->player_draws >> player & 1U;
            for (unsigned third = 0; third < NO_THIRD; third++)
                plan->banker_draws[player][banker][third] =
                    !natural && rules->banker_draws[banker] >> third & 1U;
            plan->banker_draws[player][banker][NO_THIRD] =
                !natural && rules->banker_draws_if_player_stands >> banker & 1U;
        }
    }
}

static void fill_deal(struct baccarat_plan *plan)
{
    const struct baccarat_rules *rules = &plan->book.baccarat;
    plan->start[0] = (uint8_t)points_of(rules->permanent_player);
    plan->start[1] = (uint8_t)points_of(rules->permanent_banker);
    plan->initial = rules->deal_count;
    for (unsigned i = 0; i < plan->initial; i++)
        plan->to[i] = rules->deal_order[i] == SIDE_BANKER;
}

static void fill_outcome(struct baccarat_plan *plan, unsigned wager)
{
    const struct wager_rule *rule = &plan->book.wagers[wager];
    for (unsigned outcome = 0; outcome < OUTCOMES; outcome++) {
        unsigned winner = outcome / BACCARAT_TOTALS + 1;
        plan->outcome_push[wager][outcome] = rule->push_on_tie && winner == WINNER_TIE;
        for (unsigned l = rule->line_count; l-- > 0;)
            if (rule->lines[l].match.winner == winner &&
                rule->lines[l].match.totals >> outcome % BACCARAT_TOTALS & 1U)
                plan->outcome_line[wager][outcome] = (uint8_t)(l + 1);
    }
}

static bool only_counts(const struct wager_rule *rule)
{
    for (unsigned l = 0; l < rule->line_count; l++) {
        const struct match *match = &rule->lines[l].match;
        if (match->alike || match->suit == SUIT_SAME || match->suit == SUIT_SAME_COLOUR ||
            match->ranks != rule->lines[0].match.ranks)
            return false;
    }
    return true;
}

static void fill_counting(struct baccarat_plan *plan, unsigned wager)
{
    const struct wager_rule *rule = &plan->book.wagers[wager];
    rank_set ranks = rule->lines[0].match.ranks;
    plan->counting = (int)wager;
    for (unsigned i = 0; i < deck_card_count(deck_of(plan->book.deck)); i++)
        plan->counted[i] = rank_set_has(ranks, card_rank(plan->card[i]));
    /* Rank 0 (no printed card) is never in a set. */
    plan->counted_start = (uint8_t)(rank_set_has(ranks, plan->book.baccarat.permanent_player) +
                                    rank_set_has(ranks, plan->book.baccarat.permanent_banker));
    for (unsigned count = 0; count < COUNTED_MAX; count++)
        for (unsigned l = rule->line_count; l-- > 0;)
            if (count >= rule->lines[l].match.count_min && count <= rule->lines[l].match.count_max)
                plan->counted_line[count] = (uint8_t)(l + 1);
}

static enum status fill_wagers(struct baccarat_plan *plan)
{
    plan->counting = -1;
    for (unsigned w = 0; w < plan->book.wager_count; w++) {
        const struct wager_rule *rule = &plan->book.wagers[w];
        if (rule->judge == JUDGE_OUTCOME) {
            fill_outcome(plan, w);
        } else {
            if (plan->counting >= 0 || !only_counts(rule))
                return STATUS_NOT_FOUND;
            fill_counting(plan, w);
        }
    }
    return STATUS_OK;
}

enum status baccarat_plan_init(struct baccarat_plan *plan, const struct rulebook *book, unsigned decks)
{
    assert(book->family == FAMILY_BACCARAT && decks >= book->decks_min && decks <= book->decks_max);
    memset(plan, 0, sizeof(*plan));
    plan->book = *book;
    plan->decks = decks;
    plan->scale = scale_of(book);
    fill_cards(plan);
    fill_deal(plan);
    fill_draws(plan);
    return fill_wagers(plan);
}

int32_t baccarat_plan_payoff(const struct baccarat_plan *plan, unsigned wager, unsigned line)
{
    return line ? scaled(plan->book.wagers[wager].lines[line - 1].pays, plan->scale) : -plan->scale;
}

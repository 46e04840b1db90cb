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

/* ---- The machine: totals of both sides, and whose card is next. ---- */

enum { PLAYER = 0, BANKER = 1 };

struct maker {
    struct baccarat_plan *plan;
    uint8_t example[MACHINE_SYMBOLS_MAX]; /* a card of each symbol */
    struct machine_maker rows;
};

struct totals {
    unsigned of[2];
};

static struct totals plus(struct totals totals, unsigned side, unsigned points)
{
    totals.of[side] = (totals.of[side] + points) % BACCARAT_TOTALS; /* [bac 3.4.2] */
    return totals;
}

/* Cards that neither totals nor the count tell apart are one symbol. */
static void find_symbols(struct maker *maker)
{
    struct baccarat_plan *plan = maker->plan;
    struct machine *machine = &plan->machine;
    machine->symbols = 0;
    for (unsigned card = 0; card < deck_card_count(deck_of(plan->book.deck)); card++) {
        unsigned symbol = 0;
        while (symbol < machine->symbols && (plan->value[maker->example[symbol]] != plan->value[card] ||
                                             plan->counted[maker->example[symbol]] != plan->counted[card]))
            symbol++;
        assert(symbol < MACHINE_SYMBOLS_MAX);
        if (symbol == machine->symbols)
            maker->example[machine->symbols++] = (uint8_t)card;
        machine->symbol[card] = (uint8_t)symbol;
    }
}

/* [bac 3.8] */
static uint32_t outcome(struct totals totals)
{
    unsigned player = totals.of[PLAYER];
    unsigned banker = totals.of[BANKER];
    unsigned winner = player == banker ? WINNER_TIE : player > banker ? WINNER_PLAYER : WINNER_BANKER;
    return machine_stop((winner - 1) * BACCARAT_TOTALS + (player > banker ? player : banker));
}

static uint32_t counted_mark(const struct maker *maker, unsigned symbol)
{
    return machine_mark((uint32_t)maker->plan->counted[maker->example[symbol]] << MARK_COUNTED_SHIFT);
}

static uint32_t banker_third(struct maker *maker, struct totals totals)
{
    uint32_t words[MACHINE_SYMBOLS_MAX];
    for (unsigned symbol = 0; symbol < maker->plan->machine.symbols; symbol++)
        words[symbol] = outcome(plus(totals, BANKER, maker->plan->value[maker->example[symbol]])) +
                        counted_mark(maker, symbol);
    return machine_row(&maker->rows, words);
}

static uint32_t player_third(struct maker *maker, struct totals totals)
{
    const struct baccarat_plan *plan = maker->plan;
    uint32_t words[MACHINE_SYMBOLS_MAX];
    for (unsigned symbol = 0; symbol < plan->machine.symbols; symbol++) {
        unsigned third = plan->value[maker->example[symbol]];
        struct totals now = plus(totals, PLAYER, third);
        bool draws = plan->banker_draws[totals.of[PLAYER]][totals.of[BANKER]][third];
        words[symbol] = (draws ? banker_third(maker, now) : outcome(now)) + counted_mark(maker, symbol);
    }
    return machine_row(&maker->rows, words);
}

/* [bac 3.7] Player by the table, then Banker by the table and Player's third card. */
static uint32_t thirds(struct maker *maker, struct totals totals)
{
    const struct baccarat_plan *plan = maker->plan;
    if (plan->player_draws[totals.of[PLAYER]][totals.of[BANKER]])
        return player_third(maker, totals);
    return plan->banker_draws[totals.of[PLAYER]][totals.of[BANKER]][NO_THIRD] ? banker_third(maker, totals)
                                                                              : outcome(totals);
}

/* [bac 3.6] the initial deal, one position of the deal order after the other: at most four. */
static uint32_t deals(struct maker *maker, unsigned at, struct totals totals)
{
    const struct baccarat_plan *plan = maker->plan;
    uint32_t words[MACHINE_SYMBOLS_MAX];
    if (at == plan->initial)
        return thirds(maker, totals);
    for (unsigned symbol = 0; symbol < plan->machine.symbols; symbol++)
        words[symbol] =
            deals(maker, at + 1, plus(totals, plan->to[at], plan->value[maker->example[symbol]])) +
            counted_mark(maker, symbol);
    return machine_row(&maker->rows, words);
}

void baccarat_plan_make_machine(struct baccarat_plan *plan)
{
    struct maker maker = {.plan = plan};
    find_symbols(&maker);
    machine_maker_init(&maker.rows, &plan->machine);
    plan->coup = deals(&maker, 0, (struct totals){{plan->start[PLAYER], plan->start[BANKER]}});
    machine_seal(&plan->machine);
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
    enum status status = fill_wagers(plan);
    baccarat_plan_make_machine(plan);
    return status;
}

int32_t baccarat_plan_payoff(const struct baccarat_plan *plan, unsigned wager, unsigned line)
{
    return line ? scaled(plan->book.wagers[wager].lines[line - 1].pays, plan->scale) : -plan->scale;
}

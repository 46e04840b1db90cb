/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/cost.h"

#include <assert.h>
#include <math.h>

#include "odds/game.h"
#include "odds/wager_odds.h"

static enum status count_part(cost_part *part_done, void *context, unsigned done, unsigned all)
{
    assert(done <= all);
    return !part_done || part_done(context, done, all) ? STATUS_OK : STATUS_CANCELLED;
}

const char *cost_value_label(unsigned value)
{
    static const char *const labels[VALUE_COUNT + 1] = {
        [1] = "A", [2] = "2", [3] = "3", [4] = "4", [5] = "5",
        [6] = "6", [7] = "7", [8] = "8", [9] = "9", [10] = "T"};
    assert(value >= 1 && value <= VALUE_COUNT);
    return labels[value];
}

double cost_row_cost(const struct cost_row *row)
{
    double cost = row->before - row->after;
    return fabs(cost) < 1e-15 ? 0 : cost;
}

static enum status edge_of_game(struct game_odds *takes, double *edge)
{
    if (!takes)
        return STATUS_NO_MEMORY;
    *edge = -takes->expected_value;
    game_odds_free(takes);
    return STATUS_OK;
}

/* For a shoe of any cards. */
static enum status edge_of_stock(const struct rulebook *book, unsigned wager, const struct stock *stock,
                                 double *edge)
{
    struct wager_odds odds;
    if (book->wagers[wager].judge == JUDGE_HAND) {
        struct supply shoe = stock_supply(stock);
        return edge_of_game(game_odds_new_quick(book, &shoe), edge);
    }
    wager_odds_init(&odds);
    enum status status = wager_odds_count_stock(&odds, book, wager, stock, SIDE_GIVEN_NOTHING);
    if (status == STATUS_OK)
        *edge = mpq_get_d(odds.house_edge);
    wager_odds_release(&odds);
    return status;
}

enum status wager_edge(const struct rulebook *book, unsigned wager, unsigned decks, double *edge)
{
    struct stock stock;
    assert(wager < book->wager_count && decks >= book->decks_min && decks <= book->decks_max);
    stock_init(&stock, deck_of((enum deck_id)book->deck), decks);
    return edge_of_stock(book, wager, &stock, edge);
}

/* A wager without known odds is no failure: its row says so. */
static enum status known_or_not(enum status status, bool *known)
{
    *known = *known && status == STATUS_OK;
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

enum status costs_of_rules(struct costs *costs, const struct rulebook *right, const struct rulebook *wrong,
                           unsigned decks, cost_part *part_done, void *context)
{
    enum status status = STATUS_OK;
    assert(right->wager_count == wrong->wager_count);
    costs->count = 0;
    for (unsigned w = 0; w < right->wager_count && status == STATUS_OK; w++) {
        struct cost_row *row = &costs->rows[costs->count++];
        *row = (struct cost_row){.kind = right->wagers[w].name, .known = true};
        status = known_or_not(wager_edge(right, w, decks, &row->before), &row->known);
        if (status == STATUS_OK)
            status = known_or_not(wager_edge(wrong, w, decks, &row->after), &row->known);
        if (status == STATUS_OK)
            status = count_part(part_done, context, w + 1, right->wager_count);
    }
    return status;
}

static bool may_be_wrong(const struct cost_cards *cards, unsigned value, struct card card)
{
    return cards->whole ? card_equal(card, cards->card) : value_of_rank(card_rank(card)) == value;
}

/* The mean over the cards that may be the wrong one, each being as likely. For the main wager of blackjack
 * all cards of a value are the same. */
static enum status edge_with_card(const struct rulebook *book, unsigned wager, unsigned decks,
                                  const struct cost_cards *cards, struct cost_row *row)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    bool is_main = book->wagers[wager].judge == JUDGE_HAND;
    enum status status = STATUS_OK;
    double sum = 0;
    unsigned count = 0;
    for (unsigned kind = 0; kind < deck_card_count(deck) && status == STATUS_OK; kind++) {
        struct stock stock;
        double edge = 0;
        bool known = true;
        if (!may_be_wrong(cards, row->value, deck_card(deck, kind)) || (is_main && count > 0))
            continue;
        stock_init(&stock, deck, decks);
        stock.left[kind] = (uint16_t)(stock.left[kind] + cards->change);
        status = known_or_not(edge_of_stock(book, wager, &stock, &edge), &known);
        sum += edge;
        count += known;
    }
    row->known = row->known && count > 0;
    row->after = count ? sum / count : 0;
    return status;
}

enum status costs_of_card(struct costs *costs, const struct rulebook *book, unsigned decks,
                          const struct cost_cards *cards, cost_part *part_done, void *context)
{
    enum status status = STATUS_OK;
    costs->count = 0;
    for (unsigned w = 0; w < book->wager_count && status == STATUS_OK; w++) {
        double before = 0;
        bool known = true;
        status = known_or_not(wager_edge(book, w, decks, &before), &known);
        for (unsigned value = 1; value <= VALUE_COUNT && status == STATUS_OK; value++) {
            if (!cards->values[value])
                continue;
            struct cost_row *row = &costs->rows[costs->count++];
            *row = (struct cost_row){book->wagers[w].name, (uint8_t)value, known, before, 0};
            status = edge_with_card(book, w, decks, cards, row);
            if (status == STATUS_OK)
                status =
                    count_part(part_done, context, w * VALUE_COUNT + value, book->wager_count * VALUE_COUNT);
        }
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/answer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DECKS_USUAL = 6 };

static bool goes_on(const struct answer_watch *watch, unsigned done, unsigned all)
{
    assert(done <= all);
    return !watch || watch->part_done(watch->context, done, all);
}

static bool takes_decks(const struct rulebook *book, unsigned decks)
{
    return decks >= book->decks_min && decks <= book->decks_max;
}

unsigned answer_decks(const struct rulebook *book)
{
    assert(book->decks_min && book->decks_min <= book->decks_max);
    unsigned usual = DECKS_USUAL < book->decks_min ? book->decks_min : DECKS_USUAL;
    return usual > book->decks_max ? book->decks_max : usual;
}

json_t *answer_head(const struct rulebook *book, unsigned decks)
{
    char hash[HASH_TEXT_MAX];
    hash_print(&book->hash, hash, sizeof hash);
    return json_pack("{s:s, s:s, s:i}", "game", book->id, "rulebook_hash", hash, "decks", (int)decks);
}

/* ---- Wagers. ---- */

static json_t *wager_json(const struct rulebook *book, unsigned number, unsigned decks, bool distribution)
{
    struct wager_odds odds;
    json_t *json = NULL;
    wager_odds_init(&odds);
    if (wager_odds_count(&odds, book, number, decks) == STATUS_OK)
        json = wager_odds_json(&odds);
    wager_odds_release(&odds);
    if (json)
        return json;
    struct game_odds *game = game_odds_new(book, decks);
    if (game && (!distribution || game_odds_deviation(game) == STATUS_OK))
        json = game_odds_json(game, book->wagers[number].name);
    game_odds_free(game);
    return json;
}

static enum status add_wager(json_t *list, json_t *wager)
{
    return wager && json_array_append_new(list, wager) == 0 ? STATUS_OK : STATUS_NO_MEMORY;
}

enum status answer_wagers(const struct rulebook *book, unsigned decks, int only, bool distribution,
                          const struct answer_watch *watch, json_t **json)
{
    assert(takes_decks(book, decks) && only < (int)book->wager_count);
    json_t *list = json_array();
    enum status status = STATUS_OK;
    *json = NULL;
    for (unsigned i = 0; i < book->wager_count && status == STATUS_OK; i++) {
        if (only < 0 || (unsigned)only == i)
            status = add_wager(list, wager_json(book, i, decks, distribution));
        if (status == STATUS_OK && !goes_on(watch, i + 1, book->wager_count))
            status = STATUS_CANCELLED;
    }
    if (status == STATUS_OK && (*json = answer_head(book, decks)))
        json_object_set(*json, "wagers", list);
    json_decref(list);
    return status;
}

/* ---- Edges. ---- */

enum status answer_edges(const struct rulebook *book, const struct answer_watch *watch, json_t **json)
{
    char hash[HASH_TEXT_MAX];
    struct edge_table edges = {0};
    *json = NULL;
    enum status status =
        edge_table_fill(&edges, book, watch ? watch->part_done : NULL, watch ? watch->context : NULL);
    if (status == STATUS_OK) {
        hash_print(&book->hash, hash, sizeof hash);
        *json = json_pack("{s:s, s:s, s:o}", "game", book->id, "rulebook_hash", hash, "wagers",
                          edge_table_json(&edges));
    }
    edge_table_release(&edges);
    return status;
}

/* ---- Strategy. ---- */

enum status answer_strategy(const struct rulebook *book, unsigned decks, json_t **json)
{
    assert(takes_decks(book, decks));
    *json = NULL;
    if (book->family != FAMILY_BLACKJACK)
        return STATUS_NOT_FOUND;
    struct strategy_chart *chart = malloc(sizeof *chart);
    struct game_odds *game = game_odds_new(book, decks);
    if (chart && game) {
        chart_make(chart, game);
        *json = answer_head(book, decks);
        json_object_update_new(
            *json, json_pack("{s:f, s:f, s:b, s:o}", "expected_value", game->printed_expected_value,
                             "best_expected_value", game->expected_value, "even_money",
                             game->printed.even_money[VALUE_ACE], "chart", chart_json(chart)));
    }
    game_odds_free(game);
    free(chart);
    return *json ? STATUS_OK : STATUS_NO_MEMORY;
}

/* ---- Errors. ---- */

json_t *costs_json(const struct rulebook *book, unsigned decks, const struct costs *costs, const char *card)
{
    json_t *wagers = json_array();
    for (unsigned i = 0; i < costs->count; i++) {
        const struct cost_row *row = &costs->rows[i];
        if (!row->known)
            continue;
        json_t *json = json_pack("{s:s, s:f, s:f, s:f}", "kind", row->kind, "house_edge", row->before,
                                 "house_edge_with_error", row->after, "cost", cost_row_cost(row));
        if (row->value)
            json_object_set_new(json, "card", json_string(card ? card : cost_value_label(row->value)));
        json_array_append_new(wagers, json);
    }
    return json_pack("{s:s, s:i, s:o}", "game", book->id, "decks", (int)decks, "wagers", wagers);
}

static enum status give_costs(enum status status, const struct rulebook *book, unsigned decks,
                              struct costs *takes, json_t **json)
{
    *json = status == STATUS_OK ? costs_json(book, decks, takes, NULL) : NULL;
    free(takes);
    return status;
}

enum status answer_cost(const struct rulebook *right, const struct rulebook *wrong, unsigned decks,
                        const struct answer_watch *watch, json_t **json)
{
    assert(takes_decks(right, decks) && takes_decks(wrong, decks));
    struct costs *costs = malloc(sizeof *costs);
    enum status status = !costs ? STATUS_NO_MEMORY
                                : costs_of_rules(costs, right, wrong, decks, watch ? watch->part_done : NULL,
                                                 watch ? watch->context : NULL);
    return give_costs(status, right, decks, costs, json);
}

enum status answer_removal(const struct rulebook *book, unsigned decks, int change,
                           const struct answer_watch *watch, json_t **json)
{
    assert(takes_decks(book, decks) && (change == 1 || change == -1));
    struct cost_cards cards = {.change = change};
    struct costs *costs = malloc(sizeof *costs);
    memset(cards.values, 1, sizeof(cards.values));
    enum status status = !costs ? STATUS_NO_MEMORY
                                : costs_of_card(costs, book, decks, &cards, watch ? watch->part_done : NULL,
                                                watch ? watch->context : NULL);
    return give_costs(status, book, decks, costs, json);
}

/* ---- Hands. ---- */

/* The rank of one word: "8", "T", "10", "8s"; 0 if it is no card of the deck. */
static unsigned rank_of(const struct deck *deck, const char *word, size_t length)
{
    struct card card;
    assert(length);
    if (length == 1)
        return deck_parse_rank(deck, word[0]);
    if (length == 2 && memcmp(word, "10", 2) == 0)
        return RANK_TEN;
    return deck_parse_card(deck, word, length, &card) ? card_rank(card) : 0;
}

enum status answer_cards(const struct rulebook *book, const char *text, uint8_t count[VALUE_COUNT + 1],
                         struct span *bad)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    static const char between[] = ", ";
    memset(count, 0, VALUE_COUNT + 1);
    for (const char *word = text + strspn(text, between); *word; word += strspn(word, between)) {
        size_t length = strcspn(word, between);
        unsigned rank = rank_of(deck, word, length);
        if (!rank || count[value_of_rank(rank)] == UINT8_MAX) {
            *bad = (struct span){(const uint8_t *)word, length};
            return STATUS_BAD_TEXT;
        }
        count[value_of_rank(rank)]++;
        word += length;
    }
    return STATUS_OK;
}

static enum status take_seen(struct supply *shoe, const uint8_t seen[VALUE_COUNT + 1])
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        for (unsigned i = 0; i < seen[value]; i++)
            if (!supply_take(shoe, value))
                return STATUS_CARDS_GONE;
    return STATUS_OK;
}

/* The one card the Dealer shows. */
static bool find_up(const uint8_t up[VALUE_COUNT + 1], uint8_t *value)
{
    unsigned shown = 0;
    for (unsigned i = 1; i <= VALUE_COUNT; i++) {
        shown += up[i];
        if (up[i])
            *value = (uint8_t)i;
    }
    return shown == 1;
}

enum status answer_question(const struct rulebook *book, unsigned decks, const struct answer_words *words,
                            struct supply *shoe, struct hand_question *question, struct span *bad)
{
    assert(takes_decks(book, decks) && words->hand && words->dealer);
    uint8_t up[VALUE_COUNT + 1];
    uint8_t seen[VALUE_COUNT + 1];
    *question = (struct hand_question){.split = false};
    *bad = (struct span){NULL, 0};
    supply_init(shoe, deck_of((enum deck_id)book->deck), decks);
    enum status status = answer_cards(book, words->hand, question->cards, bad);
    if (status == STATUS_OK)
        status = answer_cards(book, words->dealer, up, bad);
    if (status == STATUS_OK && !find_up(up, &question->up))
        status = STATUS_BAD_TEXT;
    if (status == STATUS_OK)
        status = answer_cards(book, words->seen ? words->seen : "", seen, bad);
    return status == STATUS_OK ? take_seen(shoe, seen) : status;
}

enum status answer_hand(const struct rulebook *book, unsigned decks, const struct answer_words *words,
                        struct span *bad, json_t **json)
{
    struct hand_question question;
    struct hand_answer answer;
    struct supply shoe;
    *json = NULL;
    enum status status = answer_question(book, decks, words, &shoe, &question, bad);
    if (status == STATUS_OK)
        status = odds_hand(book, &shoe, &question, &answer);
    if (status != STATUS_OK)
        return status;
    *json = answer_head(book, decks);
    json_object_update_missing_new(*json, hand_answer_json(&answer, words->hand, words->dealer));
    return *json ? STATUS_OK : STATUS_NO_MEMORY;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/edge_table.h"

#include <assert.h>
#include <stdlib.h>

#include "odds/game.h"
#include "odds/wager_odds.h"

/* A table on its way. */
struct filling {
    struct edge_table *table;
    const struct rulebook *book;
    bool (*part_done)(void *context, unsigned done, unsigned all);
    void *context;
    unsigned done;
    unsigned all;
};

static enum status count_part(struct filling *filling)
{
    assert(filling->done < filling->all);
    filling->done++;
    bool goes_on = !filling->part_done || filling->part_done(filling->context, filling->done, filling->all);
    return goes_on ? STATUS_OK : STATUS_CANCELLED;
}

static struct edge_row *add_row(struct edge_table *table, const char *kind, const char *label)
{
    assert(table->row_count < EDGE_ROWS_MAX);
    struct edge_row *row = &table->rows[table->row_count++];
    row->kind = kind;
    row->label = label;
    return row;
}

/* The main wager has two rows: best play, and the printed card. */
static enum status fill_main(struct filling *filling, const struct wager_rule *rule)
{
    struct edge_table *table = filling->table;
    struct edge_row *best = add_row(table, rule->name, label_say(&rule->label, LANGUAGE_ENGLISH));
    struct edge_row *printed = add_row(table, "main-printed", "Main wager by the printed card");
    enum status status = STATUS_OK;
    for (unsigned decks = table->decks_min; decks <= table->decks_max && status == STATUS_OK; decks++) {
        struct game_odds *game = game_odds_new(filling->book, decks);
        if (!game)
            return STATUS_NO_MEMORY;
        best->edge[decks] = -game->expected_value;
        printed->edge[decks] = -game->printed_expected_value;
        game_odds_free(game);
        status = count_part(filling);
    }
    return status;
}

static enum status fill_counted(struct filling *filling, unsigned wager)
{
    const struct wager_rule *rule = &filling->book->wagers[wager];
    struct edge_table *table = filling->table;
    struct edge_row *row = add_row(table, rule->name, label_say(&rule->label, LANGUAGE_ENGLISH));
    struct wager_odds odds;
    enum status status = STATUS_OK;
    wager_odds_init(&odds);
    for (unsigned decks = table->decks_min; decks <= table->decks_max && status == STATUS_OK; decks++) {
        status = wager_odds_count(&odds, filling->book, wager, decks);
        if (status != STATUS_OK)
            break;
        row->edge[decks] = mpq_get_d(odds.house_edge);
        row->fraction[decks] = fraction_text(odds.house_edge);
        status = count_part(filling);
    }
    wager_odds_release(&odds);
    return status;
}

enum status edge_table_fill(struct edge_table *table, const struct rulebook *book,
                            bool (*part_done)(void *context, unsigned done, unsigned all), void *context)
{
    assert(table->row_count == 0 && book->decks_max <= SHOE_DECKS_MAX);
    unsigned parts = (unsigned)(book->decks_max - book->decks_min + 1) * book->wager_count;
    struct filling filling = {table, book, part_done, context, 0, parts};
    enum status status = STATUS_OK;
    table->title = label_say(&book->name, LANGUAGE_ENGLISH);
    table->decks_min = book->decks_min;
    table->decks_max = book->decks_max;
    for (unsigned i = 0; i < book->wager_count && status == STATUS_OK; i++)
        status = book->wagers[i].judge == JUDGE_HAND ? fill_main(&filling, &book->wagers[i])
                                                     : fill_counted(&filling, i);
    return status;
}

void edge_table_release(struct edge_table *table)
{
    for (unsigned i = 0; i < table->row_count; i++)
        for (unsigned decks = 0; decks <= SHOE_DECKS_MAX; decks++)
            free(table->rows[i].fraction[decks]);
    *table = (struct edge_table){0};
}

json_t *edge_table_json(const struct edge_table *table)
{
    json_t *wagers = json_array();
    for (unsigned i = 0; i < table->row_count; i++) {
        const struct edge_row *row = &table->rows[i];
        json_t *list = json_array();
        for (unsigned decks = table->decks_min; decks <= table->decks_max; decks++)
            json_array_append_new(list,
                                  json_pack("{s:i, s:f, s:s?}", "decks", (int)decks, "house_edge",
                                            row->edge[decks], "house_edge_fraction", row->fraction[decks]));
        json_array_append_new(wagers, json_pack("{s:s, s:o}", "kind", row->kind, "edges", list));
    }
    return wagers;
}

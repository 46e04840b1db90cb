/* SPDX-License-Identifier: Apache-2.0 */
/* edge_table.h - the house edge of every wager for every number of decks.
 *
 * Pure. Owns the fractions in it (edge_table_release). */
#ifndef CROUPIER_ODDS_EDGE_TABLE_H
#define CROUPIER_ODDS_EDGE_TABLE_H

#include <jansson.h>

#include "base/status.h"
#include "cards/shoe.h"
#include "rulebook/rulebook.h"

enum { EDGE_ROWS_MAX = WAGERS_MAX + 1 };

struct edge_row {
    const char *kind;                   /* the wager's name in the rulebook */
    const char *label;                  /* for people */
    double edge[SHOE_DECKS_MAX + 1];    /* by decks */
    char *fraction[SHOE_DECKS_MAX + 1]; /* exactly, owned; NULL: not known */
};

struct edge_table {
    const char *title;
    unsigned decks_min;
    unsigned decks_max;
    unsigned row_count;
    struct edge_row rows[EDGE_ROWS_MAX];
};

/* Fills a table that is all zero; release it in any case. `part_done` may be NULL; if it returns false, the
 * work stops with STATUS_CANCELLED. */
enum status edge_table_fill(struct edge_table *table, const struct rulebook *book,
                            bool (*part_done)(void *context, unsigned done, unsigned all),
                            void *context) MUST_CHECK;
void edge_table_release(struct edge_table *table);

/* A list of wagers, each with its edges; the caller owns it. */
json_t *edge_table_json(const struct edge_table *table);

#endif

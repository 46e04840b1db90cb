/* SPDX-License-Identifier: Apache-2.0 */
#include "report/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide; /* ten thousand times a large amount does not fit 64 bits */

int64_t figures_win(const struct figures *figures)
{
    if (!figures->has_float)
        return figures->result_cents;
    return figures->closing_cents + figures->credits_cents + figures->drop_cents - figures->opening_cents -
           figures->fills_cents;
}

bool figures_hold(const struct figures *figures, int64_t *basis_points)
{
    bool held = figures->drop_cents > 0;
    wide win = figures_win(figures);
    *basis_points = held ? (int64_t)(win * 10000 / figures->drop_cents) : 0;
    return held;
}

int64_t figures_pace(const struct figures *figures)
{
    int64_t span_ms = figures->last_ms - figures->first_ms;
    if (figures->rounds < 2 || span_ms <= 0)
        return 0;
    return (int64_t)(figures->rounds - 1) * 3600000 / span_ms;
}

void figures_add(struct figures *sum, const struct figures *part)
{
    sum->opening_cents += part->opening_cents;
    sum->closing_cents += part->closing_cents;
    sum->fills_cents += part->fills_cents;
    sum->credits_cents += part->credits_cents;
    sum->drop_cents += part->drop_cents;
    sum->result_cents += part->result_cents;
    sum->turnover_cents += part->turnover_cents;
    sum->theoretical_cents += part->theoretical_cents;
    sum->rounds += part->rounds;
    sum->voids += part->voids;
    sum->irregularities += part->irregularities;
    sum->has_float |= part->has_float;
    if (part->first_ms && (!sum->first_ms || part->first_ms < sum->first_ms))
        sum->first_ms = part->first_ms;
    if (part->last_ms > sum->last_ms)
        sum->last_ms = part->last_ms;
}

void figures_rows_release(struct figures_rows *rows)
{
    free(rows->items);
    *rows = (struct figures_rows){.count = 0};
}

struct figures *figures_rows_find(struct figures_rows *rows, const char *name)
{
    for (unsigned i = 0; i < rows->count; i++)
        if (strcmp(rows->items[i].name, name) == 0)
            return &rows->items[i];
    if (rows->count == rows->room) {
        unsigned room = rows->room ? 2 * rows->room : 16;
        struct figures *grown = room <= FIGURES_ROWS_MAX ? realloc(rows->items, room * sizeof *grown) : NULL;
        if (!grown)
            return NULL;
        rows->items = grown;
        rows->room = room;
    }
    struct figures *row = &rows->items[rows->count++];
    *row = (struct figures){.rounds = 0};
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* figures.h - the figures of a table, a dealer or an hour, as the trade counts them.
 *
 * Pure. Win, drop and hold are those of docs/journal.md, section 15; turnover and theoretical win are figures
 * of their own. */
#ifndef CROUPIER_REPORT_FIGURES_H
#define CROUPIER_REPORT_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIGURES_NAME_MAX = 64, FIGURES_ROWS_MAX = 4096 };

struct figures {
    char name[FIGURES_NAME_MAX];
    int64_t opening_cents; /* the float at the beginning and at the end; of tables and the total only */
    int64_t closing_cents;
    int64_t fills_cents;
    int64_t credits_cents;
    int64_t drop_cents;
    int64_t result_cents;     /* of the rounds: collected less paid */
    int64_t turnover_cents;   /* what was staked in rounds that counted */
    double theoretical_cents; /* every stake times the exact edge of its wager */
    uint64_t rounds;          /* that somebody had a wager in */
    uint64_t voids;
    uint64_t irregularities;
    int64_t first_ms; /* of its rounds, the end of the first and the last; 0: none */
    int64_t last_ms;
    bool has_float; /* the floats, fills, credits and drop above are known */
};

/* closing float + credits + drop - opening float - fills; without a float, the result of the rounds. */
int64_t figures_win(const struct figures *figures);

/* Win in hundredths of a percent of the drop, rounded towards 0; false if the drop is 0. */
bool figures_hold(const struct figures *figures, int64_t *basis_points);

/* Rounds an hour between the first and the last; 0 with fewer than two. */
int64_t figures_pace(const struct figures *figures);

void figures_add(struct figures *sum, const struct figures *part); /* everything but the name */

/* A list of figures by name. Owns its memory (figures_rows_release). */
struct figures_rows {
    struct figures *items;
    unsigned count;
    unsigned room;
};

void figures_rows_release(struct figures_rows *rows);

/* The row of that name, made if there is none; NULL: no memory, or too many. Borrowed until the next is made.
 */
struct figures *figures_rows_find(struct figures_rows *rows, const char *name);

#endif

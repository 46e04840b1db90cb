/* SPDX-License-Identifier: Apache-2.0 */
/* grid.h - rows and columns of text on a terminal.
 *
 * Columns are as wide as their widest cell, measured in terminal columns of UTF-8 text (Chinese characters
 * take two). On a terminal the last column is wrapped at blanks to the width left; elsewhere a row is one
 * line. Cells are copied and may be NULL for empty. */
#ifndef CROUPIER_CLI_GRID_H
#define CROUPIER_CLI_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GRID_COLUMNS_MAX = 12 };

struct grid {
    unsigned columns;
    unsigned width[GRID_COLUMNS_MAX];
    unsigned right;    /* bit per column set flush right */
    size_t cell_count; /* a multiple of columns */
    size_t cell_room;
    char **cells;
    bool has_headings;
};

/* `headings` may be NULL: a table without them. */
void grid_init(struct grid *grid, unsigned columns, const char *const *headings);
void grid_add(struct grid *grid, const char *const *cells);

/* Each line starts with `indent` blanks. */
void grid_print(const struct grid *grid, unsigned indent, FILE *out);
void grid_release(struct grid *grid);

/* How many terminal columns a UTF-8 string takes; a broken byte counts as one. */
unsigned text_width(const char *text);

#endif

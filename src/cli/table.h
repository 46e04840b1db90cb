/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - rows and columns of text on a terminal.
 *
 * Columns are as wide as their widest cell, measured in terminal columns of UTF-8 text (Chinese characters
 * take two). On a terminal the last column is wrapped at blanks to the width left; elsewhere a row is one
 * line. Cells are copied and may be NULL for empty. */
#ifndef CROUPIER_CLI_TABLE_H
#define CROUPIER_CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TABLE_COLUMNS_MAX = 12 };

struct table {
    unsigned columns;
    unsigned width[TABLE_COLUMNS_MAX];
    unsigned right;    /* bit per column set flush right */
    size_t cell_count; /* a multiple of columns */
    size_t cell_room;
    char **cells;
    bool has_headings;
};

/* `headings` may be NULL: a table without them. */
void table_init(struct table *table, unsigned columns, const char *const *headings);
void table_add(struct table *table, const char *const *cells);

/* Each line starts with `indent` blanks. */
void table_print(const struct table *table, unsigned indent, FILE *out);
void table_release(struct table *table);

/* How many terminal columns a UTF-8 string takes; a broken byte counts as one. */
unsigned text_width(const char *text);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/grid.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/style.h"

enum { GAP = 2, WRAP_MIN = 24 };

/* Reads one character and moves on; a byte that starts no character counts as one. */
static uint32_t next_character(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    unsigned more = s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : s[0] >= 0xc2 ? 1 : 0;
    uint32_t code = more ? s[0] & (0x3fU >> more) : s[0];
    for (unsigned i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            *text += 1;
            return s[0];
        }
        code = code << 6 | (s[i] & 0x3fU);
    }
    *text += more + 1;
    return code;
}

static unsigned character_width(uint32_t code)
{
    static const struct {
        uint32_t from, to;
        unsigned width;
    } ranges[] = {
        {0x0300, 0x036f, 0}, {0x200b, 0x200f, 0},   {0x1100, 0x115f, 2},   {0x2e80, 0xa4cf, 2},
        {0xac00, 0xd7a3, 2}, {0xf900, 0xfaff, 2},   {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},
        {0xffe0, 0xffe6, 2}, {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
        if (code >= ranges[i].from && code <= ranges[i].to)
            return ranges[i].width;
    return 1;
}

unsigned text_width(const char *text)
{
    unsigned width = 0;
    while (*text)
        width += character_width(next_character(&text));
    return width;
}

static void put_cell(struct grid *grid, const char *text)
{
    if (grid->cell_count == grid->cell_room) {
        grid->cell_room = grid->cell_room ? 2 * grid->cell_room : 64;
        grid->cells = realloc(grid->cells, grid->cell_room * sizeof(*grid->cells));
        if (!grid->cells)
            abort();
    }
    char *copy = strdup(text ? text : "");
    if (!copy)
        abort();
    unsigned column = (unsigned)(grid->cell_count % grid->columns);
    unsigned width = text_width(copy);
    if (width > grid->width[column])
        grid->width[column] = width;
    grid->cells[grid->cell_count++] = copy;
}

void grid_init(struct grid *grid, unsigned columns, const char *const *headings)
{
    assert(columns >= 1 && columns <= GRID_COLUMNS_MAX);
    *grid = (struct grid){.columns = columns, .has_headings = headings != NULL};
    if (headings)
        grid_add(grid, headings);
}

void grid_add(struct grid *grid, const char *const *cells)
{
    for (unsigned i = 0; i < grid->columns; i++)
        put_cell(grid, cells[i]);
}

static void put_blanks(unsigned count, FILE *out)
{
    fprintf(out, "%*s", (int)count, "");
}

/* The longest piece of `text`, in bytes, that ends at a blank (or at the end) and fits in `room` columns. A
 * word that is too long alone, and Chinese text without blanks, is cut where the room ends. */
static size_t piece_that_fits(const char *text, unsigned room)
{
    const char *at = text;
    size_t at_blank = 0;
    unsigned width = 0;
    while (*at) {
        const char *before = at;
        if (*at == ' ')
            at_blank = (size_t)(at - text);
        width += character_width(next_character(&at));
        if (width > room)
            return at_blank ? at_blank : (size_t)(before - text);
    }
    return (size_t)(at - text);
}

static void put_wrapped(const char *text, unsigned left, unsigned room, FILE *out)
{
    size_t bytes = piece_that_fits(text, room);
    fwrite(text, 1, bytes, out);
    for (text += bytes; *text; text += bytes) {
        text += strspn(text, " ");
        fputc('\n', out);
        put_blanks(left, out);
        bytes = piece_that_fits(text, room);
        fwrite(text, 1, bytes, out);
    }
}

/* How many cells there are up to the last that is not empty: nothing is printed after it, not even blanks. */
static unsigned cells_used(const struct grid *grid, char *const *row)
{
    unsigned used = grid->columns;
    while (used > 0 && !row[used - 1][0])
        used--;
    return used;
}

static void print_row(const struct grid *grid, char *const *row, unsigned indent, unsigned columns, FILE *out)
{
    unsigned left = indent;
    unsigned used = cells_used(grid, row);
    put_blanks(used ? indent : 0, out);
    for (unsigned i = 0; i < used; i++) {
        if (grid->width[i] == 0) /* a column without anything in it takes no room */
            continue;
        unsigned pad = grid->width[i] - text_width(row[i]);
        bool right = grid->right >> i & 1U;
        bool wrap = i == grid->columns - 1 && !right && columns >= left + WRAP_MIN;
        put_blanks(right ? pad : 0, out);
        put_wrapped(row[i], left, wrap ? columns - left : UINT32_MAX, out);
        if (i + 1 < used)
            put_blanks((right ? 0 : pad) + GAP, out);
        left += grid->width[i] + GAP;
    }
    fputc('\n', out);
}

void grid_print(const struct grid *grid, unsigned indent, FILE *out)
{
    unsigned columns = style_columns(out);
    for (size_t i = 0; i < grid->cell_count; i += grid->columns) {
        bool heading = i == 0 && grid->has_headings;
        if (heading)
            fputs(style_of(out, STYLE_BOLD), out);
        print_row(grid, grid->cells + i, indent, columns, out);
        if (heading)
            fputs(style_of(out, STYLE_PLAIN), out);
    }
}

void grid_release(struct grid *grid)
{
    for (size_t i = 0; i < grid->cell_count; i++)
        free(grid->cells[i]);
    free(grid->cells);
    *grid = (struct grid){.columns = grid->columns};
}

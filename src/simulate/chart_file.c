/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/chart_file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum {
    ROW_HARD = 0,
    ROW_SOFT = 22,
    ROW_PAIR = 44,
    ROW_BLACKJACK = 54,
    ROWS = 55,
    CELL_BYTES = 8,
    LINE_BYTES = 512
};
enum { HARD_MIN = 5, SOFT_MIN = 13, TOTAL_TOP = 20 };

static const char value_letters[] = "A23456789T";

/* First, second and last resort of a cell. */
struct cell_kind {
    const char *name;
    uint8_t plays[3];
};

static const struct cell_kind cell_kinds[] = {
    {"S", {CHART_STAND, CHART_STAND, CHART_HIT}},      {"H", {CHART_HIT, CHART_HIT, CHART_STAND}},
    {"D", {CHART_DOUBLE, CHART_HIT, CHART_STAND}},     {"DS", {CHART_DOUBLE, CHART_STAND, CHART_HIT}},
    {"P", {CHART_SPLIT, CHART_STAND, CHART_STAND}},    {"R", {CHART_SURRENDER, CHART_HIT, CHART_STAND}},
    {"RS", {CHART_SURRENDER, CHART_STAND, CHART_HIT}}, {"RP", {CHART_SURRENDER, CHART_SPLIT, CHART_STAND}},
    {"E", {CHART_EVEN, CHART_STAND, CHART_STAND}},
};

struct sheet {
    const struct cell_kind *cell[ROWS][HAND_VALUES];
    int column_value[HAND_VALUES]; /* of the file's columns, from the first line; -1 before it */
    bool has_head;
};

static int value_of(char letter)
{
    const char *at = letter ? strchr(value_letters, toupper((unsigned char)letter)) : NULL;
    return at ? (int)(at - value_letters) : -1;
}

static const struct cell_kind *cell_named(const char *name)
{
    for (size_t i = 0; i < sizeof(cell_kinds) / sizeof(cell_kinds[0]); i++)
        if (strcmp(cell_kinds[i].name, name) == 0)
            return &cell_kinds[i];
    return NULL;
}

/* The whole text is a total. */
static bool is_total(const char *text, unsigned least, unsigned *total)
{
    uint64_t number = 0;
    bool good = text_take_number(&text, TOTAL_TOP, &number) && !*text && number >= least;
    *total = (unsigned)number;
    return good;
}

/* The row a hand's name stands for, or -1. */
static int row_of(const char *name)
{
    unsigned total;
    if (strcmp(name, "BJ") == 0)
        return ROW_BLACKJACK;
    if (name[0] == 'S')
        return is_total(name + 1, SOFT_MIN, &total) ? ROW_SOFT + (int)total : -1;
    if (strlen(name) == 2 && name[0] == name[1] && value_of(name[0]) >= 0)
        return name[0] == '1' ? -1 : ROW_PAIR + value_of(name[0]);
    if (is_total(name, HARD_MIN - 1, &total))
        return ROW_HARD + (int)total;
    return -1;
}

/* The next field of a line, upper case and without blanks; false at the end. */
static bool next_field(const char **at, char *field)
{
    size_t used = 0;
    field[0] = '\0';
    if (!*at)
        return false;
    const char *comma = strchr(*at, ',');
    const char *stop = comma ? comma : *at + strlen(*at);
    for (const char *c = *at; c < stop; c++)
        if (!isspace((unsigned char)*c) && *c != '"' && used + 1 < CELL_BYTES)
            field[used++] = (char)toupper((unsigned char)*c);
    field[used] = '\0';
    *at = comma ? comma + 1 : NULL;
    return true;
}

static void read_head(struct sheet *sheet, const char *line, unsigned number, struct faults *faults)
{
    char field[CELL_BYTES];
    unsigned seen = 0;
    const char *at = line;
    next_field(&at, field);
    for (unsigned column = 0; column < HAND_VALUES; column++) {
        bool there = next_field(&at, field);
        int value = there && strlen(field) == 1 ? value_of(field[0]) : -1;
        if (value < 0 || seen >> value & 1U) {
            faults_add(faults, number, column + 2,
                       "the first line names the Dealer's ten cards: hand,2,3,4,5,6,7,8,9,T,A");
            return;
        }
        seen |= 1U << value;
        sheet->column_value[column] = value;
    }
    sheet->has_head = true;
}

static void read_row(struct sheet *sheet, const char *line, unsigned number, struct faults *faults)
{
    char name[CELL_BYTES];
    char field[CELL_BYTES];
    const char *at = line;
    next_field(&at, name);
    int row = row_of(name);
    if (row < 0) {
        faults_add(faults, number, 1, "unknown hand \"%s\" (a total like 16 or s18, a pair like 88, or BJ)",
                   name);
        return;
    }
    if (sheet->cell[row][0]) {
        faults_add(faults, number, 1, "hand \"%s\" stands here for the second time", name);
        return;
    }
    for (unsigned column = 0; column < HAND_VALUES; column++) {
        const struct cell_kind *cell = next_field(&at, field) ? cell_named(field) : NULL;
        if (!cell)
            faults_add(faults, number, column + 2, "hand %s against %c: %s", name,
                       value_letters[sheet->column_value[column]],
                       at || field[0] ? "a cell is S, H, D, DS, P, R, RS, RP or E" : "a cell is missing");
        else
            sheet->cell[row][sheet->column_value[column]] = cell;
    }
    if (at)
        faults_add(faults, number, HAND_VALUES + 2, "hand %s has more than ten cells", name);
}

static void check_rows(const struct sheet *sheet, unsigned lines, struct faults *faults)
{
    for (unsigned total = HARD_MIN; total <= TOTAL_TOP; total++)
        if (!sheet->cell[ROW_HARD + total][0])
            faults_add(faults, lines, 1, "the line of hand %u is missing", total);
    for (unsigned total = SOFT_MIN; total <= TOTAL_TOP; total++)
        if (!sheet->cell[ROW_SOFT + total][0])
            faults_add(faults, lines, 1, "the line of hand s%u is missing", total);
    for (unsigned value = 0; value < HAND_VALUES; value++)
        if (!sheet->cell[ROW_PAIR + value][0])
            faults_add(faults, lines, 1, "the line of hand %c%c is missing", value_letters[value],
                       value_letters[value]);
}

static bool read_sheet(struct sheet *sheet, const char *bytes, size_t size, struct faults *faults)
{
    unsigned number = 0;
    for (const char *at = bytes, *end = bytes + size; at < end && faults->count < FAULTS_MAX;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        char line[LINE_BYTES];
        number++;
        if (length >= LINE_BYTES || memchr(at, '\0', length)) {
            faults_add(faults, number, 1, "the line is too long or holds a zero byte");
        } else {
            memcpy(line, at, length);
            line[length] = '\0';
            bool blank = line[strspn(line, " \t\r,")] == '\0' || line[strspn(line, " \t")] == '#';
            if (!blank && !sheet->has_head && !faults->count)
                read_head(sheet, line, number, faults);
            else if (!blank && sheet->has_head)
                read_row(sheet, line, number, faults);
        }
        at += length + 1;
    }
    if (!sheet->has_head && !faults->count)
        faults_add(faults, number ? number : 1, 1, "the file is empty");
    if (!faults->count)
        check_rows(sheet, number, faults);
    return faults->count == 0;
}

/* The line of the sheet a state goes by; NULL where the sheet has none (21, and two-card totals below the
 * first line). */
static const struct cell_kind *cell_of(const struct sheet *sheet, const struct hand_states *hands,
                                       unsigned state, enum chart_context context, unsigned dealer)
{
    const uint8_t *counts = hands->counts[state];
    bool two = hands->cards[state] == 2;
    if (two && context == CHART_FIRST && counts[0] == 1 && counts[HAND_VALUES - 1] == 1)
        return sheet->cell[ROW_BLACKJACK][dealer];
    for (unsigned value = 0; two && value < HAND_VALUES; value++)
        if (counts[value] == 2)
            return sheet->cell[ROW_PAIR + value][dealer];
    return sheet->cell[(hands->soft[state] ? ROW_SOFT : ROW_HARD) + hands->total[state]][dealer];
}

/* A pair that may not be split, or need not be, goes by its total where the pair's own cell does not say. */
static unsigned play_of(const struct sheet *sheet, const struct hand_states *hands, unsigned state,
                        enum chart_context context, unsigned dealer, unsigned legal)
{
    const struct cell_kind *cell = cell_of(sheet, hands, state, context, dealer);
    if (cell && cell->plays[0] == CHART_SPLIT && !(legal >> CHART_SPLIT & 1U))
        cell = sheet->cell[(hands->soft[state] ? ROW_SOFT : ROW_HARD) + hands->total[state]][dealer];
    for (unsigned i = 0; cell && i < 3; i++)
        if (legal >> cell->plays[i] & 1U)
            return cell->plays[i];
    bool low = hands->total[state] < 12 || (hands->soft[state] && hands->total[state] < SOFT_MIN);
    return low && legal >> CHART_HIT & 1U ? CHART_HIT : CHART_STAND;
}

bool chart_file_parse(struct chart *chart, const struct rulebook *book, const char *bytes, size_t size,
                      struct faults *faults)
{
    struct sheet sheet;
    memset(&sheet, 0, sizeof(sheet));
    if (!read_sheet(&sheet, bytes, size, faults))
        return false;
    hand_states_init(&chart->hands);
    memset(chart->action, CHART_STAND, sizeof(chart->action));
    for (unsigned context = 0; context < CHART_CONTEXTS; context++) {
        for (unsigned dealer = 0; dealer < HAND_VALUES; dealer++) {
            for (unsigned state = 1; state < chart->hands.count; state++) {
                unsigned legal = chart_legal(book, &chart->hands, state, context, dealer);
                chart->action[context][dealer][state] =
                    (uint8_t)play_of(&sheet, &chart->hands, state, context, dealer, legal);
            }
        }
    }
    return true;
}

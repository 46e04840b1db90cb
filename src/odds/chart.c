/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/chart.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *letters;
    const char *says;
    const char *colour;
} marks[MARKS] = {
    [MARK_HIT] = {"H", "Hit", "#ffffff"},
    [MARK_STAND] = {"S", "Stand", "#f0e442"},
    [MARK_DOUBLE_HIT] = {"Dh", "Double, else hit", "#56b4e9"},
    [MARK_DOUBLE_STAND] = {"Ds", "Double, else stand", "#9ad2f2"},
    [MARK_SPLIT] = {"P", "Split", "#e69f00"},
    [MARK_SURRENDER_HIT] = {"Rh", "Surrender, else hit", "#c9c9c9"},
    [MARK_SURRENDER_STAND] = {"Rs", "Surrender, else stand", "#b5b5b5"},
    [MARK_SURRENDER_SPLIT] = {"Rp", "Surrender, else split", "#d8b98a"},
};

const char *mark_letters(enum chart_mark mark)
{
    assert(mark < MARKS);
    return marks[mark].letters;
}

const char *mark_says(enum chart_mark mark)
{
    assert(mark < MARKS);
    return marks[mark].says;
}

const char *mark_colour(enum chart_mark mark)
{
    assert(mark < MARKS);
    return marks[mark].colour;
}

unsigned chart_upcard(unsigned column)
{
    return column + 1 < CHART_COLUMNS ? column + 2 : VALUE_ACE;
}

const char *chart_upcard_label(unsigned column)
{
    static const char *const labels[CHART_COLUMNS] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "A"};
    return labels[column];
}

static enum chart_mark kept_mark(const struct game_odds *game, const struct holding *hand, unsigned up)
{
    const struct strategy *card = &game->printed;
    bool hits = card->hit[hand->soft][hand->total][up];
    if (terms_may_double(&game->terms, hand) && card->doubles[hand->soft][hand->total][up])
        return hits ? MARK_DOUBLE_HIT : MARK_DOUBLE_STAND;
    return hits ? MARK_HIT : MARK_STAND;
}

static enum chart_mark mark_of(const struct game_odds *game, const struct holding *hand, unsigned up,
                               unsigned pair)
{
    const struct strategy *card = &game->printed;
    bool surrender = pair ? card->surrender_pair[pair][up] : card->surrender[hand->soft][hand->total][up];
    bool split = pair && card->split[pair][up];
    if (!surrender)
        return split ? MARK_SPLIT : kept_mark(game, hand, up);
    if (split)
        return MARK_SURRENDER_SPLIT;
    return card->hit[hand->soft][hand->total][up] ? MARK_SURRENDER_HIT : MARK_SURRENDER_STAND;
}

static void add_row(struct strategy_chart *chart, const struct game_odds *game, const char *label,
                    unsigned hand, unsigned pair)
{
    assert(chart->row_count < CHART_ROWS_MAX);
    struct chart_row *row = &chart->rows[chart->row_count++];
    snprintf(row->label, sizeof(row->label), "%s", label);
    for (unsigned column = 0; column < CHART_COLUMNS; column++) {
        row->marks[column] = (uint8_t)mark_of(game, &game->hands.at[hand], chart_upcard(column), pair);
        chart->used[row->marks[column]] = true;
    }
}

static void open_section(struct strategy_chart *chart, unsigned number, const char *heading)
{
    chart->sections[number].heading = heading;
    chart->sections[number].first = chart->row_count;
}

static void close_section(struct strategy_chart *chart, unsigned number)
{
    chart->sections[number].count = chart->row_count - chart->sections[number].first;
}

/* Two unlike cards of a hard total; a total of 20 has only the pair, which counts the same. */
static unsigned hard_hand(const struct game_odds *game, unsigned total)
{
    unsigned low = total > VALUE_TEN + 2 ? total - VALUE_TEN : 2;
    return hands_two(&game->hands, low, total - low);
}

void chart_make(struct strategy_chart *chart, const struct game_odds *game)
{
    char label[12];
    memset(chart, 0, sizeof(*chart));
    open_section(chart, 0, "Hard totals");
    for (unsigned total = 5; total <= 20; total++) {
        snprintf(label, sizeof(label), "%u", total);
        add_row(chart, game, label, hard_hand(game, total), 0);
    }
    close_section(chart, 0);
    open_section(chart, 1, "Soft totals");
    for (unsigned value = 2; value <= 9; value++) {
        snprintf(label, sizeof(label), "A,%u", value);
        add_row(chart, game, label, hands_two(&game->hands, VALUE_ACE, value), 0);
    }
    close_section(chart, 1);
    open_section(chart, 2, "Pairs");
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        if (value == VALUE_ACE)
            snprintf(label, sizeof(label), "A,A");
        else
            snprintf(label, sizeof(label), "%u,%u", value, value);
        add_row(chart, game, label, hands_two(&game->hands, value, value), value);
    }
    close_section(chart, 2);
}

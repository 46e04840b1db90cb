/* SPDX-License-Identifier: Apache-2.0 */
#include "server/roads.h"

#include <assert.h>
#include <string.h>

/* The big road before it is bent into six rows: how long each column is, ties not counted. */
struct columns {
    uint8_t count;
    uint8_t length[ROAD_ROUNDS_MAX];
};

/* Lays runs of equal marks into a grid of ROAD_ROWS rows. */
struct layer {
    struct road *road;
    bool taken[ROAD_COLUMNS_MAX][ROAD_ROWS];
    uint8_t mark;  /* of the run being laid; 0: none yet */
    uint8_t start; /* column in which the run began */
    uint8_t column;
    uint8_t row;
};

static void layer_new_run(struct layer *layer, uint8_t mark)
{
    uint8_t column = layer->mark ? (uint8_t)(layer->start + 1) : 0;
    while (column + 1 < ROAD_COLUMNS_MAX && layer->taken[column][0])
        column++;
    layer->mark = mark;
    layer->start = column;
    layer->column = column;
    layer->row = 0;
}

static void layer_go_on(struct layer *layer)
{
    bool down = layer->column == layer->start && layer->row + 1 < ROAD_ROWS &&
                !layer->taken[layer->column][layer->row + 1];
    if (down)
        layer->row++;
    else if (layer->column + 1 < ROAD_COLUMNS_MAX)
        layer->column++;
}

static void layer_put(struct layer *layer, uint8_t mark)
{
    if (layer->road->count == ROAD_ROUNDS_MAX)
        return;
    if (mark != layer->mark)
        layer_new_run(layer, mark);
    else
        layer_go_on(layer);
    layer->taken[layer->column][layer->row] = true;
    layer->road->cells[layer->road->count++] =
        (struct road_cell){.column = layer->column, .row = layer->row, .mark = mark};
}

static void build_bead(struct road *road, const uint8_t *winners, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        road->cells[road->count++] = (struct road_cell){
            .column = (uint8_t)(i / ROAD_ROWS), .row = (uint8_t)(i % ROAD_ROWS), .mark = winners[i]};
}

/* Whether the cell at `row` of `column` repeats the column `back` before it. In the first row the two columns
 * before are compared by length; further down it matters whether the neighbour reaches here, or ended
 * earlier together with the row above. */
static bool repeats(const struct columns *columns, unsigned column, unsigned row, unsigned back)
{
    if (row == 0)
        return columns->length[column - 1] == columns->length[column - 1 - back];
    unsigned neighbour = columns->length[column - back];
    return (neighbour > row) == (neighbour > row - 1);
}

/* A derived road starts with the second cell of column `back`, or the first of the column after it. */
static void derive_cell(struct layer *layer, const struct columns *columns, unsigned row, unsigned back)
{
    unsigned column = columns->count - 1U;
    if (column < back || (column == back && row == 0))
        return;
    layer_put(layer, repeats(columns, column, row, back) ? ROAD_RED : ROAD_BLUE);
}

const char *winner_name(enum winner winner)
{
    static const char *const names[] = {
        "", [WINNER_PLAYER] = "player", [WINNER_BANKER] = "banker", [WINNER_TIE] = "tie"};
    assert(winner <= WINNER_TIE);
    return names[winner];
}

void roads_build(struct roads *roads, const uint8_t *winners, unsigned count)
{
    memset(roads, 0, sizeof *roads);
    if (count > ROAD_ROUNDS_MAX) {
        winners += count - ROAD_ROUNDS_MAX;
        count = ROAD_ROUNDS_MAX;
    }
    build_bead(&roads->bead, winners, count);
    struct layer big = {.road = &roads->big};
    struct layer derived[] = {
        {.road = &roads->big_eye}, {.road = &roads->small}, {.road = &roads->cockroach}};
    struct columns columns = {0};
    for (unsigned i = 0; i < count; i++) {
        if (winners[i] == WINNER_TIE) {
            if (roads->big.count)
                roads->big.cells[roads->big.count - 1].ties++;
            else
                roads->leading_ties++;
            continue;
        }
        bool same = winners[i] == big.mark;
        layer_put(&big, winners[i]);
        if (!same)
            columns.length[columns.count++] = 0;
        unsigned row = columns.length[columns.count - 1]++;
        for (unsigned back = 1; back <= 3; back++)
            derive_cell(&derived[back - 1], &columns, row, back);
    }
}

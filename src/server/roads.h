/* SPDX-License-Identifier: Apache-2.0 */
/* roads.h - the five baccarat roads: how players like to see the rounds of a shoe.
 *
 * Pure. The bead road holds every round, six a column. The big road starts a new column whenever the winner
 * changes; ties are marks on the cell before. The big eye boy, the small road and the cockroach pig compare
 * the big road with its own columns one, two and three back: red where it repeats itself, blue where it does
 * not. Grids are six rows deep; a column that is longer turns to the right along its last free row (the
 * dragon's tail).
 *
 * Void rounds are not on any road: leave them out. */
#ifndef CROUPIER_SERVER_ROADS_H
#define CROUPIER_SERVER_ROADS_H

#include <stdint.h>

#include "rulebook/rulebook.h"

enum { ROAD_ROUNDS_MAX = 120, ROAD_ROWS = 6, ROAD_COLUMNS_MAX = 130 };

enum road_colour { ROAD_RED = 1, ROAD_BLUE = 2 };

struct road_cell {
    uint8_t column;
    uint8_t row;
    uint8_t mark; /* bead, big: enum winner; derived: enum road_colour */
    uint8_t ties; /* big: how many ties followed */
};

struct road {
    uint8_t count;
    struct road_cell cells[ROAD_ROUNDS_MAX];
};

struct roads {
    struct road bead;
    struct road big;
    struct road big_eye;
    struct road small;
    struct road cockroach;
    uint8_t leading_ties; /* before the first winner: no cell to mark */
};

/* "player", "banker" or "tie"; "" for none. */
const char *winner_name(enum winner winner);

/* `winners` holds enum winner for each round, oldest first; only the last ROAD_ROUNDS_MAX count. */
void roads_build(struct roads *roads, const uint8_t *winners, unsigned count);

#endif

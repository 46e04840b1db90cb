/* SPDX-License-Identifier: Apache-2.0 */
#include "server/roads.h"

#include "check.h"

/* P, B and T in a string, oldest first. */
static void build(struct roads *roads, const char *rounds)
{
    uint8_t winners[ROAD_ROUNDS_MAX * 2];
    unsigned count = 0;
    for (; *rounds; rounds++)
        winners[count++] = *rounds == 'P' ? WINNER_PLAYER : *rounds == 'B' ? WINNER_BANKER : WINNER_TIE;
    roads_build(roads, winners, count);
}

/* A road of two colours as a string: R and B in the order of the cells. */
static const char *colours(const struct road *road)
{
    static char text[ROAD_ROUNDS_MAX + 1];
    for (unsigned i = 0; i < road->count; i++)
        text[i] = road->cells[i].mark == ROAD_RED ? 'R' : 'B';
    text[road->count] = 0;
    return text;
}

static void assert_cell(const struct road *road, unsigned index, unsigned column, unsigned row)
{
    assert_true(index < road->count);
    assert_int_equal(road->cells[index].column, column);
    assert_int_equal(road->cells[index].row, row);
}

/* The bead road fills columns of six, ties included. */
static void test_bead(void **state)
{
    struct roads roads;
    (void)state;
    build(&roads, "PBTPBTP");
    assert_int_equal(roads.bead.count, 7);
    assert_cell(&roads.bead, 5, 0, 5);
    assert_cell(&roads.bead, 6, 1, 0);
    assert_int_equal(roads.bead.cells[2].mark, WINNER_TIE);
}

/* A new column where the winner changes; ties mark the cell before, or wait for the first. */
static void test_big(void **state)
{
    struct roads roads;
    (void)state;
    build(&roads, "TPPTTBP");
    assert_int_equal(roads.leading_ties, 1);
    assert_int_equal(roads.big.count, 4);
    assert_cell(&roads.big, 1, 0, 1);
    assert_int_equal(roads.big.cells[1].ties, 2);
    assert_cell(&roads.big, 2, 1, 0);
    assert_cell(&roads.big, 3, 2, 0);
}

/* The seventh of a run turns right; the next run starts in the first free column and turns where it must. */
static void test_dragon(void **state)
{
    struct roads roads;
    (void)state;
    build(&roads, "PPPPPPPPBBBBBBB");
    assert_cell(&roads.big, 5, 0, 5);
    assert_cell(&roads.big, 6, 1, 5);
    assert_cell(&roads.big, 7, 2, 5);
    assert_cell(&roads.big, 8, 1, 0);
    assert_cell(&roads.big, 12, 1, 4);
    assert_cell(&roads.big, 13, 2, 4);
}

/* Worked by hand: columns of length 2 2 1 3. */
static void test_derived(void **state)
{
    struct roads roads;
    (void)state;
    build(&roads, "PPBBPBBB");
    assert_string_equal(colours(&roads.big_eye), "RRBBR");
    assert_string_equal(colours(&roads.small), "BRB");
    assert_string_equal(colours(&roads.cockroach), "RB");
}

/* Only the last rounds count, however many there were. */
static void test_long(void **state)
{
    struct roads roads;
    uint8_t winners[ROAD_ROUNDS_MAX + 50];
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(winners); i++)
        winners[i] = i % 3 ? WINNER_BANKER : WINNER_PLAYER;
    roads_build(&roads, winners, COUNT_OF(winners));
    assert_int_equal(roads.bead.count, ROAD_ROUNDS_MAX);
    assert_int_equal(roads.big.count, ROAD_ROUNDS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bead), cmocka_unit_test(test_big),
                                       cmocka_unit_test(test_dragon), cmocka_unit_test(test_derived),
                                       cmocka_unit_test(test_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

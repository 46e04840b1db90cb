/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the entries of a round's shoe are found from the end of a table's chain, whatever the beginnings of
 * shoes say, and from nothing that cannot be read. */
#include "check.h"

#include <stdio.h>

#include "store/house.h"
#include "table/excerpt.h"

static struct house house;

static int set_up(void **state)
{
    (void)state;
    house_folder(&house);
    house_open(&house);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    house_close(&house);
    house_remove(&house);
    return 0;
}

static void write_entry(enum entry_kind kind, uint32_t round, const char *text)
{
    uint64_t ticket;
    struct line line = {.kind = kind, .role = ROLE_SYSTEM, .round = round, .text = span_of(text)};
    assert_int_equal(books_write(house.books, house.table, &line, &ticket), STATUS_OK);
}

/* How many entries are gathered for round 5 behind a beginning with these words, and behind an earlier one.
 */
static unsigned gather(const char *words, enum status *status)
{
    struct excerpt excerpt;
    write_entry(ENTRY_OPENED, 0, "game x\nround 2\n");
    write_entry(ENTRY_ROUND, 3, "# three\n");
    write_entry(ENTRY_OPENED, 0, words);
    write_entry(ENTRY_ROUND, 5, "# five\n");
    write_entry(ENTRY_ACTS, 5, "# more\n");
    assert_int_equal(books_wait(house.books), STATUS_OK);
    *status = excerpt_gather_round(&excerpt, books_store(house.books), house.table, 0, 5);
    unsigned count = excerpt.count;
    excerpt_release(&excerpt);
    return count;
}

static void test_beginnings(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        unsigned count;
    } rows[] = {
        {"game x\nround 4\n", 3}, /* it begins behind round 4: this is the shoe */
        {"game x\nround 5\n", 2}, /* it begins behind round 5: the shoe before it, which has lost its later
                                     rounds */
        {"game x\nround 4", 2},   /* a line that is not ended */
        {"game x\n", 2},          /* none says it */
        {"round \n", 2},          {"x\nround four\n", 2},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        enum status status;
        unsigned count = gather(rows[i].words, &status);
        if (status != STATUS_OK || count != rows[i].count)
            fail_msg("row %zu: %u entries, status %d", i, count, status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_beginnings, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

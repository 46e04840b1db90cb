/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what stands for patrons and tables is there after a start, from its shelf: however many people have
 * logged in, as many rows of the journal are read. A database from before has its shelf filled once. */
#include "check.h"

#include "journal/declaration.h"
#include "server/house.h"
#include "server/protect.h"
#include "store/house.h"
#include "store/rows.h"

struct place_of_server {
    struct house house;
    struct config config;
    struct server server;
};

static int set_up(void **state)
{
    struct place_of_server *place = calloc(1, sizeof *place);
    house_folder(&place->house);
    house_open(&place->house);
    place->server.books = place->house.books;
    place->server.config = &place->config;
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    struct place_of_server *place = *state;
    protect_release(&place->server);
    house_close(&place->house);
    house_remove(&place->house);
    free(place);
    return 0;
}

static void say(struct place_of_server *place, enum entry_kind kind, const char *text)
{
    uint64_t ticket;
    struct line line = {.kind = kind, .role = ROLE_SYSTEM, .text = span_of(text)};
    assert_int_equal(house_write(&place->server, CHAIN_NUMBER_HOUSE, &line, &ticket), STATUS_OK);
}

static void log_in(struct place_of_server *place, unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        say(place, ENTRY_NOTE, "# somebody came\n");
    assert_int_equal(books_wait(place->house.books), STATUS_OK);
}

/* As after a restart. */
static unsigned start(struct place_of_server *place)
{
    struct store_failure failure;
    assert_int_equal(books_wait(place->house.books), STATUS_OK);
    protect_release(&place->server);
    rows_read = 0;
    assert_int_equal(protect_load(&place->server, &failure), STATUS_OK);
    return rows_read;
}

static void assert_stands(const struct place_of_server *place)
{
    const struct patron *mei = patrons_find(&place->server.footing.patrons, "Mei");
    const struct patron *tan = patrons_find(&place->server.footing.patrons, "Tan");
    assert_non_null(mei);
    assert_non_null(tan);
    assert_int_equal(mei->limits[PATRON_LOSS_DAY].now, 10000);
    assert_int_equal(mei->limits[PATRON_LOSS_DAY].next, 50000);
    assert_true(mei->limits[PATRON_LOSS_DAY].from_ms > PATRON_WAIT_MS);
    assert_int_equal(mei->limits[PATRON_TIME].now, PATRON_NONE);
    assert_int_equal(mei->time_out_ms, 1234);
    assert_true(tan->self_excluded_ms == PATRON_NEVER && tan->excluded_ms == 0);
    assert_string_equal(tan->excluded_by, "law");
    assert_true(footing_is_retired(&place->server.footing, "t1"));
    assert_false(footing_is_retired(&place->server.footing, "t2"));
}

static void live(struct place_of_server *place)
{
    static const struct {
        enum entry_kind kind;
        const char *text;
    } rows[] = {
        {ENTRY_PATRON, "limit Mei loss 100.00 day\n"},
        {ENTRY_PATRON, "limit Mei loss 500.00 day\n"},
        {ENTRY_PATRON, "time-out Mei until 1234\n"},
        {ENTRY_PATRON, "excluded Tan until never by self\n"},
        {ENTRY_PATRON, "excluded Tan until 99 by law\n"},
        {ENTRY_PATRON, "readmitted Tan\n"},
        {ENTRY_CHANGE, "table retired t1\n"},
        {ENTRY_CHANGE, "table retired t2\n"},
        {ENTRY_CHANGE, "table added t2\n"},
        {ENTRY_CHANGE, "table renamed t1 One\n"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        say(place, rows[i].kind, rows[i].text);
}

static void test_it_stands(void **state)
{
    struct place_of_server *place = *state;
    start(place);
    live(place);
    assert_stands(place);
    int64_t from_ms = patrons_find(&place->server.footing.patrons, "Mei")->limits[PATRON_LOSS_DAY].from_ms;
    start(place);
    assert_stands(place);
    assert_true(patrons_find(&place->server.footing.patrons, "Mei")->limits[PATRON_LOSS_DAY].from_ms ==
                from_ms);
}

static void test_what_a_start_costs(void **state)
{
    struct place_of_server *place = *state;
    start(place);
    live(place);
    log_in(place, 10);
    unsigned few = start(place);
    log_in(place, 2000);
    unsigned many = start(place);
    print_message("# rows: %u after 10 log-ins, %u after 2,010\n", few, many);
    assert_int_equal(few, many);
    assert_stands(place);
}

/* Entries that brought no record along, and no mark: the shelf is filled, once. */
static void test_a_database_from_before(void **state)
{
    struct place_of_server *place = *state;
    live(place);
    assert_int_equal(books_wait(place->house.books), STATUS_OK);
    struct footing_record record;
    uint64_t ticket = 0;
    for (unsigned i = 0; footing_at(&place->server.footing, i, &record); i++) {
        struct store_record gone = {STORE_FOOTING, span_of(record.name), {NULL, 0}};
        assert_int_equal(store_put(books_store(place->house.books), &gone, 1, &ticket), STATUS_OK);
    }
    assert_int_equal(store_wait(books_store(place->house.books), ticket), STATUS_OK);
    assert_true(start(place) > 10);
    assert_stands(place);
    assert_int_equal(start(place), 0);
    assert_stands(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_it_stands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_a_start_costs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_database_from_before, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

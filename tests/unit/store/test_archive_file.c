/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an archive that is not, to the last column, what the database holds is not taken for one: the
 * database stays whole, and once the archive is right it moves. */
#include "check.h"

#include <sqlite3.h>

#include "house.h"
#include "store/archive.h"

enum { ENTRIES = 1100 };

static char draft[PLACE_FOLDER_MAX + 32];
static const char *change; /* made in the draft before it is compared; NULL: none */

static void meddle(void *context, enum archive_stage stage)
{
    sqlite3 *connection;
    (void)context;
    if (stage != ARCHIVE_DRAFTED || !change)
        return;
    assert_int_equal(sqlite3_open(draft, &connection), SQLITE_OK);
    if (sqlite3_exec(connection, change, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_total_changes(connection) == 0)
        fail_msg("%s: %s", change, sqlite3_errmsg(connection));
    sqlite3_close(connection);
}

static void fill(struct house *house)
{
    uint64_t ticket;
    house_folder(house);
    house_open(house);
    for (unsigned i = 0; i < ENTRIES; i++)
        assert_int_equal(
            house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
            STATUS_OK);
    house_close(house);
}

static enum status archive(const struct house *house, struct store_failure *failure)
{
    struct archive made;
    char out[PLACE_FOLDER_MAX + 24];
    snprintf(out, sizeof out, "%s/a.archive", house->folder);
    snprintf(draft, sizeof draft, "%s.partial", out);
    struct archive_options options = {
        .path = house->path, .out = out, .until_ms = INT64_MAX, .watch = {meddle, NULL}};
    enum status status = archive_house(&options, &made, failure);
    if (status == STATUS_OK)
        chmod(out, 0600);
    return status;
}

static void test_every_column_counts(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE about SET first = first + 1",
        "UPDATE about SET last = last - 1",
        "UPDATE about SET root = zeroblob(32)",
        "UPDATE about SET root = zeroblob(31)",
        "DELETE FROM about",
        "INSERT INTO about SELECT * FROM about",
        "UPDATE journal SET position = 2000 WHERE position = 1024",
        "UPDATE journal SET chain = chain + 1 WHERE position = 500",
        "UPDATE journal SET previous = previous - 1 WHERE position = 500",
        "UPDATE journal SET entry = zeroblob(length(entry)) WHERE position = 500",
        "UPDATE journal SET entry = zeroblob(length(entry) + 1) WHERE position = 500",
        "UPDATE journal SET entry = x'' WHERE position = 500",
        "UPDATE journal SET mark = mark + 1 WHERE position = 500",
        "UPDATE journal SET mark = NULL WHERE position = 500",
        "DELETE FROM journal WHERE position = 1024",
        "INSERT INTO journal SELECT 1025, chain, previous, entry, mark FROM journal WHERE position = 1024",
        "UPDATE postings SET posting = 9999 WHERE posting = 700",
        "UPDATE postings SET position = position + 1 WHERE position = 1024",
        "UPDATE postings SET account = 9 WHERE posting = 700",
        "UPDATE postings SET cents = cents + 1 WHERE position = 500",
        "UPDATE postings SET previous = previous + 1 WHERE position = 500",
        "UPDATE postings SET balance = balance + 1 WHERE position = 500",
        "DELETE FROM postings WHERE position = 1024",
        "INSERT INTO postings SELECT posting + 5000, 1025, account, cents, previous, balance FROM postings"
        " WHERE position = 1024",
        "UPDATE checkpoints SET size = size + 1 WHERE size = 1024",
        "UPDATE checkpoints SET root = zeroblob(32) WHERE size = 1024",
        "UPDATE checkpoints SET signature = zeroblob(64) WHERE size = 1024",
        "UPDATE checkpoints SET latest = latest + 1 WHERE size = 1024",
        "DELETE FROM checkpoints WHERE size = 1024",
        "INSERT INTO checkpoints SELECT size + 1, root, signature, latest FROM checkpoints WHERE size = 1024",
    };
    struct house house;
    struct store_failure failure;
    fill(&house);
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        change = changes[i];
        if (archive(&house, &failure) != STATUS_STORE_CORRUPT)
            fail_msg("%s", change);
        assert_non_null(strstr(failure.message, "a.archive"));
    }
    house_open(&house); /* with everything in it */
    house_check(&house);
    house_close(&house);
    change = NULL;
    assert_int_equal(archive(&house, &failure), STATUS_OK);
    house_open(&house);
    assert_int_equal(ledger_account(books_ledger(house.books), house.mei)->balance_cents, 100 * ENTRIES);
    house_close(&house);
    house_remove(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_column_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a file of an older version is brought up to date on opening, with everything in it. */
#include "check.h"

#include <sqlite3.h>

#include "house.h"
#include "store/copy.h"
#include "store/upgrade.h"
#include "version_1.h"

static void make_version_1(struct house *house)
{
    sqlite3 *connection;
    house_folder(house);
    assert_int_equal(sqlite3_open(house->path, &connection), SQLITE_OK);
    for (size_t i = 0; i < COUNT_OF(version_1_sql); i++)
        assert_int_equal(sqlite3_exec(connection, version_1_sql[i], NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
}

static int version_of(struct house *house)
{
    sqlite3 *connection;
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_open(house->path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(connection, "PRAGMA user_version", -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int version = sqlite3_column_int(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(connection);
    return version;
}

static void test_version_1_comes_up(void **state)
{
    (void)state;
    struct house house;
    struct store_cursor *cursor;
    struct store_row row;
    struct hash hash = hash_of("id: game\n", 9);
    uint64_t ticket;
    make_version_1(&house);
    house_open(&house);
    assert_int_equal(version_of(&house), 6);
    house_check(&house);
    const struct ledger *ledger = books_ledger(house.books);
    assert_int_equal(ledger->count, 3);
    assert_int_equal(ledger_account(ledger, house.mei)->balance_cents, 40000);
    assert_int_equal(ledger_account(ledger, house.escrow)->balance_cents, 10000);
    assert_int_equal(store_document(books_store(house.books), &hash, &cursor, &row), STATUS_OK);
    assert_int_equal(row.position, 6);
    store_cursor_close(cursor);
    /* It goes on where it stopped, and remembers its keys. */
    assert_int_equal(house_move(&house, 1, MOVEMENT_BUY_IN, house.cage, house.mei, 100, "a", &ticket),
                     STATUS_REPEATED);
    assert_int_equal(house_move(&house, 1, MOVEMENT_BUY_IN, house.cage, house.mei, 100, "c", &ticket),
                     STATUS_OK);
    house_close(&house);
    house_open(&house);
    house_check(&house);
    house_close(&house);
    house_remove(&house);
}

static void test_who_only_looks_changes_nothing(void **state)
{
    (void)state;
    struct house house;
    struct store *store;
    struct store_failure failure;
    make_version_1(&house);
    struct store_options options = {.path = house.path, .read_only = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_verify(store, NULL, &failure), STATUS_OK);
    store_close(store);
    assert_int_equal(version_of(&house), 1);
    house_remove(&house);
}

static void test_a_failed_upgrade_leaves_the_file(void **state)
{
    (void)state;
    struct house house;
    struct store *store;
    struct store_failure failure;
    sqlite3 *connection;
    make_version_1(&house);
    /* Something of the name the upgrade wants to use is in the way. */
    assert_int_equal(sqlite3_open(house.path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, "CREATE TABLE documents_stays(x)", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, "CREATE VIEW documents AS SELECT 1", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(connection);
    struct store_options options = {.path = house.path};
    assert_int_not_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(version_of(&house), 1);
    house_remove(&house);
}

/* Old entries go along byte for byte: the copy has the same heads and the same root. */
static void test_an_old_journal_moves(void **state)
{
    (void)state;
    struct house house;
    struct store_failure failure;
    struct walk walk;
    char path[PLACE_PATH_MAX];
    uint64_t ticket;
    make_version_1(&house);
    house_open(&house);
    assert_int_equal(house_move(&house, 1, MOVEMENT_BUY_IN, house.cage, house.mei, 100, "new", &ticket),
                     STATUS_OK);
    house_close(&house);
    snprintf(path, sizeof(path), "%.60s/moved.db", house.folder);
    struct copy_options options = {.from = house.path, .to = path};
    assert_int_equal(walk_init(&walk, NULL), STATUS_OK);
    enum status status = copy_house(&options, &walk, &failure);
    if (status != STATUS_OK)
        print_error("%s\n", failure.message);
    assert_int_equal(status, STATUS_OK);
    assert_true(walk.signatures > 0 || walk.entries > 1);
    walk_release(&walk);
    house_remove(&house);
}

/* The root over the entries, worked out here from the file as version 1 wrote it. */
static struct hash root_of_file(struct house *house)
{
    sqlite3 *connection;
    sqlite3_stmt *rows;
    struct merkle tree;
    merkle_init(&tree);
    assert_int_equal(sqlite3_open(house->path, &connection), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(connection, "SELECT entry FROM journal ORDER BY position", -1, &rows, NULL),
        SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        struct hash leaf =
            merkle_leaf((struct span){sqlite3_column_blob(rows, 0), (size_t)sqlite3_column_bytes(rows, 0)});
        merkle_append(&tree, &leaf, NULL);
    }
    sqlite3_finalize(rows);
    sqlite3_close(connection);
    return merkle_root(&tree);
}

/* Sealed as it is: the root is that of the old file, and one checkpoint covers all of it. A second time
 * nothing is left to do. */
static void test_upgraded_unchanged(void **state)
{
    (void)state;
    struct house house;
    struct store_failure failure;
    struct upgrade first;
    struct upgrade second;
    make_version_1(&house);
    struct house_key key = house_test_key(1);
    struct hash root = root_of_file(&house);
    struct upgrade_watch nobody = {NULL, NULL};
    enum status status = upgrade_house(house.path, &key, nobody, &first, &failure);
    if (status != STATUS_OK)
        print_error("%s\n", failure.message);
    assert_int_equal(status, STATUS_OK);
    assert_true(hash_equal(&first.root, &root));
    assert_true(first.entries > 5 && first.old_entries == first.entries && first.sealed == 0);
    assert_int_equal(upgrade_house(house.path, &key, nobody, &second, &failure), STATUS_OK);
    assert_true(hash_equal(&second.root, &root));
    assert_int_equal(second.sealed, first.entries);
    house_remove(&house);
}

/* An entry that was changed, or the key of another house: nothing is sealed, and the file stays as it was. */
static void test_not_upgraded(void **state)
{
    (void)state;
    struct house house;
    struct store_failure failure;
    struct upgrade upgrade;
    struct upgrade_watch nobody = {NULL, NULL};
    struct house_key key;
    sqlite3 *connection;
    make_version_1(&house);
    uint8_t other[HOUSE_SECRET_BYTES] = {99};
    house_key_derive(&key, other);
    assert_int_not_equal(upgrade_house(house.path, &key, nobody, &upgrade, &failure), STATUS_OK);
    house_remove(&house);
    make_version_1(&house);
    key = house_test_key(1);
    assert_int_equal(sqlite3_open(house.path, &connection), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(connection,
                     "CREATE TABLE t AS SELECT sql FROM sqlite_master WHERE name = 'journal_stays';"
                     "DROP TRIGGER journal_stays;"
                     "UPDATE journal SET entry = CAST(substr(entry, 1, 20) || x'41' || "
                     "substr(entry, 22) AS BLOB) WHERE position = 3",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_prepare_v2(connection, "SELECT sql FROM t", -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    char *sql = sqlite3_mprintf("%s", (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    assert_int_equal(sqlite3_exec(connection, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_free(sql);
    sqlite3_close(connection);
    assert_int_not_equal(upgrade_house(house.path, &key, nobody, &upgrade, &failure), STATUS_OK);
    assert_non_null(strstr(failure.message, "entry 3"));
    assert_int_equal(version_of(&house), 1);
    house_remove(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version_1_comes_up),
        cmocka_unit_test(test_an_old_journal_moves),
        cmocka_unit_test(test_who_only_looks_changes_nothing),
        cmocka_unit_test(test_a_failed_upgrade_leaves_the_file),
        cmocka_unit_test(test_upgraded_unchanged),
        cmocka_unit_test(test_not_upgraded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

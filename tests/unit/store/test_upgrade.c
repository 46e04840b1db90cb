/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a file of an older version is brought up to date on opening, with everything in it. */
#include "check.h"

#include <sqlite3.h>

#include "../journal/old.h"
#include "house.h"
#include "journal/declaration.h"
#include "meddle.h"
#include "store/archive.h"
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

/* What stands behind the fold is read when a file is opened, and must go on from it. */
static void test_entries_behind_the_fold(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        enum status status;
    } rows[] = {
        {"UPDATE journal SET previous = 0 WHERE position = 9", STATUS_STORE_CORRUPT},
        {"UPDATE journal SET chain = 3 WHERE position = 8", STATUS_STORE_CORRUPT},
        {"UPDATE journal SET chain = 0 WHERE position = 8", STATUS_STORE_CORRUPT},
        {"DELETE FROM journal WHERE position = 7", STATUS_STORE_CORRUPT},
        {"UPDATE journal SET entry = x'00' WHERE position = 9", STATUS_BAD_ENTRY},
        {"UPDATE accounts SET kind = 1, name = 'Tan' WHERE number = 1", STATUS_PLAYER_SHORT},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct house house;
        struct store *store;
        struct store_failure failure;
        make_version_1(&house);
        meddle(house.path, rows[i].sql);
        struct store_options options = {.path = house.path, .read_only = true};
        if (store_open(&store, &options, &failure) != rows[i].status)
            fail_msg("%s: %s", rows[i].sql, failure.message);
        house_remove(&house);
    }
}

/* Whoever reads an old file is told what it does not know. */
static void test_old_files_know_less(void **state)
{
    (void)state;
    static const char version_2[] =
        "CREATE TABLE documents( hash BLOB PRIMARY KEY CHECK(length(hash) = 32), position INTEGER NOT NULL"
        " REFERENCES journal(position)) STRICT, WITHOUT ROWID;"
        "CREATE TRIGGER documents_keeps_rows BEFORE DELETE ON documents BEGIN SELECT raise(ABORT, 'documents"
        " never loses a row'); END;"
        "CREATE TRIGGER documents_stays BEFORE UPDATE ON documents BEGIN SELECT raise(ABORT, 'documents is"
        " never changed'); END;"
        "INSERT INTO documents VALUES(x'1b8100c15efdf8d18d90f7ca6602a0ac05d2a11af901500093d61a0d0171b085', 6);"
        "PRAGMA user_version = 2";
    struct hash hash = hash_of("id: game\n", 9);
    for (int version = 1; version <= 2; version++) {
        struct house house;
        struct store *store;
        struct store_cursor *cursor;
        struct store_row row;
        struct seal_row seal;
        struct store_failure failure;
        struct store_posting posting;
        const struct store_taker nobody = {NULL, NULL};
        make_version_1(&house);
        if (version == 2) {
            sqlite3 *connection;
            assert_int_equal(sqlite3_open(house.path, &connection), SQLITE_OK);
            meddle_say(connection, version_2);
            sqlite3_close(connection);
        }
        struct store_options options = {.path = house.path, .read_only = true};
        enum status status = store_open(&store, &options, &failure);
        if (status != STATUS_OK)
            fail_msg("%s", failure.message);
        status = store_document(store, &hash, &cursor, &row);
        assert_int_equal(status, version == 2 ? STATUS_OK : STATUS_NOT_FOUND);
        if (status == STATUS_OK)
            store_cursor_close(cursor);
        assert_int_equal(store_checkpoint(store, 0, &seal), STATUS_NOT_FOUND);
        assert_int_equal(store_posting(store, 2, 0, &posting), STATUS_NOT_FOUND);
        assert_int_equal(store_records(store, STORE_PEOPLE, &nobody, &failure), STATUS_OK);
        assert_int_equal(store_records(store, STORE_FOOTING, &nobody, &failure), STATUS_OK);
        struct store_visit visit = {.since = 3};
        assert_int_equal(store_verify(store, &visit, &failure), STATUS_STORE_VERSION);
        assert_non_null(strstr(failure.message, "has no log yet"));
        assert_int_equal(store_verify(store, NULL, &failure), STATUS_OK);
        store_close(store);
        house_remove(&house);
    }
}

/* An entry that cannot be read has no row in the table of documents; that the file is damaged is told by
 * whoever verifies it. */
static void test_damaged_before(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "UPDATE journal SET entry = x'00' WHERE position = 6",
        "UPDATE journal SET entry = CAST(substr(entry, 1, 13) || x'7a' || substr(entry, 15) AS BLOB)"
        " WHERE position = 6"};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct house house;
        struct store *store;
        struct store_failure failure;
        struct store_cursor *cursor;
        struct store_row row;
        struct hash hash = hash_of("id: game\n", 9);
        make_version_1(&house);
        /* Behind it, so that the chain of the house does not stand at it. */
        meddle(house.path,
               "UPDATE chains SET entries = 5, position = 5, head = (SELECT CAST(substr(entry, -32) AS"
               " BLOB) FROM journal WHERE position = 5) WHERE number = 1");
        meddle(house.path, "UPDATE fold SET position = 5");
        meddle(house.path, rows[i]);
        struct store_options options = {.path = house.path, .unchecked = true};
        enum status status = store_open(&store, &options, &failure);
        if (status != STATUS_OK)
            fail_msg("%s", failure.message);
        assert_int_equal(store_document(store, &hash, &cursor, &row), STATUS_NOT_FOUND);
        assert_int_not_equal(store_verify(store, NULL, &failure), STATUS_OK);
        store_close(store);
        house_remove(&house);
    }
}

enum { OLD_ENTRIES = 1024 };

/* A journal that older programs have written, which ends where a block of the tree does. */
static void write_old_journal(struct house *house)
{
    struct store *store;
    struct store_failure failure;
    struct chain chain;
    struct house_key key = house_test_key(1);
    struct public_key public = house_key_signer(&key).key;
    char founding[DECLARATION_TEXT_MAX];
    struct text text;
    uint64_t ticket = 0;
    text_init(&text, founding, sizeof founding);
    founded_print(&public, &text);
    struct store_options options = {.path = house->path, .copying = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    chain_init(&chain, CHAIN_NUMBER_HOUSE, CHAIN_HOUSE);
    for (unsigned i = 0; i < OLD_ENTRIES; i++) {
        uint8_t bytes[512];
        size_t used;
        struct entry entry = {.kind = i ? ENTRY_NOTE : ENTRY_FOUNDED,
                              .role = ROLE_SYSTEM,
                              .time_ms = 1600000000000,
                              .text = span_of(i ? "old\n" : founding)};
        old_append(&chain, &entry, bytes, sizeof bytes, &used);
        assert_int_equal(store_submit(store, CHAIN_NUMBER_HOUSE, bytes, used, &ticket), STATUS_OK);
    }
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    store_close(store);
}

/* Old entries have no mark beside them, in the database and in an archive. */
static void test_old_entries_are_archived(void **state)
{
    (void)state;
    struct house house;
    struct archive made;
    struct store_failure failure;
    char out[PLACE_FOLDER_MAX + 24];
    house_folder(&house);
    write_old_journal(&house);
    house_open(&house);
    house_check(&house);
    house_close(&house);
    snprintf(out, sizeof out, "%s/a.archive", house.folder);
    struct archive_options options = {.path = house.path, .out = out, .until_ms = INT64_MAX};
    enum status status = archive_house(&options, &made, &failure);
    if (status != STATUS_OK)
        fail_msg("%s", failure.message);
    assert_int_equal(made.last, OLD_ENTRIES);
    house_open(&house);
    house_close(&house);
    struct store *store;
    struct store_options read = {.path = house.path, .read_only = true};
    assert_int_equal(store_open(&store, &read, &failure), STATUS_OK);
    status = store_verify(store, NULL, &failure);
    if (status != STATUS_OK)
        fail_msg("%s", failure.message);
    store_close(store);
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
        cmocka_unit_test(test_entries_behind_the_fold),
        cmocka_unit_test(test_old_files_know_less),
        cmocka_unit_test(test_damaged_before),
        cmocka_unit_test(test_old_entries_are_archived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a file that is not ours, not whole or not what it was is found out, with a message that names it. */
#include "check.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include "house.h"
#include "store/sealer.h"

enum { UNITS = 40 };

/* A closed house with some history. */
static int set_up(void **state)
{
    static struct house house;
    uint64_t ticket;
    house_folder(&house);
    house_open(&house);
    assert_int_equal(house_move(&house, 1, MOVEMENT_BUY_IN, house.cage, house.mei, 1000000, "", &ticket),
                     STATUS_OK);
    for (unsigned i = 0; i < UNITS; i++) {
        char key[16];
        snprintf(key, sizeof(key), "k%u", i);
        assert_int_equal(
            house_move(&house, house.table, MOVEMENT_WAGERED, house.mei, house.escrow, 100 + i, key, &ticket),
            STATUS_OK);
    }
    struct hash hash;
    assert_int_equal(books_document(house.books, "game", span_of("id: game\n"), &hash), STATUS_OK);
    house_close(&house);
    *state = &house;
    return 0;
}

static int tear_down(void **state)
{
    house_remove(*state);
    return 0;
}

static enum status open_only(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct store_options options = {.path = house->path};
    enum status status = store_open(&store, &options, failure);
    if (status == STATUS_OK)
        store_close(store);
    return status;
}

/* What opening or, failing that, verifying says. */
static enum status open_and_verify(struct house *house, struct store_failure *failure)
{
    return house_file_verify(house, (struct store_options){0}, failure);
}

/* Changes the file behind our back. */
static int meddle(struct house *house, const char *sql)
{
    sqlite3 *connection;
    assert_int_equal(sqlite3_open(house->path, &connection), SQLITE_OK);
    int result = sqlite3_exec(connection, sql, NULL, NULL, NULL);
    sqlite3_close(connection);
    return result;
}

static void test_nothing_is_changed_or_removed(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    static const char *const rows[] = {
        "UPDATE journal SET entry = x'00' WHERE position = 1",
        "UPDATE journal SET chain = 2 WHERE position = 1",
        "DELETE FROM journal WHERE position = 5",
        "DELETE FROM journal",
        "UPDATE postings SET cents = 1 WHERE position = 7",
        "DELETE FROM postings",
        "UPDATE keys SET position = 1",
        "DELETE FROM keys",
        "DELETE FROM accounts",
        "DELETE FROM chains",
        "DELETE FROM documents",
        "UPDATE accounts SET folded_cents = -1 WHERE kind = 1",
        "UPDATE accounts SET kind = 9",
        "INSERT INTO postings(position, account, cents) VALUES(1, 1, 0)",
        "INSERT INTO postings(position, account, cents) VALUES('x', 1, 1)",
        "INSERT INTO accounts(number, kind, name, folded_cents) VALUES(99, 1, 'Mei', 0)",
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (meddle(house, rows[i]) != SQLITE_CONSTRAINT)
            fail_msg("%s", rows[i]);
    }
    assert_int_equal(open_and_verify(house, &failure), STATUS_OK);
}

static void test_a_dropped_trigger_is_missed(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    assert_int_equal(meddle(house, "DROP TRIGGER journal_stays"), SQLITE_OK);
    assert_int_equal(open_only(house, &failure), STATUS_STORE_CORRUPT);
    assert_non_null(strstr(failure.message, "\"journal_stays\""));
}

static void test_additions_of_a_reader_do_no_harm(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    assert_int_equal(meddle(house, "CREATE INDEX mine ON postings(account); CREATE VIEW v AS SELECT 1"),
                     SQLITE_OK);
    assert_int_equal(open_and_verify(house, &failure), STATUS_OK);
}

/* Each row: with the triggers out of the way and put back, what is changed, and what is said about it. */
static void test_meddling_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        const char *says;
    } rows[] = {
        {"UPDATE postings SET cents = cents + (CASE WHEN account = 2 THEN -1 ELSE 1 END) WHERE position = 12",
         "T1, entry 6: its postings"},
        {"UPDATE accounts SET folded_cents = folded_cents + (CASE number WHEN 2 THEN 5 ELSE -5 END)"
         " WHERE number IN (2, 3)",
         "account 2 (Mei)"},
        {"UPDATE accounts SET folded_cents = folded_cents + 1 WHERE number = 2", "add up"},
        {"UPDATE accounts SET name = 'Mai' WHERE number = 2", "account 2 (Mei)"},
        {"DELETE FROM postings WHERE position = 46", "its postings"},
        {"INSERT INTO postings(position, account, cents) VALUES(46, 1, 5), (46, 2, -5)",
         "belongs to no entry"},
        {"UPDATE postings SET balance = balance + 1 WHERE position = 12", "T1, entry 6: its postings"},
        {"UPDATE postings SET previous = 0 WHERE position = 20", "its postings"},
        {"UPDATE accounts SET posting = posting - 1 WHERE number = 2", "last posting"},
        {"UPDATE fold SET posting = posting - 1", "last posting"},
        {"UPDATE journal SET mark = mark + 1 WHERE position = 20", "its bytes"},
        {"UPDATE journal SET mark = NULL WHERE position = 20", "its bytes"},
        {"UPDATE checkpoints SET root = zeroblob(32)", "are not those its checkpoint seals"},
        {"UPDATE checkpoints SET signature = zeroblob(64)", "is not signed by"},
        {"UPDATE checkpoints SET latest = latest + 1 WHERE size = (SELECT max(size) FROM checkpoints)",
         "another time"},
        {"UPDATE checkpoints SET size = size + 1 WHERE size = (SELECT max(size) FROM checkpoints)",
         "and a checkpoint of"},
        {"INSERT INTO tree(level, number, hash) VALUES(10, 0, zeroblob(32))", "belongs to no entry"},
        {"INSERT INTO rounds(chain, round, position) VALUES(2, 7, 20)", "belongs to no entry"},
        {"DELETE FROM keys WHERE position = 20", "its key"},
        {"INSERT INTO keys(key, position) VALUES(x'7a', 20)", "belongs to no entry"},
        {"DELETE FROM documents", "its document"},
        {"UPDATE documents SET position = position + 1", "its document"},
        {"INSERT INTO documents(hash, position) VALUES(zeroblob(32), 20)", "belongs to no entry"},
        {"DELETE FROM postings WHERE position = 20; DELETE FROM keys WHERE position = 20;"
         "DELETE FROM journal WHERE position = 20",
         "T1, entry 14"},
        {"UPDATE journal SET previous = 19 WHERE position = 21", "T1, entry 15: the link"},
        {"UPDATE journal SET chain = 1 WHERE position = 21", "house, entry 7"},
        {"UPDATE chains SET entries = entries + 1 WHERE number = 2", "chain 2:"},
        {"UPDATE chains SET head = zeroblob(32) WHERE number = 2", "chain 2:"},
        {"UPDATE chains SET name = 'T2' WHERE number = 2", "chain T1"},
        {"UPDATE accounts SET kind = 5 WHERE number = 2", "account 2 (Mei)"},
        {"INSERT INTO accounts(number, kind, name, folded_cents) VALUES(9, 1, 'Tan', 0)", ""},
        {"INSERT INTO accounts(number, kind, name, folded_cents) VALUES(4, 1, 'Tan', 0)", "account"},
        {"INSERT INTO chains(number, name, entries, position, head) VALUES(3, 'T3', 0, 0, zeroblob(32))",
         "chain"},
        {"UPDATE chains SET position = position - 1 WHERE number = 2", "chain"},
        {"UPDATE documents SET hash = zeroblob(32)", "its document"},
        {"UPDATE fold SET position = position - 1", "chain"},
        {"UPDATE fold SET position = position + 1", "fold 1:"},
        {"DELETE FROM journal WHERE position = (SELECT max(position) FROM journal)", "fold 1:"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct store_failure failure;
        char sql[2048];
        void *house = NULL;
        set_up(&house);
        snprintf(
            sql, sizeof(sql),
            "PRAGMA writable_schema = ON; CREATE TEMP TABLE t AS SELECT * FROM sqlite_schema WHERE type = "
            "'trigger'; DELETE FROM sqlite_schema WHERE type = 'trigger'; PRAGMA writable_schema = RESET;"
            "%s;"
            "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM t; PRAGMA writable_schema "
            "= RESET;",
            rows[i].sql);
        assert_int_equal(meddle(house, sql), SQLITE_OK);
        assert_int_not_equal(open_and_verify(house, &failure), STATUS_OK);
        if (!strstr(failure.message, rows[i].says))
            fail_msg("row %zu: %s", i, failure.message);
        tear_down(&house);
    }
}

/* Where the bytes of an entry lie in the file. */
static long find_bytes(const uint8_t *file, size_t file_size, const uint8_t *bytes, size_t size)
{
    const uint8_t *at = memmem(file, file_size, bytes, size);
    return at ? (long)(at - file) : -1;
}

static size_t read_whole(const char *path, uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t used = fread(bytes, 1, size, file);
    fclose(file);
    assert_true(used < size);
    return used;
}

static void write_byte(const char *path, long at, uint8_t byte)
{
    FILE *file = fopen(path, "r+b");
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fputc(byte, file), byte);
    fclose(file);
}

/* Every bit of one entry in the middle of the file, one at a time: found, with the entry's number. */
static void test_every_bit_of_an_entry_counts(void **state)
{
    struct house *house = *state;
    static uint8_t file[1 << 20];
    struct store *store;
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    struct store_options options = {.path = house->path, .read_only = true};
    size_t file_size = read_whole(house->path, file, sizeof(file));
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_read(store, house->table, STORE_FORWARD, 20, &cursor, &failure), STATUS_OK);
    assert_int_equal(store_next(cursor, &row), STATUS_OK);
    long at = find_bytes(file, file_size, row.entry.bytes, row.entry.size);
    size_t size = row.entry.size;
    struct entry entry;
    assert_int_equal(entry_read(&entry, row.entry.bytes, row.entry.size), STATUS_OK);
    char says[32];
    snprintf(says, sizeof(says), "T1, entry %u:", (unsigned)entry.number);
    store_cursor_close(cursor);
    store_close(store);
    assert_true(at > 0);
    for (size_t bit = 0; bit < size * 8; bit++) {
        uint8_t byte = file[at + (long)(bit / 8)];
        write_byte(house->path, at + (long)(bit / 8), byte ^ (uint8_t)(1U << bit % 8));
        assert_int_not_equal(open_and_verify(house, &failure), STATUS_OK);
        assert_non_null(strstr(failure.message, says));
        write_byte(house->path, at + (long)(bit / 8), byte);
    }
    assert_int_equal(open_and_verify(house, &failure), STATUS_OK);
}

/* All that was acknowledged, as one hash. */
static struct hash contents(struct house *house)
{
    sqlite3 *connection;
    sqlite3_stmt *rows;
    struct hasher hasher;
    hasher_init(&hasher);
    static const char *const sql[] = {
        "SELECT position, chain, previous, entry FROM journal ORDER BY position",
        "SELECT position, account, cents FROM postings ORDER BY rowid",
        "SELECT number, kind, name, folded_cents FROM accounts ORDER BY number",
        "SELECT position, posting FROM fold",
        "SELECT size, root, signature, latest FROM checkpoints ORDER BY size",
        "SELECT key, position FROM keys ORDER BY key",
        "SELECT hash, position FROM documents ORDER BY hash",
        "SELECT number, name, entries, position, head FROM chains ORDER BY number"};
    assert_int_equal(sqlite3_open(house->path, &connection), SQLITE_OK);
    for (size_t i = 0; i < COUNT_OF(sql); i++) {
        assert_int_equal(sqlite3_prepare_v2(connection, sql[i], -1, &rows, NULL), SQLITE_OK);
        while (sqlite3_step(rows) == SQLITE_ROW)
            for (int column = 0; column < sqlite3_column_count(rows); column++)
                hasher_add(&hasher, sqlite3_column_blob(rows, column),
                           (size_t)sqlite3_column_bytes(rows, column));
        assert_int_equal(sqlite3_finalize(rows), SQLITE_OK);
    }
    sqlite3_close(connection);
    return hasher_result(&hasher);
}

/* A bit anywhere in the file: found, or it was in a byte that says nothing (an unused part of a page). */
static void test_a_bit_anywhere_is_found_or_says_nothing(void **state)
{
    struct house *house = *state;
    static uint8_t file[1 << 20];
    struct store_failure failure;
    unsigned seed = 7;
    unsigned found = 0;
    struct hash right = contents(house);
    size_t size = read_whole(house->path, file, sizeof(file));
    for (unsigned i = 0; i < 400; i++) {
        long at = (long)((unsigned)rand_r(&seed) % size);
        uint8_t bit = (uint8_t)(1U << rand_r(&seed) % 8);
        write_byte(house->path, at, file[at] ^ bit);
        if (open_and_verify(house, &failure) == STATUS_OK) {
            struct hash now = contents(house);
            assert_true(hash_equal(&now, &right));
        } else {
            found++;
        }
        write_byte(house->path, at, file[at]);
    }
    assert_in_range(found, 20, 400);
}

/* What no row says: a page that belongs to nothing. It is found beside the walk through the rows, too. */
static void test_pages_are_looked_at(void **state)
{
    enum { FREE_PAGES_AT = 39 /* the last byte of how many pages are free */ };
    struct house *house = *state;
    for (unsigned i = 0; i < 4; i++) {
        struct store *store;
        struct store_failure failure = {0};
        struct store_options options = {.path = house->path, .read_only = true, .unchecked = true};
        struct store_visit visit = {.parallel = i % 2};
        write_byte(house->path, FREE_PAGES_AT, (uint8_t)(i / 2));
        assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
        assert_int_equal(store_verify(store, &visit, &failure), i < 2 ? STATUS_OK : STATUS_STORE_CORRUPT);
        assert_true(i < 2 || strstr(failure.message, "reelist"));
        store_close(store);
    }
}

static void test_other_files_are_refused(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    char path[PLACE_PATH_MAX];
    struct store *store;
    struct store_options options = {.path = path};
    snprintf(path, sizeof(path), "%s/other.db", house->folder);
    FILE *file = fopen(path, "w");
    for (unsigned i = 0; i < 2000; i++)
        fputs("this is no database\n", file);
    fclose(file);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_STORE_CORRUPT);
    assert_non_null(strstr(failure.message, path));
    unlink(path);

    struct house other = *house;
    memcpy(other.path, path, sizeof(other.path));
    assert_int_equal(meddle(&other, "CREATE TABLE t(x)"), SQLITE_OK);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_STORE_VERSION);
    assert_non_null(strstr(failure.message, "another program"));

    assert_int_equal(meddle(house, "PRAGMA user_version = 99"), SQLITE_OK);
    assert_int_equal(open_only(house, &failure), STATUS_STORE_VERSION);
    assert_non_null(strstr(failure.message, "version 99"));

    snprintf(path, sizeof(path), "%s/no/such/folder.db", house->folder);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_NO_FILE);
    options.read_only = true;
    assert_int_equal(store_open(&store, &options, &failure), STATUS_NO_FILE);
    memset(path, 'x', sizeof(path) - 1);
    path[sizeof(path) - 1] = '\0';
    char longest[600];
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    options.path = longest;
    assert_int_equal(store_open(&store, &options, &failure), STATUS_TOO_LONG);
}

/* Somebody else holds SQLite's own write lock for longer than we wait. */
static void test_a_locked_file_stops_the_store(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    sqlite3 *other;
    uint64_t ticket;
    house_open(house);
    assert_int_equal(sqlite3_open(house->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 5, "x", &ticket),
                     STATUS_OK);
    assert_int_equal(store_wait(books_store(house->books), ticket), STATUS_STORE_LOCKED);
    assert_int_equal(store_state(books_store(house->books), &failure), STATUS_STORE_LOCKED);
    assert_non_null(strstr(failure.message, house->path));
    assert_int_equal(house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 5, "y", &ticket),
                     STATUS_STORE_STOPPED);
    struct house_key next = house_test_key(2);
    struct checkpoint head = {.size = 1, .origin = "another"};
    struct line line = {.kind = ENTRY_CORRECTED, .role = ROLE_CAGE, .text = span_of("corrects 1\nx\n")};
    assert_int_equal(books_turn_key(house->books, &next, "Ada"), STATUS_STORE_LOCKED);
    assert_int_equal(books_accept_loss(house->books, &head, "Ada"), STATUS_STORE_STOPPED);
    assert_int_equal(books_write(house->books, 1, &line, &ticket), STATUS_STORE_LOCKED);
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    house_close(house);
    house_open(house);
    house_check(house);
    assert_int_equal(ledger_account(books_ledger(house->books), house->escrow)->balance_cents,
                     100 * UNITS + UNITS * (UNITS - 1) / 2);
    /* What was never answered may be asked again. */
    assert_int_equal(house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 5, "x", &ticket),
                     STATUS_OK);
    house_close(house);
}

/* An empty database that says whose it is belongs to somebody. */
static void test_whose_database_it_is(void **state)
{
    struct house *house = *state;
    static const char *const rows[] = {"PRAGMA application_id = 5", "PRAGMA user_version = 3"};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct house other = *house;
        struct store_failure failure;
        snprintf(other.path, sizeof(other.path), "%s/other.db", house->folder);
        assert_int_equal(meddle(&other, rows[i]), SQLITE_OK);
        assert_int_equal(open_only(&other, &failure), STATUS_STORE_VERSION);
        assert_non_null(strstr(failure.message, "another program"));
        unlink(other.path);
    }
}

/* A file system without shared memory has no write-ahead log, and without one there is no house. */
static void test_a_file_system_that_cannot(void **state)
{
    struct house *house = *state;
    struct store *store;
    struct store_failure failure;
    char path[PLACE_PATH_MAX];
    snprintf(path, sizeof(path), "%s/other.db", house->folder);
    struct store_options options = {.path = path, .vfs = "unix-none"};
    if (store_open(&store, &options, &failure) != STATUS_STORE_IO ||
        !strstr(failure.message, "write-ahead log"))
        fail_msg("%s", failure.message);
    struct store_options reading = {.path = house->path, .vfs = "unix", .read_only = true};
    assert_int_equal(store_open(&store, &reading, &failure), STATUS_OK);
    store_close(store);
}

/* Money that is not there, past the books: the commit fails whole. */
static void test_money_past_the_books(void **state)
{
    struct house *house = *state;
    struct store *store;
    struct store_failure failure;
    struct chain chain;
    uint8_t bytes[256];
    size_t used;
    uint64_t ticket;
    struct store_options options = {.path = house->path};
    struct entry entry = {.kind = ENTRY_MONEY,
                          .role = ROLE_CAGE,
                          .text = span_of("x\n"),
                          .transaction = {2, {{house->cage, 90000000}, {house->mei, -90000000}}}};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    uint64_t before = store_last(store);
    assert_int_equal(store_chain(store, 1, &chain), STATUS_OK);
    assert_int_equal(chain_append(&chain, &entry, bytes, sizeof(bytes), &used), STATUS_OK);
    assert_int_equal(store_submit(store, 1, bytes, used, &ticket), STATUS_OK);
    assert_int_equal(store_wait(store, ticket), STATUS_PLAYER_SHORT);
    assert_int_equal(store_state(store, &failure), STATUS_PLAYER_SHORT);
    assert_non_null(strstr(failure.message, "an entry cannot be kept"));
    assert_int_equal(store_last(store), before);
    store_close(store);
    assert_int_equal(open_and_verify(house, &failure), STATUS_OK);
}

/* The entry that turns the key is not kept: the old key stays. */
static void test_a_turn_that_is_not_kept(void **state)
{
    struct house *house = *state;
    struct house_key next = house_test_key(2);
    house_open(house);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    assert_int_equal(sealer_run(books_sealer(house->books)), STATUS_OK);
    assert_int_equal(
        meddle(house, "CREATE TRIGGER mine BEFORE INSERT ON journal BEGIN SELECT raise(ABORT, 'x'); END"),
        SQLITE_OK);
    assert_int_not_equal(books_turn_key(house->books, &next, "Ada"), STATUS_OK);
    house_close(house);
    assert_int_equal(meddle(house, "DROP TRIGGER mine"), SQLITE_OK);
    house_open(house);
    house_check(house);
    house_close(house);
}

/* Once in some thousand entries the tables are brought up to date, in the same commit: if they cannot be, it
 * is not made. */
static void test_a_fold_that_fails(void **state)
{
    enum { MANY = 9000 };
    struct house *house = *state;
    struct store_failure failure;
    uint64_t ticket = 0;
    enum status status = STATUS_OK;
    house_open(house);
    assert_int_equal(
        meddle(house, "CREATE TRIGGER mine BEFORE UPDATE ON fold BEGIN SELECT raise(ABORT, 'x'); END"),
        SQLITE_OK);
    for (unsigned i = 0; status == STATUS_OK && i < MANY; i++)
        status = house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 1, "", &ticket);
    assert_true(status == STATUS_OK || status == STATUS_STORE_STOPPED);
    assert_int_not_equal(store_wait(books_store(house->books), ticket), STATUS_OK);
    assert_int_not_equal(store_state(books_store(house->books), &failure), STATUS_OK);
    house_close(house);
    assert_int_equal(meddle(house, "DROP TRIGGER mine"), SQLITE_OK);
    assert_int_equal(open_and_verify(house, &failure), STATUS_OK);
}

int main(void)
{
#define WITH_HOUSE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_HOUSE(test_nothing_is_changed_or_removed),
        WITH_HOUSE(test_a_dropped_trigger_is_missed),
        WITH_HOUSE(test_additions_of_a_reader_do_no_harm),
        cmocka_unit_test(test_meddling_is_found),
        WITH_HOUSE(test_every_bit_of_an_entry_counts),
        WITH_HOUSE(test_a_bit_anywhere_is_found_or_says_nothing),
        WITH_HOUSE(test_pages_are_looked_at),
        WITH_HOUSE(test_other_files_are_refused),
        WITH_HOUSE(test_a_locked_file_stops_the_store),
        WITH_HOUSE(test_whose_database_it_is),
        WITH_HOUSE(test_a_file_system_that_cannot),
        WITH_HOUSE(test_money_past_the_books),
        WITH_HOUSE(test_a_turn_that_is_not_kept),
        WITH_HOUSE(test_a_fold_that_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

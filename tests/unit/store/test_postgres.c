/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the database itself holds the invariants of the books, and whatever happens to the connection, the
 * store knows what was kept, or says that it does not and finds out after a restart. Runs on the PostgreSQL
 * that CROUPIER_TEST_DB names (tests/postgres.py), which is started again whenever it ends. */
#include "check.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#include "cluster/lease.h"
#include "house.h"
#include "store/batch.h"
#include "store/copy.h"
#include "store/database.h"
#include "store/postgres.h"
#include "store/sealer.h"
#include "version_1.h"

static int set_up(void **state)
{
    static struct house house;
    house_folder(&house);
    house_open(&house);
    *state = &house;
    return 0;
}

static int tear_down(void **state)
{
    struct house *house = *state;
    house_close(house);
    house_remove(house);
    return 0;
}

static void nap(unsigned ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whether everything is tried, which takes longer. */
static bool is_long(void)
{
    return getenv("POSTGRES_ALL");
}

static enum status buy_in(struct house *house, const char *key, uint64_t *ticket)
{
    return house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 100, key, ticket);
}

/* Entries of every kind that has a table, and a checkpoint over most of them. */
static void fill(struct house *house)
{
    uint64_t ticket;
    struct hash hash;
    char key[16];
    assert_int_equal(books_document(house->books, "game", span_of("id: one\n"), &hash), STATUS_OK);
    for (unsigned i = 0; i < 40; i++) {
        snprintf(key, sizeof(key), "fill-%u", i);
        assert_int_equal(
            house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100 + i, key, &ticket),
            STATUS_OK);
    }
    struct line line = {.kind = ENTRY_ROUND, .role = ROLE_SYSTEM, .round = 1, .text = span_of("# round\n")};
    assert_int_equal(books_write(house->books, house->table, &line, &ticket), STATUS_OK);
    assert_int_equal(books_wait(house->books), STATUS_OK);
}

/* As the owner of the database, a superuser, in the schema of the house. */
static bool say(const struct house *house, const char *sql)
{
    return place_say(house->path, sql);
}

static void must_say(const struct house *house, const char *sql)
{
    if (!say(house, sql))
        fail_msg("%s", sql);
}

/* ---- What the database refuses. ---- */

static void test_nothing_is_changed_or_removed(void **state)
{
    struct house *house = *state;
    static const char *const tables[] = {"journal",   "log",  "postings",    "keys",        "rounds",
                                         "documents", "tree", "checkpoints", "cosignatures"};
    static const char *const rows[] = {
        "DELETE FROM chains",
        "TRUNCATE chains",
        "DELETE FROM accounts",
        "TRUNCATE accounts",
        "DELETE FROM croupier",
        "UPDATE accounts SET cents = -1 WHERE kind = 1",
        "UPDATE accounts SET kind = 9",
        "INSERT INTO journal(chain, number, place, mark, entry) SELECT chain, number, 0, 0, entry FROM journal",
        "INSERT INTO postings SELECT account, posting + 99, 9, 9, 1, -1, -1 FROM postings",
        "INSERT INTO postings SELECT account, posting + 99, 9, 9, kind, 0, 0 FROM postings",
    };
    char sql[160];
    fill(house);
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        snprintf(sql, sizeof(sql), "DELETE FROM %s", tables[i]);
        assert_false(say(house, sql));
        snprintf(sql, sizeof(sql), "TRUNCATE %s CASCADE", tables[i]);
        assert_false(say(house, sql));
        /* The trigger is always on: also for a session that calls itself a replica. */
        snprintf(sql, sizeof(sql), "SET session_replication_role = replica; DELETE FROM %s", tables[i]);
        assert_false(say(house, sql));
    }
    assert_false(say(house, "UPDATE journal SET entry = ''"));
    assert_false(say(house, "UPDATE postings SET cents = 1"));
    assert_false(say(house, "UPDATE checkpoints SET latest = 1"));
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (say(house, rows[i]))
            fail_msg("%s", rows[i]);
    house_check(house);
}

/* A server whose role is not the owner's works, and has no right to change anything. */
static void test_the_role_of_a_server(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "UPDATE journal SET entry = ''",  "DELETE FROM postings", "UPDATE chains SET name = 'x'",
        "UPDATE accounts SET name = 'x'", "TRUNCATE keys",        "ALTER TABLE journal DISABLE TRIGGER ALL",
        "DROP TABLE checkpoints"};
    struct house house;
    struct house server;
    struct store_failure failure;
    uint64_t ticket;
    place_say(place_server(), "CREATE ROLE floor LOGIN");
    house_folder(&house);
    assert_int_equal(postgres_prepare(house.path, "floor", &failure), STATUS_OK);
    server = house;
    snprintf(server.path, sizeof(server.path), "postgresql://floor%s", strchr(house.path, '@'));
    house_open(&server);
    fill(&server);
    assert_int_equal(buy_in(&server, "k", &ticket), STATUS_OK);
    assert_int_equal(books_wait(server.books), STATUS_OK);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (say(&server, rows[i]))
            fail_msg("%s", rows[i]);
    house_check(&server);
    house_close(&server);
    house_remove(&house);
}

/* Somebody else has moved a chain on, or taken the money: the commit fails whole. */
static void test_a_writer_that_was_overtaken(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        enum status status;
    } rows[] = {
        {"UPDATE chains SET head = decode(repeat('00', 32), 'hex') WHERE number = 1", STATUS_BROKEN_CHAIN},
        {"UPDATE chains SET entries = entries + 1 WHERE number = 1", STATUS_BROKEN_CHAIN},
        {"UPDATE accounts SET cents = 0 WHERE kind = 1", STATUS_BAD_ENTRY},
        /* COMMIT itself is refused, which nobody can tell from one that is not answered. */
        {"CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END';"
         "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
         " EXECUTE FUNCTION no()",
         STATUS_UNKNOWN},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct house house;
        struct store_failure failure;
        uint64_t ticket;
        house_folder(&house);
        house_open(&house);
        fill(&house);
        uint64_t before = store_last(books_store(house.books));
        must_say(&house, rows[i].sql);
        assert_int_equal(house_move(&house, 1, MOVEMENT_CASH_OUT, house.mei, house.cage, 100, "out", &ticket),
                         STATUS_OK);
        assert_int_equal(store_wait(books_store(house.books), ticket), rows[i].status);
        assert_int_equal(store_state(books_store(house.books), &failure), rows[i].status);
        assert_int_equal(store_last(books_store(house.books)), before);
        assert_int_equal(buy_in(&house, "more", &ticket), STATUS_STORE_STOPPED);
        house_close(&house);
        house_remove(&house);
    }
}

/* ---- Several servers. ---- */

static void open_member(struct house *house, const char *name)
{
    struct house_key key = house_test_key(1);
    struct store_failure failure;
    const struct store_member member = {name, "http://127.0.0.1:1"};
    struct books_options options = {
        .store = {.path = house->path, .member = name ? &member : NULL, .patient = true}, .key = &key};
    assert_int_equal(books_open(&house->books, &options, &failure), STATUS_OK);
}

/* The one process of the database that the store's writer talks to. */
static pid_t writers_process(const struct house *house)
{
    PGconn *connection = PQconnectdb(house->path);
    PGresult *row = PQexec(connection, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid ="
                                       " 1129467953 AND objid::bigint = (hashtext(current_schema())::bigint &"
                                       " 4294967295)");
    assert_int_equal(PQntuples(row), 1);
    pid_t writer = (pid_t)strtol(PQgetvalue(row, 0, 0), NULL, 10);
    PQclear(row);
    PQfinish(connection);
    return writer;
}

static struct house open_again(const char *name)
{
    struct house house;
    house_folder(&house);
    house_open(&house);
    house_close(&house);
    open_member(&house, name);
    if (name)
        assert_int_equal(store_look(books_store(house.books)), STATUS_OK); /* it has a lease */
    return house;
}

static void wait_for_all(struct house *house)
{
    int64_t deadline = now_ms() + 60000;
    while (books_wait(house->books) != STATUS_OK && now_ms() < deadline)
        nap(50);
    assert_int_equal(books_wait(house->books), STATUS_OK);
}

/* The database says nothing and the queue is full: whoever wants to add to it is told so by a deadline, and
 * nothing of what they wanted is booked. What was taken is kept. */
static void test_a_queue_that_stays_full(void **state)
{
    static const struct {
        const char *name; /* NULL: alone, without a lease */
        int64_t first_ms;
        int64_t next_ms;
    } rows[] = {{"a", LEASE_MS, STORE_GRACE_MS}, {NULL, STORE_ROOM_MS, STORE_ROOM_MS}};
    (void)state;
    for (size_t i = 0; i < (is_long() ? COUNT_OF(rows) : 1); i++) {
        struct house house = open_again(rows[i].name);
        pid_t writer = writers_process(&house);
        uint64_t ticket;
        unsigned taken = 0;
        enum status status;
        assert_int_equal(kill(writer, SIGSTOP), 0);
        int64_t start = now_ms();
        int64_t last = start;
        while ((status = buy_in(&house, NULL, &ticket)) == STATUS_OK && taken <= 2 * BATCH_UNITS_MAX) {
            taken++;
            last = now_ms();
        }
        int64_t first_ms = now_ms() - (rows[i].name ? start : last);
        start = now_ms();
        enum status next = buy_in(&house, NULL, &ticket);
        int64_t next_ms = now_ms() - start;
        const struct store_record person = {STORE_PEOPLE, span_of("Mei"), span_of("somebody")};
        enum status put = rows[i].name ? store_put(books_store(house.books), &person, 1, &ticket) : next;
        assert_int_equal(kill(writer, SIGCONT), 0);
        assert_int_equal(status, STATUS_NO_DATABASE);
        assert_int_equal(next, STATUS_NO_DATABASE);
        assert_int_equal(put, STATUS_NO_DATABASE);
        assert_in_range(taken, BATCH_UNITS_MAX, 2 * BATCH_UNITS_MAX);
        assert_in_range(first_ms, rows[i].name ? 500 : rows[i].first_ms - 100, rows[i].first_ms + 2500);
        assert_in_range(next_ms, rows[i].next_ms - 100, rows[i].next_ms + 2500);
        wait_for_all(&house);
        assert_int_equal(ledger_account(books_ledger(house.books), house.mei)->balance_cents,
                         100 * (int)taken);
        assert_int_equal(buy_in(&house, "more", &ticket), STATUS_OK);
        wait_for_all(&house);
        /* Whoever is alone seals; the tail's times span the whole wait, which is more than they may. */
        assert_true(rows[i].name || sealer_run(books_sealer(house.books)) == STATUS_OK);
        house_check(&house);
        house_close(&house);
        house_remove(&house);
    }
}

static void *wake_soon(void *writer)
{
    nap(300);
    kill(*(pid_t *)writer, SIGCONT);
    return NULL;
}

/* A lease that is over by our clock while the database is about to answer, as after a stall: a new player's
 * account is waited for. One that it does not answer about is asked for again, and is opened once. */
static void test_an_account_after_a_stall(void **state)
{
    struct house house = open_again("a");
    pid_t writer = writers_process(&house);
    pthread_t thread;
    uint32_t number = 0;
    uint32_t again = 0;
    (void)state;
    assert_int_equal(kill(writer, SIGSTOP), 0);
    nap(LEASE_MS + 500);
    assert_true(store_lease_end(books_store(house.books)) < now_ms());
    int64_t start = now_ms();
    enum status silent = books_account(house.books, ACCOUNT_PLAYER, "Lee", &number, NULL);
    int64_t took = now_ms() - start;
    assert_int_equal(pthread_create(&thread, NULL, wake_soon, &writer), 0);
    enum status soon = books_account(house.books, ACCOUNT_PLAYER, "Ana", &number, NULL);
    pthread_join(thread, NULL);
    assert_int_equal(silent, STATUS_NO_DATABASE);
    assert_in_range(took, STORE_GRACE_MS - 100, STORE_GRACE_MS + 1500);
    assert_int_equal(soon, STATUS_OK);
    assert_int_equal(books_account(house.books, ACCOUNT_PLAYER, "Lee", &again, NULL), STATUS_OK);
    assert_true(again != number);
    house_check(&house);
    house_close(&house);
    house_remove(&house);
}

/* What another server has written is news until the next entry that moves money, which is held against it:
 * money that is gone is refused, and nothing is booked on what was true a moment ago. */
static void test_money_that_another_server_took(void **state)
{
    struct house a;
    struct house b;
    uint64_t ticket;
    (void)state;
    house_folder(&a);
    house_open(&a);
    assert_int_equal(buy_in(&a, "in", &ticket), STATUS_OK);
    assert_int_equal(books_wait(a.books), STATUS_OK);
    house_close(&a);
    open_member(&a, "a");
    b = a;
    open_member(&b, "b");
    assert_int_equal(house_move(&b, 1, MOVEMENT_CASH_OUT, b.mei, b.cage, 100, "b", &ticket), STATUS_OK);
    assert_int_equal(books_wait(b.books), STATUS_OK);
    assert_int_equal(store_look(books_store(a.books)), STATUS_OK);
    assert_int_equal(ledger_account(books_ledger(a.books), a.mei)->balance_cents, 100);
    assert_int_equal(house_move(&a, 1, MOVEMENT_CASH_OUT, a.mei, a.cage, 100, "a", &ticket),
                     STATUS_PLAYER_SHORT);
    assert_int_equal(ledger_account(books_ledger(a.books), a.mei)->balance_cents, 0);
    house_close(&b);
    house_close(&a);
    house_remove(&a);
}

static bool leave_or_stay(const char *path, bool leaving)
{
    struct store_failure failure;
    return postgres_leave(path, "a", leaving, &failure) == STATUS_OK;
}

/* What a member is asked, and what it is asked for twice. */
static void test_a_member_is_asked(void **state)
{
    static struct share_move moves[SHARE_MOVES_MAX + 1];
    static char line[64];
    struct house house = open_again("a");
    struct books *other;
    struct store *store = books_store(house.books);
    struct store_failure failure;
    struct house_key key = house_test_key(1);
    const struct store_member same = {"a", "http://127.0.0.1:2"};
    const struct books_options twice = {.store = {.path = house.path, .member = &same}, .key = &key};
    const struct store_record person = {STORE_PEOPLE, span_of("Mei"), span_of("somebody")};
    uint32_t number;
    uint64_t ticket;
    (void)state;
    assert_int_equal(books_account(house.books, ACCOUNT_PLAYER, "a b", &number, NULL),
                     STATUS_BAD_ACCOUNT_NAME);
    assert_int_equal(buy_in(&house, "k", &ticket), STATUS_OK);
    assert_int_equal(books_wait(house.books), STATUS_OK);
    assert_int_equal(store_key(store, span_of("k"), span_of("")), STATUS_REPEATED);
    assert_int_equal(store_key(store, span_of("none"), span_of("")), STATUS_OK);
    assert_int_equal(store_key(store, span_of(""), span_of("")), STATUS_OK);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(books_seal(house.books, i < 2, &failure), STATUS_OK);
    assert_true(leave_or_stay(house.path, true) && leave_or_stay(house.path, false));
    assert_int_equal(store_put(store, &person, 1, &ticket), STATUS_OK);
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    assert_int_equal(store_record(store, STORE_PEOPLE, span_of("Mei"), line, sizeof line), STATUS_OK);
    assert_int_equal(store_record(store, STORE_PEOPLE, span_of("Mei"), line, 4), STATUS_TOO_LONG);
    for (unsigned i = 0; i < COUNT_OF(moves); i++)
        snprintf(moves[i].thing, sizeof moves[i].thing, "T%u", i);
    store_move(store, moves, COUNT_OF(moves));
    assert_int_equal(store_look(store), STATUS_OK);
    if (is_long()) { /* it waits for a while */
        assert_int_equal(books_open(&other, &twice, &failure), STATUS_STORE_LOCKED);
        assert_non_null(strstr(failure.message, "one called \"a\" too"));
    }
    /* Nothing is declared by a store that has stopped. */
    store_distrust(store);
    assert_int_not_equal(books_account(house.books, ACCOUNT_PLAYER, "Lee", &number, NULL), STATUS_OK);
    assert_int_not_equal(books_chain(house.books, "T7", &number, NULL), STATUS_OK);
    house_close(&house);
    house_remove(&house);
}

/* A request that was kept, and whose entry is damaged or gone: what was asked then cannot be compared, and
 * nothing is booked under its name. Others in the same commit are. */
static void test_names_of_damaged_entries(void **state)
{
    struct house house = open_again("a");
    struct store *store = books_store(house.books);
    static const char *const names[] = {"k", "j", "kk", "m", "n"};
    static const enum status wanted[] = {STATUS_ID_REUSED, STATUS_OK, STATUS_OK, STATUS_ID_REUSED, STATUS_OK};
    uint64_t tickets[COUNT_OF(names)];
    uint64_t ticket;
    (void)state;
    assert_int_equal(buy_in(&house, "k", &ticket), STATUS_OK);
    assert_int_equal(buy_in(&house, "m", &ticket), STATUS_OK);
    assert_int_equal(books_wait(house.books), STATUS_OK);
    must_say(&house,
             "BEGIN; ALTER TABLE journal DISABLE TRIGGER ALL;"
             " UPDATE journal j SET entry = 'x'::bytea FROM keys k WHERE k.key = 'k'::bytea AND j.chain ="
             " k.chain AND j.number = k.number;"
             " DELETE FROM journal j USING keys k WHERE k.key = 'm'::bytea AND j.chain = k.chain AND"
             " j.number = k.number; COMMIT");
    assert_int_equal(store_key(store, span_of("k"), span_of("")), STATUS_STORE_CORRUPT);
    pid_t writer = writers_process(&house);
    assert_int_equal(kill(writer, SIGSTOP), 0); /* so that they come together */
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_int_equal(buy_in(&house, names[i], &tickets[i]), STATUS_OK);
    assert_int_equal(store_key(store, span_of("j"), span_of("")), STATUS_UNKNOWN);
    assert_int_equal(kill(writer, SIGCONT), 0);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_int_equal(store_wait(store, tickets[i]), wanted[i]);
    news_free(books_take_news(house.books)); /* what was refused is taken back */
    assert_int_equal(ledger_account(books_ledger(house.books), house.mei)->balance_cents, 500);
    house_close(&house);
    house_remove(&house);
}

/* More tables than there is room for at first, in one commit; lines that nobody wrote; old entries. */
static void test_many_chains(void **state)
{
    enum { CHAINS = 80 };
    struct house *house = *state;
    struct cosignature_row line;
    uint64_t ticket;
    for (unsigned i = 0; i < CHAINS; i++) {
        uint32_t number;
        char name[16];
        snprintf(name, sizeof name, "M%u", i);
        assert_int_equal(books_chain(house->books, name, &number, NULL), STATUS_OK);
    }
    assert_int_equal(books_wait(house->books), STATUS_OK);
    for (unsigned i = 0; i < CHAINS; i++) {
        struct line note = {.kind = ENTRY_NOTE, .role = ROLE_SYSTEM, .text = span_of("x\n")};
        assert_int_equal(books_write(house->books, i + 3, &note, &ticket), STATUS_OK);
    }
    assert_int_equal(books_wait(house->books), STATUS_OK);
    assert_int_equal(sealer_run(books_sealer(house->books)), STATUS_OK);
    must_say(house, "INSERT INTO cosignatures SELECT 1, max(size), repeat('x', 5000) FROM checkpoints");
    assert_int_equal(store_cosignature(books_store(house->books), 1, &line), STATUS_STORE_CORRUPT);
    struct line round = {.kind = ENTRY_ROUND, .role = ROLE_SYSTEM, .text = span_of("# round\n")};
    assert_int_equal(books_write(house->books, house->table, &round, &ticket), STATUS_OK);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    house_check(house);
}

/* Archives that nobody has made: more than are read at once, and a name that is too long. */
static void test_many_archives(void **state)
{
    struct house *house = *state;
    static char longest[5000];
    const char *const files[] = {longest};
    struct store *store;
    struct store_failure failure;
    char name[64];
    struct store_options named = {
        .path = house->path, .read_only = true, .archives = files, .archive_count = 1};
    struct store_options reading = {.path = house->path, .read_only = true};
    memset(longest, 'x', sizeof longest - 1);
    assert_int_equal(store_open(&store, &named, &failure), STATUS_STORE_CORRUPT);
    assert_non_null(strstr(failure.message, "has no archives"));
    must_say(house,
             "INSERT INTO archives(last, first, name, root) SELECT 1024 * i, 1024 * i - 1023, 'a' || i,"
             " decode(repeat('00', 32), 'hex') FROM generate_series(1, 9) i");
    assert_int_equal(store_open(&store, &named, &failure), STATUS_TOO_LONG);
    assert_int_equal(store_open(&store, &reading, &failure), STATUS_OK);
    assert_int_equal(store_archive(store, 2000, name, sizeof name), STATUS_OK);
    assert_string_equal(name, "a2");
    assert_int_equal(store_archive(store, 9 * 1024, name, sizeof name), STATUS_NOT_FOUND);
    store_close(store);
    must_say(house, "INSERT INTO archives(last, first, name, root) VALUES(10240, 9217, repeat('x', 300),"
                    " decode(repeat('00', 32), 'hex'))");
    assert_int_equal(store_open(&store, &reading, &failure),
                     STATUS_OK); /* it is one of those that do not fit */
    store_close(store);
    must_say(house, "INSERT INTO archives(last, first, name, root) VALUES(512, 1, repeat('x', 300),"
                    " decode(repeat('00', 32), 'hex'))");
    assert_int_equal(store_open(&store, &reading, &failure), STATUS_STORE_CORRUPT);
}

/* Rows from any position on: of the chain, in its order, and never one from before. */
static void test_reading_from_anywhere(void **state)
{
    struct house *house = *state;
    fill(house);
    struct store *store = books_store(house->books);
    uint64_t last = store_last(store);
    const uint64_t positions[] = {0, 1, 5, 6, 7, 20, last, last + 5};
    for (uint32_t chain = 0; chain <= 2; chain++)
        for (size_t i = 0; i < COUNT_OF(positions); i++) {
            struct store_cursor *cursor;
            struct store_row row;
            struct store_failure failure;
            uint64_t before = 0;
            enum status status;
            assert_int_equal(store_read(store, chain, STORE_FORWARD, positions[i], &cursor, &failure),
                             STATUS_OK);
            while ((status = store_next(cursor, &row)) == STATUS_OK) {
                assert_true(row.position >= positions[i] && row.position > before);
                assert_true(!chain || row.chain == chain);
                before = row.position;
            }
            assert_int_equal(status, STATUS_NOT_FOUND);
            assert_true(positions[i] <= last || before == 0);
            assert_true(chain || positions[i] > last || before == last);
            store_cursor_close(cursor);
        }
    /* Backward from the place of another chain, or of nobody, there is nothing. */
    for (size_t i = 1; i < 3; i++) {
        struct store_cursor *cursor;
        struct store_row row;
        struct store_failure failure;
        assert_int_equal(store_read(store, 2, STORE_BACKWARD, i == 1 ? 1 : last + 5, &cursor, &failure),
                         STATUS_OK);
        assert_int_equal(store_next(cursor, &row), STATUS_NOT_FOUND);
        store_cursor_close(cursor);
    }
}

/* Entries of the old format have no mark here either. */
static void test_an_old_house_moves(void **state)
{
    struct house *house = *state;
    struct house old = *house;
    struct store_failure failure;
    struct walk walk;
    char file[PLACE_PATH_MAX];
    sqlite3 *connection;
    house_close(house);
    snprintf(file, sizeof file, "%.60s/old.db", house->folder);
    assert_int_equal(sqlite3_open(file, &connection), SQLITE_OK);
    for (size_t i = 0; i < COUNT_OF(version_1_sql); i++)
        assert_int_equal(sqlite3_exec(connection, version_1_sql[i], NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
    place_path(house->folder, "old", old.path);
    struct copy_options options = {.from = file, .to = old.path};
    assert_int_equal(walk_init(&walk, NULL), STATUS_OK);
    enum status status = copy_house(&options, &walk, &failure);
    if (status != STATUS_OK)
        fail_msg("%s", failure.message);
    walk_release(&walk);
    house_open(&old);
    house_check(&old);
    house_close(&old);
}

/* More than a page of what another server has written. */
static void test_news_of_many_pages(void **state)
{
    enum { MANY = 1800 };
    struct house a = open_again("a");
    struct house b = a;
    uint64_t ticket;
    (void)state;
    open_member(&b, "b");
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(buy_in(&b, NULL, &ticket), STATUS_OK);
    assert_int_equal(books_wait(b.books), STATUS_OK);
    assert_int_equal(store_look(books_store(a.books)), STATUS_OK);
    news_free(books_take_news(a.books));
    assert_int_equal(ledger_account(books_ledger(a.books), a.mei)->balance_cents, 100 * MANY);
    house_close(&b);
    house_close(&a);
    house_remove(&a);
}

/* Rows of the log that no server has written: whoever follows it stops, and says that a chain is broken. */
static void test_news_that_nobody_wrote(void **state)
{
    static const struct {
        const char *sql;
        enum status status;
    } rows[] = {
        {"INSERT INTO log SELECT max(position) + 1, 99, 1, 0 FROM log", STATUS_BROKEN_CHAIN},
        {"INSERT INTO log SELECT max(position) + 1, 0, 1, 0 FROM log", STATUS_BROKEN_CHAIN},
        {"INSERT INTO log SELECT max(position) + 2, 1, (SELECT entries + 1 FROM chains WHERE number = 1), 1"
         " FROM log",
         STATUS_BROKEN_CHAIN},
        {"INSERT INTO log SELECT max(position) + 1, 1, (SELECT entries + 1 FROM chains WHERE number = 1), 1"
         " FROM log",
         STATUS_BAD_ENTRY},
        {"ALTER TABLE owners RENAME TO others", STATUS_STORE_VERSION},
        {"UPDATE head SET position = position + 1", STATUS_BROKEN_CHAIN},
    };
    (void)state;
    for (size_t i = 0; i < (is_long() ? COUNT_OF(rows) : 2); i++) {
        struct house house = open_again("a");
        struct store *store = books_store(house.books);
        struct store_failure failure;
        uint64_t ticket;
        char sql[1024];
        /* The entry that such a row names, where there is one: bytes of nobody. */
        snprintf(
            sql, sizeof sql,
            "BEGIN; %s; INSERT INTO journal(chain, number, place, mark, entry)"
            " SELECT l.chain, l.number, 0, 0, 'x'::bytea FROM log l WHERE NOT EXISTS (SELECT FROM journal j"
            " WHERE j.chain = l.chain AND j.number = l.number); COMMIT",
            rows[i].sql);
        must_say(&house, sql);
        (void)!buy_in(&house, "k", &ticket);
        (void)!store_look(store);
        int64_t deadline = now_ms() + 10000;
        while (store_state(store, &failure) == STATUS_OK && now_ms() < deadline)
            nap(20);
        if (store_state(store, &failure) != rows[i].status)
            fail_msg("%s: %s", rows[i].sql, failure.message);
        house_close(&house);
        house_remove(&house);
    }
}

/* What another server has written while the connection was gone is news when it is there again. */
static void test_news_of_meanwhile(void **state)
{
    struct house a = open_again("a");
    struct house b = a;
    char sql[64];
    uint64_t ticket;
    (void)state;
    pid_t writer = writers_process(&a);
    open_member(&b, "b");
    assert_int_equal(store_look(books_store(a.books)), STATUS_OK);
    assert_int_equal(kill(writer, SIGSTOP), 0);
    assert_int_equal(buy_in(&b, "b", &ticket), STATUS_OK);
    assert_int_equal(books_wait(b.books), STATUS_OK);
    snprintf(sql, sizeof sql, "SELECT pg_terminate_backend(%d)", (int)writer);
    must_say(&a, sql);
    assert_int_equal(kill(writer, SIGCONT), 0);
    int64_t deadline = now_ms() + 10000;
    while (ledger_account(books_ledger(a.books), a.mei)->balance_cents != 100 && now_ms() < deadline) {
        (void)!store_look(books_store(a.books));
        news_free(books_take_news(a.books));
    }
    assert_int_equal(ledger_account(books_ledger(a.books), a.mei)->balance_cents, 100);
    house_close(&b);
    house_close(&a);
    house_remove(&a);
}

/* The connection ends, and what a server finds when it comes back: somebody has its name, or nobody knows
 * it. */
static void test_who_comes_back(void **state)
{
    static const struct {
        const char *sql;
        enum status status;
    } rows[] = {
        {"UPDATE servers SET epoch = epoch + 1 WHERE name = 'a'", STATUS_FENCED},
        {"UPDATE servers SET epoch = 0 WHERE name = 'a'", STATUS_STORE_BEHIND},
        {"DELETE FROM servers WHERE name = 'a'", STATUS_STORE_BEHIND},
    };
    (void)state;
    for (size_t i = 0; i < (is_long() ? COUNT_OF(rows) : 1); i++) {
        struct house house = open_again("a");
        struct store *store = books_store(house.books);
        struct store_failure failure;
        char sql[256];
        snprintf(sql, sizeof sql, "BEGIN; %s; SELECT pg_terminate_backend(%d); COMMIT", rows[i].sql,
                 (int)writers_process(&house));
        must_say(&house, sql);
        int64_t deadline = now_ms() + 10000;
        while (store_state(store, &failure) == STATUS_OK && now_ms() < deadline)
            nap(20);
        if (store_state(store, &failure) != rows[i].status)
            fail_msg("%s: %s", rows[i].sql, failure.message);
        house_close(&house);
        house_remove(&house);
    }
}

struct founder {
    struct house house;
    const char *name;
};

static void *open_beside(void *argument)
{
    struct founder *founder = argument;
    open_member(&founder->house, founder->name);
    return NULL;
}

static unsigned waiting_for_head(const struct house *house)
{
    PGconn *connection = PQconnectdb(house->path);
    PGresult *row = PQexec(connection, "SELECT count(*) FROM pg_locks WHERE NOT granted");
    unsigned count = (unsigned)strtoul(PQgetvalue(row, 0, 0), NULL, 10);
    PQclear(row);
    PQfinish(connection);
    return count;
}

/* Two servers found the same house at the same moment: one does, and the other follows it. */
static void test_two_founders(void **state)
{
    struct founder founders[] = {{.name = "a"}, {.name = "b"}};
    struct store_failure failure;
    pthread_t threads[2];
    (void)state;
    house_folder(&founders[0].house);
    founders[1].house = founders[0].house;
    assert_int_equal(postgres_prepare(founders[0].house.path, NULL, &failure), STATUS_OK);
    PGconn *holder = PQconnectdb(founders[0].house.path);
    PQclear(PQexec(holder, "BEGIN; SELECT position FROM head FOR UPDATE"));
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_beside, &founders[i]), 0);
    int64_t deadline = now_ms() + 4000;
    while (waiting_for_head(&founders[0].house) < 2 && now_ms() < deadline)
        nap(10);
    PQclear(PQexec(holder, "COMMIT"));
    PQfinish(holder);
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_string_equal(books_origin(founders[0].house.books), books_origin(founders[1].house.books));
    assert_int_equal(store_last(books_store(founders[0].house.books)), 1);
    house_check(&founders[0].house);
    house_close(&founders[1].house);
    house_close(&founders[0].house);
    house_remove(&founders[0].house);
}

/* Says something to the server's other database, where it can be said that nobody may enter this one. */
static void must_say_beside(const char *sql)
{
    char url[PLACE_PATH_MAX];
    const char *name = strstr(place_server(), "/postgres?");
    assert_non_null(name);
    snprintf(url, sizeof url, "%.*s/template1%s", (int)(name - place_server()), place_server(),
             name + strlen("/postgres"));
    assert_true(place_say(url, sql));
}

/* The processes that the store's links talk to, but for its writer's. */
static unsigned readers(const struct house *house, int processes[8])
{
    char sql[256];
    PGconn *connection = PQconnectdb(house->path);
    snprintf(sql, sizeof sql,
             "SELECT pid FROM pg_stat_activity WHERE application_name = 'croupier %ld' AND pid <> %d"
             " ORDER BY backend_start",
             (long)getpid(), (int)writers_process(house));
    PGresult *rows = PQexec(connection, sql);
    unsigned count = (unsigned)PQntuples(rows);
    for (unsigned i = 0; i < count && i < 8; i++)
        processes[i] = (int)strtol(PQgetvalue(rows, (int)i, 0), NULL, 10);
    PQclear(rows);
    PQfinish(connection);
    return count;
}

static void *close_soon(void *house)
{
    nap(300);
    house_close(house);
    return NULL;
}

/* Nobody is let in any more, and one connection after the other ends: what cannot be asked is not answered,
 * and a server that waits for its database ends when it is told to. */
static void test_nobody_is_let_in(void **state)
{
    struct house house = open_again("a");
    struct store *store = books_store(house.books);
    struct store_failure failure;
    struct store_cursor *cursor;
    struct hash hash;
    enum status sealed = STATUS_OK;
    pthread_t thread;
    uint64_t ticket;
    int processes[8];
    char sql[64];
    (void)state;
    assert_int_equal(buy_in(&house, "k", &ticket), STATUS_OK);
    assert_int_equal(books_wait(house.books), STATUS_OK);
    assert_int_equal(books_seal(house.books, true, &failure), STATUS_OK);
    assert_int_equal(sealer_run(books_sealer(house.books)), STATUS_OK);
    assert_int_equal(books_seal(house.books, false, &failure), STATUS_OK);
    pid_t writer = writers_process(&house);
    unsigned count = readers(&house, processes);
    assert_in_range(count, 2, 8);
    must_say_beside("ALTER DATABASE postgres ALLOW_CONNECTIONS false");
    for (unsigned i = 0; i < count; i++) {
        snprintf(sql, sizeof sql, "SELECT pg_terminate_backend(%d)", processes[i]);
        must_say_beside(sql);
        nap(50);
        sealed = books_seal(house.books, true, &failure); /* each of them is asked for something */
        (void)!books_seal(house.books, false, &failure);
    }
    uint64_t last = store_last(store);
    char record[8];
    enum status read = store_read(store, 1, STORE_BACKWARD, 0, &cursor, &failure);
    enum status document = store_document(store, &hash, &cursor, NULL);
    enum status key = store_key(store, span_of("k"), span_of(""));
    snprintf(sql, sizeof sql, "SELECT pg_terminate_backend(%d)", (int)writer);
    must_say_beside(sql);
    nap(100);
    enum status away = store_record(store, STORE_PEOPLE, span_of("Mei"), record, sizeof record);
    pthread_create(&thread, NULL, close_soon, &house);
    pthread_join(thread, NULL);
    must_say_beside("ALTER DATABASE postgres ALLOW_CONNECTIONS true");
    assert_int_equal(sealed, STATUS_NO_DATABASE);
    assert_int_not_equal(away, STATUS_OK);
    assert_int_equal(last, 0);
    assert_int_equal(read, STATUS_NO_DATABASE);
    assert_int_equal(document, STATUS_NO_DATABASE);
    assert_int_equal(key, STATUS_NO_DATABASE);
    house_remove(&house);
}

/* ---- What is found when somebody has got at the tables all the same. ---- */

static enum status open_and_verify(const struct house *house, struct store_failure *failure)
{
    return house_file_verify(house, (struct store_options){0}, failure);
}

static void test_meddling_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        const char *says;
    } rows[] = {
        {"UPDATE postings SET cents = cents + 1 WHERE account = 2 AND posting = 3", "its postings"},
        {"UPDATE postings SET balance = balance + 1 WHERE account = 2 AND posting = 3", "its postings"},
        {"UPDATE postings SET posting = posting + 1000 WHERE account = 2 AND posting = 3", "its postings"},
        {"DELETE FROM postings WHERE account = 2 AND posting = 3", "its postings"},
        {"INSERT INTO postings VALUES(2, 99, 77, 1, 1, 5, 5)", "belongs to no entry"},
        {"UPDATE accounts SET cents = cents + (CASE number WHEN 2 THEN 5 ELSE -5 END) WHERE number IN (1, 2)",
         "the journal gives another"},
        {"UPDATE accounts SET cents = cents + 1 WHERE number = 2", "add up"},
        {"UPDATE accounts SET name = 'Mai' WHERE number = 2", "the journal gives another"},
        {"UPDATE accounts SET postings = postings - 1 WHERE number = 2", "last posting"},
        {"UPDATE journal SET entry = overlay(entry placing 'x'::bytea from 12) WHERE chain = 2 AND number = 9",
         "T1, entry 9: its bytes"},
        {"UPDATE journal SET mark = mark + 1 WHERE chain = 2 AND number = 9", "its bytes"},
        {"UPDATE journal SET mark = NULL WHERE chain = 2 AND number = 9", "its bytes"},
        {"DELETE FROM journal WHERE chain = 2 AND number = 9", "T1, entry 9"},
        {"DELETE FROM log WHERE chain = 2 AND number = 9", "T1, entry 9"},
        {"UPDATE log SET previous = 1 WHERE chain = 2 AND number = 9", "T1, entry 9: the link"},
        {"INSERT INTO journal(chain, number, place, mark, entry) SELECT 2, 999, 0, mark, entry FROM journal"
         " WHERE chain = 2 AND number = 9",
         "no position"},
        {"UPDATE checkpoints SET root = decode(repeat('00', 32), 'hex')", "are not those its checkpoint"},
        {"UPDATE checkpoints SET signature = decode(repeat('00', 64), 'hex')", "is not signed by"},
        {"UPDATE checkpoints SET latest = latest + 1 WHERE size = (SELECT max(size) FROM checkpoints)",
         "another time"},
        {"INSERT INTO tree VALUES(10, 0, decode(repeat('00', 32), 'hex'))", "belongs to no entry"},
        {"INSERT INTO rounds VALUES(2, 7, 20)", "belongs to no entry"},
        {"DELETE FROM rounds", "its round"},
        {"UPDATE rounds SET number = 1", "belongs to no entry"},
        {"DELETE FROM keys WHERE key = 'fill-7'", "its key"},
        {"UPDATE keys SET number = number + 1 WHERE key = 'fill-7'", "its key"},
        {"INSERT INTO keys VALUES('z', 2, 9)", "belongs to no entry"},
        {"DELETE FROM documents", "its document"},
        {"INSERT INTO documents VALUES(decode(repeat('00', 32), 'hex'), 1, 3)", "belongs to no entry"},
        {"UPDATE chains SET entries = entries + 1 WHERE number = 2", "chain 2:"},
        {"UPDATE chains SET head = decode(repeat('00', 32), 'hex') WHERE number = 2", "chain 2:"},
        {"UPDATE chains SET name = 'T2' WHERE number = 2", "chain T1"},
    };
    static const char *const tables[] = {"journal",   "log",  "postings",    "keys",   "rounds",
                                         "documents", "tree", "checkpoints", "chains", "accounts"};
    static const char guards[] = "ALTER TABLE journal ENABLE ALWAYS TRIGGER goes;"
                                 "ALTER TABLE log ENABLE ALWAYS TRIGGER goes;"
                                 "ALTER TABLE postings ENABLE ALWAYS TRIGGER goes;";
    struct house house;
    house_folder(&house);
    house_open(&house);
    fill(&house);
    house_close(&house);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct store_failure failure;
        char sql[4096] = "BEGIN;";
        size_t used = strlen(sql);
        for (size_t j = 0; j < COUNT_OF(tables); j++)
            used += (size_t)snprintf(sql + used, sizeof(sql) - used,
                                     "CREATE TABLE kept_%s AS TABLE %s;"
                                     "ALTER TABLE %s DISABLE TRIGGER USER;",
                                     tables[j], tables[j], tables[j]);
        used += (size_t)snprintf(sql + used, sizeof(sql) - used, "%s;", rows[i].sql);
        for (size_t j = 0; j < COUNT_OF(tables); j++)
            used += (size_t)snprintf(sql + used, sizeof(sql) - used,
                                     "ALTER TABLE %s ENABLE ALWAYS TRIGGER stays;", tables[j]);
        snprintf(sql + used, sizeof(sql) - used, "%s COMMIT", guards);
        must_say(&house, sql);
        assert_int_not_equal(open_and_verify(&house, &failure), STATUS_OK);
        if (!strstr(failure.message, rows[i].says))
            fail_msg("row %zu: %s", i, failure.message);
        /* Put back as it was. */
        used = (size_t)snprintf(sql, sizeof(sql), "BEGIN;");
        for (size_t j = 0; j < COUNT_OF(tables); j++)
            used += (size_t)snprintf(
                sql + used, sizeof(sql) - used,
                "ALTER TABLE %s DISABLE TRIGGER USER; DELETE FROM %s; INSERT INTO %s TABLE kept_%s;"
                "DROP TABLE kept_%s; ALTER TABLE %s ENABLE ALWAYS TRIGGER stays;",
                tables[j], tables[j], tables[j], tables[j], tables[j], tables[j]);
        snprintf(sql + used, sizeof(sql) - used, "%s COMMIT", guards);
        must_say(&house, sql);
        assert_int_equal(open_and_verify(&house, &failure), STATUS_OK);
    }
    house_remove(&house);
}

static void test_a_guard_that_was_taken_away_is_missed(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    static const struct {
        const char *away;
        const char *back;
        const char *says;
    } rows[] = {
        {"ALTER TABLE journal DISABLE TRIGGER stays", "ALTER TABLE journal ENABLE ALWAYS TRIGGER stays",
         "a trigger"},
        {"ALTER TABLE journal ENABLE TRIGGER stays", "ALTER TABLE journal ENABLE ALWAYS TRIGGER stays",
         "a trigger"},
        {"ALTER TABLE journal DISABLE TRIGGER goes", "ALTER TABLE journal ENABLE ALWAYS TRIGGER goes",
         "a trigger"},
        {"ALTER TABLE archives DISABLE TRIGGER stays", "ALTER TABLE archives ENABLE ALWAYS TRIGGER stays",
         "a trigger"},
        {"ALTER FUNCTION croupier_goes_log() RENAME TO other",
         "ALTER FUNCTION other() RENAME TO croupier_goes_log", "is missing or was changed"},
        {"ALTER TABLE accounts RENAME CONSTRAINT accounts_check TO other",
         "ALTER TABLE accounts RENAME CONSTRAINT other TO accounts_check", "a key or a check"},
        {"ALTER FUNCTION croupier_refuse() RENAME TO other",
         "ALTER FUNCTION other() RENAME TO croupier_refuse", "is missing or was changed"},
        {"CREATE OR REPLACE FUNCTION croupier_expect(seen bigint, wanted bigint, what text) RETURNS void"
         " LANGUAGE sql AS ''",
         NULL, "a function"},
    };
    house_close(house);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        must_say(house, rows[i].away);
        assert_int_equal(open_and_verify(house, &failure), STATUS_STORE_CORRUPT);
        if (!strstr(failure.message, rows[i].says))
            fail_msg("row %zu: %s", i, failure.message);
        if (rows[i].back) {
            must_say(house, rows[i].back);
            assert_int_equal(open_and_verify(house, &failure), STATUS_OK);
        }
    }
}

static void test_other_databases_are_refused(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    struct store *store;
    struct store_options options = {.path = "postgresql://nobody:secret@/no?host=/tmp/none"};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_NO_DATABASE);
    assert_null(strstr(failure.message, "secret"));
    options.path = "postgresql://a:secret@b:c:d/";
    assert_int_equal(store_open(&store, &options, &failure), STATUS_NO_DATABASE);
    assert_null(strstr(failure.message, "secret"));
    house_close(house);
    assert_int_equal(postgres_prepare(house->path, "a'b", &failure), STATUS_NO_DATABASE);
    assert_non_null(strstr(failure.message, "cannot be used"));
    struct store_options reading = {.path = house->path, .read_only = true};
    must_say(house, "UPDATE croupier SET version = 3");
    assert_int_equal(store_open(&store, &reading, &failure), STATUS_STORE_VERSION);
    assert_non_null(strstr(failure.message, "its owner brings it up to date"));
    must_say(house, "BEGIN; CREATE TABLE kept AS TABLE croupier; ALTER TABLE croupier DISABLE TRIGGER ALL;"
                    " DELETE FROM croupier; COMMIT");
    assert_int_equal(store_open(&store, &reading, &failure), STATUS_STORE_VERSION);
    assert_non_null(strstr(failure.message, "holds no journal"));
    must_say(house, "INSERT INTO croupier TABLE kept");
    must_say(house, "UPDATE croupier SET version = 99");
    options.path = house->path;
    assert_int_equal(store_open(&store, &options, &failure), STATUS_STORE_VERSION);
    must_say(house, "DROP TABLE croupier");
    assert_int_equal(store_open(&store, &options, &failure), STATUS_STORE_VERSION);
    assert_non_null(strstr(failure.message, "another program"));
    /* A database that forgets is none. */
    assert_true(place_say(place_server(), "ALTER SYSTEM SET fsync = off"));
    assert_true(place_say(place_server(), "SELECT pg_reload_conf()"));
    nap(300);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_STORE_IO);
    assert_non_null(strstr(failure.message, "fsync"));
    assert_true(place_say(place_server(), "ALTER SYSTEM RESET fsync"));
    assert_true(place_say(place_server(), "SELECT pg_reload_conf()"));
    nap(300);
}

/* ---- Connections. ---- */

/* A socket between the store and the server. It cuts the connection whose words contain COMMIT: before
 * passing them on, or behind them, so that the server does what nobody hears of. */
enum cut { CUT_NEVER, CUT_BEFORE, CUT_BEHIND };

struct proxy {
    char folder[PLACE_FOLDER_MAX];
    char target[108];
    int listener;
    _Atomic enum cut cut;
    _Atomic bool ending;
    pthread_t thread;
};

struct pair {
    struct proxy *proxy;
    int client;
    int server;
};

static bool pass(int from, int to, char *bytes, size_t size, ssize_t *used)
{
    *used = recv(from, bytes, size, 0);
    return *used > 0 && send(to, bytes, (size_t)*used, MSG_NOSIGNAL) == *used;
}

static void *carry(void *argument)
{
    struct pair pair = *(struct pair *)argument;
    static _Thread_local char bytes[65536];
    struct pollfd ends[] = {{.fd = pair.client, .events = POLLIN}, {.fd = pair.server, .events = POLLIN}};
    bool open = true;
    bool deaf = false;
    free(argument);
    while (open && !pair.proxy->ending) {
        ssize_t used = 0;
        poll(ends, 2, 100);
        if (ends[0].revents) {
            used = recv(pair.client, bytes, sizeof(bytes), 0);
            bool commits = used > 0 && memmem(bytes, (size_t)used, "COMMIT", 6);
            enum cut cut = commits ? pair.proxy->cut : CUT_NEVER;
            open =
                used > 0 && cut != CUT_BEFORE && send(pair.server, bytes, (size_t)used, MSG_NOSIGNAL) == used;
            deaf = cut == CUT_BEHIND;
        }
        if (open && deaf) { /* until the server has answered: then it is done */
            poll(&ends[1], 1, 5000);
            open = false;
        }
        if (open && ends[1].revents)
            open = pass(pair.server, pair.client, bytes, sizeof(bytes), &used);
    }
    close(pair.client);
    close(pair.server);
    return NULL;
}

static int to_socket(const char *path, bool listens)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    int failed =
        listens ? bind(descriptor, (struct sockaddr *)&address, sizeof(address)) || listen(descriptor, 16)
                : connect(descriptor, (struct sockaddr *)&address, sizeof(address));
    assert_int_equal(failed, 0);
    return descriptor;
}

static void *accept_all(void *argument)
{
    struct proxy *proxy = argument;
    struct pollfd listener = {.fd = proxy->listener, .events = POLLIN};
    while (!proxy->ending) {
        pthread_t thread;
        if (poll(&listener, 1, 50) <= 0)
            continue;
        struct pair *pair = malloc(sizeof(*pair));
        *pair = (struct pair){proxy, accept(proxy->listener, NULL, NULL), to_socket(proxy->target, false)};
        assert_int_equal(pthread_create(&thread, NULL, carry, pair), 0);
        pthread_detach(thread);
    }
    return NULL;
}

static void proxy_start(struct proxy *proxy, const struct house *house, char path[PLACE_PATH_MAX])
{
    char name[108];
    snprintf(proxy->folder, sizeof(proxy->folder), "%s", house->folder);
    snprintf(name, sizeof(name), "%.60s/.s.PGSQL.5432", proxy->folder);
    snprintf(proxy->target, sizeof(proxy->target), "%.80s/.s.PGSQL.5432", getenv("CROUPIER_TEST_PG"));
    proxy->cut = CUT_NEVER;
    proxy->ending = false;
    proxy->listener = to_socket(name, true);
    assert_int_equal(pthread_create(&proxy->thread, NULL, accept_all, proxy), 0);
    snprintf(path, PLACE_PATH_MAX, "postgresql://croupier@/postgres?host=%.60s%.200s", proxy->folder,
             strstr(house->path, "&options"));
}

static void proxy_end(struct proxy *proxy)
{
    char name[108];
    proxy->ending = true;
    pthread_join(proxy->thread, NULL);
    close(proxy->listener);
    snprintf(name, sizeof(name), "%.60s/.s.PGSQL.5432", proxy->folder);
    unlink(name);
    nap(200); /* those that carry look up now and then */
}

/* The connection is lost at COMMIT: the store does not know, says so, and stops; the key decides. */
static void test_a_connection_cut_at_commit(void **state)
{
    (void)state;
    static const struct {
        enum cut cut;
        enum status after; /* of the key, after a restart */
    } rows[] = {{CUT_BEFORE, STATUS_OK}, {CUT_BEHIND, STATUS_REPEATED}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        static struct proxy proxy;
        struct house house;
        struct house direct;
        struct store_failure failure;
        uint64_t ticket;
        house_folder(&house);
        direct = house;
        proxy_start(&proxy, &direct, house.path);
        house_open(&house);
        fill(&house);
        int64_t balance = ledger_account(books_ledger(house.books), house.mei)->balance_cents;
        proxy.cut = rows[i].cut;
        assert_int_equal(buy_in(&house, "cut", &ticket), STATUS_OK);
        assert_int_equal(store_wait(books_store(house.books), ticket), STATUS_UNKNOWN);
        assert_int_equal(store_state(books_store(house.books), &failure), STATUS_UNKNOWN);
        assert_non_null(strstr(failure.message, "the same id"));
        assert_int_equal(buy_in(&house, "more", &ticket), STATUS_STORE_STOPPED);
        proxy.cut = CUT_NEVER;
        house_close(&house);
        house_open(&direct);
        assert_int_equal(store_key(books_store(direct.books), span_of("cut"), span_of("")), rows[i].after);
        assert_int_equal(buy_in(&direct, "cut", &ticket), rows[i].after);
        assert_int_equal(books_wait(direct.books), STATUS_OK);
        assert_int_equal(ledger_account(books_ledger(direct.books), direct.mei)->balance_cents,
                         balance + 100);
        house_check(&direct);
        house_close(&direct);
        proxy_end(&proxy);
        house_remove(&direct);
    }
}

/* What one thread has been told while the server under it goes away. */
struct teller {
    struct house *house;
    _Atomic unsigned acknowledged;
    unsigned asked;
    enum status end;
};

static void *keep_buying(void *argument)
{
    struct teller *teller = argument;
    char key[24];
    uint64_t ticket;
    while (teller->end == STATUS_OK) {
        snprintf(key, sizeof(key), "buy-%u", teller->asked);
        teller->end = buy_in(teller->house, key, &ticket);
        if (teller->end != STATUS_OK)
            break;
        teller->asked++;
        teller->end = store_wait(books_store(teller->house->books), ticket);
        if (teller->end == STATUS_OK)
            teller->acknowledged++;
    }
    return NULL;
}

static pid_t postmaster(void)
{
    char path[160];
    long number = 0;
    snprintf(path, sizeof(path), "%s/data/postmaster.pid", getenv("CROUPIER_TEST_PG"));
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%ld", &number) != 1)
        number = 0;
    if (file)
        fclose(file);
    return (pid_t)number;
}

static void wait_for_server(pid_t gone)
{
    int64_t deadline = now_ms() + 60000;
    while (now_ms() < deadline && (postmaster() == gone || !place_say(place_server(), "SELECT 1")))
        nap(50);
    assert_true(place_say(place_server(), "SELECT 1"));
}

static void stop_server(void)
{
    pid_t server = postmaster();
    assert_true(server > 0);
    assert_int_equal(kill(server, SIGQUIT), 0); /* at once: as a power failure */
    wait_for_server(server);
}

/* Nothing acknowledged is lost, nothing is booked twice, and what was under way is one or the other. */
static void check_teller(struct house *house, const struct teller *teller)
{
    uint64_t ticket;
    unsigned kept = 0;
    char key[24];
    house_open(house);
    house_check(house);
    for (unsigned i = 0; i < teller->asked; i++) {
        snprintf(key, sizeof(key), "buy-%u", i);
        bool there = store_key(books_store(house->books), span_of(key), span_of("")) == STATUS_REPEATED;
        assert_true(there || i >= teller->acknowledged);
        kept += there;
    }
    assert_int_equal(ledger_account(books_ledger(house->books), house->mei)->balance_cents, 100 * (int)kept);
    assert_int_equal(buy_in(house, "after", &ticket), STATUS_OK);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    house_check(house);
}

static void test_the_server_is_stopped_at_once(void **state)
{
    struct house *house = *state;
    pthread_t thread;
    struct teller teller = {.house = house};
    assert_int_equal(pthread_create(&thread, NULL, keep_buying, &teller), 0);
    while (teller.acknowledged < 50)
        nap(5);
    stop_server();
    pthread_join(thread, NULL);
    assert_true(teller.end == STATUS_UNKNOWN || teller.end == STATUS_NO_DATABASE ||
                teller.end == STATUS_STORE_STOPPED);
    /* Reading goes on by itself when the server is back. */
    nap(1100);
    assert_true(store_last(books_store(house->books)) >= teller.acknowledged);
    house_close(house);
    check_teller(house, &teller);
}

/* The database ends our connection while it keeps entries. */
static void test_a_connection_that_was_ended(void **state)
{
    struct house *house = *state;
    pthread_t thread;
    struct teller teller = {.house = house};
    assert_int_equal(pthread_create(&thread, NULL, keep_buying, &teller), 0);
    while (teller.acknowledged < 20)
        nap(5);
    must_say(house, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE"
                    " 'croupier %' AND pid <> pg_backend_pid()");
    pthread_join(thread, NULL);
    assert_true(teller.end == STATUS_UNKNOWN || teller.end == STATUS_NO_DATABASE ||
                teller.end == STATUS_STORE_STOPPED);
    house_close(house);
    check_teller(house, &teller);
}

/* A server that sleeps keeps its socket alive: the store gives up by its own deadline. It slept before COMMIT
 * was sent, so nothing was kept, and the store says so. */
static void test_a_server_that_sleeps(void **state)
{
    struct house *house = *state;
    pid_t writer = writers_process(house);
    uint64_t ticket;
    wait_for_all(house); /* or what is on its way falls asleep at its COMMIT */
    assert_int_equal(kill(writer, SIGSTOP), 0);
    int64_t start = now_ms();
    assert_int_equal(buy_in(house, "asleep", &ticket), STATUS_OK);
    enum status status = store_wait(books_store(house->books), ticket);
    int64_t took = now_ms() - start;
    assert_int_equal(kill(writer, SIGCONT), 0);
    assert_int_equal(status, STATUS_NO_DATABASE);
    assert_in_range(took, PGLINK_CALL_MS - 1000, PGLINK_CALL_MS + 5000);
    house_close(house);
    house_open(house);
    assert_int_equal(store_key(books_store(house->books), span_of("asleep"), span_of("")), STATUS_OK);
    assert_int_equal(ledger_account(books_ledger(house->books), house->mei)->balance_cents, 0);
    house_check(house);
}

/* ---- Moving. ---- */

static enum status see_person(void *context, struct span name, struct span value)
{
    uint64_t *count = context;
    ++*count;
    assert_int_equal(name.size, 3);
    assert_memory_equal(value.bytes, "somebody", 8);
    return STATUS_OK;
}

static void test_a_house_moves_there_and_back(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    struct walk there;
    struct walk back;
    char file[128];
    char other[PLACE_PATH_MAX];
    const struct store_record person = {STORE_PEOPLE, span_of("Mei"), span_of("somebody")};
    uint64_t kept;
    fill(house);
    assert_int_equal(store_put(books_store(house->books), &person, 1, &kept), STATUS_OK);
    house_close(house);
    snprintf(file, sizeof(file), "%s/moved.db", house->folder);
    place_path(house->folder, "back", other);
    struct copy_options out = {.from = house->path, .to = file};
    struct copy_options in = {.from = file, .to = other};
    assert_int_equal(walk_init(&there, NULL), STATUS_OK);
    assert_int_equal(walk_init(&back, NULL), STATUS_OK);
    enum status status = copy_house(&out, &there, &failure);
    if (status == STATUS_OK)
        status = copy_house(&in, &back, &failure);
    if (status != STATUS_OK)
        print_error("%s\n", failure.message);
    assert_int_equal(status, STATUS_OK);
    struct hash first = merkle_root(&there.guard.tree);
    struct hash second = merkle_root(&back.guard.tree);
    assert_true(hash_equal(&first, &second));
    assert_true(there.guard.sealed > 0 && there.guard.sealed == back.guard.sealed);
    walk_release(&there);
    /* Neither end is written over. */
    assert_int_equal(walk_init(&there, NULL), STATUS_OK);
    assert_int_not_equal(copy_house(&in, &there, &failure), STATUS_OK);
    assert_non_null(strstr(failure.message, "not empty"));
    walk_release(&there);
    walk_release(&back);
    /* The house goes on where it has come to. */
    struct house moved = *house;
    memcpy(moved.path, other, sizeof(other));
    house_open(&moved);
    struct store_taker taker = {see_person, &kept};
    kept = 0;
    assert_int_equal(store_records(books_store(moved.books), STORE_PEOPLE, &taker, &failure), STATUS_OK);
    assert_int_equal(kept, 1);
    uint64_t ticket;
    assert_int_equal(buy_in(&moved, "moved", &ticket), STATUS_OK);
    assert_int_equal(books_wait(moved.books), STATUS_OK);
    house_check(&moved);
    house_close(&moved);
}

int main(void)
{
#define WITH_HOUSE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_HOUSE(test_nothing_is_changed_or_removed),
        cmocka_unit_test(test_the_role_of_a_server),
        cmocka_unit_test(test_a_writer_that_was_overtaken),
        cmocka_unit_test(test_money_that_another_server_took),
        cmocka_unit_test(test_a_member_is_asked),
        cmocka_unit_test(test_names_of_damaged_entries),
        WITH_HOUSE(test_many_chains),
        WITH_HOUSE(test_many_archives),
        WITH_HOUSE(test_reading_from_anywhere),
        WITH_HOUSE(test_an_old_house_moves),
        cmocka_unit_test(test_news_of_many_pages),
        cmocka_unit_test(test_news_that_nobody_wrote),
        cmocka_unit_test(test_news_of_meanwhile),
        cmocka_unit_test(test_who_comes_back),
        cmocka_unit_test(test_two_founders),
        cmocka_unit_test(test_nobody_is_let_in),
        cmocka_unit_test(test_a_queue_that_stays_full),
        cmocka_unit_test(test_an_account_after_a_stall),
        cmocka_unit_test(test_meddling_is_found),
        WITH_HOUSE(test_a_guard_that_was_taken_away_is_missed),
        WITH_HOUSE(test_other_databases_are_refused),
        cmocka_unit_test(test_a_connection_cut_at_commit),
        WITH_HOUSE(test_the_server_is_stopped_at_once),
        WITH_HOUSE(test_a_connection_that_was_ended),
        WITH_HOUSE(test_a_house_moves_there_and_back),
        WITH_HOUSE(test_a_server_that_sleeps),
    };
    if (!place_server()) {
        printf("1..0 # SKIP CROUPIER_TEST_DB names no PostgreSQL\n");
        return 0;
    }
    /* The last one waits for a deadline: it belongs to the long form. */
    return _cmocka_run_group_tests("tests", tests, COUNT_OF(tests) - (is_long() ? 0 : 1), NULL, NULL);
}

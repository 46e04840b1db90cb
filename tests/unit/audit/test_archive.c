/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: older entries move into an archive, and nothing else changes: the tables and accounts go on, an audit
 * of both comes to the same end as before, a kill at any stage loses nothing, and whatever is changed in
 * the file or in the database is found. On SQLite, and on PostgreSQL where CROUPIER_TEST_DB is its address.
 */
#include "check.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "audit/audit_file.h"
#include "evening.h"
#include "journal/declaration.h"
#include "store/archive.h"
#include "store/copy.h"
#include "store/postgres.h"

enum { ROUNDS = 40 };

/* Whether everything is tried, which takes longer. */
static bool is_long(void)
{
    return getenv("POSTGRES_ALL");
}

static struct evening evening;
static char archives[2][PLACE_FOLDER_MAX + 32];
static const char *const files[] = {archives[0], archives[1]};

static void open_books(void)
{
    struct store_failure failure = {0};
    struct books_options options = {.store = {.path = evening.path}, .key = &evening.key};
    enum status status = books_open(&evening.books, &options, &failure);
    if (status)
        print_error("%s\n", failure.message);
    assert_int_equal(status, STATUS_OK);
}

static void play(unsigned rounds)
{
    for (unsigned game = 0; game < EVENING_GAMES; game++) {
        evening_begin(&evening, game);
        evening_play(&evening, rounds);
    }
    books_close(evening.books);
}

static void begin(void)
{
    evening_open(&evening, 5);
    for (unsigned i = 0; i < 2; i++)
        snprintf(archives[i], sizeof archives[i], "%s/house.archive%u", evening.folder, i + 1);
    assert_int_equal(chdir(evening.folder), 0); /* beside an address: where the command was started */
    play(ROUNDS);
}

static void end(void)
{
    chmod(archives[0], 0600);
    assert_int_equal(chdir("/"), 0);
    evening_remove(&evening);
}

static enum status archive(unsigned number, struct archive_watch watch, struct store_failure *failure)
{
    struct archive made;
    struct archive_options options = {
        .path = evening.path, .out = archives[number], .until_ms = INT64_MAX, .watch = watch};
    enum status status = archive_house(&options, &made, failure);
    if (status == STATUS_OK) {
        assert_true(made.last % 1024 == 0 && made.last > made.first);
        assert_true(place_server() || made.bytes_after < made.bytes_before);
    }
    return status;
}

static void status_well(enum status status, const struct store_failure *failure)
{
    if (status)
        print_error("%s\n", failure->message);
    assert_int_equal(status, STATUS_OK);
}

static void archive_well(unsigned number)
{
    struct store_failure failure;
    enum status status = archive(number, (struct archive_watch){NULL, NULL}, &failure);
    status_well(status, &failure);
}

/* What an audit leaves as a mark, as text (owned); "" with the message told where it is not clean. */
static char *audit_text(unsigned archive_count, const struct mark *since, char message[AUDIT_FAULT_MAX])
{
    struct audit audit;
    struct mark mark;
    struct store_failure failure = {0};
    struct audit_options options = {
        .archives = files, .archive_count = archive_count, .since = since, .mark = &mark, .parallel = true};
    size_t size;
    mark_init(&mark);
    enum status status = audit_file(&audit, evening.path, &options, &failure);
    snprintf(message, AUDIT_FAULT_MAX, "%s",
             status == STATUS_OK      ? ""
             : audit.fault.message[0] ? audit.fault.message
                                      : failure.message);
    char *text = status == STATUS_OK ? mark_print(&mark, &size) : calloc(1, 1);
    mark_release(&mark);
    audit_release(&audit);
    return text;
}

static char *audit_clean(unsigned archive_count)
{
    char message[AUDIT_FAULT_MAX];
    char *text = audit_text(archive_count, NULL, message);
    assert_string_equal(message, "");
    return text;
}

static void expect_fault(unsigned archive_count, const char *wanted)
{
    char message[AUDIT_FAULT_MAX];
    free(audit_text(archive_count, NULL, message));
    if (!strstr(message, wanted))
        print_error("%s, not %s\n", message, wanted);
    assert_true(message[0] && strstr(message, wanted));
}

/* The log is the same, entry for entry: the mark of an audit says all of it. */
static void test_same_log(void **state)
{
    (void)state;
    begin();
    char *before = audit_clean(0);
    archive_well(0);
    char *after = audit_clean(1);
    assert_string_equal(after, before);
    free(after);
    after = audit_clean(0); /* it lies beside the database */
    assert_string_equal(after, before);
    char away[sizeof archives[0] + 8];
    snprintf(away, sizeof away, "%s.away", archives[0]);
    assert_int_equal(rename(archives[0], away), 0);
    expect_fault(0, "name them with --archive");
    assert_int_equal(rename(away, archives[0]), 0);
    free(before);
    free(after);
    end();
}

/* Tables go on with their shoes, accounts with their balances; a second archive begins behind the first. */
static void test_goes_on(void **state)
{
    char message[AUDIT_FAULT_MAX];
    char reason[MARK_REASON_MAX];
    struct mark mark;
    (void)state;
    begin();
    archive_well(0);
    char *text = audit_clean(1);
    assert_int_equal(mark_parse(&mark, text, strlen(text), reason), STATUS_OK);
    free(text);
    open_books();
    play(ROUNDS);
    text = audit_clean(1);
    char away[sizeof archives[0] + 8];
    snprintf(away, sizeof away, "%s.away", archives[0]);
    assert_int_equal(rename(archives[0], away), 0);
    char *since = audit_text(0, &mark, message); /* a mark behind the archive needs no archive */
    assert_int_equal(rename(away, archives[0]), 0);
    assert_string_equal(message, "");
    assert_string_equal(since, text);
    archive_well(1);
    char *again = audit_clean(2);
    assert_string_equal(again, text);
    expect_fault(1, "has 2 archives, and 1 are named");
    const char *const wrong[] = {archives[1], archives[0]};
    struct store *store;
    struct store_failure failure;
    struct store_options options = {
        .path = evening.path, .read_only = true, .archives = wrong, .archive_count = 2};
    assert_int_not_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_non_null(strstr(failure.message, "in their order"));
    open_books();
    play(2);
    free(audit_clean(2));
    mark_release(&mark);
    free(text);
    free(since);
    free(again);
    chmod(archives[1], 0600);
    end();
}

/* A reader that meets what is archived is told so, and in which file. */
static void test_readers(void **state)
{
    struct store *store;
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    char name[64];
    uint64_t position;
    (void)state;
    begin();
    archive_well(0);
    char away[sizeof archives[0] + 8];
    snprintf(away, sizeof away, "%s.away", archives[0]);
    assert_int_equal(rename(archives[0], away), 0);
    FILE *other =
        fopen(archives[0], "w"); /* something else of its name does not keep a server from its work */
    assert_non_null(other);
    fputs("not an archive\n", other);
    fclose(other);
    struct store_options options = {.path = evening.path, .read_only = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_round(store, 2, 3, &position), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, position, &cursor, &failure), STATUS_OK);
    assert_int_equal(store_next(cursor, &row), STATUS_ARCHIVED);
    store_cursor_close(cursor);
    assert_int_equal(store_archive(store, position, name, sizeof name), STATUS_OK);
    assert_string_equal(name, "house.archive1");
    assert_int_equal(store_archive(store, store_last(store), name, sizeof name), STATUS_NOT_FOUND);
    assert_int_equal(store_read(store, 2, STORE_BACKWARD, 0, &cursor, &failure), STATUS_OK);
    enum status status;
    unsigned read = 0;
    while ((status = store_next(cursor, &row)) == STATUS_OK)
        read++;
    assert_true(read > 0);
    assert_int_equal(status, STATUS_ARCHIVED);
    store_cursor_close(cursor);
    store_close(store);
    end();
}

static enum status write_named(const char *name, const char *request, uint64_t *ticket)
{
    struct line line = {.kind = ENTRY_NOTE, .role = ROLE_CAGE, .key = name, .text = span_of("x\n")};
    line.request = span_of(request);
    return books_write(evening.books, CHAIN_NUMBER_HOUSE, &line, ticket);
}

/* The name of a request stays taken when its entry is in an archive: what was asked then cannot be compared
 * any more, so nothing is booked under it again, whatever it asks for. */
static void test_a_name_stays_taken(void **state)
{
    uint64_t ticket;
    (void)state;
    evening_open(&evening, 5);
    for (unsigned i = 0; i < 2; i++)
        snprintf(archives[i], sizeof archives[i], "%s/house.archive%u", evening.folder, i + 1);
    assert_int_equal(chdir(evening.folder), 0);
    assert_int_equal(write_named("early", "0123456789abcdef", &ticket), STATUS_OK);
    assert_int_equal(write_named("early", "0123456789abcdef", &ticket), STATUS_REPEATED);
    play(ROUNDS);
    archive_well(0);
    open_books();
    assert_int_equal(write_named("early", "0123456789abcdef", &ticket), STATUS_ID_REUSED);
    assert_int_equal(write_named("early", "another request.", &ticket), STATUS_ID_REUSED);
    assert_int_equal(write_named("late", "0123456789abcdef", &ticket), STATUS_OK);
    assert_int_equal(write_named("late", "0123456789abcdef", &ticket), STATUS_REPEATED);
    assert_int_equal(books_wait(evening.books), STATUS_OK);
    books_close(evening.books);
    free(audit_clean(1));
    end();
}

static void die(void *context, enum archive_stage stage)
{
    if (stage == *(enum archive_stage *)context)
        raise(SIGKILL);
}

/* Killed behind every stage: the house is whole, and the same call brings it to its end. */
static void test_killed(void **state)
{
    (void)state;
    for (enum archive_stage stage = ARCHIVE_CHOSEN; stage <= ARCHIVE_DONE; stage++) {
        struct store_failure failure;
        int ended;
        begin();
        char *before = audit_clean(0);
        pid_t child = fork();
        if (child == 0) {
            (void)!archive(0, (struct archive_watch){die, &stage}, &failure);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &ended, 0), child);
        assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL);
        bool done = stage == ARCHIVE_DONE;
        char *after = audit_clean(done ? 1 : 0);
        assert_string_equal(after, before);
        free(after);
        if (!done)
            archive_well(0);
        after = audit_clean(1);
        assert_string_equal(after, before);
        free(after);
        open_books();
        play(1);
        free(audit_clean(1));
        free(before);
        end();
    }
}

static void meddle(const char *path, const char *sql)
{
    sqlite3 *connection;
    char *error = NULL;
    chmod(path, 0600);
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    if (sqlite3_exec(connection, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(connection);
}

/* In PostgreSQL, by somebody who may do everything, and leaves no trace in the schema. */
static void meddle_kept(const char *sql)
{
    char words[1024];
    snprintf(
        words, sizeof words,
        "ALTER TABLE journal DISABLE TRIGGER ALL; ALTER TABLE log DISABLE TRIGGER ALL;"
        "ALTER TABLE postings DISABLE TRIGGER ALL; ALTER TABLE rounds DISABLE TRIGGER ALL; %s;"
        "ALTER TABLE rounds ENABLE ALWAYS TRIGGER stays; ALTER TABLE journal ENABLE ALWAYS TRIGGER stays;"
        "ALTER TABLE journal ENABLE ALWAYS TRIGGER goes; ALTER TABLE log ENABLE ALWAYS TRIGGER stays;"
        "ALTER TABLE log ENABLE ALWAYS TRIGGER goes; ALTER TABLE postings ENABLE ALWAYS TRIGGER stays;"
        "ALTER TABLE postings ENABLE ALWAYS TRIGGER goes",
        sql);
    if (!place_say(evening.path, words))
        fail_msg("%s", sql);
}

#define ENTRY_FLIPPED                                                                                        \
    "UPDATE journal SET entry = CAST(substr(entry, 1, length(entry) / 2) || x'7e' || substr(entry, length(entry) / 2 + 2) AS BLOB) WHERE position = "

#define SOME_POSTED "(SELECT min(position) FROM postings WHERE position > 100)"

/* The archive is as safe as the database was. */
static void test_forged_archive(void **state)
{
    static const struct {
        const char *sql;
        const char *message;
    } rows[] = {
        {ENTRY_FLIPPED "700", ""},
        {"DELETE FROM journal WHERE position = 800", "missing"},
        {"UPDATE checkpoints SET root = zeroblob(31) WHERE size = 1024", ""},
        {"UPDATE postings SET cents = cents + 1 WHERE position = " SOME_POSTED, ""},
        {"UPDATE postings SET balance = balance + 1 WHERE position = " SOME_POSTED, ""},
        {"DELETE FROM postings WHERE position = " SOME_POSTED, ""},
        {"UPDATE about SET last = last - 1024", "is not archive 1"},
        {"INSERT INTO about SELECT * FROM about", "is not archive 1"},
        {"UPDATE checkpoints SET latest = latest + 1 WHERE size = (SELECT min(size) FROM checkpoints)",
         "of an archive"},
        {"UPDATE checkpoints SET signature = randomblob(64) WHERE size = 1024", "of an archive"},
        {"DELETE FROM checkpoints WHERE size = (SELECT max(size) FROM checkpoints)", "of an archive"},
        {"INSERT INTO checkpoints SELECT size + 1, root, signature, latest FROM checkpoints WHERE size ="
         " (SELECT max(size) FROM checkpoints)",
         "of an archive"},
    };
    char kept[sizeof archives[0] + 32];
    (void)state;
    begin();
    archive_well(0);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char command[2 * sizeof kept];
        snprintf(kept, sizeof kept, "%s.kept", archives[0]);
        snprintf(command, sizeof command, "cp '%s' '%s'", archives[0], kept);
        assert_int_equal(system(command), 0);
        meddle(archives[0], rows[i].sql);
        expect_fault(1, rows[i].message);
        assert_int_equal(rename(kept, archives[0]), 0);
    }
    free(audit_clean(1));
    end();
}

/* A file of that name that is something else; entries that are not under their checkpoint. */
static void test_refused(void **state)
{
    struct store_failure failure;
    struct archive_watch nobody = {NULL, NULL};
    (void)state;
    begin();
    FILE *other = fopen(archives[0], "w");
    assert_non_null(other);
    fputs("not an archive\n", other);
    fclose(other);
    assert_int_not_equal(archive(0, nobody, &failure), STATUS_OK);
    assert_int_equal(unlink(archives[0]), 0);
    struct archive made;
    struct archive_options none = {.path = evening.path, .out = archives[0], .until_ms = 1};
    assert_int_equal(archive_house(&none, &made, &failure), STATUS_NOT_FOUND);
    assert_int_not_equal(access(archives[0], F_OK), 0);
    if (place_server())
        meddle_kept(
            "UPDATE journal SET entry = set_byte(entry, length(entry) / 2, 126) WHERE (chain, number) ="
            " (SELECT chain, number FROM log WHERE position = 700)");
    else
        meddle(evening.path,
               "DROP TRIGGER journal_stays; " ENTRY_FLIPPED "700;"
               "CREATE TRIGGER journal_stays BEFORE UPDATE ON journal BEGIN SELECT raise(ABORT, 'journal"
               " is never changed'); END;");
    assert_int_equal(archive(0, nobody, &failure), STATUS_STORE_CORRUPT);
    assert_non_null(strstr(failure.message, "nothing was changed"));
    assert_int_not_equal(access(archives[0], F_OK), 0);
    end();
}

enum { ROWS_MAX = 8192 };

static unsigned read_chain(struct store *store, enum store_order order, uint64_t from,
                           uint64_t rows[ROWS_MAX])
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    unsigned count = 0;
    enum status status = store_read(store, 2, order, from, &cursor, &failure);
    status_well(status, &failure);
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        assert_true(row.chain == 2 && count < ROWS_MAX);
        rows[count++] = row.position;
    }
    assert_int_equal(status, STATUS_NOT_FOUND);
    store_cursor_close(cursor);
    return count;
}

/* A chain is read through its archive and on, from wherever, as it was before. */
static void test_read_across(void **state)
{
    static uint64_t before[ROWS_MAX];
    static uint64_t after[ROWS_MAX];
    struct store *store;
    struct store_failure failure;
    (void)state;
    begin();
    struct store_options options = {.path = evening.path, .read_only = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    unsigned count = read_chain(store, STORE_FORWARD, 0, before);
    store_close(store);
    assert_true(count > 100);
    archive_well(0);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    static const unsigned starts[] = {1, 2, 50};
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        unsigned first = starts[i] - 1;
        assert_int_equal(read_chain(store, STORE_FORWARD, before[first], after), count - first);
        assert_memory_equal(after, before + first, (count - first) * sizeof before[0]);
    }
    assert_int_equal(read_chain(store, STORE_FORWARD, before[count - 1], after), 1);
    assert_int_equal(read_chain(store, STORE_BACKWARD, 0, after), count);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(after[i], before[count - 1 - i]);
    store_close(store);
    end();
}

/* ---- PostgreSQL alone. ---- */

/* Somebody is at it already, or keeps rows from going: nothing is changed, and afterwards it goes on. */
static void test_hindered(void **state)
{
    struct store_failure failure;
    struct archive_watch nobody = {NULL, NULL};
    (void)state;
    begin();
    PGconn *holder = PQconnectdb(evening.path);
    PQclear(PQexec(holder, "SELECT pg_advisory_lock(1129467955, hashtext(current_schema()))"));
    assert_int_equal(archive(0, nobody, &failure), STATUS_STORE_LOCKED);
    assert_non_null(strstr(failure.message, "somebody is archiving it already"));
    PQfinish(holder);
    assert_true(place_say(evening.path, "CREATE RULE lazy AS ON DELETE TO journal DO INSTEAD NOTHING"));
    assert_int_equal(archive(0, nobody, &failure), STATUS_STORE_CORRUPT);
    assert_non_null(strstr(failure.message, "other entries would stay"));
    assert_true(place_say(evening.path, "DROP RULE lazy ON journal"));
    archive_well(0);
    free(audit_clean(1));

    /* A reader that has the files open finds that there is another archive, whose file is nowhere. */
    struct store *store;
    struct store_posting posting;
    struct store_options options = {.path = evening.path, .read_only = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_posting(store, 2, 1, &posting), STATUS_OK);
    assert_int_equal(store_posting(store, 2, 2, &posting), STATUS_OK);
    assert_true(place_say(evening.path,
                          "INSERT INTO archives(last, first, name, root) SELECT last + 1024, last + 1,"
                          " 'none', root FROM archives"));
    char name[64];
    assert_int_equal(store_archive(store, 1025, name, sizeof name), STATUS_OK);
    assert_int_not_equal(store_posting(store, 2, 1, &posting), STATUS_OK);
    store_close(store);
    end();
}

/* What the database has kept of older entries is held against the archive. */
static void test_forged_kept(void **state)
{
    enum { SHORT = 5 }; /* the first ones */
    static const struct {
        const char *sql;
        const char *message;
    } rows[] = {
        {"UPDATE journal SET mark = mark + 1 WHERE chain = 1 AND number = 1",
         "is not the one of the archive"},
        {"UPDATE postings SET cents = cents + 1, balance = balance + 1 WHERE (chain, number) = (SELECT p.chain,"
         " p.number FROM postings p JOIN log l USING (chain, number) WHERE l.position < 1024 LIMIT 1)",
         ""},
        {"UPDATE log SET previous = previous - 1 WHERE previous > 1 AND position < 1024", ""},
        {"DELETE FROM log WHERE position = (SELECT min(position) FROM log l WHERE NOT EXISTS (SELECT FROM"
         " journal j WHERE j.chain = l.chain AND j.number = l.number))",
         "its round is not in the table of rounds"},
        {"DELETE FROM rounds WHERE chain = 2 AND round = 1", ""},
        {"ALTER TABLE checkpoints DISABLE TRIGGER ALL; UPDATE checkpoints SET root = decode(repeat('00', 32), 'hex')"
         " WHERE size = (SELECT max(last) FROM archives); ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER stays",
         "ends with another root"},
        {"UPDATE journal SET entry = entry || '\\x00'::bytea WHERE chain = 1 AND number = 2",
         "is not the one of the archive"},
        {"UPDATE journal SET entry = set_byte(entry, length(entry) - 1, 7) WHERE chain = 1 AND number = 2",
         "is not the one of the archive"},
    };
    (void)state;
    for (size_t i = 0; i < (is_long() ? COUNT_OF(rows) : SHORT); i++) {
        begin();
        archive_well(0);
        meddle_kept(rows[i].sql);
        expect_fault(1, rows[i].message);
        end();
    }
}

/* Nothing goes that is not archived, and what says so stays. */
static void test_refused_by_database(void **state)
{
    static const char *const refused[] = {
        "DELETE FROM journal WHERE chain = 1 AND number = 2",
        "DELETE FROM log WHERE position = (SELECT max(position) FROM log)",
        "DELETE FROM postings WHERE (chain, number) = (SELECT chain, number FROM postings JOIN log USING (chain,"
        " number) ORDER BY position DESC LIMIT 1)",
        "TRUNCATE journal",
        "TRUNCATE log",
        "UPDATE log SET previous = 0",
        "UPDATE postings SET cents = cents + 1",
    };
    static const char *const behind[] = {
        "UPDATE archives SET name = 'another'",
        "DELETE FROM archives",
        "TRUNCATE archives",
        "DELETE FROM journal WHERE (chain, number) = (SELECT chain, number FROM log ORDER BY position DESC LIMIT 1)",
        "SET session_replication_role = replica; DELETE FROM log WHERE position = (SELECT max(position) FROM log)",
    };
    (void)state;
    begin();
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        assert_false(place_say(evening.path, refused[i]));
    archive_well(0);
    for (size_t i = 1; i < COUNT_OF(refused); i++)
        assert_false(place_say(evening.path, refused[i]));
    for (size_t i = 0; i < COUNT_OF(behind); i++)
        assert_false(place_say(evening.path, behind[i]));
    free(audit_clean(1));
    end();
}

/* A role that runs a server can neither remove nor archive, and reads what it needs. */
static void test_servers_role(void **state)
{
    struct store_failure failure;
    struct archive made;
    char owner[PLACE_PATH_MAX];
    char url[PLACE_PATH_MAX];
    (void)state;
    begin();
    place_say(evening.path, "CREATE ROLE teller LOGIN");
    assert_int_equal(postgres_prepare(evening.path, "teller", &failure), STATUS_OK);
    snprintf(owner, sizeof owner, "%s", evening.path);
    const char *at = strstr(owner, "croupier@");
    assert_non_null(at);
    snprintf(url, sizeof url, "%.*steller%s", (int)(at - owner), owner, at + strlen("croupier"));
    assert_false(
        place_say(url, "INSERT INTO archives VALUES(1024, 1, 'a', decode(repeat('00', 32), 'hex'))"));
    struct archive_options options = {.path = url, .out = archives[0], .until_ms = INT64_MAX};
    assert_int_not_equal(archive_house(&options, &made, &failure), STATUS_OK);
    assert_non_null(strstr(failure.message, "by the owner of the tables"));
    assert_int_not_equal(access(archives[0], F_OK), 0);
    archive_well(0);
    assert_false(place_say(url, "DELETE FROM log WHERE position = 1"));
    snprintf(evening.path, sizeof evening.path, "%s", url);
    open_books();
    play(1);
    free(audit_clean(1));
    snprintf(evening.path, sizeof evening.path, "%s", owner);
    end();
    place_say(place_server(), "DROP ROLE teller");
}

/* Servers go on while it happens: the next act, a page of history, the seal. */
static void test_in_use(void **state)
{
    struct store_cursor *cursor;
    struct store_cursor *walk;
    struct store_row row;
    struct store_failure failure;
    struct store_posting posting;
    (void)state;
    begin();
    open_books();
    struct store *store = books_store(evening.books);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 1, &walk, &failure), STATUS_OK);
    assert_int_equal(store_next(walk, &row), STATUS_OK);
    archive_well(0);
    for (uint64_t position = 2; position <= 2000; position++) { /* a walk that is under way goes on */
        assert_int_equal(store_next(walk, &row), STATUS_OK);
        assert_int_equal(row.position, position);
    }
    store_cursor_close(walk);
    assert_int_equal(store_read(store, 2, STORE_BACKWARD, 0, &cursor, &failure), STATUS_OK);
    enum status status;
    uint64_t read = 0;
    while ((status = store_next(cursor, &row)) == STATUS_OK)
        read++;
    store_cursor_close(cursor);
    assert_int_equal(status, STATUS_NOT_FOUND);
    struct chain chain;
    assert_int_equal(store_chain(store, 2, &chain), STATUS_OK);
    assert_int_equal(read, chain.number);
    uint64_t next = 0;
    uint32_t ana = 0;
    assert_int_equal(books_account(evening.books, ACCOUNT_PLAYER, "Ana", &ana, NULL), STATUS_OK);
    unsigned lines = 0;
    do {
        assert_int_equal(store_posting(store, ana, next, &posting), STATUS_OK);
        assert_int_equal(posting.account, ana);
        struct store_posting again;
        assert_int_equal(store_posting_at(store, ana, posting.position, &again), STATUS_OK);
        assert_int_equal(again.posting, posting.posting);
        next = posting.previous;
        lines++;
    } while (next);
    assert_true(lines > 100);
    play(2);
    free(audit_clean(1));
    end();
}

/* The house moves on, with everything it ever wrote: to a file, and from there. */
static void test_copied(void **state)
{
    struct store_failure failure;
    struct walk walk;
    char path[PLACE_FOLDER_MAX + 16];
    char away[sizeof archives[0] + 8];
    (void)state;
    begin();
    archive_well(0);
    snprintf(path, sizeof path, "%s/copy.db", evening.folder);
    snprintf(away, sizeof away, "%s.away", archives[0]);
    struct copy_options copy = {.from = evening.path, .to = path};
    assert_int_equal(rename(archives[0], away), 0);
    assert_int_equal(walk_init(&walk, NULL), STATUS_OK);
    assert_int_equal(copy_house(&copy, &walk, &failure), STATUS_ARCHIVED);
    assert_non_null(strstr(failure.message, "house.archive1"));
    walk_release(&walk);
    assert_int_equal(rename(away, archives[0]), 0);
    char *before = audit_clean(1);
    unlink(path);
    assert_int_equal(walk_init(&walk, NULL), STATUS_OK);
    status_well(copy_house(&copy, &walk, &failure), &failure);
    walk_release(&walk);
    char home[PLACE_PATH_MAX];
    snprintf(home, sizeof home, "%s", evening.path);
    snprintf(evening.path, sizeof evening.path, "%s", path);
    char *after = audit_clean(0);
    assert_string_equal(after, before);
    snprintf(evening.path, sizeof evening.path, "%s", home);
    free(before);
    free(after);
    end();
}

int main(void)
{
    enum { ON_POSTGRES = 5 }; /* the last ones */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_log),       cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_readers),        cmocka_unit_test(test_killed),
        cmocka_unit_test(test_forged_archive), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_copied),         cmocka_unit_test(test_a_name_stays_taken),
        cmocka_unit_test(test_read_across),    cmocka_unit_test(test_forged_kept),
        cmocka_unit_test(test_in_use),         cmocka_unit_test(test_refused_by_database),
        cmocka_unit_test(test_servers_role),   cmocka_unit_test(test_hindered),
    };
    /* The last one waits for a while: it belongs to the long form. */
    unsigned left = place_server() ? !is_long() : ON_POSTGRES;
    return _cmocka_run_group_tests("tests", tests, COUNT_OF(tests) - left, NULL, NULL);
}

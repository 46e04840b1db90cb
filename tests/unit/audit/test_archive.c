/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: older entries move into an archive, and nothing else changes: the tables and accounts go on, an audit
 * of both comes to the same end as before, a kill at any stage loses nothing, and whatever is changed in
 * either file is found. */
#include "check.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "audit/audit_file.h"
#include "evening.h"
#include "store/archive.h"

enum { ROUNDS = 40 };

static struct evening evening;
static char archives[2][PLACE_PATH_MAX + 16];
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
        snprintf(archives[i], sizeof archives[i], "%s.archive%u", evening.path, i + 1);
    play(ROUNDS);
}

static void end(void)
{
    chmod(archives[0], 0600);
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
        assert_true(made.bytes_after < made.bytes_before);
    }
    return status;
}

static void archive_well(unsigned number)
{
    struct store_failure failure;
    enum status status = archive(number, (struct archive_watch){NULL, NULL}, &failure);
    if (status)
        print_error("%s\n", failure.message);
    assert_int_equal(status, STATUS_OK);
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
    assert_string_equal(name, "house.db.archive1");
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

#define ENTRY_FLIPPED                                                                                        \
    "UPDATE journal SET entry = CAST(substr(entry, 1, length(entry) / 2) || x'7e' || substr(entry, length(entry) / 2 + 2) AS BLOB) WHERE position = "

/* The archive is as safe as the database was. */
static void test_forged_archive(void **state)
{
    static const struct {
        const char *sql;
        const char *message;
    } rows[] = {
        {ENTRY_FLIPPED "700", ""},
        {"DELETE FROM journal WHERE position = 800", "missing"},
        {"UPDATE postings SET cents = cents + 1 WHERE posting = 50", ""},
        {"DELETE FROM postings WHERE posting = 50", ""},
        {"UPDATE about SET last = last - 1024", "is not archive 1"},
    };
    char kept[PLACE_PATH_MAX + 32];
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
    meddle(evening.path,
           "DROP TRIGGER journal_stays; " ENTRY_FLIPPED "700;"
           "CREATE TRIGGER journal_stays BEFORE UPDATE ON journal BEGIN SELECT raise(ABORT, 'journal"
           " is never changed'); END;");
    assert_int_equal(archive(0, nobody, &failure), STATUS_STORE_CORRUPT);
    assert_non_null(strstr(failure.message, "nothing was changed"));
    assert_int_not_equal(access(archives[0], F_OK), 0);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_log),       cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_readers),        cmocka_unit_test(test_killed),
        cmocka_unit_test(test_forged_archive), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

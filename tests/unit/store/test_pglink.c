/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: whatever comes over the line of a PostgreSQL, or stands in its rows, is taken for what it is: an
 * answer, a refusal, a lost connection, a damaged row. The server here is a script of ours on a socket; rows
 * are made by hand. An address that cannot be read is refused before anybody connects. */
#include "check.h"

#include <endian.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "store/archive_set.h"
#include "store/database.h"
#include "store/pgarray.h"
#include "store/postgres.h"
#include "store/store.h"
#include "store/ticks.h"

/* ---- A server that answers by a script. ---- */

enum { FOLDER_MAX = 64, STEPS_MAX = 8, STEP_MAX = 512, ANSWER_MS = 3000 };

struct server {
    char folder[FOLDER_MAX];
    char url[2 * FOLDER_MAX];
    int listening;
    pthread_t thread;
    struct step {
        char bytes[STEP_MAX];
        size_t size;
    } steps[STEPS_MAX]; /* one for each message of the client; at the next one the line is cut */
    unsigned count;
};

static void *serve(void *context)
{
    struct server *server = context;
    char heard[4096];
    int line = accept(server->listening, NULL, NULL);
    for (unsigned i = 0; i < server->count; i++) {
        const struct step *step = &server->steps[i];
        if (read(line, heard, sizeof heard) <= 0 || send(line, step->bytes, step->size, MSG_NOSIGNAL) < 0)
            break;
    }
    (void)!read(line, heard, sizeof heard);
    close(line);
    return NULL;
}

static void put(struct step *step, const void *bytes, size_t size)
{
    assert_true(step->size + size <= STEP_MAX);
    memcpy(step->bytes + step->size, bytes, size);
    step->size += size;
}

/* A message of the protocol: its letter, its length and its content. */
static void say(struct step *step, char letter, const void *content, size_t size)
{
    uint32_t length = htobe32((uint32_t)size + 4);
    put(step, &letter, 1);
    put(step, &length, 4);
    put(step, content, size);
}

#define SAY(step, letter, content) say(step, letter, content, sizeof(content) - 1)
#define READY(step)                SAY(step, 'Z', "I")
#define DONE(step)                 SAY(step, 'C', "SET\0")
#define REFUSED(step)              SAY(step, 'E', "SERROR\0CXX000\0Mrefused\0\0")
#define AN_INSANE_LENGTH           "T\0\0\0\1"

/* The next message that the server answers. */
static struct step *step(struct server *server)
{
    assert_true(server->count < STEPS_MAX);
    return &server->steps[server->count++];
}

/* Whoever connects is let in, and what they set at once is taken. */
static void begin(struct server *server)
{
    *server = (struct server){.listening = socket(AF_UNIX, SOCK_STREAM, 0)};
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(server->folder, sizeof server->folder, "/tmp/croupier-test-XXXXXX");
    assert_non_null(mkdtemp(server->folder));
    snprintf(server->url, sizeof server->url, "postgresql://u@/d?host=%s", server->folder);
    snprintf(name.sun_path, sizeof name.sun_path, "%s/.s.PGSQL.5432", server->folder);
    assert_int_equal(bind(server->listening, (struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(server->listening, 1), 0);
    struct step *first = step(server);
    SAY(first, 'R', "\0\0\0\0");
    READY(first);
    struct step *settings = step(server);
    DONE(settings);
    READY(settings);
}

static void connect_to(struct server *server, struct pglink *link)
{
    struct store_failure failure;
    *link = (struct pglink){.url = server->url, .name = "d", .writes = true};
    assert_int_equal(pthread_create(&server->thread, NULL, serve, server), 0);
    assert_int_equal(pglink_open(link, &failure), STATUS_OK);
}

static void end(struct server *server, struct pglink *link)
{
    char name[2 * FOLDER_MAX];
    pglink_close(link);
    pthread_join(server->thread, NULL);
    close(server->listening);
    snprintf(name, sizeof name, "%s/.s.PGSQL.5432", server->folder);
    unlink(name);
    rmdir(server->folder);
}

/* A refusal leaves the connection as it is, and the first of two counts. */
static void test_two_refusals(void **state)
{
    (void)state;
    struct server server;
    struct pglink link;
    struct store_failure failure;
    begin(&server);
    struct step *answer = step(&server);
    SAY(answer, 'E', "SERROR\0C53100\0Mfull\0\0");
    REFUSED(answer);
    READY(answer);
    struct step *third = step(&server);
    REFUSED(third);
    READY(third);
    struct step *next = step(&server);
    DONE(next);
    READY(next);
    connect_to(&server, &link);
    assert_int_equal(pglink_say(&link, "x", ANSWER_MS, NULL), STATUS_STORE_FULL);
    assert_string_equal(link.trouble, "full");
    assert_int_equal(pglink_say(&link, "x", ANSWER_MS, NULL), STATUS_STORE_IO);
    assert_int_equal(pglink_fail(&link, STATUS_STORE_IO, &failure), STATUS_STORE_IO);
    assert_non_null(strstr(failure.message, "refuses: refused (XX000)"));
    assert_int_equal(pglink_say(&link, "x", ANSWER_MS, NULL), STATUS_OK);
    end(&server, &link);
}

/* Bytes that are no message: the line is given up, and says so to whoever asks next. */
static void test_a_line_out_of_step(void **state)
{
    (void)state;
    struct server server;
    struct pglink link;
    struct pgargs none = {0};
    PGresult *rows = NULL;
    unsigned answered;
    for (unsigned i = 0; i < 2; i++) {
        begin(&server);
        put(step(&server), AN_INSANE_LENGTH, 5);
        connect_to(&server, &link);
        if (i)
            assert_true(pglink_enter(&link) && pglink_send_words(&link, "x"));
        assert_int_equal(i ? pglink_sync(&link, ANSWER_MS, &answered)
                           : pglink_say(&link, "x", ANSWER_MS, NULL),
                         STATUS_NO_DATABASE);
        assert_null(link.connection);
        assert_int_equal(pglink_status(&link), STATUS_NO_DATABASE);
        assert_false(pglink_enter(&link));
        assert_int_equal(pglink_say(&link, "x", ANSWER_MS, NULL), STATUS_NO_DATABASE);
        assert_int_equal(pglink_ask(&link, "x", &none, ANSWER_MS, &rows), STATUS_NO_DATABASE);
        assert_int_equal(pglink_ask_words(&link, "x", span_of("y"), ANSWER_MS, &rows), STATUS_NO_DATABASE);
        end(&server, &link);
    }
}

/* The line is cut: a link that reads tries once more, and not again within a second. */
static void test_a_line_that_is_cut(void **state)
{
    (void)state;
    struct server server;
    struct pglink link;
    struct pgargs none = {0};
    PGresult *rows = NULL;
    begin(&server);
    connect_to(&server, &link);
    link.writes = false;
    close(server.listening);
    server.listening = -1;
    assert_int_equal(pglink_ask(&link, "x", &none, ANSWER_MS, &rows), STATUS_NO_DATABASE);
    assert_true(link.lost_ms > 0);
    int64_t lost_ms = link.lost_ms;
    assert_int_equal(pglink_ask(&link, "x", &none, ANSWER_MS, &rows), STATUS_NO_DATABASE);
    assert_int_equal(link.lost_ms, lost_ms);
    end(&server, &link);
}

/* Whoever was not answered in time does not ask again: there is no time left. */
static void test_no_answer_in_time(void **state)
{
    (void)state;
    struct server server;
    struct pglink link;
    struct pgargs args = {0};
    PGresult *rows = NULL;
    begin(&server);
    put(step(&server), "", 0); /* it hears, and says nothing */
    connect_to(&server, &link);
    link.writes = false;
    pgargs_span(&args, (struct span){NULL, 0}); /* as a record that is taken away */
    assert_string_equal(args.values[0], "");
    assert_int_equal(pglink_ask(&link, "x", &args, 50, &rows), STATUS_NO_DATABASE);
    assert_non_null(strstr(link.trouble, "in time"));
    end(&server, &link);
}

/* Behind the end of a lease nothing is asked, and nothing waits beyond it. */
static void test_the_end_of_a_lease(void **state)
{
    (void)state;
    struct server server;
    struct pglink link;
    struct pgargs none = {0};
    PGresult *rows = NULL;
    _Atomic int64_t end_ms = 0;
    begin(&server);
    put(step(&server), "", 0); /* it hears, and says nothing */
    connect_to(&server, &link);
    link.end_ms = &end_ms;
    end_ms = store_ticks() + 50;
    assert_int_equal(pglink_say(&link, "x", ANSWER_MS, NULL), STATUS_NO_DATABASE);
    assert_non_null(strstr(link.trouble, "in time"));
    assert_int_equal(pglink_ask(&link, "x", &none, ANSWER_MS, &rows), STATUS_NO_DATABASE);
    assert_non_null(strstr(link.trouble, "the length of a lease"));
    end(&server, &link);
}

/* ---- Rows made by hand. ---- */

/* Rows of so many columns; a value of NULL is none. */
static PGresult *make_rows(int columns)
{
    PGresAttDesc about[8] = {0};
    PGresult *rows = PQmakeEmptyPGresult(NULL, PGRES_TUPLES_OK);
    for (int i = 0; i < columns; i++)
        about[i] = (PGresAttDesc){.name = "c", .format = 1, .typlen = -1};
    assert_true(PQsetResultAttrs(rows, columns, about));
    return rows;
}

static void put_bytes(PGresult *rows, int row, int column, const void *bytes, int size)
{
    assert_true(PQsetvalue(rows, row, column, (char *)(uintptr_t)bytes, bytes ? size : -1));
}

static void put_number(PGresult *rows, int row, int column, int64_t number)
{
    uint64_t word = htobe64((uint64_t)number);
    put_bytes(rows, row, column, &word, sizeof word);
}

/* Root and signature of a checkpoint, as long as they must be, too short or not there. */
static void test_checkpoints_by_hand(void **state)
{
    (void)state;
    static const uint8_t bytes[SIGNATURE_BYTES] = {7};
    static const struct {
        int root;
        int signature;
        bool right;
    } cases[] = {{HASH_BYTES, SIGNATURE_BYTES, true},
                 {HASH_BYTES - 1, SIGNATURE_BYTES, false},
                 {0, SIGNATURE_BYTES, false},
                 {HASH_BYTES, SIGNATURE_BYTES - 1, false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct seal_row seal;
        PGresult *rows = make_rows(4);
        put_number(rows, 0, 0, 5);
        put_bytes(rows, 0, 1, cases[i].root ? bytes : NULL, cases[i].root);
        put_bytes(rows, 0, 2, bytes, cases[i].signature);
        put_number(rows, 0, 3, 9);
        assert_int_equal(postgres_seal_columns(rows, 0, &seal), cases[i].right);
        assert_true(!cases[i].right || (seal.kept.size == 5 && seal.latest_ms == 9));
        PQclear(rows);
    }
}

/* More archives than are read at once are counted, and the last entry in them is known. */
static void test_archives_by_hand(void **state)
{
    (void)state;
    static const uint8_t root[HASH_BYTES] = {7};
    char name[ARCHIVE_NAME_MAX + 1] = "a";
    struct archive_list list;
    PGresult *rows = make_rows(4);
    for (int i = 0; i < STORE_ARCHIVES_MAX + 1; i++) {
        put_number(rows, i, 0, 1024 * i + 1);
        put_number(rows, i, 1, 1024 * (i + 1));
        put_bytes(rows, i, 2, root, HASH_BYTES);
        put_bytes(rows, i, 3, name, 1);
    }
    assert_int_equal(postgres_take_archives(rows, &list), STATUS_OK);
    assert_int_equal(list.count, STORE_ARCHIVES_MAX + 1);
    assert_int_equal(list.last, 1024 * (STORE_ARCHIVES_MAX + 1));
    put_bytes(rows, 1, 2, root, HASH_BYTES - 1);
    assert_int_equal(postgres_take_archives(rows, &list), STATUS_STORE_CORRUPT);
    memset(name, 'x', sizeof name);
    put_bytes(rows, 0, 3, name, sizeof name);
    assert_int_equal(postgres_take_archives(rows, &list), STATUS_STORE_CORRUPT);
    PQclear(rows);
}

/* Who is alive: by the lease or, while the database was away, by not having signed off. */
static void test_servers_by_hand(void **state)
{
    (void)state;
    static struct share_view view;
    static const char yes[] = "\1";
    static const char no[] = "\0";
    static const struct {
        const char *has_lease;
        const char *has_signed_on;
        bool patient;
        bool alive;
    } cases[] = {
        {yes, yes, false, true}, {no, yes, false, false}, {no, yes, true, true}, {no, no, true, false}};
    PGresult *owners = make_rows(2);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        PGresult *servers = make_rows(5);
        put_bytes(servers, 0, 0, "a", 1);
        put_bytes(servers, 0, 1, "http://127.0.0.1:1", 18);
        put_bytes(servers, 0, 2, cases[i].has_lease, 1);
        put_bytes(servers, 0, 3, no, 1);
        put_bytes(servers, 0, 4, cases[i].has_signed_on, 1);
        postgres_read_view(servers, owners, cases[i].patient, &view);
        assert_int_equal(view.server_count, 1);
        assert_int_equal(view.servers[0].alive, cases[i].alive);
        PQclear(servers);
    }
    PQclear(owners);
}

/* A column that would be longer than PostgreSQL takes fails, and stays so. */
static void test_a_column_too_long(void **state)
{
    (void)state;
    struct pgarray array = {0};
    pgarray_reset(&array, PGTYPE_NUMBER);
    pgarray_number(&array, 1);
    assert_false(array.failed);
    array.used = INT32_MAX - 4;
    pgarray_number(&array, 2);
    assert_true(array.failed);
    array.used = 0;
    pgarray_number(&array, 3);
    assert_true(array.failed && array.count == 1);
    pgarray_release(&array);
}

/* ---- Addresses. ---- */

static void test_addresses(void **state)
{
    (void)state;
    static const char unreadable[] = "postgresql://u:secret@[";
    struct store *store;
    struct store_failure failure;
    char name[DATABASE_NAME_MAX];
    char longest[PGLINK_URL_MAX + 1];
    bool founded;
    assert_true(database_is_address("postgres://h/d"));
    assert_string_equal(database_print("postgres://u:secret@h/d", name), "postgresql://h/d");
    assert_string_equal(database_print(unreadable, name), "postgresql://");
    assert_true(database_beside("postgresql://h/a%2Fb", ".key", name, sizeof name));
    assert_string_equal(name, "a_b.key");
    assert_true(database_beside("postgresql://h", ".key", name, sizeof name));
    assert_string_equal(name, "croupier.key");
    assert_true(database_beside(unreadable, ".key", name, sizeof name));
    assert_false(database_beside("a/long/name.db", ".key", name, 10));

    struct store_options options = {.path = unreadable, .read_only = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_NO_DATABASE);
    assert_null(strstr(failure.message, "secret"));
    assert_int_equal(database_founded(unreadable, &founded, &failure), STATUS_NO_DATABASE);
    memset(longest, 'x', sizeof longest - 1);
    memcpy(longest, "postgresql://", 13);
    longest[PGLINK_URL_MAX] = '\0';
    options.path = longest;
    assert_int_equal(store_open(&store, &options, &failure), STATUS_TOO_LONG);
    assert_int_equal(database_founded(longest, &founded, &failure), STATUS_TOO_LONG);
    assert_true(founded); /* nobody founds where they do not know */
    assert_int_equal(postgres_prepare(longest, NULL, &failure), STATUS_TOO_LONG);
    assert_int_equal(store_wish(longest, span_of("a"), span_of("b"), &failure), STATUS_TOO_LONG);
}

/* A file that is there and empty is no house; nor is one that is not there. */
static void test_an_empty_file(void **state)
{
    (void)state;
    char path[] = "/tmp/croupier-test-XXXXXX";
    struct store_failure failure;
    bool founded = true;
    close(mkstemp(path));
    assert_int_equal(database_founded(path, &founded, &failure), STATUS_OK);
    assert_false(founded);
    unlink(path);
    founded = true;
    assert_int_equal(database_founded(path, &founded, &failure), STATUS_OK);
    assert_false(founded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_refusals),       cmocka_unit_test(test_a_line_out_of_step),
        cmocka_unit_test(test_a_line_that_is_cut), cmocka_unit_test(test_the_end_of_a_lease),
        cmocka_unit_test(test_no_answer_in_time),  cmocka_unit_test(test_checkpoints_by_hand),
        cmocka_unit_test(test_archives_by_hand),   cmocka_unit_test(test_servers_by_hand),
        cmocka_unit_test(test_a_column_too_long),  cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_an_empty_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

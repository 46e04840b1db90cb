/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an audit from a mark comes to the same end as one of everything, reads only what is new, finds
 * whatever is changed there, and refuses a log that is not the one the mark was made in. */
#include "check.h"

#include <sqlite3.h>

#include "audit/audit_file.h"
#include "evening.h"

enum { ROUNDS = 6 };

static struct evening evening;
static uint64_t first_rounds;

static void reopen(void)
{
    struct store_failure failure = {0};
    struct books_options options = {.store = {.path = evening.path}, .key = &evening.key};
    assert_int_equal(books_open(&evening.books, &options, &failure), STATUS_OK);
}

static void play(unsigned games)
{
    for (unsigned game = 0; game < games; game++) {
        evening_begin(&evening, game);
        evening_play(&evening, ROUNDS);
    }
    books_close(evening.books); /* seals what there is */
}

static enum status run(struct audit *audit, const struct mark *since, struct mark *mark, bool parallel)
{
    struct store_failure failure = {0};
    struct public_key key = signing_key_public(&evening.key.signing);
    struct audit_options options = {.since = since, .mark = mark, .parallel = parallel, .key = &key};
    enum status status = audit_file(audit, evening.path, &options, &failure);
    if (status && !audit->fault.message[0])
        snprintf(audit->fault.message, sizeof audit->fault.message, "%s", failure.message);
    return status;
}

static void audit_clean(const struct mark *since, struct mark *mark, bool parallel,
                        struct audit_counts *counts)
{
    struct audit audit;
    enum status status = run(&audit, since, mark, parallel);
    if (status)
        print_error("%s %lu: %s\n", audit.fault.table, (unsigned long)audit.fault.entry, audit.fault.message);
    assert_int_equal(status, STATUS_OK);
    *counts = audit.counts;
    audit_release(&audit);
}

static struct mark middle; /* after the first part of the evening */

static int set_up(void **state)
{
    struct audit_counts counts;
    (void)state;
    evening_open(&evening, 11);
    evening.squeeze = true;
    play(EVENING_GAMES);
    audit_clean(NULL, &middle, false, &counts);
    first_rounds = counts.rounds;
    assert_true(middle.tree.size > 100 && first_rounds == ROUNDS * EVENING_GAMES);
    reopen();
    play(EVENING_GAMES);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    mark_release(&middle);
    evening_remove(&evening);
    return 0;
}

static void assert_same_mark(const struct mark *a, const struct mark *b)
{
    size_t sizes[2];
    char *texts[2] = {mark_print(a, &sizes[0]), mark_print(b, &sizes[1])};
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

/* The next mark is the one that an audit of everything leaves, to the last byte. */
static void test_same_end(void **state)
{
    (void)state;
    for (unsigned parallel = 0; parallel < 2; parallel++) {
        struct audit_counts counts[2];
        struct mark whole;
        struct mark part;
        audit_clean(NULL, &whole, parallel, &counts[0]);
        audit_clean(&middle, &part, parallel, &counts[1]);
        assert_int_equal(counts[1].rounds, counts[0].rounds - first_rounds);
        assert_true(counts[1].cards > 0 && counts[1].shoes_revealed > 0);
        assert_same_mark(&whole, &part);
        mark_release(&whole);
        mark_release(&part);
    }
}

/* A mark comes back as it was; a damaged one does not. */
static void test_text(void **state)
{
    struct mark again;
    char reason[MARK_REASON_MAX];
    size_t size;
    char *text = mark_print(&middle, &size);
    (void)state;
    assert_non_null(text);
    assert_int_equal(mark_parse(&again, text, size, reason), STATUS_OK);
    assert_same_mark(&middle, &again);
    mark_release(&again);
    for (size_t i = 0; i < size; i++) {
        text[i] ^= 1;
        assert_int_equal(mark_parse(&again, text, size, reason), STATUS_BAD_TEXT);
        text[i] ^= 1;
        if (i)
            assert_int_equal(mark_parse(&again, text, i, reason), STATUS_BAD_TEXT);
    }
    free(text);
}

/* Sealed anew by somebody without care: lines that say something impossible. */
static void test_bad_lines(void **state)
{
    static const struct {
        const char *from;
        const char *to;
    } rows[] = {{"\nsize ", "\nsize 1"},          {"\nnode ", "\nmode "},
                {"\nchain 2 ", "\nchain 9 "},     {"\nshoe 2 ", "\nshoe 1 "},
                {"\naccount 2 ", "\naccount 7 "}, {" player ", " prayer "},
                {"\ndocument ", "\ndocument x"},  {"\ncosignatures 0", "\ncosignatures x"}};
    char reason[MARK_REASON_MAX];
    struct mark mark;
    size_t size;
    char *text = mark_print(&middle, &size);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char *at = strstr(text, rows[i].from);
        assert_non_null(at);
        char *other = calloc(1, size + 128);
        assert_non_null(other);
        snprintf(other, size + 128, "%.*s%s%s", (int)(at - text), text, rows[i].to,
                 at + strlen(rows[i].from));
        char *end = strstr(other, "\nend ") + 1;
        char hash[HASH_TEXT_MAX];
        struct hash leaf = merkle_leaf((struct span){(const uint8_t *)other, (size_t)(end - other)});
        hash_print(&leaf, hash, sizeof hash);
        snprintf(end, 128, "end %s\n", hash);
        assert_int_equal(mark_parse(&mark, other, strlen(other), reason), STATUS_BAD_TEXT);
        free(other);
    }
    free(text);
}

/* ---- Forgeries, each in a copy of the database. ---- */

static char forged[PLACE_PATH_MAX + 8];

static void copy_database(void)
{
    char bytes[65536];
    size_t count;
    FILE *in = fopen(evening.path, "rb");
    FILE *out = fopen(forged, "wb");
    assert_true(in && out);
    while ((count = fread(bytes, 1, sizeof bytes, in)) > 0)
        assert_int_equal(fwrite(bytes, 1, count, out), count);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

static void exec(sqlite3 *connection, const char *sql)
{
    char *error = NULL;
    if (sqlite3_exec(connection, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
}

enum { TRIGGERS_MAX = 64 };

/* The triggers are taken away, and put back as the schema has them. */
static void change(const char *sql)
{
    char *triggers[TRIGGERS_MAX];
    unsigned count = 0;
    sqlite3 *connection;
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_open(forged, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(connection,
                                        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'", -1,
                                        &row, NULL),
                     SQLITE_OK);
    char *drops[TRIGGERS_MAX];
    while (sqlite3_step(row) == SQLITE_ROW && count < TRIGGERS_MAX) {
        drops[count] = sqlite3_mprintf("DROP TRIGGER %s", (const char *)sqlite3_column_text(row, 0));
        triggers[count++] = sqlite3_mprintf("%s", (const char *)sqlite3_column_text(row, 1));
    }
    sqlite3_finalize(row);
    for (unsigned i = 0; i < count; i++)
        exec(connection, drops[i]);
    exec(connection, sql);
    for (unsigned i = 0; i < count; i++) {
        exec(connection, triggers[i]);
        sqlite3_free(drops[i]);
        sqlite3_free(triggers[i]);
    }
    sqlite3_close(connection);
}

/* `sql` has one %lu for `position`. message NULL: nothing is found. */
static void forge(const char *sql, uint64_t position, bool from_mark, const char *message)
{
    struct audit audit;
    char text[1024];
    struct store_failure failure = {0};
    struct audit_options options = {.since = from_mark ? &middle : NULL, .parallel = true};
    snprintf(forged, sizeof forged, "%s.forged", evening.path);
    copy_database();
    snprintf(text, sizeof text, sql, (unsigned long)position);
    change(text);
    enum status status = audit_file(&audit, forged, &options, &failure);
    const char *found = audit.fault.message[0] ? audit.fault.message : failure.message;
    if (message ? !status || !strstr(found, message) : status)
        print_error("%s -> %s\n", text, found);
    assert_true(message ? status && strstr(found, message) : status == STATUS_OK);
    audit_release(&audit);
    unlink(forged);
}

/* Any byte of the text of the entry at a position. */
#define ENTRY_CHANGED                                                                                        \
    "UPDATE journal SET entry = CAST(substr(entry, 1, length(entry) - 9) || x'41' || substr(entry, "         \
    "length(entry) - 7) AS BLOB) WHERE position = %lu"

/* Whatever is new is looked at as by an audit of everything. */
static void test_forged_behind(void **state)
{
    static const struct {
        const char *sql;
        const char *message;
    } rows[] = {
        {ENTRY_CHANGED, ""},
        {"DELETE FROM journal WHERE position = %lu", "missing"},
        {"DELETE FROM journal WHERE position > %lu", "checkpoint"},
        {"UPDATE journal SET mark = mark + 1 WHERE position = %lu", "not those it was kept with"},
        {"UPDATE journal SET previous = previous - 1 WHERE position = %lu", "link to the entry"},
        {"UPDATE postings SET balance = balance + 1 WHERE rowid ="
         " (SELECT min(rowid) FROM postings WHERE position > %lu)",
         "postings are not those"},
        {"UPDATE postings SET previous = previous - 1 WHERE previous > 1 AND rowid ="
         " (SELECT min(rowid) FROM postings WHERE previous > 1 AND position > %lu)",
         "postings are not those"},
        {"INSERT INTO postings(position, account, cents) SELECT max(position), 1, 5 FROM journal"
         " WHERE position > %lu",
         "belongs to no entry"},
        {"DELETE FROM rounds WHERE position > %lu", "table of rounds"},
        {"DELETE FROM rounds WHERE position = (SELECT min(position) FROM rounds WHERE position > %lu)",
         "table of rounds"},
        {"UPDATE rounds SET position = position + 1 WHERE position ="
         " (SELECT min(position) FROM rounds WHERE position > %lu)",
         "table of rounds"},
        {"UPDATE rounds SET round = round + 1000 WHERE position ="
         " (SELECT min(position) FROM rounds WHERE position > %lu)",
         "table of rounds"},
        {"UPDATE accounts SET folded_cents = folded_cents + 1 WHERE number = 1 AND %lu > 0", ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        forge(rows[i].sql, middle.tree.size + 20, false, rows[i].message);
        forge(rows[i].sql, middle.tree.size + 20, true, rows[i].message);
    }
}

/* The log has the mark's checkpoint, shoes in use and rulebooks still. Entries before it that nobody needs
 * are not read: an audit of everything finds what was done to them. */
static void test_forged_before(void **state)
{
    (void)state;
    uint64_t size = middle.tree.size;
    forge("UPDATE checkpoints SET root = zeroblob(32) WHERE size = %lu", size, true, "checkpoint seals");
    forge("UPDATE checkpoints SET signature = zeroblob(64) WHERE size = %lu", size, true, "not signed");
    forge("DELETE FROM checkpoints WHERE size = %lu", size, true, "has no checkpoint");
    forge("DELETE FROM journal WHERE position >= %lu", size, true, "the mark was made at");
    forge(ENTRY_CHANGED, middle.shoes[1].position, true, "shoe in use");
    forge(ENTRY_CHANGED, middle.chains[2].position, true, "shoe in use");
    forge("UPDATE journal SET previous = previous - 1 WHERE position = %lu", middle.chains[1].position, true,
          "shoe in use");
    forge(ENTRY_CHANGED, middle.documents[0].position, true, "rulebook");
    uint64_t unread = middle.shoes[1].position - 1;
    forge(ENTRY_CHANGED, unread, true, NULL);
    forge(ENTRY_CHANGED, unread, false, "");
}

/* Another house's mark, and one of a fork: the same up to some entry. */
static void test_other_log(void **state)
{
    struct audit audit;
    struct mark other;
    size_t size;
    char reason[MARK_REASON_MAX];
    char *text = mark_print(&middle, &size);
    (void)state;
    assert_int_equal(mark_parse(&other, text, size, reason), STATUS_OK);
    free(text);
    other.chains[1].chain.number++;
    assert_int_not_equal(run(&audit, &other, NULL, true), STATUS_OK);
    audit_release(&audit);
    other.chains[1].chain.number--;
    other.tree.perfect[__builtin_ctzll(other.tree.size)].bytes[5] ^= 1;
    assert_int_not_equal(run(&audit, &other, NULL, true), STATUS_OK);
    assert_non_null(strstr(audit.fault.message, "checkpoint"));
    audit_release(&audit);
    mark_release(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_end),      cmocka_unit_test(test_text),
        cmocka_unit_test(test_bad_lines),     cmocka_unit_test(test_forged_behind),
        cmocka_unit_test(test_forged_before), cmocka_unit_test(test_other_log),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

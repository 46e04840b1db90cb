/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a table whose lights went out between the reveal of its seed and the next shoe deals nothing more
 * from the cards everybody knows by now, and the audit is content. */
#include "../check.h"

#include "audit/audit_file.h"
#include "evening.h"
#include "store/prefix.h"
#include "table/virtual_shoe.h"

static struct evening evening;

static void reveal(void)
{
    char bytes[256];
    struct text text;
    uint64_t ticket;
    text_init(&text, bytes, sizeof bytes);
    virtual_shoe_print(&evening.runner.table.plan, &evening.runner.table.state, evening.key.shoe_secret,
                       ENTRY_REVEALED, &text);
    struct line line = {.kind = ENTRY_REVEALED, .role = ROLE_SYSTEM, .text = span_of(bytes)};
    assert_int_equal(books_write(evening.books, evening.runner.chain, &line, &ticket), STATUS_OK);
    assert_int_equal(store_wait(books_store(evening.books), ticket), STATUS_OK);
}

static void test_a_public_shoe_is_over(void **state)
{
    struct store_failure failure;
    struct audit audit;
    (void)state;
    evening_open(&evening, 9);
    evening.shoe_cards = 0; /* far from its cutting card */
    evening_begin(&evening, 0);
    evening_play(&evening, 2);
    assert_int_equal(evening.runner.table.state.shoe_number, 1);
    reveal();
    evening_begin(&evening, 0); /* does what must be done: the next shoe, its commitment, its shuffle */
    const struct table *table = &evening.runner.table;
    assert_int_equal(table->state.shoe_number, 2);
    assert_false(table->state.revealed);
    assert_true(table->state.committed && table->state.round.memory.shuffled);
    evening_play(&evening, 2);
    books_close(evening.books);
    if (audit_file(&audit, evening.path, NULL, &failure) != STATUS_OK)
        fail_msg("%s, entry %lu: %s", audit.fault.table, (unsigned long)audit.fault.entry,
                 audit.fault.message);
    assert_int_equal(audit.counts.shoes_revealed, 1);
    audit_release(&audit);
    evening_remove(&evening);
}

/* ---- Stopped behind every entry. ---- */

enum { STOP_ROUNDS = 3, STOP_ROWS_MAX = 1000 };

static struct stop_row {
    uint32_t chain;
    uint8_t kind;
    struct hash text;
    bool shuffles;
    bool between; /* no round is under way behind it */
} rows[STOP_ROWS_MAX];

static unsigned read_rows(const char *path, struct stop_row *found)
{
    static struct rebuild rebuild;
    struct store_options options = {.path = path, .read_only = true, .unchecked = true};
    struct store_failure failure;
    struct store *store;
    struct store_cursor *cursor;
    struct store_row row;
    unsigned count = 0;
    rebuild_init(&rebuild, &evening.book);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    while (store_next(cursor, &row) == STATUS_OK) {
        struct entry entry;
        assert_true(count < STOP_ROWS_MAX);
        assert_int_equal(entry_read(&entry, row.entry.bytes, row.entry.size), STATUS_OK);
        if (row.chain == evening.runner.chain)
            assert_int_equal(rebuild_entry(&rebuild, &entry), STATUS_OK);
        found[count++] = (struct stop_row){
            .chain = row.chain,
            .kind = entry.kind,
            .text = hash_of(entry.text.bytes, entry.text.size),
            .shuffles = memmem(entry.text.bytes, entry.text.size, "shuffle full", 12) != NULL,
            .between = state_between_rounds(&rebuild.state)};
    }
    store_cursor_close(cursor);
    store_close(store);
    rebuild_release(&rebuild);
    return count;
}

static bool changes_shoe(const struct stop_row *row)
{
    return row->kind == ENTRY_OPENED || row->kind == ENTRY_LUCK || row->kind == ENTRY_COMMITTED ||
           row->kind == ENTRY_MIXED;
}

/* Whether `next` is lost when a runner stops behind `row`: what players promised, before it is written. */
static bool is_lost(const struct stop_row *row, const struct stop_row *next)
{
    bool before = row->kind == ENTRY_REVEALED || row->kind == ENTRY_OPENED;
    return before && (next->kind == ENTRY_LUCK || next->kind == ENTRY_MIXED);
}

/* The steps that follow row `at` by themselves, compared with what the runner wrote behind it. */
static void check_continuation(unsigned at, unsigned count, const struct stop_row *after,
                               unsigned after_count)
{
    const struct stop_row *row = &rows[at];
    bool changing = row->kind == ENTRY_REVEALED || changes_shoe(row);
    unsigned written = at + 1;
    if (!row->between) {
        assert_true(written < after_count);
        assert_int_equal(after[written].kind, ENTRY_RECOVERED);
        return;
    }
    for (unsigned next = at + 1; changing && next < count; next++) {
        if (rows[next].chain != row->chain || (!changes_shoe(&rows[next]) && !rows[next].shuffles))
            break;
        if (is_lost(row, &rows[next]))
            continue;
        assert_true(written < after_count);
        assert_int_equal(after[written].kind, rows[next].kind);
        /* The salt of a shoe that is opened anew is another; nobody is there any more to tell a number. */
        bool opened_anew = row->kind == ENTRY_REVEALED && !rows[next].shuffles;
        assert_true(opened_anew || rows[next].kind == ENTRY_MIXED ||
                    hash_equal(&after[written].text, &rows[next].text));
        written++;
    }
    while (written < after_count && after[written].kind == ENTRY_SIGNED)
        written++;
    assert_int_equal(written, after_count);
}

static void begin_on_prefix(unsigned at, unsigned count)
{
    static struct stop_row after[STOP_ROWS_MAX];
    struct store_failure failure = {0};
    struct table_plan plan = evening.runner.table.plan;
    struct audit audit;
    char path[128];
    snprintf(path, sizeof path, "%s/stop-%u.db", evening.folder, at);
    assert_int_equal(prefix_copy(evening.path, path, at + 1, &failure), STATUS_OK);
    struct books_options options = {.store = {.path = path}, .key = &evening.key};
    assert_int_equal(books_open(&evening.books, &options, &failure), STATUS_OK);
    memset(&evening.runner, 0, sizeof evening.runner);
    evening.runner.books = evening.books;
    assert_int_equal(runner_begin(&evening.runner, &plan, evening_source(&evening), &failure), STATUS_OK);
    runner_end(&evening.runner);
    books_close(evening.books);
    check_continuation(at, count, after, read_rows(path, after));
    if (audit_file(&audit, path, NULL, &failure) != STATUS_OK)
        fail_msg("stopped behind %u: %s, entry %lu: %s", at, audit.fault.table,
                 (unsigned long)audit.fault.entry, audit.fault.message);
    audit_release(&audit);
}

/* A runner that was stopped behind any entry does next what it would have done, and the audit is clean. */
static void test_stopped_behind_every_entry(void **state)
{
    (void)state;
    for (unsigned game = 0; game < EVENING_GAMES; game += 4) { /* one of each family */
        evening_open(&evening, 11 + game);
        evening.bots = 1;
        evening.shoe_cards = 6;
        evening_begin(&evening, game);
        uint32_t chain = evening.runner.chain;
        evening_play(&evening, STOP_ROUNDS);
        books_close(evening.books);
        unsigned count = read_rows(evening.path, rows);
        unsigned stops = 0;
        unsigned mixed = 0;
        for (unsigned at = 0; at < count; at++) {
            if (rows[at].chain != chain || rows[at].kind == ENTRY_SIGNED)
                continue;
            begin_on_prefix(at, count);
            stops++;
            mixed += rows[at].kind == ENTRY_MIXED;
        }
        assert_true(mixed > 0);
        assert_true(stops > 3 * STOP_ROUNDS);
        evening_remove(&evening);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_public_shoe_is_over),
                                       cmocka_unit_test(test_stopped_behind_every_entry)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

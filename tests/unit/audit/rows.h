/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h - the entries that an evening leaves, to be changed, sealed anew and audited.
 *
 * Included by one test program each; everything is static. */
#ifndef CROUPIER_TESTS_AUDIT_ROWS_H
#define CROUPIER_TESTS_AUDIT_ROWS_H

#include "audit/audit_file.h"
#include "evening.h"

enum { ROWS_MAX = 20000 };

/* One entry, to be changed and sealed again. */
struct row {
    uint32_t chain;
    uint64_t number;
    uint8_t kind;
    uint8_t role;
    int64_t time_ms;
    uint32_t round;
    char *who;
    char *text;
    size_t text_size;
    struct transaction transaction;
    uint8_t *bytes; /* as it stood in the database */
    size_t size;
};

static struct evening evening;
static struct row *rows;
static unsigned row_count;

static inline char *copy_span(struct span span)
{
    char *copy = calloc(1, span.size + 1);
    assert_non_null(copy);
    if (span.size)
        memcpy(copy, span.bytes, span.size);
    return copy;
}

static inline void take_row(const struct store_row *from)
{
    struct entry entry;
    struct row *row = &rows[row_count++];
    assert_true(row_count < ROWS_MAX);
    assert_int_equal(entry_read(&entry, from->entry.bytes, from->entry.size), STATUS_OK);
    *row = (struct row){.chain = from->chain,
                        .number = entry.number,
                        .kind = entry.kind,
                        .role = entry.role,
                        .time_ms = entry.time_ms,
                        .round = entry.round,
                        .who = copy_span(entry.who),
                        .text = copy_span(entry.text),
                        .text_size = entry.text.size,
                        .transaction = entry.transaction,
                        .bytes = (uint8_t *)copy_span(from->entry),
                        .size = from->entry.size};
}

/* Closes the books and reads what is in them. */
static inline void read_rows(void)
{
    struct store_failure failure;
    struct store_cursor *cursor;
    struct store_row row;
    rows = calloc(ROWS_MAX, sizeof *rows);
    assert_non_null(rows);
    books_close(evening.books);
    struct store *store;
    struct store_options options = {.path = evening.path, .read_only = true, .unchecked = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    while (store_next(cursor, &row) == STATUS_OK)
        take_row(&row);
    store_cursor_close(cursor);
    assert_int_equal(store_last(store), row_count);
    store_close(store);
}

static inline void free_rows(void)
{
    for (unsigned i = 0; i < row_count; i++) {
        free(rows[i].who);
        free(rows[i].text);
        free(rows[i].bytes);
    }
    free(rows);
    evening_remove(&evening);
}

/* Seals every row but signatures and audits the result; fault.entry is 0 when it is clean. */
static inline struct audit_fault audit_sealed(void)
{
    static uint8_t bytes[ENTRY_BYTES_MAX];
    struct chain chains[EVENING_GAMES + 1];
    struct audit audit;
    uint64_t position = 0;
    enum status status = audit_init(&audit, NULL);
    assert_int_equal(status, STATUS_OK);
    for (unsigned i = 0; i <= EVENING_GAMES; i++) {
        char name[8];
        snprintf(name, sizeof name, "t%u", i);
        chain_init(&chains[i], i + 1, i ? name : CHAIN_HOUSE);
    }
    for (unsigned i = 0; i < row_count && status == STATUS_OK; i++) {
        const struct row *row = &rows[i];
        size_t used;
        struct entry entry = {.kind = row->kind,
                              .role = row->role,
                              .time_ms = row->time_ms,
                              .who = span_of(row->who),
                              .round = row->round,
                              .text = {(const uint8_t *)row->text, row->text_size},
                              .transaction = row->transaction};
        if (row->kind == ENTRY_SIGNED)
            continue;
        assert_int_equal(chain_append(&chains[row->chain - 1], &entry, bytes, sizeof bytes, &used),
                         STATUS_OK);
        status = audit_step(&audit, ++position, row->chain, (struct span){bytes, used});
    }
    struct audit_fault fault = audit.fault;
    audit_release(&audit);
    return fault;
}

static inline struct row *find_row(uint32_t chain, enum entry_kind kind, const char *text, bool money)
{
    for (unsigned i = 0; i < row_count; i++)
        if (rows[i].chain == chain && rows[i].kind == kind && strstr(rows[i].text, text) &&
            (!money || rows[i].transaction.count))
            return &rows[i];
    fail_msg("no such entry: %s", text);
    return NULL;
}

static inline void expect_fault(const char *table, const char *message)
{
    struct audit_fault fault = audit_sealed();
    if (!strstr(fault.message, message))
        print_error("%s, entry %lu: %s\n", fault.table, (unsigned long)fault.entry, fault.message);
    assert_string_equal(fault.table, table);
    assert_non_null(strstr(fault.message, message));
    assert_true(fault.entry > 0);
}

#endif

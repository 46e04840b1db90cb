/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_verify.c - PostgreSQL's rows for verify.c and for the opening, within one transaction that sees
 * one moment.
 *
 * A page of entries at a time: their postings, keys and rounds are fetched with it, in the same order. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/pgarray.h"
#include "store/postgres.h"
#include "store/sqlite_fault.h"
#include "store/verify.h"

enum { PAGE_ROWS = 1024 };

/* clang-format off */
#define VERIFY_LIST(X) \
    X(VERIFY_ROWS,     "SELECT l.position, l.previous, l.chain, j.entry, j.mark FROM log l JOIN journal j" \
                       " ON j.chain = l.chain AND j.number = l.number WHERE l.position >= $1::bigint" \
                       " ORDER BY l.position LIMIT $2::bigint") \
    X(VERIFY_POSTINGS, "SELECT l.position, p.account, p.cents, p.posting, p.balance FROM log l JOIN postings p" \
                       " ON p.chain = l.chain AND p.number = l.number WHERE l.position BETWEEN $1::bigint AND" \
                       " $2::bigint ORDER BY l.position, p.account") \
    X(VERIFY_POSTING,  "SELECT l.position, p.account, p.cents, p.posting, p.balance FROM postings p JOIN log l" \
                       " ON l.chain = p.chain AND l.number = p.number WHERE p.account = $1::bigint AND" \
                       " p.posting = $2::bigint") \
    X(VERIFY_KEYS,     "SELECT CASE WHEN k.chain = q.chain AND k.number = q.number THEN q.position ELSE 0 END" \
                       " FROM unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY" \
                       " AS q(key, chain, number, position, at) LEFT JOIN keys k ON k.key = q.key ORDER BY q.at") \
    X(VERIFY_ROUNDS,   "SELECT coalesce(l.position, 0) FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY" \
                       " AS q(chain, round, at) LEFT JOIN rounds r ON r.chain = q.chain AND r.round = q.round" \
                       " LEFT JOIN log l ON l.chain = r.chain AND l.number = r.number ORDER BY q.at") \
    X(VERIFY_DOCUMENT, "SELECT l.position FROM documents d JOIN log l ON l.chain = d.chain AND l.number = d.number" \
                       " WHERE d.hash = $1::bytea") \
    X(VERIFY_NODE,     "SELECT hash FROM tree WHERE level = $1::bigint AND number = $2::bigint") \
    X(VERIFY_SEALS,    "SELECT size, root, signature, latest FROM checkpoints WHERE size > $1::bigint" \
                       " ORDER BY size LIMIT $2::bigint") \
    X(VERIFY_SEALED,   "SELECT coalesce(max(size), 0) FROM checkpoints") \
    X(VERIFY_LAST,     "SELECT coalesce(max(position), 0) FROM log") \
    X(VERIFY_UNPLACED, "SELECT count(*) FROM journal j FULL JOIN log l ON l.chain = j.chain AND" \
                       " l.number = j.number WHERE l.chain IS NULL OR (j.chain IS NULL AND l.position > $1::bigint)") \
    X(VERIFY_ARCHIVES, POSTGRES_ARCHIVES) \
    X(VERIFY_SEALED_ARCHIVES, "SELECT count(*) FROM archives a LEFT JOIN checkpoints c ON c.size = a.last" \
                       " WHERE c.root IS DISTINCT FROM a.root") \
    X(VERIFY_KEPT,     "SELECT l.position, l.previous, l.chain, j.entry, j.mark, l.number FROM log l" \
                       " LEFT JOIN journal j ON j.chain = l.chain AND j.number = l.number WHERE" \
                       " l.position >= $1::bigint AND l.position <= $2::bigint ORDER BY l.position LIMIT 1024") \
    X(VERIFY_CHAINS,   "SELECT c.name, c.entries, coalesce(l.position, 0), c.head, j.entry FROM chains c" \
                       " LEFT JOIN journal j ON j.chain = c.number AND j.number = c.entries" \
                       " LEFT JOIN log l ON l.chain = c.number AND l.number = c.entries ORDER BY c.number") \
    X(VERIFY_ACCOUNTS, "SELECT number, kind, name, cents, postings FROM accounts ORDER BY number")
/* clang-format on */

enum verify_statement {
#define VERIFY_ENUM(id, sql) id,
    VERIFY_LIST(VERIFY_ENUM)
#undef VERIFY_ENUM
        VERIFY_COUNT
};

static const struct pgstatement statements[] = {
#define VERIFY_TEXT(id, sql) {#id, sql},
    VERIFY_LIST(VERIFY_TEXT)
#undef VERIFY_TEXT
};

/* A page of a table, and how far it was read. */
struct page {
    PGresult *rows;
    int at;
};

struct rows {
    struct pglink link;
    struct page entries;
    struct page postings; /* of these entries */
    struct page keys;     /* ... */
    struct page rounds;   /* ... */
    struct page seals;
    int64_t last;       /* position that was read */
    int64_t sealed;     /* size that was read */
    struct pgarray key; /* of the entries of a page */
    struct pgarray key_chain;
    struct pgarray key_number;
    struct pgarray key_position;
    struct pgarray chain;
    struct pgarray round;
    struct archive_list archives;
    struct postgres_old old; /* what lies in them, if they are read */
};

static enum status ask(struct pglink *link, enum verify_statement which, const struct pgargs *args,
                       struct page *page)
{
    PQclear(page->rows);
    *page = (struct page){0};
    return pglink_ask(link, statements[which].name, args, PGLINK_LONG_MS, &page->rows);
}

static enum status ask_after(struct pglink *link, enum verify_statement which, int64_t first, int64_t second,
                             struct page *page)
{
    struct pgargs args = {0};
    pgargs_number(&args, first);
    pgargs_number(&args, second);
    return ask(link, which, &args, page);
}

static bool is_read(const struct page *page)
{
    return !page->rows || page->at == PQntuples(page->rows);
}

/* ---- A page of entries, with what belongs to them. ---- */

static void gather(struct rows *rows, const struct store_row *row)
{
    struct entry entry;
    if (entry_read(&entry, row->entry.bytes, row->entry.size) != STATUS_OK)
        return; /* the walk will say so */
    if (entry.key.size > 0) {
        pgarray_span(&rows->key, entry.key);
        pgarray_number(&rows->key_chain, row->chain);
        pgarray_number(&rows->key_number, (int64_t)entry.number);
        pgarray_number(&rows->key_position, (int64_t)row->position);
    }
    if (entry.kind == ENTRY_ROUND && entry.round > 0) {
        pgarray_number(&rows->chain, row->chain);
        pgarray_number(&rows->round, entry.round);
    }
}

static enum status ask_gathered(struct rows *rows)
{
    struct pgargs keys = {0};
    struct pgargs rounds = {0};
    enum status status = STATUS_OK;
    if (rows->key.failed | rows->key_chain.failed | rows->key_number.failed | rows->key_position.failed |
        rows->chain.failed | rows->round.failed)
        return STATUS_NO_MEMORY;
    if (rows->key.count > 0) {
        pgargs_span(&keys, pgarray_finish(&rows->key));
        pgargs_span(&keys, pgarray_finish(&rows->key_chain));
        pgargs_span(&keys, pgarray_finish(&rows->key_number));
        pgargs_span(&keys, pgarray_finish(&rows->key_position));
        status = ask(&rows->link, VERIFY_KEYS, &keys, &rows->keys);
    }
    if (status == STATUS_OK && rows->round.count > 0) {
        pgargs_span(&rounds, pgarray_finish(&rows->chain));
        pgargs_span(&rounds, pgarray_finish(&rows->round));
        status = ask(&rows->link, VERIFY_ROUNDS, &rounds, &rows->rounds);
    }
    return status;
}

static void reset_gathered(struct rows *rows)
{
    struct pgarray *const numbers[] = {&rows->key_chain, &rows->key_number, &rows->key_position, &rows->chain,
                                       &rows->round};
    pgarray_reset(&rows->key, PGTYPE_BYTES);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        pgarray_reset(numbers[i], PGTYPE_NUMBER);
}

/* A page of the archives is read twice: for what belongs to it, and then row by row. */
static enum status turn_old_page(struct rows *rows)
{
    int64_t first = rows->last + 1;
    int64_t last = first + PAGE_ROWS - 1;
    if (last > (int64_t)rows->archives.last)
        last = (int64_t)rows->archives.last;
    sqlite3_stmt *const pages[] = {rows->old.entries, rows->old.postings};
    for (unsigned i = 0; i < 2; i++) {
        sqlite3_reset(pages[i]);
        sqlite3_bind_int64(pages[i], 1, first);
        sqlite3_bind_int64(pages[i], 2, last);
    }
    int result;
    reset_gathered(rows);
    while ((result = sqlite3_step(rows->old.entries)) == SQLITE_ROW) {
        struct store_row row;
        postgres_old_entry(rows->old.entries, &row);
        gather(rows, &row);
    }
    sqlite3_reset(rows->old.entries);
    rows->last = last;
    return result == SQLITE_DONE ? ask_gathered(rows) : sqlite_status(result);
}

static enum status turn_page(struct rows *rows)
{
    enum status status = ask_after(&rows->link, VERIFY_ROWS, rows->last + 1, PAGE_ROWS, &rows->entries);
    if (status != STATUS_OK)
        return status;
    int count = PQntuples(rows->entries.rows);
    if (count == 0)
        return STATUS_NOT_FOUND;
    int64_t first = rows->last + 1;
    rows->last = pgrow_number(rows->entries.rows, count - 1, 0);
    status = ask_after(&rows->link, VERIFY_POSTINGS, first, rows->last, &rows->postings);
    reset_gathered(rows);
    for (int i = 0; i < count; i++) {
        struct store_row row;
        postgres_row_columns(rows->entries.rows, i, &row);
        gather(rows, &row);
    }
    return status == STATUS_OK ? ask_gathered(rows) : status;
}

/* STATUS_NOT_FOUND: the archives are read. */
static enum status next_old_row(struct rows *rows, struct store_row *row)
{
    for (;;) {
        int result = sqlite3_step(rows->old.entries);
        if (result == SQLITE_ROW)
            postgres_old_entry(rows->old.entries, row);
        if (result != SQLITE_DONE)
            return result == SQLITE_ROW ? STATUS_OK : sqlite_status(result);
        if (rows->last >= (int64_t)rows->archives.last)
            return STATUS_NOT_FOUND;
        enum status status = turn_old_page(rows);
        if (status != STATUS_OK)
            return status;
    }
}

static enum status next_row(void *source, struct store_row *row)
{
    struct rows *rows = source;
    if (rows->old.files && !rows->entries.rows && rows->last <= (int64_t)rows->archives.last) {
        enum status old = next_old_row(rows, row);
        if (old != STATUS_NOT_FOUND)
            return old;
    }
    enum status status = is_read(&rows->entries) ? turn_page(rows) : STATUS_OK;
    if (status == STATUS_OK)
        postgres_row_columns(rows->entries.rows, rows->entries.at++, row);
    return status;
}

static enum status take_posting(struct page *page, struct store_posting *posting)
{
    if (is_read(page))
        return STATUS_NOT_FOUND;
    *posting = (struct store_posting){.position = (uint64_t)pgrow_number(page->rows, page->at, 0),
                                      .account = (uint32_t)pgrow_number(page->rows, page->at, 1),
                                      .cents = pgrow_number(page->rows, page->at, 2),
                                      .posting = (uint64_t)pgrow_number(page->rows, page->at, 3),
                                      .previous = (uint64_t)pgrow_number(page->rows, page->at, 3) - 1,
                                      .balance_cents = pgrow_number(page->rows, page->at, 4)};
    page->at++;
    return STATUS_OK;
}

static enum status next_posting(void *source, struct store_posting *posting)
{
    struct rows *rows = source;
    if (!rows->old.files || rows->entries.rows)
        return take_posting(&rows->postings, posting);
    int result = sqlite3_step(rows->old.postings);
    if (result == SQLITE_ROW)
        postgres_old_posting(rows->old.postings, posting);
    return result == SQLITE_ROW    ? STATUS_OK
           : result == SQLITE_DONE ? STATUS_NOT_FOUND
                                   : sqlite_status(result);
}

static enum status find_posting(void *source, uint32_t account, uint64_t number,
                                struct store_posting *posting)
{
    struct rows *rows = source;
    struct page page = {0};
    enum status status = ask_after(&rows->link, VERIFY_POSTING, account, (int64_t)number, &page);
    if (status == STATUS_OK)
        status = take_posting(&page, posting);
    PQclear(page.rows);
    if (status != STATUS_NOT_FOUND || !rows->old.files)
        return status;
    return postgres_old_find(&rows->old, account, number, posting);
}

static enum status next_position(struct page *page, uint64_t *position)
{
    if (is_read(page))
        return STATUS_NOT_FOUND;
    *position = (uint64_t)pgrow_number(page->rows, page->at++, 0);
    return STATUS_OK;
}

/* Keys and rounds are asked for in the order of the page. */
static enum status find_key(void *source, struct span key, uint64_t *position)
{
    (void)key;
    return next_position(&((struct rows *)source)->keys, position);
}

static enum status find_round(void *source, uint32_t chain, uint32_t round, uint64_t *position)
{
    (void)chain;
    (void)round;
    return next_position(&((struct rows *)source)->rounds, position);
}

static enum status find_document(void *source, const struct hash *hash, uint64_t *position)
{
    struct rows *rows = source;
    struct page page = {0};
    struct pgargs args = {0};
    pgargs_span(&args, (struct span){hash->bytes, HASH_BYTES});
    enum status status = ask(&rows->link, VERIFY_DOCUMENT, &args, &page);
    if (status == STATUS_OK)
        status = next_position(&page, position);
    PQclear(page.rows);
    return status;
}

/* ---- The log. ---- */

static enum status find_node(void *source, unsigned level, uint64_t number, struct hash *hash)
{
    struct rows *rows = source;
    struct page page = {0};
    enum status status = ask_after(&rows->link, VERIFY_NODE, level, (int64_t)number, &page);
    if (status == STATUS_OK && is_read(&page))
        status = STATUS_NOT_FOUND;
    /* unreached: a rule of the table keeps its length */
    if (status == STATUS_OK && !pgrow_hash(page.rows, 0, 0, hash->bytes, HASH_BYTES))
        status = STATUS_NOT_FOUND;
    PQclear(page.rows);
    return status;
}

static enum status next_seal(void *source, struct seal_row *seal)
{
    struct rows *rows = source;
    if (is_read(&rows->seals)) {
        enum status status = ask_after(&rows->link, VERIFY_SEALS, rows->sealed, PAGE_ROWS, &rows->seals);
        if (status != STATUS_OK || is_read(&rows->seals))
            return status != STATUS_OK ? status : STATUS_NOT_FOUND;
    }
    /* unreached: the rules of the table keep the lengths of both */
    if (!postgres_seal_columns(rows->seals.rows, rows->seals.at++, seal))
        return STATUS_STORE_CORRUPT;
    rows->sealed = (int64_t)seal->kept.size;
    return STATUS_OK;
}

/* ---- Whole tables. ---- */

static enum status ask_number(struct pglink *link, enum verify_statement which, int64_t *number)
{
    struct page page = {0};
    enum status status = ask(link, which, NULL, &page);
    if (status == STATUS_OK)
        *number = pgrow_number(page.rows, 0, 0);
    PQclear(page.rows);
    return status;
}

/* Those of the archives are counted there, and not where the database has kept one. */
static enum status count_old_postings(struct rows *rows, uint64_t *count)
{
    char sql[200];
    PGresult *result;
    snprintf(sql, sizeof(sql),
             "SELECT count(*) FROM postings p JOIN log l ON l.chain = p.chain AND l.number = p.number"
             " WHERE l.position <= %" PRIu64,
             rows->archives.last);
    enum status status = pglink_say(&rows->link, sql, PGLINK_LONG_MS, &result);
    if (status != STATUS_OK)
        return status;
    *count -= strtoull(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return postgres_old_count(&rows->old, count);
}

static enum status count_rows(void *source, const char *table, uint64_t *count)
{
    struct rows *rows = source;
    char sql[96];
    PGresult *result;
    snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s", table);
    enum status status = pglink_say(&rows->link, sql, PGLINK_LONG_MS, &result);
    if (status != STATUS_OK)
        return status;
    *count = strtoull(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return rows->old.files && strcmp(table, "postings") == 0 ? count_old_postings(rows, count) : STATUS_OK;
}

/* PostgreSQL has its own checks of pages (checksums, amcheck); this one is about the two tables of entries.
 */
static enum status check_places(void *source, struct store_failure *failure)
{
    struct rows *rows = source;
    struct pgargs args = {0};
    struct page page = {0};
    pgargs_number(&args, (int64_t)rows->archives.last);
    enum status status = ask(&rows->link, VERIFY_UNPLACED, &args, &page);
    int64_t unplaced = status == STATUS_OK ? pgrow_number(page.rows, 0, 0) : 0;
    PQclear(page.rows);
    if (status != STATUS_OK)
        return pglink_fail(&rows->link, status, failure);
    if (unplaced)
        return store_fail(failure, STATUS_STORE_CORRUPT,
                          "%s: an entry has no position, or a position no entry", rows->link.name);
    return STATUS_OK;
}

/* ---- Archives. ---- */

/* What the database has kept of older entries must be what the archives say. A row of `log` may have lost its
 * entry. */
static bool kept_agrees(struct rows *rows, const PGresult *page, int at)
{
    struct store_row kept;
    struct store_row old;
    struct entry entry;
    postgres_row_columns(page, at, &kept);
    sqlite3_bind_int64(rows->old.entry, 1, (int64_t)kept.position);
    bool same = sqlite3_step(rows->old.entry) == SQLITE_ROW;
    if (same) {
        postgres_old_entry(rows->old.entry, &old);
        same = old.chain == kept.chain && old.previous == kept.previous &&
               entry_read(&entry, old.entry.bytes, old.entry.size) == STATUS_OK &&
               entry.number == (uint64_t)pgrow_number(page, at, 5);
    }
    if (same && !PQgetisnull(page, at, 3))
        same = old.has_mark == kept.has_mark && (!old.has_mark || old.mark == kept.mark) &&
               old.entry.size == kept.entry.size &&
               memcmp(old.entry.bytes, kept.entry.bytes, old.entry.size) == 0;
    sqlite3_reset(rows->old.entry);
    return same;
}

static bool posting_agrees(struct rows *rows, const struct store_posting *kept)
{
    struct store_posting old = {0};
    (void)!postgres_old_find(&rows->old, kept->account, kept->posting, &old);
    return old.position == kept->position && old.cents == kept->cents && old.previous == kept->previous &&
           old.balance_cents == kept->balance_cents;
}

static enum status compare_page(struct rows *rows, int64_t *from, bool *same)
{
    struct page entries = {0};
    struct page postings = {0};
    struct store_posting posting;
    enum status status = ask_after(&rows->link, VERIFY_KEPT, *from, (int64_t)rows->archives.last, &entries);
    int count = status == STATUS_OK ? PQntuples(entries.rows) : 0;
    if (count > 0) {
        int64_t last = pgrow_number(entries.rows, count - 1, 0);
        status = ask_after(&rows->link, VERIFY_POSTINGS, *from, last, &postings);
        *from = last + 1;
    } else {
        *from = INT64_MAX;
    }
    for (int i = 0; *same && i < count; i++)
        *same = kept_agrees(rows, entries.rows, i);
    while (status == STATUS_OK && *same && take_posting(&postings, &posting) == STATUS_OK)
        *same = posting_agrees(rows, &posting);
    PQclear(entries.rows);
    PQclear(postings.rows);
    return status;
}

static enum status compare_kept(struct rows *rows, struct store_failure *failure)
{
    enum status status = STATUS_OK;
    bool same = true;
    int64_t from = 1;
    while (status == STATUS_OK && same && from <= (int64_t)rows->archives.last)
        status = compare_page(rows, &from, &same);
    if (status != STATUS_OK)
        return pglink_fail(&rows->link, status, failure);
    return same ? STATUS_OK
                : store_fail(failure, STATUS_STORE_CORRUPT,
                             "%s: an older entry that it has kept is not the one of the archive",
                             rows->link.name);
}

/* Whether all of the log can be read behind `since`: with the archives that are needed, and rows that agree
 * with them. */
static enum status join_archives(struct rows *rows, const struct postgres_backend *backend, uint64_t since,
                                 struct store_failure *failure)
{
    struct page page = {0};
    int64_t wrong = 0;
    enum status status = ask(&rows->link, VERIFY_ARCHIVES, NULL, &page);
    if (status == STATUS_OK)
        status = postgres_take_archives(page.rows, &rows->archives);
    PQclear(page.rows);
    if (status == STATUS_OK)
        status = ask_number(&rows->link, VERIFY_SEALED_ARCHIVES, &wrong);
    if (status != STATUS_OK)
        return pglink_fail(&rows->link, status, failure);
    if (wrong)
        return store_fail(failure, STATUS_STORE_CORRUPT,
                          "%s: an archive ends with another root than the checkpoint of its size",
                          rows->link.name);
    if (!rows->archives.last)
        return STATUS_OK;
    status = postgres_old_open(&rows->old, backend, &rows->archives, failure);
    if (status == STATUS_ARCHIVED && since >= rows->archives.last && !backend->archives->named) {
        *failure = (struct store_failure){0};
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = compare_kept(rows, failure);
    return status;
}

static const char *trouble(void *source)
{
    return ((struct rows *)source)->link.trouble;
}

static enum status next_old_seal(void *source, struct seal_row *seal)
{
    return postgres_old_seal(&((struct rows *)source)->old, seal);
}

static const struct verify_ops ops = {next_row,      next_posting, find_posting,  next_seal,
                                      next_old_seal, find_key,     find_document, find_round,
                                      find_node,     count_rows,   check_places,  trouble};

/* ---- Where chains and balances stand. ---- */

static enum status take_chain(struct standing *standing, const PGresult *rows, int at)
{
    struct chain_row row = {.name = PQgetvalue(rows, at, 0), /* libpq ends every value with a zero */
                            .entries = (uint64_t)pgrow_number(rows, at, 1),
                            .position = (uint64_t)pgrow_number(rows, at, 2),
                            .head = pgrow_span(rows, at, 3),
                            .entry = pgrow_span(rows, at, 4)};
    return standing_take_chain(standing, &row);
}

static enum status take_account(struct standing *standing, const PGresult *rows, int at)
{
    return standing_take_account(standing, (uint32_t)pgrow_number(rows, at, 0),
                                 (uint8_t)pgrow_number(rows, at, 1), PQgetvalue(rows, at, 2),
                                 pgrow_number(rows, at, 3), (uint64_t)pgrow_number(rows, at, 4));
}

static enum status load(struct standing *standing, struct pglink *link, struct store_failure *failure)
{
    static const struct {
        enum verify_statement which;
        enum status (*take)(struct standing *standing, const PGresult *rows, int at);
        const char *what;
    } steps[] = {{VERIFY_CHAINS, take_chain, "chain"}, {VERIFY_ACCOUNTS, take_account, "account"}};
    int64_t last = 0;
    enum status status = ask_number(link, VERIFY_LAST, &last);
    standing->position = standing->folded = (uint64_t)last;
    for (size_t i = 0; status == STATUS_OK && i < sizeof(steps) / sizeof(steps[0]); i++) {
        struct page page = {0};
        status = ask(link, steps[i].which, NULL, &page);
        for (int at = 0; status == STATUS_OK && at < PQntuples(page.rows); at++) {
            status = steps[i].take(standing, page.rows, at);
            if (status != STATUS_OK)
                store_fail(failure, status, "%s: %s %d: %s", link->name, steps[i].what, at + 1,
                           status_sentence(status));
        }
        bool told = status != STATUS_OK && page.rows;
        PQclear(page.rows);
        if (told)
            return status;
    }
    if (status != STATUS_OK)
        return pglink_fail(link, status, failure);
    if (ledger_sum_cents(&standing->ledger) != 0)
        return store_fail(failure, STATUS_STORE_CORRUPT, "%s: the balances do not add up to nothing",
                          link->name);
    return STATUS_OK;
}

/* ---- All of it. ---- */

static enum status open_link(struct pglink *link, const struct postgres_backend *backend,
                             struct store_failure *failure)
{
    *link = (struct pglink){.url = backend->url,
                            .name = backend->name,
                            .statements = statements,
                            .statement_count = VERIFY_COUNT,
                            .writes = true};
    enum status status = pglink_open(link, failure);
    if (status != STATUS_OK)
        return status;
    status = pglink_say(link,
                        "SET statement_timeout = '10min'; SET idle_in_transaction_session_timeout = 0;"
                        "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
                        PGLINK_CALL_MS, NULL);
    return status == STATUS_OK ? status : pglink_fail(link, status, failure);
}

enum status postgres_stand(struct postgres_backend *backend, struct standing *standing,
                           struct store_failure *failure)
{
    struct pglink link;
    enum status status = open_link(&link, backend, failure);
    if (status == STATUS_OK)
        status = load(standing, &link, failure);
    pglink_close(&link);
    return status;
}

enum status postgres_verify(struct backend *base, const struct store_visit *visit,
                            struct store_failure *failure)
{
    const struct postgres_backend *backend = (const struct postgres_backend *)base;
    int64_t since = visit ? (int64_t)visit->since : 0;
    struct rows rows = {.last = since,
                        .sealed = since ? since - 1 : 0}; /* the checkpoint there is looked at */
    struct standing standing;
    struct store_failure of_fold = {0};
    int64_t sealed = 0;
    struct verify_source source = {.ops = &ops,
                                   .source = &rows,
                                   .path = backend->name,
                                   .has_documents = true,
                                   .has_log = true,
                                   .numbered_by_account = true,
                                   .links_entries = true,
                                   .fold = &standing,
                                   .of_fold = &of_fold};
    standing_init(&standing);
    enum status status = open_link(&rows.link, backend, failure);
    if (status == STATUS_OK)
        status = join_archives(&rows, backend, (uint64_t)since, failure);
    if (status == STATUS_OK)
        of_fold.status = load(&standing, &rows.link, &of_fold);
    if (status == STATUS_OK && (status = ask_number(&rows.link, VERIFY_SEALED, &sealed)) != STATUS_OK)
        pglink_fail(&rows.link, status, failure);
    source.sealed = (uint64_t)sealed;
    source.archived = rows.old.files ? rows.archives.last : 0;
    if (status == STATUS_OK)
        status = verify_all(&source, visit, failure);
    struct page *pages[] = {&rows.entries, &rows.postings, &rows.keys, &rows.rounds, &rows.seals};
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
        PQclear(pages[i]->rows);
    struct pgarray *arrays[] = {&rows.key,          &rows.key_chain, &rows.key_number,
                                &rows.key_position, &rows.chain,     &rows.round};
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++)
        pgarray_release(arrays[i]);
    postgres_old_close(&rows.old);
    pglink_close(&rows.link);
    standing_release(&standing);
    return status;
}

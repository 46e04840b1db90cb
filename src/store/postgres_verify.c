/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_verify.c - PostgreSQL's rows for verify.c and for the opening, within one transaction that sees
 * one moment.
 *
 * A page of entries at a time: their postings, keys and rounds are fetched with it, in the same order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/pgarray.h"
#include "store/postgres.h"
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
    X(VERIFY_KEYS,     "SELECT coalesce(l.position, 0) FROM unnest($1::bytea[]) WITH ORDINALITY AS q(key, at)" \
                       " LEFT JOIN keys k ON k.key = q.key LEFT JOIN log l ON l.chain = k.chain AND" \
                       " l.number = k.number ORDER BY q.at") \
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
                       " l.number = j.number WHERE j.chain IS NULL OR l.chain IS NULL") \
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
    struct pgarray chain;
    struct pgarray round;
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

static void gather(struct rows *rows)
{
    pgarray_reset(&rows->key, PGTYPE_BYTES);
    pgarray_reset(&rows->chain, PGTYPE_NUMBER);
    pgarray_reset(&rows->round, PGTYPE_NUMBER);
    for (int i = 0; i < PQntuples(rows->entries.rows); i++) {
        struct store_row row;
        struct entry entry;
        postgres_row_columns(rows->entries.rows, i, &row);
        if (entry_read(&entry, row.entry.bytes, row.entry.size) != STATUS_OK)
            continue; /* the walk will say so */
        if (entry.key.size > 0)
            pgarray_span(&rows->key, entry.key);
        if (entry.kind == ENTRY_ROUND && entry.round > 0) {
            pgarray_number(&rows->chain, row.chain);
            pgarray_number(&rows->round, entry.round);
        }
    }
}

static enum status ask_gathered(struct rows *rows)
{
    struct pgargs keys = {0};
    struct pgargs rounds = {0};
    enum status status = STATUS_OK;
    if (rows->key.failed || rows->chain.failed || rows->round.failed)
        return STATUS_NO_MEMORY;
    if (rows->key.count > 0) {
        pgargs_span(&keys, pgarray_finish(&rows->key));
        status = ask(&rows->link, VERIFY_KEYS, &keys, &rows->keys);
    }
    if (status == STATUS_OK && rows->round.count > 0) {
        pgargs_span(&rounds, pgarray_finish(&rows->chain));
        pgargs_span(&rounds, pgarray_finish(&rows->round));
        status = ask(&rows->link, VERIFY_ROUNDS, &rounds, &rows->rounds);
    }
    return status;
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
    gather(rows);
    return status == STATUS_OK ? ask_gathered(rows) : status;
}

static enum status next_row(void *source, struct store_row *row)
{
    struct rows *rows = source;
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
    return take_posting(&((struct rows *)source)->postings, posting);
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
    return status;
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
    if (status == STATUS_OK && (is_read(&page) || !pgrow_hash(page.rows, 0, 0, hash->bytes, HASH_BYTES)))
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
    return STATUS_OK;
}

/* PostgreSQL has its own checks of pages (checksums, amcheck); this one is about the two tables of entries.
 */
static enum status check_places(void *source, struct store_failure *failure)
{
    struct rows *rows = source;
    int64_t unplaced = 0;
    enum status status = ask_number(&rows->link, VERIFY_UNPLACED, &unplaced);
    if (status != STATUS_OK)
        return pglink_fail(&rows->link, status, failure);
    if (unplaced)
        return store_fail(failure, STATUS_STORE_CORRUPT,
                          "%s: an entry has no position, or a position no entry", rows->link.name);
    return STATUS_OK;
}

static const char *trouble(void *source)
{
    return ((struct rows *)source)->link.trouble;
}

static const struct verify_ops ops = {next_row,   next_posting,  find_posting, next_seal,
                                      find_key,   find_document, find_round,   find_node,
                                      count_rows, check_places,  trouble};

/* ---- Where chains and balances stand. ---- */

/* A name of a row, ended by a zero: libpq puts one behind every value. */
static const char *name_of(const PGresult *rows, int row, int column)
{
    return PQgetisnull(rows, row, column) ? NULL : PQgetvalue(rows, row, column);
}

static enum status take_chain(struct standing *standing, const PGresult *rows, int at)
{
    struct chain_row row = {.name = name_of(rows, at, 0),
                            .entries = (uint64_t)pgrow_number(rows, at, 1),
                            .position = (uint64_t)pgrow_number(rows, at, 2),
                            .head = pgrow_span(rows, at, 3),
                            .entry = pgrow_span(rows, at, 4)};
    return standing_take_chain(standing, &row);
}

static enum status take_account(struct standing *standing, const PGresult *rows, int at)
{
    return standing_take_account(standing, (uint32_t)pgrow_number(rows, at, 0),
                                 (uint8_t)pgrow_number(rows, at, 1), name_of(rows, at, 2),
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
        of_fold.status = load(&standing, &rows.link, &of_fold);
    if (status == STATUS_OK && (status = ask_number(&rows.link, VERIFY_SEALED, &sealed)) != STATUS_OK)
        pglink_fail(&rows.link, status, failure);
    source.sealed = (uint64_t)sealed;
    if (status == STATUS_OK)
        status = verify_all(&source, visit, failure);
    struct page *pages[] = {&rows.entries, &rows.postings, &rows.keys, &rows.rounds, &rows.seals};
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
        PQclear(pages[i]->rows);
    pgarray_release(&rows.key);
    pgarray_release(&rows.chain);
    pgarray_release(&rows.round);
    pglink_close(&rows.link);
    standing_release(&standing);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_verify.c - SQLite's rows for verify.c, within one read transaction, so that a server may go on
 * writing meanwhile. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "store/archive_set.h"
#include "store/sqlite.h"
#include "store/sqlite_fault.h"
#include "store/sqlite_pages.h"
#include "store/verify.h"

enum { ROUND_STEPS_MAX = 8, ROUND_WALKS = 256, GATHER_MAX = 256 };

/* One table's rows of rounds, read one behind the other: the next that is asked for is most often the next
 * row, and a step costs a sixth of a search. */
struct round_walk {
    sqlite3_stmt *rows; /* NULL: not begun */
    uint32_t chain;     /* 0: on no row */
    uint32_t round;
    uint64_t position;
};

/* Rows of postings that one step of the statement has passed. */
struct gathered {
    unsigned count;
    unsigned taken;
    bool last; /* no step follows */
    struct store_posting items[GATHER_MAX];
};

struct rows {
    struct sqlite_backend *backend;
    struct store_cursor *cursor; /* all entries */
    sqlite3_stmt *postings;      /* all of them, in the order they were kept, gathered */
    struct gathered gathered;
    sqlite3_stmt *posting;                 /* one of them */
    sqlite3_stmt *posted;                  /* the number of the last */
    sqlite3_stmt *key;                     /* the position of one key */
    sqlite3_stmt *document;                /* ... of one document */
    struct round_walk rounds[ROUND_WALKS]; /* by chain, as far as they go */
    sqlite3_stmt *node;                    /* the hash of one node */
    sqlite3_stmt *seals;                   /* all checkpoints, by size */
    sqlite3_stmt *old_seals;               /* those of the archives */
    sqlite3_stmt *sealed;                  /* the size of the last */
    struct sqlite_pages *pages;            /* looked at meanwhile; NULL: at the end */
};

static enum status prepare(struct sqlite_backend *backend, const char *sql, sqlite3_stmt **rows,
                           struct store_failure *failure)
{
    if (sqlite3_prepare_v2(backend->read, sql, -1, rows, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    return STATUS_OK;
}

static enum status stepped(int result)
{
    return result == SQLITE_ROW    ? STATUS_OK
           : result == SQLITE_DONE ? STATUS_NOT_FOUND
                                   : sqlite_status(result);
}

/* The first column of a statement's only row. */
static enum status one_number(sqlite3_stmt *statement, uint64_t *number)
{
    enum status status = stepped(sqlite3_step(statement));
    if (status == STATUS_OK)
        *number = (uint64_t)sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return status;
}

static enum status next_row(void *source, struct store_row *row)
{
    struct rows *rows = source;
    return sqlite_next(rows->cursor, row);
}

static enum status step_posting(sqlite3_stmt *statement, struct store_posting *posting)
{
    enum status status = stepped(sqlite3_step(statement));
    if (status == STATUS_OK)
        *posting = (struct store_posting){.position = (uint64_t)sqlite3_column_int64(statement, 0),
                                          .account = (uint32_t)sqlite3_column_int64(statement, 1),
                                          .cents = sqlite3_column_int64(statement, 2),
                                          .posting = (uint64_t)sqlite3_column_int64(statement, 3),
                                          .previous = (uint64_t)sqlite3_column_int64(statement, 4),
                                          .balance_cents = sqlite3_column_int64(statement, 5)};
    return status;
}

/* A function of SQL, true for the row with which there is no more room: to come out of the statement for each
 * row, and ask for every column of it, takes as long as to find it. */
static void gather(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct gathered *gathered = sqlite3_user_data(context);
    (void)count;
    assert(gathered->count < GATHER_MAX && count == 6);
    gathered->items[gathered->count++] =
        (struct store_posting){.position = (uint64_t)sqlite3_value_int64(values[0]),
                               .account = (uint32_t)sqlite3_value_int64(values[1]),
                               .cents = sqlite3_value_int64(values[2]),
                               .posting = (uint64_t)sqlite3_value_int64(values[3]),
                               .previous = (uint64_t)sqlite3_value_int64(values[4]),
                               .balance_cents = sqlite3_value_int64(values[5])};
    sqlite3_result_int(context, gathered->count == GATHER_MAX);
}

static enum status gather_more(struct rows *rows)
{
    struct gathered *gathered = &rows->gathered;
    gathered->count = gathered->taken = 0;
    enum status status = gathered->last ? STATUS_NOT_FOUND : stepped(sqlite3_step(rows->postings));
    gathered->last = status != STATUS_OK;
    return status == STATUS_NOT_FOUND && gathered->count ? STATUS_OK : status;
}

static enum status next_posting(void *source, struct store_posting *posting)
{
    struct rows *rows = source;
    struct gathered *gathered = &rows->gathered;
    enum status status = gathered->taken == gathered->count ? gather_more(rows) : STATUS_OK;
    if (status == STATUS_OK)
        *posting = gathered->items[gathered->taken++];
    return status;
}

static enum status find_posting(void *source, uint32_t account, uint64_t number,
                                struct store_posting *posting)
{
    (void)account; /* postings are numbered over all */
    sqlite3_stmt *statement = ((struct rows *)source)->posting;
    sqlite3_bind_int64(statement, 1, (int64_t)number);
    enum status status = step_posting(statement, posting);
    sqlite3_reset(statement);
    return status;
}

static enum status step_seal(sqlite3_stmt *seals, struct seal_row *seal)
{
    enum status status = stepped(sqlite3_step(seals));
    return status == STATUS_OK && !sqlite_seal_columns(seals, seal) ? STATUS_STORE_CORRUPT : status;
}

static enum status next_seal(void *source, struct seal_row *seal)
{
    return step_seal(((struct rows *)source)->seals, seal);
}

static enum status next_old_seal(void *source, struct seal_row *seal)
{
    return step_seal(((struct rows *)source)->old_seals, seal);
}

static enum status find_key(void *source, struct span key, uint64_t *position)
{
    struct rows *rows = source;
    sqlite3_bind_blob(rows->key, 1, key.bytes, (int)key.size, SQLITE_STATIC);
    return one_number(rows->key, position);
}

static enum status find_document(void *source, const struct hash *hash, uint64_t *position)
{
    struct rows *rows = source;
    sqlite3_bind_blob(rows->document, 1, hash->bytes, HASH_BYTES, SQLITE_STATIC);
    return one_number(rows->document, position);
}

/* Onto the next row; behind the last one, on none. */
static enum status step_round(struct round_walk *walk)
{
    enum status status = stepped(sqlite3_step(walk->rows));
    if (status == STATUS_OK) {
        walk->round = (uint32_t)sqlite3_column_int64(walk->rows, 0);
        walk->position = (uint64_t)sqlite3_column_int64(walk->rows, 1);
        return STATUS_OK;
    }
    walk->chain = 0;
    return status;
}

/* Onto the first row that is not before the round. */
static enum status seek_round(const struct rows *rows, struct round_walk *walk, uint32_t chain,
                              uint32_t round)
{
    struct store_failure failure;
    static const char sql[] =
        "SELECT round, position FROM rounds WHERE chain = ?1 AND round >= ?2 ORDER BY round";
    enum status status = walk->rows ? STATUS_OK : prepare(rows->backend, sql, &walk->rows, &failure);
    if (status != STATUS_OK)
        return status;
    sqlite3_reset(walk->rows);
    sqlite3_bind_int64(walk->rows, 1, chain);
    sqlite3_bind_int64(walk->rows, 2, round);
    walk->chain = chain;
    return step_round(walk);
}

static enum status find_round(void *source, uint32_t chain, uint32_t round, uint64_t *position)
{
    struct rows *rows = source;
    struct round_walk *walk = &rows->rounds[chain % ROUND_WALKS];
    enum status status = STATUS_OK;
    if (walk->chain != chain || walk->round > round || round - walk->round > ROUND_STEPS_MAX)
        status = seek_round(rows, walk, chain, round);
    while (status == STATUS_OK && walk->round < round)
        status = step_round(walk);
    if (status == STATUS_OK && walk->round > round)
        return STATUS_NOT_FOUND;
    if (status == STATUS_OK)
        *position = walk->position;
    return status;
}

static enum status find_node(void *source, unsigned level, uint64_t number, struct hash *hash)
{
    struct rows *rows = source;
    sqlite3_bind_int64(rows->node, 1, level);
    sqlite3_bind_int64(rows->node, 2, (int64_t)number);
    enum status status = stepped(sqlite3_step(rows->node));
    if (status == STATUS_OK && sqlite3_column_bytes(rows->node, 0) != HASH_BYTES)
        status = STATUS_NOT_FOUND;
    if (status == STATUS_OK)
        memcpy(hash->bytes, sqlite3_column_blob(rows->node, 0), HASH_BYTES);
    sqlite3_reset(rows->node);
    return status;
}

static enum status count_rows(void *source, const char *table, uint64_t *count)
{
    struct rows *rows = source;
    struct store_failure failure;
    sqlite3_stmt *statement;
    char sql[96];
    sqlite3_snprintf(sizeof(sql), sql, "SELECT count(*) FROM %s", table);
    enum status status = prepare(rows->backend, sql, &statement, &failure);
    if (status == STATUS_OK)
        status = one_number(statement, count);
    sqlite3_finalize(statement);
    return status;
}

static enum status check_pages(void *source, struct store_failure *failure)
{
    struct rows *rows = source;
    return rows->pages ? sqlite_pages_end(rows->pages, failure)
                       : sqlite_pages_check(rows->backend->read, rows->backend->path, failure);
}

static const char *trouble(void *source)
{
    return sqlite3_errmsg(((struct rows *)source)->backend->read);
}

static const struct verify_ops ops = {next_row,      next_posting, find_posting,  next_seal,
                                      next_old_seal, find_key,     find_document, find_round,
                                      find_node,     count_rows,   check_pages,   trouble};

/* In the order of the table. Parts stand in their order already, and SQLite would sort their rows before the
 * first comes out; a row elsewhere than it should be is found. */
#define GATHER "gather(position, account, cents, rowid, previous, balance)"
static const char gather_table[] =
    "SELECT 1 FROM postings NOT INDEXED WHERE rowid >= ?1 AND " GATHER " ORDER BY rowid";
static const char gather_parts[] = "SELECT 1 FROM postings WHERE rowid >= ?1 AND " GATHER;

static enum status prepare_all(struct rows *rows, struct store_failure *failure)
{
    const struct {
        sqlite3_stmt **statement;
        const char *sql;
        int version; /* of the schema, from which on it can be asked */
    } texts[] = {
        {&rows->postings, rows->backend->attached ? gather_parts : gather_table, SQLITE_VERSION_LOG},
        {&rows->posting,
         "SELECT position, account, cents, rowid, previous, balance FROM postings WHERE rowid = ?1",
         SQLITE_VERSION_LOG},
        {&rows->posted, "SELECT coalesce(max(rowid), 0) FROM postings", SQLITE_VERSION_LOG},
        {&rows->key, "SELECT position FROM keys WHERE key = ?1", 1},
        {&rows->document, "SELECT position FROM documents WHERE hash = ?1", SQLITE_VERSION_DOCUMENTS},
        {&rows->node, "SELECT hash FROM tree WHERE level = ?1 AND number = ?2", SQLITE_VERSION_LOG},
        {&rows->seals, "SELECT size, root, signature, latest FROM checkpoints WHERE size >= ?1 ORDER BY size",
         SQLITE_VERSION_LOG},
        {&rows->sealed, "SELECT coalesce(max(size), 0) FROM checkpoints", SQLITE_VERSION_LOG},
    };
    enum status status = STATUS_OK;
    if (sqlite3_create_function(rows->backend->read, "gather", 6, SQLITE_UTF8, &rows->gathered, gather, NULL,
                                NULL) != SQLITE_OK)
        return sqlite_failure(rows->backend->path, rows->backend->read, failure);
    for (size_t i = 0; status == STATUS_OK && i < sizeof(texts) / sizeof(texts[0]); i++)
        if (rows->backend->version >= texts[i].version)
            status = prepare(rows->backend, texts[i].sql, texts[i].statement, failure);
    if (status == STATUS_OK && rows->backend->attached)
        status = prepare(rows->backend, ARCHIVED_SEALS, &rows->old_seals, failure);
    if (status == STATUS_OK && !rows->postings)
        status = prepare(
            rows->backend,
            "SELECT 1 FROM postings NOT INDEXED WHERE gather(position, account, cents, rowid, 0, 0) ORDER BY rowid",
            &rows->postings, failure);
    return status;
}

/* Statements begin behind the entries that are not looked at. Postings are numbered in the order of their
 * entries: the first of them is found by halves. */
static enum status begin_behind(struct rows *rows, uint64_t since)
{
    const struct sqlite_backend *backend = rows->backend;
    uint64_t low = backend->attached || !since ? 1 : backend->archived_posting + 1;
    uint64_t high = 0;
    enum status status = since ? one_number(rows->posted, &high) : STATUS_OK;
    high++;
    while (status == STATUS_OK && low < high) {
        struct store_posting posting;
        uint64_t middle = low + (high - low) / 2;
        status = find_posting(rows, 0, middle, &posting);
        if (status == STATUS_OK && posting.position > since)
            high = middle;
        else
            low = middle + 1;
    }
    if (rows->seals)
        sqlite3_bind_int64(rows->seals, 1, (int64_t)since);
    if (rows->posting)
        sqlite3_bind_int64(rows->postings, 1, (int64_t)low);
    return status == STATUS_NOT_FOUND ? STATUS_STORE_CORRUPT : status;
}

static enum status verify_within(struct rows *rows, struct standing *fold, const struct store_visit *visit,
                                 struct store_failure *failure)
{
    struct sqlite_backend *backend = rows->backend;
    struct store_failure of_fold = {0};
    struct verify_source source = {.ops = &ops,
                                   .source = rows,
                                   .path = backend->path,
                                   .has_documents = backend->version >= SQLITE_VERSION_DOCUMENTS,
                                   .has_log = backend->version >= SQLITE_VERSION_LOG,
                                   .links_entries = true,
                                   .archived = backend->attached ? backend->archived : 0,
                                   .fold = fold,
                                   .of_fold = &of_fold};
    if (sqlite3_exec(backend->read, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    of_fold.status = sqlite_state_load_fold(fold, backend->version, backend->path, backend->read, &of_fold);
    uint64_t since = visit ? visit->since : 0;
    enum status status = sqlite_archives_check(backend, since, failure);
    if (status == STATUS_OK)
        status = prepare_all(rows, failure);
    if (status == STATUS_OK && since && !source.has_log)
        return store_fail(failure, STATUS_STORE_VERSION, "%s: has no log yet: audit all of it",
                          backend->path);
    if (status == STATUS_OK && rows->sealed)
        status = one_number(rows->sealed, &source.sealed);
    if (status == STATUS_OK && begin_behind(rows, since) != STATUS_OK)
        status = store_fail(failure, STATUS_STORE_CORRUPT, "%s: a posting is missing", backend->path);
    if (status == STATUS_OK)
        status = sqlite_read_by(backend, backend->read, 0, STORE_FORWARD, since ? since + 1 : 0,
                                &rows->cursor, failure);
    if (status == STATUS_OK && visit && visit->parallel && !since)
        rows->pages = sqlite_pages_begin(backend);
    return status == STATUS_OK ? verify_all(&source, visit, failure) : status;
}

enum status sqlite_verify(struct backend *base, const struct store_visit *visit,
                          struct store_failure *failure)
{
    struct rows rows = {.backend = (struct sqlite_backend *)base};
    struct standing fold;
    standing_init(&fold);
    enum status status = verify_within(&rows, &fold, visit, failure);
    sqlite3_stmt *statements[] = {rows.postings, rows.posting, rows.posted, rows.key,      rows.document,
                                  rows.node,     rows.seals,   rows.sealed, rows.old_seals};
    for (size_t i = 0; i < sizeof(statements) / sizeof(statements[0]); i++)
        sqlite3_finalize(statements[i]);
    for (size_t i = 0; i < ROUND_WALKS; i++)
        sqlite3_finalize(rows.rounds[i].rows);
    sqlite_pages_free(rows.pages);
    if (rows.cursor)
        sqlite_cursor_close(rows.cursor);
    sqlite3_exec(rows.backend->read, "COMMIT", NULL, NULL, NULL);
    standing_release(&fold);
    return status;
}

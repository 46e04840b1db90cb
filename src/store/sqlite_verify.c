/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_verify.c - whether the file says the same thing everywhere.
 *
 * At each opening: its tables and triggers are ours, its pages are sound (up to a size that takes a second),
 * each chain's last entry is the one its head names, the balances add up to nothing. On request: all of it,
 * row by row, from the first entry. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "journal/declaration.h"
#include "journal/walk.h"
#include "store/sqlite.h"

/* Files up to this size have every page checked at each opening; it takes about a second. */
#define QUICK_CHECK_BYTES_MAX (256L * 1024 * 1024)

static enum status corrupt(struct sqlite_backend *backend, struct store_failure *failure, const char *what)
{
    return store_fail(failure, STATUS_STORE_CORRUPT, "%s: %s", backend->path, what);
}

static enum status prepare(struct sqlite_backend *backend, const char *sql, sqlite3_stmt **rows,
                           struct store_failure *failure)
{
    if (sqlite3_prepare_v2(backend->read, sql, -1, rows, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    return STATUS_OK;
}

/* SQLite's own look at its pages: one row that says "ok", or rows that name faults. */
static enum status check_pages(struct sqlite_backend *backend, const char *pragma,
                               struct store_failure *failure)
{
    sqlite3_stmt *rows;
    enum status status = prepare(backend, pragma, &rows, failure);
    if (status != STATUS_OK)
        return status;
    if (sqlite3_step(rows) == SQLITE_ROW) {
        const char *says = (const char *)sqlite3_column_text(rows, 0);
        if (!says || strcmp(says, "ok") != 0)
            status = corrupt(backend, failure, says ? says : "a page cannot be read");
    }
    if (sqlite3_finalize(rows) != SQLITE_OK && status == STATUS_OK)
        status = sqlite_failure(backend->path, backend->read, failure);
    return status;
}

/* One question whose right answer is 0. */
static enum status check_zero(struct sqlite_backend *backend, const char *sql, const char *what,
                              struct store_failure *failure)
{
    sqlite3_stmt *rows;
    enum status status = prepare(backend, sql, &rows, failure);
    if (status != STATUS_OK)
        return status;
    if (sqlite3_step(rows) == SQLITE_ROW && sqlite3_column_int64(rows, 0) != 0)
        status = corrupt(backend, failure, what);
    if (sqlite3_finalize(rows) != SQLITE_OK && status == STATUS_OK)
        status = sqlite_failure(backend->path, backend->read, failure);
    return status;
}

enum status sqlite_check_pages(struct sqlite_backend *backend, struct store_failure *failure)
{
    struct stat file;
    if (stat(backend->path, &file) != 0 || file.st_size > QUICK_CHECK_BYTES_MAX)
        return STATUS_OK;
    return check_pages(backend, "PRAGMA quick_check(1)", failure);
}

/* ---- The whole file. ---- */

struct verify {
    struct sqlite_backend *backend;
    struct store_failure *failure;
    struct walk walk;
    sqlite3_stmt *postings; /* all of them, in the order they were kept */
    sqlite3_stmt *key;      /* the position of one key */
    uint64_t *positions;    /* by chain - 1: of the last entry seen */
    uint64_t position;
    struct sqlite_state fold; /* what the tables say about the position they were folded at */
    uint64_t posting_count;
    uint64_t key_count;
};

static enum status differs(struct verify *verify, const struct store_row *row, const struct entry *entry,
                           const char *what)
{
    return store_fail(verify->failure, STATUS_STORE_CORRUPT, "%s: %s, entry %" PRIu64 ": %s",
                      verify->backend->path, verify->walk.chains[row->chain - 1].name, entry->number, what);
}

/* The next rows of `postings` must be the postings inside the entry. */
static bool postings_agree(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        if (sqlite3_step(verify->postings) != SQLITE_ROW ||
            (uint64_t)sqlite3_column_int64(verify->postings, 0) != row->position ||
            sqlite3_column_int64(verify->postings, 1) != posting->account ||
            sqlite3_column_int64(verify->postings, 2) != posting->cents)
            return false;
        verify->posting_count++;
    }
    return true;
}

static bool key_agrees(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    if (entry->key.size == 0)
        return true;
    verify->key_count++;
    sqlite3_bind_blob(verify->key, 1, entry->key.bytes, (int)entry->key.size, SQLITE_STATIC);
    bool agrees = sqlite3_step(verify->key) == SQLITE_ROW &&
                  (uint64_t)sqlite3_column_int64(verify->key, 0) == row->position;
    sqlite3_reset(verify->key);
    return agrees;
}

/* ---- What the tables of accounts and chains say, when the walk has come to the position they speak of. ----
 */

static enum status account_differs(struct verify *verify, const struct account *account)
{
    return store_fail(verify->failure, STATUS_STORE_CORRUPT,
                      "%s: account %u (%s): the journal gives another name or balance", verify->backend->path,
                      account->number, account->name);
}

static bool account_agrees(const struct account *a, const struct account *b)
{
    return a->kind == b->kind && strcmp(a->name, b->name) == 0 && a->balance_cents == b->balance_cents;
}

static enum status verify_accounts(struct verify *verify)
{
    const struct ledger *kept = &verify->fold.ledger;
    const struct ledger *right = &verify->walk.ledger;
    for (uint32_t i = 0; i < right->count; i++)
        if (i >= kept->count || !account_agrees(&kept->accounts[i], &right->accounts[i]))
            return account_differs(verify, &right->accounts[i]);
    return STATUS_OK;
}

static enum status verify_chains(struct verify *verify)
{
    for (uint32_t i = 0; i < verify->walk.chain_count; i++) {
        const struct chain *right = &verify->walk.chains[i];
        const struct kept_chain *kept = i < verify->fold.chain_count ? &verify->fold.chains[i] : NULL;
        if (!kept || strcmp(kept->chain.name, right->name) != 0 || kept->chain.number != right->number ||
            !hash_equal(&kept->chain.head, &right->head) || kept->position != verify->positions[i])
            return store_fail(verify->failure, STATUS_STORE_CORRUPT,
                              "%s: chain %s: the journal gives another name or head", verify->backend->path,
                              right->name);
    }
    return STATUS_OK;
}

static enum status verify_fold(struct verify *verify)
{
    enum status status = verify_accounts(verify);
    return status == STATUS_OK ? verify_chains(verify) : status;
}

/* Accounts and chains declared since the fold stand in the tables already; none may stand there that was
 * never declared. */
static enum status verify_end(struct verify *verify)
{
    if (verify->position < verify->fold.folded)
        return corrupt(verify->backend, verify->failure, "the fold lies behind the last entry");
    if (verify->walk.ledger.count != verify->fold.ledger.count ||
        verify->walk.chain_count != verify->fold.chain_count)
        return corrupt(verify->backend, verify->failure, "an account or a chain was never declared");
    return STATUS_OK;
}

static enum status verify_row(struct verify *verify, const struct store_row *row)
{
    struct entry entry;
    enum status status = walk_step(&verify->walk, row->chain, row->entry.bytes, row->entry.size, &entry);
    if (status != STATUS_OK)
        return store_fail(verify->failure, status, "%s: %s", verify->backend->path, verify->walk.fault);
    if (row->position != verify->position + 1)
        return differs(verify, row, &entry, "an entry before it is missing");
    if (row->previous != verify->positions[row->chain - 1])
        return differs(verify, row, &entry, "the link to the entry before it is wrong");
    if (!postings_agree(verify, row, &entry))
        return differs(verify, row, &entry, "its postings are not those of the table of postings");
    if (!key_agrees(verify, row, &entry))
        return differs(verify, row, &entry, "its key is not in the table of keys");
    verify->position = row->position;
    verify->positions[row->chain - 1] = row->position;
    return row->position == verify->fold.folded ? verify_fold(verify) : STATUS_OK;
}

static enum status verify_rows(struct verify *verify)
{
    struct store_cursor *cursor;
    struct store_row row;
    enum status status =
        sqlite_read(&verify->backend->backend, 0, STORE_FORWARD, 0, &cursor, verify->failure);
    if (status != STATUS_OK)
        return status;
    while ((status = sqlite_next(cursor, &row)) == STATUS_OK) {
        status = verify_row(verify, &row);
        if (status != STATUS_OK)
            break;
    }
    if (status != STATUS_OK && status != STATUS_NOT_FOUND && verify->failure->status == STATUS_OK)
        sqlite_failure(verify->backend->path, verify->backend->read, verify->failure);
    sqlite_cursor_close(cursor);
    return status == STATUS_NOT_FOUND && verify->failure->status == STATUS_OK ? STATUS_OK
                                                                              : verify->failure->status;
}

static enum status verify_counts(struct verify *verify)
{
    char sql[160];
    sqlite3_snprintf(sizeof(sql), sql,
                     "SELECT (SELECT count(*) FROM postings) <> %lld OR (SELECT count(*) FROM keys) <> %lld",
                     (long long)verify->posting_count, (long long)verify->key_count);
    return check_zero(verify->backend, sql, "there are postings or keys that belong to no entry",
                      verify->failure);
}

/* Within one read transaction, so that a server may go on writing meanwhile. */
static enum status verify_all(struct verify *verify)
{
    if (sqlite3_exec(verify->backend->read, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(verify->backend->path, verify->backend->read, verify->failure);
    enum status status = check_pages(verify->backend, "PRAGMA integrity_check(1)", verify->failure);
    if (status == STATUS_OK)
        status = prepare(verify->backend, "SELECT position, account, cents FROM postings ORDER BY rowid",
                         &verify->postings, verify->failure);
    if (status == STATUS_OK)
        status = prepare(verify->backend, "SELECT position FROM keys WHERE key = ?1", &verify->key,
                         verify->failure);
    if (status == STATUS_OK)
        status = sqlite_state_load_fold(&verify->fold, verify->backend->path, verify->backend->read,
                                        verify->failure);
    if (status == STATUS_OK)
        status = verify_rows(verify);
    if (status == STATUS_OK)
        status = verify_end(verify);
    if (status == STATUS_OK)
        status = verify_counts(verify);
    return status;
}

enum status sqlite_verify(struct backend *base, struct store_failure *failure)
{
    struct verify verify = {.backend = (struct sqlite_backend *)base, .failure = failure};
    sqlite_state_init(&verify.fold);
    verify.positions = calloc(WALK_CHAINS_MAX, sizeof(*verify.positions));
    enum status status = walk_init(&verify.walk, NULL);
    if (status != STATUS_OK || !verify.positions)
        status = store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    else
        status = verify_all(&verify);
    sqlite3_finalize(verify.postings);
    sqlite3_finalize(verify.key);
    sqlite3_exec(verify.backend->read, "COMMIT", NULL, NULL, NULL);
    walk_release(&verify.walk);
    sqlite_state_release(&verify.fold);
    free(verify.positions);
    return status;
}

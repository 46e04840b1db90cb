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
    const struct store_visit *visit; /* may be NULL */
    struct store_failure *failure;
    struct walk *walk;
    sqlite3_stmt *postings; /* all of them, in the order they were kept */
    sqlite3_stmt *key;      /* the position of one key */
    sqlite3_stmt *document; /* ... of one document */
    uint64_t *positions;    /* by chain - 1: of the last entry seen */
    uint64_t position;
    struct sqlite_state fold; /* what the tables say about the position they were folded at */
    uint64_t posting_count;
    uint64_t key_count;
    uint64_t document_count;
};

/* ---- What the tables say about one entry. ---- */

/* Names the entry `row` holds: it is the last of its chain that was walked through, or the next. */
static enum status differs(struct verify *verify, const struct store_row *row, uint64_t number,
                           enum status status, const char *what)
{
    const char *name = verify->walk->chains[row->chain - 1].name;
    memcpy(verify->failure->chain, name, strlen(name) + 1);
    verify->failure->entry = number;
    verify->failure->what = what;
    return store_fail(verify->failure, status, "%s: %s, entry %" PRIu64 ": %s", verify->backend->path, name,
                      number, what);
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

/* The position a table gives for a key or a hash; 0: none. */
static uint64_t position_of(sqlite3_stmt *statement, struct span bytes)
{
    sqlite3_bind_blob(statement, 1, bytes.bytes, (int)bytes.size, SQLITE_STATIC);
    uint64_t position =
        sqlite3_step(statement) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return position;
}

static bool key_agrees(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    if (entry->key.size == 0)
        return true;
    verify->key_count++;
    return position_of(verify->key, entry->key) == row->position;
}

/* The same document may be kept twice; then it is found where it stands first. */
static bool document_agrees(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    struct hash hash;
    struct span document;
    char name[CHAIN_NAME_MAX];
    if (entry->kind != ENTRY_DOCUMENT)
        return true;
    if (document_parse(entry->text, &hash, name, &document) != STATUS_OK)
        return false;
    uint64_t position = position_of(verify->document, (struct span){hash.bytes, HASH_BYTES});
    verify->document_count += position == row->position;
    return position > 0 && position <= row->position;
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
    const struct ledger *right = &verify->walk->ledger;
    for (uint32_t i = 0; i < right->count; i++)
        if (i >= kept->count || !account_agrees(&kept->accounts[i], &right->accounts[i]))
            return account_differs(verify, &right->accounts[i]);
    return STATUS_OK;
}

static enum status verify_chains(struct verify *verify)
{
    for (uint32_t i = 0; i < verify->walk->chain_count; i++) {
        const struct chain *right = &verify->walk->chains[i];
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
    if (verify->walk->ledger.count != verify->fold.ledger.count ||
        verify->walk->chain_count != verify->fold.chain_count)
        return corrupt(verify->backend, verify->failure, "an account or a chain was never declared");
    return STATUS_OK;
}

/* ---- Row by row. ---- */

static enum status compare_row(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    const char *what = NULL;
    if (row->previous != verify->positions[row->chain - 1])
        what = "the link to the entry before it is wrong";
    else if (!postings_agree(verify, row, entry))
        what = "its postings are not those of the table of postings";
    else if (!key_agrees(verify, row, entry))
        what = "its key is not in the table of keys";
    else if (!document_agrees(verify, row, entry))
        what = "its document is not in the table of documents";
    return what ? differs(verify, row, entry->number, STATUS_STORE_CORRUPT, what) : STATUS_OK;
}

static enum status verify_row(struct verify *verify, const struct store_row *row)
{
    struct walk *walk = verify->walk;
    struct entry entry;
    bool declared = row->chain >= 1 && row->chain <= walk->chain_count;
    uint64_t number = declared ? walk->chains[row->chain - 1].number + 1 : 0;
    if (declared && row->position != verify->position + 1)
        return differs(verify, row, number, STATUS_STORE_CORRUPT, "an entry before it is missing");
    enum status status = walk_step(walk, row->chain, row->entry.bytes, row->entry.size, &entry);
    if (status != STATUS_OK && declared)
        return differs(verify, row, number, status, status_sentence(status));
    if (status != STATUS_OK)
        return store_fail(verify->failure, status, "%s: %s", verify->backend->path, walk->fault);
    status = compare_row(verify, row, &entry);
    if (status == STATUS_OK && verify->visit && verify->visit->entry)
        status = verify->visit->entry(verify->visit->context, row, &entry);
    verify->position = row->position;
    verify->positions[row->chain - 1] = row->position;
    return status == STATUS_OK && row->position == verify->fold.folded ? verify_fold(verify) : status;
}

static enum status verify_rows(struct verify *verify)
{
    struct store_cursor *cursor;
    struct store_row row;
    enum status status =
        sqlite_read(&verify->backend->backend, 0, STORE_FORWARD, 0, &cursor, verify->failure);
    if (status != STATUS_OK)
        return status;
    enum status read = STATUS_OK;
    while (status == STATUS_OK && (read = sqlite_next(cursor, &row)) == STATUS_OK)
        status = verify_row(verify, &row);
    if (read != STATUS_OK && read != STATUS_NOT_FOUND)
        status = store_fail(verify->failure, read, "%s: behind position %" PRIu64 " of the journal: %s",
                            verify->backend->path, verify->position, sqlite3_errmsg(verify->backend->read));
    sqlite_cursor_close(cursor);
    return status;
}

static enum status verify_counts(struct verify *verify)
{
    char sql[240];
    sqlite3_snprintf(sizeof(sql), sql,
                     "SELECT (SELECT count(*) FROM postings) <> %lld OR (SELECT count(*) FROM keys) <> %lld"
                     " OR (SELECT count(*) FROM documents) <> %lld",
                     (long long)verify->posting_count, (long long)verify->key_count,
                     (long long)verify->document_count);
    return check_zero(verify->backend, sql, "there are postings, keys or documents that belong to no entry",
                      verify->failure);
}

static enum status prepare_all(struct verify *verify)
{
    struct sqlite_backend *backend = verify->backend;
    enum status status = prepare(backend, "SELECT position, account, cents FROM postings ORDER BY rowid",
                                 &verify->postings, verify->failure);
    if (status == STATUS_OK)
        status = prepare(backend, "SELECT position FROM keys WHERE key = ?1", &verify->key, verify->failure);
    if (status == STATUS_OK)
        status = prepare(backend, "SELECT position FROM documents WHERE hash = ?1", &verify->document,
                         verify->failure);
    return status;
}

/* Within one read transaction, so that a server may go on writing meanwhile. SQLite's own look at its pages
 * comes last: it knows no entries, and whatever lies in one is named with its number by then. */
static enum status verify_all(struct verify *verify)
{
    struct sqlite_backend *backend = verify->backend;
    if (sqlite3_exec(backend->read, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, verify->failure);
    struct store_failure of_fold = {0};
    enum status fold = sqlite_state_load_fold(&verify->fold, backend->path, backend->read, &of_fold);
    if (fold != STATUS_OK)
        verify->fold.folded = UINT64_MAX; /* told later: an entry may be the cause, and has a number */
    enum status status = prepare_all(verify);
    if (status == STATUS_OK)
        status = verify_rows(verify);
    if (status == STATUS_OK && fold != STATUS_OK) {
        *verify->failure = of_fold;
        status = fold;
    }
    if (status == STATUS_OK)
        status = verify_end(verify);
    if (status == STATUS_OK)
        status = verify_counts(verify);
    return status == STATUS_OK ? check_pages(backend, "PRAGMA integrity_check(1)", verify->failure) : status;
}

enum status sqlite_verify(struct backend *base, const struct store_visit *visit,
                          struct store_failure *failure)
{
    struct walk own = {0};
    struct verify verify = {.backend = (struct sqlite_backend *)base, .visit = visit, .failure = failure};
    enum status status = STATUS_OK;
    verify.walk = visit && visit->walk ? visit->walk : &own;
    sqlite_state_init(&verify.fold);
    verify.positions = calloc(WALK_CHAINS_MAX, sizeof(*verify.positions));
    if (verify.walk == &own)
        status = walk_init(&own, NULL);
    if (status != STATUS_OK || !verify.positions)
        status = store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    else
        status = verify_all(&verify);
    sqlite3_finalize(verify.postings);
    sqlite3_finalize(verify.key);
    sqlite3_finalize(verify.document);
    sqlite3_exec(verify.backend->read, "COMMIT", NULL, NULL, NULL);
    walk_release(&own);
    sqlite_state_release(&verify.fold);
    free(verify.positions);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_verify.c - whether the file says the same thing everywhere: all of it, row by row, from the first
 * entry.
 *
 * At each opening less is looked at, so that it takes as long after ten years as after a day: tables and
 * triggers are ours (sqlite_schema.c), each chain's last entry is the one its head names and the balances add
 * up to nothing (sqlite_state.c), the tree is the one its last checkpoint seals (sealer.c). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "journal/walk.h"
#include "store/sqlite.h"
#include "store/sqlite_fault.h"

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

/* ---- The whole file. ---- */

struct verify {
    struct sqlite_backend *backend;
    const struct store_visit *visit; /* may be NULL */
    struct store_failure *failure;
    struct walk *walk;
    sqlite3_stmt *postings; /* all of them, in the order they were kept */
    sqlite3_stmt *key;      /* the position of one key */
    sqlite3_stmt *document; /* ... of one document */
    sqlite3_stmt *round;    /* ... of one round */
    sqlite3_stmt *node;     /* the hash of one node */
    sqlite3_stmt *seals;    /* all checkpoints, by size */
    struct seal_row seal;   /* the last of them that was read; size 0: none yet */
    uint64_t sealed;        /* the size of the last checkpoint there is */
    const char *fault;      /* of the log's tables, found where nothing can be returned */
    uint64_t *last_posting; /* by account - 1 */
    uint32_t account_room;
    uint64_t *positions; /* by chain - 1: of the last entry seen */
    uint64_t position;
    struct sqlite_state fold; /* what the tables say about the position they were folded at */
    uint64_t posting_count;
    uint64_t key_count;
    uint64_t document_count;
    uint64_t round_count;
    uint64_t node_count;
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

static bool make_account_room(struct verify *verify, uint32_t account)
{
    if (account <= verify->account_room)
        return true;
    uint32_t room = verify->walk->ledger.count + 64;
    uint64_t *last = realloc(verify->last_posting, room * sizeof(*last));
    if (!last)
        return false;
    memset(last + verify->account_room, 0, (room - verify->account_room) * sizeof(*last));
    verify->last_posting = last;
    verify->account_room = room;
    return true;
}

/* Whether a row leads to the posting before it of its account, and tells the balance after it. */
static bool leads_back(struct verify *verify, const struct posting *posting)
{
    sqlite3_stmt *row = verify->postings;
    if (verify->backend->version < SQLITE_VERSION_LOG)
        return true;
    if (!make_account_room(verify, posting->account))
        return false;
    uint64_t *last = &verify->last_posting[posting->account - 1];
    bool right = (uint64_t)sqlite3_column_int64(row, 3) == verify->posting_count + 1 &&
                 (uint64_t)sqlite3_column_int64(row, 4) == *last &&
                 sqlite3_column_int64(row, 5) ==
                     ledger_account(&verify->walk->ledger, posting->account)->balance_cents;
    *last = verify->posting_count + 1;
    return right;
}

/* The next rows of `postings` must be the postings inside the entry. */
static bool postings_agree(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        if (sqlite3_step(verify->postings) != SQLITE_ROW ||
            (uint64_t)sqlite3_column_int64(verify->postings, 0) != row->position ||
            sqlite3_column_int64(verify->postings, 1) != posting->account ||
            sqlite3_column_int64(verify->postings, 2) != posting->cents || !leads_back(verify, posting))
            return false;
        verify->posting_count++;
    }
    return true;
}

/* The same round may be said to begin twice; then it is found where it begins first. */
static bool round_agrees(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    if (entry->kind != ENTRY_ROUND || entry->round == 0)
        return true;
    sqlite3_bind_int64(verify->round, 1, row->chain);
    sqlite3_bind_int64(verify->round, 2, entry->round);
    uint64_t position =
        sqlite3_step(verify->round) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(verify->round, 0) : 0;
    sqlite3_reset(verify->round);
    verify->round_count += position == row->position;
    return position > 0 && position <= row->position;
}

#define DAMAGED "its bytes are not those it was kept with"

/* Whatever a damaged entry leads to, it is the damage that is told. */
static bool is_damaged(const struct store_row *row)
{
    struct hash leaf = merkle_leaf(row->entry);
    return row->has_mark && row->mark != store_mark(&leaf);
}

static bool mark_agrees(const struct store_row *row, const struct entry *entry)
{
    if (entry->format == ENTRY_FORMAT_OLD)
        return !row->has_mark;
    return row->has_mark && row->mark == store_mark(&entry->hash);
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
    if (entry->kind != ENTRY_DOCUMENT || verify->backend->version < SQLITE_VERSION_DOCUMENTS)
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

/* The last posting of each account, and of all. */
static enum status verify_postings(struct verify *verify)
{
    const struct sqlite_state *fold = &verify->fold;
    bool right = verify->backend->version < SQLITE_VERSION_LOG || fold->posting == verify->posting_count;
    for (uint32_t i = 0; right && verify->backend->version >= SQLITE_VERSION_LOG && i < fold->ledger.count;
         i++)
        right = fold->accounts[i].posting == (i < verify->account_room ? verify->last_posting[i] : 0);
    return right ? STATUS_OK
                 : corrupt(verify->backend, verify->failure, "the last posting of an account is wrong");
}

static enum status verify_fold(struct verify *verify)
{
    enum status status = verify_accounts(verify);
    if (status == STATUS_OK)
        status = verify_postings(verify);
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
    if (!mark_agrees(row, entry))
        what = DAMAGED;
    else if (row->previous != verify->positions[row->chain - 1])
        what = "the link to the entry before it is wrong";
    else if (!postings_agree(verify, row, entry))
        what = "its postings are not those of the table of postings";
    else if (!key_agrees(verify, row, entry))
        what = "its key is not in the table of keys";
    else if (!round_agrees(verify, row, entry))
        what = "its round is not in the table of rounds";
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
    if (status != STATUS_OK && declared && is_damaged(row))
        return differs(verify, row, number, STATUS_STORE_CORRUPT, DAMAGED);
    if (verify->fault)
        return corrupt(verify->backend, verify->failure, verify->fault);
    if (status != STATUS_OK && declared && !walk->guard.fault[0])
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

/* ---- The log. ---- */

/* What the guard reads. A checkpoint was judged when the next one is asked for: then the latest time under it
 * is known too. */
static enum status next_seal(void *context, struct kept_seal *kept)
{
    struct verify *verify = context;
    if (verify->seal.kept.size && verify->seal.latest_ms != verify->walk->guard.seal.latest_ms)
        verify->fault = "a checkpoint has another time than the entries under it";
    int result = sqlite3_step(verify->seals);
    if (result != SQLITE_ROW)
        return result == SQLITE_DONE ? STATUS_NOT_FOUND : sqlite_status(result);
    if (!sqlite_seal_columns(verify->seals, &verify->seal))
        return STATUS_STORE_CORRUPT;
    *kept = verify->seal.kept;
    return STATUS_OK;
}

/* Every perfect subtree under the last checkpoint has its row. */
static void see_node(void *context, unsigned level, uint64_t number, const struct hash *hash)
{
    struct verify *verify = context;
    if (level < SEALS_LEVEL_MIN || (number + 1) << level > verify->sealed)
        return;
    sqlite3_bind_int64(verify->node, 1, level);
    sqlite3_bind_int64(verify->node, 2, (int64_t)number);
    bool right = sqlite3_step(verify->node) == SQLITE_ROW &&
                 sqlite3_column_bytes(verify->node, 0) == HASH_BYTES &&
                 memcmp(sqlite3_column_blob(verify->node, 0), hash->bytes, HASH_BYTES) == 0;
    sqlite3_reset(verify->node);
    verify->node_count++;
    if (!right)
        verify->fault = "a node of the tree is not what the entries give";
}

static enum status start_guard(struct verify *verify)
{
    struct guard_source source = {next_seal, verify};
    struct sqlite_backend *backend = verify->backend;
    sqlite3_stmt *last;
    if (backend->version < SQLITE_VERSION_LOG)
        return STATUS_OK;
    enum status status = prepare(backend, "SELECT max(size) FROM checkpoints", &last, verify->failure);
    if (status != STATUS_OK)
        return status;
    verify->sealed = sqlite3_step(last) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(last, 0) : 0;
    sqlite3_finalize(last);
    status = guard_start(&verify->walk->guard, &source);
    return status == STATUS_OK ? status : corrupt(backend, verify->failure, "the checkpoints cannot be read");
}

static enum status finish_guard(struct verify *verify)
{
    enum status status = walk_finish(verify->walk);
    if (verify->fault)
        return corrupt(verify->backend, verify->failure, verify->fault);
    return status == STATUS_OK
               ? status
               : store_fail(verify->failure, status, "%s: %s", verify->backend->path, verify->walk->fault);
}

/* ---- All of it. ---- */

static enum status verify_counts(struct verify *verify)
{
    const struct {
        const char *table;
        uint64_t count;
        int version; /* of the schema, from which on there is one */
    } rows[] = {{"postings", verify->posting_count, 1},
                {"keys", verify->key_count, 1},
                {"documents", verify->document_count, SQLITE_VERSION_DOCUMENTS},
                {"rounds", verify->round_count, SQLITE_VERSION_LOG},
                {"tree", verify->node_count, SQLITE_VERSION_LOG}};
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof(rows) / sizeof(rows[0]); i++) {
        char sql[96];
        char what[96];
        if (verify->backend->version < rows[i].version)
            continue;
        sqlite3_snprintf(sizeof(sql), sql, "SELECT (SELECT count(*) FROM %s) <> %lld", rows[i].table,
                         (long long)rows[i].count);
        sqlite3_snprintf(sizeof(what), what, "a row of \"%s\" belongs to no entry", rows[i].table);
        status = check_zero(verify->backend, sql, what, verify->failure);
    }
    return status;
}

static enum status prepare_all(struct verify *verify)
{
    const struct {
        sqlite3_stmt **statement;
        const char *sql;
        int version; /* of the schema, from which on it can be asked */
    } rows[] = {
        {&verify->postings,
         "SELECT position, account, cents, rowid, previous, balance FROM postings ORDER BY rowid",
         SQLITE_VERSION_LOG},
        {&verify->key, "SELECT position FROM keys WHERE key = ?1", 1},
        {&verify->document, "SELECT position FROM documents WHERE hash = ?1", SQLITE_VERSION_DOCUMENTS},
        {&verify->round, "SELECT position FROM rounds WHERE chain = ?1 AND round = ?2", SQLITE_VERSION_LOG},
        {&verify->node, "SELECT hash FROM tree WHERE level = ?1 AND number = ?2", SQLITE_VERSION_LOG},
        {&verify->seals, "SELECT size, root, signature, latest FROM checkpoints ORDER BY size",
         SQLITE_VERSION_LOG},
    };
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof(rows) / sizeof(rows[0]); i++)
        if (verify->backend->version >= rows[i].version)
            status = prepare(verify->backend, rows[i].sql, rows[i].statement, verify->failure);
    if (status == STATUS_OK && !verify->postings)
        status = prepare(verify->backend, "SELECT position, account, cents FROM postings ORDER BY rowid",
                         &verify->postings, verify->failure);
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
        status = start_guard(verify);
    if (status == STATUS_OK)
        status = verify_rows(verify);
    if (status == STATUS_OK)
        status = finish_guard(verify);
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
    struct merkle_sink sink = {see_node, &verify};
    enum status status = STATUS_OK;
    verify.walk = visit && visit->walk ? visit->walk : &own;
    sqlite_state_init(&verify.fold);
    verify.fold.version = verify.backend->version;
    verify.positions = calloc(WALK_CHAINS_MAX, sizeof(*verify.positions));
    if (verify.walk == &own)
        status = walk_init(&own, NULL);
    if (status != STATUS_OK || !verify.positions)
        status = store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    else {
        verify.walk->guard.sink = &sink;
        status = verify_all(&verify);
        verify.walk->guard.sink = NULL;
    }
    sqlite3_stmt *statements[] = {verify.postings, verify.key,  verify.document,
                                  verify.round,    verify.node, verify.seals};
    for (size_t i = 0; i < sizeof(statements) / sizeof(statements[0]); i++)
        sqlite3_finalize(statements[i]);
    free(verify.last_posting);
    sqlite3_exec(verify.backend->read, "COMMIT", NULL, NULL, NULL);
    walk_release(&own);
    sqlite_state_release(&verify.fold);
    free(verify.positions);
    return status;
}

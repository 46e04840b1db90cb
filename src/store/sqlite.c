/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite.c - opening, closing, and the one transaction that keeps a batch. */
#include "store/sqlite.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/keep.h"
#include "store/sqlite_fault.h"

/* A person may be looking at the file with another tool; only one that writes makes us wait. */
enum { BUSY_MS_MAX = 2000 };

/* Every setting that must hold before the first word is said. Rows that are removed (a session, a person who
 * is erased) are overwritten, and not only forgotten. A WAL of 16 MB before it is folded back keeps
 * the folding rare and the recovery short. */
#define SETTINGS                                                                                             \
    "PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;"                                                \
    "PRAGMA cell_size_check = ON; PRAGMA wal_autocheckpoint = 4096; PRAGMA secure_delete = ON;"

/* ---- Keeping a batch. ---- */

/* Runs a prepared statement that gives no rows. */
static bool run(struct sqlite_backend *backend, enum write_statement which)
{
    sqlite3_stmt *statement = backend->statements[which];
    sqlite3_step(statement);
    return sqlite3_reset(statement) == SQLITE_OK; /* which tells of a step that failed */
}

static void bind_number(struct sqlite_backend *backend, enum write_statement which, int at, int64_t number)
{
    sqlite3_bind_int64(backend->statements[which], at, number);
}

static void bind_span(struct sqlite_backend *backend, enum write_statement which, int at, struct span span)
{
    sqlite3_bind_blob(backend->statements[which], at, span.bytes, (int)span.size, SQLITE_STATIC);
}

static void bind_name(struct sqlite_backend *backend, enum write_statement which, int at, const char *name)
{
    sqlite3_bind_text(backend->statements[which], at, name, -1, SQLITE_STATIC);
}

static bool keep_entry(void *context, const struct kept_entry *kept)
{
    struct sqlite_backend *backend = context;
    bind_number(backend, WRITE_ENTRY, 1, (int64_t)kept->position);
    bind_number(backend, WRITE_ENTRY, 2, kept->chain);
    bind_number(backend, WRITE_ENTRY, 3, (int64_t)kept->previous);
    bind_span(backend, WRITE_ENTRY, 4, kept->bytes);
    if (kept->entry->format == ENTRY_FORMAT_OLD)
        sqlite3_bind_null(backend->statements[WRITE_ENTRY], 5);
    else
        bind_number(backend, WRITE_ENTRY, 5, store_mark(&kept->entry->hash));
    return run(backend, WRITE_ENTRY);
}

static bool keep_posting(void *context, const struct kept_entry *kept, const struct store_posting *posting)
{
    struct sqlite_backend *backend = context;
    (void)kept;
    bind_number(backend, WRITE_POSTING, 1, (int64_t)posting->posting);
    bind_number(backend, WRITE_POSTING, 2, (int64_t)posting->position);
    bind_number(backend, WRITE_POSTING, 3, posting->account);
    bind_number(backend, WRITE_POSTING, 4, posting->cents);
    bind_number(backend, WRITE_POSTING, 5, (int64_t)posting->previous);
    bind_number(backend, WRITE_POSTING, 6, posting->balance_cents);
    return run(backend, WRITE_POSTING);
}

static bool keep_chain(void *context, const struct chain *chain)
{
    struct sqlite_backend *backend = context;
    bind_number(backend, WRITE_CHAIN, 1, chain->id);
    bind_name(backend, WRITE_CHAIN, 2, chain->name);
    bind_span(backend, WRITE_CHAIN, 3, (struct span){chain->head.bytes, HASH_BYTES});
    return run(backend, WRITE_CHAIN);
}

static bool keep_account(void *context, const struct account *account)
{
    struct sqlite_backend *backend = context;
    bind_number(backend, WRITE_ACCOUNT, 1, account->number);
    bind_number(backend, WRITE_ACCOUNT, 2, account->kind);
    bind_name(backend, WRITE_ACCOUNT, 3, account->name);
    return run(backend, WRITE_ACCOUNT);
}

static bool keep_document(void *context, const struct kept_entry *kept, const struct hash *hash)
{
    struct sqlite_backend *backend = context;
    bind_span(backend, WRITE_DOCUMENT, 1, (struct span){hash->bytes, HASH_BYTES});
    bind_number(backend, WRITE_DOCUMENT, 2, (int64_t)kept->position);
    return run(backend, WRITE_DOCUMENT);
}

static bool keep_key(void *context, const struct kept_entry *kept)
{
    struct sqlite_backend *backend = context;
    bind_span(backend, WRITE_KEY, 1, kept->entry->key);
    bind_number(backend, WRITE_KEY, 2, (int64_t)kept->position);
    return run(backend, WRITE_KEY);
}

static bool keep_round(void *context, const struct kept_entry *kept)
{
    struct sqlite_backend *backend = context;
    bind_number(backend, WRITE_ROUND, 1, kept->chain);
    bind_number(backend, WRITE_ROUND, 2, kept->entry->round);
    bind_number(backend, WRITE_ROUND, 3, (int64_t)kept->position);
    return run(backend, WRITE_ROUND);
}

static enum status keep_units(struct sqlite_backend *backend, const struct batch *batch,
                              struct store_failure *failure)
{
    const struct keeper keeper = {keep_entry, keep_posting, keep_key,      keep_round,
                                  keep_chain, keep_account, keep_document, backend};
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < batch->count; i++)
        status = keep_unit(&backend->state, &keeper, &batch->units[i], batch->bytes + batch->units[i].offset,
                           backend->copying);
    if (status == STATUS_STORE_IO)
        return sqlite_failure(backend->path, backend->write, failure);
    if (status != STATUS_OK)
        return store_fail(failure, status, "%s: an entry cannot be kept: %s", backend->path,
                          status_sentence(status));
    return STATUS_OK;
}

static bool keep_checkpoint(struct sqlite_backend *backend, const struct seal_row *row)
{
    bind_number(backend, WRITE_CHECKPOINT, 1, (int64_t)row->kept.size);
    bind_span(backend, WRITE_CHECKPOINT, 2, (struct span){row->kept.root.bytes, HASH_BYTES});
    bind_span(backend, WRITE_CHECKPOINT, 3, (struct span){row->kept.signature.bytes, SIGNATURE_BYTES});
    bind_number(backend, WRITE_CHECKPOINT, 4, row->latest_ms);
    return run(backend, WRITE_CHECKPOINT);
}

static bool keep_node(struct sqlite_backend *backend, const struct node_row *row)
{
    bind_number(backend, WRITE_NODE, 1, row->level);
    bind_number(backend, WRITE_NODE, 2, (int64_t)row->number);
    bind_span(backend, WRITE_NODE, 3, (struct span){row->hash.bytes, HASH_BYTES});
    return run(backend, WRITE_NODE);
}

static bool keep_cosignature(struct sqlite_backend *backend, const struct cosignature_row *row)
{
    bind_number(backend, WRITE_COSIGNATURE, 1, (int64_t)row->size);
    bind_name(backend, WRITE_COSIGNATURE, 2, row->line);
    return run(backend, WRITE_COSIGNATURE);
}

static enum status keep_seals(struct sqlite_backend *backend, const struct seals *seals,
                              struct store_failure *failure)
{
    bool good = true;
    for (unsigned i = 0; good && i < seals->node_count; i++)
        good = keep_node(backend, &seals->nodes[i]);
    for (unsigned i = 0; good && i < seals->count; i++)
        good = keep_checkpoint(backend, &seals->rows[i]);
    for (unsigned i = 0; good && i < seals->cosignature_count; i++)
        good = keep_cosignature(backend, &seals->cosignatures[i]);
    return good ? STATUS_OK : sqlite_failure(backend->path, backend->write, failure);
}

/* Lets readers know where each chain ends now. */
static enum status publish(struct sqlite_backend *backend, struct store_failure *failure)
{
    const struct standing *state = &backend->state;
    enum status status = STATUS_OK;
    pthread_mutex_lock(&backend->last_lock);
    if (state->chain_count > backend->last_room) {
        uint64_t *last = realloc(backend->last, state->chain_room * sizeof(*last));
        if (last) {
            backend->last = last;
            backend->last_room = state->chain_room;
        } else {
            status = store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory for the chains");
        }
    }
    for (uint32_t i = 0; status == STATUS_OK && i < state->chain_count; i++)
        backend->last[i] = state->chains[i].position;
    if (status == STATUS_OK)
        backend->last_count = state->chain_count;
    pthread_mutex_unlock(&backend->last_lock);
    return status;
}

static enum status begin(struct sqlite_backend *backend, struct store_failure *failure)
{
    return run(backend, WRITE_BEGIN) ? STATUS_OK : sqlite_failure(backend->path, backend->write, failure);
}

static enum status finish(struct sqlite_backend *backend, struct store_failure *failure)
{
    return run(backend, WRITE_COMMIT) ? STATUS_OK : sqlite_failure(backend->path, backend->write, failure);
}

static enum status commit(struct backend *base, struct batch *batch, const struct seals *seals,
                          struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    enum status status = begin(backend, failure);
    if (status == STATUS_OK)
        status = keep_units(backend, batch, failure);
    if (status == STATUS_OK)
        status = sqlite_keep_records(backend, batch, failure);
    if (status == STATUS_OK && seals)
        status = keep_seals(backend, seals, failure);
    if (status == STATUS_OK && backend->state.position - backend->state.folded >= STATE_FOLD_EVERY)
        status = sqlite_state_fold(&backend->state, backend->path, backend->write, failure);
    if (status == STATUS_OK)
        status = finish(backend, failure);
    if (status == STATUS_OK)
        return publish(backend, failure);
    /* Never try to fold the WAL back over a disk that has just failed: what is in it stays in it until the
     * next opening reads it. */
    backend->failed = true;
    sqlite3_db_config(backend->write, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_exec(backend->write, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* So that the next opening finds everything folded. Failing here loses nothing. */
static void fold_before_closing(struct sqlite_backend *backend)
{
    struct store_failure failure;
    if (!backend->statements[WRITE_BEGIN] || backend->failed ||
        backend->state.position == backend->state.folded)
        return;
    if (begin(backend, &failure) != STATUS_OK ||
        sqlite_state_fold(&backend->state, backend->path, backend->write, &failure) != STATUS_OK ||
        finish(backend, &failure) != STATUS_OK)
        sqlite3_exec(backend->write, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- Opening and closing. ---- */

static void close_backend(struct backend *base)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    fold_before_closing(backend);
    for (unsigned i = 0; i < WRITE_COUNT; i++)
        sqlite3_finalize(backend->statements[i]);
    for (unsigned i = 0; i < LOOKUP_COUNT; i++)
        sqlite3_finalize(backend->lookups[i]);
    sqlite3_close(backend->lookup);
    sqlite3_close(backend->walk);
    sqlite3_close(backend->read);
    sqlite3_close(backend->write);
    pthread_mutex_destroy(&backend->lookup_lock);
    pthread_mutex_destroy(&backend->last_lock);
    lock_release(&backend->lock);
    standing_release(&backend->state);
    free(backend->last);
    free(backend);
}

/* A copy on a disc, or in a folder of other people: nobody can write beside it, and no log lies there. SQLite
 * would want to put an index of the log beside the file all the same. */
static bool lies_still(const char *path)
{
    char name[SQLITE_PATH_MAX + sizeof("-wal")];
    snprintf(name, sizeof(name), "%s-wal", path);
    if (access(name, F_OK) == 0)
        return false;
    return access(dirname(name), W_OK) != 0;
}

static void still_uri(const char *path, struct text *uri)
{
    text_put(uri, "file:");
    for (; *path; path++)
        if (strchr("%?#", *path))
            text_format(uri, "%%%02X", (unsigned)*path);
        else
            text_format(uri, "%c", *path);
    text_put(uri, "?immutable=1");
}

enum status sqlite_connect(const struct sqlite_backend *backend, sqlite3 **connection, int flags,
                           const char *vfs, struct store_failure *failure)
{
    char uri[3 * SQLITE_PATH_MAX + sizeof("file:?immutable=1")];
    bool still = (flags & SQLITE_OPEN_READONLY) && !vfs && lies_still(backend->path);
    struct text text;
    text_init(&text, uri, sizeof(uri));
    still_uri(backend->path, &text);
    if (sqlite3_open_v2(still ? uri : backend->path, connection, flags | (still ? SQLITE_OPEN_URI : 0),
                        vfs) != SQLITE_OK ||
        sqlite3_busy_timeout(*connection, BUSY_MS_MAX) != SQLITE_OK ||
        sqlite3_exec(*connection, SETTINGS, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, *connection, failure);
    sqlite3_extended_result_codes(*connection, 1);
    return STATUS_OK;
}

/* WAL is a property of the file; what SQLite answers is what holds. */
static enum status set_wal(struct sqlite_backend *backend, struct store_failure *failure)
{
    sqlite3_stmt *statement;
    bool wal = false;
    if (sqlite3_prepare_v2(backend->write, "PRAGMA journal_mode = WAL", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        const char *mode = (const char *)sqlite3_column_text(statement, 0);
        wal = mode && strcmp(mode, "wal") == 0;
    }
    if (sqlite3_finalize(statement) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->write, failure);
    if (!wal)
        return store_fail(failure, STATUS_STORE_IO, "%s: its file system does not allow a write-ahead log",
                          backend->path);
    return STATUS_OK;
}

/* A new file is safe only once its folder knows it. */
static enum status sync_folder(struct sqlite_backend *backend, struct store_failure *failure)
{
    char path[SQLITE_PATH_MAX];
    memcpy(path, backend->path, sizeof(path));
    int folder = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int failed = folder < 0 || fsync(folder);
    if (folder >= 0)
        close(folder);
    if (failed)
        return store_fail(failure, STATUS_STORE_IO, "%s: its folder: %s", backend->path, strerror(errno));
    return STATUS_OK;
}

static enum status prepare(struct sqlite_backend *backend, struct store_failure *failure)
{
    static const char *const texts[WRITE_COUNT] = {
#define WRITE_TEXT(id, sql) [id] = (sql),
        WRITE_LIST(WRITE_TEXT)
#undef WRITE_TEXT
    };
    for (unsigned i = 0; i < WRITE_COUNT; i++)
        if (sqlite3_prepare_v3(backend->write, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &backend->statements[i], NULL) != SQLITE_OK)
            return sqlite_failure(backend->path, backend->write, failure);
    return STATUS_OK;
}

static enum status open_writer(struct sqlite_backend *backend, const char *vfs, struct store_failure *failure)
{
    enum status status = lock_take(backend->path, &backend->lock, failure);
    if (status == STATUS_OK)
        status =
            sqlite_connect(backend, &backend->write,
                           SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, vfs, failure);
    if (status == STATUS_OK)
        status = set_wal(backend, failure);
    if (status == STATUS_OK)
        status = schema_upgrade(backend, failure);
    if (status == STATUS_OK)
        status = sync_folder(backend, failure);
    if (status == STATUS_OK)
        status = prepare(backend, failure);
    return status;
}

/* One thread needs no locks: they are a tenth of what reading a row costs. */
static enum status open_reader(struct sqlite_backend *backend, const struct store_options *options,
                               struct store_failure *failure)
{
    int flags = SQLITE_OPEN_READONLY | (options->unchecked ? SQLITE_OPEN_NOMUTEX : SQLITE_OPEN_FULLMUTEX);
    enum status status = sqlite_connect(backend, &backend->read, flags, options->vfs, failure);
    if (status == STATUS_OK)
        status = sqlite_connect(backend, &backend->lookup, flags, options->vfs, failure);
    if (status == STATUS_OK && backend->write)
        status = sqlite_connect(backend, &backend->walk, flags, options->vfs, failure);
    if (status == STATUS_OK)
        status = schema_check(backend, failure);
    if (status == STATUS_OK)
        status = sqlite_archives_open(backend, options, failure);
    return status == STATUS_OK ? sqlite_prepare_lookups(backend, failure) : status;
}

static enum status chains(struct backend *base, enum status (*take)(void *, const struct chain *),
                          void *context, struct store_failure *failure)
{
    const struct sqlite_backend *backend = (const struct sqlite_backend *)base;
    return standing_chains(&backend->state, take, context, backend->path, failure);
}

static enum status load(struct backend *base, struct ledger *ledger, struct store_failure *failure)
{
    const struct sqlite_backend *backend = (const struct sqlite_backend *)base;
    return standing_load(&backend->state, ledger, backend->path, failure);
}

static const struct backend_ops ops = {
    .close = close_backend,
    .chains = chains,
    .load = load,
    .commit = commit,
    .key = sqlite_key,
    .checkpoint = sqlite_checkpoint,
    .node = sqlite_node,
    .round = sqlite_round,
    .posting = sqlite_posting,
    .posting_at = sqlite_posting_at,
    .cosignature = sqlite_cosignature,
    .archive = sqlite_archive,
    .records = sqlite_records,
    .last = sqlite_last,
    .read = sqlite_read,
    .document = sqlite_document,
    .next = sqlite_next,
    .cursor_close = sqlite_cursor_close,
    .verify = sqlite_verify,
};

enum status sqlite_open(struct backend **result, const struct store_options *options,
                        struct store_failure *failure)
{
    if (strlen(options->path) >= SQLITE_PATH_MAX)
        return store_fail(failure, STATUS_TOO_LONG, "the name of the file is longer than %d bytes",
                          SQLITE_PATH_MAX - 1);
    if (options->read_only && !options->vfs && access(options->path, R_OK)) /* SQLite does not tell why */
        return store_fail(failure, STATUS_NO_FILE, "%s: %s", options->path, strerror(errno));
    struct sqlite_backend *backend = calloc(1, sizeof(*backend));
    if (!backend)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    backend->backend.ops = &ops;
    backend->lock = LOCK_NONE;
    backend->copying = options->copying;
    standing_init(&backend->state);
    pthread_mutex_init(&backend->lookup_lock, NULL);
    pthread_mutex_init(&backend->last_lock, NULL);
    memcpy(backend->path, options->path, strlen(options->path) + 1);
    enum status status = options->read_only ? STATUS_OK : open_writer(backend, options->vfs, failure);
    if (status == STATUS_OK)
        status = open_reader(backend, options, failure);
    bool checked = !options->unchecked;
    if (status == STATUS_OK && checked)
        status = sqlite_state_load(&backend->state, backend->version, backend->path, backend->read, failure);
    if (status == STATUS_OK)
        status = publish(backend, failure);
    if (status != STATUS_OK) {
        backend->failed = true;
        close_backend(&backend->backend);
        return status;
    }
    *result = &backend->backend;
    return STATUS_OK;
}

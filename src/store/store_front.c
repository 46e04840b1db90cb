/* SPDX-License-Identifier: Apache-2.0 */
/* store_front.c - opening, submitting and reading: what callers do on threads of their own. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium/core.h>

#include "journal/declaration.h"
#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/store_inside.h"
#include "store/ticks.h"

void store_stop(struct store *store, const struct store_failure *failure)
{
    if (store->read_only || store->failure.status != STATUS_OK)
        return;
    store->failure = *failure;
    pthread_cond_signal(&store->work);
    pthread_cond_broadcast(&store->progress);
}

/* ---- Opening and closing. ---- */

enum status store_add_chain(void *context, const struct chain *chain)
{
    struct store *store = context;
    if (store->chain_count == store->chain_room) {
        uint32_t room = store->chain_room ? store->chain_room * 2 : 64;
        /* unreached: a house of so many tables is too much for a test */
        struct chain *chains =
            room <= STORE_CHAINS_MAX ? realloc(store->chains, room * sizeof(*chains)) : NULL;
        if (!chains)
            return STATUS_NO_MEMORY;
        store->chains = chains;
        uint64_t *kept = realloc(store->kept, room * sizeof(*kept));
        if (!kept)
            return STATUS_NO_MEMORY;
        store->kept = kept;
        store->chain_room = room;
    }
    store->kept[store->chain_count] = chain->number;
    store->chains[store->chain_count++] = *chain;
    return STATUS_OK;
}

static void release(struct store *store)
{
    if (store->backend)
        store->backend->ops->close(store->backend);
    pthread_cond_destroy(&store->work);
    pthread_cond_destroy(&store->progress);
    pthread_mutex_destroy(&store->lock);
    news_free(store->first_news);
    free(store->view);
    free(store->filling);
    free(store->writing);
    free(store->chains);
    free(store->kept);
    free(store);
}

enum status store_open(struct store **result, const struct store_options *options,
                       struct store_failure *failure)
{
    *failure = (struct store_failure){0};
    /* Hashes are the same without it, but three times as slow: it finds out what the processor can do. */
    struct store *store = sodium_init() < 0 ? NULL : calloc(1, sizeof(*store));
    if (!store)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    store->read_only = options->read_only;
    store->patient = options->patient && pglink_is_url(options->path);
    store->durable = options->durable;
    store->context = options->context;
    store->last_news = &store->first_news;
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, &steady);
    pthread_cond_init(&store->progress, &steady);
    pthread_condattr_destroy(&steady);
    enum status status = pglink_is_url(options->path) ? postgres_open(&store->backend, options, failure)
                                                      : sqlite_open(&store->backend, options, failure);
    if (status == STATUS_OK) {
        store->backend->ear = store_ear(store);
        status = store->backend->ops->chains(store->backend, store_add_chain, store, failure);
    }
    if (status == STATUS_OK && !store->read_only)
        status = store_start_writer(store, failure);
    if (status != STATUS_OK) {
        release(store);
        return status;
    }
    *result = store;
    return STATUS_OK;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (!store->read_only) {
        pthread_mutex_lock(&store->lock);
        store->closing = true;
        pthread_cond_signal(&store->work);
        pthread_mutex_unlock(&store->lock);
        pthread_join(store->writer, NULL);
    }
    release(store);
}

/* ---- Chains, accounts. ---- */

uint32_t store_chain_count(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    uint32_t count = store->chain_count;
    pthread_mutex_unlock(&store->lock);
    return count;
}

enum status store_chain(struct store *store, uint32_t number, struct chain *chain)
{
    enum status status = STATUS_NOT_FOUND;
    pthread_mutex_lock(&store->lock);
    if (number >= 1 && number <= store->chain_count) {
        *chain = store->chains[number - 1];
        status = STATUS_OK;
    }
    pthread_mutex_unlock(&store->lock);
    return status;
}

/* With the lock held: its number, or 0. */
static uint32_t find_chain(const struct store *store, const char *name)
{
    for (uint32_t i = 0; i < store->chain_count; i++)
        if (strcmp(store->chains[i].name, name) == 0)
            return i + 1;
    return 0;
}

enum status store_chain_find(struct store *store, const char *name, uint32_t *number)
{
    pthread_mutex_lock(&store->lock);
    *number = find_chain(store, name);
    pthread_mutex_unlock(&store->lock);
    return *number ? STATUS_OK : STATUS_NOT_FOUND;
}

enum status store_load(struct store *store, struct ledger *ledger, struct store_failure *failure)
{
    return store->backend->ops->load(store->backend, ledger, failure);
}

/* ---- Writing. ---- */

/* A declaration of a chain makes it known at once, so that its first entry may follow. */
static enum status declare_chain(struct store *store, const struct entry *entry)
{
    uint32_t number;
    char name[CHAIN_NAME_MAX];
    struct chain chain;
    enum status status = chain_declaration_parse(entry->text, &number, name);
    if (status != STATUS_OK)
        return status;
    if (number != store->chain_count + 1 || find_chain(store, name))
        return STATUS_BAD_ENTRY;
    chain_init(&chain, number, name);
    return store_add_chain(store, &chain);
}

/* An entry that goes into a row of its own must be readable, or the whole batch would fail with it. */
static enum status check_declaration(struct store *store, const struct entry *entry)
{
    struct account account;
    struct hash hash;
    struct span document;
    uint32_t number;
    char name[CHAIN_NAME_MAX];
    if (entry->kind == ENTRY_CHAIN)
        return store->backend->shared ? chain_declaration_parse(entry->text, &number, name)
                                      : declare_chain(store, entry);
    if (entry->kind == ENTRY_ACCOUNT)
        return account_declaration_parse(entry->text, &account);
    if (entry->kind == ENTRY_DOCUMENT)
        return document_parse(entry->text, &hash, name, &document);
    return STATUS_OK;
}

enum status backend_compare_request(const struct entry *entry, struct span request)
{
    if (request.size == 0 || entry->request.size == 0)
        return STATUS_REPEATED;
    bool same =
        entry->request.size == request.size && memcmp(entry->request.bytes, request.bytes, request.size) == 0;
    return same ? STATUS_REPEATED : STATUS_ID_REUSED;
}

static enum status find_in(const struct batch *batch, struct span key, struct span request)
{
    struct entry entry;
    const struct unit *unit = batch_find(batch, key);
    if (!unit)
        return STATUS_OK;
    enum status status = entry_read(&entry, batch->bytes + unit->offset, unit->size);
    /* unreached: it was read when it was added */
    return status == STATUS_OK ? backend_compare_request(&entry, request) : status;
}

/* With the lock held: among what is on its way. */
static enum status find_waiting(const struct store *store, struct span key, struct span request)
{
    if (key.size == 0 || store->read_only)
        return STATUS_OK;
    enum status status = find_in(store->filling, key, request);
    return status == STATUS_OK ? find_in(store->writing, key, request) : status;
}

/* With the lock held, so that no key can leave the batches between the looks. */
static enum status find_key(struct store *store, struct span key, struct span request)
{
    struct store_failure failure = {0};
    enum status status = find_waiting(store, key, request);
    if (key.size == 0)
        return STATUS_OK;
    if (status == STATUS_OK && store->away)
        return STATUS_NO_DATABASE;
    if (status == STATUS_OK)
        status = store->backend->ops->key(store->backend, key, request, &failure);
    if (failure.status != STATUS_OK && !store->patient)
        store_stop(store, &failure);
    return status;
}

/* With the lock held. Checks everything before anything is changed, so a refusal leaves the store as it was.
 */
static enum status submit_locked(struct store *store, uint32_t number, const uint8_t *bytes, size_t size)
{
    struct entry entry;
    if (number < 1 || number > store->chain_count)
        return STATUS_NOT_FOUND;
    struct chain next = store->chains[number - 1];
    bool numbered_later = store->backend->shared && number == CHAIN_NUMBER_HOUSE;
    enum status status =
        numbered_later ? entry_read(&entry, bytes, size) : chain_check(&next, &entry, bytes, size);
    /* Where the database is shared, the commit asks for all keys at once, and for others' as well. */
    if (status == STATUS_OK)
        status = store->backend->shared ? find_waiting(store, entry.key, entry.request)
                                        : find_key(store, entry.key, entry.request);
    if (status == STATUS_OK)
        status = check_declaration(store, &entry);
    if (status != STATUS_OK)
        return status;
    store->chains[number - 1] = next;
    batch_add(store->filling, number, &entry, bytes, size);
    struct unit *unit = &store->filling->units[store->filling->count - 1];
    unit->ticket = store->submitted + 1;
    unit->seen = store->seen;
    return STATUS_OK;
}

/* Until when somebody who came at `begun_ms` waits for the writer. The lease is renewed while the database
 * answers, and the end moves on with it. */
static int64_t patience_end(const struct store *store, int64_t begun_ms)
{
    int64_t lease_ms = store_lease_end(store);
    if (lease_ms == 0)
        return begun_ms + STORE_ROOM_MS;
    return lease_ms > begun_ms + STORE_GRACE_MS ? lease_ms : begun_ms + STORE_GRACE_MS;
}

/* With the lock held. */
static void wait_until(struct store *store, int64_t end_ms)
{
    const struct timespec end = {.tv_sec = end_ms / 1000, .tv_nsec = end_ms % 1000 * 1000000L};
    pthread_cond_timedwait(&store->progress, &store->lock, &end);
}

/* With the lock held. */
static enum status wait_for_room(struct store *store, size_t size, const struct store_record *records,
                                 unsigned count)
{
    int64_t begun_ms = 0; /* the clock is asked only when there is none */
    while (store->failure.status == STATUS_OK && !batch_has_room_for(store->filling, size, records, count)) {
        begun_ms = begun_ms ? begun_ms : store_ticks();
        int64_t end_ms = patience_end(store, begun_ms);
        end_ms = end_ms < begun_ms + STORE_ROOM_MS ? end_ms : begun_ms + STORE_ROOM_MS;
        if (store_ticks() >= end_ms)
            return STATUS_NO_DATABASE;
        wait_until(store, end_ms);
    }
    return store->failure.status == STATUS_OK ? STATUS_OK : STATUS_STORE_STOPPED;
}

const char *store_shelf_table(enum store_shelf shelf)
{
    static const char *const tables[] = {
#define STORE_SHELF_TABLE(id, table) [id] = (table),
        STORE_SHELF_LIST(STORE_SHELF_TABLE)
#undef STORE_SHELF_TABLE
    };
    return tables[shelf];
}

enum status store_submit(struct store *store, uint32_t chain, const uint8_t *bytes, size_t size,
                         uint64_t *ticket)
{
    return store_submit_with(store, chain, bytes, size, NULL, 0, ticket);
}

static bool fits(size_t size, const struct store_record *records, unsigned count)
{
    return size <= ENTRY_BYTES_MAX && count <= BATCH_RECORDS_MAX &&
           size + batch_records_size(records, count) <= BATCH_BYTES_MAX;
}

enum status store_put(struct store *store, const struct store_record *records, unsigned count,
                      uint64_t *ticket)
{
    if (store->read_only)
        return STATUS_STORE_READ_ONLY;
    if (!fits(0, records, count))
        return STATUS_BAD_ENTRY;
    pthread_mutex_lock(&store->lock);
    enum status status = wait_for_room(store, 0, records, count);
    if (status == STATUS_OK) {
        batch_add_records(store->filling, records, count);
        store->filling->tickets++;
        *ticket = ++store->submitted;
        pthread_cond_signal(&store->work);
    }
    pthread_mutex_unlock(&store->lock);
    return status;
}

enum status store_submit_with(struct store *store, uint32_t chain, const uint8_t *bytes, size_t size,
                              const struct store_record *records, unsigned count, uint64_t *ticket)
{
    if (store->read_only)
        return STATUS_STORE_READ_ONLY;
    if (!fits(size, records, count))
        return STATUS_BAD_ENTRY;
    pthread_mutex_lock(&store->lock);
    enum status status = wait_for_room(store, size, records, count);
    if (status == STATUS_OK)
        status = submit_locked(store, chain, bytes, size);
    if (status == STATUS_OK) {
        batch_add_records(store->filling, records, count);
        *ticket = ++store->submitted;
        pthread_cond_signal(&store->work);
    }
    pthread_mutex_unlock(&store->lock);
    return status;
}

enum status store_key(struct store *store, struct span key, struct span request)
{
    if (store->backend->shared) {
        enum status status = store_key_waiting(store, key, request);
        struct store_failure failure;
        if (status != STATUS_OK || key.size == 0)
            return status;
        return store_is_away(store) ? STATUS_NO_DATABASE
                                    : store->backend->ops->key(store->backend, key, request, &failure);
    }
    pthread_mutex_lock(&store->lock);
    enum status status = find_key(store, key, request);
    pthread_mutex_unlock(&store->lock);
    return status;
}

enum status store_key_waiting(struct store *store, struct span key, struct span request)
{
    pthread_mutex_lock(&store->lock);
    enum status status = find_waiting(store, key, request);
    pthread_mutex_unlock(&store->lock);
    return status == STATUS_REPEATED && store->backend->shared ? STATUS_UNKNOWN : status;
}

uint64_t store_durable(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    uint64_t ticket = store->durable_ticket;
    pthread_mutex_unlock(&store->lock);
    return ticket;
}

enum status store_wait(struct store *store, uint64_t ticket)
{
    pthread_mutex_lock(&store->lock);
    assert(ticket <= store->submitted);
    int64_t begun_ms = store_ticks();
    while (store->durable_ticket < ticket && store->failure.status == STATUS_OK) {
        int64_t end_ms = patience_end(store, begun_ms);
        bool bounded = store->patient || store_lease_end(store) > 0; /* else the writer's own calls end it */
        if (!bounded)
            pthread_cond_wait(&store->progress, &store->lock);
        else if (store_ticks() < end_ms)
            wait_until(store, end_ms);
        else
            break;
    }
    enum status status = store->durable_ticket >= ticket ? STATUS_OK
                         : store->failure.status         ? store->failure.status
                                                         : STATUS_UNKNOWN;
    for (uint64_t i = 0; status == STATUS_OK && i < REFUSALS_KNOWN && i < store->refusal_count; i++)
        if (store->refusals[i].ticket == ticket)
            status = store->refusals[i].status;
    pthread_mutex_unlock(&store->lock);
    return status;
}

enum status store_state(struct store *store, struct store_failure *failure)
{
    pthread_mutex_lock(&store->lock);
    *failure = store->failure;
    pthread_mutex_unlock(&store->lock);
    return failure->status;
}

/* ---- Reading. ---- */

enum status store_read(struct store *store, uint32_t chain, enum store_order order, uint64_t position,
                       struct store_cursor **cursor, struct store_failure *failure)
{
    assert(chain > 0 || order == STORE_FORWARD);
    return store->backend->ops->read(store->backend, chain, order, position, cursor, failure);
}

uint64_t store_last(struct store *store)
{
    return store->backend->ops->last(store->backend);
}

enum status store_next(struct store_cursor *cursor, struct store_row *row)
{
    return cursor->ops->next(cursor, row);
}

void store_cursor_close(struct store_cursor *cursor)
{
    if (cursor)
        cursor->ops->cursor_close(cursor);
}

enum status store_document(struct store *store, const struct hash *hash, struct store_cursor **cursor,
                           struct store_row *row)
{
    struct store_failure failure;
    enum status status = store->backend->ops->document(store->backend, hash, cursor, &failure);
    if (status != STATUS_OK)
        return status;
    status = store_next(*cursor, row);
    if (status != STATUS_OK)
        store_cursor_close(*cursor);
    return status;
}

enum status store_records(struct store *store, enum store_shelf shelf, const struct store_taker *taker,
                          struct store_failure *failure)
{
    return store->backend->ops->records(store->backend, shelf, taker, failure);
}

enum status store_record(struct store *store, enum store_shelf shelf, struct span name, char *value,
                         size_t size)
{
    const struct backend_ops *ops = store->backend->ops;
    if (!ops->record || !store->backend->shared)
        return STATUS_NOT_FOUND;
    return store_is_away(store) ? STATUS_NO_DATABASE : ops->record(store->backend, shelf, name, value, size);
}

enum status store_wish(const char *path, struct span name, struct span value, struct store_failure *failure)
{
    *failure = (struct store_failure){0};
    return pglink_is_url(path) ? postgres_wish(path, name, value, failure)
                               : sqlite_wish(path, name, value, failure);
}

/* ---- The log and the indexes. ---- */

enum status store_seal(struct store *store, const struct seals *seals)
{
    pthread_mutex_lock(&store->lock);
    assert(!store->read_only && !store->sealing);
    if (store->failure.status == STATUS_OK) {
        store->sealing = seals;
        pthread_cond_signal(&store->work);
    }
    while (store->sealing && store->failure.status == STATUS_OK)
        pthread_cond_wait(&store->progress, &store->lock);
    enum status status = store->failure.status;
    store->sealing = NULL; /* a writer that has stopped did not take them */
    pthread_mutex_unlock(&store->lock);
    return status;
}

enum status store_checkpoint(struct store *store, uint64_t size, struct seal_row *row)
{
    return store->backend->ops->checkpoint(store->backend, size, row);
}

enum status store_node(struct store *store, unsigned level, uint64_t number, struct hash *hash)
{
    assert(level >= SEALS_LEVEL_MIN);
    return store->backend->ops->node(store->backend, level, number, hash);
}

enum status store_round(struct store *store, uint32_t chain, uint32_t round, uint64_t *position)
{
    return store->backend->ops->round(store->backend, chain, round, position);
}

enum status store_posting(struct store *store, uint32_t account, uint64_t posting,
                          struct store_posting *found)
{
    return store->backend->ops->posting(store->backend, account, posting, found);
}

enum status store_posting_at(struct store *store, uint32_t account, uint64_t position,
                             struct store_posting *found)
{
    return store->backend->ops->posting_at(store->backend, account, position, found);
}

enum status store_archive(struct store *store, uint64_t position, char *name, size_t size)
{
    return store->backend->ops->archive(store->backend, position, name, size);
}

enum status store_cosignature(struct store *store, uint64_t number, struct cosignature_row *row)
{
    return store->backend->ops->cosignature(store->backend, number, row);
}

enum status store_verify(struct store *store, const struct store_visit *visit, struct store_failure *failure)
{
    *failure = (struct store_failure){0};
    return store->backend->ops->verify(store->backend, visit, failure);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/store.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium/core.h>

#include "journal/declaration.h"
#include "log/merkle.h"
#include "store/backend.h"
#include "store/postgres.h"
#include "store/sqlite.h"

/* Where the database is shared, others are looked at so often. */
enum { LOOK_MS = 200, MOVES_MAX = 64, REFUSALS_KNOWN = 1024 };

/* A unit that was not kept, by its ticket. */
struct refusal {
    uint64_t ticket;
    enum status status;
};

struct store {
    struct backend *backend;
    bool read_only;
    bool patient; /* a database that is away is waited for */
    void (*durable)(void *context);
    void *context;
    pthread_t writer;

    /* Everything below is guarded by the lock. */
    pthread_mutex_t lock;
    pthread_cond_t work;     /* for the writer: units wait, or it is time to close */
    pthread_cond_t progress; /* for the others: a batch was written, or the store has stopped */
    bool closing;
    struct store_failure failure; /* status 0 while all is well */
    struct batch *filling;
    struct batch *writing;
    const struct seals *sealing; /* the sealer waits until these are kept; NULL: none */
    uint64_t submitted;          /* the last ticket given out */
    uint64_t durable_ticket;
    uint32_t chain_count;
    uint32_t chain_room;
    struct chain *chains; /* chain n stands at n - 1 */

    /* Where the database is shared. */
    bool away; /* it is waited for */
    struct news *first_news;
    struct news **last_news;
    uint64_t seen; /* the position of the last news that were taken */
    unsigned move_count;
    struct share_move moves[MOVES_MAX];
    struct share_view *view;                 /* NULL: nobody has looked yet */
    uint64_t views;                          /* how often one did */
    struct refusal refusals[REFUSALS_KNOWN]; /* the last ones */
    uint64_t refusal_count;
};

/* ---- The writer. ---- */

static bool has_work(const struct store *store)
{
    return store->filling->tickets > 0 || store->sealing;
}

/* Waits until there is work, or it is time to look around or to go. */
static void wait_for_work(struct store *store, const struct timespec *look)
{
    while (!has_work(store) && !store->closing && store->failure.status == STATUS_OK) {
        if (!store->backend->shared)
            pthread_cond_wait(&store->work, &store->lock);
        else if (store->move_count > 0 || pthread_cond_timedwait(&store->work, &store->lock, look))
            return;
    }
}

/* Takes all there is to write; false: nothing. */
static bool take_batch(struct store *store)
{
    if (!has_work(store) || store->failure.status != STATUS_OK)
        return false;
    struct batch *full = store->filling;
    store->filling = store->writing;
    store->writing = full;
    pthread_cond_broadcast(&store->progress); /* there is room again */
    return true;
}

/* Commits what was taken; the lock is not held meanwhile. */
static enum status write_batch(struct store *store, struct store_failure *failure)
{
    const struct seals *seals = store->sealing;
    pthread_mutex_unlock(&store->lock);
    enum status status = store->backend->ops->commit(store->backend, store->writing, seals, failure);
    pthread_mutex_lock(&store->lock);
    if (seals)
        store->sealing = NULL;
    return status;
}

static void add_news(struct store *store, struct news *news)
{
    static const struct store_failure no_memory = {.status = STATUS_NO_MEMORY,
                                                   .message = "there is not enough memory"};
    if (!news) { /* whoever misses one knows nothing any more */
        store->failure = store->failure.status ? store->failure : no_memory;
        return;
    }
    *store->last_news = news;
    store->last_news = &news->next;
}

/* With the lock held: units that were overtaken are told one by one. */
static void tell_refusals(struct store *store)
{
    for (unsigned i = 0; store->backend->shared && i < store->writing->count; i++) {
        const struct unit *unit = &store->writing->units[i];
        if (unit->outcome == STATUS_OK)
            continue;
        store->refusals[store->refusal_count++ % REFUSALS_KNOWN] =
            (struct refusal){unit->ticket, unit->outcome};
        add_news(store, news_refused(unit->chain, unit->ticket, unit->outcome));
    }
}

static void write_once(struct store *store, struct store_failure *failure)
{
    if (write_batch(store, failure) == STATUS_OK) {
        tell_refusals(store);
        store->durable_ticket += store->writing->tickets;
        batch_reset(store->writing);
    } else {
        store->failure = *failure;
    }
    pthread_cond_broadcast(&store->progress);
}

/* Looks at the other servers; true: there is something to tell. */
static bool look_around(struct store *store, struct store_failure *failure)
{
    struct share_move moves[MOVES_MAX];
    unsigned count = store->move_count;
    const struct news *before = store->first_news;
    struct share_view *view = malloc(sizeof(*view));
    memcpy(moves, store->moves, sizeof(moves));
    store->move_count = 0;
    pthread_mutex_unlock(&store->lock);
    enum status status = view ? store->backend->ops->look(store->backend, moves, count, view, failure)
                              : store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    pthread_mutex_lock(&store->lock);
    if (status != STATUS_OK) {
        free(view);
        store->failure = *failure;
        pthread_cond_broadcast(&store->progress);
        return true;
    }
    bool new = !store->view || memcmp(store->view, view, sizeof(*view)) != 0 || count > 0;
    free(store->view);
    store->view = view;
    store->views++;
    pthread_cond_broadcast(&store->progress);
    return new || before != store->first_news;
}

static struct timespec next_look(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += LOOK_MS * 1000000L;
    at.tv_sec += at.tv_nsec / 1000000000L;
    at.tv_nsec %= 1000000000L;
    return at;
}

static bool is_past(const struct timespec *at)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > at->tv_sec || (now.tv_sec == at->tv_sec && now.tv_nsec >= at->tv_nsec);
}

/* The lock is held but while somebody is told. */
static void tell(struct store *store)
{
    pthread_mutex_unlock(&store->lock);
    if (store->durable)
        store->durable(store->context);
    pthread_mutex_lock(&store->lock);
}

static void *write_batches(void *argument)
{
    struct store *store = argument;
    struct store_failure failure = {0};
    struct timespec look = {0}; /* at once */
    pthread_mutex_lock(&store->lock);
    while (failure.status == STATUS_OK && store->failure.status == STATUS_OK) {
        wait_for_work(store, &look);
        if (store->failure.status != STATUS_OK)
            break;
        bool wrote = take_batch(store);
        bool told = wrote;
        if (wrote)
            write_once(store, &failure);
        if (!wrote && store->closing)
            break;
        if (store->backend->shared && failure.status == STATUS_OK &&
            (is_past(&look) || store->move_count > 0)) {
            told |= look_around(store, &failure);
            look = next_look();
        }
        if (told)
            tell(store);
    }
    bool unsaid = failure.status == STATUS_OK && store->failure.status != STATUS_OK;
    pthread_mutex_unlock(&store->lock);
    if (unsaid && store->durable)
        store->durable(store->context);
    return NULL;
}

/* With the lock held: whatever cannot be read cannot be relied on. The writer tells it. */
static void stop(struct store *store, const struct store_failure *failure)
{
    if (store->read_only || store->failure.status != STATUS_OK)
        return;
    store->failure = *failure;
    pthread_cond_signal(&store->work);
    pthread_cond_broadcast(&store->progress);
}

/* ---- Opening and closing. ---- */

static enum status add_chain(void *context, const struct chain *chain)
{
    struct store *store = context;
    if (store->chain_count == store->chain_room) {
        uint32_t room = store->chain_room ? store->chain_room * 2 : 64;
        struct chain *chains =
            room <= STORE_CHAINS_MAX ? realloc(store->chains, room * sizeof(*chains)) : NULL;
        if (!chains)
            return STATUS_NO_MEMORY;
        store->chains = chains;
        store->chain_room = room;
    }
    store->chains[store->chain_count++] = *chain;
    return STATUS_OK;
}

/* ---- What the backend tells. ---- */

/* A chain as an entry on disk leaves it. Of a table that we run nobody else writes. */
static enum status follow_chain(struct store *store, const struct news *news)
{
    struct entry entry;
    struct chain chain;
    uint32_t number;
    enum status status = entry_read(&entry, news->bytes, news->size);
    if (status == STATUS_OK && entry.kind == ENTRY_CHAIN) {
        status = chain_declaration_parse(entry.text, &number, chain.name);
        if (status == STATUS_OK && number == store->chain_count + 1) {
            char name[CHAIN_NAME_MAX];
            memcpy(name, chain.name, sizeof(name));
            chain_init(&chain, number, name);
            status = add_chain(store, &chain);
        }
    }
    if (status == STATUS_OK && news->chain <= store->chain_count &&
        store->chains[news->chain - 1].number < entry.number) {
        store->chains[news->chain - 1].number = entry.number;
        store->chains[news->chain - 1].head = merkle_leaf((struct span){news->bytes, news->size});
    }
    return status;
}

static void hear_news(void *context, struct news *news)
{
    struct store *store = context;
    pthread_mutex_lock(&store->lock);
    if (news && follow_chain(store, news) != STATUS_OK) {
        news_free(news);
        news = NULL;
    }
    add_news(store, news);
    pthread_mutex_unlock(&store->lock);
}

static bool hear_closing(void *context)
{
    struct store *store = context;
    pthread_mutex_lock(&store->lock);
    bool closing = store->closing || store->failure.status != STATUS_OK;
    pthread_mutex_unlock(&store->lock);
    return closing;
}

static void hear_away(void *context, bool away)
{
    struct store *store = context;
    pthread_mutex_lock(&store->lock);
    store->away = away;
    pthread_mutex_unlock(&store->lock);
    if (store->durable)
        store->durable(store->context);
}

static enum status start_writer(struct store *store, struct store_failure *failure)
{
    store->filling = calloc(1, sizeof(*store->filling));
    store->writing = calloc(1, sizeof(*store->writing));
    if (!store->filling || !store->writing)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory for the queue");
    if (pthread_create(&store->writer, NULL, write_batches, store))
        return store_fail(failure, STATUS_NO_MEMORY, "the thread that writes cannot be started");
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
    pthread_cond_init(&store->progress, NULL);
    pthread_condattr_destroy(&steady);
    enum status status = pglink_is_url(options->path) ? postgres_open(&store->backend, options, failure)
                                                      : sqlite_open(&store->backend, options, failure);
    if (status == STATUS_OK) {
        store->backend->ear = (struct backend_ear){store, hear_news, hear_closing, hear_away};
        status = store->backend->ops->chains(store->backend, add_chain, store, failure);
    }
    if (status == STATUS_OK && !store->read_only)
        status = start_writer(store, failure);
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
    return add_chain(store, &chain);
}

/* What is kept in a row of its own must be readable, or the whole batch would fail with it. */
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
    return status == STATUS_OK ? backend_compare_request(&entry, request) : status;
}

/* With the lock held, so that no key can leave the batches between the looks. */
static enum status find_key(struct store *store, struct span key, struct span request)
{
    struct store_failure failure = {0};
    enum status status = STATUS_OK;
    if (key.size == 0)
        return STATUS_OK;
    if (!store->read_only)
        status = find_in(store->filling, key, request);
    if (!store->read_only && status == STATUS_OK)
        status = find_in(store->writing, key, request);
    if (status == STATUS_OK && store->away)
        return STATUS_NO_DATABASE;
    if (status == STATUS_OK)
        status = store->backend->ops->key(store->backend, key, request, &failure);
    if (failure.status != STATUS_OK && !store->patient)
        stop(store, &failure);
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
    if (status == STATUS_OK)
        status = find_key(store, entry.key, entry.request);
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

/* With the lock held. */
static enum status wait_for_room(struct store *store, size_t size, const struct store_record *records,
                                 unsigned count)
{
    while (store->failure.status == STATUS_OK && !batch_has_room_for(store->filling, size, records, count))
        pthread_cond_wait(&store->progress, &store->lock);
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
    pthread_mutex_lock(&store->lock);
    bool written = !store->backend->shared || key.size == 0 ||
                   (find_in(store->filling, key, request) != STATUS_REPEATED &&
                    find_in(store->writing, key, request) != STATUS_REPEATED);
    enum status status = written ? find_key(store, key, request) : STATUS_UNKNOWN;
    pthread_mutex_unlock(&store->lock);
    return status;
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
    while (store->durable_ticket < ticket && store->failure.status == STATUS_OK)
        pthread_cond_wait(&store->progress, &store->lock);
    enum status status = store->durable_ticket >= ticket ? STATUS_OK : store->failure.status;
    for (uint64_t i = 0; status == STATUS_OK && i < REFUSALS_KNOWN && i < store->refusal_count; i++)
        if (store->refusals[i].ticket == ticket)
            status = store->refusals[i].status;
    pthread_mutex_unlock(&store->lock);
    return status;
}

/* ---- Several servers. ---- */

bool store_is_shared(const struct store *store)
{
    return store->backend->shared;
}

bool store_is_away(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    bool away = store->away;
    pthread_mutex_unlock(&store->lock);
    return away;
}

struct news *store_take_news(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    struct news *list = store->first_news;
    store->first_news = NULL;
    store->last_news = &store->first_news;
    for (const struct news *news = list; news; news = news->next)
        if (news->kind == NEWS_ENTRY && news->position > store->seen)
            store->seen = news->position;
    pthread_mutex_unlock(&store->lock);
    return list;
}

void store_distrust(struct store *store)
{
    const struct store_failure failure = {.status = STATUS_STORE_CORRUPT,
                                          .message = "what other servers have written cannot be followed"};
    pthread_mutex_lock(&store->lock);
    stop(store, &failure);
    pthread_mutex_unlock(&store->lock);
}

void store_back_chain(struct store *store, uint32_t chain, uint64_t number)
{
    pthread_mutex_lock(&store->lock);
    assert(chain >= 1 && chain <= store->chain_count);
    store->chains[chain - 1].number = number;
    pthread_mutex_unlock(&store->lock);
}

bool store_move(struct store *store, const char *thing, const char *to)
{
    bool taken = false;
    pthread_mutex_lock(&store->lock);
    for (unsigned i = 0; i < store->move_count; i++)
        taken |= strcmp(store->moves[i].thing, thing) == 0;
    if (!taken && store->move_count < MOVES_MAX) {
        struct share_move *move = &store->moves[store->move_count++];
        snprintf(move->thing, sizeof(move->thing), "%s", thing);
        snprintf(move->to, sizeof(move->to), "%s", to);
        taken = true;
        pthread_cond_signal(&store->work);
    }
    pthread_mutex_unlock(&store->lock);
    return taken;
}

bool store_serve(struct store *store)
{
    return store_move(store, "", "");
}

uint64_t store_view(struct store *store, struct share_view *view)
{
    pthread_mutex_lock(&store->lock);
    if (store->view)
        *view = *store->view;
    uint64_t views = store->views;
    pthread_mutex_unlock(&store->lock);
    return views;
}

enum status store_look(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    uint64_t wanted = store->views + 2; /* one may be under way */
    while (store->views < wanted && store->failure.status == STATUS_OK)
        pthread_cond_wait(&store->progress, &store->lock);
    enum status status = store->failure.status;
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
    bool may = ops->record && store->backend->shared && !store_is_away(store);
    return may ? ops->record(store->backend, shelf, name, value, size) : STATUS_NOT_FOUND;
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
    const struct backend_ops *ops = store->backend->ops;
    return ops->archive ? ops->archive(store->backend, position, name, size) : STATUS_NOT_FOUND;
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

/* SPDX-License-Identifier: Apache-2.0 */
/* store_writer.c - the thread that writes: batches, seals, and where the database is shared a look at the
 * others now and then. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cluster/lease.h"
#include "journal/declaration.h"
#include "log/merkle.h"
#include "store/store_inside.h"
#include "store/ticks.h"

static bool has_work(const struct store *store)
{
    return store->filling->tickets > 0 || store->sealing;
}

/* Waits until there is work, or it is time to look around or to go. */
static void wait_for_work(struct store *store, int64_t look_ms)
{
    const struct timespec look = {.tv_sec = look_ms / 1000, .tv_nsec = look_ms % 1000 * 1000000};
    while (!has_work(store) && !store->closing && store->failure.status == STATUS_OK) {
        if (!store->backend->shared)
            pthread_cond_wait(&store->work, &store->lock);
        else if (store->move_count > 0 || pthread_cond_timedwait(&store->work, &store->lock, &look))
            return;
    }
}

/* Takes all there is to write; false: nothing. */
static bool take_batch(struct store *store)
{
    if (!has_work(store))
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
        store_stop(store, &no_memory);
        return;
    }
    *store->last_news = news;
    store->last_news = &news->next;
}

/* With the lock held: units that were overtaken are told one by one; the others move their chains on. */
static void tell_refusals(struct store *store)
{
    for (unsigned i = 0; store->backend->shared && i < store->writing->count; i++) {
        const struct unit *unit = &store->writing->units[i];
        if (unit->outcome == STATUS_OK) {
            store->kept[unit->chain - 1]++;
            continue;
        }
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
    unsigned count = store->move_count;
    const struct news *before = store->first_news;
    struct share_view *view = malloc(sizeof(*view));
    struct share_move *moves = malloc((count + 1) * sizeof(*moves));
    if (moves)
        memcpy(moves, store->moves, count * sizeof(*moves));
    store->move_count = 0;
    pthread_mutex_unlock(&store->lock);
    enum status status = view && moves
                             ? store->backend->ops->look(store->backend, moves, count, view, failure)
                             : store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    free(moves);
    pthread_mutex_lock(&store->lock);
    if (status != STATUS_OK) {
        free(view);
        store->failure = *failure;
        pthread_cond_broadcast(&store->progress);
        return true;
    }
    bool new = !store->view || !share_equal(store->view, view) || count > 0;
    free(store->view);
    store->view = view;
    store->views++;
    if (new)
        store->view_number = store->views;
    pthread_cond_broadcast(&store->progress);
    return new || before != store->first_news;
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
    int64_t look_ms = 0; /* at once */
    pthread_mutex_lock(&store->lock);
    while (failure.status == STATUS_OK && store->failure.status == STATUS_OK) {
        wait_for_work(store, look_ms);
        if (store->failure.status != STATUS_OK)
            break;
        bool wrote = take_batch(store);
        bool told = wrote;
        if (wrote)
            write_once(store, &failure);
        if (!wrote && store->closing)
            break;
        int64_t now_ms = store_ticks();
        if (store->backend->shared && failure.status == STATUS_OK &&
            (now_ms >= look_ms || store->move_count > 0)) {
            told |= look_around(store, &failure);
            look_ms = store_ticks() + lease_pause(store_ticks() - now_ms);
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

/* ---- What the backend tells. ---- */

/* A chain as an entry on disk leaves it. Of a table that we run nobody else writes. */
static enum status follow_chain(struct store *store, const struct news *news)
{
    struct entry entry;
    struct chain chain;
    uint32_t number;
    enum status status = entry_read(&entry, news->bytes, news->size);
    /* unreached: what is news was kept, and who kept it has read it */
    if (status == STATUS_OK && entry.kind == ENTRY_CHAIN) {
        status = chain_declaration_parse(entry.text, &number, chain.name);
        /* unreached: the same, and chains are declared in the order of the log */
        if (status == STATUS_OK && number == store->chain_count + 1) {
            char name[CHAIN_NAME_MAX];
            memcpy(name, chain.name, sizeof(name));
            chain_init(&chain, number, name);
            status = store_add_chain(store, &chain);
        }
    }
    if (status == STATUS_OK && news->chain <= store->chain_count &&
        store->chains[news->chain - 1].number < entry.number) {
        store->kept[news->chain - 1] = store->chains[news->chain - 1].number = entry.number;
        store->chains[news->chain - 1].head = merkle_leaf((struct span){news->bytes, news->size});
    }
    return status;
}

static void hear_news(void *context, struct news *news)
{
    struct store *store = context;
    pthread_mutex_lock(&store->lock);
    /* unreached: where memory fails in tests there are not more chains than have room from the beginning */
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
    /* unreached: whoever waits for a database that is away wants to be told (books.c) */
    if (store->durable)
        store->durable(store->context);
}

struct backend_ear store_ear(struct store *store)
{
    return (struct backend_ear){store, hear_news, hear_closing, hear_away};
}

enum status store_start_writer(struct store *store, struct store_failure *failure)
{
    store->filling = calloc(1, sizeof(*store->filling));
    store->writing = calloc(1, sizeof(*store->writing));
    if (!store->filling || !store->writing)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory for the queue");
    if (pthread_create(&store->writer, NULL, write_batches, store))
        return store_fail(failure, STATUS_NO_MEMORY, "the thread that writes cannot be started");
    return STATUS_OK;
}

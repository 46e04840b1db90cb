/* SPDX-License-Identifier: Apache-2.0 */
/* store_shared.c - several servers on one database: news, moves, and who runs what (docs/scale.md). */
#include <assert.h>
#include <string.h>

#include "store/store_inside.h"

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

int64_t store_lease_end(const struct store *store)
{
    return atomic_load(&store->backend->lease_end_ms);
}

struct news *store_take_news(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    struct news *list = store->first_news;
    store->first_news = NULL;
    store->last_news = &store->first_news;
    for (const struct news *news = list; news; news = news->next)
        if (news->kind == NEWS_ENTRY) /* they come in the order of the log */
            store->seen = news->position;
    pthread_mutex_unlock(&store->lock);
    return list;
}

void store_distrust(struct store *store)
{
    const struct store_failure failure = {.status = STATUS_STORE_CORRUPT,
                                          .message = "what other servers have written cannot be followed"};
    pthread_mutex_lock(&store->lock);
    store_stop(store, &failure);
    pthread_mutex_unlock(&store->lock);
}

void store_back_chain(struct store *store, uint32_t chain)
{
    pthread_mutex_lock(&store->lock);
    assert(chain >= 1 && chain <= store->chain_count);
    store->chains[chain - 1].number = store->kept[chain - 1];
    pthread_mutex_unlock(&store->lock);
}

static void add_move(struct store *store, const struct share_move *move)
{
    for (unsigned i = 0; i < store->move_count; i++)
        if (strcmp(store->moves[i].thing, move->thing) == 0)
            return;
    assert(store->move_count < SHARE_MOVES_MAX);
    store->moves[store->move_count++] = *move;
}

void store_move(struct store *store, const struct share_move *moves, unsigned count)
{
    pthread_mutex_lock(&store->lock);
    for (unsigned i = 0; i < count && store->move_count < SHARE_MOVES_MAX; i++)
        add_move(store, &moves[i]);
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

uint64_t store_view(struct store *store, uint64_t known, struct share_view *view)
{
    pthread_mutex_lock(&store->lock);
    uint64_t number = store->view_number;
    if (number != known)
        *view = *store->view;
    pthread_mutex_unlock(&store->lock);
    return number;
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

/* SPDX-License-Identifier: Apache-2.0 */
/* store_shared.c - several servers on one database: news, moves, and who runs what (docs/scale.md). */
#include <assert.h>
#include <stdio.h>
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

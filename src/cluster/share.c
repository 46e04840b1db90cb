/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster/share.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

const struct share_server *share_find(const struct share_view *view, const char *name)
{
    for (unsigned i = 0; i < view->server_count; i++)
        if (strcmp(view->servers[i].name, name) == 0)
            return &view->servers[i];
    return NULL;
}

static int by_name(const void *name, const void *thing)
{
    return strcmp(name, ((const struct share_thing *)thing)->name);
}

const struct share_server *share_owner(const struct share_view *view, const char *thing)
{
    const struct share_thing *found =
        bsearch(thing, view->things, view->thing_count, sizeof view->things[0], by_name);
    return found ? share_find(view, found->owner) : NULL;
}

static bool same_server(const struct share_server *a, const struct share_server *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->address, b->address) == 0 && a->alive == b->alive &&
           a->leaving == b->leaving;
}

bool share_equal(const struct share_view *a, const struct share_view *b)
{
    if (a->server_count != b->server_count || a->thing_count != b->thing_count)
        return false;
    for (unsigned i = 0; i < a->server_count; i++)
        if (!same_server(&a->servers[i], &b->servers[i]))
            return false;
    for (unsigned i = 0; i < a->thing_count; i++)
        if (strcmp(a->things[i].name, b->things[i].name) != 0 ||
            strcmp(a->things[i].owner, b->things[i].owner) != 0)
            return false;
    return true;
}

/* Of the server's name and the thing's, with what no name holds between them. */
static struct hash weigh(const char *server, const char *thing)
{
    struct hasher hasher;
    hasher_init(&hasher);
    hasher_add(&hasher, server, strlen(server) + 1);
    hasher_add(&hasher, thing, strlen(thing));
    return hasher_result(&hasher);
}

static bool inherits(const struct share_server *server, const char *gone)
{
    return server->alive && !server->leaving && strcmp(server->name, gone) != 0;
}

static const struct share_server *heir_without(const struct share_view *view, const char *gone,
                                               const char *thing)
{
    const struct share_server *heir = NULL;
    struct hash highest = {{0}};
    for (unsigned i = 0; i < view->server_count; i++) {
        const struct share_server *server = &view->servers[i];
        if (!inherits(server, gone))
            continue;
        struct hash weight = weigh(server->name, thing);
        if (!heir || memcmp(weight.bytes, highest.bytes, HASH_BYTES) > 0) {
            heir = server;
            highest = weight;
        }
    }
    return heir;
}

const struct share_server *share_heir(const struct share_view *view, const char *thing)
{
    return heir_without(view, "", thing);
}

const struct share_server *share_successor(const struct share_view *view, const char *gone, const char *thing)
{
    const struct share_server *owner = share_owner(view, thing);
    if (!owner)
        return NULL;
    return owner->alive && strcmp(owner->name, gone) != 0 ? owner : heir_without(view, gone, thing);
}

bool share_has_others(const struct share_view *view, const char *me)
{
    for (unsigned i = 0; i < view->server_count; i++)
        if (inherits(&view->servers[i], me))
            return true;
    return false;
}

enum share_step share_next(const struct share_view *view, const char *me, const char *thing, bool runs)
{
    const struct share_server *owner = share_owner(view, thing);
    const struct share_server *heir = share_heir(view, thing);
    bool mine = owner && strcmp(owner->name, me) == 0;
    bool should = heir && strcmp(heir->name, me) == 0;
    assert(share_find(view, me));
    if (mine && runs)
        return heir && !should ? SHARE_HAND_OVER : SHARE_REST;
    if (mine)
        return SHARE_RUN;
    if (runs)
        return SHARE_STOP;
    return should && !(owner && owner->alive) ? SHARE_CLAIM : SHARE_REST;
}

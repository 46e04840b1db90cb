/* SPDX-License-Identifier: Apache-2.0 */
/* share.h - which server runs what: one rule, which every server applies for itself (docs/scale.md).
 *
 * Pure. A house has things: its tables, by their ids, and the desk (SHARE_DESK). The database gives each
 * thing one owner at a time. Of the servers that are alive and not leaving, the one for which the hash of its
 * name and the thing's is highest should own the thing: when a server comes or goes, only its share moves. */
#ifndef CROUPIER_CLUSTER_SHARE_H
#define CROUPIER_CLUSTER_SHARE_H

#include <stdbool.h>
#include <stddef.h>

#define SHARE_DESK "desk" /* whatever belongs to no table; no table can be called that */

enum {
    SHARE_NAME_MAX = 48,
    SHARE_ADDRESS_MAX = 256,
    SHARE_SERVERS_MAX = 16,
    SHARE_THINGS_MAX = 2048,
    SHARE_MOVES_MAX = SHARE_THINGS_MAX + 1, /* one of every thing, and one of no thing */
};

struct share_server {
    char name[SHARE_NAME_MAX];
    char address[SHARE_ADDRESS_MAX]; /* where pages and programs reach it */
    bool alive;                      /* its lease has not ended, by the database's clock */
    bool leaving;                    /* it hands over everything between rounds, or is not ready yet */
};

struct share_thing {
    char name[SHARE_NAME_MAX];
    char owner[SHARE_NAME_MAX];
};

/* The database's last answer. A thing that is not listed has no owner. */
struct share_view {
    unsigned server_count;
    struct share_server servers[SHARE_SERVERS_MAX]; /* in any order, without two of a name */
    unsigned thing_count;
    struct share_thing things[SHARE_THINGS_MAX]; /* by name, in the order of strcmp */
};

/* A wish to own a thing, or to give it to another server. With an empty `thing`: this server is ready to be
 * given things. At most one wish for each thing at a time. */
struct share_move {
    char thing[SHARE_NAME_MAX];
    char to[SHARE_NAME_MAX]; /* "": to the server that asks */
};

/* Whether both say the same. */
bool share_equal(const struct share_view *a, const struct share_view *b);

/* A server's next step about a thing. */
enum share_step {
    SHARE_REST,
    SHARE_CLAIM,     /* it should own it, and nobody alive does */
    SHARE_RUN,       /* it owns it and does not run it yet: it goes on where the books end */
    SHARE_HAND_OVER, /* another server should own it: it hands it over between rounds */
    SHARE_STOP,      /* it runs it without owning it: it stops */
};

/* NULL: there is no server of that name. */
const struct share_server *share_find(const struct share_view *view, const char *name);

/* The owner of a thing, alive or not; NULL: none. */
const struct share_server *share_owner(const struct share_view *view, const char *thing);

/* The server that should own a thing; NULL: every server is dead or leaving. */
const struct share_server *share_heir(const struct share_view *view, const char *thing);

/* The server that has a thing, or will have it, if `gone` is counted as dead ("" for none): its owner, or the
 * server that should own it then. NULL: nobody ever owned it, or no server is left. */
const struct share_server *share_successor(const struct share_view *view, const char *gone,
                                           const char *thing);

/* Whether another server can take over from `me`. */
bool share_has_others(const struct share_view *view, const char *me);

/* `runs`: whether `me` runs the thing now. */
enum share_step share_next(const struct share_view *view, const char *me, const char *thing, bool runs);

#endif

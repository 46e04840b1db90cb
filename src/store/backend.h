/* SPDX-License-Identifier: Apache-2.0 */
/* backend.h - the functions that a store needs of its database.
 *
 * `commit` and `look` are called by the store's writer thread only; everything else by any thread, also
 * during a commit. A backend reads what was committed, never half of a batch. After a failed commit the store
 * only reads it and closes it. */
#ifndef CROUPIER_STORE_BACKEND_H
#define CROUPIER_STORE_BACKEND_H

#include <stdatomic.h>

#include "cluster/share.h"
#include "ledger/ledger.h"
#include "store/batch.h"
#include "store/news.h"
#include "store/row.h"
#include "store/seals.h"

struct backend;

struct backend_ops {
    void (*close)(struct backend *backend);

    /* Passes every chain, as it is on disk, by number from 1. */
    enum status (*chains)(struct backend *backend,
                          enum status (*take)(void *context, const struct chain *chain), void *context,
                          struct store_failure *failure);
    enum status (*load)(struct backend *backend, struct ledger *ledger, struct store_failure *failure);

    /* Keeps every unit of the batch, and the seals if there are any, durably, or none. Where the database is
     * shared, a unit that another server's entries have overtaken is left out, and its outcome says why. */
    enum status (*commit)(struct backend *backend, struct batch *batch, const struct seals *seals,
                          struct store_failure *failure);

    /* Called several times a second if the database is shared: renews the lease, moves things (one without a
     * server to give it to is claimed), fills the view of who runs what, and then tells all news. NULL: the
     * database is never shared. */
    enum status (*look)(struct backend *backend, const struct share_move *moves, unsigned count,
                        struct share_view *view, struct store_failure *failure);

    /* STATUS_OK if the key is new; otherwise STATUS_REPEATED or STATUS_ID_REUSED (store.h). */
    enum status (*key)(struct backend *backend, struct span key, struct span request,
                       struct store_failure *failure);

    enum status (*checkpoint)(struct backend *backend, uint64_t size, struct seal_row *row);
    enum status (*node)(struct backend *backend, unsigned level, uint64_t number, struct hash *hash);
    enum status (*round)(struct backend *backend, uint32_t chain, uint32_t round, uint64_t *position);
    enum status (*posting)(struct backend *backend, uint32_t account, uint64_t posting,
                           struct store_posting *found);
    enum status (*posting_at)(struct backend *backend, uint32_t account, uint64_t position,
                              struct store_posting *found);
    enum status (*cosignature)(struct backend *backend, uint64_t number, struct cosignature_row *row);

    /* The file that holds an entry which is not in the database any more. */
    enum status (*archive)(struct backend *backend, uint64_t position, char *name, size_t size);

    /* Every record of a shelf. */
    enum status (*records)(struct backend *backend, enum store_shelf shelf, const struct store_taker *taker,
                           struct store_failure *failure);

    /* One of them. NULL: the database is never shared, and nobody needs to ask. */
    enum status (*record)(struct backend *backend, enum store_shelf shelf, struct span name, char *value,
                          size_t size);

    uint64_t (*last)(struct backend *backend); /* position of the last row; 0: none */
    enum status (*read)(struct backend *backend, uint32_t chain, enum store_order order, uint64_t position,
                        struct store_cursor **cursor, struct store_failure *failure);
    enum status (*document)(struct backend *backend, const struct hash *hash, struct store_cursor **cursor,
                            struct store_failure *failure);
    enum status (*next)(struct store_cursor *cursor, struct store_row *row);
    void (*cursor_close)(struct store_cursor *cursor);

    enum status (*verify)(struct backend *backend, const struct store_visit *visit,
                          struct store_failure *failure);
};

/* Functions of the store that a backend calls, on the writer's thread. */
struct backend_ear {
    void *context;
    void (*news)(void *context, struct news *news); /* takes it; NULL: there was no memory for it */
    bool (*closing)(void *context);         /* whether the store is closing, so that waiting is useless */
    void (*away)(void *context, bool away); /* true: waits for the database; false: it is back */
};

/* First member of every backend and of every cursor. */
struct backend {
    const struct backend_ops *ops;
    bool shared; /* with other servers */
    struct backend_ear ear;
    _Atomic int64_t lease_end_ms; /* by the monotonic clock (cluster/lease.h); 0: no lease is told of yet */
};

struct store_cursor {
    const struct backend_ops *ops;
};

/* Whether `request` is the one `entry` was written for: STATUS_REPEATED or STATUS_ID_REUSED. */
enum status backend_compare_request(const struct entry *entry, struct span request);

#endif

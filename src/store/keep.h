/* SPDX-License-Identifier: Apache-2.0 */
/* keep.h - turns one unit into the rows of a database, the same for every kind of database.
 *
 * The unit is first applied to the standing, which refuses money that is not there and gives positions and
 * balances. Then every row is passed to the backend, which writes it or gathers it for later. */
#ifndef CROUPIER_STORE_KEEP_H
#define CROUPIER_STORE_KEEP_H

#include "store/batch.h"
#include "store/row.h"
#include "store/standing.h"

/* An entry on its way into the table of entries. */
struct kept_entry {
    uint64_t position;
    uint64_t previous; /* position of the chain's entry before */
    uint32_t chain;
    const struct entry *entry; /* with its hash */
    struct span bytes;
};

/* One function for each table. A function returns false if the row cannot be kept; the backend then knows
 * why. NULL: the row is not wanted, as when the entry is on disk already and only the standing follows. */
struct keeper {
    bool (*entry)(void *context, const struct kept_entry *kept);
    bool (*posting)(void *context, const struct kept_entry *kept, const struct store_posting *posting);
    bool (*key)(void *context, const struct kept_entry *kept);
    bool (*round)(void *context, const struct kept_entry *kept); /* where a round begins */
    bool (*chain)(void *context, const struct chain *chain);
    bool (*account)(void *context, const struct account *account);
    bool (*document)(void *context, const struct kept_entry *kept, const struct hash *hash);
    void *context;
};

/* STATUS_STORE_IO: the keeper has refused a row. Anything else: the unit itself is wrong. `old`: entries of
 * format 1 are taken too (a copy of old books). */
enum status keep_unit(struct standing *standing, const struct keeper *keeper, const struct unit *unit,
                      const uint8_t *bytes, bool old) MUST_CHECK;

#endif

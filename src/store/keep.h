/* SPDX-License-Identifier: Apache-2.0 */
/* keep.h - what one unit brings into a database, row by row, whatever the database.
 *
 * The state goes first: it refuses money that is not there, and gives positions and balances. Then every row
 * is handed to the backend, which writes it down or gathers it for later. */
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

/* One function a table; each false: it cannot be kept, and the backend knows why. NULL: nobody wants to know,
 * as where the entry is on disk already and only the state follows. */
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

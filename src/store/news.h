/* SPDX-License-Identifier: Apache-2.0 */
/* news.h - what a store tells its server about a database that is shared, in the order of the log
 * (docs/scale.md). */
#ifndef CROUPIER_STORE_NEWS_H
#define CROUPIER_STORE_NEWS_H

#include "base/span.h"
#include "base/status.h"

enum news_kind {
    NEWS_ENTRY,   /* another server's entry is on disk; or our own, where it declares an account or a chain */
    NEWS_REFUSED, /* a unit of ours was not kept, and nothing of it */
};

struct news {
    struct news *next;
    enum news_kind kind;
    uint64_t ticket;    /* of what was refused */
    enum status status; /* why */
    uint32_t chain;
    uint64_t position; /* of the entry */
    size_t size;
    uint8_t bytes[]; /* of the entry */
};

/* Owned; NULL: no memory. */
struct news *news_entry(uint32_t chain, uint64_t position, struct span bytes);
struct news *news_refused(uint32_t chain, uint64_t ticket, enum status status);
void news_free(struct news *list);

#endif

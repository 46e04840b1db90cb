/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "journal/declaration.h"
#include "store/entries.h"

enum { TRIES_MAX = 3 /* while somebody writes */ };

/* ---- Reading. ---- */

struct shelf {
    struct footing footing;
    bool filled;
};

static enum status take_record(void *context, struct span name, struct span value)
{
    struct shelf *shelf = context;
    bool mark = name.size == strlen(FOOTING_FILLED) && memcmp(name.bytes, FOOTING_FILLED, name.size) == 0;
    shelf->filled |= mark;
    return mark ? STATUS_OK : footing_put(&shelf->footing, name, value);
}

static enum status take_later(void *context, const struct store_row *row, const struct entry *entry)
{
    struct audit *audit = context;
    (void)row;
    if (entry->number <= audit->house_seen)
        return STATUS_OK;
    audit->house_seen = entry->number;
    return footing_take(&audit->footing, entry);
}

/* The entries written since: behind the last row that was audited. (A store that believes nothing does not
 * know where chains end.) */
static enum status catch_up(struct audit *audit, struct store *store, struct store_failure *failure)
{
    return store_entries(store, CHAIN_NUMBER_HOUSE, STORE_FORWARD, audit->position + 1, take_later, audit,
                         failure);
}

/* ---- Comparing. ---- */

struct records {
    struct footing_record *items;
    unsigned count;
    unsigned room;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct footing_record *)a)->name, ((const struct footing_record *)b)->name);
}

static enum status collect(const struct footing *footing, struct records *records)
{
    struct footing_record record;
    while (footing_at(footing, records->count, &record)) {
        struct footing_record *grown = grow(records->items, records->count, &records->room, sizeof *grown);
        if (!grown)
            return STATUS_NO_MEMORY;
        records->items = grown;
        records->items[records->count++] = record;
    }
    if (records->count)
        qsort(records->items, records->count, sizeof *records->items, by_name);
    return STATUS_OK;
}

/* The name of the first that is missing, too many or different; NULL: they are the same. */
static const char *difference(const struct records *a, const struct records *b)
{
    for (unsigned i = 0; i < a->count || i < b->count; i++) {
        if (i == a->count || i == b->count)
            return i == a->count ? b->items[i].name : a->items[i].name;
        int order = by_name(&a->items[i], &b->items[i]);
        if (order || strcmp(a->items[i].value, b->items[i].value) != 0)
            return order > 0 ? b->items[i].name : a->items[i].name;
    }
    return NULL;
}

static enum status compare(struct audit *audit, const struct footing *shelf)
{
    struct records wanted = {.count = 0};
    struct records found = {.count = 0};
    enum status status = collect(&audit->footing, &wanted);
    if (status == STATUS_OK)
        status = collect(shelf, &found);
    const char *name = status ? NULL : difference(&wanted, &found);
    if (name) {
        snprintf(audit->fault.message, sizeof audit->fault.message,
                 "the table \"%s\" does not say of %s what the entries do", store_shelf_table(STORE_FOOTING),
                 name);
        status = STATUS_STORE_CORRUPT;
    }
    free(wanted.items);
    free(found.items);
    return status;
}

enum status shelf_check(struct audit *audit, struct store *store, struct store_failure *failure)
{
    enum status status = STATUS_OK;
    audit->house_seen = audit->walk.chain_count ? audit->walk.chains[0].number : 0;
    for (unsigned try = 0; try < TRIES_MAX; try++) {
        struct shelf shelf = {.filled = false};
        struct store_taker taker = {take_record, &shelf};
        status = store_records(store, STORE_FOOTING, &taker, failure);
        if (status == STATUS_OK && shelf.filled)
            status = compare(audit, &shelf.footing);
        footing_release(&shelf.footing);
        if (status != STATUS_STORE_CORRUPT || failure->status)
            break;
        uint64_t before = audit->house_seen;
        enum status later = catch_up(audit, store, failure);
        if (later || audit->house_seen == before)
            return later ? later : status;
    }
    if (status == STATUS_OK)
        audit->fault.message[0] = 0;
    return status;
}

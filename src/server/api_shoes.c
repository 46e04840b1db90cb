/* SPDX-License-Identifier: Apache-2.0 */
/* api_shoes.c - virtual shoes: what was promised before the first bet, and the seed after the last card. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "server/inquiry.h"
#include "table/virtual_shoe.h"

enum { SHOES_MAX = 64 };

struct shoe_row {
    uint64_t number;
    char commitment[HASH_TEXT_MAX];
    char seed[FAIR_SEED_TEXT_MAX];
};

struct shoe_list {
    unsigned count;
    struct shoe_row rows[SHOES_MAX]; /* newest first */
};

static struct shoe_row *shoe_row(struct shoe_list *list, uint64_t number)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->rows[i].number == number)
            return &list->rows[i];
    if (list->count == SHOES_MAX)
        return NULL;
    list->rows[list->count] = (struct shoe_row){.number = number};
    return &list->rows[list->count++];
}

/* False when the list is full. */
static bool take_entry(struct shoe_list *list, const struct entry *entry)
{
    uint32_t number;
    char value[HASH_TEXT_MAX];
    bool committed = entry->kind == ENTRY_COMMITTED;
    if (!committed && entry->kind != ENTRY_REVEALED)
        return true;
    if (!virtual_shoe_parse(entry->text, &number, value))
        return true;
    struct shoe_row *row = shoe_row(list, number);
    if (row)
        memcpy(committed ? row->commitment : row->seed, value, sizeof value);
    return row != NULL;
}

static enum status collect(const struct inquiry *inquiry, struct shoe_list *list)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    if (!inquiry->position)
        return STATUS_OK; /* nothing was ever dealt here */
    enum status status =
        store_read(inquiry->store, inquiry->chain, STORE_BACKWARD, inquiry->position, &cursor, &failure);
    if (status)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        struct entry entry;
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status || !take_entry(list, &entry))
            break;
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND || status == STATUS_ARCHIVED ? STATUS_OK : status;
}

static void put_shoe(struct inquiry *inquiry, const struct shoe_row *row)
{
    struct out *out = &inquiry->out;
    out_object(out);
    out_put_string(out, "table", inquiry->plan.id);
    out_put_integer(out, "shoe", (int64_t)row->number);
    out_put_string(out, "deck", deck_of((enum deck_id)inquiry->plan.book->deck)->name);
    out_put_integer(out, "decks", inquiry->plan.decks);
    out_put_string(out, "commitment", row->commitment);
    if (row->seed[0])
        out_put_string(out, "seed", row->seed);
    out_object_end(out);
}

static enum status read_shoes(struct inquiry *inquiry)
{
    struct shoe_list list = {0};
    enum status status = collect(inquiry, &list);
    out_object(&inquiry->out);
    out_key(&inquiry->out, "shoes");
    out_array(&inquiry->out);
    for (unsigned i = 0; i < list.count; i++)
        put_shoe(inquiry, &list.rows[i]);
    out_array_end(&inquiry->out);
    out_object_end(&inquiry->out);
    return status;
}

static enum status read_shoe(struct inquiry *inquiry)
{
    struct shoe_list list = {0};
    enum status status = collect(inquiry, &list);
    uint64_t number = strtoull(inquiry->name, NULL, 10);
    for (unsigned i = 0; status == STATUS_OK && i < list.count; i++)
        if (list.rows[i].number == number) {
            put_shoe(inquiry, &list.rows[i]);
            return STATUS_OK;
        }
    return status ? status : STATUS_NOT_FOUND;
}

void api_shoes(struct call *call)
{
    inquiry_submit(call, NULL, read_shoes);
}

void api_shoe(struct call *call)
{
    inquiry_submit(call, NULL, read_shoe);
}

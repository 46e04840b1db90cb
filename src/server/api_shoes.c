/* SPDX-License-Identifier: Apache-2.0 */
/* api_shoes.c - virtual shoes: what was promised before the first bet, and the seed after the last card. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "server/inquiry.h"
#include "server/show.h"
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

/* The numbers of players in one shoe. Entries are read last first: what was mixed in waits for what was
 * promised. */
struct shoe_luck {
    uint32_t shoe;
    struct luck luck;
    size_t mixed_size;
    uint8_t mixed[LUCK_TEXT_MAX];
};

static void take_luck(struct shoe_luck *wanted, const struct entry *entry)
{
    struct luck luck = {.count = 0};
    uint32_t shoe;
    if (entry->kind == ENTRY_MIXED && entry->text.size <= sizeof wanted->mixed) {
        memcpy(wanted->mixed, entry->text.bytes, entry->text.size);
        wanted->mixed_size = entry->text.size;
    }
    if (entry->kind != ENTRY_LUCK || !luck_parse(&luck, &shoe, ENTRY_LUCK, entry->text))
        return;
    if (shoe == wanted->shoe) {
        wanted->luck = luck;
        if (luck_parse(&luck, &shoe, ENTRY_MIXED, (struct span){wanted->mixed, wanted->mixed_size}))
            wanted->luck = luck;
    }
    wanted->mixed_size = 0;
}

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

/* `luck` may be NULL. */
static enum status collect(const struct inquiry *inquiry, struct shoe_list *list, struct shoe_luck *luck)
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
        if (status == STATUS_OK && luck)
            take_luck(luck, &entry);
        if (status || !take_entry(list, &entry))
            break;
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND || status == STATUS_ARCHIVED ? STATUS_OK : status;
}

static void put_luck(struct out *out, const struct luck *luck)
{
    out_key(out, "luck");
    out_array(out);
    for (unsigned i = 0; i < luck->count; i++)
        show_luck_number(out, &luck->numbers[i], luck->mixed);
    out_array_end(out);
}

/* `luck` may be NULL. */
static void put_shoe(struct inquiry *inquiry, const struct shoe_row *row, const struct luck *luck)
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
    if (luck)
        put_luck(out, luck);
    out_object_end(out);
}

static enum status read_shoes(struct inquiry *inquiry)
{
    struct shoe_list list = {0};
    enum status status = collect(inquiry, &list, NULL);
    out_object(&inquiry->out);
    out_key(&inquiry->out, "shoes");
    out_array(&inquiry->out);
    for (unsigned i = 0; i < list.count; i++)
        put_shoe(inquiry, &list.rows[i], NULL);
    out_array_end(&inquiry->out);
    out_object_end(&inquiry->out);
    return status;
}

static enum status read_shoe(struct inquiry *inquiry)
{
    struct shoe_list list = {0};
    uint64_t number = strtoull(inquiry->name, NULL, 10);
    struct shoe_luck luck = {.shoe = number <= UINT32_MAX ? (uint32_t)number : 0};
    enum status status = collect(inquiry, &list, &luck);
    for (unsigned i = 0; status == STATUS_OK && i < list.count; i++)
        if (list.rows[i].number == number) {
            put_shoe(inquiry, &list.rows[i], &luck.luck);
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

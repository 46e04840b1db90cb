/* SPDX-License-Identifier: Apache-2.0 */
#include "server/trail.h"

#include <stdlib.h>
#include <string.h>

void trail_release(struct trail *trail)
{
    free(trail->bytes);
    free(trail->items);
    *trail = (struct trail){0};
}

static bool grow(void **memory, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    size_t more = *room ? *room : 64;
    while (more < wanted)
        more *= 2;
    void *grown = realloc(*memory, more * size);
    if (!grown)
        return false;
    *memory = grown;
    *room = more;
    return true;
}

static enum status trail_add(struct trail *trail, const struct store_row *row)
{
    size_t items = trail->item_room;
    void *bytes = trail->bytes;
    void *list = trail->items;
    bool good = grow(&bytes, &trail->room, trail->used + row->entry.size, 1);
    trail->bytes = bytes;
    good = good && grow(&list, &items, trail->count + 1, sizeof *trail->items);
    trail->items = list;
    trail->item_room = (unsigned)items;
    if (!good)
        return STATUS_NO_MEMORY;
    memcpy(trail->bytes + trail->used, row->entry.bytes, row->entry.size);
    trail->items[trail->count++] = (struct trail_item){row->position, trail->used, row->entry.size};
    trail->used += row->entry.size;
    return STATUS_OK;
}

static enum status gather(struct trail *trail, struct store_cursor *cursor,
                          enum trail_step (*judge)(void *context, const struct entry *entry), void *context)
{
    struct store_row row;
    struct entry entry;
    enum status status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status == STATUS_OK)
            status = trail_add(trail, &row);
        if (status)
            return status;
        enum trail_step step = entry.kind == ENTRY_OPENED ? judge(context, &entry) : TRAIL_ON;
        if (step == TRAIL_BEGIN)
            return STATUS_OK;
        if (step == TRAIL_FORGET)
            trail->used = trail->count = 0;
    }
    return status;
}

enum status trail_gather(struct trail *trail, struct store *store, uint32_t chain, uint64_t position,
                         enum trail_step (*judge)(void *context, const struct entry *entry), void *context)
{
    struct store_cursor *cursor;
    struct store_failure failure;
    *trail = (struct trail){0};
    enum status status = store_read(store, chain, STORE_BACKWARD, position, &cursor, &failure);
    if (status)
        return status;
    status = gather(trail, cursor, judge, context);
    store_cursor_close(cursor);
    return status;
}

enum status trail_entry(const struct trail *trail, unsigned number, struct entry *entry, uint64_t *position)
{
    const struct trail_item *item = &trail->items[trail->count - 1 - number];
    *position = item->position;
    return entry_read(entry, trail->bytes + item->offset, item->size);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "table/excerpt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/state.h"

void excerpt_release(struct excerpt *excerpt)
{
    free(excerpt->bytes);
    free(excerpt->items);
    *excerpt = (struct excerpt){0};
}

static bool grow(void **memory, size_t *room, size_t wanted, size_t size)
{
    assert(wanted && size);
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
    assert(*room >= wanted);
    return true;
}

static enum status excerpt_add(struct excerpt *excerpt, const struct store_row *row)
{
    assert(row->entry.bytes && row->entry.size);
    size_t items = excerpt->item_room;
    void *bytes = excerpt->bytes;
    void *list = excerpt->items;
    bool good = grow(&bytes, &excerpt->room, excerpt->used + row->entry.size, 1);
    excerpt->bytes = bytes;
    good = good && grow(&list, &items, excerpt->count + 1, sizeof *excerpt->items);
    excerpt->items = list;
    excerpt->item_room = (unsigned)items;
    if (!good)
        return STATUS_NO_MEMORY;
    memcpy(excerpt->bytes + excerpt->used, row->entry.bytes, row->entry.size);
    excerpt->items[excerpt->count++] = (struct excerpt_item){row->position, excerpt->used, row->entry.size};
    excerpt->used += row->entry.size;
    return STATUS_OK;
}

static enum status gather(struct excerpt *excerpt, struct store_cursor *cursor,
                          enum excerpt_step (*judge)(void *context, const struct entry *entry), void *context)
{
    assert(excerpt->count == 0);
    struct store_row row;
    struct entry entry;
    enum status status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status == STATUS_OK)
            status = excerpt_add(excerpt, &row);
        if (status)
            return status;
        enum excerpt_step step = entry.kind == ENTRY_OPENED ? judge(context, &entry) : EXCERPT_ON;
        if (step == EXCERPT_BEGIN)
            return STATUS_OK;
        if (step == EXCERPT_FORGET)
            excerpt->used = excerpt->count = 0;
    }
    return status;
}

enum status excerpt_gather(struct excerpt *excerpt, struct store *store, uint32_t chain, uint64_t position,
                           enum excerpt_step (*judge)(void *context, const struct entry *entry),
                           void *context)
{
    assert(chain && judge);
    struct store_cursor *cursor;
    struct store_failure failure;
    *excerpt = (struct excerpt){0};
    enum status status = store_read(store, chain, STORE_BACKWARD, position, &cursor, &failure);
    if (status)
        return status;
    status = gather(excerpt, cursor, judge, context);
    store_cursor_close(cursor);
    return status;
}

/* ---- The shoe of one round. ---- */

/* The number of the last round before a shoe, by the line "round 1041" of its beginning. */
static bool last_before(struct span text, uint64_t *number)
{
    static const char word[] = "round ";
    const char *at = (const char *)text.bytes;
    const char *end = at + text.size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            return false; /* every line of an entry is ended */
        if ((size_t)(stop - at) >= sizeof word && memcmp(at, word, sizeof word - 1) == 0) {
            const char *digits = at + sizeof word - 1;
            return text_take_number(&digits, UINT64_MAX, number);
        }
        at = stop + 1;
    }
    return false;
}

/* The round was played in the last shoe that begins after an earlier round. */
static enum excerpt_step judge_round(void *context, const struct entry *entry)
{
    const uint32_t *round = context;
    uint64_t before;
    assert(*round);
    return last_before(entry->text, &before) && before < *round ? EXCERPT_BEGIN : EXCERPT_FORGET;
}

enum status excerpt_gather_round(struct excerpt *excerpt, struct store *store, uint32_t chain,
                                 uint64_t position, uint32_t round)
{
    uint64_t next;
    assert(chain && round);
    /* Nothing behind the next round's beginning is of interest. */
    if (round < UINT32_MAX && store_round(store, chain, round + 1, &next) == STATUS_OK)
        position = next;
    return excerpt_gather(excerpt, store, chain, position, judge_round, &round);
}

enum status excerpt_entry(const struct excerpt *excerpt, unsigned number, struct entry *entry,
                          uint64_t *position)
{
    assert(number < excerpt->count);
    const struct excerpt_item *item = &excerpt->items[excerpt->count - 1 - number];
    *position = item->position;
    return entry_read(entry, excerpt->bytes + item->offset, item->size);
}

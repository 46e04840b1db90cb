/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/correction.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"

enum { ROOM_FIRST = 64 };

void corrections_init(struct corrections *corrections)
{
    *corrections = (struct corrections){0};
}

void corrections_release(struct corrections *corrections)
{
    free(corrections->items);
    corrections_init(corrections);
}

enum status correction_verify(const struct entry *entry, const struct transaction *correction)
{
    bool money = entry->kind == ENTRY_MONEY && entry->transaction.count <= CORRECTION_POSTINGS;
    return money && transaction_reverses(correction, &entry->transaction) ? STATUS_OK : STATUS_NOT_REVERSED;
}

static enum status grow(struct corrections *corrections)
{
    assert(corrections->count == corrections->room);
    size_t room = corrections->room ? 2 * corrections->room : ROOM_FIRST;
    struct correctable *items = realloc(corrections->items, room * sizeof *items);
    if (!items)
        return STATUS_NO_MEMORY;
    corrections->items = items;
    corrections->room = room;
    return STATUS_OK;
}

enum status corrections_note(struct corrections *corrections, uint32_t chain, const struct entry *entry)
{
    assert(entry->kind == ENTRY_MONEY && chain);
    if (entry->transaction.count == 0 || entry->transaction.count > CORRECTION_POSTINGS)
        return STATUS_OK; /* no movement: whether it may be that is not asked here */
    enum status status = corrections->count == corrections->room ? grow(corrections) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    struct correctable *item = &corrections->items[corrections->count++];
    *item = (struct correctable){
        .number = entry->number, .chain = chain, .count = (uint8_t)entry->transaction.count};
    memcpy(item->postings, entry->transaction.postings, item->count * sizeof item->postings[0]);
    assert(corrections->count <= corrections->room);
    return STATUS_OK;
}

/* Searched from the end: most corrections are about something recent. */
static struct correctable *find(const struct corrections *corrections, uint32_t chain, uint64_t number)
{
    for (size_t i = corrections->count; i-- > 0;) {
        struct correctable *item = &corrections->items[i];
        if (item->chain == chain && item->number == number)
            return item;
    }
    return NULL;
}

enum status corrections_take(struct corrections *corrections, uint32_t chain, const struct entry *entry)
{
    assert(entry->kind == ENTRY_CORRECTED && chain);
    uint64_t number;
    enum status status = correction_parse(entry->text, &number);
    if (status != STATUS_OK || number >= entry->number)
        return STATUS_BAD_ENTRY;
    struct correctable *item = find(corrections, chain, number);
    if (!item)
        return STATUS_NOT_REVERSED;
    struct entry named = {.kind = ENTRY_MONEY, .transaction = {.count = item->count}};
    memcpy(named.transaction.postings, item->postings, item->count * sizeof item->postings[0]);
    status = item->corrected ? STATUS_CORRECTED : correction_verify(&named, &entry->transaction);
    item->corrected |= status == STATUS_OK;
    return status;
}

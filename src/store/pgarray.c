/* SPDX-License-Identifier: Apache-2.0 */
#include "store/pgarray.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

/* Dimensions, whether there are nulls, type; then for the one dimension its size and its first index. */
enum { HEAD_WORDS = 5, HEAD_BYTES = HEAD_WORDS * 4 };

static uint8_t *make_room(struct pgarray *array, size_t size)
{
    if (array->failed || size > INT32_MAX - array->used) {
        array->failed = true;
        return NULL;
    }
    if (array->used + size > array->room) {
        size_t room = array->room ? array->room : 4096;
        while (room < array->used + size)
            room *= 2;
        uint8_t *bytes = realloc(array->bytes, room);
        array->failed = !bytes;
        if (!bytes)
            return NULL;
        array->bytes = bytes;
        array->room = room;
    }
    uint8_t *place = array->bytes + array->used;
    array->used += size;
    return place;
}

static void put_word(uint8_t *place, uint32_t word)
{
    word = htobe32(word);
    memcpy(place, &word, sizeof(word));
}

void pgarray_reset(struct pgarray *array, enum pgtype type)
{
    array->type = type;
    array->count = 0;
    array->used = 0;
    array->failed = false;
    (void)make_room(array, HEAD_BYTES);
}

void pgarray_release(struct pgarray *array)
{
    free(array->bytes);
    *array = (struct pgarray){0};
}

static void put(struct pgarray *array, const void *bytes, size_t size)
{
    uint8_t *place = make_room(array, 4 + size);
    if (!place)
        return;
    put_word(place, (uint32_t)size);
    if (size > 0)
        memcpy(place + 4, bytes, size);
    array->count++;
}

void pgarray_number(struct pgarray *array, int64_t number)
{
    uint64_t word = htobe64((uint64_t)number);
    assert(array->type == PGTYPE_NUMBER);
    put(array, &word, sizeof(word));
}

void pgarray_span(struct pgarray *array, struct span span)
{
    assert(array->type != PGTYPE_NUMBER);
    put(array, span.bytes, span.size);
}

struct span pgarray_finish(struct pgarray *array)
{
    const uint32_t head[HEAD_WORDS] = {1, 0, (uint32_t)array->type, array->count, 1};
    assert(array->count > 0 && !array->failed);
    for (unsigned i = 0; i < HEAD_WORDS; i++)
        put_word(array->bytes + 4 * i, head[i]);
    return (struct span){array->bytes, array->used};
}

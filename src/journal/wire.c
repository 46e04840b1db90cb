/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/wire.h"

#include <assert.h>
#include <string.h>

enum { NUMBER_BYTES_MAX = 10 };

void wire_write(struct wire *wire, uint8_t *bytes, size_t size)
{
    assert(bytes || size == 0);
    *wire = (struct wire){.out = bytes, .size = size};
}

void wire_put_raw(struct wire *wire, const void *bytes, size_t size)
{
    assert(wire->out && wire->at <= wire->size);
    if (wire->bad || size > wire->size - wire->at) {
        wire->bad = true;
        return;
    }
    if (size)
        memcpy(wire->out + wire->at, bytes, size);
    wire->at += size;
}

void wire_put_number(struct wire *wire, uint64_t number)
{
    uint8_t bytes[NUMBER_BYTES_MAX];
    size_t count = 0;
    for (; number > 127; number >>= 7)
        bytes[count++] = (uint8_t)(number | 128);
    bytes[count++] = (uint8_t)number;
    wire_put_raw(wire, bytes, count);
    assert(count <= NUMBER_BYTES_MAX);
}

void wire_put_signed(struct wire *wire, int64_t number)
{
    uint64_t twice = (uint64_t)number << 1;
    wire_put_number(wire, number < 0 ? ~twice : twice);
}

void wire_put_bytes(struct wire *wire, struct span span)
{
    assert(span.bytes || span.size == 0);
    wire_put_number(wire, span.size);
    wire_put_raw(wire, span.bytes, span.size);
}

uint64_t wire_long_number(struct wire *wire, uint64_t max)
{
    assert(wire->at <= wire->size);
    const uint8_t *at = wire->in + wire->at;
    const uint8_t *end = wire->bad ? at : wire->in + wire->size;
    uint64_t number = 0;
    for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
        uint8_t byte = *at++;
        if (shift == 63 && (byte & 127U) > 1)
            break; /* more than 64 bits */
        number |= (uint64_t)(byte & 127U) << shift;
        if (byte >= 128)
            continue;
        wire->at = (size_t)(at - wire->in);
        wire->bad |= (byte == 0 && shift > 0) || number > max;
        return wire->bad ? 0 : number;
    }
    wire->bad = true;
    return 0;
}

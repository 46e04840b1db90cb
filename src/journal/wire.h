/* SPDX-License-Identifier: Apache-2.0 */
/* wire.h - the few ways in which a journal entry writes numbers and bytes.
 *
 * Pure. Every value has exactly one form, so a reader refuses any other and equal entries are equal bytes:
 *   number  seven bits a byte, the lowest first, the high bit set on all but the last (LEB128); no needless
 *           last byte of 0
 *   signed  as a number: 2n for n >= 0, -2n - 1 below (zigzag)
 *   bytes   their count as a number, then the bytes
 *
 * A struct wire reads or writes from front to back. Once something did not fit or was not in its one form,
 * `bad` stays true and what follows is without effect, so that one check at the end is enough. */
#ifndef CROUPIER_JOURNAL_WIRE_H
#define CROUPIER_JOURNAL_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct wire {
    uint8_t *out;      /* when writing */
    const uint8_t *in; /* when reading */
    size_t size;
    size_t at;
    bool bad;
};

void wire_write(struct wire *wire, uint8_t *bytes, size_t size);
void wire_put_number(struct wire *wire, uint64_t number);
void wire_put_signed(struct wire *wire, int64_t number);
void wire_put_raw(struct wire *wire, const void *bytes, size_t size);
void wire_put_bytes(struct wire *wire, struct span span);

/* Walking a journal is mostly this reading of a few bytes at a time: it is here so that the compiler can
 * inline it. */
static inline void wire_read(struct wire *wire, const uint8_t *bytes, size_t size)
{
    *wire = (struct wire){.in = bytes, .size = size};
}

uint64_t wire_long_number(struct wire *wire, uint64_t max); /* of any length, in its one form */

/* Bad when above max. Most numbers are a single byte. */
static inline uint64_t wire_number(struct wire *wire, uint64_t max)
{
    bool one = !wire->bad && wire->at < wire->size && wire->in[wire->at] < 128 && wire->in[wire->at] <= max;
    return one ? wire->in[wire->at++] : wire_long_number(wire, max);
}

static inline int64_t wire_signed(struct wire *wire)
{
    uint64_t twice = wire_number(wire, UINT64_MAX);
    uint64_t half = twice >> 1;
    return twice & 1 ? -(int64_t)half - 1 : (int64_t)half;
}

static inline struct span wire_raw(struct wire *wire, size_t size)
{
    if (wire->bad || size > wire->size - wire->at) {
        wire->bad = true;
        return (struct span){NULL, 0};
    }
    struct span span = {wire->in + wire->at, size};
    wire->at += size;
    return span;
}

static inline struct span wire_bytes(struct wire *wire, size_t size_max)
{
    return wire_raw(wire, (size_t)wire_number(wire, size_max));
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* pgarray.h - a column of values for PostgreSQL: an array in binary form, so that one statement takes all
 * rows of a commit.
 *
 * Owns its memory, which is used again (pgarray_release). */
#ifndef CROUPIER_STORE_PGARRAY_H
#define CROUPIER_STORE_PGARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* The types of elements, by their numbers in PostgreSQL's catalogue. */
enum pgtype { PGTYPE_BYTES = 17, PGTYPE_NUMBER = 20, PGTYPE_TEXT = 25 };

struct pgarray {
    enum pgtype type;
    uint32_t count;
    uint8_t *bytes;
    size_t used;
    size_t room;
    bool failed; /* there was not enough memory */
};

void pgarray_reset(struct pgarray *array, enum pgtype type);
void pgarray_release(struct pgarray *array);
void pgarray_number(struct pgarray *array, int64_t number);
void pgarray_span(struct pgarray *array, struct span span); /* bytes or text */

/* The whole, to be sent. There must be an element. */
struct span pgarray_finish(struct pgarray *array);

#endif

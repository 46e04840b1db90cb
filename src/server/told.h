/* SPDX-License-Identifier: Apache-2.0 */
/* told.h - a part of a table's state as it was sent, key by key, and what is different now.
 *
 * A part is the members of an object as out.h wrote them. Two parts are compared key by key, and values by
 * their text, so nothing has to be parsed. */
#ifndef CROUPIER_SERVER_TOLD_H
#define CROUPIER_SERVER_TOLD_H

#include "base/out.h"

struct told {
    uint64_t number; /* of the telling (floor.h) that it was part of; 0: of none */
    struct out text; /* "key":value,"key":value */
    struct out_marks marks;
};

/* NULL: no memory. Returns owned. */
struct told *told_new(void);
void told_free(struct told *told);

/* Empties it, as part of no telling. Returns the buffer to write the members into. */
struct out *told_begin(struct told *told);

bool told_equal(const struct told *a, const struct told *b);

/* Writes into the open object the members of `now` that `before` does not have, or has with another value. */
void told_changes(const struct told *before, const struct told *now, struct out *out);

/* Writes into the open array the keys that `before` has and `now` does not have. */
void told_gone(const struct told *before, const struct told *now, struct out *out);
bool told_has_gone(const struct told *before, const struct told *now);

#endif

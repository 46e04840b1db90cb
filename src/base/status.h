/* SPDX-License-Identifier: Apache-2.0 */
/* status.h - the one list of everything that can go wrong, and of everything the rules can refuse.
 *
 * Three kinds of number share one scale, so that a result travels in one integer from the core to a page:
 *   0         done, or accepted
 *   negative  trouble outside the program (no memory, a bad file, a full disk): the caller must look at it
 *   positive  a refusal by the rules: an ordinary result, always given together with its grounds
 *
 * Numbers and names are pinned: programs know them from the protocol and the library. Never renumber, never
 * reuse; new ones go at the end of their group. A person reads the sentence; it needs no other text around
 * it.
 */
#ifndef CROUPIER_BASE_STATUS_H
#define CROUPIER_BASE_STATUS_H

#include <stdbool.h>

#include "base/status_list.h"

enum status {
#define STATUS_ENUM(id, number, name, sentence) id = (number),
    STATUS_LIST(STATUS_ENUM)
#undef STATUS_ENUM
};

/* The compiler makes callers of a function so marked look at its status. */
#define MUST_CHECK __attribute__((warn_unused_result))

/* Both return a static string, also for a number that is not in the list ("unknown"). */
const char *status_name(enum status status);
const char *status_sentence(enum status status);

/* Finds a status by its pinned name; false if there is none. */
bool status_find(const char *name, enum status *status);

/* Walks the list in its order: index 0, 1, ... until it returns false. For documentation and tests. */
bool status_at(unsigned index, enum status *status);

static inline bool status_is_refusal(enum status status)
{
    return status > 0;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* roster.h - the people of a table by name: acts and events refer to them by their place in it.
 *
 * Pure value, no pointers. Names are only added, and keep their places. A live table makes a new roster for
 * each shoe (state_next_shoe). */
#ifndef CROUPIER_RECORD_ROSTER_H
#define CROUPIER_RECORD_ROSTER_H

#include <stddef.h>
#include <stdint.h>

#include "round/act.h"

enum { PERSON_NAME_MAX = 32 }; /* bytes with the zero byte */

struct roster {
    uint8_t count;
    char names[PERSONS_MAX][PERSON_NAME_MAX];
};

/* The place of a name, or -1. */
int roster_find(const struct roster *roster, const char *name, size_t length);

/* The place of a name, which is added at the end if it is new; -1 if it is too long or the roster is full. */
int roster_add(struct roster *roster, const char *name, size_t length);

#endif

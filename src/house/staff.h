/* SPDX-License-Identifier: Apache-2.0 */
/* staff.h - in which capacities people may act, by the entries *person* of a journal.
 *
 * Pure. Who may log in as what stands in a table beside the journal, which whoever has the database can
 * change. What they do then stands in the journal, with their name and capacity: an audit holds that against
 * what the journal gave them. Follows the entries from the first on; a journal that names no people at all
 * (a program that plays by itself, a server from before) says nothing about any. What somebody was given once
 * counts for ever: servers learn of a change one after the other. Owns its memory (staff_release). */
#ifndef CROUPIER_HOUSE_STAFF_H
#define CROUPIER_HOUSE_STAFF_H

#include "journal/entry.h"

enum { STAFF_LINE_MAX = ENTRY_WHO_MAX + 32 };

struct staff_member {
    char name[ENTRY_WHO_MAX + 1];
    unsigned roles; /* a bit per enum role */
};

struct staff {
    bool kept;    /* the journal names people */
    bool unknown; /* what it said before a mark is not known */
    struct staff_member *members;
    unsigned count;
    unsigned room;
    unsigned last; /* who acted last */
};

void staff_release(struct staff *staff);

/* The capacity in which a person acts whose role the entry *person* calls so; ROLE_SYSTEM: in none of their
 * own. */
enum role staff_role(const char *name, size_t length);

/* Follows an entry; those that give nobody a role are passed over. */
enum status staff_take(struct staff *staff, const struct entry *entry) MUST_CHECK;

/* Whether the person an entry names was ever given the capacity it names. Players are not asked about. */
bool staff_may(struct staff *staff, const struct entry *entry);

/* Line `index` of what is known, and back: for a mark. False behind the last; false: it is none. */
bool staff_print(const struct staff *staff, unsigned index, char line[STAFF_LINE_MAX]);
bool staff_put(struct staff *staff, const char *line, size_t length);

#endif

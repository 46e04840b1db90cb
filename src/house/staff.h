/* SPDX-License-Identifier: Apache-2.0 */
/* staff.h - in which capacities people may act, by the entries *person* of a journal.
 *
 * Pure. The people who may log in, and their roles, are kept in a table beside the journal, and anybody who
 * has the database can change that table. What people do is kept in the journal, with their name and
 * capacity; an audit checks it against the roles that the journal gave them. Follows the entries from the
 * first on. A journal that names no people at all (of a program that plays by itself, or of an older server)
 * says nothing about anybody. A role that was given once counts for good, since servers learn of a change one
 * after the other. Owns its memory (staff_release). */
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
    unsigned last; /* index of the member who acted last */
};

void staff_release(struct staff *staff);

/* The capacity of people whose role has this name in an entry *person*; ROLE_SYSTEM: none of their own. */
enum role staff_role(const char *name, size_t length);

/* Follows an entry; one that gives nobody a role is ignored. */
enum status staff_take(struct staff *staff, const struct entry *entry) MUST_CHECK;

/* Whether the person an entry names was ever given the capacity it names. Players are not asked about. */
bool staff_may(struct staff *staff, const struct entry *entry);

/* Line `index` of what is known, and back: for a mark. staff_print returns false behind the last line,
 * staff_put for a text that is not such a line. */
bool staff_print(const struct staff *staff, unsigned index, char line[STAFF_LINE_MAX]);
bool staff_put(struct staff *staff, const char *line, size_t length);

#endif

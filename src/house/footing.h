/* SPDX-License-Identifier: Apache-2.0 */
/* footing.h - what is in force in a house by its entries *patron* and *change*: patrons' limits and
 * exclusions, and the tables that were retired.
 *
 * Pure. It follows the entries. A server needs all of it when it starts, so each such entry is written
 * together with a record of what is in force after it, on a shelf beside the journal (STORE_FOOTING).
 * Starting then costs as much as is in force, however long the journal is. An audit follows the entries and
 * compares the shelf with the result. Owns its memory (footing_release). */
#ifndef CROUPIER_HOUSE_FOOTING_H
#define CROUPIER_HOUSE_FOOTING_H

#include "house/patron.h"

enum { FOOTING_NAME_MAX = ACCOUNT_NAME_MAX + 16 };

/* The name of the record that says that the shelf is complete. An older database has no shelf; it is filled
 * when the server first opens it. */
#define FOOTING_FILLED "filled"

struct footing {
    struct patrons patrons;
    char (*retired)[ACCOUNT_NAME_MAX]; /* tables */
    unsigned retired_count;
    unsigned retired_room;
};

/* "patron NAME" or "table ID", and what is in force; "" for nothing. An empty name: the entry changes nothing
 * here. */
struct footing_record {
    char name[FOOTING_NAME_MAX];
    char value[PATRON_LINE_MAX];
};

void footing_release(struct footing *footing);

bool footing_is_retired(const struct footing *footing, const char *table);

/* The record to write with an entry; then takes the entry. */
void footing_record(const struct footing *footing, const struct entry *entry, struct footing_record *record);
enum status footing_take(struct footing *footing, const struct entry *entry) MUST_CHECK;

/* Takes a record from the shelf. STATUS_BAD_TEXT: it is not such a record. */
enum status footing_put(struct footing *footing, struct span name, struct span value) MUST_CHECK;

/* Every record, from 0 on; false behind the last. */
bool footing_at(const struct footing *footing, unsigned index, struct footing_record *record);

#endif

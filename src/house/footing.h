/* SPDX-License-Identifier: Apache-2.0 */
/* footing.h - what stands in a house by its entries *patron* and *change*: patrons' limits and exclusions,
 * and the tables that were retired.
 *
 * Pure. It follows the entries; and since a server needs all of it when it starts, each entry brings along
 * the record of what stands after it, for a shelf beside the journal (STORE_FOOTING). So starting costs what
 * stands, however many people have logged in. An audit follows the entries and compares the shelf with that.
 * Owns its memory (footing_release). */
#ifndef CROUPIER_HOUSE_FOOTING_H
#define CROUPIER_HOUSE_FOOTING_H

#include "house/patron.h"

enum { FOOTING_NAME_MAX = ACCOUNT_NAME_MAX + 16 };

/* There once the shelf has everything: a database from before is filled when it is first opened. */
#define FOOTING_FILLED "filled"

struct footing {
    struct patrons patrons;
    char (*retired)[ACCOUNT_NAME_MAX]; /* tables */
    unsigned retired_count;
    unsigned retired_room;
};

/* "patron NAME" or "table ID", and what stands; "" for nothing. No name: the entry changes nothing here. */
struct footing_record {
    char name[FOOTING_NAME_MAX];
    char value[PATRON_LINE_MAX];
};

void footing_release(struct footing *footing);

bool footing_is_retired(const struct footing *footing, const char *table);

/* The record that goes with an entry, and following it. */
void footing_record(const struct footing *footing, const struct entry *entry, struct footing_record *record);
enum status footing_take(struct footing *footing, const struct entry *entry) MUST_CHECK;

/* A record of the shelf; STATUS_BAD_TEXT: it is none. */
enum status footing_put(struct footing *footing, struct span name, struct span value) MUST_CHECK;

/* Every record, from 0 on; false behind the last. */
bool footing_at(const struct footing *footing, unsigned index, struct footing_record *record);

#endif

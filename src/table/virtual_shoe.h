/* SPDX-License-Identifier: Apache-2.0 */
/* virtual_shoe.h - a table's virtual shoes: promised, loaded, and revealed when they are over.
 *
 * Pure. fair_shoe.h is about one shoe; this is about a table with its state and the source of its shoes. At a
 * table with entered cards virtual_shoe_load does nothing. */
#ifndef CROUPIER_TABLE_VIRTUAL_SHOE_H
#define CROUPIER_TABLE_VIRTUAL_SHOE_H

#include "table/fair_shoe.h"
#include "table/table.h"

/* The commitment to the shoe after the one in use, with this salt. */
struct hash virtual_shoe_commitment(const struct table *table, const struct hash *salt);

/* Puts the shoe in use into its order, from its seed. */
void virtual_shoe_load(struct table *table);

/* The text of the entry that publishes the commitment of the shoe in use (ENTRY_COMMITTED), or its seed when
 * it is over (ENTRY_REVEALED). */
void virtual_shoe_print(const struct table *table, enum entry_kind kind, struct text *text);

/* What virtual_shoe_print wrote: the shoe's number, and its commitment or seed as text. False for any other.
 */
bool virtual_shoe_parse(struct span text, uint32_t *number, char value[HASH_TEXT_MAX]);

#endif

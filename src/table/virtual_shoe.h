/* SPDX-License-Identifier: Apache-2.0 */
/* virtual_shoe.h - a table's virtual shoes: promised, loaded, and revealed when they are over.
 *
 * Pure. What fair_shoe.h says about one shoe, for a table with its state; at a table with entered cards
 * nothing of it has an effect. `secret` is the house's (store/house_key.h). */
#ifndef CROUPIER_TABLE_VIRTUAL_SHOE_H
#define CROUPIER_TABLE_VIRTUAL_SHOE_H

#include "table/fair_shoe.h"
#include "table/table.h"

/* Proposes the next shoe, with a commitment where it is a virtual one. The salt is a fresh random value. */
enum status virtual_shoe_propose(const struct table *table, const uint8_t secret[FAIR_SECRET_BYTES],
                                 const struct hash *salt, uint32_t stay,
                                 struct proposal *proposal) MUST_CHECK;

/* The order of the shoe in use, from its seed. */
void virtual_shoe_load(struct table *table, const uint8_t secret[FAIR_SECRET_BYTES]);

/* The text of the entry that publishes the commitment of the shoe in use (ENTRY_COMMITTED), or its seed when
 * it is over (ENTRY_REVEALED). */
void virtual_shoe_print(const struct table *table, const uint8_t secret[FAIR_SECRET_BYTES],
                        enum entry_kind kind, struct text *text);

/* What virtual_shoe_print wrote: the shoe's number, and its commitment or seed as text. False for any other.
 */
bool virtual_shoe_parse(struct span text, uint32_t *number, char value[HASH_TEXT_MAX]);

#endif

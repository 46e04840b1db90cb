/* SPDX-License-Identifier: Apache-2.0 */
/* virtual_shoe.h - the virtual shoes of a table: their commitments, their orders, their seeds.
 *
 * Pure. fair_shoe.h is about one shoe; this module takes a table's plan and state. `secret` is the house's
 * (store/house_key.h). */
#ifndef CROUPIER_TABLE_VIRTUAL_SHOE_H
#define CROUPIER_TABLE_VIRTUAL_SHOE_H

#include "journal/entry.h"
#include "table/fair_shoe.h"
#include "table/plan.h"

/* What the house brings to the virtual shoes of its tables. */
struct shoe_source {
    const uint8_t *secret;     /* FAIR_SECRET_BYTES, borrowed */
    const struct draws *salts; /* borrowed: a fresh random salt for each shoe */
};

/* The commitment to the shoe after the one in use, with this salt. */
struct hash virtual_shoe_commitment(const struct table_plan *plan, const struct table_state *state,
                                    const uint8_t *secret, const struct hash *salt);

/* The order of the shoe in use, from its seed and the numbers mixed in; an empty shoe if cards are entered or
 * there is no shoe yet. */
void virtual_shoe_order(const struct table_plan *plan, const struct table_state *state, const uint8_t *secret,
                        struct shoe *shoe);

/* The text of the entry that publishes the commitment of the shoe in use (ENTRY_COMMITTED), or its seed when
 * it is over (ENTRY_REVEALED). */
void virtual_shoe_print(const struct table_plan *plan, const struct table_state *state, const uint8_t *secret,
                        enum entry_kind kind, struct text *text);

/* Reads what virtual_shoe_print wrote: the shoe's number, and its commitment or seed as text. False for any
 * other text. */
bool virtual_shoe_parse(struct span text, uint32_t *number, char value[HASH_TEXT_MAX]);

#endif

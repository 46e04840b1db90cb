/* SPDX-License-Identifier: Apache-2.0 */
/* live_shoe.h - the virtual shoes of a table on the floor, and taking a table up after a restart. */
#ifndef CROUPIER_SERVER_LIVE_SHOE_H
#define CROUPIER_SERVER_LIVE_SHOE_H

#include "server/live.h"

/* Proposes the next shoe, with its commitment where the table has a virtual one. */
enum status live_propose_shoe(struct live *live, uint32_t stay) MUST_CHECK;

/* The order of the shoe in use, from its seed. */
void live_load_shoe(struct live *live);

/* The text of the entry that publishes the commitment of the shoe in use, or its seed when it is over. */
void live_shoe_print(const struct live *live, enum entry_kind kind, struct text *text);

/* People of the roster who are played by the demo. */
uint32_t live_bots_present(const struct live *live);

/* Statuses that mean the cards on the table cannot be right: somebody must look. */
bool status_is_card_trouble(enum status status);

#endif

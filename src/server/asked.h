/* SPDX-License-Identifier: Apache-2.0 */
/* asked.h - whom the table asks, about which hand, and until when, as JSON: docs/protocol.md.
 *
 * An open window (surrender for all) and the turn of one hand may run side by side, and only one of them has
 * the clock. So that no page guesses, every question is told with the person it goes to. Any thread may call.
 */
#ifndef CROUPIER_SERVER_ASKED_H
#define CROUPIER_SERVER_ASKED_H

#include "server/offers.h"

/* "asked": [...], each person's questions in the order in which they are best put: what another's act may
 * close comes before the acts of the turn. The viewer's own list the acts that answer them, as "offers" has
 * them. */
void asked_put(struct out *out, const struct table *table, const struct table_state *state,
               const struct viewpoint *viewpoint, int64_t clock_ahead_ms);

#endif

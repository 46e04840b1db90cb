/* SPDX-License-Identifier: Apache-2.0 */
/* envoy.h - asks the witness that gives numbers for shuffles, where the configuration names one.
 *
 * A thread of its own signs and waits; it holds up no table (floor_luck.c). An answer is believed only if the
 * witness's key signed it and it is the question with the witness's own line filled in (table/luck_note.h).
 * After a failure the witness is not asked for a while. */
#ifndef CROUPIER_SERVER_ENVOY_H
#define CROUPIER_SERVER_ENVOY_H

#include "server/server.h"
#include "table/luck_note.h"

struct envoy;

/* Call it when the books are open. NULL: no witness of the configuration gives numbers, or no thread could be
 * started. */
struct envoy *envoy_new(struct server *server);
void envoy_free(struct envoy *envoy); /* ends what is under way; NULL is nothing */

/* The name of the witness's numbers; NULL without an envoy. */
const char *envoy_name(const struct envoy *envoy);

/* Sends a copy of the note, with the origin filled in. floor_luck_answer is called when there is an answer,
 * or none came in time. False: not asked, since a request has failed a short time ago. */
bool envoy_ask(struct envoy *envoy, const struct luck_note *note);

void envoy_collect(struct envoy *envoy); /* on the event loop; NULL is nothing */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* envoy.h - asks the witness that gives numbers for shuffles, where the configuration names one.
 *
 * A thread of its own, which signs and waits; no table is stopped by it (floor_luck.c). An answer is
 * believed only if the witness's key signed it, and only if it is the question with the witness's own line
 * filled in (table/luck_note.h). After a failure nobody is asked for a while. */
#ifndef CROUPIER_SERVER_ENVOY_H
#define CROUPIER_SERVER_ENVOY_H

#include "server/server.h"
#include "table/luck_note.h"

struct envoy;

/* NULL: no witness of the configuration gives numbers, or there is no thread to be had. The books are open.
 */
struct envoy *envoy_new(struct server *server);
void envoy_free(struct envoy *envoy); /* ends what is under way; NULL is nothing */

/* Under which name its numbers stand; NULL without an envoy. */
const char *envoy_name(const struct envoy *envoy);

/* Sends a copy; origin is filled in here. floor_luck_answer is called when there is an answer or none came.
 * False: it is not worth asking now. */
bool envoy_ask(struct envoy *envoy, const struct luck_note *note);

void envoy_collect(struct envoy *envoy); /* on the event loop; NULL is nothing */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* offers.h - everything a viewer may do now, as JSON: an offer is sent back as it is (docs/protocol.md).
 *
 * Any thread may call. */
#ifndef CROUPIER_SERVER_OFFERS_H
#define CROUPIER_SERVER_OFFERS_H

#include "server/viewpoint.h"
#include "speech/tell.h"

/* "offers": [...] of the viewer. */
void offers_put(struct out *out, const struct table *table, const struct table_state *state,
                const struct viewpoint *viewpoint);

/* The words of an act without its actor. */
void offers_act_words(const struct rulebook *book, const struct table_state *state, const struct act *act,
                      struct text *text);

#endif

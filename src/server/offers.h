/* SPDX-License-Identifier: Apache-2.0 */
/* offers.h - everything a viewer may do now, as JSON: an offer is sent back as it is (docs/protocol.md).
 *
 * Any thread may call. */
#ifndef CROUPIER_SERVER_OFFERS_H
#define CROUPIER_SERVER_OFFERS_H

#include "server/viewpoint.h"
#include "speech/tell.h"

/* Everything a viewer may do: worked out once, and told as offers and as answers to what is asked. */
struct legal {
    struct table_state state; /* with the viewer in the roster; for staff that of the next round after one */
    unsigned count;
    struct act acts[LEGAL_ACTS_MAX];
};

void legal_find(struct legal *legal, const struct table *table, const struct table_state *state,
                const struct viewpoint *viewpoint);

/* "offers": [...] of the viewer. */
void offers_put(struct out *out, const struct table *table, const struct table_state *state,
                const struct viewpoint *viewpoint, const struct legal *legal);

/* The words of an act without its actor. */
void offers_act_words(const struct rulebook *book, const struct table_state *state, const struct act *act,
                      struct text *text);

#endif

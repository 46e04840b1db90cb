/* SPDX-License-Identifier: Apache-2.0 */
/* viewpoint.h - the viewer of a table: what they are shown depends on nothing else. */
#ifndef CROUPIER_SERVER_VIEWPOINT_H
#define CROUPIER_SERVER_VIEWPOINT_H

#include "server/user_role.h"
#include "speech/sentence.h"
#include "table/table.h"

/* `name` is "" for somebody who is not logged in. */
struct viewpoint {
    const char *name;
    enum user_role role;
    unsigned language;
    bool has_balance;
    int64_t balance_cents;
};

/* The person's place in the roster, or -1. */
int viewpoint_person(const struct viewpoint *viewpoint, const struct table_state *state);

/* The viewer as the rules know them: a player of the round, the Dealer, the pit or the public. */
struct viewer viewpoint_viewer(const struct viewpoint *viewpoint, const struct table_state *state);

/* Speaks of this state to those who read that language. */
struct speaker viewpoint_speaker(unsigned language, const struct rulebook *book,
                                 const struct table_state *state);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* control.h - who decides for a hand [mbs 3.11-3.13, 3.25.1.3, 5.22.1] [rws 1.26, 3.8].
 *
 * Only somebody with an open main wager on the hand, who is there, decides. The one seated at the area goes
 * first, then the one the Dealer named, then as the rulebook says: the wager nearest the Dealer, or the
 * highest. Pure, except control_refresh, which tells when an area changed hands. */
#ifndef CROUPIER_BLACKJACK_CONTROL_H
#define CROUPIER_BLACKJACK_CONTROL_H

#include "blackjack/felt.h"

struct control {
    int person;         /* roster index, or -1: nobody is there to decide */
    enum ground ground; /* why they */
};

struct control control_of(const struct rulebook *book, const struct round *round, struct spot spot);

/* Who decides for the area as a whole: its hand in the first position. */
struct control control_of_area(const struct rulebook *book, const struct round *round, unsigned area);

/* Refuses whoever does not decide for the hand; accepted by the ground of control. */
struct ruling control_verify(const struct rulebook *book, const struct round *round, const struct act *act);

/* Whose wager is served first on the area when its maximum is reached [rws 5.1]: -1 for nobody. */
int control_priority(const struct rulebook *book, const struct round *round, unsigned area);

void control_refresh(struct felt *felt, unsigned area);
void control_refresh_all(struct felt *felt);

/* Acts: call, leave, back, sit, rise. */
struct ruling bj_call_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_call_do(struct felt *felt, const struct act *act);
struct ruling bj_leave_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_leave_do(struct felt *felt, const struct act *act);
struct ruling bj_back_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_back_do(struct felt *felt, const struct act *act);
struct ruling bj_sit_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_sit_do(struct felt *felt, const struct act *act);
struct ruling bj_rise_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_rise_do(struct felt *felt, const struct act *act);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* verbs.h - which acts there are: who may do each, how it is verified, how it is done. */
#ifndef CROUPIER_BLACKJACK_VERBS_H
#define CROUPIER_BLACKJACK_VERBS_H

#include "blackjack/felt.h"

/* Rules on an act without doing it. `due`: for a card, where one is due now (card_due). */
struct ruling verb_verify(const struct rulebook *book, const struct round *round, const struct act *act,
                          struct place due);

/* Does an act that verb_verify accepted. */
void verb_do(struct felt *felt, const struct act *act);

/* May this actor do such acts at all? A higher position may do a lower one's [mbs 6.2] [rws 1.20]. */
bool verb_is_for(enum verb verb, enum actor actor, enum decision decision);

/* Is this a phase of the round in which some act of this verb may be accepted? Where it is not, verb_verify
 * refuses them all: nobody need try one on every spot. */
bool verb_can_come(enum verb verb, const struct round *round);

#endif

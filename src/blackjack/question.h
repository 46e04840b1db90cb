/* SPDX-License-Identifier: Apache-2.0 */
/* question.h - the engine waits for an answer of staff. */
#ifndef CROUPIER_BLACKJACK_QUESTION_H
#define CROUPIER_BLACKJACK_QUESTION_H

#include "blackjack/felt.h"

/* Asks about an irregularity and remembers which, for the answer. */
void question_ask(struct felt *felt, enum question question, enum irregularity kind, bool late,
                  struct spot spot);

#endif

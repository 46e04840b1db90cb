/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - what Players may choose after something went wrong, until the next card.
 *
 * [rws 5.7] go on, or have the wagers of an area or all of them returned; [mbs 5.25] withdraw all that
 * remain, with the pit's leave; [mbs 5.29.1] after a power failure leave with everything; [mbs 5.16] play one
 * card or withdraw. Who says nothing goes on. */
#ifndef CROUPIER_BLACKJACK_OPTIONS_H
#define CROUPIER_BLACKJACK_OPTIONS_H

#include "blackjack/felt.h"

enum { CHOICE_LEAVE = CHOICE_WITHDRAW + 1 }; /* [mbs 5.29.1] in struct blackjack_state.choice */

/* Offers what the rulebook gives after this irregularity, if anything. */
void options_offer(struct felt *felt, enum irregularity kind, bool late, bool rebuilt);
void options_offer_leave(struct felt *felt);
/* The next card has come: nobody leaves any more after a power failure [mbs 5.29.1]. */
void options_end_leave(struct felt *felt);

void options_offer_one_card(struct felt *felt, unsigned area);

/* Whose wagers are all decided or gone has nothing left to choose. */
void options_advance(struct felt *felt);
void options_lapse(struct felt *felt);

/* Nothing is to be chosen any more. */
void options_clear(struct felt *felt);

/* Bit per person who has OPTION_WITHDRAW, OPTION_ERROR or OPTION_ONE_CARD. */
uint32_t options_offered(const struct round *round, enum option_kind option);

/* The cards of hands that had a wager (bits of felt_hands_staked) and have none now go to the discard
 * holder. */
void options_drop_hands(struct felt *felt, uint32_t before, enum ground ground);

struct ruling bj_continue_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act);
void bj_continue_do(struct felt *felt, const struct act *act);
struct ruling bj_withdraw_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act);
void bj_withdraw_do(struct felt *felt, const struct act *act);
struct ruling bj_takeback_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act);
void bj_takeback_do(struct felt *felt, const struct act *act);

#endif

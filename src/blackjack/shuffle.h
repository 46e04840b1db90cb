/* SPDX-License-Identifier: Apache-2.0 */
/* shuffle.h - shuffling and cutting, within a round [mbs 5.19] and between rounds [mbs 5.19.1, 5.20]. */
#ifndef CROUPIER_BLACKJACK_SHUFFLE_H
#define CROUPIER_BLACKJACK_SHUFFLE_H

#include "blackjack/felt.h"

struct ruling bj_shuffle_verify(const struct rulebook *book, const struct round *round,
                                const struct act *act);
void bj_shuffle_do(struct felt *felt, const struct act *act);
struct ruling bj_cut_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_cut_do(struct felt *felt, const struct act *act);

/* Does anything lie in the discard holder? A record that begins in the middle of the cards has some. */
bool shuffle_has_discards(const struct round *round);

/* Is a riffle due, or its cut as long as somebody is there to cut? Whatever waits for it is refused
 * [mbs 5.19]. */
bool shuffle_is_pending(const struct rulebook *book, const struct round *round);
struct ruling shuffle_comes_first(const struct rulebook *book, const struct round *round);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* view.h - what a viewer may see of a blackjack round. Pure. */
#ifndef CROUPIER_BLACKJACK_VIEW_H
#define CROUPIER_BLACKJACK_VIEW_H

#include "round/family.h"

void view_make(const struct rulebook *book, const struct round *round, struct viewer viewer,
               struct view *view);

#endif

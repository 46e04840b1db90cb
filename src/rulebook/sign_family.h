/* SPDX-License-Identifier: Apache-2.0 */
/* sign_family.h - the families' parts of a sign. */
#ifndef CROUPIER_RULEBOOK_SIGN_FAMILY_H
#define CROUPIER_RULEBOOK_SIGN_FAMILY_H

#include "rulebook/sign_pen.h"

void sign_blackjack(struct sign_pen *pen);
void sign_baccarat(struct sign_pen *pen);

#endif

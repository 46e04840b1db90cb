/* SPDX-License-Identifier: Apache-2.0 */
/* scale.h - the unit in which a run counts money: 1/scale of a stake, in which every pay of the book is
 * whole. Pure. */
#ifndef CROUPIER_SIMULATE_SCALE_H
#define CROUPIER_SIMULATE_SCALE_H

#include "rulebook/rulebook.h"

/* The least common multiple of 2 (halves are surrendered and insured) and of the denominators of all pays. */
int32_t scale_of(const struct rulebook *book);

/* The win of a stake of one at these odds, in 1/scale. */
int32_t scaled(struct ratio pays, int32_t scale);

#endif

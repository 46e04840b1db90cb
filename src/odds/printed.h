/* SPDX-License-Identifier: Apache-2.0 */
/* printed.h - the best play that looks at totals only: one column of the printed card.
 *
 * Hitting and standing are chosen per total over all hands of that total, each weighted with the probability
 * that the card's own play leads there; doubling and surrendering over the two-card hands; splitting per
 * pair. This is repeated until nothing changes, so that no single entry can be changed to advantage for hands
 * that are not split; split hands are then played by the same entries. The value is exact: every composition
 * is evaluated with the entry of its total. Pure. */
#ifndef CROUPIER_ODDS_PRINTED_H
#define CROUPIER_ODDS_PRINTED_H

#include "odds/choices.h"

/* The policy that follows the card. */
void printed_policy(const struct column *column, const struct strategy *strategy, struct policy *policy);

/* Fills in the column of `strategy` for this upcard, and *value with its expected value over the first two
 * cards. `best` and `policy` are those of optimal play: the choices for the two-card hands, from
 * hands->with[2] on. Splits that are clearly not worth it there are not considered. STATUS_OK or
 * STATUS_NO_MEMORY. */
enum status printed_find(const struct column *column, const struct choice_values *best,
                         const struct policy *policy, struct strategy *strategy, double *value) MUST_CHECK;

/* The expected value of any card against this upcard. */
enum status printed_value(const struct column *column, const struct strategy *strategy,
                          double *value) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* chart_file.h - reads a player's own strategy from a CSV file in the form of printed cards.
 *
 * First line: hand,2,3,4,5,6,7,8,9,T,A (the Dealer's cards, in any order). Then one line for each hand: a
 * hard total from 4 or 5 to 20 ("16"), a soft total from 13 to 20 ("s18"), a pair ("88", "TT", "AA"). Cells,
 * in either case:
 *
 *   S   stand                   H   hit                       P   split
 *   D   double, else hit        DS  double, else stand
 *   R   surrender, else hit     RS  surrender, else stand     RP  surrender, else split
 *
 * A line "BJ" is optional: E take even money, S wait. Every other hand and every cell must be there. If the
 * rules do not allow a play, the cell's fallback is played, and if they do not allow that either, an action
 * that they do allow. Blank lines and lines starting with # are skipped. */
#ifndef CROUPIER_SIMULATE_CHART_FILE_H
#define CROUPIER_SIMULATE_CHART_FILE_H

#include "rulebook/fault.h"
#include "simulate/chart.h"

/* Faults are added with line and column (the cell's number); false if there are any. */
bool chart_file_parse(struct chart *chart, const struct rulebook *book, const char *bytes, size_t size,
                      struct faults *faults);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* check.h - the promises a rulebook keeps, one small function each.
 *
 * Loading has already seen to types, names and ranges of single keys; here is what several of them must
 * satisfy together. Pure. Faults name their place in the file where there is one; a promise that needs a
 * field which could not be loaded stays silent, its absence is a fault already. */
#ifndef CROUPIER_RULEBOOK_CHECK_H
#define CROUPIER_RULEBOOK_CHECK_H

#include "rulebook/fault.h"
#include "rulebook/rulebook.h"
#include "rulebook/tree.h"

/* `tree` is the file the book came from, or NULL. */
void rulebook_check(const struct rulebook *book, const struct tree *tree, struct faults *faults);

#endif

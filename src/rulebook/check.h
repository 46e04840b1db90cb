/* SPDX-License-Identifier: Apache-2.0 */
/* check.h - checks the promises that a rulebook must keep, one small function each.
 *
 * Loading has already checked types, names and ranges of single keys; the promises are about several keys
 * together. Pure. A fault names its place in the file, if there is a file. A promise about a field that could
 * not be loaded adds no fault, since loading has added one. */
#ifndef CROUPIER_RULEBOOK_CHECK_H
#define CROUPIER_RULEBOOK_CHECK_H

#include "rulebook/fault.h"
#include "rulebook/rulebook.h"
#include "rulebook/tree.h"

/* `tree` is the file the book came from, or NULL. */
void rulebook_check(const struct rulebook *book, const struct tree *tree, struct faults *faults);

#endif

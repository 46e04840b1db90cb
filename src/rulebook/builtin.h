/* SPDX-License-Identifier: Apache-2.0 */
/* builtin.h - the rulebooks that are built into the binary.
 *
 * Pure. Their texts are the files of rulebooks/, byte for byte. */
#ifndef CROUPIER_RULEBOOK_BUILTIN_H
#define CROUPIER_RULEBOOK_BUILTIN_H

#include "base/embedded.h"
#include "rulebook/rulebook.h"

/* The ids in their order: index 0, 1, ... until NULL. */
const char *builtin_id(unsigned index);

/* The text of one, for export; NULL if no book has that id. */
const struct embedded *builtin_text(const char *id);

/* Loads one into the caller's memory; STATUS_NOT_FOUND if no book has that id. */
enum status builtin_load(const char *id, struct rulebook *book) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* load.h - turns the text of a rulebook into the frozen struct, or into a list of all its faults.
 *
 *     struct rulebook book;
 *     struct faults faults;
 *     if (rulebook_load(bytes, size, &book, &faults) != STATUS_OK)
 *         for (unsigned i = 0; i < faults.count; i++)
 *             ... FILE:faults.items[i].line:column: message
 *
 * Uses the heap while it runs, and no files. Nothing is half loaded: on a fault the book is all zero. Both
 * structs belong to the caller. */
#ifndef CROUPIER_RULEBOOK_LOAD_H
#define CROUPIER_RULEBOOK_LOAD_H

#include "rulebook/fault.h"
#include "rulebook/rulebook.h"

/* STATUS_BAD_RULEBOOK with at least one fault, sorted by line; STATUS_NO_MEMORY. */
enum status rulebook_load(const char *bytes, size_t size, struct rulebook *book,
                          struct faults *faults) MUST_CHECK;

/* Changes one reading of a loaded book, as the `set SWITCH VALUE` header of a round record does, checks and
 * freezes it again. The switch is given by its name ("rws.hit_hard_21") or by its path ("hit.hard_21",
 * "wagers.main.per_spot", "wagers.main.pays.blackjack.odds"); lists are written "[A, T]" or "A,T". Keys that
 * identify the book cannot be set. STATUS_NOT_FOUND: no such switch in this book; STATUS_BAD_TEXT: not a
 * value for it; STATUS_BAD_RULEBOOK: the book would contradict itself. After a failure the book is unchanged.
 */
enum status rulebook_set_switch(struct rulebook *book, const char *switch_or_path,
                                const char *value) MUST_CHECK;

enum { SWITCH_NAME_MAX = 128 };

struct switch_value {
    const char *name; /* or path */
    const char *value;
};

/* Sets several switches at once, which may only make sense together. On failure *at is the index of the one
 * at fault, or `count` if the book would contradict itself. */
enum status rulebook_set_switches(struct rulebook *book, const struct switch_value *wanted, unsigned count,
                                  unsigned *at) MUST_CHECK;

#endif

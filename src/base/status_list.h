/* SPDX-License-Identifier: Apache-2.0 */
/* status_list.h - the list itself: X(identifier, pinned number, name, sentence). See status.h.
 *
 * Groups: -1.. failures; 100.. betting; 200.. decisions of a player; 300.. staff; 400.. cards; 500..
 * irregularities. */
#ifndef CROUPIER_BASE_STATUS_LIST_H
#define CROUPIER_BASE_STATUS_LIST_H

/* clang-format off */
#define STATUS_LIST(X) \
    X(STATUS_OK,             0, "ok",             "Done.") \
    X(STATUS_NO_MEMORY,     -1, "no-memory",      "There is not enough memory.") \
    X(STATUS_TOO_LONG,      -2, "too-long",       "The text or list is longer than its limit.") \
    X(STATUS_BAD_TEXT,      -3, "bad-text",       "The text is not in the expected form.") \
    X(STATUS_BAD_NUMBER,    -4, "bad-number",     "The number is not in the expected form.") \
    X(STATUS_OVERFLOW,      -5, "overflow",       "The amount is too large to be counted exactly.") \
    X(STATUS_NOT_FOUND,     -6, "not-found",      "There is nothing by that name.") \
    X(STATUS_NO_FILE,       -7, "no-file",        "The file cannot be read.") \
    X(STATUS_BAD_RULEBOOK,  -8, "bad-rulebook",   "The rulebook has faults.") \
    X(STATUS_BAD_RECORD,    -9, "bad-record",     "The round record has faults.")
/* clang-format on */

#endif

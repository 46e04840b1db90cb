/* SPDX-License-Identifier: Apache-2.0 */
/* status_list.h - the list itself: X(identifier, pinned number, name, sentence). See status.h.
 *
 * Groups: -1.. failures; -40.. journal and store; 100.. betting; 200.. decisions of a player; 300.. staff;
 * 400.. cards; 500.. irregularities; 600.. ledger. */
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
    X(STATUS_BAD_RECORD,    -9, "bad-record",     "The round record has faults.") \
    X(STATUS_NO_RANDOM,    -10, "no-random",      "The system has no randomness to give.") \
    X(STATUS_BAD_ENTRY,        -40, "bad-entry",         "The journal entry is not in the form it must have.") \
    X(STATUS_BROKEN_CHAIN,     -41, "broken-chain",      "The journal entry does not follow the one before it.") \
    X(STATUS_BAD_SIGNATURE,    -42, "bad-signature",     "The signature is not the house's.") \
    X(STATUS_STORE_LOCKED,     -43, "store-locked",      "Another process is using the file.") \
    X(STATUS_STORE_FULL,       -44, "store-full",        "The disk is full.") \
    X(STATUS_STORE_READ_ONLY,  -45, "store-read-only",   "The file cannot be written.") \
    X(STATUS_STORE_CORRUPT,    -46, "store-corrupt",     "The file is damaged.") \
    X(STATUS_STORE_IO,         -47, "store-io",          "The disk reports an error.") \
    X(STATUS_STORE_VERSION,    -48, "store-version",     "The file has a version this program cannot work with.") \
    X(STATUS_STORE_STOPPED,    -49, "store-stopped",     "The store has stopped and takes nothing more.") \
    X(STATUS_NO_POSTINGS,      600, "no-postings",       "A transaction needs at least two postings.") \
    X(STATUS_MANY_POSTINGS,    601, "many-postings",     "The transaction has too many postings.") \
    X(STATUS_UNBALANCED,       602, "unbalanced",        "The postings of a transaction must add up to nothing.") \
    X(STATUS_NO_AMOUNT,        603, "no-amount",         "An amount of money must be more than nothing.") \
    X(STATUS_SAME_ACCOUNT,     604, "same-account",      "An account stands only once in a transaction.") \
    X(STATUS_NO_ACCOUNT,       605, "no-account",        "There is no such account.") \
    X(STATUS_WRONG_ACCOUNT,    606, "wrong-account",     "This movement of money is not between accounts of these kinds.") \
    X(STATUS_ACCOUNT_EXISTS,   607, "account-exists",    "There is an account of that name already.") \
    X(STATUS_BAD_ACCOUNT_NAME, 608, "bad-account-name",  "An account's name is made of letters, digits and . _ - only.") \
    X(STATUS_PLAYER_SHORT,     609, "player-short",      "The player does not have that much money.") \
    X(STATUS_ESCROW_SHORT,     610, "escrow-short",      "The table does not hold that much in wagers.") \
    X(STATUS_REPEATED,         611, "repeated",          "This request was booked before and is not booked again.")
/* clang-format on */

#endif

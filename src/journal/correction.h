/* SPDX-License-Identifier: Apache-2.0 */
/* correction.h - an entry of money is corrected by one that moves all of it back, once.
 *
 * Pure. Only entries of kind ENTRY_MONEY can be corrected so: what a round moved follows from its acts, and
 * the rules have acts of their own for what went wrong there. A walk through a journal cannot go back, so it
 * remembers the few entries of money as they come, 80 bytes each. Owns its memory (corrections_release). */
#ifndef CROUPIER_JOURNAL_CORRECTION_H
#define CROUPIER_JOURNAL_CORRECTION_H

#include "journal/entry.h"

/* A movement is between two accounts (transaction.h), or between four where cash moves against chips. */
enum { CORRECTION_POSTINGS = 4 };

struct correctable {
    uint64_t number; /* of the entry in its chain */
    uint32_t chain;
    bool corrected;
    uint8_t count; /* of postings */
    struct posting postings[CORRECTION_POSTINGS];
};

struct corrections {
    struct correctable *items; /* in the order of the journal */
    size_t count;
    size_t room;
};

void corrections_init(struct corrections *corrections);
void corrections_release(struct corrections *corrections);

/* Remembers an entry of money, so that it can be put right later. */
enum status corrections_note(struct corrections *corrections, uint32_t chain,
                             const struct entry *entry) MUST_CHECK;

/* Takes an entry of kind ENTRY_CORRECTED: STATUS_BAD_ENTRY unless it names an earlier entry of its chain,
 * STATUS_NOT_REVERSED unless that one moved money and this one moves it back, STATUS_CORRECTED if it was put
 * right before. */
enum status corrections_take(struct corrections *corrections, uint32_t chain,
                             const struct entry *entry) MUST_CHECK;

/* Whether `correction` moves back what `entry`, the one it names, moved: STATUS_OK or STATUS_NOT_REVERSED. */
enum status correction_verify(const struct entry *entry, const struct transaction *correction) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* luck.h - the numbers that players put into the shuffle of a virtual shoe.
 *
 * Pure, no pointers: a copy is a clone. A terminal draws 32 random bytes, promises them by a hash before the
 * house publishes the commitment to its own seed (ENTRY_LUCK), and reveals them afterwards (ENTRY_MIXED). The
 * order of the cards follows from the seed and the numbers, so neither side chooses it: docs/fairness.md. The
 * recipe, for another program, is in docs/journal.md, section 6.
 *
 * Invariant: at most one number per person, and numbers keep the order in which they were promised. */
#ifndef CROUPIER_TABLE_LUCK_H
#define CROUPIER_TABLE_LUCK_H

#include "base/status.h"
#include "base/text.h"
#include "journal/entry.h"
#include "record/roster.h"
#include "table/fair_shoe.h"

enum { LUCK_MAX = 16, LUCK_TEXT_MAX = 32 + LUCK_MAX * (PERSON_NAME_MAX + HASH_TEXT_MAX + 1) };

struct luck_number {
    char name[PERSON_NAME_MAX];
    struct hash commitment;
    struct fair_seed value; /* if `given` */
    bool given;
};

struct luck {
    uint8_t count;
    bool mixed; /* the numbers are final: those that were not given are left out */
    struct luck_number numbers[LUCK_MAX];
};

/* Whether this may be the name of a number: a person's name, or a witness's, which contains a / as no
 * person's does (docs/fairness.md). */
bool luck_name_ok(const char *name, size_t length);
bool luck_is_witness(const char *name);

/* The commitment by which a terminal promises its number. */
struct hash luck_commitment(const char *table, uint32_t shoe, const char *name,
                            const struct fair_seed *value);

/* Takes a promise; a later one replaces the person's earlier one. STATUS_LUCK_FULL: there is no room. */
enum status luck_promise(struct luck *luck, const char *name, const struct hash *commitment) MUST_CHECK;
void luck_forget(struct luck *luck, const char *name);
const struct luck_number *luck_find(const struct luck *luck, const char *name); /* NULL: none */

/* Takes the number that was promised. STATUS_LUCK_UNKNOWN: there was no promise; STATUS_LUCK_DIFFERS: it is
 * not the number that was promised. */
enum status luck_reveal(struct luck *luck, const char *table, uint32_t shoe, const char *name,
                        const struct fair_seed *value) MUST_CHECK;
unsigned luck_given(const struct luck *luck); /* how many numbers are in */

/* The first number that is given and is not the one that was promised; NULL: there is none. */
const struct luck_number *luck_wrong(const struct luck *luck, const char *table, uint32_t shoe);

/* The text of ENTRY_LUCK or ENTRY_MIXED, and back. When MIXED is read, `luck` holds what LUCK said, and the
 * people must be the same; luck_wrong tells whether the numbers are the promised ones. False: not such a
 * text. */
void luck_print(const struct luck *luck, uint32_t shoe, enum entry_kind kind, struct text *text);
bool luck_parse(struct luck *luck, uint32_t *shoe, enum entry_kind kind, struct span text);

/* The key of the shuffle: a hash of seed and numbers, or the seed itself if no number is in. Secret as long
 * as the seed is. */
void luck_key(const struct luck *luck, const struct fair_seed *seed, struct fair_seed *key);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* luck.h - the numbers that players put into the shuffle of a virtual shoe.
 *
 * Pure, no pointers: a copy is a clone. A terminal draws 32 random bytes, promises them by a hash before the
 * house's commitment to its own seed is published (ENTRY_LUCK), and tells them after (ENTRY_MIXED). The order
 * of the cards follows from seed and numbers, so neither side chooses it: docs/fairness.md. The recipe, for
 * another program, is in docs/journal.md, section 6.
 *
 * Invariant: at most one number a person, and numbers keep the order in which they were promised. */
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
    struct fair_seed value; /* once it is given */
    bool given;
};

struct luck {
    uint8_t count;
    bool mixed; /* the numbers are final: those that are not given stayed away */
    struct luck_number numbers[LUCK_MAX];
};

/* Whether numbers may stand under this name: a person's, or a witness's, which has a / in it as no person's
 * has (docs/fairness.md). */
bool luck_name_ok(const char *name, size_t length);
bool luck_is_witness(const char *name);

/* The commitment by which a terminal promises its number. */
struct hash luck_commitment(const char *table, uint32_t shoe, const char *name,
                            const struct fair_seed *value);

/* Takes a promise; a person's later one counts instead of the earlier. STATUS_LUCK_FULL: no room. */
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

/* The text of ENTRY_LUCK or ENTRY_MIXED, and back. Reading MIXED, `luck` holds what LUCK said, and the people
 * must be the same; whether the numbers fit is luck_wrong's to say. False: not such a text. */
void luck_print(const struct luck *luck, uint32_t shoe, enum entry_kind kind, struct text *text);
bool luck_parse(struct luck *luck, uint32_t *shoe, enum entry_kind kind, struct span text);

/* The key of the shuffle: seed and numbers, hashed; the seed itself where no number is in. Secret as long as
 * the seed is. */
void luck_key(const struct luck *luck, const struct fair_seed *seed, struct fair_seed *key);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* luck_note.h - the house's question and the witness's answer when a witness puts a number into the shuffle
 * of a virtual shoe (docs/fairness.md).
 *
 * Pure, no pointers. The text of a signed note (log/note.h):
 *
 *   croupier luck 1        or `croupier mixed 1`
 *   ORIGIN                 of the log
 *   TABLE
 *   COMMITMENT             the house's, to its seed
 *   shoe NUMBER            from here on the text of ENTRY_LUCK or ENTRY_MIXED (luck.h)
 *   NAME VALUE
 *
 * The house signs the question with the key of its log. It asks for a promise with a single line, the
 * witness's, in which VALUE is a hash of zeros; it asks for the number with all lines of the entry it will
 * write, and `-` as VALUE in the witness's. The answer is the same text with that line filled in, signed by
 * the witness. */
#ifndef CROUPIER_TABLE_LUCK_NOTE_H
#define CROUPIER_TABLE_LUCK_NOTE_H

#include "log/note.h"
#include "table/luck.h"
#include "table/plan.h"

enum { LUCK_NOTE_MAX = NOTE_NAME_MAX + TABLE_ID_MAX + HASH_TEXT_MAX + 32 + LUCK_TEXT_MAX };

struct luck_note {
    enum entry_kind kind; /* ENTRY_LUCK or ENTRY_MIXED */
    char origin[NOTE_NAME_MAX];
    char table[TABLE_ID_MAX];
    uint32_t shoe;
    struct hash commitment;
    struct luck luck;
};

void luck_note_print(const struct luck_note *note, struct text *text);

/* STATUS_BAD_TEXT unless it is such a text in its one form. */
enum status luck_note_parse(struct luck_note *note, struct span text) MUST_CHECK;

/* Whether the line of `name` is still to be filled in. */
bool luck_note_open(const struct luck_note *note, const char *name);

/* Whether `answer` is the question with the line of `name` filled in and nothing else changed. */
bool luck_note_answers(const struct luck_note *answer, const struct luck_note *asked, const char *name);

#endif

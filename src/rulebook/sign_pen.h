/* SPDX-License-Identifier: Apache-2.0 */
/* sign_pen.h - the pen with which sign.c and the two families' parts write a sign; for these files only.
 *
 * Phrases are given in English and marked (base/mark.h); the pen says them in the language of the sign. */
#ifndef CROUPIER_RULEBOOK_SIGN_PEN_H
#define CROUPIER_RULEBOOK_SIGN_PEN_H

#include "base/mark.h"
#include "base/text.h"
#include "rulebook/sign_form.h"

enum { SIGN_PARTS = 4, SIGN_PART_MAX = 128 };

struct sign_pen {
    struct sign *sign;
    const struct rulebook *book;
    struct text says; /* of the row or note being written */
    struct text part;
    char parts[SIGN_PARTS][SIGN_PART_MAX];
    unsigned part_count;
};

/* The phrase in the language of the sign. */
const char *sign_in(const struct sign_pen *pen, const char *english);

/* Starts a section; rows added afterwards belong to it. The pen then writes its note. */
void sign_section(struct sign_pen *pen, enum sign_kind kind, int wager, const char *heading);

/* Starts a row; the pen then writes what it says. */
void sign_row(struct sign_pen *pen, const char *topic);

/* Adds the clauses of a ground, or clauses given as text, to the row, each once. */
void sign_cite(struct sign_pen *pen, enum ground ground);
void sign_cite_clauses(struct sign_pen *pen, const char *clauses);

/* Appends text, plain or with arguments. tools/catalogue.py checks that a translation has the same arguments
 * in the same order. */
void sign_put(struct sign_pen *pen, const char *english);
void sign_say(struct sign_pen *pen, const char *english, ...) __attribute__((format(printf, 2, 3)));
void sign_say_ratio(struct sign_pen *pen, struct ratio ratio); /* "3 to 2" */

/* Parts for arguments; each lasts until SIGN_PARTS more are made. */
const char *sign_amount(struct sign_pen *pen, int64_t amount_cents); /* "1,000" */
const char *sign_ranks(struct sign_pen *pen, rank_set ranks);        /* "Ace or 10" */
const char *sign_numbers(struct sign_pen *pen, uint32_t bits);       /* "0-5, 7" for the bits that are set */

#endif

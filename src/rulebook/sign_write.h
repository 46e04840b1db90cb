/* SPDX-License-Identifier: Apache-2.0 */
/* sign_write.h - the pen with which sign.c and the two families' parts write a sign; for these files only.
 *
 * Every phrase is given in both languages side by side, with the same arguments in the same order; the
 * compiler checks both. */
#ifndef CROUPIER_RULEBOOK_SIGN_WRITE_H
#define CROUPIER_RULEBOOK_SIGN_WRITE_H

#include "base/text.h"
#include "rulebook/sign.h"

struct sign_pen {
    struct sign *sign;
    const struct rulebook *book;
    enum sign_language language;
    struct text says; /* of the row or note being written */
};

/* Starts a section; rows added afterwards belong to it. The pen then writes its note. */
void sign_section(struct sign_pen *pen, enum sign_kind kind, int wager, const char *english,
                  const char *chinese);

/* Starts a row; the pen then writes what it says. */
void sign_row(struct sign_pen *pen, const char *english, const char *chinese);

/* Adds the clauses of a ground, or clauses given as text, to the row, each once. */
void sign_cite(struct sign_pen *pen, enum ground ground);
void sign_cite_clauses(struct sign_pen *pen, const char *clauses);

/* Writes on: plain text, or with arguments. */
void sign_put(struct sign_pen *pen, const char *english, const char *chinese);
void sign_say(struct sign_pen *pen, const char *english, const char *chinese, ...)
    __attribute__((format(printf, 2, 4), format(printf, 3, 4)));
void sign_say_ratio(struct sign_pen *pen, struct ratio ratio);    /* "3 to 2" */
void sign_say_amount(struct sign_pen *pen, int64_t amount_cents); /* "1,000" */
void sign_say_ranks(struct sign_pen *pen, rank_set ranks);        /* "Ace or 10" */
void sign_say_numbers(struct sign_pen *pen, uint32_t bits);       /* "0-5, 7" for the bits that are set */

/* The families' parts. */
void sign_blackjack(struct sign_pen *pen);
void sign_baccarat(struct sign_pen *pen);

#endif

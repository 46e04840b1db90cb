/* SPDX-License-Identifier: Apache-2.0 */
/* sign_form.h - a sign as plain data: sections of rows, each row with a topic, what is said about it, and the
 * clauses that say it. */
#ifndef CROUPIER_RULEBOOK_SIGN_FORM_H
#define CROUPIER_RULEBOOK_SIGN_FORM_H

#include "rulebook/rulebook.h"

enum {
    SIGN_TOPIC_MAX = RULEBOOK_TEXT_MAX,
    SIGN_SAYS_MAX = 400,
    SIGN_ROWS_MAX = 96,
    SIGN_SECTIONS_MAX = 16,
    SIGN_CLAUSES_MAX = 2 * CLAUSES_MAX
};

enum sign_kind {
    SIGN_TABLE = 1, /* decks and limits */
    SIGN_PAYS,      /* one wager: a row for each line of its pay table */
    SIGN_RULES      /* what the Dealer does, what a Player may do */
};

struct sign_row {
    char topic[SIGN_TOPIC_MAX];
    char says[SIGN_SAYS_MAX];
    struct ratio pays;              /* of a line of a pay table, the same in figures; otherwise 0:0 */
    char clauses[SIGN_CLAUSES_MAX]; /* blank-separated; "" where the document is silent */
};

/* The exact odds of a wager, in millionths, rounded to the nearest; the sign shows hundredths of a percent.
 */
struct sign_odds {
    bool known;
    int32_t chance; /* that it is paid; below 0: not known */
    int32_t edge;   /* what the House keeps of a unit staked, on average */
};

struct sign_section {
    enum sign_kind kind;
    int wager;             /* SIGN_PAYS: its number; otherwise -1 */
    struct sign_odds odds; /* SIGN_PAYS, where the sign shows them */
    char heading[SIGN_TOPIC_MAX];
    char note[SIGN_SAYS_MAX]; /* a line under the heading, or "" */
    unsigned row_first;
    unsigned row_count;
};

struct sign {
    unsigned language; /* language/language.h */
    char title[RULEBOOK_TEXT_MAX];
    char subtitle[SIGN_SAYS_MAX]; /* operator, version, date */
    char foot[SIGN_SAYS_MAX];     /* which rulebook this is: id and hash */
    unsigned section_count;
    struct sign_section sections[SIGN_SECTIONS_MAX];
    unsigned row_count;
    struct sign_row rows[SIGN_ROWS_MAX];
};

#endif

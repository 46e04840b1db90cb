/* SPDX-License-Identifier: Apache-2.0 */
/* sign.h - the sign on the table: what a frozen rulebook says, in words for the people who play.
 *
 * Pure. Everything on a sign comes from the fields the engine plays by, so the sign cannot disagree with
 * play; only names and labels are copied from the rulebook. A sign is plain data: sections of rows, each row
 * with a topic, what is said about it, and the clauses that say it. The command, the server and sign_html.h
 * decide how it looks. */
#ifndef CROUPIER_RULEBOOK_SIGN_H
#define CROUPIER_RULEBOOK_SIGN_H

#include "rulebook/sign_form.h"

/* What staff chose for this table. */
struct sign_setting {
    unsigned decks;                      /* 0: not chosen, the sign gives the range */
    int64_t limit_min_cents[WAGERS_MAX]; /* by wager; a maximum of 0: no limits shown */
    int64_t limit_max_cents[WAGERS_MAX];
    const struct sign_odds *odds; /* by wager, for these decks; NULL: not shown. Borrowed */
};

void sign_make(struct sign *sign, const struct rulebook *book, const struct sign_setting *setting,
               unsigned language);

#endif

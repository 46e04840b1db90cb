/* SPDX-License-Identifier: Apache-2.0 */
/* kind.h - the irregularities as rows: what a report of each kind names, when it may be made, from when on it
 * is late, whether it is so, and by which name the rules know it.
 *
 * A new irregularity is a row in rulebook/irregularity.h with its words, a row here with its functions, its
 * remedies in the rulebooks and its tests (docs/rulebook.md). Pure. */
#ifndef CROUPIER_BLACKJACK_KIND_H
#define CROUPIER_BLACKJACK_KIND_H

#include "blackjack/alias.h"

/* What a report names besides its kind. */
enum kind_names {
    NAMES_NOTHING,
    NAMES_AREA,
    NAMES_HAND,  /* a place */
    NAMES_FACE,  /* one card */
    NAMES_CARDS, /* two or more, face down or up */
};

/* When it may be reported. */
enum kind_time {
    TIME_DEALING, /* once bets are closed; from their opening on where it voids the round [rws 1.24, 5.5] */
    TIME_ROUND,   /* from the opening of bets on */
    TIME_EVER,    /* between rounds too, where earlier rounds stand at once [mbs 5.1.2, 5.28] [rws 5.6] */
};

struct kind {
    uint8_t names; /* enum kind_names */
    uint8_t time;  /* enum kind_time */
    bool of_cards; /* it speaks of cards that lie wrong: to go on is to leave them so [mbs 6.1] [rws 5.19] */
    bool (*is_late)(const struct rulebook *book, const struct round *round, const struct act *act);
    bool (*holds)(const struct rulebook *book, const struct round *round, const struct act *act, bool late);
    alias_of *really; /* NULL: nothing else */
    alias_find *find; /* NULL: as it was reported */
};

/* Never NULL: kinds that do not occur in this family have the plainest row. */
const struct kind *kind_row(enum irregularity kind);

/* May a report of this kind be made now? */
bool kind_is_time(const struct rulebook *book, const struct round *round, enum irregularity kind);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* header.h - a header line of a round record that changes the table's setting.
 *
 * Pure. `format`, `game`, `decks`, `areas` and `player` are not kept as headers: the reader checks `format`,
 * and struct record has the rulebook, decks, areas and people. */
#ifndef CROUPIER_RECORD_HEADER_H
#define CROUPIER_RECORD_HEADER_H

#include "record/word.h"
#include "round/round.h"

enum header_kind { HEADER_LIMITS = 1, HEADER_CREDIT, HEADER_SEAT, HEADER_SET, HEADER_SHUFFLE };
enum limits_scope { LIMITS_ALL = 1, LIMITS_MAIN, LIMITS_SIDE, LIMITS_ONE };

struct header {
    uint8_t kind;         /* enum header_kind */
    uint8_t scope;        /* enum limits_scope */
    uint8_t wager;        /* LIMITS_ONE */
    uint8_t person;       /* credit, seat: roster index */
    uint8_t area;         /* seat */
    bool machine;         /* shuffle */
    int64_t amount_cents; /* credit; the limits' minimum */
    int64_t max_cents;
    struct word name; /* set: the switch and its value */
    struct word value;
};

/* Changes the setting, or for HEADER_SET a switch of the rulebook, as the header says; the reader has already
 * checked that it can. `own_limits` has a bit for every wager with a `limits` line of its own, which a line
 * for a group does not change; the caller keeps it for the length of the file. */
void header_apply(const struct header *header, struct rulebook *book, struct setting *setting,
                  uint32_t *own_limits);

#endif

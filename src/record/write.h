/* SPDX-License-Identifier: Apache-2.0 */
/* write.h - acts, settings and whole rounds as lines of a round record.
 *
 * Pure: writes into the caller's text. The reader turns the written lines back into the same acts: people are
 * declared in the order of the roster, so that they get the same places. A note is written as it is, except
 * line ends and comment marks, which a record cannot hold. */
#ifndef CROUPIER_RECORD_WRITE_H
#define CROUPIER_RECORD_WRITE_H

#include "base/text.h"
#include "record/roster.h"
#include "round/family.h"

/* What lines are written with; all borrowed. */
struct writer {
    const struct rulebook *book;
    const struct roster *roster;
    unsigned areas; /* 0 at a table without areas */
};

/* The headers of a record that starts with this setting: game, decks, areas, people, seats, limits. */
void write_setting(const struct writer *writer, const struct setting *setting, struct text *text);

/* One line for the act, with its line feed; false, and nothing is written, if no line says that act. */
bool write_act(const struct writer *writer, const struct act *act, struct text *text);

/* Parts of lines, for messages and stories too. */
void write_spot(const struct writer *writer, struct spot spot, struct text *text);
void write_place(struct place place, struct text *text);
void write_wager(const struct writer *writer, struct spot spot, unsigned wager, struct text *text);
void write_amount(int64_t amount_cents, struct text *text);
void write_delta(int64_t amount_cents, struct text *text);
void write_value(struct hand_value value, struct text *text); /* "16", "s17", "bj", "bust25"; none: "" */
void write_card(const struct writer *writer, struct card card, struct text *text);
const char *write_name(const struct writer *writer, unsigned person);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* game.h - the rules engine: the two families behind one name.
 *
 * Pure. The only way to change a round is round_apply. A caller needs only this header and rulebook/: make a
 * setting, call round_init, apply acts, read rulings and events. */
#ifndef CROUPIER_GAME_GAME_H
#define CROUPIER_GAME_GAME_H

#include "round/family.h"

const struct family *game_family(const struct rulebook *book);

/* A setting with no people, no limits, `decks` decks and `areas` areas. */
void setting_init(struct setting *setting, const struct rulebook *book, unsigned decks, unsigned areas);

/* The first round of a table. */
void round_init(struct round *round, const struct rulebook *book, const struct setting *setting);

/* The next round of the same table: seats, credit, limits, under-minimum memory and the device carry over. */
void round_next(struct round *round, const struct rulebook *book);

/* Rules on one act. Accepted: the round has moved on and `events` tells how. Refused: nothing has changed at
 * all. */
struct ruling round_apply(const struct rulebook *book, struct round *round, const struct act *act,
                          struct events *events);

/* The ruling and the events that round_apply would give; the round itself is untouched. A person about to
 * report something can so read the ruling, the cards moved and the wagers returned before they count. */
struct ruling round_preview(const struct rulebook *book, const struct round *round, const struct act *act,
                            struct events *events);

struct wants round_wants(const struct rulebook *book, const struct round *round);

/* The face that the next card must have, because it was seen at the front of the device or lies out;
 * CARD_NONE: it may be any card. */
struct card round_next_card(const struct rulebook *book, const struct round *round);

unsigned round_legal_acts(const struct rulebook *book, const struct round *round, enum actor actor,
                          unsigned person, struct act *acts);
void round_view(const struct rulebook *book, const struct round *round, struct viewer viewer,
                struct view *view);

#endif

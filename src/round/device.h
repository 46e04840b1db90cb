/* SPDX-License-Identifier: Apache-2.0 */
/* device.h - the dealing device as the engine knows it: which cards are out, which must come first.
 *
 * The engine never draws; it checks what came out. Copies of a card are counted against the decks: since the
 * last shuffle for a shoe [rws 1.5], within the round for a shuffling machine [rws 1.8]. Cards put back at
 * the front, or seen face up there, must leave before any other. Pure; the state is struct memory in round.h.
 */
#ifndef CROUPIER_ROUND_DEVICE_H
#define CROUPIER_ROUND_DEVICE_H

#include "round/round.h"

/* STATUS_OK, or why this card cannot be the next: foreign to the deck, one copy too many, not the front one.
 */
enum status device_verify(const struct rulebook *book, const struct round *round, struct card card);

/* The refusal of a card for the reason that device_verify gives. A card that cannot be there is named as the
 * irregularity it is, with its clauses, so that staff need only confirm the report [mbs 5.1, 5.1.1]
 * [rws 5.5.1, 5.5.2] [bac 5.1, 5.1.1]. */
struct ruling device_refuse(enum status status);

/* True if a copy of the card may still be inside. */
bool device_may_hold(const struct rulebook *book, const struct round *round, struct card card);

/* The card leaves; `front` receives the irregularity that had put it at the front. */
struct front_card {
    uint8_t why; /* enum irregularity + 1; 0 for an ordinary card */
    bool late;
};
void device_draw(struct round *round, struct card card, struct front_card *front);

/* A card leaves face down. STATUS_CARD_NOT_FRONT: the face of the card at the front is known to all. When the
 * card is revealed, its face is verified against the decks (copies that are out, lie out or were put back)
 * and counts from then on. */
enum status device_verify_down(const struct rulebook *book, const struct round *round);
enum status device_verify_faces(const struct rulebook *book, const struct round *round,
                                const struct card *cards, unsigned count);
void device_reveal(struct round *round, struct card card);

/* A card that is out was entered wrongly: it is `card`, not `was`. */
void device_reread(struct round *round, struct card was, struct card card);

/* A card is out that did not come from the front. */
void device_out(struct round *round, struct card card);

/* Cards that left together lie out (CARD_NONE: face down) and are dealt or thrown away later, `lying` as
 * `card`. */
bool device_may_lie(const struct rulebook *book, const struct round *round, const struct card *cards,
                    unsigned count);
void device_lay_aside(struct round *round, const struct card *cards, unsigned count);

/* Cards known to be at the front leave first, whatever leaves with them. Returns how many of the cards, from
 * the first on, those are; -1: the cards begin with others. Cards known to be at the front stay known there
 * and are not laid aside. */
int device_front_leads(const struct round *round, const struct card *cards, unsigned count);
void device_take_aside(struct round *round, struct card lying, struct card card);

/* Cards that had left go back to the front, the first of them to come first. */
void device_put_back(struct round *round, const struct card *cards, unsigned count, enum irregularity why,
                     bool late);

/* A card is seen at the front without having left. */
void device_seen(struct round *round, struct card card, enum irregularity why, bool late);

static inline bool device_has_front(const struct round *round)
{
    return round->memory.front_count > 0;
}

/* How many cards the decks of this table have. */
unsigned device_card_count(const struct rulebook *book, const struct round *round);

/* The cards of a shoe at its end: how many of each card are missing, and how many are too many. */
struct reconciliation {
    uint16_t missing_count;
    uint16_t extra_count;
    uint8_t missing[CARD_CODE_COUNT];
    uint8_t extra[CARD_CODE_COUNT];
};

/* Compares the cards that left since the last shuffle, together with those found `inside` the device when it
 * was emptied (by card code, those at its front included), with the decks of this table. True if nothing is
 * missing or over; a card whose face nobody saw accounts for one that is missing. The result means nothing
 * for a shuffling machine, which takes its cards back after every round. */
bool device_reconcile(const struct rulebook *book, const struct round *round,
                      const uint8_t inside[CARD_CODE_COUNT], struct reconciliation *found);

/* A full shuffle: everything is inside again, in an order nobody knows. */
void device_shuffle(const struct rulebook *book, struct round *round);

/* The discards go back inside, behind what must come first; only `lying` of each card code stay out
 * [mbs 5.19]. */
void device_riffle(struct round *round, const uint8_t lying[CARD_CODE_COUNT]);

/* The next round begins: a shuffling machine has its cards back. */
void device_next_round(const struct rulebook *book, struct round *round);

#endif

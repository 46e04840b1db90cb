/* SPDX-License-Identifier: Apache-2.0 */
/* deck.h - the two kinds of deck, and how their cards are written.
 *
 * Pure; the kinds are constant tables. Cards are written as in round records: rank letter, then suit: "Th",
 * "9d" in the 52-card deck; "Tfi", "Fgo", "7wa" in the Elements deck of 65 [se 1.1.3, 2.1]. Letters are
 * case-sensitive. */
#ifndef CROUPIER_CARDS_DECK_H
#define CROUPIER_CARDS_DECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cards/card.h"

enum deck_id { DECK_FRENCH = 1, DECK_ELEMENTS = 2 };
enum { DECK_CARDS_MAX = 65, CARD_TEXT_MAX = 4 };

struct deck {
    enum deck_id id;
    const char *name; /* "french", "elements": as in rulebooks */
    unsigned suit_count;
    const char *rank_letters;               /* 13 letters, Ace first */
    const char *suit_codes[SUIT_COUNT_MAX]; /* "s" or "fi" */
    const char *suit_names[SUIT_COUNT_MAX]; /* "Spades" or "Fire" */
    const char *rank_names[RANK_COUNT + 1]; /* by rank, from 1 */
    uint8_t suit_colour[SUIT_COUNT_MAX]; /* suits of one colour share a number; Elements are all different */
    const char *help;                    /* for messages: the letters of this deck */
};

/* Never NULL for an id of the enumeration. */
const struct deck *deck_of(enum deck_id id);

/* NULL if no deck has that name. */
const struct deck *deck_find(const char *name);

static inline unsigned deck_card_count(const struct deck *deck)
{
    return deck->suit_count * RANK_COUNT;
}

/* The card number `index`, from 0 to deck_card_count - 1, suit by suit. */
struct card deck_card(const struct deck *deck, unsigned index);

/* True if the byte is one of this deck's cards. */
bool deck_has(const struct deck *deck, struct card card);

bool deck_parse_card(const struct deck *deck, const char *text, size_t length, struct card *card);

/* Writes the card and a zero byte, "?" for CARD_NONE; `size` >= CARD_TEXT_MAX. Returns text. */
const char *deck_print_card(const struct deck *deck, struct card card, char *text, size_t size);

/* One rank by its letter ("A", "T", "F"); 0 if the deck has no such letter. */
unsigned deck_parse_rank(const struct deck *deck, char letter);

static inline bool deck_same_colour(const struct deck *deck, struct card a, struct card b)
{
    return deck->suit_colour[card_suit(a)] == deck->suit_colour[card_suit(b)];
}

#endif

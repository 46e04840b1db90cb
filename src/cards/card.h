/* SPDX-License-Identifier: Apache-2.0 */
/* card.h - one playing card in one byte.
 *
 * Pure value. The low four bits are the rank, 1 (Ace) to 13; the next three the suit, counted from 0. The
 * byte 0 is no card (an empty place, or a card that lies face down). The thirteen ranks serve both decks:
 * where the 52-card deck says Jack, Queen and King, the 65-card Elements deck says Fu, Lu and Shou
 * [se 1.1.3]. A deck gives cards their names (deck.h), a family their values. */
#ifndef CROUPIER_CARDS_CARD_H
#define CROUPIER_CARDS_CARD_H

#include <stdbool.h>
#include <stdint.h>

enum { RANK_ACE = 1, RANK_TEN = 10, RANK_JACK = 11, RANK_QUEEN = 12, RANK_KING = 13 };
enum {
    RANK_COUNT = 13,
    SUIT_COUNT_MAX = 5,
    CARD_CODE_COUNT = 80 /* codes are below this: size of a count table */
};

struct card {
    uint8_t code;
};

#define CARD_NONE ((struct card){0})

static inline struct card card_make(unsigned rank, unsigned suit)
{
    return (struct card){(uint8_t)(suit << 4 | rank)};
}

static inline unsigned card_rank(struct card card)
{
    return card.code & 15U;
}

static inline unsigned card_suit(struct card card)
{
    return card.code >> 4;
}

static inline bool card_is_none(struct card card)
{
    return card.code == 0;
}

static inline bool card_equal(struct card a, struct card b)
{
    return a.code == b.code;
}

/* A set of ranks: bit r stands for rank r. */
typedef uint16_t rank_set;

static inline bool rank_set_has(rank_set set, unsigned rank)
{
    return ((unsigned)set >> rank & 1U) != 0;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* machine.h - a round as one table of steps, so that a card costs one look-up, whatever the game.
 *
 * The cards of a deck fall into symbols: cards of one symbol do the same to every hand. A state of a round is
 * a row of words, one for each symbol; the word of the card drawn tells which row comes next and what to add
 * to the round's mark, and may tell the round to stop: it is over, or a decision is needed that is not in the
 * table. Equal rows are one row, so hands of different cards that have the same future share it, and the
 * table of a game fits into the first-level cache.
 *
 * Made once, row after row from the end of a round to its beginning; read-only afterwards. Plain data.
 * Nothing in it is about a game: plan.h and baccarat_plan.h say what their marks mean. */
#ifndef CROUPIER_SIMULATE_MACHINE_H
#define CROUPIER_SIMULATE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "cards/deck.h"

enum {
    MACHINE_SYMBOLS_MAX = 32,
    MACHINE_WORDS_MAX = 1 << 16,
    MACHINE_SEEN_MAX = 1 << 14,
    MACHINE_IDLE = 0,  /* the row of idle rounds */
    MACHINE_MARK = 16, /* bits of a word: the row, the mark, stop */
    MACHINE_STOP = 31,
    MACHINE_MARKS = 1 << 14
};

struct machine {
    unsigned symbols;
    uint8_t symbol[DECK_CARDS_MAX];    /* of a card number */
    uint32_t count;                    /* words in use */
    uint32_t words[MACHINE_WORDS_MAX]; /* sealed: each is less by the number of its own row */
};

/* The rows made so far, by what is in them; only needed while a machine is made. */
struct machine_maker {
    struct machine *machine;
    uint32_t seen[MACHINE_SEEN_MAX]; /* row plus one; 0: none */
};

/* Starts with MACHINE_IDLE, a row that leads to itself whatever is drawn. `symbols` and `symbol`
 * of the machine are set already. */
void machine_maker_init(struct machine_maker *maker, struct machine *machine);

/* The row of these words, one for each symbol: the one that exists, or a new one. */
uint32_t machine_row(struct machine_maker *maker, const uint32_t *words);

/* Once all rows are made: turns words into differences, so that where a round stands (a row, and its mark
 * above it) plus the word of a card is where it stands then. */
void machine_seal(struct machine *machine);

/* The step of a round that stands at `at`, by one card. */
static inline uint32_t machine_step(const struct machine *machine, uint32_t at, unsigned card)
{
    return at + machine->words[(size_t)(uint16_t)at + machine->symbol[card]];
}

static inline uint32_t machine_stop(uint32_t mark)
{
    return 1U << MACHINE_STOP | mark << MACHINE_MARK;
}

static inline uint32_t machine_mark(uint32_t mark)
{
    return mark << MACHINE_MARK;
}

/* The mark that a word carries. */
static inline unsigned machine_mark_of(uint32_t word)
{
    return word << 1 >> (MACHINE_MARK + 1);
}

#endif

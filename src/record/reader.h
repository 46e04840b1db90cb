/* SPDX-License-Identifier: Apache-2.0 */
/* reader.h - the inside of the reader: the line being read, and the values its words have.
 *
 * For the files read*.c only. Every function that returns bool has added a fault (at most one per line) when
 * it returns false; a result is never left half filled. */
#ifndef CROUPIER_RECORD_READER_H
#define CROUPIER_RECORD_READER_H

#include "record/record.h"

/* The headers that other lines depend on, wherever they are among the first headers. */
struct found {
    struct word game;
    unsigned game_line; /* 0: there is none */
    unsigned areas;     /* 0: left out, or not a number */
};

struct reader {
    struct record *record;
    struct roster *roster; /* new names join it */
    const struct rulebook *book;
    const struct deck *deck;
    struct rulebook *tried; /* a copy on which `set` lines are tried; NULL until the first */
    struct words words;     /* of the line being read */
    unsigned line;
    unsigned round; /* from 0 */
    bool started;   /* the round has had its first act */
    bool no_memory;
    struct found found;
    uint32_t given; /* bit per header that may be given only once, and has been */
};

bool reader_fault(struct reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A new item of the line being read, or NULL when memory has run out (then reader->no_memory). */
struct record_item *reader_item(struct reader *reader, enum item_kind kind);

/* The next word; if there is none, the fault says that `what` is missing. */
bool reader_word(struct reader *reader, const char *what, struct word *word);

/* True if nothing is left on the line. */
bool reader_end(struct reader *reader);

bool reader_amount(struct reader *reader, int64_t *amount_cents);
bool reader_delta(struct reader *reader, int64_t *amount_cents);
bool reader_number(struct reader *reader, const char *what, unsigned max, unsigned *number);
bool reader_card(struct reader *reader, struct word word, struct card *card);
bool reader_name(struct reader *reader, struct word word,
                 uint8_t *person);                          /* puts a new name on the roster */
bool reader_person(struct reader *reader, uint8_t *person); /* the next word as a name */
bool reader_area(struct reader *reader, uint8_t *area);
bool reader_hand(struct reader *reader, struct spot *spot);
bool reader_insured(struct reader *reader, struct spot *spot);
bool reader_place(struct reader *reader, struct word word, bool discard, struct place *place);
bool reader_wager(struct reader *reader, struct spot *spot, uint8_t *wager); /* [SPOT] KIND */
bool reader_is_kind(const struct reader *reader, struct word word);          /* no person is called that */
bool reader_kind(struct reader *reader, struct word word, uint8_t *wager);

/* One line each, words after the first included. */
bool read_header(struct reader *reader, struct word name);
bool read_act(struct reader *reader, struct word who);
bool read_expectation(struct reader *reader);

#endif

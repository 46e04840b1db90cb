/* SPDX-License-Identifier: Apache-2.0 */
/* play.h - applies the acts of a few lines of a record and keeps where that leads. */
#ifndef CROUPIER_TESTS_PLAY_H
#define CROUPIER_TESTS_PLAY_H

#include <stdio.h>

#include "game/game.h"
#include "record/books.h"
#include "rulebook/load.h"

struct played {
    struct rulebook book;
    struct round round;
    struct events events; /* of the last act */
    struct ruling ruling; /* on it */
    char clauses[512];    /* of it */
};

/* Switches are "NAME VALUE", or NULL. All acts but the last must be accepted. */
static inline void play(struct played *played, const char *game, const char *headers, const char *lines,
                        const char *name, const char *value)
{
    char bytes[4096];
    struct record record;
    struct setting setting;
    struct text text;
    uint32_t own_limits = 0;
    snprintf(bytes, sizeof(bytes), "game %s\n%s\n%s\n", game, headers, lines);
    record_init(&record);
    if (record_read(&record, &builtin_books, bytes, strlen(bytes)) != STATUS_OK)
        fail_msg("line %u: %s\n%s", record.faults.items[0].line, record.faults.items[0].message, bytes);
    played->book = *record.book;
    if (name)
        assert_int_equal(rulebook_set_switch(&played->book, name, value), STATUS_OK);
    setting_init(&setting, &played->book, record.decks, record.areas);
    size_t i = 0;
    for (; i < record.item_count && record.items[i].kind == ITEM_HEADER; i++)
        header_apply(&record.items[i].header, &played->book, &setting, &own_limits);
    round_init(&played->round, &played->book, &setting);
    played->round.person_count = record.roster.count;
    for (; i < record.item_count; i++) {
        if (record.items[i].kind == ITEM_SEPARATOR) {
            round_next(&played->round, &played->book);
            continue;
        }
        played->ruling = round_apply(&played->book, &played->round, &record.items[i].act, &played->events);
        if (i + 1 < record.item_count && played->ruling.status != STATUS_OK)
            fail_msg("line %u: %s\n%s", record.items[i].line, status_name(played->ruling.status), bytes);
    }
    text_init(&text, played->clauses, sizeof(played->clauses));
    ruling_clauses(&played->book, &played->ruling, &text);
    record_release(&record);
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* show.h - tables as JSON, for one viewer: the state and the causes of docs/protocol.md.
 *
 * Everything about a round comes from table_view, round_wants and round_legal_acts for that viewer
 * (speech/tell.h, offers.h); no card or amount gets out in any other way. Any thread may call. */
#ifndef CROUPIER_SERVER_SHOW_H
#define CROUPIER_SERVER_SHOW_H

#include "server/asked.h"
#include "server/past.h"
#include "server/roads.h"
#include "server/viewpoint.h"

enum { SHOW_ALARMS_MAX = 8 };

struct alarm {
    int64_t time_ms;
    char level[12]; /* "warning", "error" */
    char code[24];
    const char *sentence;        /* a marked text; {what} is a blank */
    char what[TABLE_REASON_MAX]; /* the longest tells what a count of the cards found */
};

/* The parts of a state besides the table itself; kept by floor.h. */
struct surroundings {
    uint32_t present;       /* bit per person of the roster who is connected */
    int64_t clock_ahead_ms; /* from the table's clock to the time that people read */
    unsigned last_count;
    const struct past_round *last; /* newest first */
    const struct roads *roads;     /* NULL where there are none */
    const char *speed;             /* of a table for one; NULL: not one */
    unsigned company;              /* there: how many of the demo's people play along */
    unsigned company_max;
    unsigned alarm_count;
    const struct alarm *alarms;
};

/* A state is an object of two parts, each written as members of the open object. The public part is the same
 * for all viewers of one language; the private part is the viewer's: cards, stakes, offers, questions,
 * balance. */
void show_public(struct out *out, const struct table *table, const struct table_state *state,
                 const struct surroundings *around, unsigned language);
void show_private(struct out *out, const struct table *table, const struct table_state *state,
                  const struct surroundings *around, const struct asking *asked,
                  const struct viewpoint *viewpoint);
void show_state(struct out *out, const struct table *table, const struct table_state *state,
                const struct surroundings *around, const struct viewpoint *viewpoint);

/* The events as items of the open array: the same for all viewers of one language. */
void show_events(struct out *out, const struct rulebook *book, const struct table_state *state,
                 const struct events *events, unsigned language);

/* "actor", "person"? and "act" of the act as an object. `person` is the staff member's name, or NULL. */
void show_cause(struct out *out, const struct rulebook *book, const struct table_state *state,
                const struct act *act, bool system, const char *person);

/* A text by code of the language: {"en": "Pair", "zh": ...}. */
void show_labels(struct out *out, const char *key, const struct label *label);

/* "limits" of every wager of the book, with what the book calls it. */
void show_limits(struct out *out, const struct rulebook *book, const struct setting *setting);

void show_roads(struct out *out, const struct roads *roads);
void show_alarm(struct out *out, const struct alarm *alarm, const char *table, unsigned language);

/* A player's number for a shoe: what was promised and, once it is mixed in, the number itself. */
void show_luck_number(struct out *out, const struct luck_number *number, bool mixed);

#endif

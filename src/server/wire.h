/* SPDX-License-Identifier: Apache-2.0 */
/* wire.h - tables, events and offers as JSON, for one viewer: the data of docs/protocol.md.
 *
 * Everything about a round comes from round_view, round_wants and round_legal_acts for that viewer; there is
 * no other way for a card or an amount to get out. Any thread may call. */
#ifndef CROUPIER_SERVER_WIRE_H
#define CROUPIER_SERVER_WIRE_H

#include "server/out.h"
#include "server/roads.h"
#include "server/user_role.h"
#include "speech/sentence.h"
#include "table/table.h"

enum { WIRE_LAST_MAX = 24, WIRE_SUMMARY_MAX = 96, WIRE_ALARMS_MAX = 8, WIRE_SENTENCE_MAX = 160 };

/* Who looks. `name` is "" for somebody who is not logged in. */
struct viewpoint {
    const char *name;
    enum user_role role;
    unsigned language;
    bool has_balance;
    int64_t balance_cents;
};

/* A finished round, as the lobby and the table show it. */
struct last_round {
    uint32_t number;
    bool voided;
    uint8_t winner;                 /* enum winner; 0 where there is none */
    char outcome[WIRE_SUMMARY_MAX]; /* the Dealer's total, or Player and Banker's */
};

struct alarm {
    int64_t time_ms;
    char level[12]; /* "warning", "error" */
    char code[24];
    const char *sentence;        /* a marked text; {what} is a blank */
    char what[TABLE_REASON_MAX]; /* the longest tells what a count of the cards found */
};

/* What a state shows besides the table itself; kept by floor.h. */
struct surroundings {
    uint32_t present;       /* bit per person of the roster who is connected */
    int64_t clock_ahead_ms; /* from the table's clock to the time that people read */
    unsigned last_count;
    const struct last_round *last; /* newest first */
    const struct roads *roads;     /* NULL where there are none */
    unsigned alarm_count;
    const struct alarm *alarms;
};

void wire_state(struct out *out, const struct table *table, const struct table_state *state,
                const struct surroundings *around, const struct viewpoint *viewpoint);

/* The events as items of an array that is open. */
void wire_events(struct out *out, const struct rulebook *book, const struct table_state *state,
                 const struct events *events, const struct viewpoint *viewpoint);

/* "actor", "person"? and "act" of the act as an object. `person` is the staff member's name, or NULL. */
void wire_cause(struct out *out, const struct rulebook *book, const struct table_state *state,
                const struct act *act, bool system, const char *person);

/* The words of an act without its actor. */
void wire_act_words(const struct rulebook *book, const struct table_state *state, const struct act *act,
                    struct text *text);

/* A text by code of the language: {"en": "Pair", "zh": ...}. */
void wire_put_labels(struct out *out, const char *key, const struct label *label);

/* "limits" of every wager of the book, with what the book calls it. */
void wire_put_limits(struct out *out, const struct rulebook *book, const struct setting *setting);

/* One of the last rounds, as the state and the lists of rounds tell it. */
void wire_put_last(struct out *out, const struct last_round *last);

/* What the finished round of this state came to. */
void wire_last_round(const struct rulebook *book, const struct table_state *state, struct last_round *last);

void wire_roads(struct out *out, const struct roads *roads);
void wire_alarm(struct out *out, const struct alarm *alarm, const char *table, unsigned language);

/* The person's place in the roster, or -1. */
int wire_person(const struct table_state *state, const struct viewpoint *viewpoint);

#endif

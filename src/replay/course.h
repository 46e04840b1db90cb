/* SPDX-License-Identifier: Apache-2.0 */
/* course.h - a replay in progress: the present state of the round, and every event of it so far. */
#ifndef CROUPIER_REPLAY_COURSE_H
#define CROUPIER_REPLAY_COURSE_H

#include "game/game.h"
#include "record/record.h"
#include "record/write.h"

struct replay {
    const struct record *record; /* borrowed while it runs */
    struct rulebook book;        /* the record's, with its own switches */
    struct round round;
    struct writer writer; /* the words of this record */
    struct events events; /* of the last act */
    struct event *log;    /* owned: every event of the round so far */
    size_t log_count;
    size_t log_room;
    size_t line_start;     /* where in the log the last line of acts begins */
    struct ruling ruling;  /* on the last line of acts */
    unsigned round_number; /* from 1 */
    bool acted;            /* the round has had an act */
    uint32_t own_limits;   /* see header_apply */
};

/* The final result of each wager of the round: the last EVENT_RESULT for each person, spot and kind, in the
 * order in which they came. */
void replay_each_result(const struct replay *replay, void (*each)(void *context, const struct event *event),
                        void *context);

/* The sum of a person's results; false if there are none. */
bool replay_net(const struct replay *replay, unsigned person, int64_t *net_cents);

#endif

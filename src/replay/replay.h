/* SPDX-License-Identifier: Apache-2.0 */
/* replay.h - runs a round record through the rules engine and checks its expectations.
 *
 * Acts go to round_apply as they are. The watcher is called for an act that is refused without `= refused`,
 * and for an expectation that is not met; after the latter the rest of that round is skipped (section 9 of
 * docs/notation.md). `dealer: end` is implied at the end of every round. No I/O. A replay owns the log of the
 * round's events on the heap and is large: keep it off small stacks. */
#ifndef CROUPIER_REPLAY_REPLAY_H
#define CROUPIER_REPLAY_REPLAY_H

#include "replay/course.h"

/* What a replay found. Nothing is wrong if refused, unmet and broken are 0. */
struct replay_outcome {
    unsigned rounds;
    unsigned acts;
    unsigned refused; /* acts refused without `= refused` */
    unsigned unmet;   /* expectations not met */
    unsigned broken;  /* cards that could not have left the device */
};

/* Callbacks during a replay; any function may be NULL. */
struct replay_watch {
    void *context;
    /* An act was ruled on; its events are replay->events. Called for each card of a line of several. */
    void (*ruled)(void *context, const struct replay *replay, const struct record_item *item,
                  const struct ruling *ruling);
    /* Something is wrong: FILE:line: message. */
    void (*failed)(void *context, unsigned line, const char *message);
    /* The round has come to its end; replay->log is complete. */
    void (*ended)(void *context, const struct replay *replay);
};

void replay_init(struct replay *replay);
void replay_release(struct replay *replay);

/* Runs the whole record, which must have been read without faults. STATUS_NO_MEMORY, or STATUS_OK whatever
 * the outcome. */
enum status replay_run(struct replay *replay, const struct record *record, const struct replay_watch *watch,
                       struct replay_outcome *outcome) MUST_CHECK;

static inline bool replay_outcome_good(const struct replay_outcome *outcome)
{
    return outcome->refused + outcome->unmet + outcome->broken == 0;
}

#endif

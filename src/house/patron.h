/* SPDX-License-Identifier: Apache-2.0 */
/* patron.h - what protects patrons: limits, time-outs, exclusions.
 *
 * Pure. Everything follows from entries *patron* (docs/journal.md, section 15), in their order and by their
 * times. A lower limit counts at once; a higher one, or none, a day later. A time-out, and an exclusion that
 * people chose for themselves, lasts until its end. Owns its memory (patrons_release). */
#ifndef CROUPIER_HOUSE_PATRON_H
#define CROUPIER_HOUSE_PATRON_H

#include "base/text.h"
#include "journal/entry.h"
#include "ledger/account.h"

#define PATRON_WAIT_MS (INT64_C(24) * 3600 * 1000)
#define PATRON_NEVER   INT64_MAX   /* an exclusion without an end */
#define PATRON_NONE    INT64_C(-1) /* no limit */

enum { PATRON_BY_MAX = 16, PATRON_TEXT_MAX = 192, PATRON_LINE_MAX = 480 };

/* X(identifier, what, period) */
#define PATRON_LIMIT_LIST(X)                                                                                 \
    X(PATRON_LOSS_DAY, "loss", "day")                                                                        \
    X(PATRON_LOSS_WEEK, "loss", "week")                                                                      \
    X(PATRON_LOSS_MONTH, "loss", "month")                                                                    \
    X(PATRON_STAKE, "stake", "once")                                                                         \
    X(PATRON_TIME, "time", "day")

enum patron_limit {
#define PATRON_LIMIT_ENUM(id, what, period) id,
    PATRON_LIMIT_LIST(PATRON_LIMIT_ENUM)
#undef PATRON_LIMIT_ENUM
        PATRON_LIMITS
};

struct patron_bound {
    int64_t now;     /* cents, or minutes; PATRON_NONE */
    int64_t next;    /* comes into force at ... */
    int64_t from_ms; /* ... this moment; 0: nothing waits */
};

struct patron {
    char name[ACCOUNT_NAME_MAX];
    struct patron_bound limits[PATRON_LIMITS];
    int64_t time_out_ms;             /* until then; 0: none */
    int64_t self_excluded_ms;        /* by themselves, until then; 0: not */
    int64_t excluded_ms;             /* by others, until then; 0: not */
    char excluded_by[PATRON_BY_MAX]; /* of these: house, family, law */
};

struct patrons {
    struct patron *items;
    unsigned count;
    unsigned room;
};

/* ---- The words of an entry. ---- */

enum patron_verb { PATRON_LIMIT, PATRON_TIME_OUT, PATRON_EXCLUDED, PATRON_READMITTED };

struct patron_words {
    enum patron_verb verb;
    char name[ACCOUNT_NAME_MAX];
    enum patron_limit limit;
    int64_t value;    /* PATRON_LIMIT */
    int64_t until_ms; /* PATRON_TIME_OUT, PATRON_EXCLUDED */
    char by[PATRON_BY_MAX];
};

bool patron_limit_find(const char *what, const char *period, enum patron_limit *limit);
const char *patron_limit_what(enum patron_limit limit);
const char *patron_limit_period(enum patron_limit limit);

void patron_words_print(const struct patron_words *words, struct text *text);
bool patron_words_parse(struct span span, struct patron_words *words);

/* ---- Everybody. ---- */

void patrons_release(struct patrons *patrons);

/* NULL: no limit, time-out or exclusion was ever set for them. Borrowed until the next entry. */
const struct patron *patrons_find(const struct patrons *patrons, const char *name);

/* STATUS_NOT_READMITTED, STATUS_TIME_OUT: nobody can lift or shorten what a person chose for themselves.
 * `time_ms` is the entry's time. */
enum status patrons_verify(const struct patrons *patrons, const struct patron_words *words,
                           int64_t time_ms) MUST_CHECK;
enum status patrons_take(struct patrons *patrons, const struct patron_words *words,
                         int64_t time_ms) MUST_CHECK;

/* A person's limits once such an entry is taken. */
void patrons_after(const struct patrons *patrons, const struct patron_words *words, int64_t time_ms,
                   struct patron *after);

/* Adds a person, or replaces what is in force for them. */
enum status patrons_put(struct patrons *patrons, const struct patron *patron) MUST_CHECK;

/* All that is in force for a person as one line, without the name, and back. */
void patron_print(const struct patron *patron, struct text *text);
bool patron_parse(const char *name, struct span span, struct patron *patron);

/* A limit at a moment, or PATRON_NONE. */
int64_t patron_limit_at(const struct patron *patron, enum patron_limit limit, int64_t time_ms);

/* Whether a person may play at a moment: STATUS_OK, STATUS_EXCLUDED or STATUS_TIME_OUT. With a NULL patron
 * STATUS_OK. */
enum status patron_may_play(const struct patron *patron, int64_t time_ms) MUST_CHECK;

/* A person's play so far; and whether they may stake `stake_cents` more. */
struct patron_play {
    int64_t lost_cents[3]; /* today, this week, this month; below 0: won */
    int64_t minutes;       /* of play today */
};
enum status patron_may_stake(const struct patron *patron, const struct patron_play *play, int64_t stake_cents,
                             int64_t time_ms) MUST_CHECK;

#endif

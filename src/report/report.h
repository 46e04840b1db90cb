/* SPDX-License-Identifier: Apache-2.0 */
/* report.h - the figures of a period, worked out from the books: by table, game, dealer and hour.
 *
 * Reads the entries of the period, and of earlier ones only the shoe each table was in. Rounds go through the
 * rules again, to find what was staked on which wager; money comes from the postings. So a report is the same
 * before and after a restart, whoever asks for it. Owns its memory (report_release). */
#ifndef CROUPIER_REPORT_REPORT_H
#define CROUPIER_REPORT_REPORT_H

#include "base/out.h"
#include "base/text.h"
#include "report/edges.h"
#include "report/figures.h"
#include "report/period.h"
#include "round/round.h"

enum { REPORT_TALLIES_MAX = 64, REPORT_HOURS = 24, REPORT_SHIFTS_MAX = 8 };

struct report_tally {
    char name[48];
    uint64_t count;
};

struct report {
    struct period period;
    const char *table;          /* only this one; NULL: all. Borrowed */
    struct figures_rows tables; /* in the order of their chains */
    struct figures_rows games;
    struct figures_rows dealers; /* "": the system deals */
    struct figures_rows hours;   /* "00" to "23", in local time */
    struct figures total;
    unsigned tally_count; /* irregularities by kind, then what else was counted */
    struct report_tally tallies[REPORT_TALLIES_MAX];
    unsigned shift_count; /* shifts that were opened in the period, each name once */
    char shifts[REPORT_SHIFTS_MAX][SHIFT_NAME_MAX];
    uint64_t corrections;   /* of money, and of cards that were read wrongly */
    uint64_t limits;        /* changes of limits */
    uint64_t people;        /* changes of people */
    int64_t variance_cents; /* what counts found missing */
};

struct report_clock {
    int64_t (*local)(int64_t time_ms); /* seconds of local time; NULL: UTC */
};

void report_release(struct report *report);

/* `go_on` may be NULL; it is called now and then, and false ends the work with STATUS_CANCELLED. */
struct report_watch {
    bool (*go_on)(void *context, uint64_t done, uint64_t all);
    void *context;
};

/* Fills an empty report in which the caller has set `period` and `table`. With `edges` NULL there is no
 * theoretical win. */
enum status report_gather(struct report *report, struct store *store, struct edges *edges,
                          struct report_clock clock, const struct report_watch *watch,
                          struct store_failure *failure) MUST_CHECK;

/* The stakes of a round that has ended, without wagers that were handed back or withdrawn. */
int64_t report_turnover(const struct round *round);

/* ISO 4217 for "no currency": the house has not named one. */
#define REPORT_NO_CURRENCY "XXX"

/* As JSON, as CSV with a heading, and for people. `currency` is three letters of ISO 4217; `moment` writes a
 * time with its zone (ISO 8601). */
struct report_form {
    const char *currency;
    void (*moment)(int64_t time_ms, char *text, size_t size);
};
void report_put_json(const struct report *report, const struct report_form *form, struct out *out);
void report_put_csv(const struct report *report, const struct report_form *form, struct out *out);
void report_put_text(const struct report *report, const struct report_form *form, struct out *out);

#endif

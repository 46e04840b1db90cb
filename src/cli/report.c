/* SPDX-License-Identifier: Apache-2.0 */
/* report.c - croupier report: what a day, a shift or a month brought, from the books. */
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "server/reports.h"
#include "server/zone.h"
#include "store/database.h"

enum { KEY_SHIFT = 0xc00, KEY_TABLE, KEY_CSV, KEY_ZONE, KEY_TURNS, KEY_CURRENCY };

struct report_args {
    struct journal_args journal;
    const char *period; /* NULL: the days there are */
    const char *shift;
    const char *table;
    const char *zone;
    const char *currency;
    struct calendar calendar;
    bool csv;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        state->child_inputs[1] = &args->journal.archives;
        return 0;
    case KEY_SHIFT:
        args->shift = arg;
        return 0;
    case KEY_TABLE:
        args->table = arg;
        return 0;
    case KEY_CSV:
        args->csv = true;
        return 0;
    case KEY_ZONE:
        args->zone = arg;
        if (!zone_known(arg))
            argp_error(state, "there is no time zone %s; a zone is written as Asia/Singapore", arg);
        return 0;
    case KEY_TURNS:
        if (!calendar_parse_turn(&args->calendar, arg))
            argp_error(state, "--turns takes a time of day such as 06:00, not %s", arg);
        return 0;
    case KEY_CURRENCY:
        args->currency = arg;
        if (strlen(arg) != 3 || strspn(arg, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 3)
            argp_error(state, "--currency takes three capital letters such as SGD, not %s", arg);
        return 0;
    case ARGP_KEY_ARG:
        if (args->period)
            argp_error(state, "one argument too many: %s", arg);
        args->period = arg;
        return 0;
    case ARGP_KEY_END: /* a month has many of that name */
        if (args->shift && (!args->period || strlen(args->period) != sizeof "2026-11-18" - 1))
            argp_error(state, "--shift goes with a date (2026-11-18)");
        if ((args->table || args->csv) && !args->period)
            argp_error(state, "name a date (2026-11-18) or a month (2026-11)");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"shift", KEY_SHIFT, "NAME", 0, "Only this shift of the day", 0},
    {"table", KEY_TABLE, "TABLE", 0, "Only this table", 0},
    {"csv", KEY_CSV, NULL, 0,
     "Print comma-separated values: a row for each table, game, dealer and hour, "
     "and the total",
     0},
    {"zone", KEY_ZONE, "ZONE", 0, "The time zone (that of the gaming day, or UTC)", 0},
    {"turns", KEY_TURNS, "HH:MM", 0, "When a day begins, for a house without gaming days (06:00)", 0},
    {"currency", KEY_CURRENCY, "CODE", 0,
     "Three letters of ISO 4217, for the heading and the CSV (" REPORT_NO_CURRENCY ")", 0},
    {0},
};
static const struct argp_child children[] = {
    {&journal_json_argp, 0, NULL, 0}, {&archives_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[DATE|MONTH]",
    .doc =
        "Prints the figures of a gaming day (2026-11-18), of a shift of it or of a month (2026-11): win, "
        "drop, hold, turnover, theoretical win, rounds and pace, by table, game, dealer and hour; also "
        "irregularities and changes.\vWithout a date it lists the gaming days. Everything is worked out "
        "from the books: win = closing float + credits + drop - opening float - fills; hold = win / drop; "
        "theoretical = stakes times the exact edge. A database in use may be read. Exit status 0: done; 1: "
        "there is no such day; 2: the file cannot be read.\n",
};

static bool show_progress(void *context, uint64_t done, uint64_t all)
{
    struct progress *progress = context;
    progress->total = all;
    progress_show(progress, done);
    return true;
}

static int list_days(const struct report_args *args, struct store *store)
{
    struct store_failure failure;
    unsigned count;
    struct period *days = calloc(PERIOD_DAYS_MAX, sizeof *days);
    json_t *list = json_array();
    enum status status =
        days ? period_days(store, days, PERIOD_DAYS_MAX, &count, &failure) : STATUS_NO_MEMORY;
    for (unsigned i = 0; status == STATUS_OK && i < count; i++) {
        char from[48];
        zone_use(args->zone ? args->zone : days[i].zone);
        zone_print(days[i].from_ms, from, sizeof from);
        if (args->journal.json)
            json_array_append_new(
                list, json_pack("{s:s, s:b, s:s}", "date", days[i].name, "open", days[i].open, "from", from));
        else
            printf("%s  from %s%s\n", days[i].name, from, days[i].open ? ", still open" : "");
    }
    if (status == STATUS_OK && args->journal.json)
        print_json(list);
    else
        json_decref(list);
    if (status == STATUS_OK && !args->journal.json && count == 0)
        printf("No gaming day was ever opened here; name a date.\n");
    free(days);
    return status ? complain("%s", status_sentence(status)) : EXIT_DONE;
}

static void print_report(const struct report_args *args, const struct report *report)
{
    struct report_form form = {.currency = args->currency, .moment = zone_print};
    struct out out;
    out_init(&out);
    if (args->journal.json)
        report_put_json(report, &form, &out);
    else if (args->csv)
        report_put_csv(report, &form, &out);
    else
        report_put_text(report, &form, &out);
    fwrite(out.bytes, 1, out.used, stdout);
    if (args->journal.json)
        putchar('\n');
    out_release(&out);
}

static int make_report(struct report_args *args, struct store *store)
{
    struct store_failure failure = {0};
    struct edges edges = {.count = 0};
    struct progress progress;
    struct report *report = calloc(1, sizeof *report);
    if (!report)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    zone_use(args->zone ? args->zone : "UTC");
    enum status status =
        reports_period(store, &args->calendar, args->period, args->shift, &report->period, &failure);
    if (status == STATUS_OK && !args->zone && report->period.zone[0])
        zone_use(report->period.zone);
    report->table = args->table;
    progress_init(&progress, 0);
    if (status == STATUS_OK)
        status = report_gather(report, store, &edges, (struct report_clock){zone_local},
                               &(struct report_watch){show_progress, &progress}, &failure);
    progress_end(&progress);
    if (status == STATUS_OK)
        print_report(args, report);
    edges_release(&edges);
    report_release(report);
    free(report);
    if (status == STATUS_NOT_FOUND) {
        complain("these books have nothing about %s%s%s", args->period, args->shift ? " " : "",
                 args->shift ? args->shift : "");
        return EXIT_DIFFERENT;
    }
    if (status == STATUS_BAD_TEXT)
        return complain("the period must be a date (2026-11-18) or a month (2026-11), not %s", args->period);
    return status ? complain("%s", failure.message[0] ? failure.message : status_sentence(status))
                  : EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct report_args args = {.journal = {.database = JOURNAL_DATABASE}, .currency = REPORT_NO_CURRENCY};
    struct store *store;
    uint32_t chain;
    calendar_init(&args.calendar);
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int result = journal_open(&args.journal, &store);
    if (result)
        return result;
    if (args.table)
        result = journal_table(store, args.table, &chain);
    if (result == EXIT_DONE)
        result = args.period ? make_report(&args, store) : list_days(&args, store);
    store_close(store);
    return result;
}

const struct command command_report = {
    .name = "report",
    .summary = "the figures of a day, a shift or a month",
    .run = run,
    .argp = &argp,
};

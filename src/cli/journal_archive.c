/* SPDX-License-Identifier: Apache-2.0 */
/* journal_archive.c - croupier journal archive: closed months move into a sealed file. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "store/archive.h"

enum { KEY_OUT = 0x700, KEY_UNTIL };

struct archiving_args {
    struct journal_args journal;
    const char *out;
    const char *until; /* a month */
    int64_t until_ms;  /* its end */
};

/* "2026-10": the first moment of the month behind it, in UTC. */
static bool month_end(const char *text, int64_t *end_ms)
{
    struct tm first = {.tm_mday = 1};
    const char *end = strptime(text, "%Y-%m", &first);
    if (strlen(text) != sizeof "2026-11" - 1 || !end || *end || first.tm_year < 70)
        return false;
    first.tm_mon++;
    *end_ms = (int64_t)timegm(&first) * 1000;
    return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct archiving_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        return 0;
    case KEY_OUT:
        args->out = arg;
        return 0;
    case KEY_UNTIL:
        args->until = arg;
        if (!month_end(arg, &args->until_ms))
            argp_error(state, "--until takes a month such as 2026-10, not %s", arg);
        return 0;
    case ARGP_KEY_END:
        if (!args->out || !args->until)
            argp_error(state, "--out and --until are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"out", KEY_OUT, "ARCHIVE", 0, "The archive to create", 0},
    {"until", KEY_UNTIL, "YYYY-MM", 0, "The last month to archive, in UTC; it must be over", 0},
    {0},
};
static const struct argp_child children[] = {{&journal_json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Moves the entries up to the end of a month into a sealed file. The file is compared with the "
        "database, row by row, before the database loses them in one step.\vA server on SQLite must not be "
        "running. Servers on PostgreSQL may go on; use the address of the tables' owner. Positions, "
        "numbers, hashes and balances do not change, and what a table or an account needs to continue stays "
        "in the database. After a crash the database is either unchanged or done: run the same command "
        "again. croupier audit reads both as one log if the archive is named or is beside the database; "
        "behind a mark it needs only the database.",
};

static void show_stage(void *context, enum archive_stage stage)
{
    static const char *const words[] = {[ARCHIVE_CHOSEN] = "A checkpoint seals these entries.",
                                        [ARCHIVE_DRAFTED] = "The archive is written.",
                                        [ARCHIVE_NAMED] = "The archive agrees with the database.",
                                        [ARCHIVE_REMADE] = "The database without them is ready.",
                                        [ARCHIVE_DONE] = "It has replaced the database."};
    (void)context;
    fprintf(stderr, "%s\n", words[stage]);
}

static void print_archive(const struct archive *archive, const struct archiving_args *args)
{
    char root[HASH_TEXT_MAX];
    hash_print(&archive->root, root, sizeof root);
    if (args->journal.json)
        print_json(json_pack("{s:s, s:I, s:I, s:s, s:I, s:I, s:I}", "archive", args->out, "first",
                             (json_int_t)archive->first, "last", (json_int_t)archive->last, "root", root,
                             "bytes", (json_int_t)archive->bytes, "database_bytes_before",
                             (json_int_t)archive->bytes_before, "database_bytes",
                             (json_int_t)archive->bytes_after));
    else
        printf("%s: entries %" PRIu64 " to %" PRIu64 " (%" PRIu64 " bytes); the database has %" PRIu64
               " bytes now and had %" PRIu64 ".\nThe root of the log at %" PRIu64 " entries is %s.\n",
               args->out, archive->first, archive->last, archive->bytes, archive->bytes_after,
               archive->bytes_before, archive->last, root);
}

static int run(int argc, char **argv)
{
    struct archiving_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct store_failure failure;
    struct archive archive;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (args.until_ms > (int64_t)time(NULL) * 1000)
        return complain("%s is not over yet", args.until);
    struct archive_options archiving = {.path = args.journal.database,
                                        .out = args.out,
                                        .until_ms = args.until_ms,
                                        .watch = {args.journal.json ? NULL : show_stage, NULL}};
    if (archive_house(&archiving, &archive, &failure) != STATUS_OK)
        return complain("%s", failure.message);
    print_archive(&archive, &args);
    return EXIT_DONE;
}

const struct command command_journal_archive = {
    .name = "archive",
    .summary = "move closed months into a sealed file",
    .run = run,
    .argp = &argp,
};

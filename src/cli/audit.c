/* SPDX-License-Identifier: Apache-2.0 */
/* audit.c - croupier audit: works out everything a journal says once more. */
#include "audit/audit_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/style.h"

struct audit_args {
    struct journal_args journal;
    const char *key;
};

enum { KEY_KEY = 0x200 };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct audit_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        return 0;
    case KEY_KEY:
        args->key = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"key", KEY_KEY, "KEY", 0,
     "The house's public key, as noted down elsewhere; else the one the journal names", 0},
    {0},
};
static const struct argp_child children[] = {{&journal_json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Works out again, from the journal and its rulebooks alone, every ruling, payment and balance; checks "
        "chains, signatures, shoes and cards; and compares everything the database repeats.\vThe first "
        "difference is told with its table and entry. Exit status 0: clean; 1: something differs; 2: the file "
        "cannot be read. The format is in docs/journal.md. A database in use may be audited.",
};

static bool show_progress(void *context, uint64_t entries, uint64_t entries_total)
{
    struct progress *progress = context;
    progress->total = entries_total;
    progress_show(progress, entries);
    return true;
}

/* ---- What came of it. ---- */

static json_t *result_json(const struct audit *audit, bool clean, double seconds)
{
    const struct audit_counts *counts = &audit->counts;
    json_t *result = json_pack(
        "{s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "clean", clean, "entries",
        (json_int_t)audit->walk.entries, "tables", (json_int_t)(audit->walk.chain_count - 1), "rounds",
        (json_int_t)counts->rounds, "acts", (json_int_t)counts->acts, "cards", (json_int_t)counts->cards,
        "shoes", (json_int_t)counts->shoes, "shoes_revealed", (json_int_t)counts->shoes_revealed,
        "shoes_reread", (json_int_t)counts->shoes_reread, "signatures", (json_int_t)audit->walk.signatures,
        "accounts", (json_int_t)audit->walk.ledger.count, "sum_cents",
        (json_int_t)ledger_sum_cents(&audit->walk.ledger), "seconds", seconds);
    if (!clean)
        json_object_set_new(result, "difference",
                            json_pack("{s:s, s:I, s:s}", "table", audit->fault.table, "entry",
                                      (json_int_t)audit->fault.entry, "message", audit->fault.message));
    return result;
}

static void print_result(const struct audit *audit, bool clean, double seconds)
{
    const struct audit_counts *counts = &audit->counts;
    printf("%" PRIu64 " entries, %" PRIu64 " signatures, %" PRIu64 " rounds, %" PRIu64 " acts, %" PRIu64
           " cards, %" PRIu64 " of %" PRIu64 " virtual shoes revealed and checked (%.2f s)\n",
           audit->walk.entries, audit->walk.signatures, counts->rounds, counts->acts, counts->cards,
           counts->shoes_revealed, counts->shoes, seconds);
    if (counts->shoes_reread)
        printf("%" PRIu64
               " shoes were begun by a version of this program that knew other keys of rulebooks: they were "
               "checked by the words of their rulebooks in the journal.\n",
               counts->shoes_reread);
    if (clean)
        printf("%sClean:%s every ruling, payment and balance follows; all balances add up to 0.\n",
               style_of(stdout, STYLE_GOOD), style_of(stdout, STYLE_PLAIN));
    else if (audit->fault.entry)
        printf("%sDifferent:%s %s, entry %" PRIu64 ": %s\n", style_of(stdout, STYLE_BAD),
               style_of(stdout, STYLE_PLAIN), audit->fault.table, audit->fault.entry, audit->fault.message);
    else
        printf("%sDifferent:%s %s\n", style_of(stdout, STYLE_BAD), style_of(stdout, STYLE_PLAIN),
               audit->fault.message);
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static int run(int argc, char **argv)
{
    struct audit_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct timespec start;
    struct store_failure failure;
    struct progress progress;
    struct public_key key;
    struct audit audit;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (args.key && !public_key_parse(args.key, strlen(args.key), &key))
        return complain("--key is %d hexadecimal digits, not %s", 2 * PUBLIC_KEY_BYTES, args.key);
    clock_gettime(CLOCK_MONOTONIC, &start);
    progress_init(&progress, 0);
    struct audit_options audit_options = {
        .key = args.key ? &key : NULL, .watch = {show_progress, &progress}, .two_threads = true};
    enum status status = audit_file(&audit, args.journal.database, &audit_options, &failure);
    progress_end(&progress);
    bool told = audit.fault.message[0];
    if (status && !told)
        complain("%s", failure.message[0] ? failure.message : status_sentence(status));
    else if (args.journal.json)
        print_json(result_json(&audit, status == STATUS_OK, seconds_since(&start)));
    else
        print_result(&audit, status == STATUS_OK, seconds_since(&start));
    audit_release(&audit);
    return status == STATUS_OK ? EXIT_DONE : told ? EXIT_DIFFERENT : EXIT_USAGE;
}

const struct command command_audit = {
    .name = "audit",
    .summary = "work out everything a journal says once more",
    .run = run,
    .argp = &argp,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* audit.c - croupier audit: works out everything a journal says once more. */
#include "audit/audit_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/heads.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/style.h"

struct audit_args {
    struct journal_args journal;
    struct head_args heads;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct audit_args *args = state->input;
    (void)arg;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = &args->journal;
    state->child_inputs[1] = &args->heads;
    return 0;
}

static const struct argp_child children[] = {
    {&journal_json_argp, 0, NULL, 0}, {&heads_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .parser = parse,
    .children = children,
    .doc =
        "Works out again, from the journal and its rulebooks alone, every ruling, payment and balance; checks "
        "tree, checkpoints, shoes and cards; and compares everything the database repeats.\vThe first "
        "difference is told with its table and entry. What a journal says about itself shows that it is whole; "
        "who wrote it, and that nothing was taken off its end, is shown by what is known from outside: the "
        "house's key (--key) and checkpoints that witnesses have seen (--checkpoint). Exit status 0: clean; 1: "
        "something differs; 2: the file cannot be read. The format is in docs/journal.md. A database in use may "
        "be audited.",
};

static bool show_progress(void *context, uint64_t entries, uint64_t entries_total)
{
    struct progress *progress = context;
    progress->total = entries_total;
    progress_show(progress, entries);
    return true;
}

/* ---- What came of it. ---- */

static json_t *log_json(const struct audit_log *log, const struct heads *heads)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:i, s:I, s:I, s:b}", "origin", log->origin, "checkpoints",
                     (json_int_t)log->checkpoints, "sealed", (json_int_t)log->sealed, "tail_entries",
                     (json_int_t)log->tail, "tail_ms", (json_int_t)log->tail_ms, "heads", (int)log->heads,
                     "cosignatures", (json_int_t)log->cosignatures, "cosignatures_held",
                     (json_int_t)log->cosignatures_held, "key_known", heads->has_key);
}

static json_t *result_json(const struct audit *audit, const struct heads *heads, bool clean, double seconds)
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
    json_object_set_new(result, "log", log_json(&audit->log, heads));
    if (!clean)
        json_object_set_new(result, "difference",
                            json_pack("{s:s, s:I, s:s}", "table", audit->fault.table, "entry",
                                      (json_int_t)audit->fault.entry, "message", audit->fault.message));
    return result;
}

static void print_tail(const struct audit_log *log)
{
    if (log->tail)
        printf("Unsealed tail: %" PRIu64 " entries, %.1f s; nothing but the database vouches for these.\n",
               log->tail, (double)log->tail_ms / 1000);
}

/* The grounds of the verdict. */
static void print_grounds(const struct audit *audit, const struct heads *heads)
{
    print_tail(&audit->log);
    if (audit->log.heads)
        printf("The log includes the %s known from outside.\n",
               audit->log.heads == 1 ? "checkpoint" : "checkpoints");
    if (audit->log.cosignatures)
        printf("%" PRIu64 " cosignatures are kept with it, %" PRIu64 " by the witnesses named here.\n",
               audit->log.cosignatures, audit->log.cosignatures_held);
    if (!heads->has_key)
        printf("Without --key this shows that the journal is whole, not who wrote it.\n");
}

static void print_result(const struct audit *audit, const struct heads *heads, bool clean, double seconds)
{
    const struct audit_counts *counts = &audit->counts;
    printf("%" PRIu64 " entries, %" PRIu64 " checkpoints, %" PRIu64 " rounds, %" PRIu64 " acts, %" PRIu64
           " cards, %" PRIu64 " of %" PRIu64 " virtual shoes revealed and checked (%.2f s)\n",
           audit->walk.entries, audit->log.checkpoints, counts->rounds, counts->acts, counts->cards,
           counts->shoes_revealed, counts->shoes, seconds);
    if (counts->shoes_reread)
        printf("%" PRIu64
               " shoes were begun by a version of this program that knew other keys of rulebooks: they were "
               "checked by the words of their rulebooks in the journal.\n",
               counts->shoes_reread);
    if (clean)
        print_grounds(audit, heads);
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
    struct heads heads;
    struct audit audit;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int result = heads_read(&args.heads, &heads);
    if (result != EXIT_DONE)
        return result;
    clock_gettime(CLOCK_MONOTONIC, &start);
    progress_init(&progress, 0);
    struct audit_options audit_options = {
        .key = heads.has_key ? &heads.key : NULL,
        .heads = heads.items,
        .head_count = heads.count,
        .witnesses = heads.witnesses,
        .witness_count = heads.witness_count,
        .watch = {show_progress, &progress},
        .parallel = true,
    };
    enum status status = audit_file(&audit, args.journal.database, &audit_options, &failure);
    progress_end(&progress);
    bool told = audit.fault.message[0];
    if (status && !told)
        complain("%s", failure.message[0] ? failure.message : status_sentence(status));
    else if (args.journal.json)
        print_json(result_json(&audit, &heads, status == STATUS_OK, seconds_since(&start)));
    else
        print_result(&audit, &heads, status == STATUS_OK, seconds_since(&start));
    audit_release(&audit);
    return status == STATUS_OK ? EXIT_DONE : told ? EXIT_DIFFERENT : EXIT_USAGE;
}

const struct command command_audit = {
    .name = "audit",
    .summary = "work out everything a journal says once more",
    .run = run,
    .argp = &argp,
};

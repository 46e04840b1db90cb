/* SPDX-License-Identifier: Apache-2.0 */
/* audit.c - croupier audit: works out everything a journal says once more. */
#include "audit/audit_file.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/heads.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/style.h"

enum { KEY_SINCE = 0x500, KEY_MARK, KEY_LOSS };

struct audit_args {
    struct journal_args journal;
    struct head_args heads;
    const char *since; /* file of a mark to go on from; NULL: none */
    const char *mark;  /* file to keep a new one in; NULL: none */
    const char *loss_by;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct audit_args *args = state->input;
    if (key == KEY_SINCE)
        args->since = arg;
    else if (key == KEY_MARK)
        args->mark = arg;
    else if (key == KEY_LOSS)
        args->loss_by = arg;
    else if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = &args->journal;
        state->child_inputs[1] = &args->heads;
        state->child_inputs[2] = &args->journal.archives;
    }
    return 0;
}

static const struct argp_option options[] = {
    {"since", KEY_SINCE, "MARK", 0,
     "Continue from the mark of an earlier audit; do not read the entries before it again", 0},
    {"mark", KEY_MARK, "FILE", 0, "If everything is clean, write a mark here for the next --since", 0},
    {"accept-loss", KEY_LOSS, "NAME", 0, "Allow the log to lack a checkpoint if NAME has accepted that in it",
     0},
    {0},
};

static const struct argp_child children[] = {
    {&journal_json_argp, 0, NULL, 0}, {&heads_argp, 0, NULL, 0}, {&archives_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Works out again, from the journal and its rulebooks alone, every ruling, payment and balance; "
        "checks tree, checkpoints, shoes and cards; and compares everything the database repeats.\vThe "
        "first difference is printed with its table and entry. The journal alone shows that it is whole. "
        "Who wrote it, and that nothing was removed from its end, is shown by what is known from outside: "
        "the house's key (--key) and checkpoints that witnesses have seen (--checkpoint). Exit status 0: "
        "clean; 1: something differs; 2: the file cannot be read. The format is in docs/journal.md. A "
        "database in use may be audited. With --since MARK --mark MARK a nightly audit reads the entries of "
        "a day, not of a year; the auditor keeps the mark, not the house.",
};

static bool show_progress(void *context, uint64_t entries, uint64_t entries_total)
{
    struct progress *progress = context;
    progress->total = entries_total;
    progress_show(progress, entries);
    return true;
}

/* ---- Marks. ---- */

/* EXIT_DONE, or EXIT_USAGE after complaining. */
static int read_mark(const char *path, struct mark *mark)
{
    size_t size;
    char reason[MARK_REASON_MAX];
    char *text = file_read(path, MARK_BYTES_MAX, &size);
    if (!text)
        return complain("%s: %s", path, strerror(errno));
    enum status status = mark_parse(mark, text, size, reason);
    free(text);
    return status ? complain("%s: %s", path, reason) : EXIT_DONE;
}

/* Beside the old one first: a full disk leaves that as it is. */
static int write_mark(const char *path, const struct mark *mark)
{
    char beside[PATH_MAX];
    size_t size;
    char *text = mark_print(mark, &size);
    if (!text || snprintf(beside, sizeof beside, "%s.new", path) >= (int)sizeof beside) {
        free(text);
        return complain("%s: %s", path, status_sentence(STATUS_NO_MEMORY));
    }
    bool kept = file_write(beside, text, size) == 0 && rename(beside, path) == 0;
    free(text);
    return kept ? EXIT_DONE : complain("%s: %s", path, strerror(errno));
}

/* ---- What came of it. ---- */

static json_t *log_json(const struct audit_log *log, const struct heads *heads)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:i, s:i, s:I, s:I, s:I, s:b}", "origin", log->origin,
                     "checkpoints", (json_int_t)log->checkpoints, "sealed", (json_int_t)log->sealed,
                     "tail_entries", (json_int_t)log->tail, "tail_ms", (json_int_t)log->tail_ms, "heads",
                     (int)log->heads, "heads_lost", (int)log->heads_lost, "cosignatures",
                     (json_int_t)log->cosignatures, "cosignatures_held", (json_int_t)log->cosignatures_held,
                     "cosigned", (json_int_t)log->cosigned, "key_known", heads->has_key);
}

struct outcome {
    const struct audit *audit;
    const struct heads *heads;
    uint64_t since; /* entries that were not read again */
    uint64_t mark;  /* the mark that was written down; 0: none */
    bool clean;
    double seconds;
};

static json_t *result_json(const struct outcome *outcome)
{
    const struct audit *audit = outcome->audit;
    bool clean = outcome->clean;
    const struct audit_counts *counts = &audit->counts;
    json_t *result = json_pack(
        "{s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "clean", clean, "entries",
        (json_int_t)audit->walk.entries, "tables", (json_int_t)(audit->walk.chain_count - 1), "rounds",
        (json_int_t)counts->rounds, "acts", (json_int_t)counts->acts, "cards", (json_int_t)counts->cards,
        "shoes", (json_int_t)counts->shoes, "shoes_revealed", (json_int_t)counts->shoes_revealed,
        "shoes_reread", (json_int_t)counts->shoes_reread, "signatures", (json_int_t)audit->walk.signatures,
        "accounts", (json_int_t)audit->walk.ledger.count, "sum_cents",
        (json_int_t)ledger_sum_cents(&audit->walk.ledger), "seconds", outcome->seconds);
    json_object_set_new(result, "luck",
                        json_pack("{s:I, s:I, s:I}", "numbers", (json_int_t)counts->numbers, "numbers_away",
                                  (json_int_t)counts->numbers_away, "shoes_unplayed",
                                  (json_int_t)counts->shoes_unplayed));
    json_object_set_new(result, "since", json_integer((json_int_t)outcome->since));
    json_object_set_new(result, "mark",
                        outcome->mark ? json_integer((json_int_t)outcome->mark) : json_null());
    json_object_set_new(result, "log", log_json(&audit->log, outcome->heads));
    if (!clean)
        json_object_set_new(result, "difference",
                            json_pack("{s:s, s:I, s:s}", "table", audit->fault.table, "entry",
                                      (json_int_t)audit->fault.entry, "message", audit->fault.message));
    return result;
}

static void print_tail(const struct audit_log *log)
{
    if (log->tail)
        printf("Unsealed tail: %" PRIu64 " entries, %.1f s; only the database vouches for these.\n",
               log->tail, (double)log->tail_ms / 1000);
}

/* The grounds of the verdict. */
static void print_grounds(const struct audit *audit, const struct heads *heads)
{
    print_tail(&audit->log);
    if (audit->log.heads)
        printf("The log includes the %s known from outside.\n",
               audit->log.heads == 1 ? "checkpoint" : "checkpoints");
    if (audit->log.heads_lost)
        printf(
            "Lost, as accepted in the log: %u of the checkpoints known from outside. Only the house vouches "
            "for what is before that entry.\n",
            audit->log.heads_lost);
    if (audit->log.cosignatures)
        printf("%" PRIu64 " cosignatures are kept with the log, %" PRIu64 " by the witnesses named here.\n",
               audit->log.cosignatures, audit->log.cosignatures_held);
    if (audit->log.cosigned)
        printf("Those witnesses have seen the first %" PRIu64 " entries of %" PRIu64 ".\n",
               audit->log.cosigned, audit->log.sealed + audit->log.tail);
    if (!heads->has_key)
        printf("Without --key this shows that the journal is whole, not who wrote it.\n");
}

/* docs/fairness.md says what these are worth to whom. */
static void print_luck(const struct audit_counts *counts)
{
    if (counts->numbers || counts->numbers_away)
        printf("%" PRIu64 " players' numbers were mixed into shoes; %" PRIu64
               " were not given, each a bit that the house could have chosen.\n",
               counts->numbers, counts->numbers_away);
    if (counts->shoes_unplayed)
        printf("%" PRIu64 " shoes were given up before anybody had a wager from them.\n",
               counts->shoes_unplayed);
}

static void print_result(const struct outcome *outcome)
{
    const struct audit *audit = outcome->audit;
    const struct audit_counts *counts = &audit->counts;
    bool clean = outcome->clean;
    if (outcome->since)
        printf("Behind the mark of %" PRIu64 " entries, which are the ones that were found right before:\n",
               outcome->since);
    printf("%" PRIu64 " entries, %" PRIu64 " checkpoints, %" PRIu64 " rounds, %" PRIu64 " acts, %" PRIu64
           " cards, %" PRIu64 " of %" PRIu64 " virtual shoes revealed and checked (%.2f s)\n",
           audit->walk.entries, audit->log.checkpoints, counts->rounds, counts->acts, counts->cards,
           counts->shoes_revealed, counts->shoes, outcome->seconds);
    print_luck(counts);
    if (counts->shoes_reread)
        printf("%" PRIu64
               " shoes were begun by a version of this program that knew other rulebook keys: they were "
               "checked against the text of their rulebooks in the journal.\n",
               counts->shoes_reread);
    if (clean)
        print_grounds(audit, outcome->heads);
    if (clean && outcome->mark)
        printf("The next audit can continue behind %" PRIu64 " entries (--since).\n", outcome->mark);
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

static void tell(const struct audit_args *args, const struct outcome *outcome)
{
    if (args->journal.json)
        print_json(result_json(outcome));
    else
        print_result(outcome);
}

/* The audit itself; `since` is empty or a mark that was read. */
static int run_audit(const struct audit_args *args, const struct heads *heads, const struct mark *since)
{
    struct timespec start;
    struct store_failure failure;
    struct progress progress;
    struct audit audit;
    struct mark mark;
    mark_init(&mark);
    clock_gettime(CLOCK_MONOTONIC, &start);
    progress_init(&progress, 0);
    struct audit_options audit_options = {
        .key = heads->has_key ? &heads->key : NULL,
        .heads = heads->items,
        .head_count = heads->count,
        .loss_by = args->loss_by,
        .witnesses = heads->witnesses,
        .witness_count = heads->witness_count,
        .watch = {show_progress, &progress},
        .since = since->tree.size ? since : NULL,
        .mark = args->mark ? &mark : NULL,
        .parallel = true,
        .archives = args->journal.archives.files,
        .archive_count = args->journal.archives.count,
    };
    enum status status = audit_file(&audit, args->journal.database, &audit_options, &failure);
    progress_end(&progress);
    bool told = audit.fault.message[0];
    int result = status == STATUS_OK ? EXIT_DONE : told ? EXIT_DIFFERENT : EXIT_USAGE;
    if (result == EXIT_DONE && mark.tree.size)
        result = write_mark(args->mark, &mark);
    struct outcome outcome = {.audit = &audit,
                              .heads = heads,
                              .since = since->tree.size,
                              .mark = mark.tree.size,
                              .clean = status == STATUS_OK,
                              .seconds = seconds_since(&start)};
    if (status && !told)
        complain("%s", failure.message[0] ? failure.message : status_sentence(status));
    else
        tell(args, &outcome);
    mark_release(&mark);
    audit_release(&audit);
    return result;
}

static int run(int argc, char **argv)
{
    struct audit_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct heads heads;
    struct mark since;
    mark_init(&since);
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int result = heads_read(&args.heads, &heads);
    if (result == EXIT_DONE && args.since)
        result = read_mark(args.since, &since);
    if (result == EXIT_DONE)
        result = run_audit(&args, &heads, &since);
    mark_release(&since);
    return result;
}

const struct command command_audit = {
    .name = "audit",
    .summary = "work out again everything that a journal says",
    .run = run,
    .argp = &argp,
};

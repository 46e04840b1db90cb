/* SPDX-License-Identifier: Apache-2.0 */
/* journal_verify.c - croupier journal verify: chains, signatures and balances, without the rules of the
 * games. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "journal/walk.h"

enum { SHOW_EVERY = 4096 };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct journal_args *args = state->input;
    (void)arg;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = args;
    state->child_inputs[1] = &args->archives;
    return 0;
}

static const struct argp_child children[] = {
    {&journal_json_argp, 0, NULL, 0}, {&archives_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .parser = parse,
    .children = children,
    .doc =
        "Checks that every entry is under the checkpoints behind it, that the house's signatures are "
        "genuine, that everything referred to was declared, that no balance was ever wrong, and everything "
        "that the database repeats.\vFaster than croupier audit, which also plays every round again. Exit "
        "status 1: the first entry at fault is printed.",
};

static void print_walk(const struct walk *walk, const struct store_failure *failure, bool json)
{
    char key[PUBLIC_KEY_TEXT_MAX] = "";
    const struct guard *guard = &walk->guard;
    if (guard->founded)
        public_key_print(&guard->key, key, sizeof key);
    if (json)
        print_json(json_pack("{s:b, s:I, s:I, s:I, s:I, s:I, s:s, s:s, s:s}", "clean",
                             failure->status == STATUS_OK, "entries", (json_int_t)walk->entries, "chains",
                             (json_int_t)walk->chain_count, "checkpoints", (json_int_t)guard->checkpoints,
                             "sealed", (json_int_t)guard->sealed, "signatures", (json_int_t)walk->signatures,
                             "key", key, "origin", guard->origin, "fault", failure->message));
    else if (failure->status)
        printf("%s\n", failure->message);
    else
        printf("%" PRIu64 " entries in %" PRIu32 " chains, %" PRIu64 " checkpoints and %" PRIu64
               " signatures of format 1 by %s: all in order.\n",
               walk->entries, walk->chain_count, guard->checkpoints, walk->signatures, key);
}

/* Differences are told; what could not even be read is complained of. */
static bool is_difference(const struct store_failure *failure)
{
    return failure->entry || failure->status == STATUS_STORE_CORRUPT ||
           failure->status == STATUS_BROKEN_CHAIN || failure->status == STATUS_BAD_SIGNATURE ||
           failure->status == STATUS_NOT_FOUND;
}

static enum status show_entry(void *context, const struct store_row *row, const struct entry *entry)
{
    struct progress *progress = context;
    (void)entry;
    if (row->position % SHOW_EVERY == 0)
        progress_show(progress, row->position);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    struct journal_args args = {.database = JOURNAL_DATABASE};
    struct store_failure failure = {0};
    struct store *store;
    struct walk walk;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    struct store_options open = {.path = args.database,
                                 .read_only = true,
                                 .unchecked = true,
                                 .archives = args.archives.files,
                                 .archive_count = args.archives.count};
    if (store_open(&store, &open, &failure) != STATUS_OK)
        return complain("%s", failure.message);
    struct progress progress;
    struct store_visit visit = {.walk = &walk, .entry = show_entry, .context = &progress};
    progress_init(&progress, store_last(store));
    enum status status = walk_init(&walk, NULL);
    if (status == STATUS_OK)
        status = store_verify(store, &visit, &failure);
    progress_end(&progress);
    bool told = status == STATUS_OK || is_difference(&failure);
    if (told)
        print_walk(&walk, &failure, args.json);
    else
        complain("%s", failure.message[0] ? failure.message : status_sentence(status));
    walk_release(&walk);
    store_close(store);
    return status == STATUS_OK ? EXIT_DONE : told ? EXIT_DIFFERENT : EXIT_USAGE;
}

const struct command command_journal_verify = {
    .name = "verify",
    .summary = "check chains, signatures and balances",
    .run = run,
    .argp = &argp,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* journal_verify.c - croupier journal verify: chains, signatures and balances, without the rules of the
 * games. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "journal/walk.h"

static const struct argp_child children[] = {{&journal_json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .children = children,
    .doc =
        "Checks that every entry seals the one before it, that the house's signatures are its own, that what "
        "is referred to was declared, and that no balance was ever wrong.\vQuicker than croupier audit, which "
        "also plays every round again. Exit status 1: the first entry at fault is named.",
};

static enum status walk_all(struct walk *walk, struct store *store, struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    enum status status = store_read(store, 0, STORE_FORWARD, 0, &cursor, failure);
    while (status == STATUS_OK && (status = store_next(cursor, &row)) == STATUS_OK)
        status = walk_step(walk, row.chain, row.entry.bytes, row.entry.size, &entry);
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND && !walk->fault[0] ? STATUS_OK : status;
}

static void print_walk(const struct walk *walk, bool json)
{
    char key[PUBLIC_KEY_TEXT_MAX] = "";
    if (walk->has_key)
        public_key_print(&walk->key, key, sizeof key);
    if (json)
        print_json(json_pack("{s:b, s:I, s:I, s:I, s:s, s:s}", "clean", walk->fault[0] == 0, "entries",
                             (json_int_t)walk->entries, "chains", (json_int_t)walk->chain_count, "signatures",
                             (json_int_t)walk->signatures, "key", key, "fault", walk->fault));
    else if (walk->fault[0])
        printf("%s\n", walk->fault);
    else
        printf("%" PRIu64 " entries in %" PRIu32 " chains, %" PRIu64 " signatures by %s: all in order.\n",
               walk->entries, walk->chain_count, walk->signatures, key);
}

static int run(int argc, char **argv)
{
    struct journal_args args = {.database = JOURNAL_DATABASE};
    struct store_failure failure = {0};
    struct store *store;
    struct walk walk;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    struct store_options open = {.path = args.database, .read_only = true, .unchecked = true};
    if (store_open(&store, &open, &failure) != STATUS_OK)
        return complain("%s", failure.message);
    enum status status = walk_init(&walk, NULL);
    if (status == STATUS_OK)
        status = walk_all(&walk, store, &failure);
    bool told = status == STATUS_OK || walk.fault[0];
    if (told)
        print_walk(&walk, args.json);
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

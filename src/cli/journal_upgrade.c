/* SPDX-License-Identifier: Apache-2.0 */
/* journal_upgrade.c - croupier journal upgrade: seals an old journal as it is, and shows that nothing
 * changed. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "store/database.h"
#include "store/upgrade.h"

enum { KEY_PATH_MAX = 512 };

static const struct argp_child children[] = {{&journal_json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .children = children,
    .doc =
        "Brings a database of an earlier version up to date, and seals its entries with a checkpoint signed "
        "with the house's key. No entry is rewritten: all are read before and after, and compared.\vThe "
        "server must not be running. The key is the one beside the database (FILE.key). The root that is "
        "printed can be computed from a copy of the old file (docs/journal.md, section 7). A database that "
        "is up to date is checked and left as it is. Exit status 1: the entry that is printed is wrong; "
        "nothing has changed.",
};

static void show_progress(void *context, uint64_t done, uint64_t total)
{
    struct progress *progress = context;
    progress->total = total;
    progress_show(progress, done);
}

static void print_upgrade(const struct upgrade *upgrade, bool json)
{
    char root[HASH_TEXT_MAX];
    hash_print(&upgrade->root, root, sizeof root);
    if (json)
        print_json(json_pack("{s:I, s:I, s:I, s:I, s:s}", "entries", (json_int_t)upgrade->entries, "format_1",
                             (json_int_t)upgrade->old_entries, "signatures", (json_int_t)upgrade->signatures,
                             "sealed_before", (json_int_t)upgrade->sealed, "root", root));
    else
        printf("%" PRIu64 " entries, %" PRIu64 " of format 1 with %" PRIu64
               " signatures: unchanged, byte for byte, and sealed.\nTheir root is %s.\n",
               upgrade->entries, upgrade->old_entries, upgrade->signatures, root);
}

static bool is_difference(const struct store_failure *failure)
{
    return failure->entry || failure->status == STATUS_STORE_CORRUPT ||
           failure->status == STATUS_BROKEN_CHAIN || failure->status == STATUS_BAD_SIGNATURE;
}

static int run(int argc, char **argv)
{
    struct journal_args args = {.database = JOURNAL_DATABASE};
    char path[KEY_PATH_MAX];
    struct store_failure failure = {0};
    struct house_key key;
    struct upgrade upgrade;
    struct progress progress;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    struct store *store;
    int result = journal_open(&args, &store); /* there is one */
    if (result != EXIT_DONE)
        return result;
    store_close(store);
    if (!database_beside(args.database, ".key", path, sizeof path))
        return complain("the name of the database is too long");
    if (house_key_load(&key, path, args.database, &failure))
        return complain("%s", failure.message);
    progress_init(&progress, 0);
    enum status status = upgrade_house(args.database, &key, (struct upgrade_watch){show_progress, &progress},
                                       &upgrade, &failure);
    progress_end(&progress);
    house_key_wipe(&key);
    if (status == STATUS_OK)
        print_upgrade(&upgrade, args.json);
    else
        complain("%s", failure.message[0] ? failure.message : status_sentence(status));
    return status == STATUS_OK ? EXIT_DONE : is_difference(&failure) ? EXIT_DIFFERENT : EXIT_USAGE;
}

const struct command command_journal_upgrade = {
    .name = "upgrade",
    .summary = "seal a journal of an earlier version as it is",
    .run = run,
    .argp = &argp,
};

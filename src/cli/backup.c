/* SPDX-License-Identifier: Apache-2.0 */
/* backup.c - croupier backup and croupier restore: copies of the books, checked entry by entry. */
#include "store/backup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/heads.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "store/books.h"
#include "store/database.h"
#include "store/lock.h"

enum { KEY_OUT = 0x800, KEY_LOSS, KEY_FROM, BACKUP_PATH_MAX = 512 };

struct backup_args {
    struct journal_args journal;
    struct head_args heads;
    const char *other; /* --out or --from */
    const char *accept_loss;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct backup_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        state->child_inputs[1] = &args->heads;
        return 0;
    case KEY_OUT:
    case KEY_FROM:
        args->other = file_database(state, arg);
        return 0;
    case KEY_LOSS:
        args->accept_loss = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_copy(const char *from, const char *to, const struct walk *walk, bool json)
{
    const struct guard *guard = &walk->guard;
    char from_name[DATABASE_NAME_MAX];
    from = database_print(from, from_name);
    if (json)
        print_json(json_pack("{s:s, s:s, s:I, s:I, s:I}", "from", from, "to", to, "entries",
                             (json_int_t)walk->entries, "sealed", (json_int_t)guard->sealed, "checkpoints",
                             (json_int_t)guard->checkpoints));
    else
        printf("%s: %" PRIu64 " entries, %" PRIu64 " of them under %" PRIu64 " checkpoints, all in order.\n",
               to, walk->entries, guard->sealed, guard->checkpoints);
}

/* ---- backup ---- */

static const struct argp_option backup_options[] = {
    {"out", KEY_OUT, "FILE", 0, "The file for the copy, which must not exist yet", 0}, {0}};
static const struct argp_child backup_children[] = {{&journal_json_argp, 0, NULL, 0}, {0}};
static const struct argp backup_argp = {
    .options = backup_options,
    .parser = parse,
    .children = backup_children,
    .doc = "Copies the books while the server goes on, and checks the copy entry by entry before it gets its "
           "name.\vThe key (FILE.key) is not copied: back it up separately. The copy holds the hashes of "
           "passwords, so only its owner may read it.",
};

static int run_backup(int argc, char **argv)
{
    struct backup_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct store_failure failure;
    struct walk walk;
    argp_parse(&backup_argp, argc, argv, 0, NULL, &args);
    if (!args.other)
        return complain("--out FILE is needed");
    if (database_is_address(args.other))
        return complain("%s", "--out must be a file; to copy into PostgreSQL use croupier db copy FROM "
                              "ADDRESS");
    if (walk_init(&walk, NULL) != STATUS_OK)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    enum status status = backup_copy(args.journal.database, args.other, false, &walk, &failure);
    if (status == STATUS_OK)
        print_copy(args.journal.database, args.other, &walk, args.journal.json);
    walk_release(&walk);
    return status == STATUS_OK ? EXIT_DONE : complain("%s", failure.message);
}

const struct command command_backup = {.name = "backup",
                                       .summary = "copy the books while they are in use",
                                       .run = run_backup,
                                       .argp = &backup_argp};

/* ---- restore ---- */

static const struct argp_option restore_options[] = {
    {"from", KEY_FROM, "FILE", 0, "The copy", 0},
    {"accept-loss", KEY_LOSS, "NAME", 0,
     "Restore although known entries are missing; the journal records who decided that", 0},
    {0}};
static const struct argp_child restore_children[] = {
    {&journal_json_argp, 0, NULL, 0}, {&heads_argp, 0, NULL, 0}, {0}};
static const struct argp restore_argp = {
    .options = restore_options,
    .parser = parse,
    .children = restore_children,
    .doc = "Replaces the books by a copy of them, after checking the copy entry by entry.\vA copy that lacks "
           "entries of the database it would replace, or of a known checkpoint (--checkpoint), is refused, "
           "unless somebody accepts the loss by name; then an entry records that, for which the house's key "
           "must be there (FILE.key). The server must not be running.",
};

/* Heads that the copy must include: those given, and those that the database in its place has sealed. */
static unsigned known_heads(const struct backup_args *args, struct heads *heads)
{
    struct store_failure failure;
    if (access(args->journal.database, F_OK) == 0 && heads->count < GUARD_HEADS_MAX &&
        backup_head(args->journal.database, &heads->items[heads->count], &failure) == STATUS_OK)
        heads->count++;
    return heads->count;
}

static enum status copy_with(const struct backup_args *args, const struct heads *heads, bool strict,
                             struct walk *walk, struct store_failure *failure)
{
    enum status status = walk_init(walk, heads->has_key ? &heads->key : NULL);
    for (unsigned i = 0; strict && i < heads->count; i++)
        guard_add_head(&walk->guard, &heads->items[i]);
    return status == STATUS_OK ? backup_copy(args->other, args->journal.database, true, walk, failure)
                               : status;
}

/* Writes down each head that the copy does not include: its loss is admitted in the journal. */
static int journal_losses(const struct backup_args *args, const struct heads *heads)
{
    char path[BACKUP_PATH_MAX];
    struct store_failure failure;
    struct house_key key;
    struct books *books = NULL;
    struct books_options options = {.store = {.path = args->journal.database}, .key = &key};
    if (!database_beside(args->journal.database, ".key", path, sizeof path))
        return complain("the name of the database is too long");
    if (house_key_load(&key, path, args->journal.database, &failure) ||
        books_open(&books, &options, &failure))
        return complain("%s", failure.message);
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < heads->count; i++)
        if (books_check_head(books, &heads->items[i], &failure) == STATUS_BROKEN_CHAIN)
            status = books_accept_loss(books, &heads->items[i], args->accept_loss);
    books_close(books);
    house_key_wipe(&key);
    return status == STATUS_OK ? EXIT_DONE : complain("%s", status_sentence(status));
}

/* With the lock of the database held. */
static int put_back(const struct backup_args *args, const struct heads *heads)
{
    struct store_failure failure;
    struct walk walk;
    enum status status = copy_with(args, heads, !args->accept_loss, &walk, &failure);
    if (status == STATUS_OK)
        print_copy(args->other, args->journal.database, &walk, args->journal.json);
    walk_release(&walk);
    if (status == STATUS_BROKEN_CHAIN && !args->accept_loss)
        complain("%s", "to restore it all the same, somebody must accept the loss: --accept-loss NAME");
    return status == STATUS_OK ? EXIT_DONE : complain("%s", failure.message);
}

static int run_restore(int argc, char **argv)
{
    struct backup_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct store_failure failure;
    struct heads heads;
    struct lock lock;
    argp_parse(&restore_argp, argc, argv, 0, NULL, &args);
    if (!args.other)
        return complain("--from FILE is needed");
    if (database_is_address(args.journal.database))
        return complain(
            "%s", "a PostgreSQL database is not replaced; copy into an empty one: croupier db copy FILE "
                  "ADDRESS");
    if (access(args.other, R_OK))
        return complain("%s: %s", args.other, strerror(errno));
    int result = heads_read(&args.heads, &heads);
    if (result != EXIT_DONE)
        return result;
    bool lossy = known_heads(&args, &heads) > 0 && args.accept_loss;
    bool was_there = access(args.journal.database, F_OK) == 0;
    if (lock_take(args.journal.database, &lock, &failure) != STATUS_OK)
        return complain("%s", failure.message);
    result = put_back(&args, &heads);
    if (result != EXIT_DONE && !was_there)
        unlink(args.journal.database); /* made, empty, with the lock */
    lock_release(&lock);
    return result == EXIT_DONE && lossy ? journal_losses(&args, &heads) : result;
}

const struct command command_restore = {.name = "restore",
                                        .summary = "replace the books by a copy of them",
                                        .run = run_restore,
                                        .argp = &restore_argp};

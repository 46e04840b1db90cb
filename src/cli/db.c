/* SPDX-License-Identifier: Apache-2.0 */
/* db.c - croupier db: a house moves between databases, and a PostgreSQL is made ready for a server. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "store/copy.h"
#include "store/database.h"
#include "store/postgres.h"

enum { KEY_SERVER = 0xa00, KEY_IN_USE, DATABASES_MAX = 2 };

struct db_args {
    const char *databases[DATABASES_MAX];
    unsigned count;
    unsigned wanted;
    const char *server;
    bool in_use;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct db_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->json;
        return 0;
    case KEY_SERVER:
        args->server = arg;
        return 0;
    case KEY_IN_USE:
        args->in_use = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->count == args->wanted)
            argp_error(state, "one argument too many: %s", arg);
        args->databases[args->count++] = file_database(state, arg);
        return 0;
    case ARGP_KEY_END:
        if (args->count < args->wanted)
            argp_error(state, "a database is missing: a file, or postgresql://...");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&json_argp, 0, NULL, 0}, {0}};

/* ---- copy ---- */

static const struct argp_option copy_options[] = {
    {"in-use", KEY_IN_USE, NULL, 0, "A server may go on writing to FROM; later entries are not copied", 0},
    {0},
};
static const struct argp copy_argp = {
    .options = copy_options,
    .parser = parse,
    .children = children,
    .args_doc = "FROM TO",
    .doc = "Copies a house from one database to another; each is a file (SQLite) or "
           "postgresql://USER@HOST/NAME.\vEvery entry, checkpoint and cosignature is copied as it is. Both "
           "databases are checked entry by entry, and must have the same heads and the same root afterwards. "
           "TO must be empty. The key is a file of its own and is not copied; for PostgreSQL it is called "
           "NAME.key.",
};

/* One bar a stage. */
struct shown {
    struct progress progress;
    enum copy_stage stage;
};

static void show(void *context, enum copy_stage stage, uint64_t done, uint64_t total)
{
    struct shown *shown = context;
    if (stage != shown->stage) {
        progress_end(&shown->progress);
        progress_init(&shown->progress, total);
        shown->stage = stage;
    }
    shown->progress.total = total;
    progress_show(&shown->progress, done);
}

static void print_copied(const struct db_args *args, const struct walk *walk)
{
    char from[DATABASE_NAME_MAX];
    char to[DATABASE_NAME_MAX];
    char hex[HASH_TEXT_MAX];
    struct hash root = merkle_root(&walk->guard.tree);
    hash_print(&root, hex, sizeof hex);
    database_print(args->databases[0], from);
    database_print(args->databases[1], to);
    if (args->json)
        print_json(json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:s}", "from", from, "to", to, "entries",
                             (json_int_t)walk->entries, "chains", (json_int_t)walk->chain_count, "sealed",
                             (json_int_t)walk->guard.sealed, "checkpoints",
                             (json_int_t)walk->guard.checkpoints, "root", hex));
    else
        printf("%s: %" PRIu64 " entries in %" PRIu32 " chains, %" PRIu64
               " checkpoints: the same heads and the same root as %s (%s).\n",
               to, walk->entries, walk->chain_count, walk->guard.checkpoints, from, hex);
}

static int run_copy(int argc, char **argv)
{
    struct db_args args = {.wanted = 2};
    struct shown shown = {.stage = COPY_CHECK_FROM};
    struct store_failure failure;
    struct walk walk;
    argp_parse(&copy_argp, argc, argv, 0, NULL, &args);
    if (walk_init(&walk, NULL) != STATUS_OK)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    progress_init(&shown.progress, 0);
    struct copy_options options = {
        .from = args.databases[0], .to = args.databases[1], .in_use = args.in_use, .watch = {show, &shown}};
    enum status status = copy_house(&options, &walk, &failure);
    progress_end(&shown.progress);
    if (status == STATUS_OK)
        print_copied(&args, &walk);
    walk_release(&walk);
    return status == STATUS_OK ? EXIT_DONE : complain("%s", failure.message);
}

const struct command command_db_copy = {
    .name = "copy", .summary = "copy a house to another database", .run = run_copy, .argp = &copy_argp};

/* ---- prepare ---- */

static const struct argp_option prepare_options[] = {
    {"server", KEY_SERVER, "ROLE", 0, "The role of the server; it may insert and read, not change", 0},
    {0},
};
static const struct argp prepare_argp = {
    .options = prepare_options,
    .parser = parse,
    .children = children,
    .args_doc = "ADDRESS",
    .doc =
        "Creates the tables of a house in PostgreSQL, or brings them up to date, as their owner.\vA server "
        "that connects as ROLE can insert and read entries, postings, checkpoints and cosignatures, and "
        "never change or delete them: ROLE does not have the right, and triggers refuse it to everybody.",
};

static int run_prepare(int argc, char **argv)
{
    struct db_args args = {.wanted = 1};
    struct store_failure failure;
    char name[DATABASE_NAME_MAX];
    argp_parse(&prepare_argp, argc, argv, 0, NULL, &args);
    database_print(args.databases[0], name);
    if (!database_is_address(args.databases[0]))
        return complain("%s is a file and needs no preparing; an address begins with postgresql://", name);
    if (postgres_prepare(args.databases[0], args.server, &failure) != STATUS_OK)
        return complain("%s", failure.message);
    if (args.json)
        return print_json(json_pack("{s:s, s:i}", "database", name, "version", POSTGRES_SCHEMA_VERSION));
    printf("%s: the tables are there, version %d.\n", name, POSTGRES_SCHEMA_VERSION);
    return EXIT_DONE;
}

const struct command command_db_prepare = {.name = "prepare",
                                           .summary = "create the tables of a house in PostgreSQL",
                                           .run = run_prepare,
                                           .argp = &prepare_argp};

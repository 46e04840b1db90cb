/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/journal.h"

#include "cli/book.h"
#include "cli/command.h"
#include "cli/file.h"
#include "cli/print.h"

enum { KEY_DB = 0x300, KEY_ARCHIVE };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct journal_args *args = state->input;
    if (key != KEY_DB)
        return ARGP_ERR_UNKNOWN;
    args->database = file_database(state, arg);
    return 0;
}

static error_t parse_json(int key, char *arg, struct argp_state *state)
{
    struct journal_args *args = state->input;
    (void)arg;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = args;
    state->child_inputs[1] = &args->json;
    return 0;
}

static const struct argp_option options[] = {
    {"db", KEY_DB, "FILE", 0, "The database (" JOURNAL_DATABASE "): a file, or postgresql://USER@HOST/NAME",
     0},
    {0},
};

static const struct argp_child children[] = {{&no_arguments_argp, 0, NULL, 0}, {0}};
const struct argp journal_argp = {.options = options, .parser = parse, .children = children};

static const struct argp_child json_children[] = {{&journal_argp, 0, NULL, 0}, {&json_argp, 0, NULL, 0}, {0}};
const struct argp journal_json_argp = {.parser = parse_json, .children = json_children};

static error_t parse_archive(int key, char *arg, struct argp_state *state)
{
    struct archive_args *args = state->input;
    if (key != KEY_ARCHIVE)
        return ARGP_ERR_UNKNOWN;
    if (args->count == STORE_ARCHIVES_MAX)
        argp_error(state, "at most %d archives can be read at once", STORE_ARCHIVES_MAX);
    else
        args->files[args->count++] = arg;
    return 0;
}

static const struct argp_option archive_options[] = {
    {"archive", KEY_ARCHIVE, "FILE", 0,
     "An archive of this journal (croupier journal archive), to be read with it; give several in their "
     "order",
     0},
    {0},
};
const struct argp archives_argp = {.options = archive_options, .parser = parse_archive};

int journal_open(const struct journal_args *args, struct store **store)
{
    struct store_failure failure;
    struct store_options open = {.path = args->database,
                                 .read_only = true,
                                 .archives = args->archives.files,
                                 .archive_count = args->archives.count};
    if (store_open(store, &open, &failure) != STATUS_OK)
        return complain("%s", failure.message);
    return EXIT_DONE;
}

int journal_table(struct store *store, const char *table, uint32_t *chain)
{
    if (store_chain_find(store, table, chain) == STATUS_OK)
        return EXIT_DONE;
    return complain("there is no table %s in this journal", table);
}

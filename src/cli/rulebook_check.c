/* SPDX-License-Identifier: Apache-2.0 */
/* rulebook_check.c - croupier rulebook check: every fault of every file, with its place. */
#include <stdio.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/print.h"

struct check_args {
    bool json;
    char **files;
    int count;
};

static json_t *file_json(const char *path, const struct rulebook *book, const struct faults *faults)
{
    char hash[HASH_TEXT_MAX];
    hash_print(&book->hash, hash, sizeof(hash));
    if (faults->count == 0)
        return json_pack("{s:s, s:b, s:s, s:s, s:[]}", "file", path, "ok", 1, "id", book->id, "hash", hash,
                         "faults");
    json_t *list = json_array();
    for (unsigned i = 0; i < faults->count; i++)
        json_array_append_new(list, json_pack("{s:i, s:i, s:s}", "line", faults->items[i].line, "column",
                                              faults->items[i].column, "message", faults->items[i].message));
    return json_pack("{s:s, s:b, s:o, s:b}", "file", path, "ok", 0, "faults", list, "more", faults->more);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct check_args *args = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->json;
        return 0;
    case ARGP_KEY_ARGS:
        args->files = state->argv + state->next;
        args->count = state->argc - state->next;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .parser = parse,
    .children = children,
    .args_doc = "FILE...",
    .doc = "Checks rulebooks and prints their faults as FILE:LINE:COLUMN: reason, all faults of a file at "
           "once, up to 20.\vExit status 0: all files are sound. 2: at least one is not.",
};

static int run(int argc, char **argv)
{
    struct check_args args = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int done = EXIT_DONE;
    json_t *list = json_array();
    for (int i = 0; i < args.count; i++) {
        struct rulebook book = {0};
        struct faults faults;
        if (book_load_file(args.files[i], &book, &faults) != EXIT_DONE)
            done = EXIT_USAGE;
        if (args.json)
            json_array_append_new(list, file_json(args.files[i], &book, &faults));
        else
            book_print_faults(args.files[i], &faults);
    }
    if (args.json)
        print_json(list);
    else
        json_decref(list);
    return done;
}

const struct command command_rulebook_check = {
    .name = "check",
    .summary = "report every fault of rulebook files",
    .run = run,
    .argp = &argp,
};

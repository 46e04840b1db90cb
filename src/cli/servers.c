/* SPDX-License-Identifier: Apache-2.0 */
/* servers.c - croupier servers, croupier drain: the servers of a house that has several (docs/scale.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/print.h"
#include "store/database.h"
#include "store/postgres.h"

enum { KEY_BACK = 0xd00 };

struct servers_args {
    const char *words[2]; /* the database; the server */
    unsigned count;
    unsigned wanted;
    bool back;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct servers_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->json;
        return 0;
    case KEY_BACK:
        args->back = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->count == args->wanted)
            argp_error(state, "one argument too many: %s", arg);
        if (args->count == 0 && !database_is_address(arg))
            argp_error(state,
                       "%s is not an address of a PostgreSQL database, which begins with "
                       "postgresql://",
                       arg);
        args->words[args->count++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (args->count < args->wanted)
            argp_error(state, args->count ? "the name of a server is missing"
                                          : "the address of the database is missing");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&json_argp, 0, NULL, 0}, {0}};

/* ---- servers ---- */

static const struct argp servers_argp = {
    .parser = parse,
    .children = children,
    .args_doc = "ADDRESS",
    .doc = "Lists the servers of a house that has several, whether each is alive, and what it runs.",
};

static const char *state_of(const struct share_server *server)
{
    return !server->alive ? "gone" : server->leaving ? "leaving" : "alive";
}

static json_t *things_of(const struct share_view *view, const char *server)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < view->thing_count; i++)
        if (strcmp(view->things[i].owner, server) == 0)
            json_array_append_new(list, json_string(view->things[i].name));
    return list;
}

static int print_view(const struct share_view *view, bool json)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < view->server_count; i++) {
        const struct share_server *server = &view->servers[i];
        json_t *things = things_of(view, server->name);
        if (!json) {
            size_t at;
            json_t *thing;
            printf("%-12s %-8s %s ", server->name, state_of(server), server->address);
            json_array_foreach(things, at, thing)
            {
                printf(" %s", json_string_value(thing));
            }
            putchar('\n');
        }
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:o}", "name", server->name, "state",
                                              state_of(server), "address", server->address, "runs", things));
    }
    if (json)
        return print_json(list);
    if (view->server_count == 0)
        puts("No named server has run here.");
    json_decref(list);
    return EXIT_DONE;
}

static int run_servers(int argc, char **argv)
{
    struct servers_args args = {.wanted = 1};
    struct store_failure failure;
    struct share_view *view = calloc(1, sizeof *view);
    argp_parse(&servers_argp, argc, argv, 0, NULL, &args);
    if (!view)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    int result = postgres_view(args.words[0], view, &failure) == STATUS_OK ? print_view(view, args.json)
                                                                           : complain("%s", failure.message);
    free(view);
    return result;
}

const struct command command_servers = {.name = "servers",
                                        .summary = "the servers of a house, and what each runs",
                                        .run = run_servers,
                                        .argp = &servers_argp};

/* ---- drain ---- */

static const struct argp_option drain_options[] = {
    {"back", KEY_BACK, NULL, 0, "Make the server take its share again", 0},
    {0},
};
static const struct argp drain_argp = {
    .options = drain_options,
    .parser = parse,
    .children = children,
    .args_doc = "ADDRESS NAME",
    .doc =
        "Makes a server hand over everything it runs, each table between two rounds.\vPlayers stay where "
        "they are: their pages continue with the next server. \"croupier servers\" shows when everything is "
        "handed over; then the server can be stopped. When it starts again it takes its share again.",
};

static int run_drain(int argc, char **argv)
{
    struct servers_args args = {.wanted = 2};
    struct store_failure failure;
    argp_parse(&drain_argp, argc, argv, 0, NULL, &args);
    enum status status = postgres_leave(args.words[0], args.words[1], !args.back, &failure);
    if (status != STATUS_OK)
        return complain("%s", failure.message);
    if (args.json)
        return print_json(json_pack("{s:s, s:b}", "server", args.words[1], "leaving", !args.back));
    printf("%s %s.\n", args.words[1], args.back ? "takes its share again" : "hands over what it runs");
    return EXIT_DONE;
}

const struct command command_drain = {.name = "drain",
                                      .summary = "make a server hand over its tables between rounds",
                                      .run = run_drain,
                                      .argp = &drain_argp};

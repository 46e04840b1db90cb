/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c - croupier rules: the clauses of a game's document, in our words, and what cites them. */
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/book.h"
#include "cli/commands.h"
#include "cli/coverage.h"
#include "cli/grid.h"
#include "cli/print.h"
#include "cli/style.h"
#include "rulebook/builtin.h"
#include "rulebook/register.h"

enum { KEY_COVERAGE = 0x100 };

struct rules_args {
    const char *game;
    const char *clause;
    bool coverage;
    bool json;
};

/* True if `id` is the clause itself or stands below it: 3.25.1 below 3.25, 3.7/player below 3.7. */
static bool is_within(const char *id, const char *clause)
{
    size_t length = strlen(clause);
    return strncmp(id, clause, length) == 0 && (id[length] == '\0' || strchr("./-", id[length]));
}

static int unknown_clause(const char *game, const char *clause)
{
    struct nearest nearest;
    nearest_init(&nearest, clause);
    for (const struct clause *c = register_next(game, NULL); c; c = register_next(game, c))
        nearest_try(&nearest, c->id);
    if (nearest.word)
        return complain("%s has no clause %s; did you mean %s?", game, clause, nearest.word);
    return complain("%s has no clause %s; see croupier rules %s", game, clause, game);
}

json_t *clause_json(const struct clause *c)
{
    json_t *summaries = json_object();
    for (unsigned i = 0; i < LANGUAGE_COUNT; i++)
        json_object_set_new(summaries, language_code(i), json_string(language_say(i, c->summary)));
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "clause", c->id, "kind", c->kind,
                     "actor", c->actor, "how", c->how, "summary", c->summary, "summaries", summaries, "code",
                     print_words(c->code), "tests", print_words(c->tests), "records",
                     print_words(c->records));
}

static int print_clauses_json(const struct rules_args *args)
{
    json_t *list = json_array();
    for (const struct clause *c = register_next(args->game, NULL); c; c = register_next(args->game, c))
        if (!args->clause || is_within(c->id, args->clause))
            json_array_append_new(list, clause_json(c));
    return print_json(json_pack("{s:s, s:o}", "game", args->game, "clauses", list));
}

static int print_all(const char *game)
{
    struct grid table;
    grid_init(&table, 3, (const char *[]){"CLAUSE", "KIND", "IN OUR WORDS"});
    for (const struct clause *c = register_next(game, NULL); c; c = register_next(game, c))
        grid_add(&table, (const char *[]){c->id, c->kind, c->summary});
    grid_print(&table, 0, stdout);
    grid_release(&table);
    return EXIT_DONE;
}

static void print_evidence(const char *what, const char *files)
{
    if (files[0])
        printf("  %s%-8s%s%s\n", style_of(stdout, STYLE_DIM), what, style_of(stdout, STYLE_PLAIN), files);
}

static int print_one(const struct rules_args *args)
{
    for (const struct clause *c = register_next(args->game, NULL); c; c = register_next(args->game, c)) {
        if (!is_within(c->id, args->clause))
            continue;
        printf("%s%s%s  %s, %s, %s\n  %s\n", style_of(stdout, STYLE_BOLD), c->id,
               style_of(stdout, STYLE_PLAIN), c->kind, c->actor, c->how, c->summary);
        print_evidence("code", c->code);
        print_evidence("tests", c->tests);
        print_evidence("records", c->records);
    }
    return EXIT_DONE;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct rules_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->json;
        return 0;
    case KEY_COVERAGE:
        args->coverage = true;
        return 0;
    case ARGP_KEY_ARG:
        if (!args->game)
            args->game = arg;
        else if (!args->clause)
            args->clause = arg;
        else
            argp_error(state, "one argument too many: %s", arg);
        return 0;
    case ARGP_KEY_END:
        if (!args->game)
            argp_error(state, "name a GAME");
        if (args->coverage && args->clause)
            argp_error(state, "--coverage is about the whole GAME; leave out %s", args->clause);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"coverage", KEY_COVERAGE, NULL, 0,
     "Count what cites each kind of clause, and list the clauses that "
     "nothing cites",
     0},
    {0},
};
static const struct argp_child children[] = {{&json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "GAME [CLAUSE]",
    .doc =
        "Prints what the clauses of a game's rule document say, in our words. With CLAUSE it prints that "
        "clause and those below it: whom it binds, how it is kept, and the code, tests and records that "
        "cite it.\vThe documents themselves are published by the regulator; their sentences are not part of "
        "this program.",
};

static int run(int argc, char **argv)
{
    struct rules_args args = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (!builtin_text(args.game))
        return book_unknown(args.game);
    if (args.coverage)
        return args.json ? coverage_print_json(args.game) : coverage_print(args.game);
    if (args.clause && !register_find(args.game, args.clause))
        return unknown_clause(args.game, args.clause);
    if (args.json)
        return print_clauses_json(&args);
    return args.clause ? print_one(&args) : print_all(args.game);
}

const struct command command_rules = {
    .name = "rules",
    .summary = "the clauses of a game in our words, and what cites them",
    .run = run,
    .argp = &argp,
};

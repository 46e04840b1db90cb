/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/coverage.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/grid.h"
#include "cli/print.h"

enum { KINDS_MAX = 24, NUMBER_MAX = 12 };

struct tally {
    const char *kind;
    unsigned clauses;
    unsigned code;
    unsigned tests;
    unsigned records;
    unsigned none;
};

static bool is_uncited(const struct clause *c)
{
    return !c->code[0] && !c->tests[0] && !c->records[0];
}

static void count(struct tally *tally, const struct clause *c)
{
    tally->clauses++;
    tally->code += c->code[0] != '\0';
    tally->tests += c->tests[0] != '\0';
    tally->records += c->records[0] != '\0';
    tally->none += is_uncited(c);
}

/* One tally a kind, in the order in which kinds first appear, and one of all at the end; returns how many. */
static unsigned tallies_of(const char *game, struct tally tallies[KINDS_MAX])
{
    unsigned kinds = 0;
    struct tally all = {.kind = "all"};
    for (const struct clause *c = register_next(game, NULL); c; c = register_next(game, c)) {
        unsigned i = 0;
        while (i < kinds && strcmp(tallies[i].kind, c->kind) != 0)
            i++;
        assert(i < KINDS_MAX - 1);
        if (i == kinds)
            tallies[kinds++] = (struct tally){.kind = c->kind};
        count(&tallies[i], c);
        count(&all, c);
    }
    tallies[kinds] = all;
    return kinds + 1;
}

static void add_tally(struct grid *table, const struct tally *tally)
{
    char numbers[5][NUMBER_MAX];
    const unsigned values[5] = {tally->clauses, tally->code, tally->tests, tally->records, tally->none};
    for (unsigned i = 0; i < 5; i++)
        snprintf(numbers[i], NUMBER_MAX, "%u", values[i]);
    grid_add(table,
             (const char *[]){tally->kind, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]});
}

int coverage_print(const char *game)
{
    struct tally tallies[KINDS_MAX];
    unsigned tally_count = tallies_of(game, tallies);
    struct grid table;
    grid_init(&table, 6, (const char *[]){"KIND", "CLAUSES", "CODE", "TESTS", "RECORDS", "NOTHING"});
    table.right = 0x3e;
    for (unsigned i = 0; i < tally_count; i++)
        add_tally(&table, &tallies[i]);
    grid_print(&table, 0, stdout);
    grid_release(&table);
    if (tallies[tally_count - 1].none == 0)
        return EXIT_DONE;
    puts("\nCited by nothing:");
    grid_init(&table, 4, NULL);
    for (const struct clause *c = register_next(game, NULL); c; c = register_next(game, c))
        if (is_uncited(c))
            grid_add(&table, (const char *[]){c->id, c->kind, c->how, c->summary});
    grid_print(&table, 2, stdout);
    grid_release(&table);
    return EXIT_DONE;
}

int coverage_print_json(const char *game)
{
    struct tally tallies[KINDS_MAX];
    unsigned tally_count = tallies_of(game, tallies);
    json_t *kinds = json_array();
    json_t *uncited = json_array();
    for (unsigned i = 0; i < tally_count; i++)
        json_array_append_new(kinds, json_pack("{s:s, s:i, s:i, s:i, s:i, s:i}", "kind", tallies[i].kind,
                                               "clauses", tallies[i].clauses, "code", tallies[i].code,
                                               "tests", tallies[i].tests, "records", tallies[i].records,
                                               "nothing", tallies[i].none));
    for (const struct clause *c = register_next(game, NULL); c; c = register_next(game, c))
        if (is_uncited(c))
            json_array_append_new(uncited, clause_json(c));
    return print_json(json_pack("{s:s, s:o, s:o}", "game", game, "kinds", kinds, "uncited", uncited));
}

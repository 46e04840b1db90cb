/* SPDX-License-Identifier: Apache-2.0 */
/* games.c - croupier games: which games are built in. */
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "cli/book.h"
#include "cli/commands.h"
#include "cli/grid.h"
#include "cli/print.h"
#include "rulebook/builtin.h"
#include "rulebook/sign_json.h"

enum { SHORT_HASH = 12 };

static void game_row(const struct rulebook *book, struct grid *table)
{
    char hash[HASH_TEXT_MAX];
    char decks[16];
    char bytes[WAGERS_MAX * WAGER_NAME_MAX];
    struct text wagers;
    hash_print(&book->hash, hash, sizeof(hash));
    hash[SHORT_HASH] = '\0';
    snprintf(decks, sizeof(decks), "%u-%u", book->decks_min, book->decks_max);
    text_init(&wagers, bytes, sizeof(bytes));
    for (unsigned i = 0; i < book->wager_count; i++)
        text_format(&wagers, "%s%s", i ? " " : "", book->wagers[i].name);
    grid_add(table,
             (const char *[]){book->id, label_say(&book->name, LANGUAGE_ENGLISH), book->house, book->version,
                              book->effective, rulebook_family_name(book), decks, hash, bytes});
}

static const struct argp_child children[] = {{&json_argp, 0, NULL, 0}, {&no_arguments_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .children = children,
    .doc =
        "Lists the built-in games.\vThe hash is that of the rulebook: two rulebooks with the same hash play "
        "the same game.",
};

static void load(unsigned index, struct rulebook *book)
{
    if (builtin_load(builtin_id(index), book) != STATUS_OK)
        abort(); /* the tests load every one of them */
}

static int print_list_json(void)
{
    json_t *list = json_array();
    for (unsigned i = 0; builtin_id(i); i++) {
        struct rulebook book;
        load(i, &book);
        json_array_append_new(list, rulebook_identity_json(&book));
    }
    return print_json(list);
}

static int print_list(void)
{
    static const char *const headings[] = {"GAME",   "NAME",  "OPERATOR", "VERSION", "IN FORCE FROM",
                                           "FAMILY", "DECKS", "HASH",     "WAGERS"};
    struct grid table;
    grid_init(&table, sizeof(headings) / sizeof(headings[0]), headings);
    for (unsigned i = 0; builtin_id(i); i++) {
        struct rulebook book;
        load(i, &book);
        game_row(&book, &table);
    }
    grid_print(&table, 0, stdout);
    grid_release(&table);
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    bool json = false;
    argp_parse(&argp, argc, argv, 0, NULL, &json);
    return json ? print_list_json() : print_list();
}

const struct command command_games = {
    .name = "games",
    .summary = "the built-in games",
    .run = run,
    .argp = &argp,
};

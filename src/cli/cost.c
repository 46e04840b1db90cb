/* SPDX-License-Identifier: Apache-2.0 */
/* cost.c - croupier cost: what a wrong ruling or a dealer's slip is worth.
 *
 * An error is a rulebook that is not the table's own: one or more keys with other values. The house edge of
 * every wager is computed exactly under both; or a shoe of blackjack has a card too few or too many. That is
 * the price where players know of the error and play best against it; for the main wager of blackjack,
 * players who do not notice are simulated by the table's own best play. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/grid.h"
#include "cli/odds_args.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/style.h"
#include "odds/answer.h"
#include "rulebook/freeze.h"
#include "rulebook/load.h"
#include "simulate/chart_odds.h"
#include "simulate/setup.h"

enum { KEY_ERROR = 0x100, KEY_SET, KEY_ROUNDS, KEY_CARD, KEY_LIST };
enum { SETS_MAX = 8, CELL_BYTES = 40, ALLOWED_MAX = 512 };

/* A slip with a name: a key and the value it wrongly had, or cards that are in the shoe or not. */
struct slip {
    const char *name;
    const char *says;
    const char *key;
    const char *value;
    int cards; /* -1: one is missing; 1: one too many */
};

static const struct slip slips[] = {
    {"dealer-hits-soft-17", "the Dealer draws on soft 17", "dealer.soft17", "hit", 0},
    {"dealer-stands-soft-17", "the Dealer stands on soft 17", "dealer.soft17", "stand", 0},
    {"blackjack-3-2", "a Blackjack is paid 3 to 2", "wagers.main.pays.blackjack.odds", "3:2", 0},
    {"blackjack-6-5", "a Blackjack is paid 6 to 5", "wagers.main.pays.blackjack.odds", "6:5", 0},
    {"blackjack-1-1", "a Blackjack is paid 1 to 1", "wagers.main.pays.blackjack.odds", "1:1", 0},
    {"surrender-against-ace", "surrender is accepted against an Ace", "surrender.not_against", "[]", 0},
    {"surrender-refused", "surrender is refused altogether", "surrender.offered", "false", 0},
    {"split-refused", "splitting is refused altogether", "split.offered", "false", 0},
    {"resplit-refused", "a second split is refused", "split.hands_max", "2", 0},
    {"aces-play-on", "split Aces may draw more than one card", "split.aces_one_card", "false", 0},
    {"double-after-split-refused", "a split hand may not be doubled", "double.after_split", "false", 0},
    {"double-any", "any two cards may be doubled", "double.on", "any", 0},
    {"stand-below-12", "a hand below 12 may stand", "stand.min_total", "0", 0},
    {"blackjack-takes-all", "a Dealer's Blackjack takes every wager", "dealer.blackjack_takes", "all", 0},
    {"blackjack-takes-original", "it takes one original wager in all", "dealer.blackjack_takes",
     "original_only", 0},
    {"blackjack-pushes-21", "a 21 stands off with a Dealer's Blackjack", "dealer.blackjack_vs_21", "push", 0},
    {"card-missing", "one card is missing from the shoe", NULL, NULL, -1},
    {"card-extra", "the shoe has one card too many", NULL, NULL, 1},
};

struct cost_args {
    struct book_args book;
    const struct slip *slip;
    unsigned set_count;
    char *sets[SETS_MAX];
    uint64_t rounds;
    const char *card;
    bool list;
};

/* The main wager of players who do not notice, simulated. */
struct unaware {
    bool played;
    double after;
    double error;
};

static const struct slip *find_slip(const char *name)
{
    for (size_t i = 0; i < sizeof(slips) / sizeof(slips[0]); i++)
        if (strcmp(slips[i].name, name) == 0)
            return &slips[i];
    return NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct cost_args *args = state->input;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->book;
        return 0;
    case KEY_ERROR:
        args->slip = find_slip(arg);
        if (!args->slip)
            argp_error(state, "--error %s: there is no such error; croupier cost --list names them", arg);
        return 0;
    case KEY_SET:
        if (!strchr(arg, '=') || args->set_count == SETS_MAX)
            argp_error(state, "--set takes KEY=VALUE, at most %d times", SETS_MAX);
        args->sets[args->set_count++] = arg;
        return 0;
    case KEY_ROUNDS:
        args->rounds = (uint64_t)strtod(arg, &end);
        if (*end || strtod(arg, NULL) < 1 || strtod(arg, NULL) > 1e13)
            argp_error(state, "--rounds %s: must be a whole number from 1 to 1e13", arg);
        return 0;
    case KEY_CARD:
        args->card = arg;
        return 0;
    case KEY_LIST:
        args->list = true;
        args->book.game = ""; /* none is needed */
        return 0;
    case ARGP_KEY_ARG:
        return args->list ? 0 : ARGP_ERR_UNKNOWN;
    case ARGP_KEY_END:
        if (!args->list && !args->slip && !args->set_count)
            argp_error(state, "name an error with --error, or keys with --set");
        if (args->card && !(args->slip && args->slip->cards))
            argp_error(state, "--card goes with --error card-missing or card-extra");
        if (args->rounds && args->slip && args->slip->cards)
            argp_error(state, "--rounds does not go with --error %s", args->slip->name);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The values that a key takes, found by its path or its switch. */
struct lookup {
    const char *word;
    struct text *allowed;
};

static void look_up(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    const struct lookup *lookup = context;
    (void)value;
    if (key && (strcmp(path, lookup->word) == 0 ||
                (key->switch_name && strcmp(key->switch_name, lookup->word) == 0)))
        rulebook_key_describe(key, lookup->allowed);
}

static int refuse_set(const struct rulebook *book, enum status status, const struct switch_value *set)
{
    char allowed[ALLOWED_MAX];
    struct text text;
    if (status == STATUS_NOT_FOUND)
        return complain("%s has no key %s; croupier rulebook show lists them", book->id, set->name);
    if (status != STATUS_BAD_TEXT)
        return complain("with these values the rulebook would contradict itself");
    text_init(&text, allowed, sizeof(allowed));
    rulebook_walk(book, look_up, &(struct lookup){set->name, &text});
    return complain("%s is not a value for %s, which must be %s", set->value, set->name, allowed);
}

/* All at once: some keys make sense together only. */
static int make_error(const struct cost_args *args, struct rulebook *wrong)
{
    struct switch_value sets[SETS_MAX + 1] = {{NULL, NULL}};
    char names[SETS_MAX][SWITCH_NAME_MAX];
    unsigned count = 0;
    unsigned at;
    if (args->slip && args->slip->key)
        sets[count++] = (struct switch_value){args->slip->key, args->slip->value};
    for (unsigned i = 0; i < args->set_count; i++) {
        const char *equals = strchr(args->sets[i], '=');
        assert(equals); /* the parser has seen to it */
        snprintf(names[i], sizeof(names[i]), "%.*s", (int)(equals - args->sets[i]), args->sets[i]);
        sets[count++] = (struct switch_value){names[i], equals + 1};
    }
    enum status status = rulebook_set_switches(wrong, sets, count, &at);
    return status == STATUS_OK ? EXIT_DONE : refuse_set(wrong, status, &sets[at < count ? at : 0]);
}

/* Players who do not notice: the table's own chart, played under the wrong rules. */
static enum status simulate_unaware(const struct rulebook *right, const struct rulebook *wrong,
                                    unsigned decks, uint64_t rounds, struct unaware *unaware)
{
    int wager = rulebook_wager_at(right, PLACE_MAIN);
    struct setup *setup = malloc(sizeof(*setup));
    struct score *score = calloc(1, sizeof(*score));
    struct run run = {
        .seed = 1, .threads = (unsigned)sysconf(_SC_NPROCESSORS_ONLN), .rounds = run_rounds(rounds)};
    uint64_t done_to;
    enum status status =
        setup && score && chart_best(&setup->chart, right, decks) ? STATUS_OK : STATUS_NO_MEMORY;
    run.to_block = run_blocks(run.rounds);
    if (status == STATUS_OK)
        status = setup_by_chart(setup, wrong, decks, 1);
    if (status == STATUS_OK) {
        run.game = setup_game(setup);
        status = run_play(&run, NULL, NULL, score, &done_to);
    }
    if (status == STATUS_OK && wager >= 0)
        *unaware = (struct unaware){true, -score_mean(score, (unsigned)wager, setup_scale(setup)),
                                    score_error(score, (unsigned)wager, setup_scale(setup))};
    free(setup);
    free(score);
    return status;
}

/* The card --card names, or one of every value. */
static int cards_asked(const struct cost_args *args, const struct rulebook *book, struct cost_cards *cards)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    uint8_t named[VALUE_COUNT + 1];
    unsigned count = 0;
    *cards = (struct cost_cards){.change = args->slip->cards};
    memset(cards->values, 1, sizeof(cards->values));
    if (!args->card)
        return EXIT_DONE;
    int done = odds_cards(book, "card", args->card, named);
    for (unsigned value = 1; done == EXIT_DONE && value <= VALUE_COUNT; value++) {
        count += named[value];
        cards->values[value] = named[value] > 0;
    }
    cards->whole = deck_parse_card(deck, args->card, strlen(args->card), &cards->card);
    return done == EXIT_DONE && count != 1 ? complain("--card takes one card") : done;
}

/* ---- The work, with its progress. ---- */

static int price_cards(const struct cost_args *args, const struct rulebook *book, unsigned decks,
                       struct costs *costs, struct cost_cards *cards)
{
    struct progress progress;
    int done = cards_asked(args, book, cards);
    if (done != EXIT_DONE)
        return done;
    progress_init(&progress, book->wager_count * VALUE_COUNT);
    enum status status = costs_of_card(costs, book, decks, cards, progress_part, &progress);
    progress_end(&progress);
    return status == STATUS_OK ? EXIT_DONE : complain("%s", status_sentence(status));
}

static int price_rules(const struct cost_args *args, const struct rulebook *right,
                       const struct rulebook *wrong, unsigned decks, struct costs *costs,
                       struct unaware *unaware)
{
    struct progress progress;
    progress_init(&progress, right->wager_count);
    enum status status = costs_of_rules(costs, right, wrong, decks, progress_part, &progress);
    if (status == STATUS_OK && args->rounds && right->family == FAMILY_BLACKJACK)
        status = simulate_unaware(right, wrong, decks, args->rounds, unaware);
    progress_end(&progress);
    return status == STATUS_OK ? EXIT_DONE : complain("%s", status_sentence(status));
}

/* ---- What is told. ---- */

static void print_rows(const struct costs *costs, const char *card)
{
    static const char *const headings[] = {"wager", "house edge", "with the error", "costs the house",
                                           "of a million staked"};
    struct grid table;
    grid_init(&table, 5, headings);
    table.right = 0x1e;
    for (unsigned i = 0; i < costs->count; i++) {
        const struct cost_row *row = &costs->rows[i];
        char cells[4][CELL_BYTES];
        char kind[CELL_BYTES];
        if (!row->known)
            continue;
        const char *label = !row->value ? "" : card ? card : cost_value_label(row->value);
        snprintf(kind, CELL_BYTES, "%s%s%s", row->kind, *label ? ", " : "", label);
        snprintf(cells[0], CELL_BYTES, "%+.6f %%", 100 * row->before);
        snprintf(cells[1], CELL_BYTES, "%+.6f %%", 100 * row->after);
        snprintf(cells[2], CELL_BYTES, "%+.6f %%", 100 * cost_row_cost(row));
        snprintf(cells[3], CELL_BYTES, "%+.2f", 1e6 * cost_row_cost(row));
        grid_add(&table, (const char *[]){kind, cells[0], cells[1], cells[2], cells[3]});
    }
    grid_print(&table, 2, stdout);
    grid_release(&table);
}

static void print_unaware(const struct costs *costs, const struct unaware *unaware)
{
    if (!unaware->played)
        return;
    printf("\nPlayers who do not notice: house edge %+.5f %% ± %.5f %%, so it costs %+.5f %%.\n",
           100 * unaware->after, 100 * unaware->error, 100 * (costs->rows[0].before - unaware->after));
}

static void print_text(const struct cost_args *args, const struct rulebook *book, unsigned decks,
                       const struct costs *costs, const char *card, const struct unaware *unaware)
{
    printf("%s%s%s, %u deck%s: ", style_of(stdout, STYLE_BOLD), label_say(&book->name, LANGUAGE_ENGLISH),
           style_of(stdout, STYLE_PLAIN), decks, decks == 1 ? "" : "s");
    printf("%s", args->slip ? args->slip->says : "");
    for (unsigned i = 0; i < args->set_count; i++)
        printf("%s%s", args->slip || i ? ", " : "", args->sets[i]);
    puts("\n");
    print_rows(costs, card);
    print_unaware(costs, unaware);
    puts("\nExact; blackjack players are assumed to know of the error and to play best against it.");
    if (args->slip && args->slip->cards)
        puts("If no suit is named, every card of the value is equally likely to be the wrong one.");
    if (args->slip && args->slip->cards < 0)
        puts("A missing card that nobody knows of costs nothing on average: it is like a burnt card.");
}

/* The simulated figures belong to the main wager. */
static void put_unaware(json_t *json, const struct rulebook *book, const struct unaware *unaware)
{
    int main = rulebook_wager_at(book, PLACE_MAIN);
    if (!unaware->played || main < 0)
        return;
    json_t *row = json_array_get(json_object_get(json, "wagers"), (size_t)main);
    json_object_set_new(row, "unaware_house_edge", json_real(unaware->after));
    json_object_set_new(row, "unaware_standard_error", json_real(unaware->error));
}

static int list_slips(bool json)
{
    json_t *all = json_array();
    for (size_t i = 0; i < sizeof(slips) / sizeof(slips[0]); i++) {
        if (!json)
            printf("%-28s %s\n", slips[i].name, slips[i].says);
        json_array_append_new(all, json_pack("{s:s, s:s}", "name", slips[i].name, "says", slips[i].says));
    }
    if (json)
        return print_json(all);
    json_decref(all);
    return EXIT_DONE;
}

static const struct argp_option options[] = {
    {"error", KEY_ERROR, "NAME", 0, "The name of the error, one of those below", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "Any other error: a key of the rulebook and its wrong value", 0},
    {"rounds", KEY_ROUNDS, "N", 0, "Also simulate N rounds of players who do not notice", 0},
    {"card", KEY_CARD, "CARD", 0,
     "With card-missing and card-extra: only this card, such as As or A (one of every value)", 0},
    {"list", KEY_LIST, NULL, 0, "List the named errors", 0},
    {0},
};
/* --help ends with the errors that have a name. */
static char *help_filter(int key, const char *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    char *help = NULL;
    size_t size;
    FILE *out = open_memstream(&help, &size);
    if (!out)
        return (char *)text;
    fputs("Errors:\n", out);
    for (size_t i = 0; i < sizeof(slips) / sizeof(slips[0]); i++)
        fprintf(out, "  %-28s%s\n", slips[i].name, slips[i].says);
    fclose(out);
    return help;
}

static const struct argp_child children[] = {{&shoe_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "GAME",
    .doc = "Prints what a wrong ruling or a dealer's error costs: the house edge of every wager with and "
           "without it.\v",
    .help_filter = help_filter,
};

static int price(const struct cost_args *args, const struct rulebook *right, const struct rulebook *wrong,
                 unsigned decks)
{
    static struct costs costs;
    struct cost_cards cards = {.whole = false};
    struct unaware unaware = {false, 0, 0};
    bool by_card = args->slip && args->slip->cards;
    int done = by_card ? price_cards(args, wrong, decks, &costs, &cards)
                       : price_rules(args, right, wrong, decks, &costs, &unaware);
    const char *card = cards.whole ? args->card : NULL;
    if (done != EXIT_DONE)
        return done;
    if (!args->book.json) {
        print_text(args, right, decks, &costs, card, &unaware);
        return EXIT_DONE;
    }
    json_t *json = costs_json(right, decks, &costs, card);
    put_unaware(json, right, &unaware);
    return print_json(json);
}

static int run(int argc, char **argv)
{
    struct cost_args args = {0};
    struct rulebook right;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (args.list)
        return list_slips(args.book.json);
    unsigned decks = 0;
    int done = book_load(&args.book, &right);
    if (done == EXIT_DONE)
        done = book_decks(&args.book, &right, &decks);
    if (done != EXIT_DONE)
        return done;
    struct rulebook wrong = right;
    done = make_error(&args, &wrong);
    return done == EXIT_DONE ? price(&args, &right, &wrong, decks) : done;
}

const struct command command_cost = {
    .name = "cost",
    .summary = "what a wrong ruling or a dealer's error costs",
    .run = run,
    .argp = &argp,
};

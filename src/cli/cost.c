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
#include "odds/game.h"
#include "odds/wager_odds.h"
#include "rulebook/freeze.h"
#include "rulebook/load.h"
#include "simulate/chart_odds.h"
#include "simulate/run.h"

enum { KEY_ERROR = 0x100, KEY_SET, KEY_ROUNDS, KEY_CARD, KEY_LIST };
enum { SETS_MAX = 8, CELL_BYTES = 40, ALLOWED_MAX = 512, ROWS_MAX = WAGERS_MAX * VALUE_COUNT };

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

/* The house's cost of one wager per unit staked. */
struct cost_row {
    const char *kind;
    const char *card; /* the one that is missing, or too many; NULL: it is no such error */
    double before;
    double after;
    bool known;
    bool unaware; /* simulated as well */
    double unaware_after;
    double unaware_error;
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
            argp_error(state, "--set is KEY=VALUE, %d times at most", SETS_MAX);
        args->sets[args->set_count++] = arg;
        return 0;
    case KEY_ROUNDS:
        args->rounds = (uint64_t)strtod(arg, &end);
        if (*end || strtod(arg, NULL) < 1 || strtod(arg, NULL) > 1e13)
            argp_error(state, "--rounds %s: a whole number from 1 to 1e13 is wanted", arg);
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
            argp_error(state, "--card goes with --error card-missing and card-extra");
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
        return complain("with these values together the rulebook would contradict itself");
    text_init(&text, allowed, sizeof(allowed));
    rulebook_walk(book, look_up, &(struct lookup){set->name, &text});
    return complain("%s is no value for %s: it must be %s", set->value, set->name, allowed);
}

/* All at once: some keys make sense together only. */
static int make_error(const struct cost_args *args, struct rulebook *wrong)
{
    struct switch_value sets[SETS_MAX + 1];
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

/* The exact house edge of a wager; false where none is known. */
static bool edge_of(const struct rulebook *book, unsigned wager, unsigned decks, double *edge)
{
    bool known = false;
    if (book->wagers[wager].judge == JUDGE_HAND) {
        struct game_odds *game = game_odds_new(book, decks);
        known = game != NULL;
        *edge = game ? -game->expected_value : 0;
        game_odds_free(game);
        return known;
    }
    struct wager_odds odds;
    wager_odds_init(&odds);
    known = wager_odds_count(&odds, book, wager, decks) == STATUS_OK;
    if (known)
        *edge = mpq_get_d(odds.house_edge);
    wager_odds_release(&odds);
    return known;
}

/* Players who do not notice: the table's own chart, played under the wrong rules. */
static int simulate_unaware(const struct rulebook *right, const struct rulebook *wrong, unsigned decks,
                            uint64_t rounds, unsigned wager, struct cost_row *row)
{
    struct chart *chart = malloc(sizeof(*chart));
    struct plan *plan = malloc(sizeof(*plan));
    struct score *score = calloc(1, sizeof(*score));
    uint64_t done_to;
    int done = EXIT_DONE;
    if (!chart || !plan || !score || !chart_best(chart, right, decks)) {
        done = complain("%s", status_sentence(STATUS_NO_MEMORY));
    } else {
        struct run run = {
            .seed = 1, .threads = (unsigned)sysconf(_SC_NPROCESSORS_ONLN), .rounds = run_rounds(rounds)};
        plan_init(plan, wrong, decks, 1, chart);
        run.game.blackjack = plan;
        run.to_block = run_blocks(run.rounds);
        if (run_play(&run, NULL, NULL, score, &done_to) != STATUS_OK)
            done = complain("%s", status_sentence(STATUS_NO_MEMORY));
        row->unaware = true;
        row->unaware_after = -score_mean(score, wager, plan->scale);
        row->unaware_error = score_error(score, wager, plan->scale);
    }
    free(chart);
    free(plan);
    free(score);
    return done;
}

static int fill_wagers(const struct cost_args *args, const struct rulebook *right,
                       const struct rulebook *wrong, unsigned decks, struct cost_row *rows, unsigned *count)
{
    int done = EXIT_DONE;
    struct progress progress;
    progress_init(&progress, right->wager_count);
    for (unsigned w = 0; w < right->wager_count && done == EXIT_DONE; w++) {
        struct cost_row *row = &rows[(*count)++];
        progress_show(&progress, w);
        row->kind = right->wagers[w].name;
        row->known = edge_of(right, w, decks, &row->before) && edge_of(wrong, w, decks, &row->after);
        if (args->rounds && right->wagers[w].judge == JUDGE_HAND)
            done = simulate_unaware(right, wrong, decks, args->rounds, w, row);
    }
    progress_end(&progress);
    return done;
}

/* ---- A card too few, or too many. ---- */

static const char *const value_labels[VALUE_COUNT + 1] = {
    [1] = "A", [2] = "2", [3] = "3", [4] = "4", [5] = "5",
    [6] = "6", [7] = "7", [8] = "8", [9] = "9", [10] = "T"};

/* The main wager's house edge for a shoe of these cards. */
static int main_edge(const struct rulebook *book, const struct stock *stock, double *edge)
{
    struct supply shoe = stock_supply(stock);
    struct game_odds *game = game_odds_new_shoe(book, &shoe);
    if (!game)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    *edge = -game->expected_value;
    game_odds_free(game);
    return EXIT_DONE;
}

/* Which cards may be the wrong one: --card names a whole card, or a value and leaves the suit open. */
struct wrong_cards {
    uint8_t values[VALUE_COUNT + 1]; /* the values that are priced */
    bool whole;                      /* it is `card` */
    struct card card;
};

static bool may_be_wrong(const struct wrong_cards *wrong, unsigned value, struct card card)
{
    return wrong->whole ? card_equal(card, wrong->card) : value_of_rank(card_rank(card)) == value;
}

/* The mean over the cards that may be the wrong one, each being as likely. For the main wager all cards of a
 * value are the same. */
static int edge_with_card(const struct rulebook *book, unsigned wager, unsigned decks, int change,
                          unsigned value, const struct wrong_cards *wrong, struct cost_row *row)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    bool is_main = book->wagers[wager].judge == JUDGE_HAND;
    struct wager_odds odds;
    double sum = 0;
    unsigned count = 0;
    int done = EXIT_DONE;
    wager_odds_init(&odds);
    for (unsigned kind = 0; kind < deck_card_count(deck) && done == EXIT_DONE; kind++) {
        struct stock stock;
        double edge = 0;
        if (!may_be_wrong(wrong, value, deck_card(deck, kind)) || (is_main && count > 0))
            continue;
        stock_init(&stock, deck, decks);
        stock.left[kind] = (uint16_t)(stock.left[kind] + change);
        if (is_main)
            done = main_edge(book, &stock, &edge);
        else if (wager_odds_count_stock(&odds, book, wager, &stock, SIDE_GIVEN_NOTHING) == STATUS_OK)
            edge = mpq_get_d(odds.house_edge);
        else
            continue;
        sum += edge;
        count++;
    }
    wager_odds_release(&odds);
    row->known = row->known && count > 0;
    row->after = count ? sum / count : 0;
    return done;
}

/* The card --card names, or one of every value. */
static int cards_asked(const struct cost_args *args, const struct rulebook *book, struct wrong_cards *wrong)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    unsigned cards = 0;
    *wrong = (struct wrong_cards){.whole = false};
    memset(wrong->values, 1, sizeof(wrong->values));
    if (!args->card)
        return EXIT_DONE;
    int done = odds_cards(book, "card", args->card, wrong->values);
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        cards += wrong->values[value];
    wrong->whole = deck_parse_card(deck, args->card, strlen(args->card), &wrong->card);
    return done == EXIT_DONE && cards != 1 ? complain("--card takes one card") : done;
}

static int fill_cards(const struct cost_args *args, const struct rulebook *right,
                      const struct rulebook *wrong, unsigned decks, struct cost_row *rows, unsigned *count)
{
    struct wrong_cards cards;
    struct progress progress;
    int done = cards_asked(args, right, &cards);
    if (done != EXIT_DONE)
        return done;
    if (right->family != FAMILY_BLACKJACK)
        return complain("--error %s is priced for blackjack; %s is none", args->slip->name, right->id);
    progress_init(&progress, right->wager_count * VALUE_COUNT);
    for (unsigned w = 0; w < right->wager_count && done == EXIT_DONE; w++) {
        double before = 0;
        bool known = edge_of(right, w, decks, &before);
        for (unsigned value = 1; value <= VALUE_COUNT && done == EXIT_DONE; value++) {
            progress_show(&progress, w * VALUE_COUNT + value - 1);
            if (!cards.values[value])
                continue;
            struct cost_row *row = &rows[(*count)++];
            *row = (struct cost_row){.kind = right->wagers[w].name,
                                     .card = cards.whole ? args->card : value_labels[value],
                                     .before = before,
                                     .known = known};
            done = edge_with_card(wrong, w, decks, args->slip->cards, value, &cards, row);
        }
    }
    progress_end(&progress);
    return done;
}

/* ---- What is told. ---- */

/* Two equal fractions may differ in their last binary digit. */
static double cost_of(const struct cost_row *row)
{
    double cost = row->before - row->after;
    return fabs(cost) < 1e-15 ? 0 : cost;
}

static void print_rows(const struct cost_row *rows, unsigned count)
{
    static const char *const headings[] = {"wager", "house edge", "with the error", "costs the house",
                                           "of a million staked"};
    struct grid table;
    grid_init(&table, 5, headings);
    table.right = 0x1e;
    for (unsigned i = 0; i < count; i++) {
        char cells[4][CELL_BYTES];
        double cost = cost_of(&rows[i]);
        char kind[CELL_BYTES];
        if (!rows[i].known)
            continue;
        snprintf(kind, CELL_BYTES, "%s%s%s", rows[i].kind, rows[i].card ? ", " : "",
                 rows[i].card ? rows[i].card : "");
        snprintf(cells[0], CELL_BYTES, "%+.6f %%", 100 * rows[i].before);
        snprintf(cells[1], CELL_BYTES, "%+.6f %%", 100 * rows[i].after);
        snprintf(cells[2], CELL_BYTES, "%+.6f %%", 100 * cost);
        snprintf(cells[3], CELL_BYTES, "%+.2f", 1e6 * cost);
        grid_add(&table, (const char *[]){kind, cells[0], cells[1], cells[2], cells[3]});
    }
    grid_print(&table, 2, stdout);
    grid_release(&table);
}

static void print_text(const struct cost_args *args, const struct rulebook *book, unsigned decks,
                       const struct cost_row *rows, unsigned count)
{
    printf("%s%s%s, %u deck%s: ", style_of(stdout, STYLE_BOLD), label_say(&book->name, LANGUAGE_ENGLISH),
           style_of(stdout, STYLE_PLAIN), decks, decks == 1 ? "" : "s");
    printf("%s", args->slip ? args->slip->says : "");
    for (unsigned i = 0; i < args->set_count; i++)
        printf("%s%s", args->slip || i ? ", " : "", args->sets[i]);
    puts("\n");
    print_rows(rows, count);
    for (unsigned i = 0; i < count; i++)
        if (rows[i].unaware)
            printf("\nPlayers who do not notice: house edge %+.5f %% ± %.5f %%, so it costs %+.5f %%.\n",
                   100 * rows[i].unaware_after, 100 * rows[i].unaware_error,
                   100 * (rows[i].before - rows[i].unaware_after));
    puts("\nExact; players of blackjack are taken to know of the error and to play best against it.");
    if (args->slip && args->slip->cards)
        puts("Where no suit is named, every card of the value is as likely to be the wrong one.");
    if (args->slip && args->slip->cards < 0)
        puts(
            "A card nobody knows to be missing costs nothing on the average: it is like one that was burnt.");
}

static json_t *rows_json(const struct rulebook *book, unsigned decks, const struct cost_row *rows,
                         unsigned count)
{
    json_t *wagers = json_array();
    for (unsigned i = 0; i < count; i++) {
        if (!rows[i].known)
            continue;
        json_t *row = json_pack("{s:s, s:f, s:f, s:f}", "kind", rows[i].kind, "house_edge", rows[i].before,
                                "house_edge_with_error", rows[i].after, "cost", cost_of(&rows[i]));
        if (rows[i].card)
            json_object_set_new(row, "card", json_string(rows[i].card));
        if (rows[i].unaware) {
            json_object_set_new(row, "unaware_house_edge", json_real(rows[i].unaware_after));
            json_object_set_new(row, "unaware_standard_error", json_real(rows[i].unaware_error));
        }
        json_array_append_new(wagers, row);
    }
    return json_pack("{s:s, s:I, s:o}", "game", book->id, "decks", (json_int_t)decks, "wagers", wagers);
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
    {"error", KEY_ERROR, "NAME", 0, "The error by its name: one of those below", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "Any other error: a key of the rulebook and the value it wrongly had",
     0},
    {"rounds", KEY_ROUNDS, "N", 0, "Simulate N rounds of players who do not notice, too", 0},
    {"card", KEY_CARD, "CARD", 0,
     "Only this card, As or A say, with card-missing and card-extra (one of every value)", 0},
    {"list", KEY_LIST, NULL, 0, "List the errors that have a name", 0},
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
    .doc =
        "Tells what a wrong ruling or a dealer's slip is worth: the house edge of every wager with and without it.\v",
    .help_filter = help_filter,
};

static int run(int argc, char **argv)
{
    struct cost_args args = {0};
    struct rulebook right;
    struct cost_row rows[ROWS_MAX] = {0};
    unsigned count = 0;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (args.list)
        return list_slips(args.book.json);
    int done = book_load(&args.book, &right);
    struct rulebook wrong = right;
    unsigned decks;
    if (done == EXIT_DONE)
        done = book_decks(&args.book, &right, &decks);
    if (done == EXIT_DONE)
        done = make_error(&args, &wrong);
    if (done != EXIT_DONE)
        return done;
    done = args.slip && args.slip->cards ? fill_cards(&args, &right, &wrong, decks, rows, &count)
                                         : fill_wagers(&args, &right, &wrong, decks, rows, &count);
    if (done != EXIT_DONE)
        return done;
    if (args.book.json)
        return print_json(rows_json(&right, decks, rows, count));
    print_text(&args, &right, decks, rows, count);
    return EXIT_DONE;
}

const struct command command_cost = {
    .name = "cost",
    .summary = "what a wrong ruling or a dealer's slip is worth",
    .run = run,
    .argp = &argp,
};

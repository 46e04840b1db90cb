/* SPDX-License-Identifier: Apache-2.0 */
/* odds.c - croupier odds: the exact odds of every wager, or of one hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/csv.h"
#include "cli/grid.h"
#include "cli/odds_args.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/style.h"
#include "odds/answer.h"

enum { KEY_WAGER = 0x100, KEY_HAND, KEY_DEALER, KEY_SEEN, KEY_CSV, KEY_DISTRIBUTION };

struct odds_args {
    struct book_args book;
    const char *wager;
    const char *hand;
    const char *dealer;
    const char *seen;
    bool csv;
    bool distribution;
};

/* ---- Wagers. ---- */

static void print_heading(const char *label, double edge, const char *condition)
{
    printf("\n%s%s%s  house edge %.10f %%", style_of(stdout, STYLE_BOLD), label,
           style_of(stdout, STYLE_PLAIN), 100 * edge);
    printf("%s%s%s%s\n", style_of(stdout, STYLE_DIM), condition ? "; given: " : "",
           condition ? condition : "", style_of(stdout, STYLE_PLAIN));
}

static void print_wager(const struct wager_odds *odds)
{
    char *edge = fraction_text(odds->house_edge);
    struct grid table;
    print_heading(label_say(&odds->rule->label, LANGUAGE_ENGLISH), mpq_get_d(odds->house_edge),
                  odds->condition);
    printf("  exactly %s; wins %.10f; standard deviation %.10f\n", edge, mpq_get_d(odds->hit_frequency),
           wager_odds_deviation(odds));
    free(edge);
    grid_init(&table, 4, (const char *[]){"LINE", "PAYS", "PROBABILITY", "EXACTLY"});
    table.right = 1U << 1;
    for (unsigned i = 0; i < odds->outcome_count; i++) {
        const struct outcome_odds *outcome = &odds->outcomes[i];
        char pays[RATIO_TEXT_MAX] = "0";
        char probability[32];
        char *fraction = fraction_text(outcome->probability);
        if (outcome->sign > 0)
            ratio_print(outcome->pays, pays, sizeof(pays));
        else if (outcome->sign < 0)
            snprintf(pays, sizeof(pays), "-1");
        snprintf(probability, sizeof(probability), "%.15f", mpq_get_d(outcome->probability));
        grid_add(&table, (const char *[]){outcome->name, pays, probability, fraction});
        free(fraction);
    }
    grid_print(&table, 2, stdout);
    grid_release(&table);
}

static void print_method(const char *method)
{
    printf("  %s%s%s\n", style_of(stdout, STYLE_DIM), method, style_of(stdout, STYLE_PLAIN));
}

/* The net result of a round that is split. */
static void print_split(const struct game_odds *game)
{
    struct net_result results[NET_RESULTS_MAX];
    unsigned count = net_results(&game->split_net, game->terms.regular_ratio, results);
    struct grid table;
    grid_init(&table, 2, (const char *[]){"SPLIT HANDS TOGETHER", "PROBABILITY"});
    for (unsigned i = 0; i < count; i++) {
        char result[32];
        char probability[32];
        snprintf(result, sizeof(result), results[i].result != 0 ? "%+g" : "%g", results[i].result);
        snprintf(probability, sizeof(probability), "%.9f", results[i].probability);
        grid_add(&table, (const char *[]){result, probability});
    }
    grid_print(&table, 2, stdout);
    grid_release(&table);
    printf("  %s(the last refinement moved none by more than %.1e)%s\n", style_of(stdout, STYLE_DIM),
           game->split_net.off, style_of(stdout, STYLE_PLAIN));
}

static void print_main(const struct game_odds *game, const struct wager_rule *rule)
{
    struct grid table;
    print_heading(label_say(&rule->label, LANGUAGE_ENGLISH), -game->expected_value, NULL);
    printf("  expected value %.15f", game->expected_value);
    if (game->deviation > 0)
        printf("; a hand is paid %.10f; standard deviation %.10f", game->hit_frequency, game->deviation);
    putchar('\n');
    printf("  average total wager of a round %.10f; house edge on it (element of risk) %.10f %%\n",
           game->staked, -100 * game->expected_value / game->staked);
    printf("  with the printed card (croupier strategy) %.15f: costs %.10f %% more\n",
           game->printed_expected_value, 100 * (game->expected_value - game->printed_expected_value));
    print_method(odds_method);
    grid_init(&table, 3, (const char *[]){"ROUND ENDS WITH", "PAYS", "PROBABILITY"});
    table.right = 1U << 1;
    for (unsigned end = 0; end < ROUND_ENDS; end++) {
        char pays[32];
        char probability[32];
        round_end_pays(game, (enum round_end)end, pays, sizeof(pays));
        if (end == END_SPLIT && game->ends[end] > 0)
            snprintf(pays, sizeof(pays), "mean %+.6f", game->split_value / game->ends[end]);
        snprintf(probability, sizeof(probability), "%.15f", game->ends[end]);
        grid_add(&table, (const char *[]){round_end_name((enum round_end)end), pays, probability});
    }
    grid_print(&table, 2, stdout);
    grid_release(&table);
    if (game->deviation > 0 && game->ends[END_SPLIT] > 0)
        print_split(game);
}

static int print_one(const struct rulebook *book, unsigned number, unsigned decks, bool distribution)
{
    const struct wager_rule *rule = &book->wagers[number];
    struct wager_odds odds;
    wager_odds_init(&odds);
    bool counted = wager_odds_count(&odds, book, number, decks) == STATUS_OK;
    if (counted)
        print_wager(&odds);
    wager_odds_release(&odds);
    if (counted)
        return EXIT_DONE;
    struct game_odds *game = game_odds_new(book, decks);
    bool done = game && (!distribution || game_odds_deviation(game) == STATUS_OK);
    if (done)
        print_main(game, rule);
    game_odds_free(game);
    return done ? EXIT_DONE : complain("%s: %s", rule->name, status_sentence(STATUS_NO_MEMORY));
}

static int print_wagers_csv(json_t *takes)
{
    static const char *const columns[] = {"kind",
                                          "outcome",
                                          "pays",
                                          "probability",
                                          "probability_fraction",
                                          "house_edge",
                                          "house_edge_fraction",
                                          "hit_frequency",
                                          "standard_deviation",
                                          NULL};
    json_t *wagers = json_incref(json_object_get(takes, "wagers"));
    json_decref(takes);
    return csv_print(csv_flatten(wagers, "outcomes", "outcome"), columns);
}

static int print_hand_csv(json_t *takes)
{
    static const char *const columns[] = {"action", "expected_value", NULL};
    json_t *actions = json_incref(json_object_get(takes, "actions"));
    json_decref(takes);
    return csv_print(actions, columns);
}

static int print_wagers_answer(const struct odds_args *args, const struct rulebook *book, unsigned decks,
                               int only)
{
    struct progress progress;
    const struct answer_watch watch = {progress_part, &progress};
    json_t *json;
    progress_init(&progress, book->wager_count);
    enum status status = answer_wagers(book, decks, only, args->distribution, &watch, &json);
    progress_end(&progress);
    if (status != STATUS_OK)
        return complain("%s: %s", book->id, status_sentence(status));
    return args->csv ? print_wagers_csv(json) : print_json(json);
}

static int no_wager(const char *word, const struct rulebook *book)
{
    fprintf(stderr, "croupier: --wager %s: %s has", word, book->id);
    for (unsigned i = 0; i < book->wager_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", book->wagers[i].name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static int wagers(const struct odds_args *args, const struct rulebook *book, unsigned decks)
{
    struct progress progress;
    int only = args->wager ? rulebook_wager(book, args->wager) : -1;
    int done = EXIT_DONE;
    if (args->wager && only < 0)
        return no_wager(args->wager, book);
    if (args->book.json || args->csv)
        return print_wagers_answer(args, book, decks, only);
    printf("%s, %u deck%s\n", label_say(&book->name, LANGUAGE_ENGLISH), decks, decks == 1 ? "" : "s");
    progress_init(&progress, book->wager_count);
    for (unsigned i = 0; i < book->wager_count && done == EXIT_DONE; i++) {
        progress_show(&progress, i);
        if (only < 0 || (unsigned)only == i)
            done = print_one(book, i, decks, args->distribution);
    }
    progress_end(&progress);
    return done;
}

/* ---- One hand. ---- */

static void print_answer(const struct odds_args *args, const struct hand_answer *answer)
{
    struct grid table;
    printf("%s against %s%s%s\n", args->hand, args->dealer, args->seen ? ", also seen: " : "",
           args->seen ? args->seen : "");
    grid_init(&table, 2, (const char *[]){"ACTION", "EXPECTED VALUE"});
    table.right = 1U << 1;
    for (unsigned i = 0; i < answer->action_count; i++) {
        char value[32];
        snprintf(value, sizeof(value), "%+.15f", answer->actions[i].expected_value);
        grid_add(&table, (const char *[]){play_name(answer->actions[i].play), value});
    }
    grid_print(&table, 2, stdout);
    grid_release(&table);
    if (answer->insurance)
        printf("  insurance  %+.15f of its own stake: %u of %u cards win it\n", answer->insurance_value,
               answer->insurance_wins, answer->insurance_cards);
    print_method(hand_method);
}

/* Says why the words of --hand or --dealer are not a question. */
static int complain_of(const struct odds_args *args, const struct rulebook *book, enum status status,
                       struct span bad)
{
    if (status == STATUS_BAD_TEXT && !bad.size)
        return complain("--dealer takes the one card that the Dealer shows");
    if (status != STATUS_BAD_TEXT)
        return complain("--hand %s: %s", args->hand, status_sentence(status));
    const char *at = (const char *)bad.bytes;
    bool of_hand = at >= args->hand && at < args->hand + strlen(args->hand);
    bool of_dealer = at >= args->dealer && at < args->dealer + strlen(args->dealer);
    return complain("--%s: %.*s is not a card of this deck (%s)",
                    of_hand     ? "hand"
                    : of_dealer ? "dealer"
                                : "seen",
                    (int)bad.size, at, deck_of((enum deck_id)book->deck)->help);
}

static int hand(const struct odds_args *args, const struct rulebook *book, unsigned decks)
{
    const struct answer_words words = {args->hand, args->dealer, args->seen};
    struct hand_question question;
    struct hand_answer answer;
    struct supply shoe;
    struct span bad = {NULL, 0};
    json_t *json;
    if (book->family != FAMILY_BLACKJACK)
        return odds_no_decisions(book);
    enum status status;
    if (args->book.json || args->csv) {
        status = answer_hand(book, decks, &words, &bad, &json);
        if (status != STATUS_OK)
            return complain_of(args, book, status, bad);
        return args->csv ? print_hand_csv(json) : print_json(json);
    }
    status = answer_question(book, decks, &words, &shoe, &question, &bad);
    if (status == STATUS_OK)
        status = odds_hand(book, &shoe, &question, &answer);
    if (status != STATUS_OK)
        return complain_of(args, book, status, bad);
    print_answer(args, &answer);
    return EXIT_DONE;
}

/* ---- The command. ---- */

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct odds_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->book;
        return 0;
    case KEY_WAGER:
        args->wager = arg;
        return 0;
    case KEY_HAND:
        args->hand = arg;
        return 0;
    case KEY_DEALER:
        args->dealer = arg;
        return 0;
    case KEY_SEEN:
        args->seen = arg;
        return 0;
    case KEY_CSV:
        args->csv = true;
        return 0;
    case KEY_DISTRIBUTION:
        args->distribution = true;
        return 0;
    case ARGP_KEY_END:
        if (args->distribution && args->hand)
            argp_error(state, "--distribution goes with whole wagers, not with --hand");
        if (!args->hand != !args->dealer)
            argp_error(state, "--hand and --dealer go together");
        if (args->seen && !args->hand)
            argp_error(state, "--seen goes with --hand");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"wager", KEY_WAGER, "KIND", 0, "This wager only", 0},
    {"hand", KEY_HAND, "CARDS", 0, "Print what each action on this hand is worth: 8,8 or Th,6c", 0},
    {"dealer", KEY_DEALER, "CARD", 0, "The card the Dealer shows, with --hand", 0},
    {"seen", KEY_SEEN, "CARDS", 0, "Other cards that have left the shoe, with --hand", 0},
    {"distribution", KEY_DISTRIBUTION, NULL, 0,
     "Also compute the standard deviation and the hit frequency of a wager whose hands can be split, and "
     "the joint result of split hands; takes longer",
     0},
    {"csv", KEY_CSV, NULL, 0, "Print comma-separated values", 0},
    {0},
};
static const struct argp_child children[] = {{&shoe_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "GAME",
    .doc =
        "Prints the exact odds of every wager of a game, or of every action on one hand.\vSide wagers, "
        "Insurance and baccarat are counted: probabilities are fractions. The main wager of blackjack is "
        "computed by composition for a fresh shoe. --distribution adds its hit frequency, the probability "
        "that a hand is paid; a split round counts with the share of its hands that is paid. The method is "
        "in docs/odds-method.md.",
};

static int run(int argc, char **argv)
{
    struct odds_args args = {0};
    struct rulebook book;
    unsigned decks;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int done = book_load(&args.book, &book);
    if (done == EXIT_DONE)
        done = book_decks(&args.book, &book, &decks);
    if (done != EXIT_DONE)
        return done;
    return args.hand ? hand(&args, &book, decks) : wagers(&args, &book, decks);
}

const struct command command_odds = {
    .name = "odds",
    .summary = "exact odds of every wager, or of every action on a hand",
    .run = run,
    .argp = &argp,
};

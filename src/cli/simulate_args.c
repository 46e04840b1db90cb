/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/simulate_args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/run.h"

enum {
    KEY_DECKS = 0x100,
    KEY_ROUNDS,
    KEY_SECONDS,
    KEY_UNTIL_SE,
    KEY_BOXES,
    KEY_STRATEGY,
    KEY_PENETRATION,
    KEY_COUNTING,
    KEY_INSURANCE,
    KEY_THREADS,
    KEY_SEED,
    KEY_PIECE,
    KEY_CHECKPOINT,
    KEY_MERGE,
    KEY_BANKROLL,
    KEY_HORIZON,
    KEY_SVG,
    KEY_MPI,
    KEY_CSV,
};

#define ROUNDS_MAX 1e15

static const struct argp_option options[] = {
    {"decks", KEY_DECKS, "N", 0, "Decks in the shoe (the most the game allows)", 0},
    {"rounds", KEY_ROUNDS, "N", 0, "Play N rounds, in steps of 64; 1e9 is a thousand million (ten million)",
     1},
    {"until-se", KEY_UNTIL_SE, "X", 0, "Play until the standard error of the main wager is X of a stake", 1},
    {"seconds", KEY_SECONDS, "S", 0, "Play for S seconds", 1},
    {"boxes", KEY_BOXES, "N", 0, "Number of boxes in play, 1 to 7 (1)", 2},
    {"strategy", KEY_STRATEGY, "NAME", 0,
     "The strategy: composition, total, mimic, never-bust, or a CSV file with a chart (composition)", 2},
    {"penetration", KEY_PENETRATION, "P", 0,
     "Deal from one shoe until a share P of it is gone, such as 0.75; otherwise every round has a fresh "
     "shoe, as from a continuous shuffler",
     2},
    {"counting", KEY_COUNTING, "FILE", 0, "Bet and play by a card count; croupier(1) describes the file", 2},
    {"insurance", KEY_INSURANCE, "WHEN", 0, "When to insure: always or never, as a wager of its own (always)",
     2},
    {"threads", KEY_THREADS, "N", 0, "Threads (all cores)", 3},
    {"seed", KEY_SEED, "S", 0, "Seed of the random numbers (1)", 3},
    {"piece", KEY_PIECE, "K/N", 0, "Play only the Kth of N pieces of the run", 3},
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0, "Keep the result so far in this file, and continue from it", 3},
    {"merge", KEY_MERGE, NULL, 0, "Add up the results of the files named, and play nothing", 3},
    {"mpi", KEY_MPI, NULL, 0, "One piece for each rank of mpirun", 3},
    {"bankroll", KEY_BANKROLL, "UNITS", 0, "Print the probability of losing this many units", 4},
    {"horizon", KEY_HORIZON, "ROUNDS", 0, "... within this many rounds (1000)", 4},
    {"svg", KEY_SVG, "FILE", 0, "Draw the convergence and some bankrolls", 4},
    {"csv", KEY_CSV, NULL, 0, "Print comma-separated values", 4},
    {0},
};

/* A whole number; "1e9" counts as one. */
static uint64_t whole(struct argp_state *state, const char *name, const char *arg, double low, double high)
{
    char *end;
    errno = 0;
    double value = strtod(arg, &end);
    bool plain =
        end != arg && !*end && !errno && value == value && strspn(arg, "0123456789eE+.") == strlen(arg);
    if (!plain || value < low || value > high || value != (double)(uint64_t)value)
        argp_error(state, "--%s %s: must be a whole number from %.0f to %.0f", name, arg, low, high);
    return (uint64_t)value;
}

static double real(struct argp_state *state, const char *name, const char *arg, double low, double high)
{
    char *end;
    double value = strtod(arg, &end);
    if (end == arg || *end || !(value > low && value <= high))
        argp_error(state, "--%s %s: must be a number above %g and at most %g", name, arg, low, high);
    return value;
}

static void take_piece(struct argp_state *state, struct simulate_args *args, char *arg)
{
    char *slash = strchr(arg, '/');
    if (slash) {
        *slash = '\0';
        args->piece = (unsigned)whole(state, "piece", arg, 1, 1e6);
        args->pieces = (unsigned)whole(state, "piece", slash + 1, 1, 1e6);
    }
    if (!slash || args->piece > args->pieces)
        argp_error(state, "--piece takes K/N with K from 1 to N");
}

static uint64_t take_seed(struct argp_state *state, const char *arg)
{
    char *end;
    errno = 0;
    unsigned long long seed = strtoull(arg, &end, 0);
    if (end == arg || *end || errno || arg[0] == '-')
        argp_error(state, "--seed %s: must be a whole number below 2^64", arg);
    return seed;
}

static void take_argument(struct argp_state *state, struct simulate_args *args, const char *arg)
{
    if (args->merge_count || args->merge[0]) {
        if (args->merge_count == SIMULATE_FILES_MAX)
            argp_error(state, "at most %d files can be added up at once", SIMULATE_FILES_MAX);
        args->merge[args->merge_count++] = arg;
    } else {
        book_take_game(&args->book, arg, state);
    }
}

static void check_all(struct argp_state *state, struct simulate_args *args)
{
    int goals = (args->rounds != 0) + (args->seconds > 0) + (args->until_error > 0);
    if (args->merge[0] && !args->merge_count)
        argp_error(state, "--merge needs the files to add up");
    if (goals > 1)
        argp_error(state, "--rounds, --seconds and --until-se exclude each other");
    if (args->pieces > 1 && !args->rounds)
        argp_error(state, "--piece needs --rounds");
    if (args->counting && args->penetration <= 0)
        argp_error(state, "--counting needs --penetration: a fresh shoe every round cannot be counted");
    if (args->mpi && !args->rounds)
        argp_error(state, "--mpi needs --rounds");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    static const char merging[] = "";
    struct simulate_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->book;
        return 0;
    case KEY_DECKS:
        args->decks = (unsigned)whole(state, "decks", arg, 1, SHOE_DECKS_MAX);
        return 0;
    case KEY_ROUNDS:
        args->rounds = whole(state, "rounds", arg, 1, ROUNDS_MAX);
        return 0;
    case KEY_SECONDS:
        args->seconds = real(state, "seconds", arg, 0, 1e7);
        return 0;
    case KEY_UNTIL_SE:
        args->until_error = real(state, "until-se", arg, 0, 1);
        return 0;
    case KEY_BOXES:
        args->boxes = (unsigned)whole(state, "boxes", arg, 1, AREAS_MAX);
        return 0;
    case KEY_STRATEGY:
        args->strategy = arg;
        return 0;
    case KEY_PENETRATION:
        args->penetration = real(state, "penetration", arg, 0, 0.95);
        return 0;
    case KEY_COUNTING:
        args->counting = arg;
        return 0;
    case KEY_INSURANCE:
        args->no_insurance = strcmp(arg, "never") == 0;
        if (!args->no_insurance && strcmp(arg, "always") != 0)
            argp_error(state, "--insurance takes always or never, not %s", arg);
        return 0;
    case KEY_THREADS:
        args->threads = (unsigned)whole(state, "threads", arg, 1, RUN_THREADS_MAX);
        return 0;
    case KEY_SEED:
        args->seed = take_seed(state, arg);
        return 0;
    case KEY_PIECE:
        take_piece(state, args, arg);
        return 0;
    case KEY_CHECKPOINT:
        args->checkpoint = arg;
        return 0;
    case KEY_MERGE:
        args->merge[0] = merging;
        args->book.game = merging; /* the files name it */
        return 0;
    case KEY_BANKROLL:
        args->bankroll = real(state, "bankroll", arg, 0, 1e9);
        return 0;
    case KEY_HORIZON:
        args->horizon = whole(state, "horizon", arg, 1, 1e12);
        return 0;
    case KEY_CSV:
        args->csv = true;
        return 0;
    case KEY_SVG:
        args->svg = arg;
        return 0;
    case KEY_MPI:
        args->mpi = true;
        return 0;
    case ARGP_KEY_ARG:
        take_argument(state, args, arg);
        return 0;
    case ARGP_KEY_END:
        check_all(state, args);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&book_argp, 0, NULL, 0}, {0}};

const struct argp simulate_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME",
    .doc =
        "Plays rounds of a game by a fixed strategy and prints the result of every wager, as an independent "
        "check of the exact odds. The same seed gives the same totals for any number of threads and pieces.",
    .children = children,
};

void simulate_args_init(struct simulate_args *args)
{
    *args = (struct simulate_args){
        .boxes = 1, .seed = 1, .piece = 1, .pieces = 1, .strategy = "composition", .horizon = 1000};
}

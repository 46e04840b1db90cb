/* SPDX-License-Identifier: Apache-2.0 */
/* rng_test.c - croupier rng-test: the generator, the bounded draw and the shuffler, judged as a laboratory
 * would. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/style.h"
#include "random/crypto.h"
#include "random/seeded.h"
#include "random/trial.h"

enum { KEY_DRAWS = 0x100, KEY_SEED, KEY_RAW, RAW_WORDS = 8192 };

#define DRAWS_USUAL UINT64_C(100000000)
#define DRAWS_MAX   1e12

struct rng_args {
    uint64_t draws;
    uint64_t seed;
    bool seeded;
    bool raw;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct rng_args *args = state->input;
    char *end;
    double number;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[1] = &args->json;
        return 0;
    case KEY_DRAWS:
        number = strtod(arg, &end);
        if (*end || end == arg || !(number >= 1e6) || number > DRAWS_MAX)
            argp_error(state, "--draws takes a number from 1e6 to 1e12, not %s", arg);
        args->draws = (uint64_t)number;
        return 0;
    case KEY_SEED:
        args->seed = strtoull(arg, &end, 10);
        if (*end || end == arg || *arg == '-')
            argp_error(state, "--seed takes a number, not %s", arg);
        args->seeded = true;
        return 0;
    case KEY_RAW:
        args->raw = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"draws", KEY_DRAWS, "N", 0, "Total number of draws of 64 bits (1e8)", 0},
    {"seed", KEY_SEED, "N", 0, "Test the repeatable source of tests and training instead", 0},
    {"raw", KEY_RAW, NULL, 0, "Write the raw stream to standard output until it is closed", 0},
    {0},
};
static const struct argp_child children[] = {{&no_arguments_argp, 0, NULL, 0}, {&json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Tests the random source of real shoes (their salts come from it), the drawing of a number below a "
        "bound, and the shuffler, each by a chi-square over everything that must be equally likely. A "
        "perfect source fails once in a hundred runs.\vExit status 1: the source is not good enough. For "
        "other test suites: croupier rng-test --raw | dieharder -a -g 200",
};

/* Either source as draws. */
struct source {
    struct crypto_source crypto;
    struct seeded_source seeded;
    struct draws draws;
};

static int open_source(struct source *source, const struct rng_args *args)
{
    if (args->seeded) {
        seeded_source_init(&source->seeded, args->seed, 0);
        source->draws = seeded_source_draws(&source->seeded);
        return EXIT_DONE;
    }
    if (crypto_source_init(&source->crypto) != STATUS_OK)
        return complain("%s", status_sentence(STATUS_NO_RANDOM));
    source->draws = crypto_source_draws(&source->crypto);
    return EXIT_DONE;
}

static int write_raw(const struct draws *draws)
{
    static uint64_t words[RAW_WORDS];
    do {
        for (unsigned i = 0; i < RAW_WORDS; i++)
            words[i] = draws->next(draws->state);
    } while (fwrite(words, sizeof words[0], RAW_WORDS, stdout) == RAW_WORDS);
    clearerr(stdout); /* the reader has enough */
    return EXIT_DONE;
}

/* ---- The report. ---- */

static int print_report_json(const struct trials *trials, const struct rng_args *args, bool good)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];
        json_array_append_new(list, json_pack("{s:s, s:I, s:f, s:f, s:f, s:b}", "trial", trial->name, "draws",
                                              (json_int_t)trial->draws, "chi_square", trial->statistic,
                                              "freedom", trial->freedom, "p", trial->p, "good",
                                              trial_is_good(trial, trials->count)));
    }
    print_json(json_pack("{s:b, s:s, s:I, s:f, s:o}", "good", good, "source",
                         args->seeded ? "seeded" : "system", "draws", (json_int_t)args->draws, "level",
                         TRIAL_LEVEL, "trials", list));
    return good ? EXIT_DONE : EXIT_DIFFERENT;
}

static int print_report(const struct trials *trials, const struct rng_args *args, bool good)
{
    printf("Source: %s, %" PRIu64 " draws of 64 bits\n\n",
           args->seeded ? "the repeatable one of tests and training"
                        : "the operating system's secret keys through ChaCha20",
           args->draws);
    printf("  %-42s %12s %14s %8s %8s\n", "trial", "draws", "chi-square", "freedom", "p");
    for (unsigned i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];
        printf("  %-42s %12" PRIu64 " %14.2f %8.0f %8.4f%s\n", trial->name, trial->draws, trial->statistic,
               trial->freedom, trial->p, trial_is_good(trial, trials->count) ? "" : "  FAILED");
    }
    printf("\nA trial fails below p = %.5f or above %.5f: for a perfect source, any of them fails once in a "
           "hundred runs.\n",
           TRIAL_LEVEL / 2 / trials->count, 1 - TRIAL_LEVEL / 2 / trials->count);
    printf("%s%s%s\n", style_of(stdout, good ? STYLE_GOOD : STYLE_BAD),
           good ? "Good: nothing speaks against the source at 99 %."
                : "Not good: run it again; a source that fails twice must not shuffle.",
           style_of(stdout, STYLE_PLAIN));
    return good ? EXIT_DONE : EXIT_DIFFERENT;
}

static int run(int argc, char **argv)
{
    static struct source source;
    struct rng_args args = {.draws = DRAWS_USUAL};
    struct progress progress;
    struct trials trials;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int result = open_source(&source, &args);
    if (result != EXIT_DONE)
        return result;
    if (args.raw)
        return write_raw(&source.draws);
    progress_init(&progress, 0);
    struct trial_watch watch = {progress_part, &progress};
    enum status status = trials_run(&trials, &source.draws, args.draws, &watch);
    progress_end(&progress);
    if (status != STATUS_OK)
        return complain("%s", status_sentence(status));
    bool good = trials_are_good(&trials);
    return args.json ? print_report_json(&trials, &args, good) : print_report(&trials, &args, good);
}

const struct command command_rng_test = {
    .name = "rng-test",
    .summary = "test the random source and the shuffler",
    .run = run,
    .argp = &argp,
};

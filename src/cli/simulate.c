/* SPDX-License-Identifier: Apache-2.0 */
/* simulate.c - croupier simulate: rounds by the million, as a second witness beside the exact odds. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/print.h"
#include "cli/simulate_args.h"
#include "cli/simulate_exact.h"
#include "cli/simulate_ranks.h"
#include "cli/simulate_report.h"
#include "simulate/chart_file.h"
#include "simulate/chart_odds.h"
#include "simulate/scale.h"
#include "simulate/setup.h"

enum { ROUNDS_USUAL = 10000000, FILE_BYTES_MAX = 1 << 20, CHECKPOINT_SECONDS = 10 };

/* Everything a run needs, on the heap: the plan alone is large. */
struct session {
    struct simulate_args args;
    struct rulebook book;
    struct setup setup;
    struct counting counting;
    struct kernel_table table;
    struct run run;
    struct game_odds *odds; /* of the main wager; NULL where there is none */
    struct exact_means exact;
    struct sim_state state;
    struct curve curve;
    struct paths paths;
    struct sim_ranks ranks;
    double seconds_before; /* of the checkpoint that is gone on from */
    double saved_at;
    double next_point;
    bool progress;
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* ---- Setting up. ---- */

static int load_file(const char *path, char **bytes, size_t *size)
{
    *bytes = file_read(path, FILE_BYTES_MAX, size);
    return *bytes ? EXIT_DONE : complain("%s: %s", path, strerror(errno));
}

/* The name of a file with the hash of what is in it: two runs by different files must never be added up. */
static void name_file(char *name, const char *path, const char *bytes, size_t size)
{
    char text[HASH_TEXT_MAX];
    struct hash hash = hash_of(bytes, size);
    const char *base = strrchr(path, '/');
    hash_print(&hash, text, sizeof(text));
    snprintf(name, SIM_TEXT_MAX, "%.100s %.16s", base ? base + 1 : path, text);
}

static int chart_from_file(struct session *session, const char *path)
{
    char *bytes;
    size_t size;
    struct faults faults;
    int done = load_file(path, &bytes, &size);
    if (done != EXIT_DONE)
        return done;
    faults_init(&faults);
    if (!chart_file_parse(&session->setup.chart, &session->book, bytes, size, &faults)) {
        book_print_faults(path, &faults);
        done = EXIT_USAGE;
    }
    name_file(session->state.strategy, path, bytes, size);
    free(bytes);
    return done;
}

static int choose_chart(struct session *session)
{
    const char *name = session->args.strategy;
    snprintf(session->state.strategy, SIM_TEXT_MAX, "%.100s", name);
    if (strcmp(name, "mimic") == 0)
        chart_mimic(&session->setup.chart, &session->book);
    else if (strcmp(name, "never-bust") == 0)
        chart_never_bust(&session->setup.chart, &session->book);
    else if (strcmp(name, "composition") == 0)
        chart_composition(&session->setup.chart, &session->book, session->odds);
    else if (strcmp(name, "total") == 0)
        chart_printed(&session->setup.chart, &session->book, session->odds);
    else if (access(name, F_OK))
        return complain("--strategy %s: must be composition, total, mimic, never-bust or a file", name);
    else
        return chart_from_file(session, name);
    return EXIT_DONE;
}

static int load_counting(struct session *session)
{
    char *bytes;
    size_t size;
    struct faults faults;
    const char *path = session->args.counting;
    if (!path)
        return EXIT_DONE;
    int done = load_file(path, &bytes, &size);
    if (done != EXIT_DONE)
        return done;
    faults_init(&faults);
    if (!counting_parse(&session->counting, bytes, size, &faults)) {
        book_print_faults(path, &faults);
        done = EXIT_USAGE;
    }
    name_file(session->state.counting, path, bytes, size);
    session->table.counting = &session->counting;
    free(bytes);
    return done;
}

static int set_up_blackjack(struct session *session)
{
    const struct simulate_args *args = &session->args;
    session->odds = game_odds_new(&session->book, session->state.decks);
    if (!session->odds)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    int done = choose_chart(session);
    if (done == EXIT_DONE)
        done = load_counting(session);
    if (done != EXIT_DONE)
        return done;
    if (setup_by_chart(&session->setup, &session->book, session->state.decks, args->boxes) != STATUS_OK)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    session->state.cut = (unsigned)(args->penetration * session->setup.blackjack.shoe_count);
    session->table.boxes = args->boxes;
    session->table.cut = session->state.cut;
    session->table.insures = !args->no_insurance;
    session->run.game = setup_game(&session->setup);
    if (args->boxes > 1 || session->state.cut || args->no_insurance)
        session->run.game.table = &session->table;
    return EXIT_DONE;
}

static int set_up_baccarat(struct session *session)
{
    const struct simulate_args *args = &session->args;
    if (args->boxes > 1 || args->counting || args->penetration > 0)
        return complain(
            "%s has no boxes and is simulated with fresh shoes: leave out --boxes, --penetration and "
            "--counting",
            session->book.id);
    snprintf(session->state.strategy, SIM_TEXT_MAX, "none");
    if (setup_by_chart(&session->setup, &session->book, session->state.decks, 1) != STATUS_OK)
        return complain("%s has a wager that the simulator cannot judge", session->book.id);
    session->run.game = setup_game(&session->setup);
    return EXIT_DONE;
}

static uint64_t piece_edge(uint64_t blocks, unsigned piece, unsigned pieces)
{
    return blocks / pieces * piece + blocks % pieces * piece / pieces;
}

static int set_up(struct session *session)
{
    const struct simulate_args *args = &session->args;
    struct sim_state *state = &session->state;
    bool open_end = args->seconds > 0 || args->until_error > 0;
    int done = book_load(&args->book, &session->book);
    if (done != EXIT_DONE)
        return done;
    state->decks = args->decks ? args->decks : session->book.decks_max;
    if (state->decks < session->book.decks_min || state->decks > session->book.decks_max)
        return complain("--decks %u: %s is played with %u to %u decks", state->decks, session->book.id,
                        session->book.decks_min, session->book.decks_max);
    snprintf(state->game, sizeof(state->game), "%s", session->book.id);
    hash_print(&session->book.hash, state->hash, sizeof(state->hash));
    state->boxes = args->boxes;
    state->insurance = !args->no_insurance;
    state->seed = args->seed;
    state->rounds = open_end ? 0 : run_rounds(args->rounds ? args->rounds : ROUNDS_USUAL);
    state->threads = args->threads ? args->threads : (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    session->run.seed = args->seed;
    session->run.threads = state->threads;
    session->run.rounds = open_end ? UINT64_MAX / BLOCK_ROUNDS * BLOCK_ROUNDS : state->rounds;
    uint64_t blocks = run_blocks(session->run.rounds);
    session->run.from_block = piece_edge(blocks, args->piece - 1, args->pieces);
    session->run.to_block = piece_edge(blocks, args->piece, args->pieces);
    return session->book.family == FAMILY_BACCARAT ? set_up_baccarat(session) : set_up_blackjack(session);
}

static int32_t scale_in(const struct session *session)
{
    return scale_of(&session->book);
}

/* ---- Checkpoints. ---- */

static struct report report_of(const struct session *session)
{
    return (struct report){.book = &session->book,
                           .state = &session->state,
                           .exact = &session->exact,
                           .curve = &session->curve,
                           .paths = &session->paths,
                           .scale = scale_in(session),
                           .bankroll = session->args.bankroll,
                           .horizon = session->args.horizon};
}

/* Written beside the old one and moved over it, so that there is always a whole one. */
static int save(const struct session *session)
{
    const char *path = session->args.checkpoint;
    char beside[4096];
    struct report report = report_of(session);
    if (!path)
        return EXIT_DONE;
    if ((size_t)snprintf(beside, sizeof(beside), "%s.new", path) >= sizeof(beside))
        return complain("%s: %s", path, strerror(ENAMETOOLONG));
    json_t *object = report_json(&report);
    int failed = json_dump_file(object, beside, JSON_INDENT(1)) || rename(beside, path);
    json_decref(object);
    return failed ? complain("%s: the checkpoint cannot be written: %s", path, strerror(errno)) : EXIT_DONE;
}

/* The JSON of a file; NULL after a complaint. Returns owned. */
static json_t *read_json(const char *path)
{
    json_error_t error;
    json_t *object = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!object && json_error_code(&error) == json_error_cannot_open_file)
        complain("%s: %s", path, strerror(errno));
    else if (!object)
        complain("%s:%d:%d: %s", path, error.line, error.column, error.text);
    return object;
}

static int read_state(const char *path, const struct rulebook *book, struct sim_state *state)
{
    json_t *object = read_json(path);
    if (!object)
        return EXIT_USAGE;
    const char *wrong = sim_state_read(state, book, object);
    json_decref(object);
    return wrong ? complain("%s: %s", path, wrong) : EXIT_DONE;
}

/* Takes up the checkpoint's totals and starts behind them. */
static int resume(struct session *session)
{
    const char *path = session->args.checkpoint;
    struct sim_state *before;
    if (!path || access(path, F_OK) != 0)
        return EXIT_DONE;
    before = calloc(1, sizeof(*before));
    if (!before)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    int done = read_state(path, &session->book, before);
    const char *wrong = done == EXIT_DONE ? sim_state_differs(&session->state, before) : NULL;
    if (wrong)
        done = complain("%s belongs to another run: %s", path, wrong);
    if (done == EXIT_DONE && before->span_count) {
        struct sim_span *first = &before->spans[0];
        if (before->span_count > 1 || first->from != session->run.from_block ||
            first->to > session->run.to_block)
            done = complain("%s holds blocks of another piece of the run", path);
        session->run.from_block = first->to;
        session->seconds_before = before->seconds;
        session->state.score = before->score;
        session->state.spans[0] = *first;
        session->state.span_count = 1;
    }
    free(before);
    return done;
}

/* ---- While it runs. ---- */

static void show_progress(const struct session *session, const struct score *score, double seconds)
{
    unsigned wager = report_wager(&session->book);
    double speed = seconds > 0 ? (double)score->rounds / seconds : 0;
    double goal = (double)session->state.rounds / session->args.pieces;
    fprintf(stderr, "\r%.4g rounds, %.1f million/s, %s %+.4f %% ± %.4f %%", (double)score->rounds,
            speed / 1e6, session->book.wagers[wager].name, 100 * score_mean(score, wager, scale_in(session)),
            100 * score_error(score, wager, scale_in(session)));
    if (goal > 0 && speed > 0)
        fprintf(stderr, ", %.0f s left", fmax(goal - (double)score->rounds, 0) / speed);
    fputs("   ", stderr);
}

static void add_point(struct session *session, const struct score *score)
{
    struct curve *curve = &session->curve;
    unsigned wager = report_wager(&session->book);
    if ((double)score->rounds < session->next_point || curve->count == CURVE_POINTS_MAX || !score->rounds)
        return;
    session->next_point = (double)score->rounds * 1.02;
    curve->rounds[curve->count] = (double)score->rounds;
    curve->mean[curve->count] = score_mean(score, wager, scale_in(session));
    curve->error[curve->count] = score_error(score, wager, scale_in(session));
    curve->count++;
}

static bool watch(void *context, const struct score *score, double seconds)
{
    struct session *session = context;
    const struct simulate_args *args = &session->args;
    unsigned wager = report_wager(&session->book);
    double error = score_error(score, wager, scale_in(session));
    add_point(session, score);
    if (session->progress)
        show_progress(session, score, seconds);
    bool exact_enough = args->until_error > 0 && score->rounds && error <= args->until_error;
    bool long_enough = args->seconds > 0 && seconds >= args->seconds;
    bool save_now = args->checkpoint && seconds - session->saved_at >= CHECKPOINT_SECONDS;
    return !interrupted && !exact_enough && !long_enough && !save_now;
}

/* One stretch, up to the next checkpoint at most. */
static int play_stretch(struct session *session, double *seconds)
{
    struct sim_state *state = &session->state;
    struct run run = session->run;
    uint64_t done_to;
    struct timespec start;
    struct timespec stop;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (run_play(&run, watch, session, &state->score, &done_to) != STATUS_OK)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    clock_gettime(CLOCK_MONOTONIC, &stop);
    *seconds += (double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec);
    sim_state_add_span(state, (struct sim_span){run.from_block, done_to});
    session->run.from_block = done_to;
    state->seconds = session->seconds_before + *seconds;
    return save(session);
}

static bool goal_reached(const struct session *session, double seconds)
{
    const struct simulate_args *args = &session->args;
    unsigned wager = report_wager(&session->book);
    if (interrupted || session->run.from_block >= session->run.to_block)
        return true;
    if (args->until_error > 0)
        return score_error(&session->state.score, wager, scale_in(session)) <= args->until_error;
    return args->seconds > 0 && seconds >= args->seconds;
}

static int play(struct session *session)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    double seconds = 0;
    int done = EXIT_DONE;
    sigaction(SIGINT, &action, NULL);
    session->progress = isatty(STDERR_FILENO) && !session->args.mpi;
    while (done == EXIT_DONE && !goal_reached(session, seconds))
        done = play_stretch(session, &seconds);
    if (session->progress)
        fputs("\r\033[K", stderr);
    if (interrupted)
        fputs("croupier: interrupted; this is the result so far\n", stderr);
    return done;
}

/* ---- Bankrolls: the first rounds of the run, cut into evenings. ---- */

struct path_maker {
    struct paths *paths;
    unsigned round;
    unsigned wager;
    bool main;
    double scale;
};

static void add_to_path(void *state, const struct kernel_round *round)
{
    struct path_maker *maker = state;
    unsigned path = maker->round / PATH_ROUNDS;
    unsigned at = maker->round++ % PATH_ROUNDS;
    if (path >= PATHS_MAX)
        return;
    double result = (double)(maker->main ? round->main : round->sides[maker->wager]) / maker->scale;
    maker->paths->stakes[path][at + 1] = maker->paths->stakes[path][at] + result;
    maker->paths->count = path + 1;
}

static void make_paths(struct session *session)
{
    struct score *ignored = calloc(1, sizeof(*ignored));
    struct run run = session->run;
    bool main = session->book.family == FAMILY_BLACKJACK;
    struct path_maker maker = {&session->paths, 0, report_wager(&session->book), main, scale_in(session)};
    struct kernel_watcher watcher = {add_to_path, &maker};
    if (!ignored || run.game.table) {
        free(ignored);
        return;
    }
    run.rounds = PATHS_MAX * PATH_ROUNDS;
    run_block(&run, 0, ignored, &watcher);
    free(ignored);
}

/* ---- Adding up files. ---- */

static int merge(struct session *session)
{
    struct sim_state *piece = malloc(sizeof(*piece));
    int done = piece ? EXIT_DONE : complain("%s", status_sentence(STATUS_NO_MEMORY));
    for (unsigned i = 0; done == EXIT_DONE && i < session->args.merge_count; i++) {
        const char *path = session->args.merge[i];
        done = read_state(path, &session->book, i ? piece : &session->state);
        const char *wrong = done == EXIT_DONE && i ? sim_state_merge(&session->state, piece) : NULL;
        if (wrong)
            done = complain("%s cannot be added: %s", path, wrong);
    }
    free(piece);
    return done;
}

/* The game of the first file, unless a rulebook is given. */
static int load_merged_book(struct session *session)
{
    const char *path = session->args.merge[0];
    if (session->args.book.file)
        return book_load(&session->args.book, &session->book);
    json_t *object = read_json(path);
    if (!object)
        return EXIT_USAGE;
    const char *game = json_string_value(json_object_get(json_object_get(object, "run"), "game"));
    struct book_args args = {.game = game};
    int done = game ? book_load(&args, &session->book)
                    : complain("%s: the member `run` is missing or damaged", path);
    json_decref(object);
    return done;
}

static int set_up_merged(struct session *session)
{
    int done = load_merged_book(session);
    if (done == EXIT_DONE)
        done = merge(session);
    if (done != EXIT_DONE)
        return done;
    char hash[HASH_TEXT_MAX];
    hash_print(&session->book.hash, hash, sizeof(hash));
    if (strcmp(hash, session->state.hash) != 0)
        return complain("the files were made with another rulebook of the same name: give it with "
                        "--rulebook");
    if (session->book.family == FAMILY_BLACKJACK)
        session->odds = game_odds_new(&session->book, session->state.decks);
    return EXIT_DONE;
}

/* ---- The command. ---- */

static int tell(struct session *session)
{
    struct report report = report_of(session);
    simulate_exact(&session->book, &session->state, session->odds, &session->exact);
    if (session->args.svg) {
        if (!session->args.merge_count)
            make_paths(session);
        if (report_svg(&report, session->args.svg))
            return complain("%s: %s", session->args.svg, strerror(errno));
    }
    if (session->args.csv)
        return report_csv(&report);
    if (session->args.book.json)
        return print_json(report_json(&report));
    report_print(&report);
    return EXIT_DONE;
}

/* Rank K of N plays piece K + 1 of N, on one thread unless told otherwise. */
static int take_rank(struct session *session)
{
    int done = sim_ranks_start(&session->ranks);
    session->args.piece = (unsigned)session->ranks.rank + 1;
    session->args.pieces = done == EXIT_DONE ? (unsigned)session->ranks.size : 1;
    if (!session->args.threads)
        session->args.threads = 1;
    return done;
}

static int run(int argc, char **argv)
{
    struct session *session = calloc(1, sizeof(*session));
    if (!session)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    simulate_args_init(&session->args);
    argp_parse(&simulate_argp, argc, argv, 0, NULL, &session->args);
    int done = session->args.mpi ? take_rank(session) : EXIT_DONE;
    if (done == EXIT_DONE)
        done = session->args.merge_count ? set_up_merged(session) : set_up(session);
    if (done == EXIT_DONE && !session->args.merge_count) {
        done = resume(session);
        if (done == EXIT_DONE)
            done = play(session);
    }
    if (session->args.mpi && session->ranks.module)
        done = sim_ranks_finish(&session->ranks, &session->state);
    if (done == EXIT_DONE && !session->ranks.rank)
        done = tell(session);
    game_odds_free(session->odds);
    free(session);
    return done;
}

const struct command command_simulate = {
    .name = "simulate",
    .summary = "play rounds by the million: a second witness beside the exact odds",
    .run = run,
    .argp = &simulate_argp,
};

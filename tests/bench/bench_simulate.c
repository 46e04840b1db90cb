/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the simulator on one core: raw draws from a shoe (the ceiling), rounds of every game with one box,
 * from a shoe that lasts and with seven boxes, what share of the ceiling that is, and two threads against
 * one. "classic" is examples/classic-6d-s17.yaml: run it at the top of the source. CPU time, so that a busy
 * machine tells less than it could but nothing wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rulebook/builtin.h"
#include "rulebook/load.h"
#include "simulate/chart_odds.h"
#include "simulate/lane.h"
#include "simulate/run.h"

enum {
    DECKS = 6,
    BACCARAT_DECKS = 8,
    DRAW_BATCHES = 60000,
    BLOCKS = 150,
    SHOE_BLOCKS = 60,
    TABLE_BLOCKS = 20,
    BOOK_BYTES_MAX = 1 << 16
};

static struct rulebook book;
static struct chart chart;
static struct plan plan;
static struct baccarat_plan baccarat;
static struct lanes lanes;
static struct machine idle; /* nothing but the idle row */

static double cpu_seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Eight cards a lane, then a fresh round: the way the kernels draw, with nothing done about the cards. */
static double draws_per_second(void)
{
    struct stream stream;
    uint8_t shoe[DECKS * 52];
    stream_init(&stream, 1, 1);
    for (unsigned i = 0; i < DECKS * 52; i++)
        shoe[i] = (uint8_t)(i % 52);
    lanes_init(&lanes, shoe, DECKS * 52, MACHINE_IDLE);
    double start = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (unsigned batch = 0; batch < DRAW_BATCHES; batch++) {
        memset(lanes.shoes.used, 0, sizeof(lanes.shoes.used));
        for (unsigned card = 0; card < 8; card++)
            lanes_step(&lanes, &idle, DECKS * 52, &stream);
    }
    return DRAW_BATCHES * 8.0 * LANE_COUNT / (cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
}

static bool load_book(const char *game)
{
    static char bytes[BOOK_BYTES_MAX];
    static struct faults faults;
    if (strcmp(game, "classic") != 0)
        return builtin_load(game, &book) == STATUS_OK;
    FILE *file = fopen("examples/classic-6d-s17.yaml", "r");
    size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
    if (file)
        fclose(file);
    return size > 0 && rulebook_load(bytes, size, &book, &faults) == STATUS_OK;
}

static struct run make_run(const char *game, unsigned blocks)
{
    struct run run = {.seed = 1, .threads = 1, .rounds = (uint64_t)blocks * BLOCK_ROUNDS, .to_block = blocks};
    if (!load_book(game))
        exit(1);
    if (book.family == FAMILY_BACCARAT) {
        if (baccarat_plan_init(&baccarat, &book, BACCARAT_DECKS) != STATUS_OK)
            exit(1);
        run.game.baccarat = &baccarat;
    } else {
        if (!chart_best(&chart, &book, DECKS))
            exit(1);
        plan_init(&plan, &book, DECKS, 1, &chart);
        run.game.blackjack = &plan;
    }
    return run;
}

/* Rounds a second of CPU time; `*cards` a round. */
static double rounds_per_second(const struct run *run, double *cards)
{
    static struct score score;
    memset(&score, 0, sizeof(score));
    double start = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (uint64_t block = 0; block < run->to_block; block++)
        run_block(run, block, &score, NULL);
    double seconds = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    *cards = (double)score.cards / (double)score.rounds;
    return (double)score.rounds / seconds;
}

static double wall_seconds(struct run run, unsigned threads)
{
    static struct score score;
    uint64_t done_to;
    run.threads = threads;
    double start = cpu_seconds(CLOCK_MONOTONIC);
    if (run_play(&run, NULL, NULL, &score, &done_to) != STATUS_OK)
        exit(1);
    return cpu_seconds(CLOCK_MONOTONIC) - start;
}

/* One box from a shoe with its cutting card at three quarters, and seven boxes from fresh ones. */
static void measure_tables(const char *game, struct run run, double ceiling)
{
    double cards;
    struct kernel_table table = {.boxes = 1, .cut = 3U * plan.shoe_count / 4, .insures = true};
    run.game.table = &table;
    run.to_block = SHOE_BLOCKS;
    double rounds = rounds_per_second(&run, &cards);
    printf(
        "simulate/%s-shoe %.1f million rounds/s, shuffled at 0.75, %.2f cards a round, %.2f of the ceiling\n",
        game, rounds / 1e6, cards, rounds * cards / ceiling);
    table = (struct kernel_table){.boxes = 7, .insures = true};
    run.to_block = TABLE_BLOCKS;
    rounds = rounds_per_second(&run, &cards);
    printf("simulate/%s-7 %.1f million boxes/s with seven boxes, %.1f cards a round, %.2f of the ceiling\n",
           game, 7 * rounds / 1e6, cards, rounds * cards / ceiling);
}

static void measure(const char *game, double ceiling)
{
    double cards;
    struct run run = make_run(game, BLOCKS);
    double rounds = rounds_per_second(&run, &cards);
    printf("simulate/%s-1 %.1f million rounds/s, %.2f cards a round, %.2f of the ceiling\n", game,
           rounds / 1e6, cards, rounds * cards / ceiling);
    if (book.family == FAMILY_BLACKJACK)
        measure_tables(game, run, ceiling);
}

int main(void)
{
    double ceiling = draws_per_second();
    printf("simulate/draws %.1f million/s unbiased cards from a shoe of %d decks: the ceiling\n",
           ceiling / 1e6, DECKS);
    measure("classic", ceiling);
    for (unsigned i = 0; builtin_id(i); i++)
        measure(builtin_id(i), ceiling);
    struct run run = make_run("mbs-blackjack-v6", BLOCKS);
    double one = wall_seconds(run, 1);
    printf("simulate/threads %.2f times as fast with two threads as with one\n", one / wall_seconds(run, 2));
    return 0;
}

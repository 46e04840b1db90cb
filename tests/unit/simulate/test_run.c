/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: totals depend on the seed and on nothing else, add up from pieces, and agree with exact counting. */
#include "check.h"

#include <math.h>

#include "odds/wager_odds.h"
#include "rulebook/builtin.h"
#include "simulate/chart_odds.h"
#include "simulate/run.h"

static struct rulebook book;
static struct chart chart;
static struct plan plan;
static struct baccarat_plan baccarat;
static struct kernel_table table;

static struct run make_run(const char *game, unsigned decks, uint64_t rounds)
{
    struct run run = {.seed = 42, .threads = 1, .rounds = rounds, .to_block = run_blocks(rounds)};
    assert_int_equal(builtin_load(game, &book), STATUS_OK);
    if (book.family == FAMILY_BACCARAT) {
        assert_int_equal(baccarat_plan_init(&baccarat, &book, decks), STATUS_OK);
        run.game.baccarat = &baccarat;
    } else {
        chart_mimic(&chart, &book);
        plan_init(&plan, &book, decks, 1, &chart);
        run.game.blackjack = &plan;
    }
    return run;
}

static void play(const struct run *run, struct score *score)
{
    uint64_t done_to;
    assert_int_equal(run_play(run, NULL, NULL, score, &done_to), STATUS_OK);
    assert_int_equal(done_to, run->to_block);
}

static void same_for_threads_and_pieces(struct run run)
{
    static struct score one;
    memset(&one, 0, sizeof(one));
    play(&run, &one);
    assert_int_equal(one.rounds, run_rounds(run.rounds));
    for (unsigned threads = 2; threads <= 3; threads++) {
        static struct score many;
        memset(&many, 0, sizeof(many));
        run.threads = threads;
        play(&run, &many);
        assert_memory_equal(&one, &many, sizeof(one));
    }
    static struct score pieces;
    memset(&pieces, 0, sizeof(pieces));
    uint64_t blocks = run.to_block;
    for (unsigned piece = 0; piece < 3; piece++) {
        run.from_block = blocks * piece / 3;
        run.to_block = blocks * (piece + 1) / 3;
        play(&run, &pieces);
    }
    assert_memory_equal(&one, &pieces, sizeof(one));
}

static void test_threads_and_pieces_do_not_matter(void **state)
{
    (void)state;
    same_for_threads_and_pieces(make_run("mbs-blackjack-v6", 6, 400000));
    same_for_threads_and_pieces(make_run("rws-blackjack", 8, 400000));
    same_for_threads_and_pieces(make_run("mbs-7up-baccarat", 4, 400000));
    struct run run = make_run("mbs-ace-race-v4", 2, 400000);
    table = (struct kernel_table){.boxes = 3, .cut = 60, .insures = true};
    run.game.table = &table;
    same_for_threads_and_pieces(run);
}

static void test_another_seed_gives_other_totals(void **state)
{
    (void)state;
    static struct score a;
    static struct score b;
    struct run run = make_run("mbs-blackjack-v6", 6, 65536);
    memset(&a, 0, sizeof(a));
    memset(&b, 0, sizeof(b));
    play(&run, &a);
    run.seed++;
    play(&run, &b);
    assert_memory_not_equal(&a, &b, sizeof(a));
}

/* Every wager that cards alone decide, against its exact mean: nowhere further than four standard errors. */
static void agrees_with_counting(struct run run, unsigned decks, int32_t scale)
{
    static struct score score;
    memset(&score, 0, sizeof(score));
    run.threads = 2;
    play(&run, &score);
    for (unsigned w = 0; w < book.wager_count; w++) {
        struct wager_odds odds;
        wager_odds_init(&odds);
        if (score.wagers[w].placed && wager_odds_count(&odds, &book, w, decks) == STATUS_OK) {
            double z =
                (score_mean(&score, w, scale) + mpq_get_d(odds.house_edge)) / score_error(&score, w, scale);
            if (fabs(z) >= 4)
                print_error("%s %s: z = %.2f\n", book.id, book.wagers[w].name, z);
            assert_true(fabs(z) < 4);
        }
        wager_odds_release(&odds);
    }
}

static void test_agrees_with_exact_counting(void **state)
{
    (void)state;
    for (unsigned i = 0; builtin_id(i); i++) {
        assert_int_equal(builtin_load(builtin_id(i), &book), STATUS_OK);
        for (unsigned most = 0; most < 2; most++) {
            unsigned decks = most ? book.decks_max : book.decks_min;
            struct run run = make_run(builtin_id(i), decks, 3000000);
            agrees_with_counting(run, decks, run.game.baccarat ? baccarat.scale : plan.scale);
        }
    }
}

static double stakes_a_round(const struct score_wager *wager)
{
    return (double)wager->placed / (double)wager->rounds;
}

/* Means of every wager within four standard errors of each other; `one` is the slower kernel. */
static void play_alike(const struct score *many, const struct score *one)
{
    assert_int_equal(many->rounds, one->rounds);
    assert_true(fabs((double)many->cards / (double)one->cards - 1) < 1e-3);
    for (unsigned w = 0; w < book.wager_count; w++) {
        const struct score_wager *a = &many->wagers[w];
        const struct score_wager *b = &one->wagers[w];
        if (!b->placed) {
            assert_int_equal(a->placed, 0);
            continue;
        }
        double error = hypot(score_error(many, w, plan.scale), score_error(one, w, plan.scale));
        assert_true(fabs(score_mean(many, w, plan.scale) - score_mean(one, w, plan.scale)) <= 4 * error);
        double near = fmax(0.02, 8 / sqrt((double)b->rounds)); /* Aces are split in few rounds */
        assert_true(fabs((double)a->placed / (double)b->placed - 1) < near);
        assert_true(fabs((double)a->rounds / (double)b->rounds - 1) < near);
        if (book.wagers[w].place == PLACE_INSURANCE) /* of every box but those that have taken even money */
            assert_true(fabs(stakes_a_round(a) / stakes_a_round(b) - 1) < 0.01);
        if (book.wagers[w].place == PLACE_MAIN) /* others rest on lines that hardly ever come */
            assert_true(fabs((double)a->square / (double)b->square - 1) < 0.01);
        assert_true(fabs((double)a->staked / (double)b->staked - 1) < near);
    }
}

/* What the kernels are played with here: best play, so that pairs are split, and the rules of the table. */
static const struct kernel_table tables[] = {
    {.boxes = 1, .insures = true},
    {.boxes = 1, .cut = 160, .insures = true},
    {.boxes = 3, .insures = true},
    {.boxes = 3, .cut = 160, .insures = true},
    {.boxes = 7, .cut = 160, .insures = false},
};

/* Lanes side by side, with one box or several, play what one table plays card by card. */
static void test_lanes_play_like_one_table(void **state)
{
    (void)state;
    static const char *const games[] = {"mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements",
                                        "rws-blackjack"};
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct run run = make_run(games[i], 4, 8 * (uint64_t)BLOCK_ROUNDS);
        assert_true(chart_best(&chart, &book, 4));
        plan_init(&plan, &book, 4, 1, &chart);
        for (size_t t = 0; t < COUNT_OF(tables); t++) {
            static struct score lanes;
            static struct score one;
            memset(&lanes, 0, sizeof(lanes));
            memset(&one, 0, sizeof(one));
            run.game.table = &tables[t];
            for (unsigned block = 0; block < run.to_block; block++) {
                struct stream stream;
                stream_init(&stream, 1, block);
                run_kernel(&run.game, &stream, BLOCK_ROUNDS, &lanes, NULL);
                stream_init(&stream, 2, block);
                kernel_counter(&plan, &tables[t], &stream, BLOCK_ROUNDS, &one);
            }
            play_alike(&lanes, &one);
        }
    }
}

/* The kernel of several boxes is right about one box, too. */
static void test_one_box_is_the_smallest_table(void **state)
{
    (void)state;
    static struct score box;
    static struct score hall;
    struct run run = make_run("mbs-ace-race-v4", 6, 16 * (uint64_t)BLOCK_ROUNDS);
    memset(&box, 0, sizeof(box));
    memset(&hall, 0, sizeof(hall));
    for (unsigned block = 0; block < run.to_block; block++) {
        struct stream stream;
        stream_init(&stream, 1, block);
        kernel_box(&plan, &tables[0], &stream, BLOCK_ROUNDS, &box, NULL);
        stream_init(&stream, 2, block);
        kernel_table(&plan, &tables[0], &stream, BLOCK_ROUNDS, &hall);
    }
    play_alike(&hall, &box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_and_pieces_do_not_matter),
        cmocka_unit_test(test_another_seed_gives_other_totals),
        cmocka_unit_test(test_agrees_with_exact_counting),
        cmocka_unit_test(test_lanes_play_like_one_table),
        cmocka_unit_test(test_one_box_is_the_smallest_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a block's numbers depend on seed and block alone, and draws below a limit favour nothing. */
#include "check.h"

#include "simulate/stream.h"

static void test_the_same_block_gives_the_same_numbers(void **state)
{
    (void)state;
    struct stream a;
    struct stream b;
    stream_init(&a, 7, 3);
    stream_init(&b, 7, 3);
    for (unsigned i = 0; i < 5; i++) {
        assert_memory_equal(a.numbers, b.numbers, sizeof(a.numbers));
        stream_fill(&a);
        stream_fill(&b);
    }
}

static void test_other_blocks_and_seeds_differ(void **state)
{
    (void)state;
    struct stream a;
    struct stream b;
    stream_init(&a, 7, 3);
    stream_init(&b, 7, 4);
    assert_memory_not_equal(a.numbers, b.numbers, sizeof(a.numbers));
    stream_init(&b, 8, 3);
    assert_memory_not_equal(a.numbers, b.numbers, sizeof(a.numbers));
}

/* Chi-square over all results; the limit is five standard deviations above its mean. */
static void test_draws_are_even(void **state)
{
    (void)state;
    static const uint32_t limits[] = {2, 52, 312, 416, 520};
    for (size_t l = 0; l < COUNT_OF(limits); l++) {
        uint32_t below = limits[l];
        unsigned seen[520] = {0};
        struct stream stream;
        unsigned draws = below * 2000;
        double chi = 0;
        stream_init(&stream, 11, l);
        for (unsigned i = 0; i < draws; i++) {
            uint32_t at = stream_want(&stream);
            uint32_t drawn = stream_below(&stream, below, &at);
            stream.at = at;
            assert_true(drawn < below);
            seen[drawn]++;
        }
        for (uint32_t i = 0; i < below; i++)
            chi += ((double)seen[i] - 2000) * ((double)seen[i] - 2000) / 2000;
        double spread = 2.0 * (below - 1);
        double over = chi - (below - 1);
        assert_true(over * over < 25 * spread || over < 0);
    }
}

static void test_the_unfair_part_is_drawn_again(void **state)
{
    (void)state;
    /* 2^16 mod 416 = 224: a product whose low half is below that must not count. */
    struct stream stream;
    stream_init(&stream, 1, 1);
    uint32_t at = stream_want(&stream);
    stream.numbers[at] = 0;     /* product 0: unfair */
    stream.numbers[at + 1] = 1; /* product 416: low half 416 is fair, result 0 */
    assert_int_equal(stream_below(&stream, 416, &at), 0);
    assert_int_equal(at, 2);
}

static void test_a_loop_never_runs_out(void **state)
{
    (void)state;
    struct stream stream;
    stream_init(&stream, 1, 1);
    for (unsigned i = 0; i < 10000; i++) {
        uint32_t at = stream_want(&stream);
        assert_true(STREAM_BUFFER - at >= STREAM_READY);
        for (unsigned k = 0; k < STREAM_READY; k++) {
            stream_below(&stream, 519, &at);
            assert_true(at <= STREAM_BUFFER);
        }
        stream.at = at;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_block_gives_the_same_numbers),
        cmocka_unit_test(test_other_blocks_and_seeds_differ),
        cmocka_unit_test(test_draws_are_even),
        cmocka_unit_test(test_the_unfair_part_is_drawn_again),
        cmocka_unit_test(test_a_loop_never_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

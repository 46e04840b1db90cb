/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: seeded draws repeat and are pinned, secret draws do not; both shuffle whole shoes and wipe what they
 * used. */
#include "check.h"

#include "random/crypto.h"
#include "random/seeded.h"

static void test_seeded_draws_are_pinned(void **state)
{
    (void)state;
    /* These numbers stand in the records of tests: a change of the generator must be a new name in seeded.c.
     */
    const uint64_t pinned[] = {UINT64_C(0xf1cadd3ad5183556), UINT64_C(0xbc9b3ba2ce7a80c4),
                               UINT64_C(0x2b941fa08b73b4cf), UINT64_C(0xa24332ae202e6711)};
    struct seeded_source source;
    seeded_source_init(&source, 1, 0);
    struct draws draws = seeded_source_draws(&source);
    for (size_t i = 0; i < COUNT_OF(pinned); i++)
        assert_true(draws.next(draws.state) == pinned[i]);
}

static void test_seed_and_stream_make_the_draws(void **state)
{
    (void)state;
    struct seeded_source a, b, other_seed, other_stream;
    enum { DRAWS = 2000, DRAWS_PER_POOL = POOL_BYTES / 8 }; /* over several pools */
    unsigned equal_seed = 0, equal_stream = 0;
    seeded_source_init(&a, 7, 1);
    seeded_source_init(&b, 7, 1);
    seeded_source_init(&other_seed, 8, 1);
    seeded_source_init(&other_stream, 7, 2);
    assert_true(DRAWS > 2 * DRAWS_PER_POOL);
    for (unsigned i = 0; i < DRAWS; i++) {
        struct draws draws = seeded_source_draws(&a);
        uint64_t drawn = draws.next(draws.state);
        assert_true(seeded_source_draws(&b).next(&b) == drawn);
        equal_seed += seeded_source_draws(&other_seed).next(&other_seed) == drawn;
        equal_stream += seeded_source_draws(&other_stream).next(&other_stream) == drawn;
    }
    assert_int_equal(equal_seed, 0);
    assert_int_equal(equal_stream, 0);
}

static void test_secret_draws_differ_and_are_even(void **state)
{
    (void)state;
    struct crypto_source a, b;
    enum { DRAWS = 5200 };
    unsigned seen[52] = {0}, equal = 0;
    assert_int_equal(crypto_source_init(&a), STATUS_OK);
    assert_int_equal(crypto_source_init(&b), STATUS_OK);
    struct draws from_a = crypto_source_draws(&a), from_b = crypto_source_draws(&b);
    for (unsigned i = 0; i < DRAWS; i++) {
        equal += from_a.next(from_a.state) == from_b.next(from_b.state);
        seen[draws_below(&from_a, 52)]++;
    }
    assert_int_equal(equal, 0);
    for (unsigned i = 0; i < 52; i++)
        assert_in_range(seen[i], 30, 170); /* seven standard deviations around 100 */
    crypto_source_release(&a);
    crypto_source_release(&b);
}

static void test_used_bytes_are_wiped(void **state)
{
    (void)state;
    static const uint8_t zeros[POOL_BYTES];
    struct crypto_source source;
    assert_int_equal(crypto_source_init(&source), STATUS_OK);
    struct draws draws = crypto_source_draws(&source);
    for (unsigned i = 0; i < 10; i++)
        draws.next(draws.state);
    assert_int_equal(source.pool.used, 80);
    assert_memory_equal(source.pool.bytes, zeros, 80);
    assert_memory_not_equal(source.pool.bytes, zeros, POOL_BYTES);
    crypto_source_release(&source);
    assert_memory_equal(source.pool.bytes, zeros, POOL_BYTES);
}

static void test_a_shoe_of_ten_decks(void **state)
{
    (void)state;
    struct seeded_source source;
    struct shoe shoe, factory;
    unsigned moved = 0;
    seeded_source_init(&source, 42, 0);
    struct draws draws = seeded_source_draws(&source);
    shoe_init(&shoe, deck_of(DECK_ELEMENTS), 10);
    factory = shoe;
    shoe_shuffle(&shoe, &draws);
    for (unsigned i = 0; i < shoe.count; i++)
        moved += !card_equal(shoe.cards[i], factory.cards[i]);
    assert_in_range(moved, 600, 650);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seeded_draws_are_pinned),
        cmocka_unit_test(test_seed_and_stream_make_the_draws),
        cmocka_unit_test(test_secret_draws_differ_and_are_even),
        cmocka_unit_test(test_used_bytes_are_wiped),
        cmocka_unit_test(test_a_shoe_of_ten_decks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: seed, commitment and order are those another program finds by the published recipe, and nothing short
 * of the very seed gives them. The pinned values were computed by an independent program. */
#include "check.h"

#include <stdlib.h>

#include "table/fair_shoe.h"

static struct fair_seed counting_seed(void)
{
    struct fair_seed seed;
    for (uint8_t i = 0; i < FAIR_SEED_BYTES; i++)
        seed.bytes[i] = i;
    return seed;
}

static const struct {
    const char *deck;
    unsigned decks;
    const char *commitment;
    const char *first[12];
    const char *last[3];
} pinned[] = {
    {"french",
     8,
     "662546e89034610549dde7325d79b9a87e2291c97d096a7a76cf197fb2f6b510",
     {"4s", "6h", "Ah", "Ks", "4d", "4h", "Qd", "2s", "9c", "9d", "Ad", "Ts"},
     {"Tc", "4s", "9h"}},
    {"elements",
     4,
     "bfbf875a01d1d321ddd620395c23217d80a95a8868bf0da049563e117de4bdad",
     {"2fi", "Sfi", "6wo", "Lea", "Fwo", "7wo", "Fgo", "5ea", "4fi", "Awa", "Tgo", "9wa"},
     {"Fwa", "9ea", "Ago"}},
};

static void assert_card(const struct deck *deck, struct card card, const char *expected)
{
    char text[CARD_TEXT_MAX];
    assert_string_equal(deck_print_card(deck, card, text, sizeof(text)), expected);
}

static void test_order_and_commitment_are_pinned(void **state)
{
    (void)state;
    struct fair_seed seed = counting_seed();
    for (size_t i = 0; i < COUNT_OF(pinned); i++) {
        const struct deck *deck = deck_find(pinned[i].deck);
        struct fair_shoe facts = {"T1", 3, deck, pinned[i].decks};
        struct shoe shoe;
        char hex[HASH_TEXT_MAX];
        struct hash commitment = fair_shoe_commitment(&facts, &seed);
        hash_print(&commitment, hex, sizeof(hex));
        assert_string_equal(hex, pinned[i].commitment);
        fair_shoe_order(&facts, &seed, &shoe);
        assert_int_equal(shoe.count, pinned[i].decks * deck_card_count(deck));
        assert_int_equal(shoe.dealt, 0);
        for (size_t card = 0; card < COUNT_OF(pinned[i].first); card++)
            assert_card(deck, shoe.cards[card], pinned[i].first[card]);
        for (size_t card = 0; card < COUNT_OF(pinned[i].last); card++)
            assert_card(deck, shoe.cards[shoe.count - 3U + card], pinned[i].last[card]);
    }
}

static void test_every_fact_is_committed_to(void **state)
{
    (void)state;
    struct fair_seed seed = counting_seed();
    struct fair_seed other_seed = counting_seed();
    const struct deck *french = deck_of(DECK_FRENCH);
    const struct fair_shoe facts = {"T1", 3, french, 8};
    const struct fair_shoe others[] = {
        {"T2", 3, french, 8},
        {"T1", 4, french, 8},
        {"T1", 3, deck_of(DECK_ELEMENTS), 8},
        {"T1", 3, french, 6},
    };
    struct hash right = fair_shoe_commitment(&facts, &seed);
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        struct hash other = fair_shoe_commitment(&others[i], &seed);
        assert_false(hash_equal(&other, &right));
    }
    for (unsigned bit = 0; bit < FAIR_SEED_BYTES * 8; bit++) {
        other_seed.bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        struct hash other = fair_shoe_commitment(&facts, &other_seed);
        assert_false(hash_equal(&other, &right));
        other_seed.bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
}

static void test_seeds_come_from_the_secret(void **state)
{
    (void)state;
    uint8_t secret[FAIR_SECRET_BYTES];
    struct hash salt;
    struct fair_seed seed;
    char hex[FAIR_SEED_TEXT_MAX];
    const struct fair_shoe facts = {"T1", 3, deck_of(DECK_FRENCH), 8};
    const struct fair_shoe next = {"T1", 4, deck_of(DECK_FRENCH), 8};
    memset(secret, 7, sizeof(secret));
    memset(salt.bytes, 9, sizeof(salt.bytes));
    fair_seed_derive(&seed, secret, &facts, &salt);
    fair_seed_print(&seed, hex, sizeof(hex));
    assert_string_equal(hex, "8e48cac2af30b7acb474dcd4b87d85c216823d2fcf94de14b5cd59c20ed005c9");
    struct fair_seed other;
    fair_seed_derive(&other, secret, &next, &salt);
    assert_memory_not_equal(&seed, &other, sizeof(seed));
    salt.bytes[0] ^= 1;
    fair_seed_derive(&other, secret, &facts, &salt);
    assert_memory_not_equal(&seed, &other, sizeof(seed));
}

static void test_seeds_as_text(void **state)
{
    (void)state;
    struct fair_seed seed = counting_seed();
    struct fair_seed back;
    char hex[FAIR_SEED_TEXT_MAX];
    fair_seed_print(&seed, hex, sizeof(hex));
    assert_true(fair_seed_parse(hex, strlen(hex), &back));
    assert_memory_equal(&seed, &back, sizeof(seed));
    assert_false(fair_seed_parse(hex, strlen(hex) - 2, &back));
    hex[7] = 'x';
    assert_false(fair_seed_parse(hex, strlen(hex), &back));
    fair_seed_wipe(&seed);
    for (unsigned i = 0; i < FAIR_SEED_BYTES; i++)
        assert_int_equal(seed.bytes[i], 0);
}

/* Over many seeds each card comes first about as often as any other: a chi-square of 51 degrees of freedom
 * lies below 99 except once in ten thousand times. */
static void test_no_card_is_favoured(void **state)
{
    (void)state;
    enum { SHOES = 52 * 400 };
    unsigned seen[52] = {0};
    const struct deck *deck = deck_of(DECK_FRENCH);
    const struct fair_shoe facts = {"T1", 1, deck, 1};
    for (uint32_t i = 0; i < SHOES; i++) {
        struct fair_seed seed = {{0}};
        struct shoe shoe;
        memcpy(seed.bytes, &i, sizeof(i));
        fair_shoe_order(&facts, &seed, &shoe);
        for (unsigned card = 0; card < 52; card++)
            seen[card] += card_equal(shoe.cards[0], deck_card(deck, card));
    }
    double chi_square = 0;
    for (unsigned card = 0; card < 52; card++)
        chi_square += (seen[card] - 400.0) * (seen[card] - 400.0) / 400.0;
    assert_true(chi_square < 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_and_commitment_are_pinned),
        cmocka_unit_test(test_every_fact_is_committed_to),
        cmocka_unit_test(test_seeds_come_from_the_secret),
        cmocka_unit_test(test_seeds_as_text),
        cmocka_unit_test(test_no_card_is_favoured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: players' numbers are promised, told and mixed in by the published recipe, and a house that picks its
 * salt among many does not pick the cards. The pinned values were computed by an independent program. */
#include "check.h"

#include <stdio.h>

#include "random/seeded.h"
#include "rulebook/builtin.h"
#include "table/virtual_shoe.h"

static struct fair_seed up(void)
{
    struct fair_seed value;
    for (uint8_t i = 0; i < FAIR_SEED_BYTES; i++)
        value.bytes[i] = i;
    return value;
}

static struct fair_seed down(void)
{
    struct fair_seed value;
    for (uint8_t i = 0; i < FAIR_SEED_BYTES; i++)
        value.bytes[i] = (uint8_t)(255 - i);
    return value;
}

#define PROMISE_MEI "462ddefd9fc02ce4c3b31a44de2bafba8da94b0e491be31486ad91462c82e46f"
#define PROMISE_TAN "5d115e36e90d2e92881e3d16995ff52dbb369b2b26fb1ac994d2687ba4f36f51"
#define VALUE_MEI   "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define VALUE_TAN   "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0"

static const char luck_text[] = "shoe 3\nMei " PROMISE_MEI "\nTan " PROMISE_TAN "\n";
static const char mixed_text[] = "shoe 3\nMei " VALUE_MEI "\nTan " VALUE_TAN "\n";

static struct luck promised(void)
{
    struct luck luck;
    uint32_t shoe;
    assert_true(luck_parse(&luck, &shoe, ENTRY_LUCK, span_of(luck_text)));
    assert_int_equal(shoe, 3);
    assert_int_equal(luck.count, 2);
    return luck;
}

static void assert_key(const struct luck *luck, const char *expected)
{
    struct fair_seed seed = {{0}};
    struct fair_seed key;
    char hex[FAIR_SEED_TEXT_MAX];
    luck_key(luck, &seed, &key);
    fair_seed_print(&key, hex, sizeof hex);
    assert_string_equal(hex, expected);
}

static void test_recipe(void **state)
{
    (void)state;
    struct luck luck = promised();
    struct fair_seed mei = up();
    struct fair_seed tan = down();
    assert_key(&luck, "0000000000000000000000000000000000000000000000000000000000000000");
    assert_int_equal(luck_reveal(&luck, "T1", 3, "Tan", &tan), STATUS_OK);
    assert_key(&luck, "7bd9fc17e2dfa81b62add069d0d5679080fbfe6c4025e291f858eab4ccb2e641");
    assert_int_equal(luck_reveal(&luck, "T1", 3, "Mei", &mei), STATUS_OK);
    assert_key(&luck, "9ba1ed7a765847e355af0cccdb2a412ed6cf7f5ad82d4adc34c4caf85507f9d5");
    assert_int_equal(luck_given(&luck), 2);
    char bytes[LUCK_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    luck_print(&luck, 3, ENTRY_MIXED, &text);
    assert_string_equal(bytes, mixed_text);
    text_init(&text, bytes, sizeof bytes);
    luck_print(&luck, 3, ENTRY_LUCK, &text);
    assert_string_equal(bytes, luck_text);
}

/* The whole recipe: seed 0, both numbers, eight decks. */
static void test_order(void **state)
{
    static const char *const first[] = {"7d", "Ac", "Jh", "5h", "7c", "2s",
                                        "7d", "Js", "4c", "9c", "3c", "7s"};
    (void)state;
    struct luck luck = promised();
    uint32_t shoe_number;
    assert_true(luck_parse(&luck, &shoe_number, ENTRY_MIXED, span_of(mixed_text)));
    assert_true(luck.mixed && !luck_wrong(&luck, "T1", 3));
    struct fair_shoe facts = {"T1", 3, deck_find("french"), 8};
    struct fair_seed seed = {{0}};
    struct fair_seed key;
    struct shoe shoe;
    luck_key(&luck, &seed, &key);
    fair_shoe_order(&facts, &key, &shoe);
    for (size_t i = 0; i < COUNT_OF(first); i++) {
        char name[CARD_TEXT_MAX];
        assert_string_equal(deck_print_card(facts.deck, shoe.cards[i], name, sizeof name), first[i]);
    }
}

static void test_numbers_are_the_promised(void **state)
{
    (void)state;
    struct luck luck = promised();
    struct fair_seed mei = up();
    struct fair_seed tan = down();
    assert_int_equal(luck_reveal(&luck, "T1", 3, "Ana", &mei), STATUS_LUCK_UNKNOWN);
    assert_int_equal(luck_reveal(&luck, "T1", 3, "Mei", &tan), STATUS_LUCK_DIFFERS);
    assert_int_equal(luck_reveal(&luck, "T2", 3, "Mei", &mei), STATUS_LUCK_DIFFERS); /* another table */
    assert_int_equal(luck_reveal(&luck, "T1", 4, "Mei", &mei), STATUS_LUCK_DIFFERS); /* another shoe */
    assert_int_equal(luck_reveal(&luck, "T1", 3, "Tan", &mei), STATUS_LUCK_DIFFERS); /* another's number */
    assert_int_equal(luck_given(&luck), 0);
    assert_int_equal(luck_reveal(&luck, "T1", 3, "Mei", &mei), STATUS_OK);
    assert_null(luck_wrong(&luck, "T1", 3));
    luck.numbers[0].value.bytes[0] ^= 1;
    assert_ptr_equal(luck_wrong(&luck, "T1", 3), &luck.numbers[0]);
}

/* One a person, the later counts; sixteen in all; whoever goes takes theirs along. */
static void test_promises(void **state)
{
    (void)state;
    struct luck luck = {.count = 0};
    struct hash one = {{1}};
    struct hash two = {{2}};
    char name[8];
    assert_int_equal(luck_promise(&luck, "Mei", &one), STATUS_OK);
    assert_int_equal(luck_promise(&luck, "Mei", &two), STATUS_OK);
    assert_int_equal(luck.count, 1);
    assert_true(hash_equal(&luck_find(&luck, "Mei")->commitment, &two));
    for (unsigned i = 1; i < LUCK_MAX; i++) {
        snprintf(name, sizeof name, "p%u", i);
        assert_int_equal(luck_promise(&luck, name, &one), STATUS_OK);
    }
    assert_int_equal(luck_promise(&luck, "Tan", &one), STATUS_LUCK_FULL);
    assert_int_equal(luck_promise(&luck, "Mei", &one), STATUS_OK);
    luck_forget(&luck, "Mei");
    luck_forget(&luck, "Mei");
    assert_null(luck_find(&luck, "Mei"));
    assert_int_equal(luck.count, LUCK_MAX - 1);
    assert_string_equal(luck.numbers[0].name, "p1");
    assert_int_equal(luck_promise(&luck, "Tan", &one), STATUS_OK);
}

static void test_bad_texts(void **state)
{
    static const char *const bad[] = {
        "",
        "shoe 3\n",
        "shoe 3\nMei " PROMISE_MEI,
        "shoe 3\nMei  " PROMISE_MEI "\n",
        "shoe 03\nMei " PROMISE_MEI "\n",
        "shoe 4294967296\nMei " PROMISE_MEI "\n",
        "shop 3\nMei " PROMISE_MEI "\n",
        "shoe 3 \nMei " PROMISE_MEI "\n",
        "shoe 3\nMei " PROMISE_MEI "\nMei " PROMISE_TAN "\n",
        "shoe 3\nMei " PROMISE_MEI " x\n",
        "shoe 3\nMei -\n",
        "shoe 3\n7ei " PROMISE_MEI "\n",
        "shoe 3\nMei 462DDEFD9fc02ce4c3b31a44de2bafba8da94b0e491be31486ad91462c82e46f\n",
        "shoe 3\n\nMei " PROMISE_MEI "\n",
        "shoe 3\nMei " PROMISE_MEI "\n#\n",
        "shoe 3\nMeiMeiMeiMeiMeiMeiMeiMeiMeiMeiMe " PROMISE_MEI "\n",
    };
    static const char *const bad_mixed[] = {
        "shoe 3\nMei " VALUE_MEI "\n",
        "shoe 3\nTan " VALUE_TAN "\nMei " VALUE_MEI "\n",
        "shoe 3\nMei " VALUE_MEI "\nTan " VALUE_TAN "\nAna -\n",
        "shoe 3\nMei " VALUE_MEI "\nTan --\n",
        "shoe 3\nMei " VALUE_MEI "\nTan 0\n",
    };
    (void)state;
    struct luck luck;
    uint32_t shoe;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(luck_parse(&luck, &shoe, ENTRY_LUCK, span_of(bad[i])));
    for (size_t i = 0; i < COUNT_OF(bad_mixed); i++) {
        luck = promised();
        assert_false(luck_parse(&luck, &shoe, ENTRY_MIXED, span_of(bad_mixed[i])));
    }
    luck = promised();
    assert_true(luck_parse(&luck, &shoe, ENTRY_MIXED, span_of("shoe 3\nMei -\nTan " VALUE_TAN "\n")));
    assert_int_equal(luck_given(&luck), 1);
}

/* ---- A house that tries many salts. ---- */

enum { SALTS = 1000, SHOWN = 20, TRIALS = 400 };

static struct rulebook book;
static struct table_plan plan;
static struct table_state shoe_state;
static const uint8_t secret[FAIR_SECRET_BYTES] = {7};

static struct hash drawn(struct draws *draws)
{
    struct hash hash;
    for (unsigned i = 0; i < HASH_BYTES; i++)
        hash.bytes[i] = (uint8_t)draws_below(draws, 256);
    return hash;
}

/* What this house would like: cards of ten at the front of the shoe. */
static unsigned liked(void)
{
    static struct shoe shoe;
    unsigned tens = 0;
    const struct deck *deck = deck_of((enum deck_id)book.deck);
    virtual_shoe_order(&plan, &shoe_state, secret, &shoe);
    for (unsigned i = 0; i < SHOWN; i++) {
        char name[CARD_TEXT_MAX];
        tens += strchr("TJQK", deck_print_card(deck, shoe.cards[i], name, sizeof name)[0]) != NULL;
    }
    return tens;
}

static unsigned pick_salt(struct draws *draws)
{
    struct hash best_salt = {{0}};
    unsigned best = 0;
    for (unsigned i = 0; i < SALTS; i++) {
        shoe_state.salt = drawn(draws);
        unsigned tens = liked();
        if (tens > best) {
            best = tens;
            best_salt = shoe_state.salt;
        }
    }
    shoe_state.salt = best_salt;
    return best;
}

/* Without a number it gets the shoe it picked. With one honest number in, unknown when it committed, the best
 * of a thousand salts is as good as any: 20 cards have 6.15 of ten on average, and a mean over 400 shoes lies
 * within 0.4 of that (four standard deviations). */
static void test_salts_do_not_steer(void **state)
{
    struct seeded_source source;
    struct setting setting;
    (void)state;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    table_plan_init(&plan, "T1", &book);
    table_plan_setting(&plan, &setting);
    state_init(&shoe_state, &book, &setting, DEVICE_VIRTUAL);
    shoe_state.shoe_number = 1;
    seeded_source_init(&source, 20, 1);
    struct draws draws = seeded_source_draws(&source);
    unsigned best = pick_salt(&draws);
    assert_true(best >= 12);
    assert_int_equal(liked(), best);
    struct hash promise = {{0}};
    assert_int_equal(luck_promise(&shoe_state.luck, "Mei", &promise), STATUS_OK);
    shoe_state.luck.numbers[0].given = true;
    unsigned sum = 0;
    for (unsigned i = 0; i < TRIALS; i++) {
        struct hash number = drawn(&draws);
        memcpy(shoe_state.luck.numbers[0].value.bytes, number.bytes, FAIR_SEED_BYTES);
        sum += liked();
    }
    double mean = (double)sum / TRIALS;
    assert_true(mean > 6.15 - 0.4 && mean < 6.15 + 0.4);
}

/* The parts of a witness's name are names, between slashes. */
static void test_names(void **state)
{
    static const struct {
        const char *name;
        bool ok;
    } rows[] = {{"Mei", true}, {"a.example/w1", true}, {"a/b/c", true}, {"", false},    {"a b", false},
                {"/w", false}, {"a/", false},          {"a//b", false}, {"1/b", false}, {"a b/c", false}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (luck_name_ok(rows[i].name, strlen(rows[i].name)) != rows[i].ok)
            fail_msg("\"%s\"", rows[i].name);
}

/* Before its first shoe a table has no order of cards, and one where cards are entered never has. */
static void test_no_order(void **state)
{
    static struct shoe shoe;
    struct table_state nothing = {.device = DEVICE_VIRTUAL};
    (void)state;
    virtual_shoe_order(&plan, &nothing, secret, &shoe);
    assert_int_equal(shoe.count, 0);
    nothing = (struct table_state){.device = DEVICE_ENTERED, .shoe_number = 1};
    virtual_shoe_order(&plan, &nothing, secret, &shoe);
    assert_int_equal(shoe.count, 0);
}

#define HEX "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* The commitment to a shoe and its seed: one way to write them, one way to read them. */
static void test_lines_of_a_shoe(void **state)
{
    static const struct {
        const char *text;
        bool ok;
    } rows[] = {{"shoe 7 " HEX "\n", true},
                {"shoe 7 " HEX, false},
                {"shoe 07 " HEX "\n", false},
                {"show 7 " HEX "\n", false},
                {"shoe 7\n", false},
                {"shoe 7x" HEX "\n", false},
                {"shoe x " HEX "\n", false},
                {"shoe 4294967296 " HEX "\n", false},
                {"shoe 7 " HEX "0\n", false},
                {"shoe 7 " HEX HEX "\n", false},
                {"shoe 7 " HEX "\nmore\n", false},
                {"shoe 7 " HEX "\n" HEX HEX HEX HEX, false},
                {"", false}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint32_t number;
        char value[HASH_TEXT_MAX];
        if (virtual_shoe_parse(span_of(rows[i].text), &number, value) != rows[i].ok)
            fail_msg("row %zu: %s", i, rows[i].text);
        if (rows[i].ok)
            assert_string_equal(value, HEX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recipe),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_numbers_are_the_promised),
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_no_order),
        cmocka_unit_test(test_lines_of_a_shoe),
        cmocka_unit_test(test_salts_do_not_steer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

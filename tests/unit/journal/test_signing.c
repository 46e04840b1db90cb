/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a checkpoint is believed only for the very chain, number, hash and key it was made for. */
#include "check.h"

#include "journal/signing.h"

static const uint8_t seed[32] = {1, 2, 3};
static const uint8_t other_seed[32] = {9};

static struct chain some_chain(const char *name, uint64_t number)
{
    struct chain chain;
    chain_init(&chain, 2, name);
    chain.number = number;
    return chain;
}

static void sign(const struct chain *chain, const uint8_t *from, char *bytes, size_t size, struct span *span)
{
    struct signing_key key;
    struct text text;
    signing_key_derive(&key, from);
    text_init(&text, bytes, size);
    signing_print(chain, &key, &text);
    assert_false(text.full);
    *span = (struct span){(const uint8_t *)bytes, text.used};
}

static struct public_key public_of(const uint8_t *from)
{
    struct signing_key key;
    signing_key_derive(&key, from);
    return signing_key_public(&key);
}

static void test_believed(void **state)
{
    (void)state;
    char bytes[SIGNING_TEXT_MAX];
    struct span span;
    struct chain chain = some_chain("T1", 1000);
    struct public_key key = public_of(seed);
    struct public_key named;
    sign(&chain, seed, bytes, sizeof(bytes), &span);
    assert_int_equal(signing_check(&chain, span, &key, NULL), STATUS_OK);
    assert_int_equal(signing_check(&chain, span, NULL, &named), STATUS_OK);
    assert_memory_equal(&named, &key, sizeof(key));
}

static void test_not_believed(void **state)
{
    (void)state;
    char bytes[SIGNING_TEXT_MAX];
    struct span span;
    struct chain chain = some_chain("T1", 1000);
    struct public_key key = public_of(seed);
    sign(&chain, other_seed, bytes, sizeof(bytes), &span);
    assert_int_equal(signing_check(&chain, span, &key, NULL), STATUS_BAD_SIGNATURE);
    sign(&chain, seed, bytes, sizeof(bytes), &span);
    struct chain others[3] = {some_chain("T2", 1000), some_chain("T1", 999), chain};
    others[2].head.bytes[31] ^= 1;
    for (unsigned i = 0; i < COUNT_OF(others); i++)
        assert_int_equal(signing_check(&others[i], span, &key, NULL), STATUS_BAD_SIGNATURE);
}

static void test_every_bit_of_the_text_counts(void **state)
{
    (void)state;
    char bytes[SIGNING_TEXT_MAX];
    struct span span;
    struct chain chain = some_chain("T1", 7);
    struct public_key key = public_of(seed);
    sign(&chain, seed, bytes, sizeof(bytes), &span);
    for (size_t bit = 0; bit < span.size * 8; bit++) {
        bytes[bit / 8] ^= (char)(1U << bit % 8);
        assert_int_not_equal(signing_check(&chain, span, &key, NULL), STATUS_OK);
        bytes[bit / 8] ^= (char)(1U << bit % 8);
    }
    for (size_t size = 0; size < span.size; size++)
        assert_int_equal(signing_check(&chain, (struct span){span.bytes, size}, &key, NULL),
                         STATUS_BAD_ENTRY);
}

static void test_keys_as_text(void **state)
{
    (void)state;
    char text[PUBLIC_KEY_TEXT_MAX];
    struct public_key key = public_of(seed);
    struct public_key back;
    public_key_print(&key, text, sizeof(text));
    assert_true(public_key_parse(text, strlen(text), &back));
    assert_memory_equal(&key, &back, sizeof(key));
    assert_false(public_key_parse(text, strlen(text) - 1, &back));
    text[5] = 'g';
    assert_false(public_key_parse(text, strlen(text), &back));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_believed),
        cmocka_unit_test(test_not_believed),
        cmocka_unit_test(test_every_bit_of_the_text_counts),
        cmocka_unit_test(test_keys_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a witness cosigns what grew out of what it has seen, and answers everything else as the protocol
 * says. */
#include "forest.h"

#include "log/witness.h"

/* A log of `forest` as it stood at `size`, signed, asked to be cosigned from `old` on. */
struct asked {
    struct forest *forest;
    uint64_t size;
    uint64_t old;
    struct signing_key key;
    char bytes[WITNESS_REQUEST_MAX];
    size_t used;
    struct witness_request request;
};

static struct forest *a_forest(void)
{
    static struct forest forest;
    forest_grow(&forest, 100);
    return &forest;
}

static struct signing_key a_key(uint8_t first)
{
    struct signing_key key;
    const uint8_t seed[32] = {first};
    signing_key_derive(&key, seed);
    return key;
}

static struct checkpoint stood(struct forest *forest, uint64_t size)
{
    struct checkpoint checkpoint = {.origin = "example/log", .size = size};
    if (size)
        checkpoint.root = forest_root(forest->leaves, size);
    return checkpoint;
}

static void ask(struct asked *asked)
{
    char note[1024];
    struct text text;
    struct proof proof = {0};
    struct signature signature;
    struct merkle_source source = forest_source(asked->forest);
    struct signer signer = signer_of_key(&asked->key);
    struct checkpoint checkpoint = stood(asked->forest, asked->size);
    if (asked->old <= asked->size)
        assert_int_equal(proof_of_growth(&proof, &source, asked->old, asked->size), STATUS_OK);
    assert_int_equal(checkpoint_sign(&checkpoint, &signer, &signature), STATUS_OK);
    text_init(&text, note, sizeof note);
    checkpoint_note_print(&checkpoint, &signer.key, &signature, &text);
    text_init(&text, asked->bytes, sizeof asked->bytes);
    witness_request_print(asked->old, &proof, span_of(note), &text);
    asked->used = text.used;
    assert_int_equal(witness_request_parse(span_of(asked->bytes), &asked->request), STATUS_OK);
}

static void test_what_it_answers(void **state)
{
    (void)state;
    static const struct {
        uint64_t known; /* where the witness stands */
        uint64_t old;
        uint64_t size;
        uint8_t key;
        enum witness_answer answer;
    } rows[] = {
        {0, 0, 7, 1, WITNESS_COSIGN},     /* the first */
        {7, 7, 20, 1, WITNESS_COSIGN},    /* it grew */
        {20, 20, 20, 1, WITNESS_COSIGN},  /* once more the same */
        {20, 7, 50, 1, WITNESS_CONFLICT}, /* it stands elsewhere */
        {0, 7, 50, 1, WITNESS_CONFLICT},    {20, 0, 50, 1, WITNESS_CONFLICT},
        {20, 21, 20, 1, WITNESS_MALFORMED}, {7, 7, 20, 2, WITNESS_NOT_SIGNED}, /* another key */
    };
    struct signing_key house = a_key(1);
    struct public_key public_key = signing_key_public(&house);
    struct verifier verifier;
    verifier_init(&verifier, "example/log", NOTE_ED25519, &public_key);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct asked asked = {a_forest(), rows[i].size, rows[i].old, .key = a_key(rows[i].key)};
        struct checkpoint known = stood(asked.forest, rows[i].known);
        ask(&asked);
        assert_int_equal(witness_judge(&asked.request, &verifier, &known), rows[i].answer);
    }
}

/* The log was rewritten behind the witness's back, at every place it has seen. */
static void test_a_fork_is_refused(void **state)
{
    (void)state;
    struct signing_key house = a_key(1);
    struct public_key public_key = signing_key_public(&house);
    struct verifier verifier;
    verifier_init(&verifier, "example/log", NOTE_ED25519, &public_key);
    for (unsigned place = 0; place < 20; place++) {
        struct asked asked = {a_forest(), 50, 20, .key = house};
        struct checkpoint known = stood(asked.forest, 20);
        asked.forest->leaves[place].bytes[3] ^= 1;
        ask(&asked);
        assert_int_equal(witness_judge(&asked.request, &verifier, &known), WITNESS_REWRITTEN);
        asked.size = 20;
        ask(&asked);
        assert_int_equal(witness_judge(&asked.request, &verifier, &known), WITNESS_CONFLICT);
    }
}

static void test_what_is_no_request(void **state)
{
    (void)state;
    struct asked asked = {a_forest(), 50, 20, .key = a_key(1)};
    struct witness_request request;
    ask(&asked);
    for (size_t cut = 0; cut < asked.used; cut++)
        assert_int_equal(witness_request_parse((struct span){(uint8_t *)asked.bytes, cut}, &request),
                         STATUS_BAD_TEXT);
    static const char *const rows[] = {"",           "old\n",     "old x\n\n",
                                       "old 01\n\n", "new 1\n\n", "old 1\nAAAA\n\n"};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(witness_request_parse(span_of(rows[i]), &request), STATUS_BAD_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_it_answers),
        cmocka_unit_test(test_a_fork_is_refused),
        cmocka_unit_test(test_what_is_no_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

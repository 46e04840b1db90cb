/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: declarations come back as they were written, in one form only. */
#include "check.h"

#include "journal/declaration.h"

static void test_comes_back(void **state)
{
    (void)state;
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct account account = {.number = 17, .kind = ACCOUNT_PLAYER, .name = "Mei"};
    struct account account_back;
    uint32_t number;
    uint64_t corrected;
    char name[CHAIN_NAME_MAX];
    struct public_key key = {{5, 6, 7}};
    struct public_key key_back;

    text_init(&text, bytes, sizeof(bytes));
    account_declaration_print(&account, &text);
    assert_string_equal(bytes, "account 17 player Mei\n");
    assert_int_equal(account_declaration_parse(span_of(bytes), &account_back), STATUS_OK);
    assert_memory_equal(&account, &account_back, sizeof(account));

    text_init(&text, bytes, sizeof(bytes));
    chain_declaration_print(5, "T1", &text);
    assert_string_equal(bytes, "chain 5 T1\n");
    assert_int_equal(chain_declaration_parse(span_of(bytes), &number, name), STATUS_OK);
    assert_int_equal(number, 5);
    assert_string_equal(name, "T1");

    text_init(&text, bytes, sizeof(bytes));
    founded_print(&key, &text);
    assert_int_equal(founded_parse(span_of(bytes), &key_back), STATUS_OK);
    assert_memory_equal(&key, &key_back, sizeof(key));

    text_init(&text, bytes, sizeof(bytes));
    correction_print(1234, "paid twice", &text);
    assert_string_equal(bytes, "corrects 1234\npaid twice\n");
    assert_int_equal(correction_parse(span_of(bytes), &corrected), STATUS_OK);
    assert_int_equal(corrected, 1234);
}

static void test_a_document_carries_its_hash(void **state)
{
    (void)state;
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct hash hash;
    struct hash right = hash_of("id: x\n", 6);
    char name[CHAIN_NAME_MAX];
    struct span document;
    text_init(&text, bytes, sizeof(bytes));
    document_print(span_of("id: x\n"), "some-game", &text);
    text_put(&text, "id: x\n");
    assert_int_equal(document_parse(span_of(bytes), &hash, name, &document), STATUS_OK);
    assert_true(hash_equal(&hash, &right));
    assert_string_equal(name, "some-game");
    assert_int_equal(document.size, 6);
    assert_memory_equal(document.bytes, "id: x\n", 6);
    bytes[text.used - 2] = 'y';
    assert_int_equal(document_parse(span_of(bytes), &hash, name, &document), STATUS_BAD_ENTRY);
}

static void test_other_forms_are_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "",
        "\n",
        "account",
        "account 17 player Mei", /* no line feed */
        "account 17 player\n",
        "account 17 player \n",
        "account 17 player Mei \n",
        "account 17 player Mei x\n",
        "account 17  player Mei\n",
        "account 017 player Mei\n",
        "account 0 player Mei\n",
        "account -1 player Mei\n",
        "account 4294967296 player Mei\n",
        "account 99999999999999999999 player Mei\n",
        "account 17 dealer Mei\n",
        "account 17 player M:i\n",
        "account 17 player 123456789012345678901234567890123456789012345678\n",
        "account 17 player Mei\nmore\n",
        "acount 17 player Mei\n",
        "chain 5 T1 x\n",
        "chain x T1\n",
        "chain 1 T1\n", /* the house's own is declared nowhere */
        "croupier 2 00\n",
        "corrects x\n",
        "corrects 12 13\n",
        "document 00 x\n",
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct account account;
        struct public_key key;
        struct hash hash;
        struct span document;
        uint32_t number;
        uint64_t corrected;
        char name[CHAIN_NAME_MAX];
        struct span span = span_of(rows[i]);
        assert_int_equal(account_declaration_parse(span, &account), STATUS_BAD_ENTRY);
        assert_int_equal(chain_declaration_parse(span, &number, name), STATUS_BAD_ENTRY);
        assert_int_equal(founded_parse(span, &key), STATUS_BAD_ENTRY);
        assert_int_equal(correction_parse(span, &corrected), STATUS_BAD_ENTRY);
        assert_int_equal(document_parse(span, &hash, name, &document), STATUS_BAD_ENTRY);
    }
}

/* A name ends where its word ends: nothing is hidden behind a zero. */
static void test_a_zero_in_a_name(void **state)
{
    static const char declared[] = "chain 5 T1\0x\n";
    uint32_t number;
    char name[CHAIN_NAME_MAX];
    (void)state;
    assert_int_equal(
        chain_declaration_parse((struct span){(const uint8_t *)declared, sizeof declared - 1}, &number, name),
        STATUS_BAD_ENTRY);
}

static enum status sign_nothing(void *context, struct span message, struct signature *signature)
{
    (void)message;
    (void)signature;
    return *(const enum status *)context;
}

static enum status sign_anything(void *context, struct span message, struct signature *signature)
{
    (void)context;
    (void)message;
    *signature = (struct signature){{1}};
    return STATUS_OK;
}

/* Each of the two keys may lie in a module that is not there. */
static void test_a_key_that_cannot_sign(void **state)
{
    enum status gone = STATUS_NO_FILE;
    const struct signer bad = {.sign = sign_nothing, .context = &gone};
    const struct signer good = {.sign = sign_anything};
    struct key_turn turn;
    (void)state;
    assert_int_equal(key_turn_sign(&turn, "croupier/1", 5, &good, &good), STATUS_OK);
    assert_int_equal(key_turn_sign(&turn, "croupier/1", 5, &bad, &good), STATUS_NO_FILE);
    assert_int_equal(key_turn_sign(&turn, "croupier/1", 5, &good, &bad), STATUS_NO_FILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comes_back),
        cmocka_unit_test(test_a_document_carries_its_hash),
        cmocka_unit_test(test_other_forms_are_refused),
        cmocka_unit_test(test_a_zero_in_a_name),
        cmocka_unit_test(test_a_key_that_cannot_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

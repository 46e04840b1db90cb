/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a walk through a journal finds every declaration, signature and transaction that is not as it must
 * be. */
#include "check.h"

#include "journal/declaration.h"
#include "journal/walk.h"

static const uint8_t seed[32] = {1};

/* A journal in the making: the writer's chains beside the walk that checks them. */
struct journal {
    struct chain chains[3];
    struct walk walk;
    struct signing_key key;
};

static void begin(struct journal *journal)
{
    signing_key_derive(&journal->key, seed);
    chain_init(&journal->chains[1], CHAIN_HOUSE);
    chain_init(&journal->chains[2], "T1");
    assert_int_equal(walk_init(&journal->walk, NULL), STATUS_OK);
}

static enum status add(struct journal *journal, uint32_t chain, enum entry_kind kind, const char *text,
                       const struct transaction *transaction)
{
    uint8_t bytes[1024];
    size_t used;
    struct entry entry = {.kind = (uint8_t)kind, .role = ROLE_SYSTEM, .text = span_of(text)};
    if (transaction)
        entry.transaction = *transaction;
    assert_int_equal(chain_append(&journal->chains[chain], &entry, bytes, sizeof(bytes), &used), STATUS_OK);
    return walk_step(&journal->walk, chain, bytes, used, &entry);
}

static void found(struct journal *journal)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct public_key key = signing_key_public(&journal->key);
    begin(journal);
    key = signing_key_public(&journal->key);
    text_init(&text, bytes, sizeof(bytes));
    founded_print(&key, &text);
    assert_int_equal(add(journal, 1, ENTRY_FOUNDED, bytes, NULL), STATUS_OK);
    assert_int_equal(add(journal, 1, ENTRY_ACCOUNT, "account 1 cage main\n", NULL), STATUS_OK);
    assert_int_equal(add(journal, 1, ENTRY_ACCOUNT, "account 2 player Mei\n", NULL), STATUS_OK);
    assert_int_equal(add(journal, 1, ENTRY_CHAIN, "chain 2 T1\n", NULL), STATUS_OK);
}

static enum status sign(struct journal *journal, uint32_t chain, const struct signing_key *key)
{
    char bytes[SIGNING_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof(bytes));
    signing_print(&journal->chains[chain], key, &text);
    return add(journal, chain, ENTRY_SIGNED, bytes, NULL);
}

static void test_a_sound_journal(void **state)
{
    (void)state;
    struct journal journal;
    const struct transaction buy_in = {2, {{1, -500}, {2, 500}}};
    const struct transaction back = {2, {{1, 500}, {2, -500}}};
    found(&journal);
    assert_int_equal(add(&journal, 1, ENTRY_MONEY, "", &buy_in), STATUS_OK);
    assert_int_equal(add(&journal, 2, ENTRY_ROUND, "dealer: open\n", NULL), STATUS_OK);
    assert_int_equal(sign(&journal, 2, &journal.key), STATUS_OK);
    assert_int_equal(add(&journal, 1, ENTRY_MONEY, "", &buy_in), STATUS_OK);
    assert_int_equal(add(&journal, 1, ENTRY_CORRECTED, "corrects 5\nwrong\n", &back), STATUS_OK);
    assert_int_equal(journal.walk.entries, 9);
    assert_int_equal(journal.walk.signatures, 1);
    assert_int_equal(ledger_account(&journal.walk.ledger, 2)->balance_cents, 500);
    assert_int_equal(add(&journal, 1, ENTRY_CORRECTED, "corrects 5\n", &back), STATUS_CORRECTED);
    walk_release(&journal.walk);
}

static void test_what_is_wrong_is_named(void **state)
{
    (void)state;
    static const struct {
        uint32_t chain;
        enum entry_kind kind;
        const char *text;
        struct transaction transaction;
        enum status status;
        const char *fault;
    } rows[] = {
        {1, ENTRY_CHAIN, "chain 4 T2\n", {0}, STATUS_BAD_ENTRY, "house, entry 5:"},
        {1, ENTRY_CHAIN, "chain 3\n", {0}, STATUS_BAD_ENTRY, "house, entry 5:"},
        {1, ENTRY_ACCOUNT, "account 9 player Tan\n", {0}, STATUS_NO_ACCOUNT, "house, entry 5:"},
        {1, ENTRY_ACCOUNT, "account 3 player Mei\n", {0}, STATUS_ACCOUNT_EXISTS, "house, entry 5:"},
        {1, ENTRY_DOCUMENT, "document 00 x\n", {0}, STATUS_BAD_ENTRY, "house, entry 5:"},
        {1, ENTRY_FOUNDED, "croupier 1 00\n", {0}, STATUS_BAD_ENTRY, "house, entry 5:"},
        {2, ENTRY_ACCOUNT, "account 3 player Tan\n", {0}, STATUS_BAD_ENTRY, "T1, entry 1:"},
        {2, ENTRY_CORRECTED, "corrects 1\n", {0}, STATUS_BAD_ENTRY, "T1, entry 1:"}, /* itself */
        {1, ENTRY_CORRECTED, "corrects 4\n", {0}, STATUS_NOT_REVERSED, "house, entry 5:"},
        {2, ENTRY_SIGNED, "signed\n", {0}, STATUS_BAD_ENTRY, "T1, entry 1:"},
        {2, ENTRY_ACTS, "", {2, {{1, 5}, {2, -5}}}, STATUS_PLAYER_SHORT, "T1, entry 1:"},
        {2, ENTRY_ACTS, "", {2, {{1, 5}, {7, -5}}}, STATUS_NO_ACCOUNT, "T1, entry 1:"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct journal journal;
        found(&journal);
        assert_int_equal(add(&journal, rows[i].chain, rows[i].kind, rows[i].text,
                             rows[i].transaction.count ? &rows[i].transaction : NULL),
                         rows[i].status);
        assert_memory_equal(journal.walk.fault, rows[i].fault, strlen(rows[i].fault));
        walk_release(&journal.walk);
    }
}

static void test_signatures_of_others_are_refused(void **state)
{
    (void)state;
    struct journal journal;
    struct signing_key other;
    const uint8_t other_seed[32] = {2};
    signing_key_derive(&other, other_seed);
    found(&journal);
    assert_int_equal(sign(&journal, 1, &other), STATUS_BAD_SIGNATURE);
    walk_release(&journal.walk);

    /* Nor may the house have been founded by anybody but the one we know. */
    struct public_key known = signing_key_public(&other);
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    begin(&journal);
    walk_release(&journal.walk);
    assert_int_equal(walk_init(&journal.walk, &known), STATUS_OK);
    struct public_key key = signing_key_public(&journal.key);
    text_init(&text, bytes, sizeof(bytes));
    founded_print(&key, &text);
    assert_int_equal(add(&journal, 1, ENTRY_FOUNDED, bytes, NULL), STATUS_BAD_SIGNATURE);
    walk_release(&journal.walk);
}

static void test_an_undeclared_chain(void **state)
{
    (void)state;
    struct journal journal;
    begin(&journal);
    assert_int_equal(add(&journal, 2, ENTRY_NOTE, "x\n", NULL), STATUS_NOT_FOUND);
    assert_non_null(strstr(journal.walk.fault, "chain 2"));
    walk_release(&journal.walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sound_journal),
        cmocka_unit_test(test_what_is_wrong_is_named),
        cmocka_unit_test(test_signatures_of_others_are_refused),
        cmocka_unit_test(test_an_undeclared_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

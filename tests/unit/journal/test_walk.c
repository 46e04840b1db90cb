/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a walk through a journal finds every declaration, signature and transaction that is not as it must
 * be. */
#include "check.h"

#include "old.h"

#include "journal/declaration.h"
#include "journal/walk.h"

static const uint8_t seed[32] = {1};

/* A journal in the making: the writer's chains beside the walk that checks them. */
struct journal {
    struct chain chains[3];
    struct walk walk;
    struct signing_key key;
    bool old; /* writes format 1 */
};

static void begin(struct journal *journal, bool old)
{
    journal->old = old;
    signing_key_derive(&journal->key, seed);
    chain_init(&journal->chains[1], 1, CHAIN_HOUSE);
    chain_init(&journal->chains[2], 2, "T1");
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
    if (journal->old)
        old_append(&journal->chains[chain], &entry, bytes, sizeof(bytes), &used);
    else
        assert_int_equal(chain_append(&journal->chains[chain], &entry, bytes, sizeof(bytes), &used),
                         STATUS_OK);
    return walk_step(&journal->walk, chain, bytes, used, &entry);
}

static void found(struct journal *journal, bool old)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    begin(journal, old);
    struct public_key key = signing_key_public(&journal->key);
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
    for (int old = 0; old < 2; old++) {
        struct journal journal;
        const struct transaction buy_in = {2, {{1, -500}, {2, 500}}};
        const struct transaction back = {2, {{1, 500}, {2, -500}}};
        found(&journal, old);
        assert_int_equal(add(&journal, 1, ENTRY_MONEY, "", &buy_in), STATUS_OK);
        assert_int_equal(add(&journal, 2, ENTRY_ROUND, "dealer: open\n", NULL), STATUS_OK);
        if (old)
            assert_int_equal(sign(&journal, 2, &journal.key), STATUS_OK);
        assert_int_equal(add(&journal, 1, ENTRY_MONEY, "", &buy_in), STATUS_OK);
        assert_int_equal(add(&journal, 1, ENTRY_CORRECTED, "corrects 5\nwrong\n", &back), STATUS_OK);
        assert_int_equal(journal.walk.entries, 8 + old);
        assert_int_equal(journal.walk.signatures, old);
        assert_int_equal(ledger_account(&journal.walk.ledger, 2)->balance_cents, 500);
        assert_int_equal(add(&journal, 1, ENTRY_CORRECTED, "corrects 5\n", &back), STATUS_CORRECTED);
        walk_release(&journal.walk);
    }
}

/* A journal of format 1 is gone on with in format 2, and never the other way round. */
static void test_a_journal_that_was_continued(void **state)
{
    (void)state;
    struct journal journal;
    found(&journal, true);
    journal.old = false;
    assert_int_equal(add(&journal, 1, ENTRY_NOTE, "x\n", NULL), STATUS_OK);
    assert_int_equal(add(&journal, 2, ENTRY_NOTE, "x\n", NULL), STATUS_OK);
    journal.old = true;
    assert_int_equal(add(&journal, 2, ENTRY_NOTE, "x\n", NULL), STATUS_BROKEN_CHAIN);
    walk_release(&journal.walk);
}

/* The whole history could be written anew without the key, if nobody asked for its signatures. */
static void test_signatures_left_out_of_format_1(void **state)
{
    (void)state;
    struct journal journal;
    found(&journal, true);
    for (unsigned i = 1; i <= WALK_UNSIGNED_MAX; i++)
        assert_int_equal(add(&journal, 2, ENTRY_NOTE, "x\n", NULL), STATUS_OK);
    assert_int_equal(add(&journal, 2, ENTRY_NOTE, "x\n", NULL), STATUS_BAD_SIGNATURE);
    walk_release(&journal.walk);
}

/* From the old key to the new one, as signed by the holders of two others. */
static enum status turn_by(struct journal *journal, const struct signing_key *old,
                           const struct signing_key *new, const struct signing_key *by_old,
                           const struct signing_key *by_new, uint64_t number)
{
    char origin[NOTE_NAME_MAX];
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct key_turn key_turn;
    struct public_key founding = signing_key_public(&journal->key);
    struct signer signers[2] = {signer_of_key(by_old), signer_of_key(by_new)};
    signers[0].key = signing_key_public(old);
    signers[1].key = signing_key_public(new);
    origin_print(&founding, origin);
    assert_int_equal(key_turn_sign(&key_turn, origin, number, &signers[0], &signers[1]), STATUS_OK);
    text_init(&text, bytes, sizeof bytes);
    key_turn_print(&key_turn, &text);
    return add(journal, 1, ENTRY_KEY, bytes, NULL);
}

static enum status turn(struct journal *journal, const struct signing_key *old, const struct signing_key *new,
                        uint64_t number)
{
    return turn_by(journal, old, new, old, new, number);
}

static void test_a_key_is_turned_by_both(void **state)
{
    (void)state;
    const uint8_t seeds[2][32] = {{2}, {3}};
    struct signing_key second;
    struct signing_key third;
    struct journal journal;
    signing_key_derive(&second, seeds[0]);
    signing_key_derive(&third, seeds[1]);
    found(&journal, false);
    assert_int_equal(turn(&journal, &journal.key, &second, 5), STATUS_OK);
    assert_int_equal(turn(&journal, &second, &third, 6), STATUS_OK);
    assert_int_equal(turn(&journal, &second, &third, 7), STATUS_BAD_SIGNATURE); /* no longer its key */
    walk_release(&journal.walk);
    found(&journal, false);
    assert_int_equal(turn(&journal, &journal.key, &second, 6), STATUS_BAD_SIGNATURE); /* of another entry */
    walk_release(&journal.walk);
    for (unsigned left_out = 0; left_out < 2; left_out++) { /* a thief has one of the two keys */
        const struct signing_key *thief = left_out == 0 ? &second : &journal.key;
        found(&journal, false);
        assert_int_equal(turn_by(&journal, &journal.key, &second, thief, thief, 5), STATUS_BAD_SIGNATURE);
        walk_release(&journal.walk);
    }
}

#define FOUNDED_AGAIN "croupier 2 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c\n"

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
        {1, ENTRY_KEY, "key 00\n", {0}, STATUS_BAD_ENTRY, "house, entry 5:"},
        {2, ENTRY_LOSS, "loss 1 00 1\n", {0}, STATUS_BAD_ENTRY, "T1, entry 1:"},
        {1, ENTRY_FOUNDED, "croupier 1 00\n", {0}, STATUS_BAD_ENTRY, "house, entry 5:"},
        {1, ENTRY_FOUNDED, FOUNDED_AGAIN, {0}, STATUS_BAD_ENTRY, "house, entry 5:"},
        {1, ENTRY_LOSS, "loss 1 00 1\n", {0}, STATUS_BAD_ENTRY, "house, entry 5:"},
        {2, ENTRY_ACCOUNT, "account 3 player Tan\n", {0}, STATUS_BAD_ENTRY, "T1, entry 1:"},
        {2, ENTRY_CORRECTED, "corrects 1\n", {0}, STATUS_BAD_ENTRY, "T1, entry 1:"}, /* itself */
        {1, ENTRY_CORRECTED, "corrects 4\n", {0}, STATUS_NOT_REVERSED, "house, entry 5:"},
        {2, ENTRY_SIGNED, "signed\n", {0}, STATUS_BAD_ENTRY, "T1, entry 1:"},
        {2, ENTRY_ACTS, "", {2, {{1, 5}, {2, -5}}}, STATUS_PLAYER_SHORT, "T1, entry 1:"},
        {2, ENTRY_ACTS, "", {2, {{1, 5}, {7, -5}}}, STATUS_NO_ACCOUNT, "T1, entry 1:"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct journal journal;
        found(&journal, rows[i].kind == ENTRY_SIGNED);
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
    found(&journal, true);
    assert_int_equal(sign(&journal, 1, &other), STATUS_BAD_SIGNATURE);
    walk_release(&journal.walk);
}

/* A head from outside that the journal does not reach is found at its end, and named. */
static void test_what_is_wrong_at_the_end_is_named(void **state)
{
    (void)state;
    struct journal journal;
    begin(&journal, false);
    struct public_key key = signing_key_public(&journal.key);
    struct checkpoint head = {.size = 99};
    origin_print(&key, head.origin);
    guard_add_head(&journal.walk.guard, &head);
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof(bytes));
    founded_print(&key, &text);
    assert_int_equal(add(&journal, 1, ENTRY_FOUNDED, bytes, NULL), STATUS_OK);
    assert_string_equal(journal.walk.fault, "");
    assert_int_equal(walk_finish(&journal.walk), STATUS_BROKEN_CHAIN);
    assert_string_equal(journal.walk.fault, "a head of 99 entries is known, and this log has 1");
    walk_release(&journal.walk);
}

static void test_an_undeclared_chain(void **state)
{
    (void)state;
    struct journal journal;
    begin(&journal, false);
    assert_int_equal(add(&journal, 2, ENTRY_NOTE, "x\n", NULL), STATUS_NOT_FOUND);
    assert_non_null(strstr(journal.walk.fault, "chain 2"));
    struct entry entry;
    assert_int_equal(walk_step(&journal.walk, 0, (const uint8_t *)"", 0, &entry), STATUS_NOT_FOUND);
    assert_non_null(strstr(journal.walk.fault, "chain 0"));
    walk_release(&journal.walk);
}

/* Whoever resumes behind a checkpoint tells the chains in their order, as many as a house may have. */
static void test_chains_are_resumed(void **state)
{
    (void)state;
    struct walk walk;
    struct chain chain;
    assert_int_equal(walk_init(&walk, NULL), STATUS_OK);
    chain_init(&chain, 3, "T9");
    assert_int_equal(walk_resume_chain(&walk, &chain), STATUS_BAD_ENTRY);
    for (uint32_t number = 1; number <= WALK_CHAINS_MAX; number++) {
        chain_init(&chain, number, number == 1 ? CHAIN_HOUSE : "T");
        chain.number = 7;
        assert_int_equal(walk_resume_chain(&walk, &chain), STATUS_OK);
    }
    assert_int_equal(walk.chains[WALK_CHAINS_MAX - 1].number, 7);
    chain_init(&chain, WALK_CHAINS_MAX + 1, "T");
    assert_int_equal(walk_resume_chain(&walk, &chain), STATUS_NO_MEMORY);
    walk_release(&walk);
}

/* What was checked elsewhere is followed, but not into chains and accounts that are not there. */
static void test_following(void **state)
{
    (void)state;
    struct journal journal;
    struct entry entry = {.number = 1, .kind = ENTRY_NOTE};
    const struct transaction buy_in = {2, {{1, -500}, {2, 500}}};
    found(&journal, false);
    assert_int_equal(walk_follow(&journal.walk, 0, &entry), STATUS_NOT_FOUND);
    assert_int_equal(walk_follow(&journal.walk, 3, &entry), STATUS_NOT_FOUND);
    assert_int_equal(walk_follow(&journal.walk, 2, &entry), STATUS_OK);
    entry = (struct entry){.number = 2, .kind = ENTRY_ACTS, .transaction = buy_in};
    assert_int_equal(walk_follow(&journal.walk, 2, &entry), STATUS_OK);
    assert_int_equal(ledger_account(&journal.walk.ledger, 2)->balance_cents, 500);
    entry = (struct entry){.number = 3, .kind = ENTRY_CHAIN, .text = span_of("chain 3 T2\n")};
    assert_int_equal(walk_follow(&journal.walk, 2, &entry), STATUS_BAD_ENTRY);
    walk_release(&journal.walk);
}

/* Nothing is signed, and no key handed on, in a journal that tells no key. */
static void test_a_journal_without_a_founding(void **state)
{
    (void)state;
    struct journal journal;
    struct signing_key second;
    const uint8_t second_seed[32] = {2};
    signing_key_derive(&second, second_seed);
    begin(&journal, false);
    assert_int_equal(turn(&journal, &journal.key, &second, 1), STATUS_BAD_SIGNATURE);
    walk_release(&journal.walk);
    begin(&journal, true); /* then each signature is checked with the key it names */
    assert_int_equal(add(&journal, 1, ENTRY_NOTE, "x\n", NULL), STATUS_OK);
    assert_int_equal(sign(&journal, 1, &journal.key), STATUS_OK);
    walk_release(&journal.walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sound_journal),
        cmocka_unit_test(test_a_journal_that_was_continued),
        cmocka_unit_test(test_signatures_left_out_of_format_1),
        cmocka_unit_test(test_a_key_is_turned_by_both),
        cmocka_unit_test(test_what_is_wrong_is_named),
        cmocka_unit_test(test_signatures_of_others_are_refused),
        cmocka_unit_test(test_what_is_wrong_at_the_end_is_named),
        cmocka_unit_test(test_an_undeclared_chain),
        cmocka_unit_test(test_chains_are_resumed),
        cmocka_unit_test(test_following),
        cmocka_unit_test(test_a_journal_without_a_founding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

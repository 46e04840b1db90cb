/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: movements go only between the kinds they are meant for, and always add up to nothing. */
#include "check.h"

#include "base/money.h"
#include "ledger/transaction.h"

static const struct account player = {.number = 1, .kind = ACCOUNT_PLAYER, .name = "Mei"};
static const struct account escrow = {.number = 2, .kind = ACCOUNT_ESCROW, .name = "T1"};
static const struct account bank = {.number = 3, .kind = ACCOUNT_BANK, .name = "T1"};
static const struct account cage = {.number = 4, .kind = ACCOUNT_CAGE, .name = "main"};
static const struct account house = {.number = 5, .kind = ACCOUNT_HOUSE, .name = "house"};
static const struct account *const all[] = {&player, &escrow, &bank, &cage, &house};

static void test_each_movement_has_its_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const struct account *from;
        const struct account *to;
    } rows[] = {
        {"buy-in", &cage, &player},   {"cash-out", &player, &cage},  {"fill", &cage, &bank},
        {"credit", &bank, &cage},     {"wagered", &player, &escrow}, {"returned", &escrow, &player},
        {"taken", &escrow, &bank},    {"paid", &bank, &player},      {"granted", &house, &player},
        {"forfeit", &player, &house}, {"untaken", &bank, &escrow},   {"unpaid", &player, &bank},
    };
    assert_int_equal(COUNT_OF(rows), MOVEMENT_COUNT);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        enum movement movement;
        assert_true(movement_find(rows[i].name, &movement));
        assert_string_equal(movement_name(movement), rows[i].name);
        for (size_t from = 0; from < COUNT_OF(all); from++) {
            for (size_t to = 0; to < COUNT_OF(all); to++) {
                struct transaction transaction;
                transaction_init(&transaction);
                bool right = all[from] == rows[i].from && all[to] == rows[i].to;
                assert_int_equal(transaction_move(&transaction, movement, all[from], all[to], 500),
                                 right ? STATUS_OK : STATUS_WRONG_ACCOUNT);
                assert_int_equal(transaction.count, right ? 2 : 0);
            }
        }
    }
    enum movement movement;
    assert_false(movement_find("gift", &movement));
}

static void test_a_settlement_is_merged(void **state)
{
    (void)state;
    struct transaction transaction;
    transaction_init(&transaction);
    /* Mei wins 100 on one wager, loses 30 on another, and a third goes back. */
    assert_int_equal(transaction_move(&transaction, MOVEMENT_RETURNED, &escrow, &player, 10000), STATUS_OK);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_PAID, &bank, &player, 10000), STATUS_OK);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_TAKEN, &escrow, &bank, 3000), STATUS_OK);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_RETURNED, &escrow, &player, 500), STATUS_OK);
    assert_int_equal(transaction_verify(&transaction), STATUS_OK);
    assert_int_equal(transaction.count, 3);
    static const struct posting expected[] = {{2, -13500}, {1, 20500}, {3, -7000}};
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        assert_int_equal(transaction.postings[i].account, expected[i].account);
        assert_int_equal(transaction.postings[i].cents, expected[i].cents);
    }
}

static void test_what_cancels_out_is_gone(void **state)
{
    (void)state;
    struct transaction transaction;
    transaction_init(&transaction);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_WAGERED, &player, &escrow, 700), STATUS_OK);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_RETURNED, &escrow, &player, 700), STATUS_OK);
    assert_int_equal(transaction.count, 0);
    assert_int_equal(transaction_verify(&transaction), STATUS_NO_POSTINGS);
}

static void test_the_reverse_undoes(void **state)
{
    (void)state;
    struct transaction transaction;
    struct transaction reverse;
    transaction_init(&transaction);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_PAID, &bank, &player, 250), STATUS_OK);
    transaction_reverse(&transaction, &reverse);
    assert_int_equal(reverse.count, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(reverse.postings[i].account, transaction.postings[i].account);
        assert_int_equal(reverse.postings[i].cents, -transaction.postings[i].cents);
    }
}

static void test_amounts_out_of_range_are_refused(void **state)
{
    (void)state;
    static const struct {
        int64_t cents;
        enum status status;
    } rows[] = {{0, STATUS_NO_AMOUNT},
                {-1, STATUS_NO_AMOUNT},
                {MONEY_CENTS_MAX + 1, STATUS_OVERFLOW},
                {MONEY_CENTS_MAX, STATUS_OK},
                {1, STATUS_OVERFLOW}};
    struct transaction transaction;
    transaction_init(&transaction);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(transaction_move(&transaction, MOVEMENT_BUY_IN, &cage, &player, rows[i].cents),
                         rows[i].status);
    assert_int_equal(transaction.count, 2);
    assert_int_equal(transaction.postings[1].cents, MONEY_CENTS_MAX);
}

static void test_one_account_too_many(void **state)
{
    (void)state;
    struct transaction transaction;
    transaction_init(&transaction);
    for (uint32_t i = 1; i < TRANSACTION_POSTINGS_MAX; i++) {
        struct account other = {.number = 100 + i, .kind = ACCOUNT_PLAYER};
        assert_int_equal(transaction_move(&transaction, MOVEMENT_PAID, &bank, &other, 1), STATUS_OK);
    }
    assert_int_equal(transaction.count, TRANSACTION_POSTINGS_MAX);
    struct transaction before = transaction;
    assert_int_equal(transaction_move(&transaction, MOVEMENT_PAID, &bank, &player, 1), STATUS_MANY_POSTINGS);
    assert_int_equal(transaction.count, before.count);
    for (unsigned i = 0; i < before.count; i++) { /* by field: nobody sets the bytes between them */
        assert_int_equal(transaction.postings[i].account, before.postings[i].account);
        assert_int_equal(transaction.postings[i].cents, before.postings[i].cents);
    }
}

static void test_what_cannot_be_booked(void **state)
{
    (void)state;
    static const struct {
        struct transaction transaction;
        enum status status;
    } rows[] = {
        {{0, {{0, 0}}}, STATUS_NO_POSTINGS},
        {{1, {{1, 5}}}, STATUS_NO_POSTINGS},
        {{2, {{1, 5}, {2, -4}}}, STATUS_UNBALANCED},
        {{2, {{1, 5}, {1, -5}}}, STATUS_SAME_ACCOUNT},
        {{3, {{2, 5}, {1, -3}, {2, -2}}}, STATUS_SAME_ACCOUNT},
        {{3, {{1, 5}, {2, -5}, {3, 0}}}, STATUS_NO_AMOUNT},
        {{TRANSACTION_POSTINGS_MAX + 1, {{1, 5}, {2, -5}}}, STATUS_MANY_POSTINGS},
        {{2, {{1, INT64_MAX}, {2, -INT64_MAX}}}, STATUS_OVERFLOW},
        {{2, {{1, 5}, {2, -5}}}, STATUS_OK},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(transaction_verify(&rows[i].transaction), rows[i].status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_movement_has_its_kinds),
        cmocka_unit_test(test_a_settlement_is_merged),
        cmocka_unit_test(test_what_cancels_out_is_gone),
        cmocka_unit_test(test_the_reverse_undoes),
        cmocka_unit_test(test_amounts_out_of_range_are_refused),
        cmocka_unit_test(test_one_account_too_many),
        cmocka_unit_test(test_what_cannot_be_booked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a ledger books all of a transaction or nothing of it, and says why not. */
#include "check.h"

#include <stdio.h>

#include "base/money.h"
#include "ledger/ledger.h"

enum { MEI = 1, TAN, ESCROW, BANK, CAGE };

static int open_ledger(void **state)
{
    static struct ledger ledger;
    static const struct {
        enum account_kind kind;
        const char *name;
    } rows[] = {{ACCOUNT_PLAYER, "Mei"},
                {ACCOUNT_PLAYER, "Tan"},
                {ACCOUNT_ESCROW, "T1"},
                {ACCOUNT_BANK, "T1"},
                {ACCOUNT_CAGE, "main"}};
    ledger_init(&ledger);
    for (uint32_t i = 0; i < COUNT_OF(rows); i++) {
        uint32_t number;
        assert_int_equal(ledger_open(&ledger, rows[i].kind, rows[i].name, &number), STATUS_OK);
        assert_int_equal(number, i + 1);
    }
    *state = &ledger;
    return 0;
}

static int close_ledger(void **state)
{
    ledger_release(*state);
    return 0;
}

static int64_t balance(const struct ledger *ledger, uint32_t number)
{
    return ledger_account(ledger, number)->balance_cents;
}

static enum status move(struct ledger *ledger, enum movement movement, uint32_t from, uint32_t to,
                        int64_t cents)
{
    struct transaction transaction;
    transaction_init(&transaction);
    enum status status = transaction_move(&transaction, movement, ledger_account(ledger, from),
                                          ledger_account(ledger, to), cents);
    return status == STATUS_OK ? ledger_book(ledger, &transaction) : status;
}

static void test_a_round_of_money(void **state)
{
    struct ledger *ledger = *state;
    assert_int_equal(move(ledger, MOVEMENT_BUY_IN, CAGE, MEI, 50000), STATUS_OK);
    assert_int_equal(move(ledger, MOVEMENT_FILL, CAGE, BANK, 100000), STATUS_OK);
    assert_int_equal(move(ledger, MOVEMENT_WAGERED, MEI, ESCROW, 10000), STATUS_OK);
    assert_int_equal(balance(ledger, MEI), 40000);
    assert_int_equal(balance(ledger, ESCROW), 10000);
    assert_int_equal(move(ledger, MOVEMENT_RETURNED, ESCROW, MEI, 10000), STATUS_OK);
    assert_int_equal(move(ledger, MOVEMENT_PAID, BANK, MEI, 15000), STATUS_OK);
    assert_int_equal(move(ledger, MOVEMENT_CASH_OUT, MEI, CAGE, 65000), STATUS_OK);
    assert_int_equal(balance(ledger, MEI), 0);
    assert_int_equal(balance(ledger, BANK), 85000);
    assert_int_equal(balance(ledger, CAGE), -85000);
    assert_int_equal(ledger_sum_cents(ledger), 0);
}

static void test_nobody_falls_below_zero(void **state)
{
    struct ledger *ledger = *state;
    assert_int_equal(move(ledger, MOVEMENT_BUY_IN, CAGE, MEI, 100), STATUS_OK);
    assert_int_equal(move(ledger, MOVEMENT_WAGERED, MEI, ESCROW, 101), STATUS_PLAYER_SHORT);
    assert_int_equal(move(ledger, MOVEMENT_TAKEN, ESCROW, BANK, 1), STATUS_ESCROW_SHORT);
    assert_int_equal(balance(ledger, MEI), 100);
    assert_int_equal(balance(ledger, ESCROW), 0);
    /* The bank of a table that loses owes it to the cage: that is no refusal. */
    assert_int_equal(move(ledger, MOVEMENT_PAID, BANK, MEI, 900), STATUS_OK);
    assert_int_equal(balance(ledger, BANK), -900);
}

static void test_all_or_nothing(void **state)
{
    struct ledger *ledger = *state;
    struct transaction transaction;
    assert_int_equal(move(ledger, MOVEMENT_BUY_IN, CAGE, MEI, 100), STATUS_OK);
    transaction_init(&transaction);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_WAGERED, ledger_account(ledger, MEI),
                                      ledger_account(ledger, ESCROW), 60),
                     STATUS_OK);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_WAGERED, ledger_account(ledger, TAN),
                                      ledger_account(ledger, ESCROW), 1),
                     STATUS_OK);
    assert_int_equal(ledger_book(ledger, &transaction), STATUS_PLAYER_SHORT);
    assert_int_equal(balance(ledger, MEI), 100);
    assert_int_equal(balance(ledger, ESCROW), 0);
}

static void test_refusals_of_the_whole(void **state)
{
    struct ledger *ledger = *state;
    static const struct {
        struct transaction transaction;
        enum status status;
    } rows[] = {
        {{2, {{MEI, 5}, {99, -5}}}, STATUS_NO_ACCOUNT},
        {{2, {{MEI, 5}, {0, -5}}}, STATUS_NO_ACCOUNT},
        {{2, {{MEI, 5}, {CAGE, -4}}}, STATUS_UNBALANCED},
        {{2, {{MEI, MONEY_CENTS_MAX}, {CAGE, -MONEY_CENTS_MAX}}}, STATUS_OK},
        {{2, {{MEI, 1}, {CAGE, -1}}}, STATUS_OVERFLOW},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(ledger_book(ledger, &rows[i].transaction), rows[i].status);
    assert_int_equal(ledger_sum_cents(ledger), 0);
}

static void test_names_are_taken_once(void **state)
{
    struct ledger *ledger = *state;
    uint32_t number;
    assert_int_equal(ledger_open(ledger, ACCOUNT_PLAYER, "Mei", &number), STATUS_ACCOUNT_EXISTS);
    assert_int_equal(ledger_open(ledger, ACCOUNT_PLAYER, "Mei Ling", &number), STATUS_BAD_ACCOUNT_NAME);
    assert_int_equal(ledger_open(ledger, ACCOUNT_PLAYER, "T1", &number), STATUS_OK);
    assert_null(ledger_find(ledger, ACCOUNT_CAGE, "Mei"));
    assert_int_equal(ledger_find(ledger, ACCOUNT_BANK, "T1")->number, BANK);
    assert_null(ledger_account(ledger, 0));
    assert_null(ledger_account(ledger, number + 1));
}

static void test_many_accounts_are_all_found(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    struct ledger ledger;
    char name[ACCOUNT_NAME_MAX];
    uint32_t number;
    ledger_init(&ledger);
    assert_null(ledger_find(&ledger, ACCOUNT_PLAYER, "p1"));
    for (unsigned i = 1; i <= MANY; i++) {
        snprintf(name, sizeof(name), "p%u", i);
        assert_int_equal(ledger_open(&ledger, ACCOUNT_PLAYER, name, &number), STATUS_OK);
    }
    for (unsigned i = 1; i <= MANY; i++) {
        snprintf(name, sizeof(name), "p%u", i);
        assert_int_equal(ledger_find(&ledger, ACCOUNT_PLAYER, name)->number, i);
    }
    ledger_release(&ledger);
}

static void test_loading_checks_what_it_is_told(void **state)
{
    struct ledger *ledger = *state;
    static const struct {
        struct account account;
        enum status status;
    } rows[] = {
        {{6, ACCOUNT_PLAYER, "Ana", 700}, STATUS_OK},
        {{7, ACCOUNT_BANK, "T2", -700}, STATUS_OK},
        {{7, ACCOUNT_PLAYER, "Bo", 1}, STATUS_NO_ACCOUNT},
        {{9, ACCOUNT_PLAYER, "Cy", -1}, STATUS_PLAYER_SHORT},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(ledger_load(ledger, &rows[i].account), rows[i].status);
    assert_int_equal(balance(ledger, 6), 700);
    assert_int_equal(ledger_sum_cents(ledger), 0);
}

/* Whoever gives more than there is: a table's bank always, the cage once its chips are counted. Accounts that
 * may never be short, and those that are not there, are refused when the whole is booked. */
static void test_giving(void **state)
{
    struct ledger *ledger = *state;
    static const struct {
        struct transaction transaction;
        enum status before; /* the chips of the house are counted */
        enum status after;
    } rows[] = {
        {{2, {{BANK, -5}, {MEI, 5}}}, STATUS_BANK_SHORT, STATUS_BANK_SHORT},
        {{2, {{CAGE, -5}, {MEI, 5}}}, STATUS_OK, STATUS_CAGE_SHORT},
        {{2, {{MEI, -5}, {TAN, 5}}}, STATUS_OK, STATUS_OK},
        {{2, {{99, -5}, {TAN, 5}}}, STATUS_OK, STATUS_OK},
    };
    uint32_t chips;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(ledger_verify_giving(ledger, &rows[i].transaction), rows[i].before);
    assert_int_equal(ledger_open(ledger, ACCOUNT_HOUSE, "chips", &chips), STATUS_OK);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(ledger_verify_giving(ledger, &rows[i].transaction), rows[i].after);
}

/* What another server has booked is followed without a question, unless its account is unknown. */
static void test_following(void **state)
{
    struct ledger *ledger = *state;
    const struct transaction strange = {2, {{MEI, 5}, {99, -5}}};
    const struct transaction short_of = {2, {{MEI, -5}, {TAN, 5}}};
    assert_int_equal(ledger_follow(ledger, &strange), STATUS_NO_ACCOUNT);
    assert_int_equal(balance(ledger, MEI), 0);
    assert_int_equal(ledger_follow(ledger, &short_of), STATUS_OK);
    assert_int_equal(balance(ledger, MEI), -5);
}

int main(void)
{
#define WITH_LEDGER(test) cmocka_unit_test_setup_teardown(test, open_ledger, close_ledger)
    const struct CMUnitTest tests[] = {
        WITH_LEDGER(test_a_round_of_money),
        WITH_LEDGER(test_nobody_falls_below_zero),
        WITH_LEDGER(test_all_or_nothing),
        WITH_LEDGER(test_refusals_of_the_whole),
        WITH_LEDGER(test_names_are_taken_once),
        cmocka_unit_test(test_many_accounts_are_all_found),
        WITH_LEDGER(test_loading_checks_what_it_is_told),
        WITH_LEDGER(test_giving),
        WITH_LEDGER(test_following),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

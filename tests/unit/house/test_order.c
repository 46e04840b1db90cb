/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the words of a movement give its postings, and nothing else does. */
#include "check.h"

#include <stdio.h>

#include "house/order.h"

static void open_all(struct ledger *ledger)
{
    static const struct {
        enum account_kind kind;
        const char *name;
    } rows[] = {{ACCOUNT_PLAYER, "Mei"},    {ACCOUNT_BANK, "T1"},        {ACCOUNT_CAGE, "main"},
                {ACCOUNT_CAGE, "vip"},      {ACCOUNT_CAGE, "till.main"}, {ACCOUNT_CAGE, "till.vip"},
                {ACCOUNT_CAGE, "box.T1"},   {ACCOUNT_HOUSE, "chips"},    {ACCOUNT_HOUSE, "cash"},
                {ACCOUNT_HOUSE, "variance"}};
    ledger_init(ledger);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint32_t number;
        assert_int_equal(ledger_open(ledger, rows[i].kind, rows[i].name, &number), STATUS_OK);
    }
}

/* "cage:main -1 player:Mei +1", in the order of the accounts. */
static void print_postings(const struct ledger *ledger, const struct transaction *transaction, char *text,
                           size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (uint32_t number = 1; number <= ledger->count; number++)
        for (uint32_t i = 0; i < transaction->count; i++) {
            char name[ACCOUNT_TEXT_MAX];
            if (transaction->postings[i].account != number)
                continue;
            account_print(ledger_account(ledger, number), name, sizeof name);
            used += (size_t)snprintf(text + used, size - used, "%s%s %+lld", used ? " " : "", name,
                                     (long long)transaction->postings[i].cents / 100);
        }
}

static void test_words_and_postings(void **state)
{
    static const struct {
        const char *words;
        const char *postings;
    } rows[] = {
        {"buy-in Mei 5 at main", "player:Mei +5 cage:main -5 cage:till.main +5 house:cash -5"},
        {"cash-out Mei 5 at vip", "player:Mei -5 cage:vip +5 cage:till.vip -5 house:cash +5"},
        {"purchase Mei 5 at T1", "player:Mei +5 bank:T1 -5 cage:box.T1 +5 house:cash -5"},
        {"fill T1 5 at main slip 7 asked Pat", "bank:T1 +5 cage:main -5"},
        {"credit T1 5 at main slip 7 asked Pat", "bank:T1 -5 cage:main +5"},
        {"drop T1 5 at main", "cage:till.main +5 cage:box.T1 -5"},
        {"supply main 5", "cage:main +5 house:chips -5"},
        {"withdraw main 5", "cage:main -5 house:chips +5"},
        {"fund main 5", "cage:till.main +5 house:cash -5"},
        {"lodge main 5", "cage:till.main -5 house:cash +5"},
        {"transfer vip 5 at main", "cage:main -5 cage:vip +5"},
        {"remit vip 5 at main", "cage:till.main -5 cage:till.vip +5"},
        {"over bank:T1 5", "bank:T1 +5 house:variance -5"},
        {"short cage:box.T1 5", "cage:box.T1 -5 house:variance +5"},
    };
    struct ledger ledger;
    (void)state;
    assert_int_equal(COUNT_OF(rows), ORDER_COUNT);
    open_all(&ledger);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char line[ORDER_TEXT_MAX];
        char again[ORDER_TEXT_MAX];
        char postings[256];
        struct order order;
        struct transaction transaction;
        struct text text;
        snprintf(line, sizeof line, "%s\n", rows[i].words);
        assert_true(order_parse(span_of(line), &order));
        text_init(&text, again, sizeof again);
        order_print(&order, &text);
        assert_string_equal(again, line);
        assert_int_equal(order_build(&order, &ledger, &transaction), STATUS_OK);
        print_postings(&ledger, &transaction, postings, sizeof postings);
        assert_string_equal(postings, rows[i].postings);
    }
    ledger_release(&ledger);
}

static void test_other_words(void **state)
{
    static const char *const bad[] = {"buy-in Mei 5\n",
                                      "buy-in Mei 5 at main",
                                      "buy-in Mei 5 at main more\n",
                                      "fill T1 5 at main\n",
                                      "fill T1 5 at main slip x asked Pat\n",
                                      "steal T1 5 at main\n",
                                      "supply main -5\n",
                                      "supply main 5 at vip\n",
                                      ""};
    struct order order;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (order_parse(span_of(bad[i]), &order))
            fail_msg("taken: %s", bad[i]);
}

/* A bank gives what it holds in any house, a cage in one that counts. */
static void test_nobody_gives_what_they_do_not_hold(void **state)
{
    static const struct {
        const char *words;
        enum status status;
    } rows[] = {{"supply main 100\n", STATUS_OK},
                {"buy-in Mei 101 at main\n", STATUS_CAGE_SHORT},
                {"buy-in Mei 100 at main\n", STATUS_OK},
                {"lodge main 101\n", STATUS_CAGE_SHORT},
                {"purchase Mei 1 at T1\n", STATUS_BANK_SHORT},
                {"drop T1 1 at main\n", STATUS_CAGE_SHORT},
                {"cash-out Mei 100 at vip\n", STATUS_CAGE_SHORT},
                {"cash-out Mei 100 at main\n", STATUS_OK}};
    struct ledger ledger;
    (void)state;
    open_all(&ledger);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct order order;
        struct transaction transaction;
        assert_true(order_parse(span_of(rows[i].words), &order));
        assert_int_equal(order_build(&order, &ledger, &transaction), STATUS_OK);
        enum status status = ledger_verify_giving(&ledger, &transaction);
        if (status != rows[i].status)
            fail_msg("%s: %s", rows[i].words, status_name(status));
        if (status == STATUS_OK)
            assert_int_equal(ledger_book(&ledger, &transaction), STATUS_OK);
    }
    ledger_release(&ledger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_and_postings),
        cmocka_unit_test(test_other_words),
        cmocka_unit_test(test_nobody_gives_what_they_do_not_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

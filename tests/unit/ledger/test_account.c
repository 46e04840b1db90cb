/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: kinds have pinned numbers and names, and names are such that they can stand in a record line. */
#include "check.h"

#include "ledger/account.h"

static void test_kinds_are_pinned(void **state)
{
    (void)state;
    static const struct {
        unsigned number;
        const char *name;
        enum status status_short;
    } rows[] = {
        {1, "player", STATUS_PLAYER_SHORT},
        {2, "escrow", STATUS_ESCROW_SHORT},
        {3, "bank", STATUS_OK},
        {4, "cage", STATUS_OK},
        {5, "house", STATUS_OK},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        enum account_kind kind;
        assert_true(account_kind_find(rows[i].name, strlen(rows[i].name), &kind));
        assert_int_equal(kind, rows[i].number);
        assert_string_equal(account_kind_name(kind), rows[i].name);
        assert_int_equal(account_kind_short(kind), rows[i].status_short);
    }
    enum account_kind kind;
    assert_false(account_kind_find("playe", 5, &kind));
    assert_false(account_kind_find("player1", 7, &kind));
    assert_string_equal(account_kind_name((enum account_kind)99), "unknown");
}

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool ok;
    } rows[] = {
        {"Mei", true},
        {"T-1.a_b", true},
        {"\xe6\xa2\x85", true},
        {"", false},
        {"Mei Ling", false},
        {"a\nb", false},
        {"a:b", false},
        {"a/b", false},
        {"12345678901234567890123456789012345678901234567", true},
        {"123456789012345678901234567890123456789012345678", false},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(account_name_ok(rows[i].name), rows[i].ok);
}

static void test_print(void **state)
{
    (void)state;
    struct account account = {.number = 7, .kind = ACCOUNT_ESCROW, .name = "T1"};
    char text[ACCOUNT_TEXT_MAX];
    account_print(&account, text, sizeof(text));
    assert_string_equal(text, "escrow:T1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_are_pinned),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

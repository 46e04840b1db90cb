/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: one table's day as docs/journal.md tells it, entry by entry, with everything that is refused on the
 * way. */
#include "check.h"

#include <stdio.h>

#include "base/money.h"
#include "house/gaming_day.h"

enum { HOUSE_CHAIN = 1, TABLE_CHAIN = 2 };

struct house {
    struct ledger ledger;
    struct gaming_day day;
};

static void open_house(struct house *house)
{
    static const struct {
        enum account_kind kind;
        const char *name;
    } rows[] = {{ACCOUNT_HOUSE, "chips"}, {ACCOUNT_HOUSE, "cash"},     {ACCOUNT_HOUSE, "variance"},
                {ACCOUNT_CAGE, "main"},   {ACCOUNT_CAGE, "till.main"}, {ACCOUNT_BANK, "T1"},
                {ACCOUNT_ESCROW, "T1"},   {ACCOUNT_CAGE, "box.T1"},    {ACCOUNT_PLAYER, "Mei"},
                {ACCOUNT_PLAYER, "Tan"}};
    ledger_init(&house->ledger);
    gaming_day_init(&house->day, true);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint32_t number;
        assert_int_equal(ledger_open(&house->ledger, rows[i].kind, rows[i].name, &number), STATUS_OK);
    }
}

static void close_house(struct house *house)
{
    ledger_release(&house->ledger);
    gaming_day_release(&house->day);
}

/* A round that moved money: "wagers NAME won|lost AMOUNT STAKE" as the events of one would. */
static void play(struct house *house, const char *player, int64_t stake, int64_t result)
{
    const struct account *person = ledger_find(&house->ledger, ACCOUNT_PLAYER, player);
    const struct account *escrow = ledger_find(&house->ledger, ACCOUNT_ESCROW, "T1");
    const struct account *bank = ledger_find(&house->ledger, ACCOUNT_BANK, "T1");
    for (unsigned step = 0; step < 2; step++) {
        struct entry entry = {.kind = step ? ENTRY_ACTS : ENTRY_ROUND};
        struct transaction *money = &entry.transaction;
        if (step == 0)
            assert_int_equal(transaction_move(money, MOVEMENT_WAGERED, person, escrow, stake), STATUS_OK);
        else if (result < 0)
            assert_int_equal(transaction_move(money, MOVEMENT_TAKEN, escrow, bank, stake), STATUS_OK);
        else {
            assert_int_equal(transaction_move(money, MOVEMENT_RETURNED, escrow, person, stake), STATUS_OK);
            assert_int_equal(transaction_move(money, MOVEMENT_PAID, bank, person, result), STATUS_OK);
        }
        assert_int_equal(ledger_book(&house->ledger, money), STATUS_OK);
        assert_int_equal(gaming_day_take(&house->day, &house->ledger, TABLE_CHAIN, &entry), STATUS_OK);
    }
}

struct row {
    const char *text; /* of its entry; "opened", "closed"; "play NAME STAKE RESULT" */
    const char *who;
    uint32_t chain;
    enum status status;
};

static enum entry_kind kind_of(const char *text)
{
    struct order order;
    if (order_parse(span_of(text), &order))
        return ENTRY_MONEY;
    if (strncmp(text, "day", 3) == 0 || strncmp(text, "shift", 5) == 0)
        return ENTRY_DAY;
    if (strcmp(text, "opened") == 0)
        return ENTRY_OPENED;
    return strcmp(text, "closed") == 0 ? ENTRY_CLOSED : ENTRY_COUNT;
}

static enum status try_row(struct house *house, const struct row *row)
{
    struct entry entry = {.kind = kind_of(row->text), .who = span_of(row->who), .text = span_of(row->text)};
    struct order order;
    if (entry.kind == ENTRY_MONEY) {
        assert_true(order_parse(entry.text, &order));
        assert_int_equal(order_build(&order, &house->ledger, &entry.transaction), STATUS_OK);
    }
    enum status status = gaming_day_verify(&house->day, &house->ledger, row->chain, &entry);
    if (status == STATUS_OK && entry.kind == ENTRY_MONEY)
        status = ledger_verify_giving(&house->ledger, &entry.transaction);
    if (status)
        return status;
    if (entry.kind == ENTRY_MONEY)
        assert_int_equal(ledger_book(&house->ledger, &entry.transaction), STATUS_OK);
    return gaming_day_take(&house->day, &house->ledger, row->chain, &entry);
}

static void run(struct house *house, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char player[16];
        long long stake;
        long long result;
        if (sscanf(rows[i].text, "play %15s %lld %lld", player, &stake, &result) == 3) {
            play(house, player, stake * 100, result * 100);
            continue;
        }
        enum status status = try_row(house, &rows[i]);
        if (status != rows[i].status)
            fail_msg("row %zu: %s: %s, not %s", i, rows[i].text, status_name(status),
                     status_name(rows[i].status));
    }
}

#define H HOUSE_CHAIN
#define T TABLE_CHAIN

static const char closing[] = "day close 2026-11-18 with Cai\n"
                              "table T1 opening 0 fills 50000 credits 10000 drop 1000 closing 39275 win 275\n"
                              "cage main chips 959200 cash 201800\n"
                              "reason a chip of 25 is missing at T1\n";

static void test_the_worked_example(void **state)
{
    static const struct row rows[] = {
        {"supply main 1000000\n", "Sue", H, STATUS_OK},
        {"fund main 200000\n", "Sue", H, STATUS_OK},
        {"shift open day\n", "Sue", H, STATUS_DAY_CLOSED},
        {"day open 2026-11-18 zone UTC turns 06:00 slips 3\n", "Sue", H, STATUS_BAD_ENTRY},
        {"day open 2026-11-18 zone UTC turns 06:00 slips 0\n", "Sue", H, STATUS_OK},
        {"day open 2026-11-19 zone UTC turns 06:00 slips 0\n", "Sue", H, STATUS_DAY_OPEN},
        {"shift open day\n", "Sue", H, STATUS_OK},
        {"shift open swing\n", "Sue", H, STATUS_SHIFT_OPEN},
        {"fill T1 50000 at main slip 1 asked Pat\n", "Cai", T, STATUS_NO_SLIP},
        {"slip 2 fill T1 50000\n", "Pat", H, STATUS_BAD_ENTRY},
        {"slip 1 fill T1 50000\n", "Pat", H, STATUS_OK},
        {"fill T1 50000 at main slip 1 asked Pat\n", "Pat", T, STATUS_SAME_PERSON},
        {"fill T1 50001 at main slip 1 asked Pat\n", "Cai", T, STATUS_NO_SLIP},
        {"credit T1 50000 at main slip 1 asked Pat\n", "Cai", T, STATUS_NO_SLIP},
        {"fill T1 50000 at main slip 1 asked Sue\n", "Cai", T, STATUS_NO_SLIP},
        {"fill T1 50000 at main slip 1 asked Pat\n", "Cai", T, STATUS_OK},
        {"fill T1 50000 at main slip 1 asked Pat\n", "Cai", T, STATUS_NO_SLIP},
        {"count opening bank:T1 50000 50000 with Pat\n1000 x 50\n", "Pat", T, STATUS_SAME_PERSON},
        {"count opening bank:T1 50000 50000 with Dan\n1000 x 49\n", "Pat", T, STATUS_BAD_ENTRY},
        {"count opening bank:T1 50000 49000 with Dan\n1000 x 50\nreason x\n", "Pat", T, STATUS_BAD_ENTRY},
        {"count opening bank:T1 50000 50000 with Dan\n1000 x 50\n", "Pat", T, STATUS_OK},
        {"opened", "", T, STATUS_OK},
        {"buy-in Mei 2000 at main\n", "Cai", H, STATUS_OK},
        {"purchase Tan 1000 at T1\n", "Dan", T, STATUS_OK},
        {"play Mei 500 -500", "", T, STATUS_OK},
        {"play Tan 200 200", "", T, STATUS_OK},
        {"slip 2 credit T1 10000\n", "Pat", H, STATUS_OK},
        {"slip 3 fill T1 5\n", "Pat", H, STATUS_OK},
        {"slip 4 refused\n", "Cai", H, STATUS_NO_SLIP},
        {"slip 3 refused\n", "Cai", H, STATUS_OK},
        {"credit T1 10000 at main slip 2 asked Pat\n", "Cai", T, STATUS_OK},
        {"shift close swing with Cai\n", "Sue", H, STATUS_SHIFT_CLOSED},
        {closing, "Sue", H, STATUS_SHIFT_OPEN},
        {"shift close day with Cai\n", "Sue", H, STATUS_OK},
        {closing, "Sue", H, STATUS_TABLES_OPEN},
        {"closed", "", T, STATUS_OK},
        {closing, "Sue", H, STATUS_NOT_COUNTED},
        {"count closing bank:T1 39275 39300 with Dan\n1000 x 39\n25 x 11\n", "Pat", T, STATUS_BAD_ENTRY},
        {"count closing bank:T1 39275 39300 with Dan\n1000 x 39\n25 x 11\nreason one is missing\n", "Pat", T,
         STATUS_OK},
        {"count drop cage:box.T1 1000 1000 with Dan\ncash 1000\n", "Pat", T, STATUS_BAD_ENTRY},
        {"short bank:T1 24\n", "Pat", T, STATUS_BAD_ENTRY},
        {"short bank:T1 25\n", "Pat", T, STATUS_OK},
        {"short bank:T1 25\n", "Pat", T, STATUS_BAD_ENTRY},
        {"cash-out Tan 1200 at main\n", "Cai", H, STATUS_OK},
        {"count cage cage:main 959200 959200 with Sue\n100 x 9592\n", "Cai", H, STATUS_OK},
        {closing, "Sue", H, STATUS_NOT_COUNTED},
        {"count cage cage:till.main 200800 200800 with Sue\ncash 200800\n", "Cai", H, STATUS_OK},
        {closing, "Sue", H, STATUS_DROP_WAITS},
        {"count drop cage:box.T1 1000 1000 with Dan\ncash 1000\n", "Pat", T, STATUS_OK},
        {"drop T1 1000 at main\n", "Pat", T, STATUS_OK},
        {closing, "Sue", H, STATUS_NOT_COUNTED},
        {"count cage cage:till.main 201800 201800 with Sue\ncash 201800\n", "Cai", H, STATUS_OK},
        {"day close 2026-11-18 with Cai\n"
         "table T1 opening 0 fills 50000 credits 10000 drop 1000 closing 39275 win 275\n"
         "cage main chips 959200 cash 201800\n",
         "Sue", H, STATUS_COUNT_DIFFERS},
        {"day close 2026-11-18 with Cai\n"
         "table T1 opening 0 fills 50000 credits 10000 drop 1000 closing 39275 win 300\n"
         "cage main chips 959200 cash 201800\nreason x\n",
         "Sue", H, STATUS_BAD_ENTRY},
        {closing, "Cai", H, STATUS_SAME_PERSON},
        {"day close 2026-11-17 with Cai\n"
         "table T1 opening 0 fills 50000 credits 10000 drop 1000 closing 39275 win 275\n"
         "cage main chips 959200 cash 201800\nreason a chip of 25 is missing at T1\n",
         "Sue", H, STATUS_DAY_CLOSED},
        {closing, "Sue", H, STATUS_OK},
        {"day open 2026-11-18 zone UTC turns 06:00 slips 3\n", "Sue", H, STATUS_DAY_OVER},
        {"day open 2026-11-19 zone UTC turns 06:00 slips 3\n", "Sue", H, STATUS_OK},
    };
    static const struct {
        const char *account;
        int64_t units;
    } balances[] = {{"bank:T1", 39275},        {"cage:main", 959200},   {"cage:till.main", 201800},
                    {"cage:box.T1", 0},        {"player:Mei", 1500},    {"player:Tan", 0},
                    {"house:chips", -1000000}, {"house:cash", -201800}, {"house:variance", 25},
                    {"escrow:T1", 0}};
    struct house house;
    (void)state;
    open_house(&house);
    run(&house, rows, COUNT_OF(rows));
    for (size_t i = 0; i < COUNT_OF(balances); i++) {
        struct account named;
        assert_true(account_parse(balances[i].account, strlen(balances[i].account), &named));
        const struct account *account = ledger_find(&house.ledger, named.kind, named.name);
        if (account->balance_cents != balances[i].units * 100)
            fail_msg("%s: %lld", balances[i].account, (long long)account->balance_cents);
    }
    const struct account *bank = ledger_find(&house.ledger, ACCOUNT_BANK, "T1");
    const struct day_account *next = gaming_day_account(&house.day, bank->number);
    assert_int_equal(next->opening_cents, 3927500);
    assert_int_equal(day_account_win(next, bank->balance_cents), 0);
    close_house(&house);
}

/* Behind a mark nobody knows what was open: nothing is refused for that until a day begins. */
static void test_behind_a_mark(void **state)
{
    static const struct row rows[] = {
        {"fill T1 50000 at main slip 9 asked Pat\n", "Cai", T, STATUS_CAGE_SHORT},
        {"slip 7 refused\n", "Cai", H, STATUS_OK},
        {"shift close day with Cai\n", "Sue", H, STATUS_OK},
        {"day open 2026-11-19 zone UTC turns 06:00 slips 12\n", "Sue", H, STATUS_OK},
        {"slip 7 refused\n", "Cai", H, STATUS_NO_SLIP},
        {"slip 13 fill T1 5\n", "Pat", H, STATUS_OK},
    };
    struct house house;
    (void)state;
    open_house(&house);
    house.day.known = false;
    run(&house, rows, COUNT_OF(rows));
    close_house(&house);
}

/* A log that is read back may hold the longest name that an entry can have, which no slip keeps. */
static void test_the_longest_name(void **state)
{
    char who[ENTRY_WHO_MAX + 1];
    struct house house;
    (void)state;
    open_house(&house);
    memset(who, 'x', ENTRY_WHO_MAX);
    who[ENTRY_WHO_MAX] = 0;
    for (unsigned shorter = 0; shorter < 2; shorter++) {
        struct entry entry = {
            .kind = ENTRY_COUNT, .text = span_of("slip 1 fill T1 5\n"), .who = span_of(who + shorter)};
        assert_int_equal(gaming_day_take(&house.day, &house.ledger, HOUSE_CHAIN, &entry),
                         shorter ? STATUS_OK : STATUS_BAD_ENTRY);
        assert_int_equal(house.day.slip_count, shorter);
    }
    close_house(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_worked_example),
        cmocka_unit_test(test_behind_a_mark),
        cmocka_unit_test(test_the_longest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

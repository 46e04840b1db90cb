/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an entry that other servers have overtaken is refused by itself, for its own reason, and nothing else
 * is. */
#include "check.h"

#include <stdio.h>

#include "journal/declaration.h"
#include "store/judge.h"

enum { TABLE = 2, PLAYER = 1, ESCROW = 2 };

/* A house with a table, a player with 100.00 and an empty escrow; 9 entries are on disk. */
static void begin(struct standing *standing)
{
    struct chain chain;
    static const struct account accounts[] = {
        {.number = PLAYER, .kind = ACCOUNT_PLAYER, .name = "Mei", .balance_cents = 10000},
        {.number = ESCROW, .kind = ACCOUNT_ESCROW, .name = "T1"},
        {.number = 3, .kind = ACCOUNT_CAGE, .name = "main", .balance_cents = -10000}};
    standing_init(standing);
    chain_init(&chain, CHAIN_NUMBER_HOUSE, CHAIN_HOUSE);
    chain.number = 5;
    assert_int_equal(standing_add_chain(standing, &chain, 8), STATUS_OK);
    chain_init(&chain, TABLE, "T1");
    chain.number = 4;
    assert_int_equal(standing_add_chain(standing, &chain, 9), STATUS_OK);
    for (size_t i = 0; i < COUNT_OF(accounts); i++)
        assert_int_equal(standing_add_account(standing, &accounts[i]), STATUS_OK);
    standing->position = 9;
}

static struct entry entry_of(enum entry_kind kind, uint64_t number, const char *text)
{
    return (struct entry){.kind = (uint8_t)kind, .number = number, .text = span_of(text)};
}

static void test_numbers(void **state)
{
    struct standing standing;
    const struct judge nothing = {0};
    static const struct {
        uint32_t chain;
        enum entry_kind kind;
        uint64_t number;
        const char *text;
        enum status status;
    } rows[] = {
        {TABLE, ENTRY_ACTS, 5, "", STATUS_OK},
        {TABLE, ENTRY_ACTS, 6, "", STATUS_BROKEN_CHAIN}, /* on top of one that was refused */
        {TABLE, ENTRY_ACTS, 4, "", STATUS_BROKEN_CHAIN}, /* somebody else runs the table */
        {3, ENTRY_ACTS, 1, "", STATUS_OVERTAKEN},
        {0, ENTRY_ACTS, 1, "", STATUS_OVERTAKEN},
        {CHAIN_NUMBER_HOUSE, ENTRY_SESSION, 1, "", STATUS_OK}, /* it gets its number when it is written */
        {CHAIN_NUMBER_HOUSE, ENTRY_SESSION, 77, "", STATUS_OK},
        {CHAIN_NUMBER_HOUSE, ENTRY_FOUNDED, 1, "", STATUS_OVERTAKEN},
        {CHAIN_NUMBER_HOUSE, ENTRY_CHAIN, 6, "chain 3 T2\n", STATUS_OK},
        {CHAIN_NUMBER_HOUSE, ENTRY_CHAIN, 6, "chain 2 T2\n", STATUS_OVERTAKEN}, /* the number is taken */
        {CHAIN_NUMBER_HOUSE, ENTRY_CHAIN, 6, "chain 3 T1\n", STATUS_OVERTAKEN}, /* the name is */
        {CHAIN_NUMBER_HOUSE, ENTRY_CHAIN, 6, "chain 4 T2\n", STATUS_OVERTAKEN},
        {CHAIN_NUMBER_HOUSE, ENTRY_CHAIN, 6, "T2\n", STATUS_OVERTAKEN}, /* no declaration */
        {CHAIN_NUMBER_HOUSE, ENTRY_ACCOUNT, 6, "Lee\n", STATUS_OVERTAKEN},
        {CHAIN_NUMBER_HOUSE, ENTRY_ACCOUNT, 6, "account 5 player Lee\n", STATUS_OVERTAKEN},
        {CHAIN_NUMBER_HOUSE, ENTRY_ACCOUNT, 6, "account 4 player Tan\n", STATUS_OK},
        {CHAIN_NUMBER_HOUSE, ENTRY_ACCOUNT, 6, "account 3 player Tan\n", STATUS_OVERTAKEN},
        {CHAIN_NUMBER_HOUSE, ENTRY_ACCOUNT, 6, "account 4 player Mei\n", STATUS_OVERTAKEN},
        {CHAIN_NUMBER_HOUSE, ENTRY_ACCOUNT, 6, "account 4 escrow Mei\n", STATUS_OK}, /* of another kind */
    };
    (void)state;
    begin(&standing);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct entry entry = entry_of(rows[i].kind, rows[i].number, rows[i].text);
        assert_int_equal(judge_entry(&nothing, &standing, rows[i].chain, &entry, 9), rows[i].status);
    }
    standing_release(&standing);
}

static void test_money(void **state)
{
    struct standing standing;
    const struct judge nothing = {0};
    struct entry entry = entry_of(ENTRY_ACTS, 5, "");
    (void)state;
    begin(&standing);
    entry.transaction = (struct transaction){.count = 2, .postings = {{PLAYER, -10000}, {ESCROW, 10000}}};
    assert_int_equal(judge_entry(&nothing, &standing, TABLE, &entry, 9), STATUS_OK);
    entry.transaction = (struct transaction){.count = 2, .postings = {{PLAYER, -10001}, {ESCROW, 10001}}};
    assert_int_equal(judge_entry(&nothing, &standing, TABLE, &entry, 9), STATUS_PLAYER_SHORT);
    entry.transaction = (struct transaction){.count = 2, .postings = {{PLAYER, -1}, {9, 1}}};
    assert_int_equal(judge_entry(&nothing, &standing, TABLE, &entry, 9), STATUS_NO_ACCOUNT);
    standing_release(&standing);
}

/* Of two servers that empty the same bank, the second is refused; one that counts holds its cage to it, too.
 */
static void test_giving(void **state)
{
    enum { CAGE = 3, BANK = 4, CHIPS = 5 };
    struct standing standing;
    const struct judge nothing = {0};
    static const struct account bank = {
        .number = BANK, .kind = ACCOUNT_BANK, .name = "T1", .balance_cents = 500};
    static const struct account chips = {
        .number = CHIPS, .kind = ACCOUNT_HOUSE, .name = "chips", .balance_cents = -500};
    static const struct {
        enum entry_kind kind;
        struct posting postings[2];
        enum status status;         /* in any house */
        enum status status_counted; /* in one that counts its chips */
    } rows[] = {
        {ENTRY_MONEY, {{BANK, -500}, {CAGE, 500}}, STATUS_OK, STATUS_OK},
        {ENTRY_MONEY, {{BANK, -501}, {CAGE, 501}}, STATUS_BANK_SHORT, STATUS_BANK_SHORT},
        {ENTRY_MONEY, {{CAGE, -1}, {BANK, 1}}, STATUS_OK, STATUS_CAGE_SHORT},
        {ENTRY_ACTS, {{BANK, -501}, {ESCROW, 501}}, STATUS_OK, STATUS_OK}, /* a player has won */
    };
    (void)state;
    begin(&standing);
    assert_int_equal(standing_add_account(&standing, &bank), STATUS_OK);
    for (unsigned counts = 0; counts < 2; counts++) {
        for (size_t i = 0; i < COUNT_OF(rows); i++) {
            struct entry entry = entry_of(rows[i].kind, 5, "");
            entry.transaction.count = 2;
            memcpy(entry.transaction.postings, rows[i].postings, sizeof rows[i].postings);
            assert_int_equal(judge_entry(&nothing, &standing, TABLE, &entry, 9),
                             counts ? rows[i].status_counted : rows[i].status);
        }
        if (!counts)
            assert_int_equal(standing_add_account(&standing, &chips), STATUS_OK);
    }
    standing_release(&standing);
}

/* Counts and days rest on everything that moves, and what moves rests on them; play rests on neither. */
static void test_the_day(void **state)
{
    struct standing standing;
    static const struct {
        enum entry_kind theirs;
        enum entry_kind ours;
        bool overtaken;
    } rows[] = {
        {ENTRY_COUNT, ENTRY_COUNT, true},  {ENTRY_COUNT, ENTRY_MONEY, true},
        {ENTRY_COUNT, ENTRY_DAY, true},    {ENTRY_DAY, ENTRY_OPENED, true},
        {ENTRY_DAY, ENTRY_COUNT, true},    {ENTRY_MONEY, ENTRY_COUNT, true},
        {ENTRY_MONEY, ENTRY_DAY, true},    {ENTRY_OPENED, ENTRY_DAY, true},
        {ENTRY_MONEY, ENTRY_MONEY, false}, {ENTRY_OPENED, ENTRY_MONEY, false},
        {ENTRY_COUNT, ENTRY_ACTS, false},  {ENTRY_DAY, ENTRY_SESSION, false},
        {ENTRY_ACTS, ENTRY_COUNT, false},  {ENTRY_SESSION, ENTRY_DAY, false},
    };
    (void)state;
    begin(&standing);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct judge judge = {0};
        const struct entry theirs = entry_of(rows[i].theirs, 1, "");
        const struct entry ours = entry_of(rows[i].ours, 5, "");
        judge_follow(&judge, &theirs, 9);
        assert_int_equal(judge_entry(&judge, &standing, TABLE, &ours, 8),
                         rows[i].overtaken ? STATUS_OVERTAKEN : STATUS_OK);
        assert_int_equal(judge_entry(&judge, &standing, TABLE, &ours, 9), STATUS_OK); /* it was known */
    }
    standing_release(&standing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_money),
        cmocka_unit_test(test_giving),
        cmocka_unit_test(test_the_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

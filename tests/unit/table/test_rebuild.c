/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every kind of entry brings a table's state one step on, or is refused as one that no table has
 * written. */
#include "check.h"

#include <stdio.h>

#include "rulebook/builtin.h"
#include "table/rebuild.h"
#include "table/source.h"

static struct rulebook book;
static struct rebuild rebuild;

static enum status take(unsigned kind, const char *text)
{
    struct entry entry = {.kind = (uint8_t)kind, .text = {(const uint8_t *)text, strlen(text)}};
    return rebuild_entry(&rebuild, &entry);
}

#define HEX       "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define BEGINNING "game mbs-blackjack-v6\n#: device virtual\n#: shoe 1\nround 1\nplayer Mei\nareas 7\n"

static int begin(void **state)
{
    (void)state;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    rebuild_init(&rebuild, &book);
    assert_int_equal(take(ENTRY_OPENED, BEGINNING), STATUS_OK);
    return 0;
}

static int end(void **state)
{
    (void)state;
    rebuild_release(&rebuild);
    return 0;
}

static void test_every_kind(void **state)
{
    (void)state;
    static char too_long[STATE_TEXT_MAX + 1];
    memset(too_long, '\n', sizeof too_long - 1);
    static const struct {
        unsigned kind;
        const char *text;
        enum status status;
    } rows[] = {{ENTRY_OPENED, too_long, STATUS_BAD_ENTRY},
                {ENTRY_OPENED, "dance\n", STATUS_BAD_ENTRY},
                {ENTRY_OPENED, BEGINNING, STATUS_OK},
                {ENTRY_LUCK, "shoe 2\nMei " HEX "\n", STATUS_BAD_ENTRY},
                {ENTRY_LUCK, "shoe one\nMei " HEX "\n", STATUS_BAD_ENTRY},
                {ENTRY_LUCK, "shoe 1\nMei " HEX "\n", STATUS_OK},
                {ENTRY_MIXED, "shoe 1\nAnn " HEX "\n", STATUS_BAD_ENTRY},
                {ENTRY_MIXED, "shoe 1\nMei " HEX "\n", STATUS_OK},
                {ENTRY_COMMITTED, "", STATUS_OK},
                {ENTRY_ACTS, "limits main 10 1000\n", STATUS_OK},
                {ENTRY_ACTS, "limits pair 5 100", STATUS_OK},
                {ENTRY_ACTS, "limits all 10 1000\n", STATUS_BAD_ENTRY},
                {ENTRY_ACTS, "limits\n", STATUS_BAD_TEXT},
                {ENTRY_ACTS, "decks 6\n", STATUS_BAD_ENTRY},
                {ENTRY_ACTS, "seat Mei 1\n", STATUS_BAD_ENTRY},
                {ENTRY_ACTS, "credit Mei 10\n", STATUS_BAD_ENTRY},
                {ENTRY_ACTS, "shuffle machine\n", STATUS_BAD_ENTRY},
                {ENTRY_ACTS, "expect: dealt 0\n", STATUS_BAD_ENTRY},
                {ENTRY_ACTS, "balance: Mei 10\n", STATUS_BAD_ENTRY},
                {ENTRY_ACTS, "dealer: dance\n", STATUS_BAD_TEXT},
                {ENTRY_ACTS, "Mei: hit 1\n", STATUS_BAD_ENTRY},
                {ENTRY_ACTS, "Mei: sit 1\n", STATUS_OK},
                {ENTRY_ROUND, "dealer: open\n", STATUS_OK},
                {ENTRY_RECOVERED, "Mei: bet 1 main 10\n", STATUS_OK},
                {ENTRY_REVEALED, "", STATUS_OK},
                {ENTRY_MONEY, "buy-in Mei 1\n", STATUS_OK},
                {ENTRY_NOTE, "count\n", STATUS_OK},
                {ENTRY_CLOSED, "", STATUS_OK},
                {0, "", STATUS_BAD_ENTRY},
                {UINT8_MAX, "", STATUS_BAD_ENTRY}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        enum status status = take(rows[i].kind, rows[i].text);
        if ((rows[i].status == STATUS_OK) != (status == STATUS_OK))
            fail_msg("row %zu, %.30s: %s", i, rows[i].text, status_sentence(status));
    }
    const struct table_state *now = &rebuild.state;
    assert_true(now->committed && now->revealed && !now->open && now->begun);
    assert_int_equal(now->round.setting.limit_min_cents[0], 1000);
    assert_int_equal(now->round.setting.limit_max_cents[0], 100000);
    assert_int_equal(now->round.stake_count, 1);
}

/* A change of limits that a table has written is one that can be read back. */
static void test_limits_come_back(void **state)
{
    (void)state;
    static struct table table;
    static struct table_state next;
    static struct proposal proposal = {.next = &next};
    struct table_plan plan;
    table_plan_init(&plan, "t", &book);
    table_set_up(&table, &plan, test_source());
    for (unsigned i = 0; i < book.wager_count; i++) {
        if (table_propose_limits(&table, i, 500, 5000, &proposal) != STATUS_OK)
            continue;
        assert_int_equal(take(proposal.kind, proposal.text_bytes), STATUS_OK);
        assert_int_equal(rebuild.state.round.setting.limit_max_cents[i], 5000);
    }
    table_clear(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_every_kind, begin, end),
                                       cmocka_unit_test_setup_teardown(test_limits_come_back, begin, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

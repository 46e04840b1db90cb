/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what a table refuses on its own account, before the rules or the ledger are asked, and that a refusal
 * leaves it as it was. */
#include "check.h"

#include <stdio.h>

#include "rulebook/builtin.h"
#include "table/source.h"

static struct rulebook book;
static struct table table;
static struct table_state next;
static struct proposal proposal = {.next = &next};

/* A table with nobody at it; open: rounds may be begun. */
static void set_up(enum device device, bool open)
{
    struct table_plan plan;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    table_plan_init(&plan, "t", &book);
    plan.device = (uint8_t)device;
    table_set_up(&table, &plan, test_source());
    table.state.open = open;
}

/* Opens bets, so that a round is under way. */
static void open_bets(void)
{
    static struct events events;
    const struct act open = {.actor = ACTOR_DEALER, .verb = VERB_OPEN};
    assert_int_equal(state_act(&table.state, &book, &open, &events).status, STATUS_OK);
}

static enum status say(enum actor actor, const char *name, const char *words)
{
    struct performer performer = {actor, name};
    return table_propose_text(&table, NULL, performer, words, &proposal);
}

static void test_closed(void **state)
{
    (void)state;
    set_up(DEVICE_VIRTUAL, false);
    assert_int_equal(say(ACTOR_DEALER, NULL, "open"), STATUS_TABLE_CLOSED);
    table_clear(&table);
}

static void test_full(void **state)
{
    (void)state;
    set_up(DEVICE_VIRTUAL, true);
    for (unsigned i = 0; i < PERSONS_MAX; i++) {
        char name[PERSON_NAME_MAX];
        int length = snprintf(name, sizeof(name), "P%u", i);
        assert_int_equal(roster_add(&table.state.roster, name, (size_t)length), i);
    }
    struct table_state before = table.state;
    assert_int_equal(say(ACTOR_PERSON, "Mei", "sit 1"), STATUS_TABLE_FULL);
    assert_memory_equal(&before, &table.state, sizeof(before));
    table_clear(&table);
}

/* Goal: the shoe is changed, the table closed and limits set between rounds only. */
static void test_round_open(void **state)
{
    (void)state;
    set_up(DEVICE_VIRTUAL, true);
    open_bets();
    assert_int_equal(table_propose_shoe(&table, &proposal), STATUS_ROUND_OPEN);
    assert_int_equal(table_propose_close(&table, &proposal), STATUS_ROUND_OPEN);
    assert_int_equal(table_propose_limits(&table, 0, 100, 1000, &proposal), STATUS_ROUND_OPEN);
    table_clear(&table);
}

/* Goal: limits are set only where a record can say so, or nobody could read the journal again. */
static void test_limits(void **state)
{
    (void)state;
    set_up(DEVICE_VIRTUAL, true);
    for (unsigned i = 0; i < table.plan.book->wager_count; i++) {
        bool limited = table.plan.book->wagers[i].limit_group != LIMIT_NONE;
        assert_int_equal(table_propose_limits(&table, i, 100, 1000, &proposal),
                         limited ? STATUS_OK : STATUS_BAD_TEXT);
        if (!limited)
            assert_non_null(strstr(proposal.reason, "has no limits"));
    }
    assert_int_equal(table_propose_limits(&table, 0, 1000, 100, &proposal), STATUS_BAD_TEXT);
    table_clear(&table);
}

/* Goal: cards of a virtual shoe are drawn, others entered, and nobody mixes the two. */
static void test_cards(void **state)
{
    (void)state;
    set_up(DEVICE_VIRTUAL, true);
    assert_int_equal(say(ACTOR_DEALER, NULL, "card Th"), STATUS_CARDS_DRAWN);
    assert_int_equal(table_propose_card(&table, NULL, &proposal), STATUS_SHOE_EMPTY);
    assert_int_equal(say(ACTOR_DEALER, NULL, "deal"), STATUS_SHOE_EMPTY);
    table_clear(&table);
    set_up(DEVICE_ENTERED, true);
    assert_int_equal(table_propose_card(&table, NULL, &proposal), STATUS_CARDS_ENTERED);
    assert_int_equal(say(ACTOR_DEALER, NULL, "deal"), STATUS_CARDS_ENTERED);
    table_clear(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed), cmocka_unit_test(test_full),  cmocka_unit_test(test_round_open),
        cmocka_unit_test(test_limits), cmocka_unit_test(test_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

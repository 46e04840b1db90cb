/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a receipt is given for a round that was played, is sealed and is the person's own, under the first
 * checkpoint that a witness has cosigned and that reaches so far. */
#include "check.h"

#include <stdlib.h>

#include "log/receipt.h"
#include "rulebook/builtin.h"
#include "store/house.h"
#include "store/sealer.h"
#include "table/issue.h"
#include "table/runner.h"
#include "table/shoe_book.h"
#include "table/source.h"

static struct house house;
static struct rulebook book;
static struct runner runner;
static struct issue issue;
static struct public_key key;
static char bytes[RECEIPT_BYTES_MAX];

static void play_a_round(void)
{
    const struct table_state *state = &runner.table.state;
    uint32_t before = state->round_number;
    bool done = true;
    for (unsigned i = 0; i < 100 && (state->round_number == before || state->round.phase != PHASE_ENDED);
         i++) {
        if (state->round.phase == PHASE_BETTING && !state->round.stake_count)
            assert_int_equal(runner_say(&runner, "Mei", "bet 1 main 10"), STATUS_OK);
        assert_int_equal(runner_step(&runner, 1, &done), STATUS_OK);
    }
    assert_int_equal(state->round_number, before + 1);
}

static int set_up(void **state)
{
    struct table_plan plan;
    struct store_failure failure = {0};
    (void)state;
    house_folder(&house);
    house_open(&house);
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    table_plan_init(&plan, "T9", &book);
    plan.betting_ms = plan.decision_ms = plan.pace_ms = plan.result_ms = 0;
    memset(&runner, 0, sizeof runner);
    runner.books = house.books;
    assert_int_equal(runner_begin(&runner, &plan, test_source(), &failure), STATUS_OK);
    assert_int_equal(runner_money(&runner, MOVEMENT_BUY_IN, "Mei", 100000), STATUS_OK);
    play_a_round();
    key = books_public_key(house.books);
    issue = (struct issue){.origin = books_origin(house.books), .key = &key, .table = "T9", .round = 1};
    assert_int_equal(store_chain_find(books_store(house.books), "T9", &issue.chain), STATUS_OK);
    issue.account = house.mei;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    runner_end(&runner);
    house_close(&house);
    house_remove(&house);
    return 0;
}

static enum status ask(size_t size)
{
    struct text text;
    text_init(&text, bytes, size);
    return issue_receipt(&issue, books_store(house.books), &text);
}

static void seal(void)
{
    assert_int_equal(sealer_run(books_sealer(house.books)), STATUS_OK);
}

static uint64_t sealed(void)
{
    return sealer_state(books_sealer(house.books)).sealed;
}

static void test_refusals(void **state)
{
    (void)state;
    struct store_failure failure;
    struct seal_row row;
    if (store_checkpoint(books_store(house.books), store_last(books_store(house.books)), &row) != STATUS_OK)
        assert_int_equal(ask(sizeof bytes), STATUS_NOT_SEALED);
    seal();
    assert_int_equal(ask(sizeof bytes), STATUS_OK);
    assert_int_equal(ask(1000), STATUS_TOO_LONG);
    issue.account = house.cage;
    assert_int_equal(ask(sizeof bytes), STATUS_NOT_YOUR_ROUND);
    issue.account = 0; /* nobody must have staked */
    assert_int_equal(ask(sizeof bytes), STATUS_OK);
    for (unsigned round = 0; round < 100; round += 99) {
        issue.round = round;
        assert_int_equal(ask(sizeof bytes), STATUS_NO_ROUND);
    }
    issue.round = 1;
    key.bytes[0] ^= 1; /* signed by another key than the one that signs now */
    assert_int_equal(ask(sizeof bytes), STATUS_NOT_SEALED);
    key.bytes[0] ^= 1;
    issue.chain = house.table; /* where nothing was dealt */
    assert_int_equal(ask(sizeof bytes), STATUS_NO_ROUND);
    assert_int_equal(store_state(books_store(house.books), &failure), STATUS_OK);
}

/* Lines of several witnesses under several checkpoints: those of the first that reaches so far, all of them
 * and no others. */
static void test_cosigned(void **state)
{
    (void)state;
    uint64_t sizes[12];
    uint32_t rounds[12]; /* the last one under each */
    struct sealer *sealer = books_sealer(house.books);
    seal();
    sizes[0] = sealed();
    rounds[0] = runner.table.state.round_number;
    for (unsigned i = 1; i < COUNT_OF(sizes); i++) {
        play_a_round();
        seal();
        sizes[i] = sealed();
        rounds[i] = runner.table.state.round_number;
        assert_true(sizes[i] > sizes[i - 1]);
    }
    for (unsigned i = 0; i < COUNT_OF(sizes); i++)
        for (char witness = 'a'; i > 1 && witness <= 'b'; witness++) { /* the first two saw no witness */
            char line[64];
            snprintf(line, sizeof line, "line %u%c\n", i, witness);
            assert_int_equal(sealer_cosign(sealer, sizes[i], line), STATUS_OK);
        }
    for (unsigned i = 0; i < COUNT_OF(sizes); i++) {
        char wanted[64];
        unsigned under = i < 2 ? 2 : i;
        issue.round = rounds[i];
        assert_int_equal(ask(sizeof bytes), STATUS_OK);
        snprintf(wanted, sizeof wanted, "line %ua\nline %ub\n", under, under);
        const char *at = strstr(bytes, "line ");
        assert_non_null(at);
        assert_string_equal(at, wanted);
    }
}

/* Whatever room there is for a receipt: it is whole, or refused as too long. */
static void test_room(void **state)
{
    (void)state;
    seal();
    assert_int_equal(ask(sizeof bytes), STATUS_OK);
    size_t whole = strlen(bytes);
    for (size_t size = 1; size <= whole; size += size + 50 < whole ? 50 : 1)
        assert_int_equal(ask(size), STATUS_TOO_LONG);
    assert_int_equal(ask(whole + 1), STATUS_OK);
    issue.round = UINT32_MAX;
    assert_int_equal(ask(sizeof bytes), STATUS_NO_ROUND);
}

/* The beginnings of shoes that no table has written: rounds before them are found behind them, and a table
 * does not go on from one. */
static void test_strange_beginnings(void **state)
{
    static const char *const texts[] = {"", "game x", "game x\n", "round\n", "round x\n", "round 7\n"};
    struct table_plan plan = runner.table.plan;
    struct store_failure failure = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct line line = {.kind = ENTRY_OPENED, .role = ROLE_SYSTEM, .text = span_of(texts[i])};
        uint64_t ticket;
        assert_int_equal(books_write(house.books, issue.chain, &line, &ticket), STATUS_OK);
        assert_int_equal(books_wait(house.books), STATUS_OK);
        seal();
        assert_int_equal(ask(sizeof bytes), STATUS_OK);
        assert_null(shoe_book_load(books_store(house.books), line.text));
    }
    runner_end(&runner);
    assert_int_equal(runner_begin(&runner, &plan, test_source(), &failure), STATUS_BAD_ENTRY);
    assert_non_null(strstr(failure.message, "does not name its rulebook"));
}

/* What a runner is asked and cannot do changes nothing, and a store that has stopped is told of. */
static void test_runner_refuses(void **state)
{
    static struct table_state before;
    const struct act open = {.actor = ACTOR_DEALER, .verb = VERB_OPEN};
    const struct act leave = {.actor = ACTOR_PERSON, .verb = VERB_LEAVE, .spot = {.area = 1}};
    bool done = false;
    (void)state;
    assert_int_equal(runner_money(&runner, MOVEMENT_FILL, "T9", 5000), STATUS_OK);
    assert_int_equal(runner_money(&runner, MOVEMENT_CREDIT, "T9", 5000), STATUS_OK);
    assert_int_equal(runner_money(&runner, MOVEMENT_CASH_OUT, "Mei", 100), STATUS_OK);
    before = runner.table.state;
    assert_int_not_equal(runner_money(&runner, MOVEMENT_BUY_IN, "Mei", 0), STATUS_OK);
    assert_int_equal(runner_money(&runner, MOVEMENT_BUY_IN, "no name", 100), STATUS_BAD_ACCOUNT_NAME);
    assert_int_equal(runner_say(&runner, "no name", "sit 1"), STATUS_BAD_ACCOUNT_NAME);
    assert_true(status_is_refusal(runner_act(&runner, &leave)));
    assert_memory_equal(&before, &runner.table.state, sizeof before);
    assert_int_equal(runner_act(&runner, &open), STATUS_OK);
    before = runner.table.state;
    store_distrust(books_store(house.books));
    assert_int_not_equal(runner_say(&runner, "Mei", "bet 1 main 10"), STATUS_OK);
    assert_int_not_equal(runner_say(&runner, "Somebody", "bet 1 main 10"), STATUS_OK);
    assert_int_not_equal(runner_money(&runner, MOVEMENT_BUY_IN, "Mei", 100), STATUS_OK);
    assert_int_equal(runner_step(&runner, 1, &done), STATUS_OK); /* nothing is due */
    assert_memory_equal(&before, &runner.table.state, sizeof before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_refusals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cosigned, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_strange_beginnings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_runner_refuses, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

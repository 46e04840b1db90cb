/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a bot plays a hand by the printed card of its game, and like the Dealer where none is known; it
 * stakes as a person can. */
#include "server/bot.h"

#include <stdio.h>

#include "check.h"
#include "odds/game.h"
#include "random/seeded.h"
#include "rulebook/builtin.h"
#include "table/table.h"

static struct rulebook book;
static struct table table;
static struct table_state next;
static struct proposal proposal = {.next = &next};
static struct ledger ledger;

static void say(enum actor actor, const char *words)
{
    struct performer performer = {actor, actor == ACTOR_PERSON ? "Mei" : NULL};
    assert_int_equal(table_propose_text(&table, &ledger, performer, words, &proposal), STATUS_OK);
    table_accept(&table, &proposal);
}

static void pay_in(const char *name)
{
    uint32_t cage;
    uint32_t player;
    uint32_t other;
    struct transaction transaction;
    ledger_init(&ledger);
    assert_int_equal(ledger_open(&ledger, ACCOUNT_CAGE, "main", &cage), STATUS_OK);
    assert_int_equal(ledger_open(&ledger, ACCOUNT_PLAYER, name, &player), STATUS_OK);
    assert_int_equal(ledger_open(&ledger, ACCOUNT_ESCROW, "t", &other), STATUS_OK);
    assert_int_equal(ledger_open(&ledger, ACCOUNT_BANK, "t", &other), STATUS_OK);
    transaction_init(&transaction);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_BUY_IN, ledger_account(&ledger, cage),
                                      ledger_account(&ledger, player), 100000),
                     STATUS_OK);
    assert_int_equal(ledger_book(&ledger, &transaction), STATUS_OK);
}

/* A table that takes bets, of these limits on every wager and that smallest chip. */
static void open_table(int64_t min_cents, int64_t max_cents, int64_t chip_cents)
{
    struct table_plan plan;
    table_plan_init(&plan, "t", &book);
    plan.device = DEVICE_ENTERED;
    plan.decks = 6;
    plan.chip_cents = chip_cents;
    for (unsigned i = 0; i < book.wager_count; i++) {
        plan.limit_min_cents[i] = min_cents;
        plan.limit_max_cents[i] = max_cents;
    }
    table_set_up(&table, &plan, (struct shoe_source){NULL, NULL});
    table.state.open = true;
    say(ACTOR_DEALER, "open");
}

/* Mei alone on area 1, with these cards against that one: "T 6 T" is 16 against a ten. */
static void deal(const char *cards[3])
{
    open_table(0, 100000, 0);
    say(ACTOR_PERSON, "bet 1 main 10");
    say(ACTOR_DEALER, "close");
    for (unsigned i = 0; i < 3; i++)
        say(ACTOR_DEALER, cards[i]);
}

/* What the bot does until something other than passing an option over. */
static enum verb first_play(const struct strategy *card)
{
    struct seeded_source source;
    struct act act;
    seeded_source_init(&source, 1, 1);
    struct draws draws = seeded_source_draws(&source);
    for (unsigned i = 0; i < 10; i++) {
        if (!bot_act(&table.plan, &table.state, 0, card, &draws, &act)) {
            say(ACTOR_DEALER, "proceed");
            continue;
        }
        if (act.verb != VERB_DECLINE)
            return act.verb;
        assert_int_equal(table_propose_act(&table, &ledger, &act, &proposal), STATUS_OK);
        table_accept(&table, &proposal);
    }
    return VERB_NONE;
}

static void test_card(void **state)
{
    /* In the order of dealing: area 1, the Dealer, area 1. */
    static const struct {
        const char *cards[3];
        enum verb by_card;
        enum verb like_dealer;
    } rows[] = {
        {{"card Th", "card 6d", "card 6h"}, VERB_STAND, VERB_HIT},   /* 16 against 6 */
        {{"card 9h", "card 7d", "card 7h"}, VERB_HIT, VERB_HIT},     /* 16 against 7 */
        {{"card 6h", "card 6d", "card 5h"}, VERB_DOUBLE, VERB_HIT},  /* 11 against 6 */
        {{"card 8h", "card 6d", "card 8c"}, VERB_SPLIT, VERB_HIT},   /* eights against 6 */
        {{"card Th", "card 6d", "card Tc"}, VERB_STAND, VERB_STAND}, /* tens stay together */
        {{"card Ah", "card 9d", "card 7c"}, VERB_HIT, VERB_STAND},   /* soft 18 against 9 */
    };
    (void)state;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    struct game_odds *game = game_odds_new(&book, 6);
    assert_non_null(game);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        pay_in("Mei");
        deal((const char **)rows[i].cards);
        assert_int_equal(first_play(&game->printed), rows[i].by_card);
        table_clear(&table);
        deal((const char **)rows[i].cards);
        assert_int_equal(first_play(NULL), rows[i].like_dealer);
        table_clear(&table);
        ledger_release(&ledger);
    }
    game_odds_free(game);
}

static void test_stake(void **state)
{
    /* The limits of every wager, the smallest chip, and what every stake is a number of. */
    static const struct {
        int64_t min_cents;
        int64_t max_cents;
        int64_t chip_cents;
        int64_t least_cents;
    } rows[] = {
        {1000, 100000, 0, 1000}, /* the minimum */
        {0, 0, 0, 2500},         /* no limit: the chip that the pages begin with */
        {0, 0, 500, 500},        /* no limit: the smallest chip of the house */
        {100, 300, 0, 100},      /* the maximum ends it before five times the least */
    };
    struct seeded_source source;
    (void)state;
    seeded_source_init(&source, 1, 1);
    struct draws draws = seeded_source_draws(&source);
    assert_int_equal(builtin_load("mbs-7up-baccarat", &book), STATUS_OK);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        pay_in("Mei");
        open_table(rows[i].min_cents, rows[i].max_cents, rows[i].chip_cents);
        table.state.round.person_count = 1;
        for (unsigned tries = 0; tries < 50; tries++) {
            struct act act;
            assert_true(bot_act(&table.plan, &table.state, 0, NULL, &draws, &act));
            assert_int_equal(act.verb, VERB_BET);
            assert_true(act.amount_cents >= rows[i].least_cents);
            assert_int_equal(act.amount_cents % rows[i].least_cents, 0);
            assert_true(!rows[i].max_cents || act.amount_cents <= rows[i].max_cents);
        }
        table_clear(&table);
        ledger_release(&ledger);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_card), cmocka_unit_test(test_stake)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

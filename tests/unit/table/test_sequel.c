/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an act and everything that follows from it by itself is one entry; where it is cut does not change
 * what comes of it; an entry that cannot be written leaves the table as it was; clocks begin once the cards
 * of a step were shown. */
#include "check.h"

#include "rulebook/builtin.h"
#include "table/rebuild.h"
#include "table/sequel.h"
#include "table/source.h"

enum { PARTS_ALL = SEQUEL_PARTS_MAX };

static struct rulebook book;
static struct table table;
static struct table_state next;
static struct proposal proposal = {.next = &next};
static struct sequel sequel;
static struct ledger ledger;
static struct rebuild rebuild;
static uint32_t mei; /* her account */
static unsigned entries;
static unsigned lines;
static unsigned parts_max; /* longer steps are cut here */

static const char *const games[] = {"mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements",
                                    "rws-blackjack", "mbs-7up-baccarat"};

static uint32_t account(enum account_kind kind, const char *name)
{
    uint32_t number;
    assert_int_equal(ledger_open(&ledger, kind, name, &number), STATUS_OK);
    return number;
}

static void set_up(const char *game)
{
    struct table_plan plan;
    struct transaction buy;
    assert_int_equal(builtin_load(game, &book), STATUS_OK);
    table_plan_init(&plan, "T1", &book);
    plan.betting_ms = plan.decision_ms = plan.pace_ms = plan.result_ms = 0;
    table_set_up(&table, &plan, test_source());
    ledger_init(&ledger);
    account(ACCOUNT_ESCROW, "T1");
    account(ACCOUNT_BANK, "T1");
    uint32_t cage = account(ACCOUNT_CAGE, "main");
    mei = account(ACCOUNT_PLAYER, "Mei");
    transaction_init(&buy);
    assert_int_equal(transaction_move(&buy, MOVEMENT_BUY_IN, ledger_account(&ledger, cage),
                                      ledger_account(&ledger, mei), 1000000),
                     STATUS_OK);
    assert_int_equal(ledger_book(&ledger, &buy), STATUS_OK);
    rebuild_init(&rebuild, &book);
    entries = lines = 0;
    parts_max = PARTS_ALL;
}

static void tear_down(void)
{
    sequel_release(&sequel);
    rebuild_release(&rebuild);
    ledger_release(&ledger);
    table_clear(&table);
}

/* One entry: what was proposed with what follows; booked, read back, and the same state comes of it. */
static void keep(void)
{
    assert_int_equal(sequel_begin(&sequel, &table, &proposal), STATUS_OK);
    while (sequel.count < parts_max && sequel_goes_on(&sequel, &table, &ledger, &proposal)) {
    }
    struct entry entry = {.kind = (uint8_t)sequel.kind,
                          .text = {(const uint8_t *)sequel.text.bytes, sequel.text.used}};
    if (sequel.transaction.count)
        assert_int_equal(ledger_book(&ledger, &sequel.transaction), STATUS_OK);
    sequel_accept(&sequel, &table, &proposal);
    assert_int_equal(rebuild_entry(&rebuild, &entry), STATUS_OK);
    assert_memory_equal(&rebuild.state, &table.state, sizeof table.state);
    unsigned parts = 0;
    for (const struct sequel_part *part = sequel.first; part; part = part->next, parts++)
        if (!part->next)
            assert_memory_equal(&part->state, &table.state, sizeof table.state);
    assert_int_equal(parts, sequel.count);
    bool staked = false;
    for (uint32_t i = 0; i < sequel.transaction.count; i++)
        staked |= sequel.transaction.postings[i].account == mei && sequel.transaction.postings[i].cents < 0;
    if (parts_max == PARTS_ALL && !staked) /* nothing that follows by itself is left for another entry */
        assert_int_equal(agenda_owed(&table).kind, STEP_NONE);
    entries++;
    lines += sequel.count;
}

static bool step(int64_t now_ms)
{
    struct step due = agenda_next(&table, now_ms, true);
    if (!due.kind)
        return false;
    assert_int_equal(table_propose_step(&table, &ledger, &due, &proposal), STATUS_OK);
    keep();
    return true;
}

static enum status say(const char *words)
{
    enum status status =
        table_propose_text(&table, &ledger, (struct performer){ACTOR_PERSON, "Mei"}, words, &proposal);
    if (status == STATUS_OK)
        keep();
    return status;
}

static void until_betting(void)
{
    for (unsigned i = 0; i < 1000 && table.state.round.phase != PHASE_BETTING; i++)
        assert_true(step(1));
    assert_int_equal(table.state.round.phase, PHASE_BETTING);
}

/* Mei bets and stands on everything; the rest happens by itself. */
static void play_round(void)
{
    until_betting();
    entries = lines = 0;
    assert_int_equal(say(book.family == FAMILY_BACCARAT ? "bet player 100" : "bet 1 main 100"), STATUS_OK);
    for (unsigned i = 0; i < 1000 && table.state.round.phase != PHASE_ENDED; i++)
        if (say("stand 1") != STATUS_OK && say("stand 1.2") != STATUS_OK)
            assert_true(step(1));
    assert_int_equal(table.state.round.phase, PHASE_ENDED);
    assert_int_equal(ledger_find(&ledger, ACCOUNT_ESCROW, "T1")->balance_cents, 0);
}

/* A wager; bets are closed and the cards dealt; Mei stands, the Dealer draws, everything is settled: three
 * entries, and one where a window of options passes by. */
static void test_few_entries(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        set_up(games[i]);
        for (unsigned round = 0; round < 40; round++) {
            play_round();
            assert_true(lines > entries);
            assert_true(entries <= (book.family == FAMILY_BACCARAT ? 2 : 4));
        }
        tear_down();
    }
}

/* Steps cut short, as one is that does not fit: the same acts, cards and money in more entries. */
static void test_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        static struct table_state whole;
        static struct table_state cut;
        int64_t cents[2];
        for (unsigned run = 0; run < 2; run++) {
            set_up(games[i]);
            parts_max = run ? 2 : PARTS_ALL;
            for (unsigned round = 0; round < 10; round++)
                play_round();
            *(run ? &cut : &whole) = table.state;
            cents[run] = ledger_find(&ledger, ACCOUNT_PLAYER, "Mei")->balance_cents;
            tear_down();
        }
        assert_memory_equal(&cut, &whole, sizeof cut);
        assert_int_equal(cents[0], cents[1]);
    }
}

/* Neither too many acts nor too long a text: what has no room is the next step. */
static void test_room(void **state)
{
    (void)state;
    set_up("mbs-7up-baccarat");
    until_betting();
    assert_int_equal(say("bet player 100"), STATUS_OK);
    struct step due = agenda_next(&table, 1, true);
    assert_int_equal(table_propose_step(&table, &ledger, &due, &proposal), STATUS_OK);
    assert_int_equal(sequel_begin(&sequel, &table, &proposal), STATUS_OK);
    size_t used = sequel.text.used;
    sequel.text.used = SEQUEL_TEXT_MAX - RECORD_LINE_MAX;
    assert_false(sequel_goes_on(&sequel, &table, &ledger, &proposal));
    sequel.text.used = used;
    sequel.count = SEQUEL_PARTS_MAX;
    assert_false(sequel_goes_on(&sequel, &table, &ledger, &proposal));
    sequel.count = 1;
    assert_true(sequel_goes_on(&sequel, &table, &ledger, &proposal));
    sequel_undo(&sequel, &table);
    assert_true(step(1)); /* the same, once more */
    assert_int_equal(table.state.round.phase, PHASE_ENDED);
    tear_down();
}

static void test_undone(void **state)
{
    (void)state;
    static struct table_state before;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        set_up(games[i]);
        until_betting();
        assert_int_equal(say(book.family == FAMILY_BACCARAT ? "bet player 100" : "bet 1 main 100"),
                         STATUS_OK);
        before = table.state;
        struct step due = agenda_next(&table, 1, true);
        assert_int_equal(table_propose_step(&table, &ledger, &due, &proposal), STATUS_OK);
        assert_int_equal(sequel_begin(&sequel, &table, &proposal), STATUS_OK);
        while (sequel_goes_on(&sequel, &table, &ledger, &proposal)) {
        }
        assert_true(sequel.count >= 4);
        sequel_undo(&sequel, &table);
        assert_memory_equal(&table.state, &before, sizeof before);
        assert_null(sequel.first);
        tear_down();
    }
}

/* Mei doubles and the round is settled by itself: the stake is one entry, what comes of it another, and so
 * her account shows both. */
static void test_stake_and_payment(void **state)
{
    unsigned doubled = 0;
    (void)state;
    set_up("mbs-blackjack-v6");
    for (unsigned round = 0; round < 60; round++) {
        until_betting();
        assert_int_equal(say("bet 1 main 100"), STATUS_OK);
        for (unsigned i = 0; i < 1000 && table.state.round.phase != PHASE_ENDED; i++) {
            if (say("double 1 100") == STATUS_OK) {
                doubled++;
                bool paid_too = false;
                for (uint32_t at = 0; at < sequel.transaction.count; at++)
                    if (sequel.transaction.postings[at].account == mei)
                        assert_int_equal(sequel.transaction.postings[at].cents, -10000);
                    else
                        paid_too |= sequel.transaction.postings[at].cents < 0;
                /* A lost hand may be collected in the same entry: nothing comes back from it. */
                if (paid_too)
                    assert_int_equal(table.state.round.phase, PHASE_ENDED);
            } else if (say("stand 1") != STATUS_OK) {
                assert_true(step(1));
            }
        }
    }
    assert_true(doubled > 10);
    tear_down();
}

/* Four cards at 600 ms each: Mei has her whole time after the last of them. */
static void test_clock_behind_the_cards(void **state)
{
    (void)state;
    set_up("mbs-blackjack-v6");
    table.plan.pace_ms = 600;
    table.plan.decision_ms = 5000;
    until_betting();
    for (unsigned tries = 0; tries < 20; tries++) {
        assert_int_equal(say("bet 1 main 100"), STATUS_OK);
        assert_true(step(1000));
        if (table.state.round.phase == PHASE_DEALING)
            break;
        until_betting();
    }
    unsigned cards = sequel.cards;
    assert_true(cards >= 3);
    assert_int_equal(agenda_next(&table, 2000, true).kind, STEP_NONE);
    assert_int_equal(table.clock.kind, CLOCK_DECISION);
    assert_int_equal(table.clock.until_ms, 2000 + (int64_t)cards * 600 + 5000);
    tear_down();
}

/* A card at a time is entered by a Dealer: nothing follows from it but what the system settles. */
static void test_only_what_is_owed(void **state)
{
    static const struct {
        struct act act;
        bool may;
    } rows[] = {
        {{.actor = ACTOR_SHOE, .verb = VERB_CARD}, true},
        {{.actor = ACTOR_SHOE, .verb = VERB_CARD, .place = {.kind = PLACE_HAND, .area = 1}}, false},
        {{.actor = ACTOR_DEALER, .verb = VERB_PROCEED}, true},
        {{.actor = ACTOR_TERMINAL, .verb = VERB_END}, true},
        {{.actor = ACTOR_PIT, .verb = VERB_END}, false},
        {{.actor = ACTOR_DEALER, .verb = VERB_DECIDE, .decision = DECISION_SQUEEZE}, true},
        {{.actor = ACTOR_SHIFT, .verb = VERB_DECIDE, .decision = DECISION_CONTINUE}, false},
        {{.actor = ACTOR_DEALER, .verb = VERB_IRREGULARITY}, false},
        {{.actor = ACTOR_PERSON, .verb = VERB_STAND}, false},
        {{.actor = ACTOR_DEALER, .verb = VERB_OPEN}, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(agenda_may_owe(&rows[i].act), rows[i].may);
    set_up("mbs-blackjack-v6");
    table.plan.system_chores = CHORE_ABSENT; /* a Dealer does everything */
    assert_int_equal(agenda_owed(&table).kind, STEP_NONE);
    tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_entries),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_undone),
        cmocka_unit_test(test_clock_behind_the_cards),
        cmocka_unit_test(test_only_what_is_owed),
        cmocka_unit_test(test_stake_and_payment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

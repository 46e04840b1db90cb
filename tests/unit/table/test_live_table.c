/* SPDX-License-Identifier: Apache-2.0 */
/* A whole live table in memory: acts in words, money by the ledger, chores by a clock that is only a number.
 */
#include "table/table.h"

#include "check.h"
#include "rulebook/builtin.h"
#include "table/agenda.h"
#include "table/posting.h"
#include "table/rebuild.h"
#include "table/source.h"

static struct rulebook book;
static struct table table;
static struct ledger ledger;
static struct table_state next;
static struct proposal proposal = {.next = &next};
static struct rebuild rebuild; /* fed with every entry, it must come to the same state */

static uint32_t account(enum account_kind kind, const char *name)
{
    uint32_t number;
    assert_int_equal(ledger_open(&ledger, kind, name, &number), STATUS_OK);
    return number;
}

static void commit(void)
{
    struct entry entry = {.kind = (uint8_t)proposal.kind,
                          .text = {(const uint8_t *)proposal.text.bytes, proposal.text.used}};
    if (proposal.transaction.count)
        assert_int_equal(ledger_book(&ledger, &proposal.transaction), STATUS_OK);
    table_accept(&table, &proposal);
    assert_int_equal(rebuild_entry(&rebuild, &entry), STATUS_OK);
    assert_memory_equal(&rebuild.state, &table.state, sizeof table.state);
    assert_int_equal(ledger_sum_cents(&ledger), 0);
}

static void set_up(const char *game, const char *cards)
{
    struct table_plan plan;
    struct transaction buy;
    assert_int_equal(builtin_load(game, &book), STATUS_OK);
    table_plan_init(&plan, "T1", &book);
    plan.betting_ms = 1000;
    plan.decision_ms = 2000;
    plan.pace_ms = 100;
    plan.result_ms = 500;
    table_set_up(&table, &plan, test_source());
    ledger_init(&ledger);
    account(ACCOUNT_ESCROW, "T1");
    account(ACCOUNT_BANK, "T1");
    uint32_t cage = account(ACCOUNT_CAGE, "main");
    uint32_t mei = account(ACCOUNT_PLAYER, "Mei");
    transaction_init(&buy);
    assert_int_equal(transaction_move(&buy, MOVEMENT_BUY_IN, ledger_account(&ledger, cage),
                                      ledger_account(&ledger, mei), 100000),
                     STATUS_OK);
    assert_int_equal(ledger_book(&ledger, &buy), STATUS_OK);
    rebuild_init(&rebuild, &book);
    assert_int_equal(table_propose_shoe(&table, &proposal), STATUS_OK);
    commit();
    shoe_init(&table.shoe, deck_of((enum deck_id)book.deck), plan.decks);
    for (unsigned i = 0; *cards; i++, cards += strspn(cards, " ")) {
        size_t length = strcspn(cards, " ");
        assert_true(deck_parse_card(deck_of((enum deck_id)book.deck), cards, length, &table.shoe.cards[i]));
        cards += length;
    }
}

static void tear_down(void)
{
    rebuild_release(&rebuild);
    ledger_release(&ledger);
    table_clear(&table);
}

static enum status say(enum actor actor, const char *name, const char *words)
{
    enum status status =
        table_propose_text(&table, &ledger, (struct performer){actor, name}, words, &proposal);
    if (status == STATUS_OK)
        commit();
    return status;
}

/* Does what is due until nothing is; returns when to look again. */
static int64_t chores(int64_t now_ms)
{
    for (;;) {
        struct step step = agenda_next(&table, now_ms, true);
        if (step.kind == STEP_NONE)
            return step.wake_ms;
        assert_int_equal(table_propose_step(&table, &ledger, &step, &proposal), STATUS_OK);
        commit();
    }
}

static int64_t balance(enum account_kind kind, const char *name)
{
    return ledger_find(&ledger, kind, name)->balance_cents;
}

/* The system opens, closes, deals, declares absent and ends; the money follows; the journal rebuilds it all.
 */
static void test_a_round_by_itself(void **state)
{
    int64_t now_ms = 1000;
    (void)state;
    set_up("mbs-blackjack-v6", "2s Th 6c 9d 5h Ts 4c");
    assert_int_equal(say(ACTOR_DEALER, NULL, "shuffle full"), STATUS_OK);
    while (table.state.round.phase != PHASE_BETTING && now_ms < 60000) {
        int64_t wake_ms = chores(now_ms);
        now_ms = wake_ms > now_ms ? wake_ms : now_ms + 100;
    }
    assert_int_equal(table.state.drawn, 1); /* burnt */
    assert_int_equal(chores(now_ms), 0);    /* without a wager the clock does not run */
    assert_int_equal(say(ACTOR_PERSON, "Mei", "bet 1 main 100"), STATUS_OK);
    assert_int_equal(balance(ACCOUNT_PLAYER, "Mei"), 90000);
    assert_int_equal(balance(ACCOUNT_ESCROW, "T1"), 10000);
    assert_int_equal(chores(now_ms), now_ms + 1000);
    assert_int_equal(table.clock.kind, CLOCK_BETTING);
    for (; table.state.round.phase != PHASE_ENDED && now_ms < 60000; now_ms += 100)
        chores(now_ms);
    /* [mbs 3.12] 19 stands for one who is not there; the Dealer draws 6, 5, ten and has 21. */
    assert_int_equal(table.state.round.phase, PHASE_ENDED);
    assert_int_equal(balance(ACCOUNT_PLAYER, "Mei"), 90000);
    assert_int_equal(balance(ACCOUNT_BANK, "T1"), 10000);
    assert_int_equal(balance(ACCOUNT_ESCROW, "T1"), 0);
    tear_down();
}

static struct view_hand shown(unsigned role, unsigned person)
{
    static struct view view;
    table_view(&table, &table.state, (struct viewer){(uint8_t)role, (uint8_t)person}, &view);
    assert_int_equal(view.hands[0].place.area, 1);
    return view.hands[0];
}

/* [rws 3.12] the shoe deals a squeezed card face down: the journal has no face of it, only he who squeezes
 * sees it, nobody can say another, and if he takes too long the house turns it up. */
static void test_squeezed_cards(void **state)
{
    static const char *const lies[] = {"reveal 1 Ah", "reveal 1 ? Kh"};
    int64_t now_ms = 1000;
    (void)state;
    set_up("rws-blackjack", "Th 6c 9d Ts 4c");
    assert_int_equal(say(ACTOR_DEALER, NULL, "shuffle full"), STATUS_OK);
    for (; table.state.round.phase != PHASE_BETTING && now_ms < 60000; now_ms += 100)
        chores(now_ms);
    assert_int_equal(say(ACTOR_PERSON, "Mei", "bet 1 main 100"), STATUS_OK);
    assert_int_equal(say(ACTOR_PERSON, "Mei", "squeeze 1"), STATUS_OK);
    chores(now_ms); /* the house permits it */
    assert_int_equal(table.state.round.blackjack.squeeze.given, 1U << 1);
    for (; table.state.drawn < 3 && now_ms < 60000; now_ms += 100)
        chores(now_ms);
    assert_string_equal(proposal.text.bytes, "shoe: ?\n");
    assert_true(card_is_none(shown(VIEWER_DISPLAY, 0).cards[0]));
    assert_true(card_is_none(shown(VIEWER_PIT, 0).cards[1]));
    assert_true(card_is_none(shown(VIEWER_PLAYER, 1).cards[0]));
    assert_true(card_equal(shown(VIEWER_PLAYER, 0).cards[0], table.shoe.cards[0]));
    assert_true(card_equal(shown(VIEWER_PLAYER, 0).cards[1], table.shoe.cards[2]));
    for (size_t i = 0; i < COUNT_OF(lies); i++)
        assert_int_equal(say(ACTOR_PERSON, "Mei", lies[i]), STATUS_CARDS_DRAWN);
    assert_int_equal(say(ACTOR_PERSON, "Mei", "reveal 1 ?"), STATUS_OK);
    assert_string_equal(proposal.text.bytes, "Mei: reveal 1 Th\n");
    assert_true(card_equal(shown(VIEWER_DISPLAY, 0).cards[0], table.shoe.cards[0]));
    assert_int_equal(table.state.down_count, 1);
    assert_true(card_equal(shown(VIEWER_PLAYER, 0).cards[0], table.shoe.cards[0]));
    assert_true(card_equal(shown(VIEWER_PLAYER, 0).cards[1], table.shoe.cards[2]));
    assert_true(status_is_refusal(say(ACTOR_PERSON, "Mei", "reveal 1 ? ?"))); /* there is one */
    static struct table_state other;
    struct card faces[HAND_CARDS_MAX];
    other = table.state;
    assert_int_equal(table_faces(&table, &other, (struct spot){.area = 1}, faces), 1);
    assert_int_equal(table_faces(&table, &other, (struct spot){.area = 2}, faces), 0);
    assert_int_equal(table_faces(&table, &other, (struct spot){.area = 1, .hand = 1}, faces), 0);
    other.shoe_number++; /* of another shoe nothing is told */
    assert_int_equal(table_faces(&table, &other, (struct spot){.area = 1}, faces), 0);
    int64_t wake_ms = chores(now_ms);
    assert_in_range(wake_ms, now_ms, now_ms + 2000);
    assert_int_equal(agenda_next(&table, wake_ms, true).act.verb, VERB_REVEAL);
    table.plan.system_chores &= ~(unsigned)CHORE_DEAL; /* the Dealer's own hands turn them up */
    assert_int_equal(agenda_next(&table, wake_ms, true).kind, STEP_NONE);
    table.plan.system_chores |= CHORE_DEAL;
    for (now_ms = wake_ms; table.state.round.phase != PHASE_ENDED && now_ms < 90000; now_ms += 100)
        chores(now_ms);
    assert_int_equal(table.state.down_count, 0);
    assert_int_equal(balance(ACCOUNT_PLAYER, "Mei"), 90000); /* 19 against 20 */
    tear_down();
}

/* [rws 5.11] a card seen face up in a virtual shoe is the one the shoe has there; nobody can say another, and
 * it comes once. */
static void test_card_seen_in_the_shoe(void **state)
{
    (void)state;
    set_up("rws-blackjack", "Th 6c 9d Ts 4c");
    assert_int_equal(say(ACTOR_DEALER, NULL, "shuffle full"), STATUS_OK);
    assert_int_equal(say(ACTOR_DEALER, NULL, "open"), STATUS_OK);
    assert_int_equal(say(ACTOR_PERSON, "Mei", "bet 1 main 100"), STATUS_OK);
    assert_int_equal(say(ACTOR_DEALER, NULL, "close"), STATUS_OK);
    assert_int_equal(say(ACTOR_DEALER, NULL, "deal"), STATUS_OK);
    assert_int_equal(say(ACTOR_DEALER, NULL, "irregularity faceup-card 6c"), STATUS_CARDS_DRAWN);
    assert_int_equal(say(ACTOR_DEALER, NULL, "irregularity simultaneous 6c 9d"), STATUS_CARDS_DRAWN);
    assert_true(table_tells_hidden(&table, &proposal.act) == false);
    assert_int_equal(say(ACTOR_DEALER, NULL, "irregularity faceup-card ?"), STATUS_OK);
    assert_true(table_tells_hidden(&table, &proposal.act));
    assert_string_equal(proposal.text.bytes, "dealer: irregularity faceup-card 6c\n");
    assert_int_equal(table.state.drawn, 2);
    struct reconciliation found;
    table_reconcile(&table, NULL, &found); /* it lies at the front, and is not missing */
    assert_int_equal(found.missing[table.shoe.cards[1].code], 0);
    assert_int_equal(say(ACTOR_DEALER, NULL, "deal"), STATUS_OK);
    assert_string_equal(proposal.text.bytes, "shoe: 6c\n");
    assert_int_equal(table.state.drawn, 2);
    assert_int_equal(say(ACTOR_DEALER, NULL, "deal"), STATUS_OK);
    assert_string_equal(proposal.text.bytes, "shoe: 9d\n");
    table_reconcile(&table, NULL, &found);
    assert_int_equal(found.missing[table.shoe.cards[1].code], 0);
    tear_down();
}

/* Words that are no act, amounts nobody has, cards nobody may choose: refused, and nothing has changed. */
static void test_refusals(void **state)
{
    static struct table_state before;
    static const struct {
        enum actor actor;
        const char *name;
        const char *words;
        enum status status;
    } rows[] = {
        {ACTOR_PERSON, "Mei", "bet 1 main 2000", STATUS_PLAYER_SHORT},
        {ACTOR_PERSON, "Mei", "bet 1 maine 10", STATUS_BAD_TEXT},
        {ACTOR_PERSON, "Mei", "hit 1\ndealer: open", STATUS_BAD_TEXT},
        {ACTOR_PERSON, "Mei", "agree Nobody", STATUS_BAD_TEXT},
        {ACTOR_PERSON, "Mei", "hit 1", STATUS_OK + 1},
        {ACTOR_PERSON, "Poor", "bet 1 main 10", STATUS_NO_ACCOUNT},
        {ACTOR_DEALER, NULL, "card Th", STATUS_CARDS_DRAWN},
        {ACTOR_DEALER, NULL, "deal", STATUS_OK + 1},
    };
    (void)state;
    set_up("rws-blackjack", "Th 6c 9d");
    assert_int_equal(say(ACTOR_DEALER, NULL, "open"), STATUS_OK);
    before = table.state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        enum status status = say(rows[i].actor, rows[i].name, rows[i].words);
        if (rows[i].status == STATUS_OK + 1)
            assert_true(status_is_refusal(status));
        else
            assert_int_equal(status, rows[i].status);
        assert_memory_equal(&before, &table.state, sizeof before);
    }
    assert_int_equal(table_propose_close(&table, &proposal), STATUS_ROUND_OPEN);
    tear_down();
}

static enum status collect(const struct ledger *accounts, const char *name, const struct roster *roster,
                           const struct events *events, struct transaction *transaction)
{
    transaction_init(transaction);
    struct posting_accounts found = {0};
    return posting_add(accounts, name, roster, events, &found, transaction);
}

/* Every kind of event that moves money, and the one posting a person that comes of it. */
static void test_postings(void **state)
{
    static struct events events;
    struct transaction transaction;
    struct roster roster = {0};
    (void)state;
    set_up("rws-blackjack", "Th");
    assert_int_equal(roster_add(&roster, "Mei", 3), 0);
    events.count = 3;
    events.items[0] = (struct event){.kind = EVENT_WAGERED, .amount_cents = 5000};
    events.items[1] = (struct event){.kind = EVENT_PAID, .amount_cents = 2500};
    events.items[2] = (struct event){.kind = EVENT_RETURNED, .amount_cents = 5000};
    assert_int_equal(collect(&ledger, "T1", &roster, &events, &transaction), STATUS_OK);
    assert_int_equal(transaction.count, 2);
    events.items[1] = (struct event){.kind = EVENT_UNPAID, .amount_cents = 2500};
    events.items[2] = (struct event){.kind = EVENT_NOTED, .amount_cents = 5000};
    assert_int_equal(collect(&ledger, "T1", &roster, &events, &transaction), STATUS_OK);
    assert_int_equal(transaction.count, 3);
    assert_int_equal(collect(&ledger, "T2", &roster, &events, &transaction), STATUS_NO_ACCOUNT);
    events.items[0].amount_cents = -5;
    assert_int_not_equal(collect(&ledger, "T1", &roster, &events, &transaction), STATUS_OK);
    events.items[0].amount_cents = 0; /* nothing moves */
    events.count = 1;
    assert_int_equal(collect(&ledger, "T1", &roster, &events, &transaction), STATUS_OK);
    assert_int_equal(transaction.count, 0);
    assert_true(roster_add(&roster, "Nobody", 6) == 1);
    events.items[0] = (struct event){.kind = EVENT_WAGERED, .person = 1, .amount_cents = 5000};
    assert_int_equal(collect(&ledger, "T1", &roster, &events, &transaction), STATUS_NO_ACCOUNT);
    tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_round_by_itself),
                                       cmocka_unit_test(test_squeezed_cards),
                                       cmocka_unit_test(test_card_seen_in_the_shoe),
                                       cmocka_unit_test(test_refusals), cmocka_unit_test(test_postings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

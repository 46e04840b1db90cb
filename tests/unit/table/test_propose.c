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
    assert_int_equal(say(ACTOR_DEALER, NULL, "reread Th"), STATUS_CARDS_DRAWN);
    struct card card;
    shoe_init(&table.shoe, deck_of((enum deck_id)book.deck), 1);
    assert_true(table_next_card(&table, &card));
    table.state.revealed = true; /* once its seed is told, everybody knows what would come */
    assert_false(table_next_card(&table, &card));
    table_clear(&table);
    set_up(DEVICE_ENTERED, true);
    assert_int_equal(table_propose_card(&table, NULL, &proposal), STATUS_CARDS_ENTERED);
    assert_int_equal(say(ACTOR_DEALER, NULL, "deal"), STATUS_CARDS_ENTERED);
    table_clear(&table);
}

/* Goal: the next book of the plan is taken up where the table can go on by it, and only then. */
static void test_turn_book(void **state)
{
    (void)state;
    static struct rulebook other;
    set_up(DEVICE_VIRTUAL, true);
    assert_int_equal(builtin_load("mbs-7up-baccarat", &other), STATUS_OK);
    table.plan.next_book = &other;
    assert_false(table_turn_book(&table));
    assert_ptr_equal(table.plan.book, &book);
    assert_int_equal(builtin_load("mbs-blackjack-v6", &other), STATUS_OK);
    assert_true(table_turn_book(&table));
    assert_ptr_equal(table.plan.book, &other);
    assert_null(table.plan.next_book);
    table_clear(&table);
}

/* ---- With people and money. ---- */

static struct ledger ledger;

static void set_up_money(int64_t bank_cents)
{
    static const struct {
        enum account_kind kind;
        const char *name;
    } rows[] = {{ACCOUNT_CAGE, "main"}, {ACCOUNT_PLAYER, "Mei"}, {ACCOUNT_ESCROW, "t"}, {ACCOUNT_BANK, "t"}};
    uint32_t numbers[COUNT_OF(rows)];
    ledger_init(&ledger);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(ledger_open(&ledger, rows[i].kind, rows[i].name, &numbers[i]), STATUS_OK);
    struct transaction money = {
        3, {{numbers[0], -100000 - bank_cents}, {numbers[1], 100000}, {numbers[3], bank_cents}}};
    money.count = bank_cents ? 3 : 2;
    assert_int_equal(ledger_book(&ledger, &money), STATUS_OK);
}

static enum status mei_says(const char *words)
{
    return table_propose_text(&table, &ledger, (struct performer){ACTOR_PERSON, "Mei"}, words, &proposal);
}

/* Goal: where a table says so, wagers are whole chips, and no more is taken than the bank can pay. */
static void test_chips_and_cover(void **state)
{
    (void)state;
    static const struct {
        int64_t chip_cents;
        bool cover;
        int64_t bank_cents;
        enum status status;
    } rows[] = {{0, false, 0, STATUS_OK},           {500, false, 0, STATUS_OK},
                {300, false, 0, STATUS_CHIP_STEP},  {0, true, 0, STATUS_BANK_COVER},
                {0, true, 1000, STATUS_BANK_COVER}, {0, true, 1000000, STATUS_OK}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        set_up(DEVICE_VIRTUAL, true);
        set_up_money(rows[i].bank_cents);
        table.plan.chip_cents = rows[i].chip_cents;
        table.plan.cover = rows[i].cover;
        assert_int_equal(mei_says("sit 1"), STATUS_OK); /* stakes nothing */
        open_bets();
        if (mei_says("bet 1 main 10") != rows[i].status)
            fail_msg("row %zu", i);
        if (rows[i].status == STATUS_OK) { /* a second wager counts on top of the first */
            table_accept(&table, &proposal);
            assert_int_equal(mei_says("bet 2 main 10"), STATUS_OK);
        }
        ledger_release(&ledger);
        table_clear(&table);
    }
    set_up(DEVICE_VIRTUAL, true);
    set_up_money(0);
    open_bets();
    assert_int_equal(mei_says("bet 1 main 2000"), STATUS_PLAYER_SHORT);
    table.plan.id[0] = 'x'; /* a table without accounts books nothing */
    assert_int_equal(mei_says("bet 1 main 10"), STATUS_NO_ACCOUNT);
    table.plan.cover = true;
    assert_int_equal(mei_says("bet 1 main 10"), STATUS_BANK_COVER);
    ledger_release(&ledger);
    table_clear(&table);
}

/* Goal: words that no act at this table can be, each with its reason. */
/* Who may not say what the faces of cards are: at a table whose shoe knows them. A rulebook of one's own has
 * no words that the program knows. */
static void test_faces_and_words(void **state)
{
    (void)state;
    static const struct act acts[] = {
        {.actor = ACTOR_SHOE, .verb = VERB_CARD},
        {.actor = ACTOR_DEALER, .verb = VERB_REVEAL},
        {.actor = ACTOR_DEALER, .verb = VERB_IRREGULARITY, .irregularity = IRREGULARITY_FACEUP_CARD},
        {.actor = ACTOR_DEALER, .verb = VERB_OPEN}};
    static struct rulebook own;
    struct table_plan plan;
    for (unsigned device = 0; device < 2; device++) {
        set_up(device ? DEVICE_ENTERED : DEVICE_VIRTUAL, true);
        for (size_t i = 0; i < COUNT_OF(acts); i++)
            assert_int_equal(table_tells_hidden(&table, &acts[i]), !device && i < 3);
        struct card cards[HAND_CARDS_MAX];
        struct table_state other = table.state;
        assert_int_equal(table_faces(&table, &other, (struct spot){.area = 1}, cards), 0);
        other.shoe_number++;
        assert_int_equal(table_faces(&table, &other, (struct spot){.area = 1}, cards), 0);
        table_clear(&table);
    }
    own = book;
    snprintf(own.id, sizeof own.id, "our-own");
    table_plan_init(&plan, "t", &own);
    assert_int_equal(plan.book_text.size, 0);
    table_plan_init(&plan, "t", &book);
    assert_true(plan.book_text.size > 0);
}

static void test_words(void **state)
{
    (void)state;
    static char long_words[RECORD_LINE_MAX + 1];
    memset(long_words, 'x', sizeof long_words - 1);
    static const struct {
        enum device device;
        enum actor actor;
        const char *words;
        enum status status;
        const char *reason;
    } rows[] = {{DEVICE_VIRTUAL, ACTOR_PERSON, "sit 1\nsit 2", STATUS_BAD_TEXT, ""},
                {DEVICE_VIRTUAL, ACTOR_PERSON, "sit 1 # x", STATUS_BAD_TEXT, ""},
                {DEVICE_VIRTUAL, ACTOR_PERSON, long_words, STATUS_TOO_LONG, ""},
                {DEVICE_VIRTUAL, ACTOR_PERSON, "dance", STATUS_BAD_TEXT, ""},
                {DEVICE_ENTERED, ACTOR_DEALER, "card Ah Kh", STATUS_BAD_TEXT, "one act at a time"},
                {DEVICE_VIRTUAL, ACTOR_PERSON, "bet 1 main 10 unnoticed", STATUS_NOT_ENTITLED, ""},
                {DEVICE_VIRTUAL, ACTOR_DEALER, "count", STATUS_CARDS_DRAWN, ""},
                {DEVICE_ENTERED, ACTOR_DEALER, "count As*256", STATUS_BAD_TEXT, "bad card"},
                {DEVICE_ENTERED, ACTOR_DEALER, "count Zz", STATUS_BAD_TEXT, "bad card"},
                {DEVICE_ENTERED, ACTOR_DEALER, "count As*200 As*200", STATUS_BAD_TEXT, "bad card"},
                {DEVICE_ENTERED, ACTOR_DEALER, "count As*9 Kh*9 2c", STATUS_OK, "over"},
                {DEVICE_VIRTUAL, ACTOR_DEALER, "reread Ah", STATUS_CARDS_DRAWN, ""},
                {DEVICE_VIRTUAL, ACTOR_DEALER, "limits main 1 2", STATUS_BAD_TEXT, ""},
                {DEVICE_VIRTUAL, ACTOR_DEALER, "expect: dealt 0", STATUS_BAD_TEXT, ""},
                {DEVICE_ENTERED, ACTOR_DEALER, "countess", STATUS_BAD_TEXT, ""},
                {DEVICE_VIRTUAL, ACTOR_DEALER, "deals", STATUS_BAD_TEXT, ""},
                {DEVICE_VIRTUAL, ACTOR_DEALER, "deal > 1", STATUS_SHOE_EMPTY, ""},
                {DEVICE_VIRTUAL, ACTOR_DEALER, "irregularity faceup-card ?", STATUS_SHOE_EMPTY, ""},
                {DEVICE_VIRTUAL, ACTOR_DEALER, "irregularity faceup-card Ah", STATUS_CARDS_DRAWN, ""}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        set_up(rows[i].device, true);
        enum status status = say(rows[i].actor, rows[i].actor == ACTOR_PERSON ? "Mei" : NULL, rows[i].words);
        if (status != rows[i].status || !strstr(proposal.reason, rows[i].reason))
            fail_msg("%.40s: %s %s", rows[i].words, status_sentence(status), proposal.reason);
        table_clear(&table);
    }
    set_up(DEVICE_ENTERED, true);
    static char every_card[STATE_TEXT_MAX + 64]; /* named so often that no entry has room for it */
    const struct deck *deck = deck_of((enum deck_id)book.deck);
    for (size_t used = 0, i = 0; used < STATE_TEXT_MAX; i++) {
        every_card[used++] = ' ';
        deck_print_card(deck, deck_card(deck, (unsigned)i % deck_card_count(deck)), every_card + used,
                        CARD_TEXT_MAX);
        used = strlen(every_card);
    }
    assert_int_equal(table_propose_count(&table, every_card, &proposal), STATUS_TOO_LONG);
    table.state.round.setting.shuffle_machine = true;
    assert_int_equal(say(ACTOR_DEALER, NULL, "count"), STATUS_NOT_PLAYED);
    table.state.round.setting.shuffle_machine = false;
    open_bets();
    assert_int_equal(say(ACTOR_DEALER, NULL, "count"), STATUS_ROUND_OPEN);
    table_clear(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed),          cmocka_unit_test(test_full),
        cmocka_unit_test(test_round_open),      cmocka_unit_test(test_limits),
        cmocka_unit_test(test_cards),           cmocka_unit_test(test_turn_book),
        cmocka_unit_test(test_chips_and_cover), cmocka_unit_test(test_words),
        cmocka_unit_test(test_faces_and_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

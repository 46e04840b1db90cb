/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the order of a shoe's steps is derived from the state alone. Whatever entry a table was stopped
 * behind, a table restored from the journal does next what the other one would have done. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "rulebook/builtin.h"
#include "table/agenda.h"
#include "table/rebuild.h"
#include "table/source.h"

static struct rulebook book;
static struct table table;
static struct table_state next;
static struct proposal proposal = {.next = &next};
static struct ledger ledger;
static struct rebuild rebuild;
static char done[64]; /* a letter for each step: R O L C M S c (card) ! (recover) a (act) */

static void account(enum account_kind kind, const char *name, int64_t cents)
{
    uint32_t number;
    uint32_t cage;
    struct transaction buy;
    assert_int_equal(ledger_open(&ledger, kind, name, &number), STATUS_OK);
    if (!cents)
        return;
    assert_int_equal(ledger_open(&ledger, ACCOUNT_CAGE, "main", &cage), STATUS_OK);
    transaction_init(&buy);
    assert_int_equal(transaction_move(&buy, MOVEMENT_BUY_IN, ledger_account(&ledger, cage),
                                      ledger_account(&ledger, number), cents),
                     STATUS_OK);
    assert_int_equal(ledger_book(&ledger, &buy), STATUS_OK);
}

static void set_up(const char *game, enum device device)
{
    struct table_plan plan;
    assert_int_equal(builtin_load(game, &book), STATUS_OK);
    table_plan_init(&plan, "T1", &book);
    plan.device = (uint8_t)device;
    plan.betting_ms = plan.decision_ms = plan.pace_ms = plan.result_ms = 0;
    table_set_up(&table, &plan, test_source());
    ledger_init(&ledger);
    account(ACCOUNT_ESCROW, "T1", 0);
    account(ACCOUNT_BANK, "T1", 0);
    account(ACCOUNT_PLAYER, "Mei", 1000000);
    rebuild_init(&rebuild, &book);
    done[0] = 0;
}

static void tear_down(void)
{
    rebuild_release(&rebuild);
    ledger_release(&ledger);
    table_clear(&table);
}

/* A second table, from the entries so far: between rounds it must do the same next; a round is recovered. */
static void check_restored(void)
{
    static struct table other;
    other = table;
    table_restore(&other, &rebuild.state);
    assert_memory_equal(&other.state, &table.state, sizeof table.state);
    assert_memory_equal(&other.shoe, &table.shoe, sizeof table.shoe);
    enum step_kind here = agenda_must(&table, WISH_NOTHING).kind;
    enum step_kind there = agenda_must(&other, WISH_NOTHING).kind;
    assert_int_equal(there, state_between_rounds(&table.state) ? here : STEP_RECOVER);
    if (!state_between_rounds(&table.state))
        return;
    struct step mine = agenda_next(&table, 1, true);
    struct step theirs = agenda_next(&other, 1, true);
    assert_int_equal(mine.kind, theirs.kind);
    assert_memory_equal(&mine.act, &theirs.act, sizeof mine.act);
}

static void keep(char letter)
{
    struct entry entry = {.kind = (uint8_t)proposal.kind,
                          .text = {(const uint8_t *)proposal.text.bytes, proposal.text.used}};
    size_t length = strlen(done);
    if (length + 1 < sizeof done) {
        done[length] = letter;
        done[length + 1] = 0;
    }
    if (proposal.transaction.count)
        assert_int_equal(ledger_book(&ledger, &proposal.transaction), STATUS_OK);
    table_accept(&table, &proposal);
    assert_int_equal(rebuild_entry(&rebuild, &entry), STATUS_OK);
    check_restored();
}

static void do_step(struct step step)
{
    static const char letters[] = {
        [STEP_RECOVER] = '!', [STEP_REVEAL] = 'R',  [STEP_OPEN] = 'O', [STEP_COMMIT] = 'C', [STEP_LUCK] = 'L',
        [STEP_MIX] = 'M',     [STEP_SHUFFLE] = 'S', [STEP_CARD] = 'c', [STEP_ACT] = 'a'};
    assert_int_equal(table_propose_step(&table, &ledger, &step, &proposal), STATUS_OK);
    keep(letters[step.kind]);
}

static void say(enum actor actor, const char *name, const char *words)
{
    assert_int_equal(table_propose_text(&table, &ledger, (struct performer){actor, name}, words, &proposal),
                     STATUS_OK);
    keep('w');
}

/* Obligations until the wish may be proposed. */
static void obey(enum agenda_wish wish)
{
    for (struct step step; (step = agenda_must(&table, wish)).kind;)
        do_step(step);
}

/* Everything that is due, for a while. */
static void go_on(unsigned steps)
{
    for (struct step step; steps && (step = agenda_next(&table, 1, true)).kind; steps--)
        do_step(step);
}

static const char *const games[] = {"mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements",
                                    "rws-blackjack", "mbs-7up-baccarat"};

/* From nothing to open bets: the first shoe, and after it was used the second. */
static void test_order_of_a_shoe(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        set_up(games[i], DEVICE_VIRTUAL);
        go_on(100);
        assert_int_equal(table.state.round.phase, PHASE_BETTING);
        assert_memory_equal(done, "OCS", 3);
        assert_non_null(strchr(done, 'a')); /* bets were opened, behind the cards that were burnt */
        say(ACTOR_PERSON, "Mei", book.family == FAMILY_BACCARAT ? "bet player 100" : "bet 1 main 100");
        for (unsigned step = 0; step < 100 && table.state.round.phase != PHASE_ENDED; step++)
            go_on(1);
        assert_int_equal(table.state.round.phase, PHASE_ENDED);
        table.plan.cut_cards = UINT16_MAX; /* the cutting card is out */
        done[0] = 0;
        go_on(4);
        assert_string_equal(done, "ROCS");
        tear_down();
    }
}

/* Wherever the cutting card lies, a round is begun with cards enough for it: no step ever fails for want of
 * one. */
static void test_no_shoe_runs_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        set_up(games[i], DEVICE_VIRTUAL);
        table.plan.cut_cards = 0;
        for (unsigned step = 0; table.state.shoe_number < 3 && step < 20000; step++) {
            bool betting = table.state.begun && table.state.round.phase == PHASE_BETTING;
            if (betting && !table.state.round.stake_count) {
                assert_true(
                    table.shoe.count - table.state.drawn + 10U >=
                    table_plan_reserve(&table.plan, &table.state.round.setting)); /* some were burnt */
                say(ACTOR_PERSON, "Mei", book.family == FAMILY_BACCARAT ? "bet player 1" : "bet 1 main 1");
            }
            go_on(1);
        }
        assert_int_equal(table.state.shoe_number, 3);
        tear_down();
    }
}

/* The wishes of a manager and of the Dealer: the steps before them, and that the wish itself is then due. */
static void test_wishes(void **state)
{
    (void)state;
    set_up("mbs-blackjack-v6", DEVICE_VIRTUAL);
    assert_int_equal(agenda_must(&table, WISH_SHOE).kind, STEP_NONE); /* the manager opens the first shoe */
    obey(WISH_NOTHING);
    assert_string_equal(done, "OCS");
    done[0] = 0;
    obey(WISH_SHUFFLE); /* the Dealer's own shuffle takes the place of the system's */
    assert_string_equal(done, "ROC");
    say(ACTOR_DEALER, NULL, "shuffle full");
    done[0] = 0;
    obey(WISH_SHOE);
    assert_string_equal(done, "R");
    assert_int_equal(table_propose_shoe(&table, &proposal), STATUS_OK);
    keep('o');
    assert_int_equal(table.state.shoe_number, 3);
    assert_int_equal(table_propose_close(&table, &proposal), STATUS_OK);
    keep('x');
    assert_int_equal(agenda_must(&table, WISH_NOTHING).kind, STEP_NONE); /* a closed table waits */
    assert_int_equal(agenda_must(&table, WISH_SHUFFLE).kind, STEP_NONE);
    assert_int_equal(agenda_must(&table, WISH_SHOE).kind, STEP_REVEAL);
    tear_down();
}

/* Real cards: the system shuffles nothing and publishes nothing; the Dealer's shuffle begins a shoe. */
static void test_entered(void **state)
{
    (void)state;
    set_up("mbs-blackjack-v6", DEVICE_ENTERED);
    obey(WISH_NOTHING);
    assert_string_equal(done, "O");
    assert_int_equal(agenda_must(&table, WISH_SHUFFLE).kind, STEP_NONE);
    say(ACTOR_DEALER, NULL, "shuffle full");
    assert_int_equal(agenda_must(&table, WISH_NOTHING).kind, STEP_NONE);
    assert_int_equal(agenda_must(&table, WISH_SHUFFLE).kind, STEP_OPEN);
    assert_int_equal(agenda_must(&table, WISH_SHOE).kind, STEP_NONE); /* there is no seed to tell */
    tear_down();
}

/* ---- Numbers of players. ---- */

static const struct fair_seed number_of_mei = {{1, 2, 3}};

static void promise(uint32_t shoe)
{
    struct hash hash = luck_commitment("T1", shoe, "Mei", &number_of_mei);
    assert_int_equal(luck_promise(&table.desk, "Mei", &hash), STATUS_OK);
}

/* Promises, the house's commitment, numbers, and only then the shuffle; restored behind each (keep). */
static void test_luck(void **state)
{
    static struct shoe by_seed;
    (void)state;
    set_up("mbs-blackjack-v6", DEVICE_VIRTUAL);
    promise(1);
    do_step(agenda_must(&table, WISH_NOTHING)); /* the shoe is opened */
    by_seed = table.shoe;
    do_step(agenda_must(&table, WISH_NOTHING));
    do_step(agenda_must(&table, WISH_NOTHING));
    assert_string_equal(done, "OLC");
    assert_int_equal(luck_reveal(&table.desk, "T1", 1, "Mei", &number_of_mei), STATUS_OK);
    obey(WISH_NOTHING);
    assert_string_equal(done, "OLCMS");
    assert_int_equal(table.desk.count, 0);
    assert_true(table.state.luck.mixed && table.state.luck.numbers[0].given);
    assert_memory_not_equal(&table.shoe, &by_seed, sizeof by_seed); /* the number is in the order */
    done[0] = 0;
    promise(2); /* and stays away */
    obey(WISH_SHUFFLE);
    assert_string_equal(done, "ROLCM");
    assert_int_equal(luck_given(&table.state.luck), 0);
    tear_down();
}

/* Nobody acts while numbers are waited for; then the table goes on with what there is. */
static void test_luck_is_waited_for(void **state)
{
    (void)state;
    set_up("mbs-blackjack-v6", DEVICE_VIRTUAL);
    do_step(agenda_must(&table, WISH_NOTHING));
    table.luck_awaited = true;
    for (enum agenda_wish wish = WISH_NOTHING; wish <= WISH_CLOSE; wish++)
        assert_int_equal(agenda_must(&table, wish).kind, STEP_WAIT);
    assert_int_equal(agenda_next(&table, 1, true).kind, STEP_WAIT);
    promise(1);
    assert_int_equal(agenda_must(&table, WISH_NOTHING).kind, STEP_WAIT);
    table.luck_awaited = false;
    do_step(agenda_must(&table, WISH_NOTHING));
    table.luck_awaited = true; /* promises are closed: the commitment waits for nobody */
    do_step(agenda_must(&table, WISH_NOTHING));
    assert_string_equal(done, "OLC");
    assert_int_equal(agenda_must(&table, WISH_NOTHING).kind, STEP_WAIT);
    table.luck_awaited = false;
    obey(WISH_NOTHING);
    assert_string_equal(done, "OLCMS");
    tear_down();
}

/* After a power failure between promise and number the terminal may still tell it. */
static void test_luck_after_a_failure(void **state)
{
    (void)state;
    set_up("mbs-blackjack-v6", DEVICE_VIRTUAL);
    promise(1);
    for (unsigned i = 0; i < 3; i++)
        do_step(agenda_must(&table, WISH_NOTHING));
    memset(&table.desk, 0, sizeof table.desk);
    table_restore(&table, &rebuild.state);
    assert_int_equal(luck_reveal(&table.desk, "T1", 1, "Mei", &number_of_mei), STATUS_OK);
    obey(WISH_NOTHING);
    assert_string_equal(done, "OLCMS");
    assert_int_equal(luck_given(&table.state.luck), 1);
    tear_down();
}

/* A journal of an earlier program: dealt from without a commitment. The shoe is given up after the round. */
static void test_unsound_shoe(void **state)
{
    (void)state;
    set_up("mbs-blackjack-v6", DEVICE_VIRTUAL);
    obey(WISH_NOTHING);
    table.state.committed = false;
    table.state.drawn = 7;
    assert_int_equal(agenda_must(&table, WISH_NOTHING).kind, STEP_REVEAL);
    tear_down();
}

/* A shoe is over when an irregularity demands it, and behind each round where a machine shuffles. */
static void test_shoe_is_over(void **state)
{
    (void)state;
    set_up("mbs-blackjack-v6", DEVICE_VIRTUAL);
    go_on(100);
    say(ACTOR_PERSON, "Mei", "bet 1 main 100");
    for (unsigned step = 0; step < 100 && table.state.round.phase != PHASE_ENDED; step++)
        go_on(1);
    assert_int_equal(agenda_next(&table, 1, true).act.verb, VERB_OPEN);
    table.state.round.memory.shuffle_due = true;
    assert_int_equal(agenda_next(&table, 1, true).kind, STEP_REVEAL);
    table.state.round.memory.shuffle_due = false;
    table.state.round.setting.shuffle_machine = true;
    assert_int_equal(agenda_next(&table, 1, true).kind, STEP_REVEAL);
    tear_down();
}

/* What may stand in one entry with the act before it: the next card in its order, and chores of the system.
 */
static void test_what_may_be_owed(void **state)
{
    static const struct {
        struct act act;
        bool may;
    } rows[] = {
        {{.actor = ACTOR_SHOE, .verb = VERB_CARD}, true},
        {{.actor = ACTOR_DEALER, .verb = VERB_CARD}, false},
        {{.actor = ACTOR_SHOE, .verb = VERB_CARD, .place = {.kind = PLACE_HAND}}, false},
        {{.actor = ACTOR_DEALER, .verb = VERB_END}, true},
        {{.actor = ACTOR_PERSON, .verb = VERB_END}, false},
        {{.actor = ACTOR_DEALER, .verb = VERB_OPEN}, false},
        {{.actor = ACTOR_TERMINAL, .verb = VERB_DECIDE, .decision = DECISION_SQUEEZE}, true},
        {{.actor = ACTOR_TERMINAL, .verb = VERB_DECIDE}, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(agenda_may_owe(&rows[i].act), rows[i].may);
    set_up("mbs-blackjack-v6", DEVICE_VIRTUAL);
    go_on(100);
    say(ACTOR_PERSON, "Mei", "bet 1 main 100");
    go_on(1); /* bets are closed */
    assert_int_equal(agenda_owed(&table).kind, STEP_CARD);
    table.interrupted = true; /* by a failure of power: first it is ruled on */
    assert_int_equal(agenda_owed(&table).kind, STEP_NONE);
    tear_down();
}

/* ---- Who does what. ---- */

enum { STILL_MAX = 100 /* people take their time, and asleep a table may wait */ };

/* What people at the table may have to do, whoever's turn it is; the engine says what of it goes. */
static const struct {
    enum actor actor;
    const char *words;
    bool entered; /* only where cards are entered */
} deeds[] = {
    {ACTOR_PERSON, "bet 1 main 10", false}, {ACTOR_PERSON, "bet player 10", false},
    {ACTOR_PERSON, "stand 1", false},       {ACTOR_PERSON, "hit 1", false},
    {ACTOR_PERSON, "sit 2", false},         {ACTOR_PERSON, "leave 1", false},
    {ACTOR_DEALER, "open", false},          {ACTOR_DEALER, "close", false},
    {ACTOR_DEALER, "deal", false},          {ACTOR_DEALER, "proceed", false},
    {ACTOR_DEALER, "end", false},           {ACTOR_DEALER, "shuffle full", true},
    {ACTOR_DEALER, "card", true},
};

/* "card" is said of one or another card of the deck. */
static const char *words_of(unsigned deed, unsigned number, char words[32])
{
    const struct deck *deck = deck_of((enum deck_id)book.deck);
    char name[CARD_TEXT_MAX];
    if (strcmp(deeds[deed].words, "card") != 0)
        return deeds[deed].words;
    deck_print_card(deck, deck_card(deck, number % deck_card_count(deck)), name, sizeof name);
    snprintf(words, 32, "card %s", name);
    return words;
}

static bool somebody_acts(unsigned first)
{
    for (unsigned i = 0; i < COUNT_OF(deeds); i++) {
        unsigned at = (first + i) % COUNT_OF(deeds);
        bool shuffles = strcmp(deeds[at].words, "shuffle full") == 0;
        if ((deeds[at].entered && table.state.device != DEVICE_ENTERED) ||
            (shuffles && (agenda_must(&table, WISH_SHUFFLE).kind || first % 50)))
            continue;
        char words[32];
        const char *name = deeds[at].actor == ACTOR_PERSON ? "Mei" : NULL;
        if (table_propose_text(&table, &ledger, (struct performer){deeds[at].actor, name},
                               words_of(at, first, words), &proposal) == STATUS_OK) {
            keep('w');
            return true;
        }
    }
    return false;
}

/* The chore that an act of the system is. */
static unsigned chore_of_act(const struct act *act)
{
    static const unsigned chores[VERB_COUNT] = {
        [VERB_OPEN] = CHORE_OPEN,  [VERB_CLOSE] = CHORE_CLOSE,  [VERB_PROCEED] = CHORE_SETTLE,
        [VERB_END] = CHORE_SETTLE, [VERB_LEAVE] = CHORE_ABSENT, [VERB_REVEAL] = CHORE_DEAL,
        [VERB_DECIDE] = CHORE_DEAL};
    return chores[act->verb];
}

static void go_on_by_themselves(unsigned chores, unsigned seed)
{
    unsigned still = 0;
    for (unsigned i = 0; table.state.round_number < 4 && i < 3000; i++) {
        int64_t now_ms = 3 * (int64_t)i;
        struct step closing = agenda_must(&table, WISH_CLOSE);
        if (closing.kind)
            assert_int_equal(table_propose_step(&table, &ledger, &closing, &proposal), STATUS_OK);
        struct step step = agenda_next(&table, now_ms, rand_r(&seed) % 4 > 0);
        if (step.kind == STEP_ACT && table.state.shoe_number && !table.interrupted &&
            step.act.verb != VERB_SHUFFLE)
            assert_true(chores & chore_of_act(&step.act));
        if (step.kind)
            do_step(step);
        bool acted = !step.kind && rand_r(&seed) % 4 == 0 && somebody_acts((unsigned)rand_r(&seed));
        still = step.kind || acted || step.wake_ms ? 0 : still + 1;
        if (still >= STILL_MAX)
            fail_msg("%s, chores %u: stands still in phase %u", book.id, chores, table.state.round.phase);
    }
    assert_int_equal(table.state.round_number, 4);
}

/* Whatever is left to the system, it does that and nothing else, and the table never stands still. */
static void test_chores(void **state)
{
    (void)state;
    for (unsigned chores = 0; chores <= CHORES_ALL; chores++)
        for (unsigned i = 0; i < 2 * COUNT_OF(games); i++) {
            bool entered = i >= COUNT_OF(games);
            set_up(games[i % COUNT_OF(games)], entered ? DEVICE_ENTERED : DEVICE_VIRTUAL);
            table.plan.system_chores = chores;
            table.plan.betting_ms = table.plan.decision_ms = table.plan.result_ms = 7;
            go_on_by_themselves(chores, 100 * chores + i);
            tear_down();
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_a_shoe),
        cmocka_unit_test(test_no_shoe_runs_out),
        cmocka_unit_test(test_wishes),
        cmocka_unit_test(test_entered),
        cmocka_unit_test(test_luck),
        cmocka_unit_test(test_luck_is_waited_for),
        cmocka_unit_test(test_luck_after_a_failure),
        cmocka_unit_test(test_unsound_shoe),
        cmocka_unit_test(test_shoe_is_over),
        cmocka_unit_test(test_what_may_be_owed),
        cmocka_unit_test(test_chores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

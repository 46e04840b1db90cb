/* SPDX-License-Identifier: Apache-2.0 */
/* A whole table, driven by the bytes: steps of the agenda, words of players and staff, numbers for the
 * shuffle, restarts from the journal. After every entry a table rebuilt from the entries so far is the same,
 * all money adds up to nothing, and nobody but the house is short. The first byte chooses the game and the
 * device. */
#include "fuzz.h"

#include <string.h>

#include "../unit/table/source.h"
#include "rulebook/builtin.h"
#include "table/agenda.h"
#include "table/rebuild.h"

static struct rulebook books[8];
static struct table table;
static struct table_state next;
static struct proposal proposal = {.next = &next};
static struct ledger ledger;
static struct rebuild rebuild;

static const struct {
    enum actor actor;
    const char *name;
} people[] = {{ACTOR_PERSON, "Mei"},
              {ACTOR_PERSON, "Tan"},
              {ACTOR_DEALER, NULL},
              {ACTOR_PIT, NULL},
              {ACTOR_SHIFT, NULL}};

static const char *const words[] = {
    "bet 1 main 100",
    "bet 2 main 25",
    "bet player 100",
    "bet banker 50",
    "bet tie 5",
    "open",
    "close",
    "deal",
    "hit 1",
    "stand 1",
    "double 1",
    "split 1",
    "surrender 1",
    "insurance 1",
    "decline 1",
    "stand 2",
    "hit 2",
    "proceed",
    "end",
    "settle",
    "shuffle full",
    "sit 1",
    "rise",
    "leave 1",
    "reveal 1 ?",
    "pull 1 main",
    "raise 1 main 50",
    "card As",
    "card Th",
    "card 7d > 1",
    "irregularity faceup-card ?",
    "irregularity power-failure",
    "irregularity wrong-hand",
    "decide continue yes",
    "decide void yes",
    "count",
    "restrict 1 main",
    "deal > 2",
    "hit 1.2",
    "stand 1.2",
};

static void account(enum account_kind kind, const char *name, int64_t cents)
{
    uint32_t number;
    uint32_t cage;
    struct transaction buy;
    FUZZ_PROMISE(ledger_open(&ledger, kind, name, &number) == STATUS_OK);
    if (!cents)
        return;
    const struct account *found = ledger_find(&ledger, ACCOUNT_CAGE, "main");
    cage = found ? found->number : 0;
    FUZZ_PROMISE(found || ledger_open(&ledger, ACCOUNT_CAGE, "main", &cage) == STATUS_OK);
    transaction_init(&buy);
    FUZZ_PROMISE(transaction_move(&buy, MOVEMENT_BUY_IN, ledger_account(&ledger, cage),
                                  ledger_account(&ledger, number), cents) == STATUS_OK);
    FUZZ_PROMISE(ledger_book(&ledger, &buy) == STATUS_OK);
}

static void set_up(uint8_t choice)
{
    struct table_plan plan;
    unsigned games = 0;
    while (games < sizeof books / sizeof books[0] && builtin_id(games))
        games++;
    struct rulebook *book = &books[choice % games];
    if (!book->id[0])
        FUZZ_PROMISE(builtin_load(builtin_id(choice % games), book) == STATUS_OK);
    table_plan_init(&plan, "T1", book);
    plan.device = choice & 0x80 ? DEVICE_ENTERED : DEVICE_VIRTUAL;
    plan.betting_ms = plan.decision_ms = plan.pace_ms = plan.result_ms = 0;
    table_set_up(&table, &plan, test_source());
    ledger_init(&ledger);
    account(ACCOUNT_ESCROW, "T1", 0);
    account(ACCOUNT_BANK, "T1", 0);
    account(ACCOUNT_PLAYER, "Mei", 100000);
    account(ACCOUNT_PLAYER, "Tan", 1000);
    rebuild_init(&rebuild, book);
}

static void tear_down(void)
{
    rebuild_release(&rebuild);
    ledger_release(&ledger);
    table_clear(&table);
}

static void check(void)
{
    FUZZ_PROMISE(memcmp(&rebuild.state, &table.state, sizeof table.state) == 0);
    FUZZ_PROMISE(ledger_sum_cents(&ledger) == 0);
    FUZZ_PROMISE(ledger_find(&ledger, ACCOUNT_PLAYER, "Mei")->balance_cents >= 0);
    FUZZ_PROMISE(ledger_find(&ledger, ACCOUNT_PLAYER, "Tan")->balance_cents >= 0);
    FUZZ_PROMISE(ledger_find(&ledger, ACCOUNT_ESCROW, "T1")->balance_cents >= 0);
    FUZZ_CANARY(table.state.round.phase == PHASE_DEALING);
}

static void keep(void)
{
    struct entry entry = {.kind = (uint8_t)proposal.kind,
                          .text = {(const uint8_t *)proposal.text.bytes, proposal.text.used}};
    if (proposal.transaction.count)
        FUZZ_PROMISE(ledger_book(&ledger, &proposal.transaction) == STATUS_OK);
    table_accept(&table, &proposal);
    FUZZ_PROMISE(rebuild_entry(&rebuild, &entry) == STATUS_OK);
    check();
}

static bool do_step(struct step step)
{
    if (!step.kind || step.kind == STEP_WAIT || table_propose_step(&table, &ledger, &step, &proposal))
        return false;
    keep();
    return true;
}

/* A number for the shuffle is promised, or told. */
static void luck(uint8_t byte)
{
    enum luck_stage stage = state_luck_stage(&table.state);
    uint32_t shoe = table.state.shoe_number + (stage == LUCK_DONE);
    const char *name = byte & 1 ? "Mei" : "Tan";
    const struct fair_seed value = {{byte}};
    struct hash promise = luck_commitment("T1", shoe, name, &value);
    if (table.state.device != DEVICE_VIRTUAL)
        return;
    if (stage == LUCK_REVEAL)
        (void)!luck_reveal(&table.desk, "T1", shoe, name, &value);
    else if (stage != LUCK_CLOSED)
        (void)!luck_promise(&table.desk, name, &promise);
}

static void say(uint8_t byte)
{
    struct performer by = {people[byte % 5].actor, people[byte % 5].name};
    while (do_step(agenda_must(&table, WISH_NOTHING))) {
    }
    if (table_propose_text(&table, &ledger, by, words[byte / 5 % (sizeof words / sizeof words[0])],
                           &proposal) == STATUS_OK)
        keep();
}

static void one(uint8_t verb, uint8_t byte)
{
    switch (verb % 8) {
    case 0:
    case 1:
    case 2:
        (void)do_step(agenda_next(&table, 1, true));
        return;
    case 3:
        luck(byte);
        return;
    case 4:
        if (table.state.shoe_number && byte % 16 == 0)
            table_restore(&table, &rebuild.state); /* the power was gone */
        return;
    default:
        say(byte);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ACTS_MAX = 400 };
    if (size == 0)
        return 0;
    set_up(data[0]);
    for (size_t i = 1; i + 1 < size && i < 2 * ACTS_MAX; i += 2)
        one(data[i], data[i + 1]);
    tear_down();
    return 0;
}

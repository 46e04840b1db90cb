/* SPDX-License-Identifier: Apache-2.0 */
#include "table/runner.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/restore.h"

/* ---- Writing. ---- */

/* `name` is the player's who acts; NULL: the system. */
static enum status write_entry(struct runner *runner, const char *name)
{
    const struct sequel *sequel = &runner->sequel;
    struct line line = {
        .kind = sequel->kind,
        .role = name ? ROLE_PLAYER : ROLE_SYSTEM,
        .who = name,
        .round = sequel->round,
        .text = {(const uint8_t *)sequel->text.bytes, sequel->text.used},
        .transaction = sequel->transaction.count ? &sequel->transaction : NULL,
    };
    uint64_t ticket;
    enum status status = books_write(runner->books, runner->chain, &line, &ticket);
    return status == STATUS_OK && !runner->hasty ? store_wait(books_store(runner->books), ticket) : status;
}

/* Keeps what was proposed, with everything that follows from it by itself. */
static enum status keep(struct runner *runner, const char *name)
{
    assert(runner->proposal.ruling.status == STATUS_OK && runner->chain);
    struct sequel *sequel = &runner->sequel;
    enum status status = sequel_begin(sequel, &runner->table, &runner->proposal);
    if (status)
        return status;
    while (sequel_goes_on(sequel, &runner->table, books_ledger(runner->books), &runner->proposal)) {
    }
    status = write_entry(runner, name);
    if (status) {
        sequel_undo(sequel, &runner->table);
        return status;
    }
    sequel_accept(sequel, &runner->table, &runner->proposal);
    if (sequel->first->act.verb && runner->sink.kept)
        runner->sink.kept(runner->sink.context, &runner->table, sequel);
    return STATUS_OK;
}

enum status runner_say(struct runner *runner, const char *name, const char *words)
{
    assert(name && name[0] && words);
    uint32_t account;
    struct performer performer = {ACTOR_PERSON, name};
    enum status status = books_account(runner->books, ACCOUNT_PLAYER, name, &account, NULL);
    if (status == STATUS_OK)
        status = table_propose_text(&runner->table, books_ledger(runner->books), performer, words,
                                    &runner->proposal);
    return status == STATUS_OK ? keep(runner, name) : status;
}

static const char *actor_name(const struct runner *runner, const struct act *act)
{
    bool person = act->verb && act->actor == ACTOR_PERSON;
    return person ? runner->next.roster.names[act->person] : NULL;
}

enum status runner_act(struct runner *runner, const struct act *act)
{
    enum status status =
        table_propose_act(&runner->table, books_ledger(runner->books), act, &runner->proposal);
    return status == STATUS_OK ? keep(runner, actor_name(runner, act)) : status;
}

/* ---- Steps. ---- */

static enum status do_step(struct runner *runner, const struct step *step)
{
    assert(step->kind != STEP_NONE);
    enum status status =
        table_propose_step(&runner->table, books_ledger(runner->books), step, &runner->proposal);
    return status == STATUS_OK ? keep(runner, actor_name(runner, &runner->proposal.act)) : status;
}

enum status runner_step(struct runner *runner, int64_t now_ms, bool *done)
{
    struct step step = agenda_next(&runner->table, now_ms, true);
    *done = step.kind != STEP_NONE && step.kind != STEP_WAIT;
    return *done ? do_step(runner, &step) : STATUS_OK;
}

static enum status do_obligations(struct runner *runner)
{
    enum status status = STATUS_OK;
    struct step step = agenda_must(&runner->table, WISH_NOTHING);
    while (status == STATUS_OK && step.kind && step.kind != STEP_WAIT) {
        status = do_step(runner, &step);
        step = agenda_must(&runner->table, WISH_NOTHING);
    }
    return status;
}

/* ---- Beginning. ---- */

static enum status declare(struct runner *runner)
{
    enum status status = restore_declare(runner->books, &runner->table.plan, &runner->chain);
    uint32_t cage;
    return status == STATUS_OK ? books_account(runner->books, ACCOUNT_CAGE, "main", &cage, NULL) : status;
}

enum status runner_begin(struct runner *runner, const struct table_plan *plan, struct shoe_source source,
                         struct store_failure *failure)
{
    table_set_up(&runner->table, plan, source);
    runner->proposal.next = &runner->next;
    enum status status = declare(runner);
    if (status == STATUS_OK)
        status = books_wait(runner->books); /* an earlier runner did not wait for the disk */
    if (status == STATUS_OK)
        status = restore_table(&runner->table, books_store(runner->books), runner->chain,
                               (struct rebuild_sink){NULL, NULL}, failure);
    if (status == STATUS_OK)
        status = do_obligations(runner);
    if (status && !failure->message[0])
        snprintf(failure->message, sizeof failure->message, "%s", status_sentence(status));
    return status;
}

void runner_end(struct runner *runner)
{
    sequel_release(&runner->sequel);
    table_clear(&runner->table);
}

/* ---- Money. ---- */

enum status runner_money(struct runner *runner, enum movement movement, const char *name, int64_t cents)
{
    assert(movement == MOVEMENT_FILL || movement == MOVEMENT_CREDIT || movement == MOVEMENT_BUY_IN ||
           movement == MOVEMENT_CASH_OUT);
    const struct ledger *ledger = books_ledger(runner->books);
    bool of_table = movement == MOVEMENT_FILL || movement == MOVEMENT_CREDIT;
    bool out_of_cage = movement == MOVEMENT_FILL || movement == MOVEMENT_BUY_IN;
    uint32_t cage;
    uint32_t other;
    uint64_t ticket;
    char text[128];
    char amount[MONEY_TEXT_MAX];
    struct transaction transaction;
    transaction_init(&transaction);
    enum status status = books_account(runner->books, ACCOUNT_CAGE, "main", &cage, NULL);
    if (status == STATUS_OK)
        status = books_account(runner->books, of_table ? ACCOUNT_BANK : ACCOUNT_PLAYER, name, &other, NULL);
    if (status == STATUS_OK)
        status = transaction_move(&transaction, movement, ledger_account(ledger, out_of_cage ? cage : other),
                                  ledger_account(ledger, out_of_cage ? other : cage), cents);
    if (status)
        return status;
    money_print(cents, amount, sizeof amount);
    snprintf(text, sizeof text, "%s %s %s\n", movement_name(movement), name, amount);
    struct line line = {
        .kind = ENTRY_MONEY, .role = ROLE_CAGE, .text = span_of(text), .transaction = &transaction};
    status = books_write(runner->books, 1, &line, &ticket);
    return status == STATUS_OK ? store_wait(books_store(runner->books), ticket) : status;
}

int64_t runner_balance(const struct runner *runner, const char *name)
{
    const struct account *account = ledger_find(books_ledger(runner->books), ACCOUNT_PLAYER, name);
    return account ? account->balance_cents : 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "table/sitting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/take_up.h"
#include "table/virtual_shoe.h"

/* ---- Writing. ---- */

static enum status keep(struct sitting *sitting, enum role role, const char *who, enum entry_kind kind)
{
    struct proposal *proposal = &sitting->proposal;
    struct line line = {
        .kind = kind,
        .role = role,
        .who = who,
        .text = {(const uint8_t *)proposal->text.bytes, proposal->text.used},
        .transaction = proposal->transaction.count ? &proposal->transaction : NULL,
    };
    uint64_t ticket;
    enum status status = books_write(sitting->books, sitting->chain, &line, &ticket);
    if (status == STATUS_OK && !sitting->hasty)
        status = store_wait(books_store(sitting->books), ticket);
    if (status)
        return status;
    table_accept(&sitting->table, proposal);
    if (proposal->act.verb && sitting->sink.acted)
        sitting->sink.acted(sitting->sink.context, &sitting->table, proposal);
    return STATUS_OK;
}

enum status sitting_say(struct sitting *sitting, const char *name, const char *words)
{
    uint32_t account;
    struct performer performer = {ACTOR_PERSON, name};
    enum status status = books_account(sitting->books, ACCOUNT_PLAYER, name, &account, NULL);
    if (status == STATUS_OK)
        status = table_propose_text(&sitting->table, books_ledger(sitting->books), performer, words,
                                    &sitting->proposal);
    return status == STATUS_OK ? keep(sitting, ROLE_PLAYER, name, sitting->proposal.kind) : status;
}

static enum status act_as(struct sitting *sitting, const struct act *act, enum entry_kind kind)
{
    enum status status =
        table_propose_act(&sitting->table, books_ledger(sitting->books), act, &sitting->proposal);
    if (status)
        return status;
    bool person = act->actor == ACTOR_PERSON;
    const char *name = person ? sitting->proposal.next.roster.names[act->person] : "";
    return keep(sitting, person ? ROLE_PLAYER : ROLE_SYSTEM, name, kind ? kind : sitting->proposal.kind);
}

enum status sitting_act(struct sitting *sitting, const struct act *act)
{
    return act_as(sitting, act, 0);
}

/* ---- Shoes. ---- */

static enum status publish(struct sitting *sitting, enum entry_kind kind)
{
    struct proposal *proposal = &sitting->proposal;
    proposal->next = sitting->table.state;
    proposal->next.revealed = kind == ENTRY_REVEALED;
    proposal->act = (struct act){0};
    proposal->events.count = 0;
    transaction_init(&proposal->transaction);
    text_init(&proposal->text, proposal->text_bytes, sizeof proposal->text_bytes);
    virtual_shoe_print(&sitting->table, sitting->key->shoe_secret, kind, &proposal->text);
    return keep(sitting, ROLE_SYSTEM, "", kind);
}

static struct hash draw_salt(const struct sitting *sitting)
{
    struct hash salt;
    for (unsigned i = 0; i < HASH_BYTES; i += 8) {
        uint64_t bits = sitting->draws->next(sitting->draws->state);
        memcpy(salt.bytes + i, &bits, 8);
    }
    return salt;
}

/* The old shoe's seed is revealed, the state told anew, the new commitment published, the cards shuffled. */
static enum status change_shoe(struct sitting *sitting)
{
    struct table *table = &sitting->table;
    struct hash salt = draw_salt(sitting);
    bool drawn = table->state.device == DEVICE_VIRTUAL;
    enum status status = STATUS_OK;
    if (drawn && table->state.shoe_number && !table->state.revealed)
        status = publish(sitting, ENTRY_REVEALED);
    if (status == STATUS_OK)
        status =
            virtual_shoe_propose(table, sitting->key->shoe_secret, &salt, UINT32_MAX, &sitting->proposal);
    if (status == STATUS_OK)
        status = keep(sitting, ROLE_SYSTEM, "", ENTRY_OPENED);
    if (status)
        return status;
    virtual_shoe_load(table, sitting->key->shoe_secret);
    if (drawn)
        status = publish(sitting, ENTRY_COMMITTED);
    struct act shuffle = {.actor = ACTOR_DEALER, .verb = VERB_SHUFFLE, .flags = ACT_FULL};
    return status == STATUS_OK ? act_as(sitting, &shuffle, 0) : status;
}

enum status sitting_go_on(struct sitting *sitting, int64_t now_ms, bool *done)
{
    struct due due = table_due(&sitting->table, now_ms, true);
    *done = true;
    switch (due.kind) {
    case DUE_ACT:
        return act_as(sitting, &due.act, 0);
    case DUE_CARD: {
        enum status status =
            table_propose_card(&sitting->table, books_ledger(sitting->books), &sitting->proposal);
        return status == STATUS_OK ? keep(sitting, ROLE_SYSTEM, "", sitting->proposal.kind) : status;
    }
    case DUE_SHOE:
        return change_shoe(sitting);
    case DUE_NOTHING:
        break;
    }
    *done = false;
    return STATUS_OK;
}

/* ---- Beginning. ---- */

/* [mbs 5.29] [rws 5.4] [bac 5.9] what becomes of a round that was cut off is the engine's to say. */
static enum status recover(struct sitting *sitting)
{
    const struct table_state *state = &sitting->table.state;
    if (state_between_rounds(state) || !state->begun)
        return STATUS_OK;
    struct act act = {
        .actor = ACTOR_DEALER, .verb = VERB_IRREGULARITY, .irregularity = IRREGULARITY_POWER_FAILURE};
    return act_as(sitting, &act, ENTRY_RECOVERED);
}

static enum status go_on_from(struct sitting *sitting, struct store_failure *failure)
{
    struct rebuild *rebuild = malloc(sizeof *rebuild);
    bool found;
    if (!rebuild)
        return STATUS_NO_MEMORY;
    rebuild_init(rebuild, sitting->table.plan.book);
    enum status status = books_wait(sitting->books); /* a hasty sitting before this one has not */
    if (status == STATUS_OK)
        status = take_up(rebuild, &sitting->table.mark, books_store(sitting->books), sitting->chain, &found,
                         failure);
    if (status == STATUS_OK && found)
        sitting->table.state = rebuild->state;
    rebuild_release(rebuild);
    free(rebuild);
    if (status || !found)
        return status;
    virtual_shoe_load(&sitting->table, sitting->key->shoe_secret);
    return recover(sitting);
}

/* What is declared must be on disk before it is read back. */
static enum status declare(struct sitting *sitting)
{
    enum status status = take_up_declare(sitting->books, &sitting->table.plan, &sitting->chain);
    uint32_t cage;
    return status == STATUS_OK ? books_account(sitting->books, ACCOUNT_CAGE, "main", &cage, NULL) : status;
}

enum status sitting_begin(struct sitting *sitting, const struct table_plan *plan,
                          struct store_failure *failure)
{
    table_set_up(&sitting->table, plan);
    enum status status = declare(sitting);
    if (status == STATUS_OK)
        status = go_on_from(sitting, failure);
    if (status == STATUS_OK && sitting->table.state.shoe_number == 0)
        status = change_shoe(sitting);
    if (status && !failure->message[0])
        snprintf(failure->message, sizeof failure->message, "%s", status_sentence(status));
    return status;
}

void sitting_end(struct sitting *sitting)
{
    table_clear(&sitting->table);
}

/* ---- Money. ---- */

enum status sitting_money(struct sitting *sitting, enum movement movement, const char *name, int64_t cents)
{
    const struct ledger *ledger = books_ledger(sitting->books);
    bool of_table = movement == MOVEMENT_FILL || movement == MOVEMENT_CREDIT;
    bool out_of_cage = movement == MOVEMENT_FILL || movement == MOVEMENT_BUY_IN;
    uint32_t cage;
    uint32_t other;
    uint64_t ticket;
    char text[128];
    char amount[MONEY_TEXT_MAX];
    struct transaction transaction;
    transaction_init(&transaction);
    enum status status = books_account(sitting->books, ACCOUNT_CAGE, "main", &cage, NULL);
    if (status == STATUS_OK)
        status = books_account(sitting->books, of_table ? ACCOUNT_BANK : ACCOUNT_PLAYER, name, &other, NULL);
    if (status == STATUS_OK)
        status = transaction_move(&transaction, movement, ledger_account(ledger, out_of_cage ? cage : other),
                                  ledger_account(ledger, out_of_cage ? other : cage), cents);
    if (status)
        return status;
    money_print(cents, amount, sizeof amount);
    snprintf(text, sizeof text, "%s %s %s\n", movement_name(movement), name, amount);
    struct line line = {
        .kind = ENTRY_MONEY, .role = ROLE_CAGE, .text = span_of(text), .transaction = &transaction};
    status = books_write(sitting->books, 1, &line, &ticket);
    return status == STATUS_OK ? store_wait(books_store(sitting->books), ticket) : status;
}

int64_t sitting_balance(const struct sitting *sitting, const char *name)
{
    const struct account *account = ledger_find(books_ledger(sitting->books), ACCOUNT_PLAYER, name);
    return account ? account->balance_cents : 0;
}

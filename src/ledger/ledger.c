/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/ledger.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"

enum { ROOM_FIRST = 64 };

void ledger_init(struct ledger *ledger)
{
    *ledger = (struct ledger){0};
}

void ledger_release(struct ledger *ledger)
{
    free(ledger->accounts);
    free(ledger->index);
    ledger_init(ledger);
}

/* FNV-1a: short names, no need to resist an attacker, because names are given out by the house. */
static uint32_t name_hash(enum account_kind kind, const char *name)
{
    uint32_t hash = (2166136261U ^ (uint32_t)kind) * 16777619U;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619U;
    return hash;
}

/* The place in the index where the account stands, or where it would. */
static uint32_t find_place(const struct ledger *ledger, enum account_kind kind, const char *name)
{
    assert(ledger->index && (ledger->index_size & (ledger->index_size - 1)) == 0);
    uint32_t mask = ledger->index_size - 1;
    uint32_t place = name_hash(kind, name) & mask;
    for (; ledger->index[place]; place = (place + 1) & mask) {
        const struct account *account = &ledger->accounts[ledger->index[place] - 1];
        if (account->kind == kind && strcmp(account->name, name) == 0)
            break;
    }
    return place;
}

/* Doubles accounts and index together; the index is kept at most half full. */
static enum status grow(struct ledger *ledger)
{
    uint32_t room = ledger->room ? ledger->room * 2 : ROOM_FIRST;
    /* unreached: sixteen million accounts */
    if (room > LEDGER_ACCOUNTS_MAX)
        return STATUS_NO_MEMORY;
    struct account *accounts = realloc(ledger->accounts, room * sizeof(*accounts));
    if (!accounts)
        return STATUS_NO_MEMORY;
    ledger->accounts = accounts;
    uint32_t *index = calloc((size_t)room * 2, sizeof(*index));
    if (!index)
        return STATUS_NO_MEMORY;
    free(ledger->index);
    ledger->index = index;
    ledger->index_size = room * 2;
    ledger->room = room;
    assert(ledger->count * 2 <= ledger->index_size);
    for (uint32_t i = 0; i < ledger->count; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): realloc keeps the names */
        index[find_place(ledger, accounts[i].kind, accounts[i].name)] = i + 1;
    return STATUS_OK;
}

enum status ledger_open(struct ledger *ledger, enum account_kind kind, const char *name, uint32_t *number)
{
    if (!account_name_ok(name))
        return STATUS_BAD_ACCOUNT_NAME;
    if (ledger_find(ledger, kind, name))
        return STATUS_ACCOUNT_EXISTS;
    if (ledger->count == ledger->room) {
        enum status status = grow(ledger);
        if (status != STATUS_OK)
            return status;
    }
    assert(ledger->accounts && ledger->count < ledger->room);
    struct account *account = &ledger->accounts[ledger->count];
    *account = (struct account){.number = ledger->count + 1, .kind = (uint8_t)kind};
    memcpy(account->name, name, strlen(name) + 1);
    ledger->index[find_place(ledger, kind, name)] = account->number;
    ledger->count++;
    ledger->counts |= kind == ACCOUNT_HOUSE && strcmp(name, "chips") == 0;
    *number = account->number;
    assert(ledger_find(ledger, kind, name) == account && account->balance_cents == 0);
    return STATUS_OK;
}

enum status ledger_load(struct ledger *ledger, const struct account *account)
{
    uint32_t number;
    enum status status = ledger_open(ledger, account->kind, account->name, &number);
    if (status != STATUS_OK)
        return status;
    if (number != account->number)
        return STATUS_NO_ACCOUNT;
    if (account->balance_cents < 0 && account_kind_short(account->kind) != STATUS_OK)
        return account_kind_short(account->kind);
    assert(number <= ledger->count);
    ledger->accounts[number - 1].balance_cents = account->balance_cents;
    return STATUS_OK;
}

const struct account *ledger_account(const struct ledger *ledger, uint32_t number)
{
    assert(ledger->count <= ledger->room);
    return number >= 1 && number <= ledger->count ? &ledger->accounts[number - 1] : NULL;
}

const struct account *ledger_find(const struct ledger *ledger, enum account_kind kind, const char *name)
{
    if (!ledger->index)
        return NULL;
    return ledger_account(ledger, ledger->index[find_place(ledger, kind, name)]);
}

enum status ledger_verify(const struct ledger *ledger, const struct transaction *transaction)
{
    enum status status = transaction_verify(transaction);
    if (status != STATUS_OK)
        return status;
    for (uint32_t i = 0; i < transaction->count; i++) {
        const struct posting *posting = &transaction->postings[i];
        const struct account *account = ledger_account(ledger, posting->account);
        int64_t after_cents;
        if (!account)
            return STATUS_NO_ACCOUNT;
        status = money_add(account->balance_cents, posting->cents, &after_cents);
        if (status != STATUS_OK)
            return status;
        if (after_cents < 0 && account_kind_short(account->kind) != STATUS_OK)
            return account_kind_short(account->kind);
    }
    return STATUS_OK;
}

bool ledger_counts(const struct ledger *ledger)
{
    return ledger->counts;
}

enum status ledger_verify_giving(const struct ledger *ledger, const struct transaction *transaction)
{
    bool counts = ledger_counts(ledger);
    assert(transaction->count <= TRANSACTION_POSTINGS_MAX);
    for (uint32_t i = 0; i < transaction->count; i++) {
        const struct posting *posting = &transaction->postings[i];
        const struct account *account = ledger_account(ledger, posting->account);
        if (!account || posting->cents > 0 || account->balance_cents >= -posting->cents)
            continue;
        if (account->kind == ACCOUNT_BANK)
            return STATUS_BANK_SHORT;
        if (account->kind == ACCOUNT_CAGE && counts)
            return STATUS_CAGE_SHORT;
    }
    return STATUS_OK;
}

enum status ledger_book(struct ledger *ledger, const struct transaction *transaction)
{
    enum status status = ledger_verify(ledger, transaction);
    if (status != STATUS_OK)
        return status;
    for (uint32_t i = 0; i < transaction->count; i++) {
        const struct posting *posting = &transaction->postings[i];
        struct account *account = &ledger->accounts[posting->account - 1];
        account->balance_cents += posting->cents;
        assert(account->balance_cents >= 0 || account_kind_short(account->kind) == STATUS_OK);
    }
    return STATUS_OK;
}

enum status ledger_follow(struct ledger *ledger, const struct transaction *transaction)
{
    assert(transaction->count <= TRANSACTION_POSTINGS_MAX);
    for (uint32_t i = 0; i < transaction->count; i++)
        if (!ledger_account(ledger, transaction->postings[i].account))
            return STATUS_NO_ACCOUNT;
    for (uint32_t i = 0; i < transaction->count; i++)
        ledger->accounts[transaction->postings[i].account - 1].balance_cents +=
            transaction->postings[i].cents;
    return STATUS_OK;
}

int64_t ledger_sum_cents(const struct ledger *ledger)
{
    int64_t sum_cents = 0;
    for (uint32_t i = 0; i < ledger->count; i++)
        sum_cents += ledger->accounts[i].balance_cents;
    return sum_cents;
}

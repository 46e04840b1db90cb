/* SPDX-License-Identifier: Apache-2.0 */
#include "store/judge.h"

#include <string.h>

#include "journal/declaration.h"

static bool is_count(const struct entry *entry)
{
    return entry->kind == ENTRY_COUNT || entry->kind == ENTRY_DAY;
}

static bool is_movement(const struct entry *entry)
{
    return entry->kind == ENTRY_MONEY || entry->kind == ENTRY_OPENED;
}

void judge_follow(struct judge *judge, const struct entry *entry, uint64_t position)
{
    if (is_count(entry))
        judge->counted = position;
    else if (is_movement(entry))
        judge->moved = position;
}

/* Counts and days rest on everything that moves; what moves rests on counts and days. */
static bool is_overtaken(const struct judge *judge, const struct entry *entry, uint64_t seen)
{
    if (is_count(entry))
        return judge->counted > seen || judge->moved > seen;
    return is_movement(entry) && judge->counted > seen;
}

static bool chain_is_free(const struct standing *standing, const struct entry *entry)
{
    uint32_t number;
    char name[CHAIN_NAME_MAX];
    if (chain_declaration_parse(entry->text, &number, name) != STATUS_OK ||
        number != standing->chain_count + 1)
        return false;
    for (uint32_t i = 0; i < standing->chain_count; i++)
        if (strcmp(standing->chains[i].chain.name, name) == 0)
            return false;
    return true;
}

static bool account_is_free(const struct standing *standing, const struct entry *entry)
{
    struct account account;
    return account_declaration_parse(entry->text, &account) == STATUS_OK &&
           account.number == standing->ledger.count + 1 &&
           !ledger_find(&standing->ledger, (enum account_kind)account.kind, account.name);
}

static bool declares_what_is_free(const struct standing *standing, const struct entry *entry)
{
    if (entry->kind == ENTRY_FOUNDED)
        return standing->position == 0;
    if (entry->kind == ENTRY_CHAIN)
        return chain_is_free(standing, entry);
    return entry->kind != ENTRY_ACCOUNT || account_is_free(standing, entry);
}

enum status judge_entry(const struct judge *judge, const struct standing *standing, uint32_t chain,
                        const struct entry *entry, uint64_t seen)
{
    if (chain < 1 || chain > standing->chain_count)
        return STATUS_OVERTAKEN;
    if (chain != CHAIN_NUMBER_HOUSE && entry->number != standing->chains[chain - 1].chain.number + 1)
        return STATUS_BROKEN_CHAIN;
    if (is_overtaken(judge, entry, seen) || !declares_what_is_free(standing, entry))
        return STATUS_OVERTAKEN;
    if (entry->transaction.count == 0)
        return STATUS_OK;
    enum status status = ledger_verify(&standing->ledger, &entry->transaction);
    if (status == STATUS_OK && entry->kind == ENTRY_MONEY)
        status = ledger_verify_giving(&standing->ledger, &entry->transaction);
    return status;
}

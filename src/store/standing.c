/* SPDX-License-Identifier: Apache-2.0 */
#include "store/standing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "log/merkle.h"

void standing_init(struct standing *standing)
{
    *standing = (struct standing){0};
    ledger_init(&standing->ledger);
}

void standing_release(struct standing *standing)
{
    free(standing->chains);
    free(standing->accounts);
    ledger_release(&standing->ledger);
    standing_init(standing);
}

enum status standing_add_chain(struct standing *standing, const struct chain *chain, uint64_t position)
{
    if (standing->chain_count == standing->chain_room) {
        uint32_t room = standing->chain_room ? standing->chain_room * 2 : 64;
        struct kept_chain *chains = realloc(standing->chains, room * sizeof(*chains));
        if (!chains)
            return STATUS_NO_MEMORY;
        standing->chains = chains;
        standing->chain_room = room;
    }
    standing->chains[standing->chain_count++] = (struct kept_chain){.chain = *chain, .position = position};
    return STATUS_OK;
}

enum status standing_add_account(struct standing *standing, const struct account *account)
{
    if (standing->ledger.count == standing->account_room) {
        uint32_t room = standing->account_room ? standing->account_room * 2 : 64;
        struct kept_account *accounts = realloc(standing->accounts, room * sizeof(*accounts));
        if (!accounts)
            return STATUS_NO_MEMORY;
        memset(accounts + standing->account_room, 0, (room - standing->account_room) * sizeof(*accounts));
        standing->accounts = accounts;
        standing->account_room = room;
    }
    return ledger_load(&standing->ledger, account);
}

enum status standing_keep(struct standing *standing, uint32_t number, const struct entry *entry)
{
    struct kept_chain *kept = &standing->chains[number - 1];
    assert(entry->number == kept->chain.number + 1);
    if (entry->transaction.count > 0) {
        enum status status = ledger_book(&standing->ledger, &entry->transaction);
        if (status != STATUS_OK)
            return status;
    }
    for (uint32_t i = 0; i < entry->transaction.count; i++)
        standing->accounts[entry->transaction.postings[i].account - 1].changed = true;
    standing->position++;
    kept->chain.number = entry->number;
    kept->chain.head = entry->hash;
    kept->position = standing->position;
    kept->changed = true;
    return STATUS_OK;
}

enum status standing_chains(const struct standing *standing,
                            enum status (*take)(void *context, const struct chain *chain), void *context,
                            const char *path, struct store_failure *failure)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; status == STATUS_OK && i < standing->chain_count; i++)
        status = take(context, &standing->chains[i].chain);
    if (status != STATUS_OK)
        store_fail(failure, status, "%s: chains: %s", path, status_sentence(status));
    return status;
}

enum status standing_load(const struct standing *standing, struct ledger *ledger, const char *path,
                          struct store_failure *failure)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; status == STATUS_OK && i < standing->ledger.count; i++)
        status = ledger_load(ledger, &standing->ledger.accounts[i]);
    if (status != STATUS_OK)
        store_fail(failure, status, "%s: accounts: %s", path, status_sentence(status));
    return status;
}

/* ---- Loading. ---- */

/* A name that is longer than ours can be was not written by us. */
static bool copy_name(const char *text, char *name, size_t size)
{
    if (!text || strlen(text) >= size || !account_name_ok(text))
        return false;
    memcpy(name, text, strlen(text) + 1);
    return true;
}

/* Whether a chain's head is the entry it points at. An empty chain has the head it began with. */
static bool head_is_right(const struct chain_row *row, const struct chain *chain)
{
    struct chain empty;
    struct entry entry;
    if (chain->number == 0) {
        chain_init(&empty, chain->id, chain->name);
        return row->position == 0 && hash_equal(&empty.head, &chain->head);
    }
    if (!row->entry.bytes || entry_read(&entry, row->entry.bytes, row->entry.size) != STATUS_OK)
        return false;
    if (entry.format != ENTRY_FORMAT_OLD)
        entry.hash = merkle_leaf(row->entry);
    return entry.number == chain->number && hash_equal(&entry.hash, &chain->head);
}

enum status standing_take_chain(struct standing *standing, const struct chain_row *row)
{
    struct chain chain = {.id = standing->chain_count + 1, .number = row->entries};
    if (!copy_name(row->name, chain.name, sizeof(chain.name)) || row->head.size != HASH_BYTES)
        return STATUS_STORE_CORRUPT;
    memcpy(chain.head.bytes, row->head.bytes, HASH_BYTES);
    if (!head_is_right(row, &chain) || row->position > standing->folded)
        return STATUS_STORE_CORRUPT;
    return standing_add_chain(standing, &chain, row->position);
}

enum status standing_take_account(struct standing *standing, uint32_t number, uint8_t kind, const char *name,
                                  int64_t cents, uint64_t posting)
{
    struct account account = {.number = number, .kind = kind, .balance_cents = cents};
    if (!copy_name(name, account.name, sizeof(account.name)))
        return STATUS_STORE_CORRUPT;
    enum status status = standing_add_account(standing, &account);
    if (status == STATUS_OK)
        standing->accounts[number - 1].posting = posting;
    return status;
}

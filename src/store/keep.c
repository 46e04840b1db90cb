/* SPDX-License-Identifier: Apache-2.0 */
#include "store/keep.h"

#include <assert.h>

#include "journal/declaration.h"

/* Each posting knows the one before it of its account, and the balance after it. */
static bool keep_postings(struct standing *standing, const struct keeper *keeper,
                          const struct kept_entry *kept)
{
    const struct transaction *transaction = &kept->entry->transaction;
    bool good = true;
    for (uint32_t i = 0; good && i < transaction->count; i++) {
        const struct posting *posting = &transaction->postings[i];
        struct kept_account *account = &standing->accounts[posting->account - 1];
        struct store_posting row = {.posting = ++standing->posting,
                                    .account = posting->account,
                                    .previous = account->posting,
                                    .position = kept->position,
                                    .cents = posting->cents,
                                    .balance_cents =
                                        ledger_account(&standing->ledger, posting->account)->balance_cents};
        account->posting = row.posting;
        good = !keeper->posting || keeper->posting(keeper->context, kept, &row);
    }
    return good;
}

static bool keep_chain(struct standing *standing, const struct keeper *keeper, struct span text)
{
    struct chain chain;
    uint32_t number;
    char name[CHAIN_NAME_MAX];
    if (chain_declaration_parse(text, &number, name) != STATUS_OK || number != standing->chain_count + 1)
        return false;
    chain_init(&chain, number, name);
    /* unreached: where memory fails in tests there are not more chains than have room from the beginning */
    return (!keeper->chain || keeper->chain(keeper->context, &chain)) &&
           standing_add_chain(standing, &chain, 0) == STATUS_OK;
}

static bool keep_account(struct standing *standing, const struct keeper *keeper, struct span text)
{
    struct account account;
    return account_declaration_parse(text, &account) == STATUS_OK &&
           (!keeper->account || keeper->account(keeper->context, &account)) &&
           standing_add_account(standing, &account) == STATUS_OK;
}

static bool keep_document(const struct keeper *keeper, const struct kept_entry *kept)
{
    struct hash hash;
    struct span document;
    char name[CHAIN_NAME_MAX];
    return document_parse(kept->entry->text, &hash, name, &document) == STATUS_OK &&
           (!keeper->document || keeper->document(keeper->context, kept, &hash));
}

/* Declarations of the house's chain have a row of their own. */
static bool keep_declaration(struct standing *standing, const struct keeper *keeper,
                             const struct kept_entry *kept)
{
    if (kept->entry->kind == ENTRY_CHAIN)
        return keep_chain(standing, keeper, kept->entry->text);
    if (kept->entry->kind == ENTRY_ACCOUNT)
        return keep_account(standing, keeper, kept->entry->text);
    if (kept->entry->kind == ENTRY_DOCUMENT)
        return keep_document(keeper, kept);
    return true;
}

static bool tell(const struct keeper *keeper, bool (*take)(void *, const struct kept_entry *),
                 const struct kept_entry *kept)
{
    return !take || take(keeper->context, kept);
}

enum status keep_unit(struct standing *standing, const struct keeper *keeper, const struct unit *unit,
                      const uint8_t *bytes, bool old)
{
    struct entry entry;
    assert(unit->chain >= 1 && unit->chain <= standing->chain_count);
    struct chain chain = standing->chains[unit->chain - 1].chain;
    enum status status = chain_check(&chain, &entry, bytes, unit->size);
    if (status == STATUS_OK && entry.format != ENTRY_FORMAT && !old)
        status = STATUS_BAD_ENTRY;
    struct kept_entry kept = {.previous = standing->chains[unit->chain - 1].position,
                              .chain = unit->chain,
                              .entry = &entry,
                              .bytes = {bytes, unit->size}};
    if (status == STATUS_OK)
        status = standing_keep(standing, unit->chain, &entry);
    if (status != STATUS_OK)
        return status;
    kept.position = standing->position;
    bool begins = entry.kind == ENTRY_ROUND && entry.round != 0;
    bool good = tell(keeper, keeper->entry, &kept) && keep_postings(standing, keeper, &kept) &&
                (entry.key.size == 0 || tell(keeper, keeper->key, &kept)) &&
                (!begins || tell(keeper, keeper->round, &kept)) && keep_declaration(standing, keeper, &kept);
    return good ? STATUS_OK : STATUS_STORE_IO;
}

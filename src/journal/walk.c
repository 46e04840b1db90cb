/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"

static enum status add_chain(struct walk *walk, const char *name)
{
    if (walk->chain_count == walk->chain_room) {
        uint32_t room = walk->chain_room ? walk->chain_room * 2 : 64;
        struct chain *chains = room <= WALK_CHAINS_MAX ? realloc(walk->chains, room * sizeof(*chains)) : NULL;
        if (!chains)
            return STATUS_NO_MEMORY;
        walk->chains = chains;
        walk->chain_room = room;
    }
    chain_init(&walk->chains[walk->chain_count++], name);
    return STATUS_OK;
}

enum status walk_init(struct walk *walk, const struct public_key *key)
{
    *walk = (struct walk){.has_key = key != NULL};
    if (key)
        walk->key = *key;
    ledger_init(&walk->ledger);
    corrections_init(&walk->corrections);
    return add_chain(walk, CHAIN_HOUSE);
}

void walk_release(struct walk *walk)
{
    free(walk->chains);
    ledger_release(&walk->ledger);
    corrections_release(&walk->corrections);
    *walk = (struct walk){0};
}

/* ---- What each kind of entry must be, beyond its place in the chain. ---- */

static enum status check_founded(struct walk *walk, const struct entry *entry)
{
    struct public_key key;
    enum status status = founded_parse(entry->text, &key);
    if (status != STATUS_OK)
        return status;
    if (entry->number != 1)
        return STATUS_BAD_ENTRY;
    if (walk->has_key && memcmp(walk->key.bytes, key.bytes, PUBLIC_KEY_BYTES) != 0)
        return STATUS_BAD_SIGNATURE;
    walk->key = key;
    walk->has_key = true;
    return STATUS_OK;
}

static enum status check_chain(struct walk *walk, const struct entry *entry)
{
    uint32_t number;
    char name[CHAIN_NAME_MAX];
    enum status status = chain_declaration_parse(entry->text, &number, name);
    if (status != STATUS_OK)
        return status;
    return number == walk->chain_count + 1 ? add_chain(walk, name) : STATUS_BAD_ENTRY;
}

static enum status check_account(struct walk *walk, const struct entry *entry)
{
    struct account account;
    enum status status = account_declaration_parse(entry->text, &account);
    return status == STATUS_OK ? ledger_load(&walk->ledger, &account) : status;
}

static enum status check_document(const struct entry *entry)
{
    struct hash hash;
    struct span document;
    char name[CHAIN_NAME_MAX];
    return document_parse(entry->text, &hash, name, &document);
}

static enum status check_signature(struct walk *walk, const struct chain *before, const struct entry *entry)
{
    walk->signatures++;
    return signing_check(before, entry->text, walk->has_key ? &walk->key : NULL, NULL);
}

static bool is_of_house(enum entry_kind kind)
{
    return kind == ENTRY_FOUNDED || kind == ENTRY_CHAIN || kind == ENTRY_ACCOUNT || kind == ENTRY_DOCUMENT;
}

/* `before` is the chain as it stood before the entry. */
static enum status check_kind(struct walk *walk, uint32_t number, const struct chain *before,
                              const struct entry *entry)
{
    if (is_of_house(entry->kind) && number != CHAIN_NUMBER_HOUSE)
        return STATUS_BAD_ENTRY;
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_FOUNDED:
        return check_founded(walk, entry);
    case ENTRY_CHAIN:
        return check_chain(walk, entry);
    case ENTRY_ACCOUNT:
        return check_account(walk, entry);
    case ENTRY_DOCUMENT:
        return check_document(entry);
    case ENTRY_MONEY:
        return corrections_note(&walk->corrections, number, entry);
    case ENTRY_CORRECTED:
        return corrections_take(&walk->corrections, number, entry);
    case ENTRY_SIGNED:
        return check_signature(walk, before, entry);
    case ENTRY_OPENED:
    case ENTRY_CLOSED:
    case ENTRY_ROUND:
    case ENTRY_ACTS:
    case ENTRY_REFUSED:
    case ENTRY_RECOVERED:
    case ENTRY_COMMITTED:
    case ENTRY_REVEALED:
    case ENTRY_NOTE:
        return STATUS_OK;
    }
    return STATUS_BAD_ENTRY;
}

static enum status step(struct walk *walk, uint32_t number, const uint8_t *bytes, size_t size,
                        struct entry *entry)
{
    struct chain before = walk->chains[number - 1];
    enum status status = chain_check(&walk->chains[number - 1], entry, bytes, size);
    if (status == STATUS_OK)
        status = check_kind(walk, number, &before, entry);
    if (status == STATUS_OK && entry->transaction.count > 0)
        status = ledger_book(&walk->ledger, &entry->transaction);
    return status;
}

enum status walk_step(struct walk *walk, uint32_t chain, const uint8_t *bytes, size_t size,
                      struct entry *entry)
{
    if (chain < 1 || chain > walk->chain_count) {
        snprintf(walk->fault, sizeof(walk->fault), "chain %" PRIu32 " was never declared", chain);
        return STATUS_NOT_FOUND;
    }
    uint64_t number = walk->chains[chain - 1].number + 1;
    enum status status = step(walk, chain, bytes, size, entry);
    if (status == STATUS_OK)
        walk->entries++;
    else
        snprintf(walk->fault, sizeof(walk->fault), "%s, entry %" PRIu64 ": %s", walk->chains[chain - 1].name,
                 number, status_sentence(status));
    return status;
}

enum status walk_follow(struct walk *walk, uint32_t number, const struct entry *entry)
{
    if (number < 1 || number > walk->chain_count)
        return STATUS_NOT_FOUND;
    struct chain *chain = &walk->chains[number - 1];
    chain->number = entry->number;
    chain->head = entry->hash;
    walk->entries++;
    walk->signatures += entry->kind == ENTRY_SIGNED;
    enum status status = entry->kind == ENTRY_SIGNED ? STATUS_OK : check_kind(walk, number, chain, entry);
    if (status == STATUS_OK && entry->transaction.count > 0)
        status = ledger_book(&walk->ledger, &entry->transaction);
    return status;
}

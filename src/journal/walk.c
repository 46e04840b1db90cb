/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/walk.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"

static enum status make_room(struct walk *walk)
{
    assert(walk->chain_count == walk->chain_room);
    uint32_t room = walk->chain_room ? walk->chain_room * 2 : 64;
    if (room > WALK_CHAINS_MAX)
        return STATUS_NO_MEMORY;
    struct chain *chains = realloc(walk->chains, room * sizeof(*chains));
    if (!chains)
        return STATUS_NO_MEMORY;
    walk->chains = chains;
    uint64_t *signed_at = realloc(walk->signed_at, room * sizeof(*signed_at));
    if (!signed_at)
        return STATUS_NO_MEMORY;
    walk->signed_at = signed_at;
    walk->chain_room = room;
    assert(walk->chain_room > walk->chain_count);
    return STATUS_OK;
}

static enum status add_chain(struct walk *walk, const char *name)
{
    enum status status = walk->chain_count == walk->chain_room ? make_room(walk) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    walk->signed_at[walk->chain_count] = 0;
    chain_init(&walk->chains[walk->chain_count], walk->chain_count + 1, name);
    walk->chain_count++;
    assert(walk->chain_count <= walk->chain_room);
    return STATUS_OK;
}

enum status walk_init(struct walk *walk, const struct public_key *known_key)
{
    memset(walk, 0, sizeof(*walk));
    if (known_key)
        walk->known_key = *known_key;
    guard_init(&walk->guard, known_key ? &walk->known_key : NULL);
    ledger_init(&walk->ledger);
    corrections_init(&walk->corrections);
    return add_chain(walk, CHAIN_HOUSE);
}

enum status walk_resume_chain(struct walk *walk, const struct chain *chain)
{
    assert(walk->entries == 0 && chain->id);
    if (chain->id > walk->chain_count + 1)
        return STATUS_BAD_ENTRY;
    enum status status = chain->id == walk->chain_count + 1 ? add_chain(walk, chain->name) : STATUS_OK;
    if (status == STATUS_OK)
        walk->chains[chain->id - 1] = *chain;
    return status;
}

void walk_release(struct walk *walk)
{
    free(walk->chains);
    free(walk->signed_at);
    ledger_release(&walk->ledger);
    corrections_release(&walk->corrections);
    memset(walk, 0, sizeof(*walk));
}

/* ---- What each kind of entry must be, beyond its place in the chain. ---- */

static enum status check_founded(struct walk *walk, const struct entry *entry)
{
    assert(entry->kind == ENTRY_FOUNDED);
    struct public_key key;
    enum status status = founded_parse(entry->text, &key);
    if (status == STATUS_OK && entry->number != 1)
        status = STATUS_BAD_ENTRY;
    return status == STATUS_OK ? guard_found(&walk->guard, &key) : status;
}

static enum status check_key(struct walk *walk, const struct entry *entry)
{
    assert(entry->kind == ENTRY_KEY);
    struct key_turn turn;
    struct guard *guard = &walk->guard;
    enum status status = key_turn_parse(entry->text, &turn);
    if (status != STATUS_OK)
        return status;
    if (!guard->founded || !public_key_equal(&turn.old, &guard->key) ||
        !key_turn_holds(&turn, guard->origin, entry->number))
        return STATUS_BAD_SIGNATURE;
    guard_turn_key(guard, &turn.new);
    return STATUS_OK;
}

static enum status check_loss(struct walk *walk, const struct entry *entry)
{
    assert(entry->kind == ENTRY_LOSS);
    uint64_t size;
    uint64_t length;
    struct hash root;
    enum status status = loss_parse(entry->text, &size, &root, &length);
    if (status == STATUS_OK)
        guard_loss(&walk->guard, size, &root, entry->number, entry->who);
    return status;
}

static enum status check_chain(struct walk *walk, const struct entry *entry)
{
    assert(entry->kind == ENTRY_CHAIN);
    uint32_t number;
    char name[CHAIN_NAME_MAX];
    enum status status = chain_declaration_parse(entry->text, &number, name);
    if (status != STATUS_OK)
        return status;
    return number == walk->chain_count + 1 ? add_chain(walk, name) : STATUS_BAD_ENTRY;
}

static enum status check_account(struct walk *walk, const struct entry *entry)
{
    assert(entry->kind == ENTRY_ACCOUNT);
    struct account account;
    enum status status = account_declaration_parse(entry->text, &account);
    return status == STATUS_OK ? ledger_load(&walk->ledger, &account) : status;
}

static enum status check_document(const struct entry *entry)
{
    assert(entry->kind == ENTRY_DOCUMENT);
    struct hash hash;
    struct span document;
    char name[CHAIN_NAME_MAX];
    return document_parse(entry->text, &hash, name, &document);
}

static enum status check_signature(struct walk *walk, const struct chain *before, const struct entry *entry)
{
    assert(before->id && before->id <= walk->chain_count);
    walk->signatures++;
    walk->signed_at[before->id - 1] = entry->number;
    return signing_check(before, entry->text, walk->guard.founded ? &walk->guard.key : NULL, NULL);
}

static bool is_of_house(enum entry_kind kind)
{
    return kind == ENTRY_FOUNDED || kind == ENTRY_CHAIN || kind == ENTRY_ACCOUNT || kind == ENTRY_DOCUMENT ||
           (kind >= ENTRY_KEY && kind != ENTRY_COUNT && kind != ENTRY_LUCK && kind != ENTRY_MIXED);
}

/* `before` is the chain as it stood before the entry. */
static enum status check_kind(struct walk *walk, uint32_t number, const struct chain *before,
                              const struct entry *entry)
{
    assert(number && number <= walk->chain_count);
    if (is_of_house(entry->kind) && number != CHAIN_NUMBER_HOUSE)
        return STATUS_BAD_ENTRY;
    /* unreached: entry_read takes no other kinds */
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
    case ENTRY_KEY:
        return check_key(walk, entry);
    case ENTRY_LOSS:
        return check_loss(walk, entry);
    case ENTRY_OPENED:
    case ENTRY_CLOSED:
    case ENTRY_ROUND:
    case ENTRY_ACTS:
    case ENTRY_REFUSED:
    case ENTRY_RECOVERED:
    case ENTRY_COMMITTED:
    case ENTRY_REVEALED:
    case ENTRY_NOTE:
    case ENTRY_PERSON:
    case ENTRY_SESSION:
    case ENTRY_LUCK:
    case ENTRY_MIXED:
    case ENTRY_DAY:
    case ENTRY_COUNT:
    case ENTRY_PATRON:
    case ENTRY_CHANGE:
        return STATUS_OK;
    }
    return STATUS_BAD_ENTRY;
}

/* Format 1 knows no checkpoints of the log: its chains were signed one by one, and never follow format 2. */
static enum status check_old(const struct walk *walk, uint32_t number, const struct entry *entry)
{
    assert(number && number <= walk->chain_count);
    if (entry->format != ENTRY_FORMAT_OLD)
        return STATUS_OK;
    if (walk->entries > 0 && !walk->guard.seal.old)
        return STATUS_BROKEN_CHAIN;
    return entry->number - walk->signed_at[number - 1] > WALK_UNSIGNED_MAX ? STATUS_BAD_SIGNATURE : STATUS_OK;
}

/* The leaf goes first: what stands in front of it was signed by the key before it. */
static enum status take_leaf(struct walk *walk, struct span bytes, const struct entry *entry)
{
    bool old = entry->format == ENTRY_FORMAT_OLD;
    struct hash leaf = old ? merkle_leaf(bytes) : entry->hash;
    return guard_take(&walk->guard, &leaf, entry->time_ms, old);
}

static enum status step(struct walk *walk, uint32_t number, struct span bytes, struct entry *entry)
{
    assert(number && number <= walk->chain_count);
    struct chain before = walk->chains[number - 1];
    enum status status = chain_check(&walk->chains[number - 1], entry, bytes.bytes, bytes.size);
    if (status == STATUS_OK)
        status = check_old(walk, number, entry);
    if (status == STATUS_OK)
        status = take_leaf(walk, bytes, entry);
    if (status == STATUS_OK)
        status = check_kind(walk, number, &before, entry);
    if (status == STATUS_OK && entry->transaction.count > 0)
        status = ledger_book(&walk->ledger, &entry->transaction);
    return status;
}

enum status walk_step(struct walk *walk, uint32_t chain, const uint8_t *bytes, size_t size,
                      struct entry *entry)
{
    assert(walk->chain_count);
    if (chain < 1 || chain > walk->chain_count) {
        snprintf(walk->fault, sizeof(walk->fault), "chain %" PRIu32 " was never declared", chain);
        return STATUS_NOT_FOUND;
    }
    uint64_t number = walk->chains[chain - 1].number + 1;
    enum status status = step(walk, chain, (struct span){bytes, size}, entry);
    if (status == STATUS_OK)
        walk->entries++;
    else if (walk->guard.fault[0])
        snprintf(walk->fault, sizeof(walk->fault), "%s", walk->guard.fault);
    else
        snprintf(walk->fault, sizeof(walk->fault), "%s, entry %" PRIu64 ": %s", walk->chains[chain - 1].name,
                 number, status_sentence(status));
    return status;
}

enum status walk_finish(struct walk *walk)
{
    enum status status = guard_finish(&walk->guard);
    if (status != STATUS_OK)
        snprintf(walk->fault, sizeof(walk->fault), "%s", walk->guard.fault);
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
    bool judged = entry->kind == ENTRY_SIGNED || entry->kind == ENTRY_KEY;
    enum status status = judged ? STATUS_OK : check_kind(walk, number, chain, entry);
    if (status == STATUS_OK && entry->transaction.count > 0)
        status = ledger_follow(&walk->ledger, &entry->transaction);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/chain.h"

#include <assert.h>
#include <string.h>

#include "log/merkle.h"

#define SEED "croupier journal 1\n"

void chain_init(struct chain *chain, uint32_t id, const char *name)
{
    struct hasher hasher;
    assert(id > 0 && account_name_ok(name) && strlen(name) < CHAIN_NAME_MAX);
    *chain = (struct chain){.id = id};
    memcpy(chain->name, name, strlen(name) + 1);
    hasher_init(&hasher);
    hasher_add(&hasher, SEED, strlen(SEED));
    hasher_add(&hasher, name, strlen(name));
    chain->head = hasher_result(&hasher);
}

static void advance(struct chain *chain, const struct entry *entry)
{
    assert(entry->number == chain->number + 1);
    chain->number = entry->number;
    chain->head = entry->hash;
}

enum status chain_append(struct chain *chain, struct entry *entry, uint8_t *bytes, size_t size, size_t *used)
{
    entry->chain = chain->id;
    entry->number = chain->number + 1;
    enum status status = entry_write(entry, bytes, size, used);
    if (status == STATUS_OK)
        advance(chain, entry);
    return status;
}

enum status chain_check(struct chain *chain, struct entry *entry, const uint8_t *bytes, size_t size)
{
    enum status status = entry_read(entry, bytes, size);
    if (status != STATUS_OK)
        return status;
    bool old = entry->format == ENTRY_FORMAT_OLD;
    struct hash right =
        old ? entry_old_hash(&chain->head, bytes, size) : merkle_leaf((struct span){bytes, size});
    if (entry->number != chain->number + 1)
        return STATUS_BROKEN_CHAIN;
    if (old ? !hash_equal(&entry->hash, &right) : entry->chain != chain->id)
        return STATUS_BROKEN_CHAIN;
    assert(entry->number == chain->number + 1);
    entry->hash = right;
    advance(chain, entry);
    return STATUS_OK;
}

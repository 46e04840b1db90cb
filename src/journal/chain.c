/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/chain.h"

#include <assert.h>
#include <string.h>

#define SEED "croupier journal 1\n"

void chain_init(struct chain *chain, const char *name)
{
    struct hasher hasher;
    assert(account_name_ok(name) && strlen(name) < CHAIN_NAME_MAX);
    *chain = (struct chain){0};
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
    entry->number = chain->number + 1;
    enum status status = entry_write(entry, &chain->head, bytes, size, used);
    if (status == STATUS_OK)
        advance(chain, entry);
    return status;
}

enum status chain_check(struct chain *chain, struct entry *entry, const uint8_t *bytes, size_t size)
{
    enum status status = entry_read(entry, bytes, size);
    if (status != STATUS_OK)
        return status;
    struct hash right = entry_hash(&chain->head, bytes, size);
    if (entry->number != chain->number + 1 || !hash_equal(&entry->hash, &right))
        return STATUS_BROKEN_CHAIN;
    advance(chain, entry);
    return STATUS_OK;
}

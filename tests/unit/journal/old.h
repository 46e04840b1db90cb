/* SPDX-License-Identifier: Apache-2.0 */
/* old.h - writes entries of format 1, which the library only reads. */
#ifndef CROUPIER_TESTS_JOURNAL_OLD_H
#define CROUPIER_TESTS_JOURNAL_OLD_H

#include "check.h"

#include "journal/chain.h"

/* The next entry of a chain of format 1; postings must stand in order. */
static inline void old_append(struct chain *chain, struct entry *entry, uint8_t *bytes, size_t size,
                              size_t *used)
{
    struct wire wire;
    wire_write(&wire, bytes, size);
    entry->number = chain->number + 1;
    wire_put_number(&wire, ENTRY_FORMAT_OLD);
    wire_put_number(&wire, entry->number);
    wire_put_number(&wire, (uint64_t)entry->time_ms);
    wire_put_number(&wire, entry->kind);
    wire_put_number(&wire, entry->role);
    wire_put_bytes(&wire, entry->who);
    wire_put_bytes(&wire, entry->key);
    wire_put_bytes(&wire, entry->text);
    wire_put_number(&wire, entry->transaction.count);
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        wire_put_number(&wire, entry->transaction.postings[i].account);
        wire_put_signed(&wire, entry->transaction.postings[i].cents);
    }
    entry->hash = entry_old_hash(&chain->head, bytes, wire.at + HASH_BYTES);
    wire_put_raw(&wire, entry->hash.bytes, HASH_BYTES);
    assert_false(wire.bad);
    *used = wire.at;
    chain->number++;
    chain->head = entry->hash;
}

#endif

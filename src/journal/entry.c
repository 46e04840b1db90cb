/* SPDX-License-Identifier: Apache-2.0 */
/* entry.c - the bytes of an entry.
 *
 *   format    number   2
 *   chain     number   of its chain, from 1
 *   number    number   of the entry in its chain, from 1
 *   time      number   milliseconds since 1970-01-01 00:00 UTC
 *   kind      number   pinned in entry.h
 *   role      number   pinned in entry.h
 *   who       bytes    at most 64
 *   key       bytes    at most 64
 *   request   bytes    16, or none
 *   round     number   of the table, or 0
 *   text      bytes    at most 131072
 *   count     number   of postings, 0 or 2 to 64; for each, accounts rising:
 *     account number   of the account
 *     cents   signed   never 0; they add up to 0
 *
 * `number`, `signed` and `bytes` are those of wire.h, in their one form. The postings stand in the order of
 * their accounts, so that equal transactions are equal bytes.
 *
 * Format 1 has no chain, request and round, and ends with 32 bytes: BLAKE2b-256 over the 32 bytes of the
 * previous entry's hash and all bytes above. The first entry of such a chain follows the hash chain_init
 * gives. */
#include "journal/entry.h"

#include <assert.h>
#include <string.h>

#include "log/merkle.h"

#define NAME_AT(id, number, name) [id] = (name),
static const char *const kind_names[] = {ENTRY_KIND_LIST(NAME_AT)};
static const char *const role_names[] = {ROLE_LIST(NAME_AT)};
#undef NAME_AT

enum {
    KIND_ROWS = sizeof kind_names / sizeof kind_names[0],
    ROLE_ROWS = sizeof role_names / sizeof role_names[0],
};

/* NULL for a number that is not in the list. */
static const char *name_of(const char *const *names, unsigned rows, unsigned number)
{
    assert(rows);
    return number < rows ? names[number] : NULL;
}

static unsigned number_of(const char *const *names, unsigned rows, const char *name)
{
    assert(rows && name);
    for (unsigned number = 0; number < rows; number++)
        if (names[number] && strcmp(names[number], name) == 0)
            return number;
    return 0;
}

const char *entry_kind_name(enum entry_kind kind)
{
    const char *name = name_of(kind_names, KIND_ROWS, kind);
    return name ? name : "unknown";
}

const char *role_name(enum role role)
{
    const char *name = name_of(role_names, ROLE_ROWS, role);
    return name ? name : "unknown";
}

bool entry_kind_find(const char *name, enum entry_kind *kind)
{
    *kind = (enum entry_kind)number_of(kind_names, KIND_ROWS, name);
    return *kind != 0;
}

bool role_find(const char *name, enum role *role)
{
    *role = (enum role)number_of(role_names, ROLE_ROWS, name);
    return *role != 0;
}

/* The demands on an entry that reader and writer share. */
static bool is_sound(const struct entry *entry)
{
    const struct transaction *transaction = &entry->transaction;
    if (entry->number == 0 || entry->time_ms < 0)
        return false;
    if (!name_of(kind_names, KIND_ROWS, entry->kind) || !name_of(role_names, ROLE_ROWS, entry->role))
        return false;
    bool old = entry->format == ENTRY_FORMAT_OLD;
    if (old ? entry->kind > ENTRY_NOTE : entry->kind == ENTRY_SIGNED || entry->chain == 0)
        return false;
    if (entry->request.size != 0 && entry->request.size != ENTRY_REQUEST_BYTES)
        return false;
    if (entry->who.size > ENTRY_WHO_MAX || entry->key.size > ENTRY_KEY_MAX ||
        entry->text.size > ENTRY_TEXT_MAX)
        return false;
    return transaction->count == 0 || transaction_verify(transaction) == STATUS_OK;
}

/* Insertion sort: a transaction has a handful of postings. */
static void sort_postings(struct transaction *transaction)
{
    assert(transaction->count <= TRANSACTION_POSTINGS_MAX);
    for (uint32_t i = 1; i < transaction->count; i++) {
        struct posting held = transaction->postings[i];
        uint32_t at = i;
        for (; at > 0 && transaction->postings[at - 1].account > held.account; at--)
            transaction->postings[at] = transaction->postings[at - 1];
        transaction->postings[at] = held;
    }
}

static bool are_sorted(const struct transaction *transaction)
{
    for (uint32_t i = 1; i < transaction->count; i++)
        if (transaction->postings[i - 1].account >= transaction->postings[i].account)
            return false;
    return true;
}

static void put_fields(struct wire *wire, const struct entry *entry)
{
    assert(are_sorted(&entry->transaction) && entry->time_ms >= 0);
    wire_put_number(wire, ENTRY_FORMAT);
    wire_put_number(wire, entry->chain);
    wire_put_number(wire, entry->number);
    wire_put_number(wire, (uint64_t)entry->time_ms);
    wire_put_number(wire, entry->kind);
    wire_put_number(wire, entry->role);
    wire_put_bytes(wire, entry->who);
    wire_put_bytes(wire, entry->key);
    wire_put_bytes(wire, entry->request);
    wire_put_number(wire, entry->round);
    wire_put_bytes(wire, entry->text);
    wire_put_number(wire, entry->transaction.count);
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        wire_put_number(wire, entry->transaction.postings[i].account);
        wire_put_signed(wire, entry->transaction.postings[i].cents);
    }
}

enum status entry_write(struct entry *entry, uint8_t *bytes, size_t size, size_t *used)
{
    assert(bytes && used);
    struct wire wire;
    entry->format = ENTRY_FORMAT;
    if (!is_sound(entry))
        return STATUS_BAD_ENTRY;
    sort_postings(&entry->transaction);
    wire_write(&wire, bytes, size);
    put_fields(&wire, entry);
    if (wire.bad)
        return STATUS_TOO_LONG;
    entry->hash = merkle_leaf((struct span){bytes, wire.at});
    *used = wire.at;
    assert(*used <= size);
    return STATUS_OK;
}

static void read_postings(struct wire *wire, struct transaction *transaction)
{
    transaction->count = (uint32_t)wire_number(wire, TRANSACTION_POSTINGS_MAX);
    for (uint32_t i = 0; i < transaction->count; i++) {
        transaction->postings[i].account = (uint32_t)wire_number(wire, UINT32_MAX);
        transaction->postings[i].cents = wire_signed(wire);
    }
    assert(transaction->count <= TRANSACTION_POSTINGS_MAX);
}

enum status entry_read(struct entry *entry, const uint8_t *bytes, size_t size)
{
    struct wire wire;
    wire_read(&wire, bytes, size);
    entry->format = (uint8_t)wire_number(&wire, ENTRY_FORMAT);
    bool old = entry->format == ENTRY_FORMAT_OLD;
    entry->chain = old ? 0 : (uint32_t)wire_number(&wire, UINT32_MAX);
    entry->number = wire_number(&wire, UINT64_MAX);
    entry->time_ms = (int64_t)wire_number(&wire, INT64_MAX);
    entry->kind = (uint8_t)wire_number(&wire, UINT8_MAX);
    entry->role = (uint8_t)wire_number(&wire, UINT8_MAX);
    entry->who = wire_bytes(&wire, ENTRY_WHO_MAX);
    entry->key = wire_bytes(&wire, ENTRY_KEY_MAX);
    entry->request = old ? (struct span){NULL, 0} : wire_bytes(&wire, ENTRY_REQUEST_BYTES);
    entry->round = old ? 0 : (uint32_t)wire_number(&wire, UINT32_MAX);
    entry->text = wire_bytes(&wire, ENTRY_TEXT_MAX);
    read_postings(&wire, &entry->transaction);
    struct span hash = wire_raw(&wire, old ? HASH_BYTES : 0);
    if (wire.bad || wire.at != size || entry->format == 0 || !is_sound(entry) ||
        !are_sorted(&entry->transaction))
        return STATUS_BAD_ENTRY;
    if (old)
        memcpy(entry->hash.bytes, hash.bytes, HASH_BYTES);
    return STATUS_OK;
}

static void move_span(struct span *span, const uint8_t *bytes, const uint8_t *moved)
{
    if (span->bytes)
        span->bytes = moved + (span->bytes - bytes);
}

void entry_follow(struct entry *copy, const struct entry *entry, const uint8_t *bytes, const uint8_t *moved)
{
    memcpy(copy, entry, entry_used(entry));
    struct span *const spans[] = {&copy->who, &copy->key, &copy->request, &copy->text};
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++)
        move_span(spans[i], bytes, moved);
}

/* Most entries are shorter than this, and hashed in one go. */
enum { SHORT_MAX = 480 };

struct hash entry_old_hash(const struct hash *previous, const uint8_t *bytes, size_t size)
{
    uint8_t together[HASH_BYTES + SHORT_MAX];
    struct hasher hasher;
    assert(size >= HASH_BYTES);
    size -= HASH_BYTES;
    if (size <= SHORT_MAX) {
        memcpy(together, previous->bytes, HASH_BYTES);
        memcpy(together + HASH_BYTES, bytes, size);
        return hash_of(together, HASH_BYTES + size);
    }
    hasher_init(&hasher);
    hasher_add(&hasher, previous->bytes, HASH_BYTES);
    hasher_add(&hasher, bytes, size);
    return hasher_result(&hasher);
}

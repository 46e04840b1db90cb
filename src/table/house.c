/* SPDX-License-Identifier: Apache-2.0 */
#include "table/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"

/* ---- The key. ---- */

static enum status key_open(struct house *house, const char *path, struct store_failure *failure)
{
    char name[1024];
    int used = snprintf(name, sizeof name, "%s.key", path);
    if (used < 0 || (size_t)used >= sizeof name)
        return STATUS_TOO_LONG;
    return house_key_load(&house->key, name, failure);
}

/* ---- Entries. ---- */

enum status house_append(struct house *house, uint32_t number, struct entry *entry, uint64_t *ticket)
{
    struct chain chain;
    size_t used;
    enum status status = store_chain(house->store, number, &chain);
    if (status == STATUS_OK && entry->transaction.count)
        status = ledger_verify(&house->ledger, &entry->transaction);
    if (status == STATUS_OK)
        status = chain_append(&chain, entry, house->bytes, ENTRY_BYTES_MAX, &used);
    if (status == STATUS_OK)
        status = store_submit(house->store, number, house->bytes, used, ticket);
    if (status == STATUS_OK && entry->transaction.count)
        status = ledger_book(&house->ledger, &entry->transaction);
    return status;
}

static enum status declare(struct house *house, uint32_t chain, enum entry_kind kind, struct span text,
                           int64_t now_ms)
{
    uint64_t ticket;
    struct entry entry = {.time_ms = now_ms, .kind = (uint8_t)kind, .role = ROLE_SYSTEM, .text = text};
    return house_append(house, chain, &entry, &ticket);
}

static struct span span_of_text(const struct text *text)
{
    return (struct span){(const uint8_t *)text->bytes, text->used};
}

static enum status house_found(struct house *house, int64_t now_ms)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct public_key key = signing_key_public(&house->key.signing);
    text_init(&text, bytes, sizeof bytes);
    founded_print(&key, &text);
    return declare(house, CHAIN_NUMBER_HOUSE, ENTRY_FOUNDED, span_of_text(&text), now_ms);
}

enum status house_chain(struct house *house, const char *name, int64_t now_ms, uint32_t *number)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct chain chain;
    uint32_t count = store_chain_count(house->store);
    for (*number = 1; *number <= count; ++*number)
        if (store_chain(house->store, *number, &chain) == STATUS_OK && strcmp(chain.name, name) == 0)
            return STATUS_OK;
    text_init(&text, bytes, sizeof bytes);
    chain_declaration_print(*number, name, &text);
    return declare(house, CHAIN_NUMBER_HOUSE, ENTRY_CHAIN, span_of_text(&text), now_ms);
}

enum status house_account(struct house *house, enum account_kind kind, const char *name, int64_t now_ms,
                          uint32_t *number)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    const struct account *account = ledger_find(&house->ledger, kind, name);
    if (account) {
        *number = account->number;
        return STATUS_OK;
    }
    enum status status = ledger_open(&house->ledger, kind, name, number);
    if (status)
        return status;
    text_init(&text, bytes, sizeof bytes);
    account_declaration_print(ledger_account(&house->ledger, *number), &text);
    return declare(house, CHAIN_NUMBER_HOUSE, ENTRY_ACCOUNT, span_of_text(&text), now_ms);
}

enum status house_document(struct house *house, const char *name, struct span document, int64_t now_ms)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct hash hash = hash_of(document.bytes, document.size);
    if (store_document(house->store, &hash, &cursor, &row) == STATUS_OK) {
        store_cursor_close(cursor);
        return STATUS_OK;
    }
    size_t size = document.size + DECLARATION_TEXT_MAX;
    char *bytes = malloc(size);
    if (!bytes)
        return STATUS_NO_MEMORY;
    struct text text;
    text_init(&text, bytes, size);
    document_print(document, name, &text);
    text_put_bytes(&text, (const char *)document.bytes, document.size);
    enum status status =
        text.full ? STATUS_TOO_LONG
                  : declare(house, CHAIN_NUMBER_HOUSE, ENTRY_DOCUMENT, span_of_text(&text), now_ms);
    free(bytes);
    return status;
}

enum status house_sign(struct house *house, uint32_t number, int64_t now_ms)
{
    char bytes[CHECKPOINT_TEXT_MAX];
    struct text text;
    struct chain chain;
    enum status status = store_chain(house->store, number, &chain);
    if (status)
        return status;
    text_init(&text, bytes, sizeof bytes);
    checkpoint_print(&chain, &house->key.signing, &text);
    return declare(house, number, ENTRY_SIGNED, span_of_text(&text), now_ms);
}

/* ---- Life. ---- */

static enum status fail(struct store_failure *failure, enum status status)
{
    if (status && !failure->status) {
        failure->status = status;
        snprintf(failure->message, sizeof failure->message, "%s", status_sentence(status));
    }
    return status;
}

enum status house_open(struct house *house, const char *path, void (*durable)(void *context), void *context,
                       struct store_failure *failure)
{
    struct store_options options = {.path = path, .durable = durable, .context = context};
    struct chain chain;
    memset(house, 0, sizeof *house);
    ledger_init(&house->ledger);
    *failure = (struct store_failure){0};
    house->bytes = malloc(ENTRY_BYTES_MAX);
    enum status status = house->bytes ? store_open(&house->store, &options, failure) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = store_load(house->store, &house->ledger, failure);
    if (status == STATUS_OK)
        status = key_open(house, path, failure);
    if (status == STATUS_OK)
        status = store_chain(house->store, CHAIN_NUMBER_HOUSE, &chain);
    if (status == STATUS_OK && chain.number == 0)
        status = house_found(house, 0);
    if (status)
        house_close(house);
    return fail(failure, status);
}

void house_close(struct house *house)
{
    store_close(house->store);
    ledger_release(&house->ledger);
    free(house->bytes);
    house_key_wipe(&house->key);
    memset(house, 0, sizeof *house);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/books.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "journal/correction.h"
#include "journal/declaration.h"
#include "store/backend.h"

enum { DOCUMENTS_KNOWN = 64 };

struct books {
    struct store *store;
    struct ledger ledger;
    bool has_key;
    struct house_key key;
    int64_t (*now_ms)(void *clock);
    void *clock;
    uint8_t *unsigned_since; /* by chain - 1: written to since it was last signed */
    uint32_t chain_room;
    uint64_t last_ticket;
    struct hash documents[DOCUMENTS_KNOWN]; /* the last ones added: they may not be on disk yet */
    unsigned document_count;
    uint8_t bytes[ENTRY_BYTES_MAX];
};

static int64_t system_now_ms(void *clock)
{
    struct timespec now;
    (void)clock;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct span span_or_none(const char *string)
{
    return string ? span_of(string) : (struct span){NULL, 0};
}

/* ---- Writing. ---- */

static enum status make_chain_room(struct books *books, uint32_t chain)
{
    if (chain <= books->chain_room)
        return STATUS_OK;
    uint32_t room = chain + 64;
    uint8_t *flags = realloc(books->unsigned_since, room);
    if (!flags)
        return STATUS_NO_MEMORY;
    memset(flags + books->chain_room, 0, room - books->chain_room);
    books->unsigned_since = flags;
    books->chain_room = room;
    return STATUS_OK;
}

enum status books_wait(struct books *books)
{
    return store_wait(books->store, books->last_ticket);
}

/* What the entries behind it say about the one a correction names, from the last one back to it. */
static enum status look_back(struct store_cursor *cursor, uint64_t number,
                             const struct transaction *correction)
{
    struct store_row row;
    struct entry entry;
    uint64_t corrected;
    enum status status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status != STATUS_OK || entry.number == number)
            return status != STATUS_OK ? status : correction_verify(&entry, correction);
        if (entry.kind == ENTRY_CORRECTED && correction_parse(entry.text, &corrected) == STATUS_OK &&
            corrected == number)
            return STATUS_CORRECTED;
    }
    return status;
}

/* People put things right, seldom and by hand: there is time to wait until all that is written can be read.
 */
static enum status verify_correction(struct books *books, uint32_t chain, const struct line *line)
{
    static const struct transaction none = {0};
    struct store_cursor *cursor;
    struct store_failure failure;
    uint64_t number;
    enum status status = correction_parse(line->text, &number);
    if (status == STATUS_OK)
        status = books_wait(books);
    if (status == STATUS_OK)
        status = store_read(books->store, chain, STORE_BACKWARD, 0, &cursor, &failure);
    if (status != STATUS_OK)
        return status;
    status = look_back(cursor, number, line->transaction ? line->transaction : &none);
    store_cursor_close(cursor);
    return status;
}

/* Writes one entry, without a signature behind it. The ledger is asked before the store and told after it, so
 * that a refusal by either leaves both as they were. */
static enum status write_entry(struct books *books, uint32_t number, const struct line *line,
                               uint64_t *ticket)
{
    struct chain chain;
    size_t used;
    struct entry entry = {
        .time_ms = books->now_ms(books->clock),
        .kind = (uint8_t)line->kind,
        .role = (uint8_t)line->role,
        .who = span_or_none(line->who),
        .key = span_or_none(line->key),
        .text = line->text,
    };
    enum status status = store_chain(books->store, number, &chain);
    if (status == STATUS_OK && line->kind == ENTRY_CORRECTED)
        status = verify_correction(books, number, line);
    if (status == STATUS_OK && line->transaction) {
        entry.transaction = *line->transaction;
        status = ledger_verify(&books->ledger, line->transaction);
    }
    /* Who repeats a request that took all his money is told that it is a repetition. */
    if (status != STATUS_OK && entry.key.size && store_key(books->store, entry.key) == STATUS_REPEATED)
        status = STATUS_REPEATED;
    if (status == STATUS_OK)
        status = make_chain_room(books, number);
    if (status == STATUS_OK)
        status = chain_append(&chain, &entry, books->bytes, sizeof(books->bytes), &used);
    if (status == STATUS_OK)
        status = store_submit(books->store, number, books->bytes, used, ticket);
    if (status == STATUS_OK && line->transaction) {
        status = ledger_book(&books->ledger, line->transaction);
        assert(status == STATUS_OK);
    }
    if (status == STATUS_OK)
        books->unsigned_since[number - 1] = line->kind != ENTRY_SIGNED;
    if (status == STATUS_OK)
        books->last_ticket = *ticket;
    return status;
}

static enum status sign(struct books *books, uint32_t number)
{
    char bytes[SIGNING_TEXT_MAX];
    struct text text;
    struct chain chain;
    uint64_t ticket;
    enum status status = store_chain(books->store, number, &chain);
    if (status != STATUS_OK)
        return status;
    text_init(&text, bytes, sizeof(bytes));
    signing_print(&chain, &books->key.signing, &text);
    assert(!text.full);
    struct line line = {.kind = ENTRY_SIGNED, .role = ROLE_SYSTEM, .text = span_of(bytes)};
    return write_entry(books, number, &line, &ticket);
}

enum status books_write(struct books *books, uint32_t number, const struct line *line, uint64_t *ticket)
{
    struct chain chain;
    enum status status = write_entry(books, number, line, ticket);
    /* A missing signature is no reason to refuse what is already queued: the next one covers it, and if the
     * store has stopped the ticket will tell. */
    if (status == STATUS_OK && store_chain(books->store, number, &chain) == STATUS_OK &&
        chain.number % BOOKS_SIGN_EVERY == BOOKS_SIGN_EVERY - 1)
        (void)!sign(books, number);
    return status;
}

/* Entries of the house's own chain. */
static enum status declare(struct books *books, enum entry_kind kind, struct span text)
{
    uint64_t ticket;
    struct line line = {.kind = kind, .role = ROLE_SYSTEM, .text = text};
    return books_write(books, CHAIN_NUMBER_HOUSE, &line, &ticket);
}

/* ---- Opening and closing. ---- */

static enum status found(struct books *books, const char *path, struct store_failure *failure)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct public_key key = signing_key_public(&books->key.signing);
    text_init(&text, bytes, sizeof(bytes));
    founded_print(&key, &text);
    enum status status = declare(books, ENTRY_FOUNDED, span_of(bytes));
    if (status != STATUS_OK)
        store_fail(failure, status, "%s: the books cannot be founded: %s", path, status_sentence(status));
    return status;
}

/* The first entry of the house names its key: ours must be it. */
static enum status check_key(struct books *books, const char *path, struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    struct public_key key;
    struct public_key ours = signing_key_public(&books->key.signing);
    enum status status = store_read(books->store, CHAIN_NUMBER_HOUSE, STORE_FORWARD, 0, &cursor, failure);
    if (status != STATUS_OK)
        return status;
    status = store_next(cursor, &row);
    if (status == STATUS_OK)
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
    if (status == STATUS_OK)
        status = entry.kind == ENTRY_FOUNDED ? founded_parse(entry.text, &key) : STATUS_BAD_ENTRY;
    if (status == STATUS_OK && memcmp(key.bytes, ours.bytes, PUBLIC_KEY_BYTES) != 0)
        status = STATUS_BAD_SIGNATURE;
    store_cursor_close(cursor);
    if (status == STATUS_BAD_SIGNATURE)
        return store_fail(failure, status, "%s: was founded with another house key", path);
    if (status != STATUS_OK)
        return store_fail(failure, status, "%s: the first entry of the house: %s", path,
                          status_sentence(status));
    return STATUS_OK;
}

static enum status start(struct books *books, const char *path, struct store_failure *failure)
{
    struct chain house;
    enum status status = store_load(books->store, &books->ledger, failure);
    if (status == STATUS_OK)
        status = store_chain(books->store, CHAIN_NUMBER_HOUSE, &house);
    if (status != STATUS_OK || !books->has_key)
        return status;
    return house.number == 0 ? found(books, path, failure) : check_key(books, path, failure);
}

enum status books_open(struct books **result, const struct books_options *options,
                       struct store_failure *failure)
{
    assert(options->key || options->store.read_only);
    *failure = (struct store_failure){0};
    struct books *books = calloc(1, sizeof(*books));
    if (!books)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    ledger_init(&books->ledger);
    books->now_ms = options->now_ms ? options->now_ms : system_now_ms;
    books->clock = options->clock;
    books->has_key = options->key != NULL && !options->store.read_only;
    if (books->has_key)
        books->key = *options->key;
    enum status status = store_open(&books->store, &options->store, failure);
    if (status == STATUS_OK)
        status = start(books, options->store.path, failure);
    if (status != STATUS_OK) {
        books->has_key = false; /* nothing of ours to sign */
        books_close(books);
        return status;
    }
    *result = books;
    return STATUS_OK;
}

void books_close(struct books *books)
{
    if (!books)
        return;
    for (uint32_t i = 1; books->has_key && i <= books->chain_room; i++)
        if (books->unsigned_since[i - 1] && sign(books, i) != STATUS_OK)
            break;
    store_close(books->store);
    ledger_release(&books->ledger);
    house_key_wipe(&books->key);
    free(books->unsigned_since);
    free(books);
}

const struct ledger *books_ledger(const struct books *books)
{
    return &books->ledger;
}

struct store *books_store(struct books *books)
{
    return books->store;
}

/* ---- Accounts, chains, documents. ---- */

enum status books_account(struct books *books, enum account_kind kind, const char *name, uint32_t *number,
                          bool *made)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    const struct account *account = ledger_find(&books->ledger, kind, name);
    if (made)
        *made = !account;
    if (account) {
        *number = account->number;
        return STATUS_OK;
    }
    /* Opened in the ledger first, because that gives the number; an account nobody could journal stays empty
     * and goes with the process. */
    enum status status = ledger_open(&books->ledger, kind, name, number);
    if (status != STATUS_OK)
        return status;
    text_init(&text, bytes, sizeof(bytes));
    account_declaration_print(ledger_account(&books->ledger, *number), &text);
    return declare(books, ENTRY_ACCOUNT, span_of(bytes));
}

enum status books_chain(struct books *books, const char *name, uint32_t *number, bool *made)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    if (!account_name_ok(name))
        return STATUS_BAD_ACCOUNT_NAME;
    bool found_it = store_chain_find(books->store, name, number) == STATUS_OK;
    if (made)
        *made = !found_it;
    if (found_it)
        return STATUS_OK;
    *number = store_chain_count(books->store) + 1;
    text_init(&text, bytes, sizeof(bytes));
    chain_declaration_print(*number, name, &text);
    return declare(books, ENTRY_CHAIN, span_of(bytes));
}

static bool was_added(const struct books *books, const struct hash *hash)
{
    for (unsigned i = 0; i < DOCUMENTS_KNOWN && i < books->document_count; i++)
        if (hash_equal(&books->documents[i], hash))
            return true;
    return false;
}

enum status books_document(struct books *books, const char *name, struct span document, struct hash *hash)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct text text;
    *hash = hash_of(document.bytes, document.size);
    if (was_added(books, hash))
        return STATUS_OK;
    enum status status = store_document(books->store, hash, &cursor, &row);
    if (status == STATUS_OK)
        store_cursor_close(cursor);
    if (status != STATUS_NOT_FOUND)
        return status;
    size_t size = document.size + DECLARATION_TEXT_MAX;
    char *bytes = malloc(size);
    if (!bytes)
        return STATUS_NO_MEMORY;
    text_init(&text, bytes, size);
    document_print(document, name, &text);
    text_put_bytes(&text, (const char *)document.bytes, document.size);
    status = text.full ? STATUS_TOO_LONG
                       : declare(books, ENTRY_DOCUMENT, (struct span){(const uint8_t *)bytes, text.used});
    free(bytes);
    if (status == STATUS_OK)
        books->documents[books->document_count++ % DOCUMENTS_KNOWN] = *hash;
    return status;
}

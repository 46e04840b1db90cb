/* SPDX-License-Identifier: Apache-2.0 */
#include "table/take_up.h"

#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "store/backend.h"

/* The entries of the last shoe, the newest first: so they are found by their links, without a look at any
 * other table's. */
struct shoe_entries {
    uint8_t *bytes;
    size_t used;
    size_t room;
    size_t *starts; /* of each entry in the bytes */
    size_t count;
    size_t start_room;
    bool whole;      /* the last one is the beginning of the shoe */
    uint64_t opened; /* the position of that */
};

static void entries_release(struct shoe_entries *entries)
{
    free(entries->bytes);
    free(entries->starts);
}

static enum status entries_add(struct shoe_entries *entries, struct span entry)
{
    if (!entries->bytes || entries->used + entry.size > entries->room) {
        size_t room = 2 * (entries->room + entry.size + 1);
        uint8_t *bytes = realloc(entries->bytes, room);
        if (!bytes)
            return STATUS_NO_MEMORY;
        entries->bytes = bytes;
        entries->room = room;
    }
    if (entries->count == entries->start_room) {
        size_t room = entries->start_room ? 2 * entries->start_room : 256;
        size_t *starts = realloc(entries->starts, room * sizeof *starts);
        if (!starts)
            return STATUS_NO_MEMORY;
        entries->starts = starts;
        entries->start_room = room;
    }
    memcpy(entries->bytes + entries->used, entry.bytes, entry.size);
    entries->starts[entries->count++] = entries->used;
    entries->used += entry.size;
    return STATUS_OK;
}

static enum status entries_collect(struct shoe_entries *entries, struct store *store, uint32_t chain,
                                   struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    enum status status = store_read(store, chain, STORE_BACKWARD, 0, &cursor, failure);
    if (status)
        return status;
    while (!entries->whole && (status = store_next(cursor, &row)) == STATUS_OK) {
        struct entry entry;
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status == STATUS_OK)
            status = entries_add(entries, row.entry);
        if (status)
            break;
        entries->whole = entry.kind == ENTRY_OPENED;
        entries->opened = row.position;
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* Oldest first. */
static enum status entries_replay(const struct shoe_entries *entries, struct rebuild *rebuild)
{
    size_t end = entries->used;
    enum status status = STATUS_OK;
    for (size_t i = entries->count; status == STATUS_OK && i-- > 0; end = entries->starts[i]) {
        struct entry entry;
        status = entry_read(&entry, entries->bytes + entries->starts[i], end - entries->starts[i]);
        if (status == STATUS_OK)
            status = rebuild_entry(rebuild, &entry);
    }
    return status;
}

/* ---- The rulebook. ---- */

/* Before the words were named: whether `document` is what the journal had of this game when the shoe began,
 * and the only one. What was declared since (ours, just now) says nothing about it. */
static bool were_the_only_words(struct store *store, const char *game, const struct hash *document,
                                uint64_t position, struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    bool same = false;
    bool other = false;
    if (store_read(store, CHAIN_NUMBER_HOUSE, STORE_FORWARD, 0, &cursor, failure) != STATUS_OK)
        return false;
    while (store_next(cursor, &row) == STATUS_OK && row.position < position) {
        struct entry entry;
        struct hash hash;
        struct span words;
        char name[CHAIN_NAME_MAX];
        if (entry_read(&entry, row.entry.bytes, row.entry.size) != STATUS_OK ||
            entry.kind != ENTRY_DOCUMENT || document_parse(entry.text, &hash, name, &words) != STATUS_OK ||
            strcmp(name, game) != 0)
            continue;
        same |= hash_equal(&hash, document);
        other |= !hash_equal(&hash, document);
    }
    store_cursor_close(cursor);
    return same && !other;
}

/* The shoe's beginning must name our rulebook: the same reading, or the same words. */
static enum status check_book(const struct shoe_entries *entries, const struct rulebook *book,
                              const struct book_mark *ours, struct store *store,
                              struct store_failure *failure)
{
    size_t start = entries->starts[entries->count - 1];
    struct book_mark said;
    struct entry opened;
    enum status status = entry_read(&opened, entries->bytes + start, entries->used - start);
    if (status || !book_mark_find(opened.text, &said))
        return store_fail(failure, STATUS_BAD_ENTRY, "the beginning of a shoe does not name its rulebook");
    if (book_mark_compare(&said, ours) != BOOK_OTHER)
        return STATUS_OK;
    if (!book_mark_has_words(&said) &&
        were_the_only_words(store, book->id, &ours->document, entries->opened, failure))
        return STATUS_OK;
    return store_fail(
        failure, STATUS_BAD_ENTRY,
        "this table was begun by another rulebook than %s as it is now: give the new one a table "
        "of its own",
        book->id);
}

enum status take_up(struct rebuild *rebuild, const struct book_mark *ours, struct store *store,
                    uint32_t chain, bool *found, struct store_failure *failure)
{
    struct shoe_entries entries = {0};
    enum status status = entries_collect(&entries, store, chain, failure);
    *found = status == STATUS_OK && entries.whole;
    if (*found)
        status = check_book(&entries, rebuild->book, ours, store, failure);
    if (*found && status == STATUS_OK)
        status = entries_replay(&entries, rebuild);
    entries_release(&entries);
    return status;
}

enum status take_up_declare(struct books *books, const struct table_plan *plan, uint32_t *chain)
{
    struct hash hash;
    uint32_t account;
    enum status status = books_chain(books, plan->id, chain, NULL);
    if (status == STATUS_OK)
        status = books_account(books, ACCOUNT_ESCROW, plan->id, &account, NULL);
    if (status == STATUS_OK)
        status = books_account(books, ACCOUNT_BANK, plan->id, &account, NULL);
    if (status == STATUS_OK && plan->book_text.size)
        status = books_document(books, plan->book->id, plan->book_text, &hash);
    return status;
}

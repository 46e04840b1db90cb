/* SPDX-License-Identifier: Apache-2.0 */
#include "table/shoe_book.h"

#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "rulebook/load.h"
#include "store/entries.h"

enum status shoe_book_new(struct span words, struct shoe_book **made, struct faults *faults)
{
    struct shoe_book *book = malloc(sizeof *book + words.size);
    *made = NULL;
    if (!book)
        return STATUS_NO_MEMORY;
    memset(book, 0, sizeof *book);
    book->document = hash_of(words.bytes, words.size);
    book->size = words.size;
    memcpy(book->words, words.bytes, words.size);
    enum status status = rulebook_load((const char *)book->words, words.size, &book->book, faults);
    if (status == STATUS_OK)
        *made = book;
    else
        free(book);
    return status;
}

static struct shoe_book *load(const struct store_row *row)
{
    struct entry entry;
    struct hash hash;
    struct span words;
    struct faults faults;
    struct shoe_book *book;
    char name[CHAIN_NAME_MAX];
    if (entry_read(&entry, row->entry.bytes, row->entry.size) != STATUS_OK ||
        document_parse(entry.text, &hash, name, &words) != STATUS_OK ||
        shoe_book_new(words, &book, &faults) != STATUS_OK)
        return NULL;
    book->document = hash;
    return book;
}

struct shoe_book *shoe_book_load(struct store *store, struct span opened)
{
    struct book_mark said;
    struct store_cursor *cursor;
    struct store_row row;
    if (!book_mark_find(opened, &said) || !book_mark_has_words(&said) ||
        store_document(store, &said.document, &cursor, &row) != STATUS_OK)
        return NULL;
    struct shoe_book *book = load(&row);
    store_cursor_close(cursor);
    return book;
}

void shoe_book_free(struct shoe_book *book)
{
    free(book);
}

struct last_book {
    struct store *store;
    struct shoe_book *book;
};

static enum status take_opened(void *context, const struct store_row *row, const struct entry *entry)
{
    struct last_book *last = context;
    (void)row;
    if (entry->kind != ENTRY_OPENED)
        return STATUS_OK;
    last->book = shoe_book_load(last->store, entry->text);
    return STATUS_NOT_FOUND;
}

enum status shoe_book_last(struct store *store, uint32_t chain, struct shoe_book **book)
{
    struct last_book last = {.store = store};
    struct store_failure failure;
    enum status status = store_entries(store, chain, STORE_BACKWARD, 0, take_opened, &last, &failure);
    *book = last.book;
    return status == STATUS_OK && !*book ? STATUS_NOT_FOUND : status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "table/shoe_book.h"

#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "rulebook/load.h"

static struct shoe_book *load(const struct store_row *row)
{
    struct entry entry;
    struct hash hash;
    struct span words;
    struct faults faults;
    char name[CHAIN_NAME_MAX];
    if (entry_read(&entry, row->entry.bytes, row->entry.size) != STATUS_OK ||
        document_parse(entry.text, &hash, name, &words) != STATUS_OK)
        return NULL;
    struct shoe_book *book = malloc(sizeof *book + words.size);
    if (!book)
        return NULL;
    memset(book, 0, sizeof *book);
    book->document = hash;
    book->size = words.size;
    memcpy(book->words, words.bytes, words.size);
    if (rulebook_load((const char *)words.bytes, words.size, &book->book, &faults) == STATUS_OK)
        return book;
    free(book);
    return NULL;
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

enum status shoe_book_last(struct store *store, uint32_t chain, struct shoe_book **book)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    struct store_failure failure;
    *book = NULL;
    enum status status = store_read(store, chain, STORE_BACKWARD, 0, &cursor, &failure);
    if (status)
        return status;
    while (!*book && (status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status || entry.kind == ENTRY_OPENED)
            break;
    }
    if (status == STATUS_OK)
        *book = shoe_book_load(store, entry.text);
    store_cursor_close(cursor);
    return status == STATUS_OK && !*book ? STATUS_NOT_FOUND : status;
}

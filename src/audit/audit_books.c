/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/audit_books.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "record/word.h"
#include "rulebook/builtin.h"
#include "rulebook/load.h"

void audit_books_release(struct audit_books *books)
{
    for (unsigned i = 0; i < books->count; i++)
        if (!books->lent[i])
            free((struct audit_book *)books->items[i]);
    *books = (struct audit_books){.count = 0};
}

/* NULL: no memory, or too many books. */
static struct audit_book *make_room(struct audit_books *books)
{
    return books->count < AUDIT_BOOKS_MAX ? calloc(1, sizeof(struct audit_book)) : NULL;
}

static void keep(struct audit_books *books, struct audit_book *item, struct span words)
{
    book_mark_init(&item->mark, &item->book, words);
    books->items[books->count++] = item;
}

enum status audit_books_take(struct audit_books *books, const struct entry *entry, struct text *fault)
{
    struct hash hash;
    struct span document;
    char name[CHAIN_NAME_MAX];
    struct faults faults;
    struct audit_book *item = make_room(books);
    if (!item)
        return STATUS_NO_MEMORY;
    enum status status = document_parse(entry->text, &hash, name, &document);
    if (status == STATUS_OK)
        status = rulebook_load((const char *)document.bytes, document.size, &item->book, &faults);
    if (status) {
        text_format(fault, "the document %s is no rulebook: %s", name, status_sentence(status));
        free(item);
        return status;
    }
    keep(books, item, document);
    return STATUS_OK;
}

const struct audit_book *audit_books_last(const struct audit_books *books)
{
    assert(books->count);
    return books->items[books->count - 1];
}

enum status audit_books_borrow(struct audit_books *books, const struct audit_book *item)
{
    if (books->count == AUDIT_BOOKS_MAX)
        return STATUS_NO_MEMORY;
    books->lent[books->count] = true;
    books->items[books->count++] = item;
    return STATUS_OK;
}

static const struct audit_book *by_document(const struct audit_books *books, const struct hash *document)
{
    for (unsigned i = 0; i < books->count; i++)
        if (hash_equal(&books->items[i]->mark.document, document))
            return books->items[i];
    return NULL;
}

static const struct audit_book *by_reading(const struct audit_books *books, const struct hash *reading)
{
    for (unsigned i = 0; i < books->count; i++)
        if (hash_equal(&books->items[i]->mark.reading, reading))
            return books->items[i];
    return NULL;
}

/* Read once, when they are first asked for. */
static void add_builtins(struct audit_books *books)
{
    for (unsigned i = 0; !books->has_builtins && builtin_id(i); i++) {
        struct audit_book *item = make_room(books);
        if (item && builtin_load(builtin_id(i), &item->book) == STATUS_OK)
            keep(books, item, (struct span){NULL, 0});
        else
            free(item);
    }
    books->has_builtins = true;
}

/* The book of the game the text begins with ("game ID"), if the journal has the words of one only so far. */
static const struct audit_book *only_of_game(const struct audit_books *books, struct span opened)
{
    const struct audit_book *found = NULL;
    struct words words;
    struct word word;
    const char *line = (const char *)opened.bytes;
    const char *end = line ? memchr(line, '\n', opened.size) : NULL;
    if (!end)
        return NULL;
    words_init(&words, line, (size_t)(end - line));
    if (!words_next(&words, &word) || !word_is(word, "game") || !words_next(&words, &word))
        return NULL;
    for (unsigned i = 0; i < books->count; i++) {
        const struct audit_book *item = books->items[i];
        assert(item);
        if (!book_mark_has_words(&item->mark) || !word_is(word, item->book.id))
            continue;
        if (found && !hash_equal(&found->mark.document, &item->mark.document))
            return NULL;
        found = item;
    }
    return found;
}

/* Before the words were named. */
static const struct audit_book *unnamed(struct audit_books *books, const struct book_mark *said,
                                        struct span opened, bool *reread)
{
    const struct audit_book *item = by_reading(books, &said->reading);
    if (!item) {
        add_builtins(books);
        item = by_reading(books, &said->reading);
    }
    *reread = !item;
    return item ? item : only_of_game(books, opened);
}

const struct rulebook *audit_books_find(struct audit_books *books, struct span opened, bool *reread,
                                        struct text *fault)
{
    struct book_mark said;
    *reread = false;
    if (!book_mark_find(opened, &said)) {
        text_put(fault, "the beginning of a shoe does not name its rulebook");
        return NULL;
    }
    bool named = book_mark_has_words(&said);
    const struct audit_book *item =
        named ? by_document(books, &said.document) : unnamed(books, &said, opened, reread);
    if (!item) {
        text_put(fault, named ? "the words of its rulebook are not in the journal"
                              : "its rulebook is neither in the journal nor in this program");
        return NULL;
    }
    if (!named)
        return &item->book;
    enum book_reading reading = book_mark_compare(&said, &item->mark);
    *reread = reading == BOOK_REREAD;
    if (reading != BOOK_OTHER)
        return &item->book;
    text_put(fault, "the words of its rulebook are not those it was begun by");
    return NULL;
}

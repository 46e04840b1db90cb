/* SPDX-License-Identifier: Apache-2.0 */
/* read.c - a whole record: lines, rounds, what must be there. */
#include "record/reader.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AREAS_USUAL = 7 };

void record_init(struct record *record)
{
    *record = (struct record){0};
    faults_init(&record->faults);
}

void record_release(struct record *record)
{
    free(record->items);
    free(record->text);
    record_init(record);
}

bool reader_fault(struct reader *reader, const char *format, ...)
{
    assert(format && reader->record);
    char reason[FAULT_TEXT_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(reason, sizeof(reason), format, list);
    va_end(list);
    faults_add(&reader->record->faults, reader->line, 0, "%s", reason);
    return false;
}

struct record_item *reader_item(struct reader *reader, enum item_kind kind)
{
    assert(reader->record->item_count <= reader->record->item_room);
    struct record *record = reader->record;
    if (record->item_count == record->item_room) {
        size_t room = record->item_room ? 2 * record->item_room : 64;
        struct record_item *items = realloc(record->items, room * sizeof(*items));
        if (!items) {
            reader->no_memory = true;
            return NULL;
        }
        record->items = items;
        record->item_room = room;
    }
    struct record_item *item = &record->items[record->item_count++];
    memset(item, 0, sizeof(*item));
    item->line = reader->line;
    item->kind = (uint8_t)kind;
    return item;
}

/* Calls `each` with every line of the text; stops when it returns false. */
static void each_line(struct reader *reader, const char *text, size_t size,
                      bool (*each)(struct reader *, struct word))
{
    assert(text || size == 0);
    const char *end = text + size;
    reader->line = 0;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);
        struct word line = {text, length && text[length - 1] == '\r' ? length - 1 : length};
        reader->line++;
        if (!each(reader, line))
            return;
        text += length + 1;
    }
}

static bool is_act(struct word first)
{
    return first.bytes[first.length - 1] == ':';
}

static bool read_separator(struct reader *reader)
{
    if (!reader_end(reader) || !reader_item(reader, ITEM_SEPARATOR))
        return false;
    reader->round++;
    reader->started = false;
    return true;
}

static void read_words(struct reader *reader, struct word first)
{
    if (word_is(first, "---")) {
        read_separator(reader);
    } else if (word_is(first, "=")) {
        reader->started = true;
        read_expectation(reader);
    } else if (is_act(first)) {
        reader->started = true;
        read_act(reader, (struct word){first.bytes, first.length - 1});
    } else {
        read_header(reader, first);
    }
}

static bool read_line(struct reader *reader, struct word line)
{
    struct word first;
    if (line.length > RECORD_LINE_MAX) {
        reader_fault(reader, "line of %zu bytes (at most %d)", line.length, RECORD_LINE_MAX);
    } else if (!word_is_clean(line)) {
        reader_fault(reader, "the line is not plain UTF-8 text");
    } else {
        words_init(&reader->words, line.bytes, line.length);
        if (words_next(&reader->words, &first))
            read_words(reader, first);
    }
    return !reader->no_memory && !reader->record->faults.more;
}

/* Remembers the lines of struct found. */
static bool find_line(struct reader *reader, struct word line)
{
    struct found *found = &reader->found;
    struct word first;
    struct word second;
    words_init(&reader->words, line.bytes, line.length);
    if (!words_next(&reader->words, &first))
        return true;
    if (word_is(first, "---") || word_is(first, "=") || is_act(first))
        return false;
    if (!words_next(&reader->words, &second))
        second = (struct word){"", 0};
    if (word_is(first, "areas"))
        word_number(second, AREAS_MAX, &found->areas);
    if (word_is(first, "game") && !found->game_line) {
        found->game = second;
        found->game_line = reader->line;
    }
    return true;
}

/* The rulebook decides about cards and wagers: without it no line can be judged. */
static bool find_book(struct reader *reader, const struct record_books *books)
{
    assert(books && books->find);
    const struct found *found = &reader->found;
    char id[RULEBOOK_ID_MAX];
    reader->line = found->game_line ? found->game_line : 1;
    if (!found->game_line)
        return reader_fault(reader, "missing header \"game\"");
    if (found->game.length == 0)
        return reader_fault(reader, "missing game after \"game\"");
    if (found->game.length < sizeof(id)) {
        memcpy(id, found->game.bytes, found->game.length);
        id[found->game.length] = '\0';
        reader->book = books->find(books->context, id);
    }
    if (!reader->book)
        return reader_fault(reader, "unknown game \"%.*s\"", (int)found->game.length, found->game.bytes);
    return true;
}

static void take_book(struct reader *reader)
{
    struct record *record = reader->record;
    unsigned usual = reader->book->areas_max < AREAS_USUAL ? reader->book->areas_max : AREAS_USUAL;
    reader->deck = deck_of((enum deck_id)reader->book->deck);
    record->book = reader->book;
    record->areas = (uint8_t)(reader->found.areas && usual ? reader->found.areas : usual);
}

static enum status copy_text(struct record *record, const char *bytes, size_t size)
{
    assert(bytes || size == 0);
    if (size > RECORD_BYTES_MAX)
        return STATUS_TOO_LONG;
    record->text = malloc(size + 1);
    if (!record->text)
        return STATUS_NO_MEMORY;
    memcpy(record->text, bytes, size);
    record->text[size] = '\0';
    return STATUS_OK;
}

static void read_all(struct reader *reader, size_t size)
{
    each_line(reader, reader->record->text, size, read_line);
    reader->record->last_line = reader->line;
    if (!reader->record->decks && !reader->record->faults.count && !reader->no_memory) {
        reader->line = reader->found.game_line;
        reader_fault(reader, "missing header \"decks\"");
    }
    free(reader->tried);
}

enum status record_read(struct record *record, const struct record_books *books, const char *bytes,
                        size_t size)
{
    assert(record && books);
    struct reader reader = {.record = record, .roster = &record->roster};
    record_release(record);
    enum status status = copy_text(record, bytes, size);
    if (status != STATUS_OK)
        return status;
    each_line(&reader, record->text, size, find_line);
    if (find_book(&reader, books)) {
        take_book(&reader);
        read_all(&reader, size);
    }
    if (reader.no_memory)
        return STATUS_NO_MEMORY;
    return record->faults.count ? STATUS_BAD_RECORD : STATUS_OK;
}

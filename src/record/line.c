/* SPDX-License-Identifier: Apache-2.0 */
#include "record/line.h"

#include <assert.h>
#include <stdlib.h>

#include "record/reader.h"

void line_reader_init(struct line_reader *reader, const struct rulebook *book)
{
    assert(book && book->wager_count);
    record_init(&reader->record);
    reader->record.book = book;
    reader->areas = book->areas_max;
}

void line_reader_release(struct line_reader *reader)
{
    record_release(&reader->record);
}

static void read_words(struct reader *reader)
{
    assert(reader->book);
    struct word first;
    if (!words_next(&reader->words, &first))
        return;
    if (first.bytes[first.length - 1] == ':')
        read_act(reader, (struct word){first.bytes, first.length - 1});
    else
        read_header(reader, first);
}

enum status line_read(struct line_reader *lines, struct roster *roster, const char *line, size_t length,
                      const struct record_item **items, size_t *count)
{
    assert(line || length == 0);
    struct record *record = &lines->record;
    /* Round 1: what a whole record says once, at its beginning, is not said here. */
    struct reader reader = {.record = record,
                            .roster = roster,
                            .book = record->book,
                            .deck = deck_of((enum deck_id)record->book->deck),
                            .line = 1,
                            .round = 1};
    uint8_t known = roster->count;
    record->areas = (uint8_t)lines->areas;
    record->item_count = 0;
    faults_init(&record->faults);
    struct word text = {line, length};
    if (length > RECORD_LINE_MAX || !word_is_clean(text)) {
        reader_fault(&reader, "the line is not plain UTF-8 text of at most %d bytes", RECORD_LINE_MAX);
        return STATUS_BAD_RECORD;
    }
    words_init(&reader.words, line, length);
    read_words(&reader);
    free(reader.tried);
    if (reader.no_memory || record->faults.count) {
        roster->count = known;
        return reader.no_memory ? STATUS_NO_MEMORY : STATUS_BAD_RECORD;
    }
    *items = record->items;
    *count = record->item_count;
    return STATUS_OK;
}

const char *line_reader_reason(const struct line_reader *reader)
{
    return reader->record.faults.count ? reader->record.faults.items[0].message : "";
}

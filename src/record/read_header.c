/* SPDX-License-Identifier: Apache-2.0 */
/* read_header.c - the header lines of a record, section 3 of docs/notation.md. */
#include "record/reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rulebook/load.h"

#define SHOW(word) (int)(word).length, (word).bytes

static bool keep(struct reader *reader, const struct header *header)
{
    assert(!reader->started && header->kind);
    struct record_item *item = reader_item(reader, ITEM_HEADER);
    if (item)
        item->header = *header;
    return item != NULL;
}

static bool read_format(struct reader *reader)
{
    unsigned number;
    if (!reader_number(reader, "format", UINT16_MAX, &number))
        return false;
    if (number != RECORD_FORMAT)
        return reader_fault(reader, "format %u is not known (%d)", number, RECORD_FORMAT);
    return reader_end(reader);
}

/* The rulebook was found before the first line was read; here only the shape of the line counts. */
static bool read_game(struct reader *reader)
{
    struct word id;
    /* unreached: no line was read before the rulebook was found by this word */
    return reader_word(reader, "game", &id) && reader_end(reader);
}

static bool read_in_range(struct reader *reader, const char *what, unsigned min, unsigned max, uint8_t *kept)
{
    assert(what[0] && min <= max && max <= UINT8_MAX);
    unsigned number;
    if (!reader_number(reader, what, UINT16_MAX, &number))
        return false;
    if (number < min || number > max)
        return reader_fault(reader, "%s %u is not in the range %u to %u of %s", what, number, min, max,
                            reader->book->id);
    *kept = (uint8_t)number;
    return reader_end(reader);
}

static bool read_decks(struct reader *reader)
{
    return read_in_range(reader, "decks", reader->book->decks_min, reader->book->decks_max,
                         &reader->record->decks);
}

static bool read_areas(struct reader *reader)
{
    if (reader->book->areas_max == 0)
        return reader_fault(reader, "%s has no areas", reader->book->id);
    return read_in_range(reader, "areas", reader->book->areas_min, reader->book->areas_max,
                         &reader->record->areas);
}

static bool read_limits_scope(struct reader *reader, struct header *header)
{
    assert(header->kind == HEADER_LIMITS);
    struct word word;
    if (!reader_word(reader, "wager", &word))
        return false;
    header->scope = word_is(word, "all")    ? LIMITS_ALL
                    : word_is(word, "main") ? LIMITS_MAIN
                    : word_is(word, "side") ? LIMITS_SIDE
                                            : LIMITS_ONE;
    if (header->scope != LIMITS_ONE)
        return true;
    if (!reader_kind(reader, word, &header->wager))
        return false;
    if (reader->book->wagers[header->wager].limit_group == LIMIT_NONE)
        return reader_fault(reader, "wager \"%.*s\" has no limits", SHOW(word));
    return true;
}

static bool read_limits(struct reader *reader)
{
    struct header header = {.kind = HEADER_LIMITS};
    if (!read_limits_scope(reader, &header) || !reader_amount(reader, &header.amount_cents) ||
        !reader_amount(reader, &header.max_cents) || !reader_end(reader))
        return false;
    if (header.max_cents < header.amount_cents)
        return reader_fault(reader, "the maximum is below the minimum");
    return keep(reader, &header);
}

static bool read_player(struct reader *reader)
{
    struct header header = {.kind = HEADER_CREDIT};
    struct word credit;
    if (!reader_person(reader, &header.person))
        return false;
    if (!words_peek(&reader->words, &credit))
        return true;
    if (!reader_amount(reader, &header.amount_cents) || !reader_end(reader))
        return false;
    return keep(reader, &header);
}

static bool read_seat(struct reader *reader)
{
    struct header header = {.kind = HEADER_SEAT};
    if (!reader_person(reader, &header.person) || !reader_area(reader, &header.area) || !reader_end(reader))
        return false;
    return keep(reader, &header);
}

/* A switch is tried on a copy of the rulebook, so that a wrong one is found before anything is replayed. */
static bool try_switch(struct reader *reader, const struct header *header)
{
    assert(header->kind == HEADER_SET);
    char name[RULEBOOK_TEXT_MAX];
    char value[RULEBOOK_TEXT_MAX];
    if (header->name.length >= sizeof(name) || header->value.length >= sizeof(value))
        return reader_fault(reader, "unknown switch \"%.*s\"", SHOW(header->name));
    if (!reader->tried) {
        reader->tried = malloc(sizeof(*reader->tried));
        if (!reader->tried) {
            reader->no_memory = true;
            return false;
        }
        *reader->tried = *reader->book;
    }
    memcpy(name, header->name.bytes, header->name.length);
    name[header->name.length] = '\0';
    memcpy(value, header->value.bytes, header->value.length);
    value[header->value.length] = '\0';
    enum status status = rulebook_set_switch(reader->tried, name, value);
    if (status == STATUS_NOT_FOUND)
        return reader_fault(reader, "unknown switch \"%s\"", name);
    if (status != STATUS_OK)
        return reader_fault(reader, "bad value \"%s\" for switch \"%s\"", value, name);
    return true;
}

static bool read_set(struct reader *reader)
{
    struct header header = {.kind = HEADER_SET};
    if (!reader_word(reader, "switch", &header.name) || !reader_word(reader, "value", &header.value) ||
        !reader_end(reader) || !try_switch(reader, &header))
        return false;
    return keep(reader, &header);
}

static bool read_shuffle(struct reader *reader)
{
    struct header header = {.kind = HEADER_SHUFFLE};
    struct word word;
    if (!reader_word(reader, "manual or machine", &word))
        return false;
    header.machine = word_is(word, "machine");
    if (!header.machine && !word_is(word, "manual"))
        return reader_fault(reader, "bad shuffle \"%.*s\" (manual or machine)", SHOW(word));
    if (!reader_end(reader))
        return false;
    return keep(reader, &header);
}

/* For people: the rest of the line has no effect. */
static bool read_text(struct reader *reader)
{
    words_rest(&reader->words);
    return true;
}

static const struct {
    const char *name;
    bool once; /* at most one in the file, before its first round */
    bool (*read)(struct reader *reader);
} headers[] = {
    {"format", true, read_format}, {"game", true, read_game},      {"decks", true, read_decks},
    {"areas", true, read_areas},   {"limits", false, read_limits}, {"player", false, read_player},
    {"seat", false, read_seat},    {"set", false, read_set},       {"shuffle", false, read_shuffle},
    {"title", false, read_text},   {"table", false, read_text},    {"date", false, read_text},
    {"round", false, read_text},
};

bool read_header(struct reader *reader, struct word name)
{
    assert(name.length);
    for (unsigned i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
        if (!word_is(name, headers[i].name))
            continue;
        if (reader->started)
            return reader_fault(reader, "header \"%s\" after the first act", headers[i].name);
        if (headers[i].once && reader->round > 0)
            return reader_fault(reader, "header \"%s\" after the first round", headers[i].name);
        if (headers[i].once && (reader->given >> i & 1))
            return reader_fault(reader, "header \"%s\" given twice", headers[i].name);
        reader->given |= 1U << i;
        return headers[i].read(reader);
    }
    return reader_fault(reader, "unknown header \"%.*s\"", SHOW(name));
}

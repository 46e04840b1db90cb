/* SPDX-License-Identifier: Apache-2.0 */
/* read_value.c - the values of a record: amounts, cards, names, spots, places, kinds. */
#include "record/form.h"
#include "record/reader.h"

#include <assert.h>
#include <string.h>

#define SHOW(word) (int)(word).length, (word).bytes

bool reader_word(struct reader *reader, const char *what, struct word *word)
{
    assert(what[0]);
    struct word last = reader->words.last;
    if (words_next(&reader->words, word))
        return true;
    return reader_fault(reader, "missing %s after \"%.*s\"", what, SHOW(last));
}

bool reader_end(struct reader *reader)
{
    struct word word;
    if (!words_next(&reader->words, &word))
        return true;
    return reader_fault(reader, "too many words from \"%.*s\"", SHOW(word));
}

static bool parse_amount(struct reader *reader, struct word whole, struct word digits, int64_t *amount_cents)
{
    assert(digits.length <= whole.length);
    if (digits.length == 0 || money_parse(digits.bytes, digits.length, amount_cents) != STATUS_OK)
        return reader_fault(reader, "bad amount \"%.*s\"", SHOW(whole));
    return true;
}

bool reader_amount(struct reader *reader, int64_t *amount_cents)
{
    struct word word;
    return reader_word(reader, "amount", &word) && parse_amount(reader, word, word, amount_cents);
}

bool reader_delta(struct reader *reader, int64_t *amount_cents)
{
    struct word word;
    if (!reader_word(reader, "amount", &word))
        return false;
    if (word_is(word, "0")) {
        *amount_cents = 0;
        return true;
    }
    if (word.bytes[0] != '+' && word.bytes[0] != '-')
        return reader_fault(reader, "bad result \"%.*s\" (0, +amount or -amount)", SHOW(word));
    struct word digits = {word.bytes + 1, word.length - 1};
    if (!parse_amount(reader, word, digits, amount_cents))
        return false;
    if (word.bytes[0] == '-')
        *amount_cents = -*amount_cents;
    return true;
}

bool reader_number(struct reader *reader, const char *what, unsigned max, unsigned *number)
{
    assert(what[0] && number);
    struct word word;
    if (!reader_word(reader, what, &word))
        return false;
    if (!word_number(word, max, number))
        return reader_fault(reader, "bad %s \"%.*s\"", what, SHOW(word));
    return true;
}

bool reader_card(struct reader *reader, struct word word, struct card *card)
{
    assert(reader->deck);
    if (deck_parse_card(reader->deck, word.bytes, word.length, card))
        return true;
    return reader_fault(reader, "bad card \"%.*s\" (%s)", SHOW(word), reader->deck->help);
}

bool reader_kind(struct reader *reader, struct word word, uint8_t *wager)
{
    assert(reader->book);
    for (unsigned i = 0; i < reader->book->wager_count; i++) {
        if (word_is(word, reader->book->wagers[i].name)) {
            *wager = (uint8_t)i;
            return true;
        }
    }
    return reader_fault(reader, "wager \"%.*s\" is not played in %s", SHOW(word), reader->book->id);
}

bool reader_is_kind(const struct reader *reader, struct word word)
{
    assert(reader->book);
    for (unsigned i = 0; i < reader->book->wager_count; i++)
        if (word_is(word, reader->book->wagers[i].name))
            return true;
    return form_is_reserved(word);
}

/* Whoever is on the roster was a name when they came; mostly it is somebody who is. */
bool reader_name(struct reader *reader, struct word word, uint8_t *person)
{
    assert(reader->roster);
    int known = roster_find(reader->roster, word.bytes, word.length);
    if (known >= 0) {
        *person = (uint8_t)known;
        return true;
    }
    if (!word_is_name(word) || reader_is_kind(reader, word))
        return reader_fault(reader, "bad name \"%.*s\"", SHOW(word));
    if (word.length >= PERSON_NAME_MAX)
        return reader_fault(reader, "name of %zu bytes (at most %d)", word.length, PERSON_NAME_MAX - 1);
    int place = roster_add(reader->roster, word.bytes, word.length);
    if (place < 0)
        return reader_fault(reader, "more than %d people", PERSONS_MAX);
    *person = (uint8_t)place;
    return true;
}

bool reader_person(struct reader *reader, uint8_t *person)
{
    struct word word;
    return reader_word(reader, "name", &word) && reader_name(reader, word, person);
}

static bool parse_area(struct reader *reader, struct word word, uint8_t *area)
{
    assert(area);
    unsigned number;
    if (!word_number(word, 99, &number) || number == 0)
        return reader_fault(reader, "bad area \"%.*s\"", SHOW(word));
    if (number > reader->record->areas)
        return reader_fault(reader, "area %u is not on the layout of %u", number, reader->record->areas);
    *area = (uint8_t)number;
    return true;
}

bool reader_area(struct reader *reader, uint8_t *area)
{
    struct word word;
    return reader_word(reader, "area", &word) && parse_area(reader, word, area);
}

/* 1 or 1.2 */
static bool parse_hand(struct reader *reader, struct word word, struct spot *spot)
{
    struct word area = word;
    struct word split;
    unsigned hand = 0;
    if (word_cut(word, '.', &area, &split) && (!word_number(split, HANDS_PER_AREA_MAX, &hand) || hand == 0))
        return reader_fault(reader, "bad hand \"%.*s\"", SHOW(word));
    spot->hand = (uint8_t)hand;
    return parse_area(reader, area, &spot->area);
}

bool reader_hand(struct reader *reader, struct spot *spot)
{
    struct word word;
    return reader_word(reader, "hand", &word) && parse_hand(reader, word, spot);
}

/* 1 or 1/A */
static bool parse_insured(struct reader *reader, struct word word, struct spot *spot)
{
    assert(spot);
    struct word area = word;
    struct word owner;
    uint8_t person = 0;
    if (word_cut(word, '/', &area, &owner)) {
        if (!reader_name(reader, owner, &person))
            return false;
        spot->owner = (uint8_t)(person + 1);
    }
    return parse_area(reader, area, &spot->area);
}

bool reader_insured(struct reader *reader, struct spot *spot)
{
    struct word word;
    return reader_word(reader, "area", &word) && parse_insured(reader, word, spot);
}

bool reader_place(struct reader *reader, struct word word, bool discard, struct place *place)
{
    assert(place);
    static const struct {
        const char *name;
        uint8_t kind;
    } names[] = {
        {"dealer", PLACE_DEALER},
        {"player", PLACE_PLAYER_SIDE},
        {"banker", PLACE_BANKER_SIDE},
        {"discard", PLACE_DISCARD},
    };
    struct spot spot = {0};
    *place = (struct place){0};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (word_is(word, names[i].name) && (discard || names[i].kind != PLACE_DISCARD))
            place->kind = names[i].kind;
    if (place->kind)
        return true;
    if (word.bytes[0] < '0' || word.bytes[0] > '9')
        return reader_fault(reader, "bad %s \"%.*s\"", discard ? "place" : "hand", SHOW(word));
    if (!parse_hand(reader, word, &spot))
        return false;
    *place = (struct place){PLACE_HAND, spot.area, spot.hand};
    return true;
}

/* A spot before a kind: 1, 1.2 or 1/A. */
static bool parse_spot(struct reader *reader, struct word word, struct spot *spot)
{
    if (memchr(word.bytes, '/', word.length))
        return parse_insured(reader, word, spot);
    return parse_hand(reader, word, spot);
}

bool reader_wager(struct reader *reader, struct spot *spot, uint8_t *wager)
{
    assert(reader->book && spot && wager);
    struct word word;
    struct word kind;
    if (!reader_word(reader, "wager", &word))
        return false;
    kind = word;
    bool has_spot = word.bytes[0] >= '0' && word.bytes[0] <= '9';
    if (has_spot && !(parse_spot(reader, word, spot) && reader_word(reader, "wager", &kind)))
        return false;
    if (!reader_kind(reader, kind, wager))
        return false;
    bool needs_spot = reader->book->wagers[*wager].place != PLACE_TABLE;
    if (has_spot && !needs_spot)
        return reader_fault(reader, "wager \"%.*s\" has no spot", SHOW(kind));
    if (!has_spot && needs_spot)
        return reader_fault(reader, "missing spot before \"%.*s\"", SHOW(kind));
    return true;
}

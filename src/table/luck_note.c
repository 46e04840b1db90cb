/* SPDX-License-Identifier: Apache-2.0 */
#include "table/luck_note.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "ledger/account.h"
#include "log/checkpoint.h"

static const struct hash nothing; /* zeros: not promised yet */

static const char *title_of(enum entry_kind kind)
{
    assert(kind == ENTRY_LUCK || kind == ENTRY_MIXED);
    return kind == ENTRY_LUCK ? "croupier luck 1" : "croupier mixed 1";
}

void luck_note_print(const struct luck_note *note, struct text *text)
{
    char hex[HASH_TEXT_MAX];
    hash_print(&note->commitment, hex, sizeof hex);
    text_format(text, "%s\n%s\n%s\n%s\n", title_of(note->kind), note->origin, note->table, hex);
    luck_print(&note->luck, note->shoe, note->kind, text);
}

static bool copy_line(struct span *rest, char *copy, size_t size)
{
    struct span line;
    if (!log_line(rest, &line) || line.size >= size || memchr(line.bytes, 0, line.size))
        return false;
    memcpy(copy, line.bytes, line.size);
    copy[line.size] = 0;
    return true;
}

static bool read_head(struct luck_note *note, struct span *rest)
{
    char title[32];
    char hex[HASH_TEXT_MAX];
    if (!copy_line(rest, title, sizeof title) || !copy_line(rest, note->origin, sizeof note->origin) ||
        !copy_line(rest, note->table, sizeof note->table) || !copy_line(rest, hex, sizeof hex))
        return false;
    note->kind = strcmp(title, title_of(ENTRY_LUCK)) == 0 ? ENTRY_LUCK : ENTRY_MIXED;
    return strcmp(title, title_of(note->kind)) == 0 && note_name_ok(note->origin, strlen(note->origin)) &&
           account_name_ok(note->table) && hash_parse(hex, strlen(hex), &note->commitment);
}

/* Enters the names in a text of numbers as if they had promised, because luck_parse demands that. */
static bool read_names(struct luck *luck, struct span rest)
{
    struct span line;
    char name[PERSON_NAME_MAX];
    if (!log_line(&rest, &line))
        return false;
    while (log_line(&rest, &line)) {
        const uint8_t *blank = memchr(line.bytes, ' ', line.size);
        size_t length = blank ? (size_t)(blank - line.bytes) : 0;
        if (!luck_name_ok((const char *)line.bytes, length))
            return false;
        memcpy(name, line.bytes, length);
        name[length] = 0;
        if (luck_find(luck, name) || luck_promise(luck, name, &nothing) != STATUS_OK)
            return false;
    }
    return true;
}

enum status luck_note_parse(struct luck_note *note, struct span text)
{
    memset(note, 0, sizeof *note);
    if (!read_head(note, &text) || (note->kind == ENTRY_MIXED && !read_names(&note->luck, text)) ||
        !luck_parse(&note->luck, &note->shoe, note->kind, text))
        return STATUS_BAD_TEXT;
    return STATUS_OK;
}

bool luck_note_open(const struct luck_note *note, const char *name)
{
    const struct luck_number *number = luck_find(&note->luck, name);
    if (!number)
        return false;
    return note->kind == ENTRY_MIXED ? !number->given
                                     : note->luck.count == 1 && hash_equal(&number->commitment, &nothing);
}

static bool same_text(const struct luck_note *a, const struct luck_note *b)
{
    char a_bytes[LUCK_NOTE_MAX];
    char b_bytes[LUCK_NOTE_MAX];
    struct text a_text;
    struct text b_text;
    text_init(&a_text, a_bytes, sizeof a_bytes);
    text_init(&b_text, b_bytes, sizeof b_bytes);
    luck_note_print(a, &a_text);
    luck_note_print(b, &b_text);
    assert(!a_text.full && !b_text.full);
    return strcmp(a_bytes, b_bytes) == 0;
}

bool luck_note_answers(const struct luck_note *answer, const struct luck_note *asked, const char *name)
{
    struct luck_note filled = *asked;
    const struct luck_number *number = luck_find(&answer->luck, name);
    const struct luck_number *place = luck_find(&filled.luck, name);
    if (!number || !place || luck_note_open(answer, name))
        return false;
    filled.luck.numbers[place - filled.luck.numbers] = *number;
    return same_text(answer, &filled);
}

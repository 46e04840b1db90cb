/* SPDX-License-Identifier: Apache-2.0 */
#include "table/luck.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium/utils.h>
#include <stdio.h>
#include <string.h>

#include "record/word.h"

struct hash luck_commitment(const char *table, uint32_t shoe, const char *name, const struct fair_seed *value)
{
    char bytes[256];
    char hex[FAIR_SEED_TEXT_MAX];
    struct text text;
    fair_seed_print(value, hex, sizeof hex);
    text_init(&text, bytes, sizeof bytes);
    text_format(&text, "croupier luck 1\n%s\n%" PRIu32 "\n%s\n%s\n", table, shoe, name, hex);
    assert(!text.full);
    return hash_of(bytes, text.used);
}

/* ---- Names. ---- */

bool luck_is_witness(const char *name)
{
    return strchr(name, '/') != NULL;
}

/* The parts between slashes are names; a person's is one part. */
bool luck_name_ok(const char *name, size_t length)
{
    struct word rest = {name, length};
    struct word part;
    if (length == 0 || length >= PERSON_NAME_MAX)
        return false;
    while (word_cut(rest, '/', &part, &rest))
        if (!word_is_name(part))
            return false;
    return word_is_name(rest);
}

/* ---- Numbers. ---- */

static struct luck_number *find(struct luck *luck, const char *name)
{
    assert(luck->count <= LUCK_MAX);
    for (unsigned i = 0; i < luck->count; i++)
        if (strcmp(luck->numbers[i].name, name) == 0)
            return &luck->numbers[i];
    return NULL;
}

const struct luck_number *luck_find(const struct luck *luck, const char *name)
{
    return find((struct luck *)luck, name);
}

enum status luck_promise(struct luck *luck, const char *name, const struct hash *commitment)
{
    assert(name[0] && strlen(name) < PERSON_NAME_MAX && !luck->mixed);
    struct luck_number *number = find(luck, name);
    if (!number && luck->count == LUCK_MAX)
        return STATUS_LUCK_FULL;
    if (!number)
        number = &luck->numbers[luck->count++];
    *number = (struct luck_number){.commitment = *commitment};
    snprintf(number->name, sizeof number->name, "%s", name);
    return STATUS_OK;
}

void luck_forget(struct luck *luck, const char *name)
{
    struct luck_number *number = find(luck, name);
    if (!number)
        return;
    size_t behind = (size_t)(luck->numbers + luck->count - (number + 1));
    memmove(number, number + 1, behind * sizeof *number);
    luck->count--;
}

static bool fits(const struct luck_number *number, const char *table, uint32_t shoe,
                 const struct fair_seed *value)
{
    struct hash right = luck_commitment(table, shoe, number->name, value);
    return hash_equal(&right, &number->commitment);
}

enum status luck_reveal(struct luck *luck, const char *table, uint32_t shoe, const char *name,
                        const struct fair_seed *value)
{
    struct luck_number *number = find(luck, name);
    if (!number)
        return STATUS_LUCK_UNKNOWN;
    if (!fits(number, table, shoe, value))
        return STATUS_LUCK_DIFFERS;
    number->value = *value;
    number->given = true;
    return STATUS_OK;
}

unsigned luck_given(const struct luck *luck)
{
    unsigned given = 0;
    for (unsigned i = 0; i < luck->count; i++)
        given += luck->numbers[i].given;
    return given;
}

const struct luck_number *luck_wrong(const struct luck *luck, const char *table, uint32_t shoe)
{
    for (unsigned i = 0; i < luck->count; i++)
        if (luck->numbers[i].given && !fits(&luck->numbers[i], table, shoe, &luck->numbers[i].value))
            return &luck->numbers[i];
    return NULL;
}

void luck_key(const struct luck *luck, const struct fair_seed *seed, struct fair_seed *key)
{
    char line[FAIR_SEED_TEXT_MAX + PERSON_NAME_MAX + 32];
    char hex[FAIR_SEED_TEXT_MAX];
    struct hasher hasher;
    *key = *seed;
    if (luck_given(luck) == 0)
        return;
    hasher_init(&hasher);
    fair_seed_print(seed, hex, sizeof hex);
    int used = snprintf(line, sizeof line, "croupier luck 1\n%s\n", hex);
    hasher_add(&hasher, line, (size_t)used);
    for (unsigned i = 0; i < luck->count; i++) {
        if (!luck->numbers[i].given)
            continue;
        fair_seed_print(&luck->numbers[i].value, hex, sizeof hex);
        used = snprintf(line, sizeof line, "%s %s\n", luck->numbers[i].name, hex);
        hasher_add(&hasher, line, (size_t)used);
    }
    struct hash mixed = hasher_result(&hasher);
    memcpy(key->bytes, mixed.bytes, FAIR_SEED_BYTES);
    sodium_memzero(&mixed, sizeof mixed);
    sodium_memzero(line, sizeof line);
    sodium_memzero(hex, sizeof hex);
}

_Static_assert((int)FAIR_SEED_BYTES == (int)HASH_BYTES, "a hash is a key");

/* ---- Text. ---- */

void luck_print(const struct luck *luck, uint32_t shoe, enum entry_kind kind, struct text *text)
{
    assert((kind == ENTRY_LUCK || kind == ENTRY_MIXED) && luck->count && luck->count <= LUCK_MAX);
    text_format(text, "shoe %" PRIu32 "\n", shoe);
    for (unsigned i = 0; i < luck->count; i++) {
        const struct luck_number *number = &luck->numbers[i];
        char hex[HASH_TEXT_MAX] = "-";
        if (kind == ENTRY_LUCK)
            hash_print(&number->commitment, hex, sizeof hex);
        else if (number->given)
            fair_seed_print(&number->value, hex, sizeof hex);
        text_format(text, "%s %s\n", number->name, hex);
    }
}

static bool read_promise(struct luck *luck, struct word name, struct word value)
{
    char copy[PERSON_NAME_MAX];
    struct hash commitment;
    if (!luck_name_ok(name.bytes, name.length) || !hash_parse(value.bytes, value.length, &commitment))
        return false;
    snprintf(copy, sizeof copy, "%.*s", (int)name.length, name.bytes);
    return !find(luck, copy) && luck_promise(luck, copy, &commitment) == STATUS_OK;
}

static bool read_number(struct luck_number *number, struct word name, struct word value)
{
    number->given = !word_is(value, "-");
    return word_is(name, number->name) &&
           (!number->given || fair_seed_parse(value.bytes, value.length, &number->value));
}

/* One line, without its end; `at` counts the people from 0. */
static bool read_person(struct luck *luck, enum entry_kind kind, unsigned at, const char *line, size_t length)
{
    struct words words;
    struct word name;
    struct word value;
    words_init(&words, line, length);
    if (!words_next(&words, &name) || !words_next(&words, &value))
        return false;
    if (kind == ENTRY_LUCK)
        return read_promise(luck, name, value);
    return at < luck->count && read_number(&luck->numbers[at], name, value);
}

static bool read_shoe(struct span text, uint32_t *shoe, size_t *used)
{
    char line[sizeof "shoe 4294967295\n"];
    const char *end = memchr(text.bytes, '\n', text.size);
    size_t length = end ? (size_t)(end - (const char *)text.bytes) : 0;
    uint64_t number;
    if (length < sizeof "shoe" || length >= sizeof line)
        return false;
    memcpy(line, text.bytes, length);
    line[length] = 0;
    const char *at = line + sizeof "shoe";
    *used = length + 1;
    if (!text_take_number(&at, UINT32_MAX, &number))
        return false;
    *shoe = (uint32_t)number;
    return true;
}

/* One way to write it, so one way to read it: what was found must print as what was there. */
static bool prints_as(const struct luck *luck, uint32_t shoe, enum entry_kind kind, struct span text)
{
    char bytes[LUCK_TEXT_MAX];
    struct text again;
    text_init(&again, bytes, sizeof bytes);
    luck_print(luck, shoe, kind, &again);
    assert(!again.full);
    return again.used == text.size && memcmp(bytes, text.bytes, text.size) == 0;
}

bool luck_parse(struct luck *luck, uint32_t *shoe, enum entry_kind kind, struct span text)
{
    assert(kind == ENTRY_LUCK || kind == ENTRY_MIXED);
    size_t used = 0;
    unsigned people = 0;
    if (kind == ENTRY_LUCK)
        *luck = (struct luck){.count = 0};
    if (text.size == 0 || !read_shoe(text, shoe, &used))
        return false;
    while (used < text.size) {
        const char *line = (const char *)text.bytes + used;
        const char *end = memchr(line, '\n', text.size - used);
        size_t length = end ? (size_t)(end - line) : text.size - used;
        if (!read_person(luck, kind, people++, line, length))
            return false;
        used += length + 1;
    }
    luck->mixed = kind == ENTRY_MIXED;
    return luck->count && people == luck->count && prints_as(luck, *shoe, kind, text);
}

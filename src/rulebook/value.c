/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/value.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"

static bool refuse(struct value *value, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(struct value *value, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(value->reason, sizeof(value->reason), format, list);
    va_end(list);
    return false;
}

/* Refuses `word` for what the key wants. */
static bool refuse_word(struct value *value, const struct rulebook_key *key, const char *word)
{
    char wanted[120];
    struct text text;
    text_init(&text, wanted, sizeof(wanted));
    rulebook_key_describe(key, &text);
    return refuse(value, "\"%.40s\" is not %s", word, wanted);
}

static void *field(void *record, const struct rulebook_key *key)
{
    return (char *)record + key->offset;
}

/* ---- Texts. ---- */

static bool looks_like_number(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    if (digits == 0)
        return false;
    if (word[digits] == '.')
        digits += 1 + strspn(word + digits + 1, "0123456789");
    return word[digits] == '\0';
}

static bool store_text(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(value->count == 1 && key->size > 0);
    const char *word = value->words[0];
    size_t length = strlen(word);
    if (value->plain && looks_like_number(word))
        return refuse(value, "write \"%.40s\" in quotes, or other readers of YAML take it for a number",
                      word);
    if (length >= key->size)
        return refuse(value, "the text has %zu bytes; at most %zu fit", length, key->size - 1);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)word[i] < ' ')
            return refuse(value, "the text must be one line");
    if (length == 0 && key->type != KEY_CLAUSES)
        return refuse(value, "the text is empty");
    memset(field(record, key), 0, key->size);
    memcpy(field(record, key), word, length);
    return true;
}

static bool store_name(struct value *value, const struct rulebook_key *key, void *record)
{
    const char *word = value->words[0];
    if (!islower((unsigned char)word[0]) ||
        strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(word))
        return refuse_word(value, key, word);
    return store_text(value, key, record);
}

static bool matches_shape(const char *word, const char *shape)
{
    for (; *shape; shape++, word++)
        if (*shape == '0' ? !isdigit((unsigned char)*word) : *word != *shape)
            return false;
    return *word == '\0';
}

static bool store_date(struct value *value, const struct rulebook_key *key, void *record)
{
    const char *word = value->words[0];
    if (!matches_shape(word, "0000-00-00") && !matches_shape(word, "0000-00-00T00:00"))
        return refuse_word(value, key, word);
    int month = (word[5] - '0') * 10 + word[6] - '0';
    int day = (word[8] - '0') * 10 + word[9] - '0';
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return refuse_word(value, key, word);
    return store_text(value, key, record);
}

/* A clause: "3.25.1", "2.1.1.a", "3.7/banker-0-2", "5.7-end", "App.A". */
static bool is_clause(const char *word, size_t length)
{
    static const char part[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t at = strspn(word, "0123456789");
    if (length == 5 && memcmp(word, "App.", 4) == 0)
        return word[4] >= 'A' && word[4] <= 'Z';
    if (at == 0 || at > 2 || word[at] != '.')
        return false;
    while (at < length && (word[at] == '.' || word[at] == '/')) {
        size_t span = strspn(word + at + 1, part);
        if (span == 0 || at + 1 + span > length)
            return false;
        at += 1 + span;
    }
    return at == length;
}

static bool store_clauses(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(value->count == 1 && key->type == KEY_CLAUSES);
    const char *at = value->words[0];
    while (*at) {
        size_t length = strcspn(at, " ");
        if (!is_clause(at, length))
            return refuse(value, "\"%.*s\" does not look like a clause (3.25.1, 2.1.1.a, 3.7/player, App.A)",
                          length > 40 ? 40 : (int)length, at);
        at += length;
        at += *at == ' ';
    }
    return store_text(value, key, record);
}

/* ---- Words and numbers. ---- */

static const struct key_word *find_word(const struct key_word *words, const char *name)
{
    for (; words->name; words++)
        if (strcmp(words->name, name) == 0)
            return words;
    return NULL;
}

static bool store_word(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(value->count == 1 && key->size == sizeof(uint8_t));
    const struct key_word *word = find_word(key->words, value->words[0]);
    if (word) {
        *(uint8_t *)field(record, key) = word->value;
        return true;
    }
    struct nearest nearest;
    nearest_init(&nearest, value->words[0]);
    for (const struct key_word *candidate = key->words; candidate->name; candidate++)
        nearest_try(&nearest, candidate->name);
    refuse_word(value, key, value->words[0]);
    size_t used = strlen(value->reason);
    if (nearest.word)
        snprintf(value->reason + used, sizeof(value->reason) - used, "; did you mean \"%s\"?", nearest.word);
    return false;
}

/* Digits only, at most six of them, no leading zero. */
static bool read_number(const char *word, size_t length, int64_t *number)
{
    *number = 0;
    if (length == 0 || length > 6 || (length > 1 && word[0] == '0'))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)word[i]))
            return false;
        *number = *number * 10 + (word[i] - '0');
    }
    return true;
}

static bool store_number(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(key->size == sizeof(uint8_t) && key->min >= 0 && key->max <= UINT8_MAX);
    int64_t number;
    const char *word = value->words[0];
    if (!read_number(word, strlen(word), &number) || number < key->min || number > key->max)
        return refuse_word(value, key, word);
    *(uint8_t *)field(record, key) = (uint8_t)number;
    return true;
}

static bool store_flag(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(key->size == sizeof(bool));
    const char *word = value->words[0];
    bool yes = strcmp(word, "true") == 0 || strcmp(word, "yes") == 0;
    if (!yes && strcmp(word, "false") != 0 && strcmp(word, "no") != 0)
        return refuse_word(value, key, word);
    *(bool *)field(record, key) = yes;
    return true;
}

static bool store_ratio(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(key->size == sizeof(struct ratio));
    struct ratio ratio;
    const char *word = value->words[0];
    if (ratio_parse(word, strlen(word), &ratio) != STATUS_OK)
        return refuse_word(value, key, word);
    *(struct ratio *)field(record, key) = ratio;
    return true;
}

static bool store_money(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(key->size == sizeof(int64_t) && key->min <= key->max);
    int64_t cents;
    const char *word = value->words[0];
    if (money_parse(word, strlen(word), &cents) != STATUS_OK || cents < key->min || cents > key->max)
        return refuse_word(value, key, word);
    *(int64_t *)field(record, key) = cents;
    return true;
}

static bool store_count(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(key->size == 2 * sizeof(uint8_t) && key->max < UINT8_MAX);
    const char *word = value->words[0];
    uint8_t *least_and_most = field(record, key);
    size_t digits = strspn(word, "0123456789");
    int64_t least, most;
    if (!read_number(word, digits, &least))
        return refuse_word(value, key, word);
    if (word[digits] == '\0')
        most = least;
    else if (strcmp(word + digits, "+") == 0)
        most = UINT8_MAX;
    else if (word[digits] != '-' || !read_number(word + digits + 1, strlen(word + digits + 1), &most))
        return refuse_word(value, key, word);
    if (least < key->min || most < least || (most > key->max && most != UINT8_MAX))
        return refuse_word(value, key, word);
    least_and_most[0] = (uint8_t)least;
    least_and_most[1] = (uint8_t)most;
    return true;
}

/* ---- Cards, and lists. ---- */

static unsigned read_rank(const struct value *value, const char *word)
{
    assert(value->deck);
    return word[0] && word[1] == '\0' ? deck_parse_rank(value->deck, word[0]) : 0;
}

static bool refuse_rank(struct value *value, const char *word)
{
    return refuse(value, "\"%.40s\" is not a rank of the %s deck (%s)", word, value->deck->name,
                  value->deck->rank_letters);
}

static bool store_rank(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(key->size == sizeof(uint8_t));
    const char *word = value->words[0];
    unsigned rank = strcmp(word, "none") == 0 ? 0 : read_rank(value, word);
    if (rank == 0 && strcmp(word, "none") != 0)
        return refuse_rank(value, word);
    *(uint8_t *)field(record, key) = (uint8_t)rank;
    return true;
}

static bool store_ranks(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(key->size == sizeof(rank_set) && value->count <= VALUE_WORDS_MAX);
    unsigned set = 0;
    for (value->bad = 0; value->bad < value->count; value->bad++) {
        unsigned rank = read_rank(value, value->words[value->bad]);
        if (rank == 0)
            return refuse_rank(value, value->words[value->bad]);
        if (set >> rank & 1U)
            return refuse(value, "\"%s\" appears twice", value->words[value->bad]);
        set |= 1U << rank;
    }
    *(rank_set *)field(record, key) = (rank_set)set;
    return true;
}

static bool store_totals(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(key->min >= 0 && key->max < 8 * (int64_t)key->size);
    uint32_t set = 0;
    for (value->bad = 0; value->bad < value->count; value->bad++) {
        int64_t total;
        const char *word = value->words[value->bad];
        if (!read_number(word, strlen(word), &total) || total < key->min || total > key->max)
            return refuse(value, "\"%.40s\" is not a number from %d to %d", word, (int)key->min,
                          (int)key->max);
        if (set >> total & 1U)
            return refuse(value, "\"%s\" appears twice", word);
        set |= UINT32_C(1) << total;
    }
    if (key->size == sizeof(uint32_t))
        *(uint32_t *)field(record, key) = set;
    else
        *(uint16_t *)field(record, key) = (uint16_t)set;
    return true;
}

static bool store_sides(struct value *value, const struct rulebook_key *key, void *record)
{
    assert(value->count <= VALUE_WORDS_MAX && key->max < (int64_t)key->size);
    uint8_t *count_and_sides = field(record, key);
    uint8_t sides[VALUE_WORDS_MAX];
    for (value->bad = 0; value->bad < value->count; value->bad++) {
        const struct key_word *word = find_word(key->words, value->words[value->bad]);
        if (!word)
            return refuse(value, "\"%.40s\" is neither player nor banker", value->words[value->bad]);
        sides[value->bad] = word->value;
    }
    if (value->count < key->min || value->count > key->max) {
        return refuse(value, "%u cards; from %d to %d are dealt", value->count, (int)key->min, (int)key->max);
    }
    memset(count_and_sides, 0, key->size);
    count_and_sides[0] = (uint8_t)value->count;
    memcpy(count_and_sides + 1, sides, value->count);
    return true;
}

/* ---- By type. ---- */

static bool type_is_list(enum key_type type)
{
    return type == KEY_RANKS || type == KEY_TOTALS || type == KEY_SIDES;
}

bool value_split(struct value *value, const struct rulebook_key *key, const char *text, char *buffer)
{
    value->list = type_is_list(key->type);
    value->plain = false;
    value->count = 0;
    size_t length = strlen(text);
    if (length >= VALUE_TEXT_MAX)
        return false;
    memcpy(buffer, text, length + 1);
    if (!value->list) {
        value->words[value->count++] = buffer;
        return true;
    }
    char *rest = buffer;
    for (char *word; (word = strsep(&rest, "[], "));) {
        if (word[0] == '\0')
            continue;
        if (value->count == VALUE_WORDS_MAX)
            return false;
        value->words[value->count++] = word;
    }
    return true;
}

bool value_store(struct value *value, const struct rulebook_key *key, void *record)
{
    static bool (*const stores[])(struct value *, const struct rulebook_key *, void *) = {
        [KEY_TEXT] = store_text,       [KEY_NAME] = store_name,   [KEY_DATE] = store_date,
        [KEY_CLAUSES] = store_clauses, [KEY_WORD] = store_word,   [KEY_NUMBER] = store_number,
        [KEY_FLAG] = store_flag,       [KEY_RATIO] = store_ratio, [KEY_MONEY] = store_money,
        [KEY_RANK] = store_rank,       [KEY_RANKS] = store_ranks, [KEY_TOTALS] = store_totals,
        [KEY_COUNT] = store_count,     [KEY_SIDES] = store_sides,
    };
    value->bad = VALUE_WORDS_MAX;
    if (type_is_list(key->type) && !value->list)
        return refuse(value, "a list is expected: [...]");
    if (!type_is_list(key->type) && (value->list || value->count != 1))
        return refuse(value, "one value is expected, not a list");
    return stores[key->type](value, key, record);
}

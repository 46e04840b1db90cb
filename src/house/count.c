/* SPDX-License-Identifier: Apache-2.0 */
#include "house/count.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/money.h"
#include "record/word.h"

static const char *const what_names[COUNT_WHATS] = {
#define COUNT_WHAT_NAME(id, name) [id] = (name),
    COUNT_WHAT_LIST(COUNT_WHAT_NAME)
#undef COUNT_WHAT_NAME
};

const char *count_what_name(enum count_what what)
{
    assert(what < COUNT_WHATS);
    return what_names[what];
}

bool count_what_find(const char *name, enum count_what *what)
{
    for (unsigned i = 0; i < COUNT_WHATS; i++) {
        *what = (enum count_what)i;
        if (strcmp(what_names[i], name) == 0)
            return true;
    }
    return false;
}

bool chips_has(const struct chips *chips, int64_t cents)
{
    assert(chips->count <= CHIPS_MAX);
    for (unsigned i = 0; i < chips->count; i++)
        if (chips->cents[i] == cents)
            return true;
    return chips->count == 0;
}

bool reason_ok(const char *reason)
{
    struct word word = {reason, strlen(reason)};
    return word.length > 0 && word.length < REASON_MAX && reason[0] != ' ' &&
           reason[word.length - 1] != ' ' && word_is_clean(word);
}

enum status count_sum(const struct count *count, const struct chips *chips, int64_t *sum_cents)
{
    assert(count->piece_count <= COUNT_PIECES_MAX);
    int64_t sum = count->cash_cents;
    if (sum < 0 || sum > MONEY_CENTS_MAX)
        return STATUS_BAD_COUNT;
    for (unsigned i = 0; i < count->piece_count; i++) {
        const struct piece *piece = &count->pieces[i];
        if (piece->cents <= 0 || !chips_has(chips, piece->cents) ||
            piece->number > MONEY_CENTS_MAX / piece->cents)
            return STATUS_BAD_COUNT;
        sum += piece->cents * piece->number;
    }
    *sum_cents = sum;
    return sum > MONEY_CENTS_MAX ? STATUS_BAD_COUNT : STATUS_OK;
}

/* ---- Text. ---- */

void count_print(const struct count *count, struct text *text)
{
    assert(count->piece_count <= COUNT_PIECES_MAX);
    char amounts[2][MONEY_TEXT_MAX];
    money_print(count->counted_cents, amounts[0], MONEY_TEXT_MAX);
    money_print(count->books_cents, amounts[1], MONEY_TEXT_MAX);
    text_format(text, "count %s %s:%s %s %s with %s\n", count_what_name(count->what),
                account_kind_name((enum account_kind)count->account.kind), count->account.name, amounts[0],
                amounts[1], count->with);
    for (unsigned i = 0; i < count->piece_count; i++) {
        money_print(count->pieces[i].cents, amounts[0], MONEY_TEXT_MAX);
        text_format(text, "%s x %" PRIu32 "\n", amounts[0], count->pieces[i].number);
    }
    money_print(count->cash_cents, amounts[0], MONEY_TEXT_MAX);
    if (count->cash_cents)
        text_format(text, "cash %s\n", amounts[0]);
    if (count->reason[0])
        text_format(text, "reason %s\n", count->reason);
}

/* Signed: the bank of an old table may be below 0. */
static bool amount(struct words *words, int64_t *cents)
{
    struct word word;
    if (!words_next(words, &word))
        return false;
    bool minus = word.bytes[0] == '-';
    if (money_parse(word.bytes + minus, word.length - minus, cents) != STATUS_OK)
        return false;
    *cents = minus ? -*cents : *cents;
    return true;
}

static bool parse_head(struct count *count, const char *line, size_t length)
{
    struct words words;
    struct word word;
    char name[16];
    words_init(&words, line, length);
    return words_skip(&words, "count") && words_keep(&words, name, sizeof name) &&
           count_what_find(name, &count->what) && words_next(&words, &word) &&
           account_parse(word.bytes, word.length, &count->account) && amount(&words, &count->counted_cents) &&
           amount(&words, &count->books_cents) && words_skip(&words, "with") &&
           words_keep(&words, count->with, sizeof count->with) && !words_next(&words, &word);
}

static bool parse_piece(struct count *count, struct words *words)
{
    assert(count->piece_count <= COUNT_PIECES_MAX);
    char number[16];
    const char *digits = number;
    uint64_t pieces;
    struct piece *piece = &count->pieces[count->piece_count];
    if (count->piece_count == COUNT_PIECES_MAX || !amount(words, &piece->cents) || !words_skip(words, "x") ||
        !words_keep(words, number, sizeof number) || !text_take_number(&digits, UINT32_MAX, &pieces) ||
        *digits)
        return false;
    piece->number = (uint32_t)pieces;
    count->piece_count++;
    return true;
}

static bool parse_line(struct count *count, const char *line, size_t length)
{
    static const char reason[] = "reason ";
    struct words words;
    struct word word;
    if (length > sizeof reason - 1 && memcmp(line, reason, sizeof reason - 1) == 0) {
        length -= sizeof reason - 1;
        if (length >= sizeof count->reason || count->reason[0])
            return false;
        memcpy(count->reason, line + sizeof reason - 1, length);
        return reason_ok(count->reason);
    }
    words_init(&words, line, length);
    if (words_peek(&words, &word) && word_is(word, "cash"))
        return words_skip(&words, "cash") && amount(&words, &count->cash_cents) && !words_next(&words, &word);
    return parse_piece(count, &words) && !words_next(&words, &word);
}

bool count_parse(struct span span, struct count *count)
{
    static const struct chips any = {0};
    const char *at = (const char *)span.bytes;
    const char *end = at + span.size;
    int64_t sum;
    *count = (struct count){.what = COUNT_OPENING};
    for (unsigned i = 0; at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            return false;
        if (!(i ? parse_line(count, at, (size_t)(stop - at)) : parse_head(count, at, (size_t)(stop - at))))
            return false;
        at = stop + 1;
    }
    bool differs = count->counted_cents != count->books_cents;
    return span.size > 0 && count_sum(count, &any, &sum) == STATUS_OK && sum == count->counted_cents &&
           differs == (count->reason[0] != 0);
}

/* ---- Slips. ---- */

static const char *const slip_verbs[] = {
    [SLIP_FILL] = "fill", [SLIP_CREDIT] = "credit", [SLIP_REFUSED] = "refused"};

void slip_print(const struct slip *slip, struct text *text)
{
    assert(slip->verb <= SLIP_REFUSED);
    char amounts[MONEY_TEXT_MAX];
    text_format(text, "slip %" PRIu64 " %s", slip->number, slip_verbs[slip->verb]);
    money_print(slip->cents, amounts, sizeof amounts);
    if (slip->verb != SLIP_REFUSED)
        text_format(text, " %s %s", slip->table, amounts);
    text_put_char(text, '\n');
}

bool slip_parse(struct span span, struct slip *slip)
{
    struct words words;
    struct word word;
    char number[24];
    char verb[16];
    const char *digits = number;
    *slip = (struct slip){.number = 0};
    if (span.size == 0 || span.bytes[span.size - 1] != '\n')
        return false;
    words_init(&words, (const char *)span.bytes, span.size - 1);
    if (!words_skip(&words, "slip") || !words_keep(&words, number, sizeof number) ||
        !text_take_number(&digits, UINT64_MAX, &slip->number) || *digits ||
        !words_keep(&words, verb, sizeof verb))
        return false;
    while (strcmp(slip_verbs[slip->verb], verb) != 0)
        if (slip->verb++ == SLIP_REFUSED)
            return false;
    if (slip->verb != SLIP_REFUSED && (!words_keep(&words, slip->table, sizeof slip->table) ||
                                       !amount(&words, &slip->cents) || slip->cents <= 0))
        return false;
    return !words_next(&words, &word);
}

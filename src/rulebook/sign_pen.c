/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/sign_pen.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *sign_in(const struct sign_pen *pen, const char *english)
{
    assert(english);
    return language_say(pen->sign->language, english);
}

/* A short text that lasts until SIGN_PARTS more are made. */
static struct text *next_part(struct sign_pen *pen)
{
    unsigned at = pen->part_count++ % SIGN_PARTS;
    text_init(&pen->part, pen->parts[at], sizeof(pen->parts[at]));
    return &pen->part;
}

static struct sign_row *last_row(struct sign_pen *pen)
{
    assert(pen->sign->row_count > 0);
    return &pen->sign->rows[pen->sign->row_count - 1];
}

void sign_section(struct sign_pen *pen, enum sign_kind kind, int wager, const char *heading)
{
    struct sign *sign = pen->sign;
    assert(sign->section_count < SIGN_SECTIONS_MAX);
    struct sign_section *section = &sign->sections[sign->section_count++];
    *section = (struct sign_section){.kind = kind, .wager = wager, .row_first = sign->row_count};
    snprintf(section->heading, sizeof(section->heading), "%s", sign_in(pen, heading));
    text_init(&pen->says, section->note, sizeof(section->note));
}

void sign_row(struct sign_pen *pen, const char *topic)
{
    struct sign *sign = pen->sign;
    assert(sign->row_count < SIGN_ROWS_MAX && sign->section_count > 0);
    struct sign_row *row = &sign->rows[sign->row_count++];
    sign->sections[sign->section_count - 1].row_count++;
    *row = (struct sign_row){0};
    snprintf(row->topic, sizeof(row->topic), "%s", sign_in(pen, topic));
    text_init(&pen->says, row->says, sizeof(row->says));
}

void sign_cite_clauses(struct sign_pen *pen, const char *clauses)
{
    assert(clauses);
    struct sign_row *row = last_row(pen);
    char word[CLAUSES_MAX];
    for (clauses += strspn(clauses, " "); *clauses; clauses += strspn(clauses, " ")) {
        size_t length = strcspn(clauses, " ");
        snprintf(word, sizeof(word), "%.*s", (int)length, clauses);
        clauses += length;
        size_t used = strlen(row->clauses);
        if (!text_has_word(row->clauses, word) && used + strlen(word) + 2 <= sizeof(row->clauses))
            snprintf(row->clauses + used, sizeof(row->clauses) - used, "%s%s", used ? " " : "", word);
    }
}

void sign_cite(struct sign_pen *pen, enum ground ground)
{
    assert(ground < GROUND_COUNT);
    sign_cite_clauses(pen, pen->book->grounds[ground]);
}

void sign_put(struct sign_pen *pen, const char *english)
{
    text_put(&pen->says, sign_in(pen, english));
    assert(!pen->says.full);
}

void sign_say(struct sign_pen *pen, const char *english, ...)
{
    va_list list;
    va_start(list, english);
    text_format_list(&pen->says, sign_in(pen, english), list);
    va_end(list);
    assert(!pen->says.full);
}

static void put_grouped(struct text *text, const char *digits)
{
    assert(digits[0]);
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            text_put_char(text, ',');
        text_put_char(text, digits[i]);
    }
}

const char *sign_amount(struct sign_pen *pen, int64_t amount_cents)
{
    assert(amount_cents >= 0);
    char digits[MONEY_TEXT_MAX];
    struct text *part = next_part(pen);
    money_print(amount_cents, digits, sizeof(digits));
    put_grouped(part, digits);
    return part->bytes;
}

/* Which comes first differs between languages: 3 to 2 is "2 pays 3" in Chinese. */
static void fill_ratio(void *context, const char *blank, size_t length, struct text *text)
{
    const struct ratio *ratio = context;
    char digits[RATIO_TEXT_MAX];
    (void)length;
    snprintf(digits, sizeof(digits), "%u", *blank == 'w' ? ratio->num : ratio->den);
    put_grouped(text, digits);
}

void sign_say_ratio(struct sign_pen *pen, struct ratio ratio)
{
    bool half = ratio.num == 1 && ratio.den == 2;
    const char *pattern = half ? N_("1 to 2") : N_("{win} to {stake}");
    text_fill(&pen->says, sign_in(pen, pattern), fill_ratio, &ratio);
    assert(!pen->says.full);
    last_row(pen)->pays = ratio;
}

const char *sign_ranks(struct sign_pen *pen, rank_set ranks)
{
    const struct deck *deck = deck_of(pen->book->deck);
    struct text *part = next_part(pen);
    for (unsigned rank = RANK_ACE; rank <= RANK_COUNT; rank++) {
        if (!rank_set_has(ranks, rank))
            continue;
        text_put(part, part->used ? sign_in(pen, N_(" or ")) : "");
        text_put(part, sign_in(pen, deck->rank_names[rank]));
    }
    return part->bytes;
}

const char *sign_numbers(struct sign_pen *pen, uint32_t bits)
{
    struct text *part = next_part(pen);
    for (unsigned from = 0; from < 32; from++) {
        if (!(bits >> from & 1U))
            continue;
        unsigned to = from;
        while (to + 1 < 32 && bits >> (to + 1) & 1U)
            to++;
        text_put(part, part->used ? sign_in(pen, N_(", ")) : "");
        text_format(part, to > from ? "%u\u2013%u" : "%u", from, to);
        from = to;
    }
    return part->bytes;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/sign.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rulebook/sign_write.h"

/* ---- The pen. ---- */

const char *sign_in(const struct sign_pen *pen, const char *english)
{
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
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            text_put_char(text, ',');
        text_put_char(text, digits[i]);
    }
}

const char *sign_amount(struct sign_pen *pen, int64_t amount_cents)
{
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

/* ---- What both families share. ---- */

static void say_decks(struct sign_pen *pen, const struct sign_setting *setting)
{
    const struct rulebook *book = pen->book;
    unsigned cards = deck_card_count(deck_of(book->deck));
    sign_row(pen, N_("Decks"));
    if (setting->decks || book->decks_min == book->decks_max) {
        unsigned decks = setting->decks ? setting->decks : book->decks_min;
        sign_say(pen, decks == 1 ? N_("%u deck of %u cards") : N_("%u decks of %u cards"), decks, cards);
    } else {
        sign_say(pen, N_("%u to %u decks of %u cards"), book->decks_min, book->decks_max, cards);
    }
}

static void say_limits(struct sign_pen *pen, const struct sign_setting *setting)
{
    for (unsigned i = 0; i < pen->book->wager_count; i++) {
        const struct wager_rule *wager = &pen->book->wagers[i];
        if (setting->limit_max_cents[i] == 0)
            continue;
        sign_row(pen, label_say(&wager->label, pen->sign->language));
        sign_say(pen, N_("%s to %s"), sign_amount(pen, setting->limit_min_cents[i]),
                 sign_amount(pen, setting->limit_max_cents[i]));
        sign_cite(pen, GROUND_LIMITS);
    }
}

static void say_judge(struct sign_pen *pen, const struct wager_rule *wager)
{
    switch ((enum wager_judge)wager->judge) {
    case JUDGE_HAND:
        /* [3.3] [rws 3.1] the aim of the game. */
        sign_put(pen, N_("Your hand against the Dealer's: the higher total wins, if it is not over 21."));
        return;
    case JUDGE_FIRST_TWO:
        sign_put(pen, N_("On your first two cards."));
        return;
    case JUDGE_FIRST_TWO_DEALER:
        sign_put(pen, N_("On your first two cards and the Dealer's first."));
        return;
    case JUDGE_SPLIT_TWO:
        sign_put(pen, N_("On the two cards of a split Ace's hand."));
        return;
    case JUDGE_DEALER_SECOND:
        sign_put(pen, N_("On the Dealer's second card."));
        return;
    case JUDGE_DEALER_BUST:
        sign_put(pen, N_("On the number of cards in a Dealer's hand over 21."));
        return;
    case JUDGE_OUTCOME:
        sign_put(pen, N_("On the totals of Player and Banker."));
        if (wager->push_on_tie)
            sign_put(pen, N_(" Handed back on a tie."));
        return;
    case JUDGE_ALL_CARDS:
        sign_put(pen, N_("On every card of both hands."));
        return;
    }
}

static void say_pays(struct sign_pen *pen)
{
    for (unsigned i = 0; i < pen->book->wager_count; i++) {
        const struct wager_rule *wager = &pen->book->wagers[i];
        sign_section(pen, SIGN_PAYS, (int)i, label_say(&wager->label, pen->sign->language));
        say_judge(pen, wager);
        for (unsigned j = 0; j < wager->line_count; j++) {
            const struct pay_line *line = &wager->lines[j];
            sign_row(pen, label_say(&line->label, pen->sign->language));
            sign_say_ratio(pen, line->pays);
            sign_cite_clauses(pen, line->clauses);
        }
    }
}

/* [AMB-01] what happens where a payment is no multiple of the payout unit. */
static void say_rounding(struct sign_pen *pen)
{
    sign_row(pen, N_("Payments"));
    if (pen->book->unit_cents == 1) {
        sign_put(pen, N_("Exact to the cent; "));
    } else {
        sign_say(pen, N_("In units of %s; "), sign_amount(pen, pen->book->unit_cents));
    }
    switch ((enum rounding)pen->book->rounding) {
    case ROUNDING_DOWN:
        sign_put(pen, N_("smaller fractions are not paid."));
        return;
    case ROUNDING_NEAREST:
        sign_put(pen, N_("smaller fractions go to the nearest."));
        return;
    case ROUNDING_UP:
        sign_put(pen, N_("smaller fractions are rounded up."));
        return;
    }
}

/* [mbs 5.29] [rws 5.4] [bac 5.9] what an interruption does before and after something is decided. */
static void say_outage(struct sign_pen *pen)
{
    sign_row(pen, N_("Interruption"));
    switch ((enum outage_undecided)pen->book->outage_undecided) {
    case OUTAGE_OFFER_WITHDRAWAL:
        sign_put(pen, N_("Before any wager is decided you may withdraw all wagers; "));
        break;
    case OUTAGE_VOID:
        sign_put(pen, N_("Before any wager is decided the round is void; "));
        break;
    }
    sign_put(pen, N_("otherwise the round is played to its end."));
    const struct irregularity_rule *rule = &pen->book->irregularities[IRREGULARITY_POWER_FAILURE];
    sign_cite_clauses(pen, rule->early_clauses);
    sign_cite_clauses(pen, rule->late_clauses);
}

static void say_foot(struct sign *sign, const struct rulebook *book)
{
    char hash[HASH_TEXT_MAX];
    hash_print(&book->hash, hash, sizeof(hash));
    snprintf(sign->foot, sizeof(sign->foot), "%s %s", book->id, hash);
}

void sign_make(struct sign *sign, const struct rulebook *book, const struct sign_setting *setting,
               unsigned language)
{
    *sign = (struct sign){.language = language};
    struct sign_pen pen = {.sign = sign, .book = book};
    snprintf(sign->title, sizeof(sign->title), "%s", label_say(&book->name, language));
    char date[RULEBOOK_ID_MAX];
    snprintf(date, sizeof(date), "%s", book->effective);
    date[strcspn(date, "T")] = date[strcspn(date, "T")] ? ' ' : '\0';
    text_init(&pen.says, sign->subtitle, sizeof(sign->subtitle));
    sign_say(&pen, N_("%s \u00b7 version %s \u00b7 in force from %s"), sign_in(&pen, book->house),
             book->version, date);
    sign_section(&pen, SIGN_TABLE, -1, N_("This table"));
    say_decks(&pen, setting);
    say_limits(&pen, setting);
    say_pays(&pen);
    if (book->family == FAMILY_BLACKJACK)
        sign_blackjack(&pen);
    else
        sign_baccarat(&pen);
    sign_section(&pen, SIGN_RULES, -1, N_("Also"));
    say_rounding(&pen);
    say_outage(&pen);
    say_foot(sign, book);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/sign.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rulebook/sign_write.h"

/* ---- The pen. ---- */

static const char *either(const struct sign_pen *pen, const char *english, const char *chinese)
{
    return pen->language == SIGN_CHINESE && chinese[0] ? chinese : english;
}

static struct sign_row *last_row(struct sign_pen *pen)
{
    assert(pen->sign->row_count > 0);
    return &pen->sign->rows[pen->sign->row_count - 1];
}

void sign_section(struct sign_pen *pen, enum sign_kind kind, int wager, const char *english,
                  const char *chinese)
{
    struct sign *sign = pen->sign;
    assert(sign->section_count < SIGN_SECTIONS_MAX);
    struct sign_section *section = &sign->sections[sign->section_count++];
    *section = (struct sign_section){.kind = kind, .wager = wager, .row_first = sign->row_count};
    snprintf(section->heading, sizeof(section->heading), "%s", either(pen, english, chinese));
    text_init(&pen->says, section->note, sizeof(section->note));
}

void sign_row(struct sign_pen *pen, const char *english, const char *chinese)
{
    struct sign *sign = pen->sign;
    assert(sign->row_count < SIGN_ROWS_MAX && sign->section_count > 0);
    struct sign_row *row = &sign->rows[sign->row_count++];
    sign->sections[sign->section_count - 1].row_count++;
    *row = (struct sign_row){0};
    snprintf(row->topic, sizeof(row->topic), "%s", either(pen, english, chinese));
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

void sign_put(struct sign_pen *pen, const char *english, const char *chinese)
{
    text_put(&pen->says, pen->language == SIGN_CHINESE ? chinese : english);
    assert(!pen->says.full);
}

void sign_say(struct sign_pen *pen, const char *english, const char *chinese, ...)
{
    va_list list;
    va_start(list, chinese);
    text_format_list(&pen->says, pen->language == SIGN_CHINESE ? chinese : english, list);
    va_end(list);
    assert(!pen->says.full);
}

static void say_grouped(struct sign_pen *pen, const char *digits)
{
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            text_put_char(&pen->says, ',');
        text_put_char(&pen->says, digits[i]);
    }
}

void sign_say_amount(struct sign_pen *pen, int64_t amount_cents)
{
    char digits[MONEY_TEXT_MAX];
    money_print(amount_cents, digits, sizeof(digits));
    say_grouped(pen, digits);
}

/* Chinese names the stake first: 3 to 2 is "2 pays 3". */
void sign_say_ratio(struct sign_pen *pen, struct ratio ratio)
{
    bool chinese = pen->language == SIGN_CHINESE;
    char digits[RATIO_TEXT_MAX];
    snprintf(digits, sizeof(digits), "%u", chinese ? ratio.den : ratio.num);
    say_grouped(pen, digits);
    sign_put(pen, " to ", " 赔 ");
    snprintf(digits, sizeof(digits), "%u", chinese ? ratio.num : ratio.den);
    say_grouped(pen, digits);
}

void sign_say_ranks(struct sign_pen *pen, rank_set ranks)
{
    static const char *const star_names_zh[] = {"福", "禄", "寿"};
    const struct deck *deck = deck_of(pen->book->deck);
    bool first = true;
    for (unsigned rank = RANK_ACE; rank <= RANK_COUNT; rank++) {
        if (!rank_set_has(ranks, rank))
            continue;
        if (!first)
            sign_put(pen, " or ", "或");
        bool is_star = deck->id == DECK_ELEMENTS && rank > RANK_TEN;
        char letter[2] = {deck->rank_letters[rank - 1], '\0'};
        const char *chinese = is_star ? star_names_zh[rank - RANK_JACK] : rank == RANK_TEN ? "10" : letter;
        text_put(&pen->says, either(pen, deck->rank_names[rank], chinese));
        first = false;
    }
}

void sign_say_numbers(struct sign_pen *pen, uint32_t bits)
{
    bool first = true;
    for (unsigned from = 0; from < 32; from++) {
        if (!(bits >> from & 1U))
            continue;
        unsigned to = from;
        while (to + 1 < 32 && bits >> (to + 1) & 1U)
            to++;
        text_put(&pen->says, first ? "" : ", ");
        text_format(&pen->says, to > from ? "%u\u2013%u" : "%u", from, to);
        first = false;
        from = to;
    }
}

/* ---- What both families share. ---- */

static void say_decks(struct sign_pen *pen, const struct sign_setting *setting)
{
    const struct rulebook *book = pen->book;
    unsigned cards = deck_card_count(deck_of(book->deck));
    sign_row(pen, "Decks", "牌副数");
    if (setting->decks || book->decks_min == book->decks_max) {
        unsigned decks = setting->decks ? setting->decks : book->decks_min;
        sign_say(pen, decks == 1 ? "%u deck of %u cards" : "%u decks of %u cards", "%u 副牌，每副 %u 张",
                 decks, cards);
    } else {
        sign_say(pen, "%u to %u decks of %u cards", "%u 至 %u 副牌，每副 %u 张", book->decks_min,
                 book->decks_max, cards);
    }
}

static void say_limits(struct sign_pen *pen, const struct sign_setting *setting)
{
    for (unsigned i = 0; i < pen->book->wager_count; i++) {
        const struct wager_rule *wager = &pen->book->wagers[i];
        if (setting->limit_max_cents[i] == 0)
            continue;
        sign_row(pen, wager->label, wager->label_zh);
        sign_say_amount(pen, setting->limit_min_cents[i]);
        sign_put(pen, " to ", " 至 ");
        sign_say_amount(pen, setting->limit_max_cents[i]);
        sign_cite(pen, GROUND_LIMITS);
    }
}

static void say_judge(struct sign_pen *pen, const struct wager_rule *wager)
{
    switch ((enum wager_judge)wager->judge) {
    case JUDGE_HAND:
        /* [3.3] [rws 3.1] the aim of the game. */
        sign_put(pen, "Your hand against the Dealer's: the higher total wins, if it is not over 21.",
                 "以您的牌与庄家比较：点数较高而不超过21点者胜。");
        return;
    case JUDGE_FIRST_TWO:
        sign_put(pen, "On your first two cards.", "以您的首两张牌决定。");
        return;
    case JUDGE_FIRST_TWO_DEALER:
        sign_put(pen, "On your first two cards and the Dealer's first.", "以您的首两张牌及庄家首张牌决定。");
        return;
    case JUDGE_SPLIT_TWO:
        sign_put(pen, "On the two cards of a split Ace's hand.", "以分A后该手的两张牌决定。");
        return;
    case JUDGE_DEALER_SECOND:
        sign_put(pen, "On the Dealer's second card.", "以庄家第二张牌决定。");
        return;
    case JUDGE_DEALER_BUST:
        sign_put(pen, "On the number of cards in a Dealer's hand over 21.", "以庄家爆牌时的牌张数决定。");
        return;
    case JUDGE_OUTCOME:
        sign_put(pen, "On the totals of Player and Banker.", "以闲家与庄家的点数决定。");
        if (wager->push_on_tie)
            sign_put(pen, " Handed back on a tie.", "和局时退还。");
        return;
    case JUDGE_ALL_CARDS:
        sign_put(pen, "On every card of both hands.", "以双方所有牌决定。");
        return;
    }
}

static void say_pays(struct sign_pen *pen)
{
    for (unsigned i = 0; i < pen->book->wager_count; i++) {
        const struct wager_rule *wager = &pen->book->wagers[i];
        sign_section(pen, SIGN_PAYS, (int)i, wager->label, wager->label_zh);
        say_judge(pen, wager);
        for (unsigned j = 0; j < wager->line_count; j++) {
            const struct pay_line *line = &wager->lines[j];
            sign_row(pen, line->label, line->label_zh);
            sign_say_ratio(pen, line->pays);
            sign_cite_clauses(pen, line->clauses);
        }
    }
}

/* [AMB-01] what happens where a payment is no multiple of the payout unit. */
static void say_rounding(struct sign_pen *pen)
{
    sign_row(pen, "Payments", "派彩");
    if (pen->book->unit_cents == 1) {
        sign_put(pen, "Exact to the cent; ", "精确到分；");
    } else {
        sign_put(pen, "In units of ", "以 ");
        sign_say_amount(pen, pen->book->unit_cents);
        sign_put(pen, "; ", " 为单位；");
    }
    switch ((enum rounding)pen->book->rounding) {
    case ROUNDING_DOWN:
        sign_put(pen, "smaller fractions are not paid.", "不足部分不派。");
        return;
    case ROUNDING_NEAREST:
        sign_put(pen, "smaller fractions go to the nearest.", "不足部分四舍五入。");
        return;
    case ROUNDING_UP:
        sign_put(pen, "smaller fractions are rounded up.", "不足部分进位。");
        return;
    }
}

/* [mbs 5.29] [rws 5.4] [bac 5.9] what an interruption does before and after something is decided. */
static void say_outage(struct sign_pen *pen)
{
    sign_row(pen, "Interruption", "停电或中断");
    switch ((enum outage_undecided)pen->book->outage_undecided) {
    case OUTAGE_OFFER_WITHDRAWAL:
        sign_put(pen, "Before any wager is decided you may withdraw all wagers; ",
                 "若未有注码定出胜负，您可取回所有注码；");
        break;
    case OUTAGE_VOID:
        sign_put(pen, "Before any wager is decided the round is void; ", "若未有注码定出胜负，该局作废；");
        break;
    }
    sign_put(pen, "otherwise it is played to its end.", "否则该局继续完成。");
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
               enum sign_language language)
{
    *sign = (struct sign){.language = language};
    struct sign_pen pen = {.sign = sign, .book = book, .language = language};
    snprintf(sign->title, sizeof(sign->title), "%s", either(&pen, book->name, book->name_zh));
    char date[RULEBOOK_ID_MAX];
    snprintf(date, sizeof(date), "%s", book->effective);
    date[strcspn(date, "T")] = date[strcspn(date, "T")] ? ' ' : '\0';
    text_init(&pen.says, sign->subtitle, sizeof(sign->subtitle));
    sign_say(&pen, "%s \u00b7 version %s \u00b7 in force from %s", "%s · 版本 %s · %s 起生效", book->house,
             book->version, date);
    sign_section(&pen, SIGN_TABLE, -1, "This table", "本桌");
    say_decks(&pen, setting);
    say_limits(&pen, setting);
    say_pays(&pen);
    if (book->family == FAMILY_BLACKJACK)
        sign_blackjack(&pen);
    else
        sign_baccarat(&pen);
    sign_section(&pen, SIGN_RULES, -1, "Also", "其他");
    say_rounding(&pen);
    say_outage(&pen);
    say_foot(sign, book);
}

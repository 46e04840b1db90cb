/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/sign.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rulebook/sign_family.h"

/* ---- What both families share. ---- */

static void say_decks(struct sign_pen *pen, const struct sign_setting *setting)
{
    assert(pen->book->decks_min <= pen->book->decks_max);
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
    assert(pen->book);
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

/* "7.47 %" to a hundredth, halves up. */
static void percent(char text[16], int32_t millionths)
{
    int32_t hundredths = (millionths < 0 ? -millionths : millionths) + 50;
    snprintf(text, 16, "%s%d.%02d %%", millionths < 0 ? "-" : "", hundredths / 10000, hundredths / 100 % 100);
}

static void say_odds(struct sign_pen *pen, const struct wager_rule *wager, const struct sign_odds *odds)
{
    char chance[16];
    char edge[16];
    if (!odds->known)
        return;
    pen->sign->sections[pen->sign->section_count - 1].odds = *odds;
    percent(chance, odds->chance);
    percent(edge, odds->edge);
    if (odds->chance < 0)
        sign_say(pen, N_(" House edge %s."), edge);
    else if (wager->judge == JUDGE_HAND)
        sign_say(pen, N_(" With the best play it is paid %s of the time; house edge %s."), chance, edge);
    else
        sign_say(pen, N_(" It is paid %s of the time; house edge %s."), chance, edge);
}

static void say_pays(struct sign_pen *pen, const struct sign_setting *setting)
{
    for (unsigned i = 0; i < pen->book->wager_count; i++) {
        const struct wager_rule *wager = &pen->book->wagers[i];
        sign_section(pen, SIGN_PAYS, (int)i, label_say(&wager->label, pen->sign->language));
        say_judge(pen, wager);
        if (setting->odds)
            say_odds(pen, wager, &setting->odds[i]);
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
    assert(book->wager_count);
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
    say_pays(&pen, setting);
    if (book->family == FAMILY_BLACKJACK)
        sign_blackjack(&pen);
    else
        sign_baccarat(&pen);
    sign_section(&pen, SIGN_RULES, -1, N_("Also"));
    say_rounding(&pen);
    say_outage(&pen);
    say_foot(sign, book);
}

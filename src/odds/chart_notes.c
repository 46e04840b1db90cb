/* SPDX-License-Identifier: Apache-2.0 */
/* chart_notes.c - what stands above and below a chart. */
#include <stdio.h>
#include <stdlib.h>

#include "odds/chart_page.h"
#include "rulebook/sign.h"

static void add_note(struct chart_notes *notes, const char *topic, const char *says)
{
    if (notes->count == CHART_NOTES_MAX)
        return;
    struct text text;
    text_init(&text, notes->foot[notes->count++], CHART_NOTE_MAX);
    text_format(&text, "%s: %s", topic, says);
}

/* The rules that bear on play: what the Dealer does and what a Player may do, the first two sections of the
 * sign that are rules. */
static void add_rules(struct chart_notes *notes, const struct sign *sign)
{
    unsigned sections = 0;
    for (unsigned i = 0; i < sign->section_count && sections < 2; i++) {
        const struct sign_section *section = &sign->sections[i];
        if (section->kind != SIGN_RULES)
            continue;
        sections++;
        for (unsigned r = 0; r < section->row_count; r++)
            add_note(notes, sign->rows[section->row_first + r].topic,
                     sign->rows[section->row_first + r].says);
    }
}

static void add_values(struct chart_notes *notes, const struct game_odds *game)
{
    char says[CHART_NOTE_MAX];
    snprintf(says, sizeof(says),
             "%.6f %% of the wager for a player who follows this card; %.6f %% for one who plays every hand "
             "best by its exact cards. Exact for a fresh shoe; split hands are played like unsplit ones.",
             -100 * game->printed_expected_value, -100 * game->expected_value);
    add_note(notes, "House edge", says);
    if (game->terms.even_money[VALUE_ACE])
        add_note(notes, "Blackjack against an Ace",
                 game->printed.even_money[VALUE_ACE] ? "take even money." : "do not take even money.");
}

void chart_notes_make(struct chart_notes *notes, const struct rulebook *book, const struct game_odds *game)
{
    const struct sign_setting setting = {.decks = game->decks};
    char hash[HASH_TEXT_MAX];
    char blackjack[RATIO_TEXT_MAX] = "";
    struct sign *sign = malloc(sizeof(*sign));
    const struct wager_rule *rule = &book->wagers[rulebook_wager_at(book, PLACE_MAIN)];
    notes->count = 0;
    for (unsigned i = 0; i < rule->line_count; i++)
        if (rule->lines[i].match.hand == HAND_LINE_BLACKJACK)
            ratio_print(rule->lines[i].pays, blackjack, sizeof(blackjack));
    snprintf(notes->title, sizeof(notes->title), "%s: when to do what",
             label_say(&book->name, LANGUAGE_ENGLISH));
    snprintf(notes->subtitle, sizeof(notes->subtitle), "%u deck%s of %u cards, Blackjack pays %s; by totals",
             game->decks, game->decks == 1 ? "" : "s", deck_card_count(deck_of((enum deck_id)book->deck)),
             blackjack);
    add_values(notes, game);
    if (sign) {
        sign_make(sign, book, &setting, LANGUAGE_ENGLISH);
        add_rules(notes, sign);
    }
    free(sign);
    hash_print(&book->hash, hash, sizeof(hash));
    add_note(notes, book->id, hash);
}

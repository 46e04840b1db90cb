/* SPDX-License-Identifier: Apache-2.0 */
#include "cards/deck.h"

#include "base/mark.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct deck decks[] = {
    {
        .id = DECK_FRENCH,
        .name = "french",
        .suit_count = 4,
        .rank_letters = "A23456789TJQK",
        .suit_codes = {"s", "h", "d", "c"},
        .suit_names = {N_("Spades"), N_("Hearts"), N_("Diamonds"), N_("Clubs")},
        .rank_names = {"", N_("Ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", N_("Jack"), N_("Queen"),
                       N_("King")},
        .suit_colour = {0, 1, 1, 0},
        .help = "rank A 2-9 T J Q K, suit s h d c",
    },
    {
        .id = DECK_ELEMENTS,
        .name = "elements",
        .suit_count = 5,
        .rank_letters = "A23456789TFLS",
        .suit_codes = {"fi", "go", "ea", "wo", "wa"},
        .suit_names = {N_("Fire"), N_("Gold"), N_("Earth"), N_("Wood"), N_("Water")},
        .rank_names = {"", N_("Ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", N_("Fu"), N_("Lu"),
                       N_("Shou")},
        .suit_colour = {0, 1, 2, 3, 4},
        .help = "rank A 2-9 T F L S, suit fi go ea wo wa",
    },
};

const struct deck *deck_of(enum deck_id id)
{
    assert(id == DECK_FRENCH || id == DECK_ELEMENTS);
    return &decks[id - DECK_FRENCH];
}

const struct deck *deck_find(const char *name)
{
    for (size_t i = 0; i < sizeof(decks) / sizeof(decks[0]); i++)
        if (strcmp(decks[i].name, name) == 0)
            return &decks[i];
    return NULL;
}

struct card deck_card(const struct deck *deck, unsigned index)
{
    assert(index < deck_card_count(deck));
    return card_make(index % RANK_COUNT + 1, index / RANK_COUNT);
}

bool deck_has(const struct deck *deck, struct card card)
{
    unsigned rank = card_rank(card);
    return rank >= RANK_ACE && rank <= RANK_KING && card_suit(card) < deck->suit_count;
}

unsigned deck_parse_rank(const struct deck *deck, char letter)
{
    const char *at = letter ? strchr(deck->rank_letters, letter) : NULL;
    return at ? (unsigned)(at - deck->rank_letters) + 1 : 0;
}

bool deck_parse_card(const struct deck *deck, const char *text, size_t length, struct card *card)
{
    if (length < 2)
        return false;
    unsigned rank = deck_parse_rank(deck, text[0]);
    if (!rank)
        return false;
    for (unsigned suit = 0; suit < deck->suit_count; suit++) {
        const char *code = deck->suit_codes[suit];
        if (code[0] == text[1] && strlen(code) == length - 1 && memcmp(code, text + 1, length - 1) == 0) {
            *card = card_make(rank, suit);
            return true;
        }
    }
    return false;
}

const char *deck_print_card(const struct deck *deck, struct card card, char *text, size_t size)
{
    assert(size >= CARD_TEXT_MAX);
    if (card_is_none(card)) {
        snprintf(text, size, "?");
    } else {
        assert(deck_has(deck, card));
        snprintf(text, size, "%c%s", deck->rank_letters[card_rank(card) - 1],
                 deck->suit_codes[card_suit(card)]);
    }
    return text;
}

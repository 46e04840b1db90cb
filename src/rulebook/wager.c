/* SPDX-License-Identifier: Apache-2.0 */
/* wager.c - finding wagers in a rulebook, and the pay line a set of cards meets. */
#include <assert.h>
#include <string.h>

#include "rulebook/rulebook.h"

int rulebook_wager(const struct rulebook *book, const char *name)
{
    assert(book->wager_count <= WAGERS_MAX);
    for (int i = 0; i < book->wager_count; i++)
        if (strcmp(book->wagers[i].name, name) == 0)
            return i;
    return -1;
}

int rulebook_wager_at(const struct rulebook *book, enum wager_place place)
{
    assert(book->wager_count <= WAGERS_MAX);
    for (int i = 0; i < book->wager_count; i++)
        if (book->wagers[i].place == place)
            return i;
    return -1;
}

static bool all_alike(const struct card *cards, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        if (card_rank(cards[i]) != card_rank(cards[0]))
            return false;
    return true;
}

static bool suits_match(uint8_t wanted, const struct deck *deck, const struct card *cards, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        if (wanted == SUIT_SAME && card_suit(cards[i]) != card_suit(cards[0]))
            return false;
        if (wanted == SUIT_SAME_COLOUR && !deck_same_colour(deck, cards[i], cards[0]))
            return false;
    }
    return true;
}

static unsigned count_ranks(rank_set ranks, const struct card *cards, unsigned count)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        found += ranks == 0 || rank_set_has(ranks, card_rank(cards[i]));
    return found;
}

static bool line_applies(const struct match *match, const struct deck *deck, const struct card *cards,
                         unsigned count)
{
    unsigned found = count_ranks(match->ranks, cards, count);
    if (match->alike && !all_alike(cards, count))
        return false;
    if (!suits_match(match->suit, deck, cards, count))
        return false;
    if (match->count_max == 0)
        return true; /* the line does not count */
    return found >= match->count_min && (match->count_max == UINT8_MAX || found <= match->count_max);
}

int wager_rule_line(const struct wager_rule *wager, const struct deck *deck, const struct card *cards,
                    unsigned count)
{
    assert(wager->line_count <= PAY_LINES_MAX);
    for (int i = 0; i < wager->line_count; i++)
        if (line_applies(&wager->lines[i].match, deck, cards, count))
            return i;
    return -1;
}

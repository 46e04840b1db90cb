/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/odds_args.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/file.h"
#include "cli/print.h"

/* The rank of one word: "8", "T", "10", "8s"; 0 if it is no card of the deck. */
static unsigned rank_of(const struct deck *deck, const char *word, size_t length)
{
    struct card card;
    if (length == 1)
        return deck_parse_rank(deck, word[0]);
    if (length == 2 && memcmp(word, "10", 2) == 0)
        return RANK_TEN;
    return deck_parse_card(deck, word, length, &card) ? card_rank(card) : 0;
}

int odds_cards(const struct rulebook *book, const char *option, const char *text,
               uint8_t count[VALUE_COUNT + 1])
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    static const char between[] = ", ";
    memset(count, 0, VALUE_COUNT + 1);
    for (const char *word = text + strspn(text, between); *word; word += strspn(word, between)) {
        size_t length = strcspn(word, between);
        unsigned rank = rank_of(deck, word, length);
        if (!rank || count[value_of_rank(rank)] == UINT8_MAX)
            return complain("--%s: %.*s is no card of this deck (%s)", option, (int)length, word, deck->help);
        count[value_of_rank(rank)]++;
        word += length;
    }
    return EXIT_DONE;
}

int odds_no_decisions(const struct rulebook *book)
{
    return complain("%s has no decisions: its cards are drawn by rule", book->id);
}

int odds_write(const char *path, const struct text *text)
{
    if (text->full)
        return complain("%s: %s", path, status_sentence(STATUS_TOO_LONG));
    if (file_write(path, text->bytes, text->used) != 0)
        return complain("%s: %s", path, strerror(errno));
    return EXIT_DONE;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* odds.c - croupier.h: odds, strategy, the price of errors. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "croupier/croupier.h"
#include "odds/answer.h"

static bool same_wagers(const struct rulebook *one, const struct rulebook *other)
{
    bool same = one->wager_count == other->wager_count;
    for (unsigned i = 0; same && i < one->wager_count; i++)
        same = strcmp(one->wagers[i].name, other->wagers[i].name) == 0;
    return same;
}

static int give_odds(const struct croupier_rulebook *book, unsigned decks, bool distribution, char **json)
{
    json_t *value = NULL;
    *json = NULL;
    if (!api_decks(&book->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    enum status status = answer_wagers(&book->book, decks, -1, distribution, NULL, &value);
    return api_give(status, value, json);
}

int croupier_odds(const struct croupier_rulebook *book, unsigned decks, char **json)
{
    return give_odds(book, decks, false, json);
}

int croupier_odds_distribution(const struct croupier_rulebook *book, unsigned decks, char **json)
{
    return give_odds(book, decks, true, json);
}

int croupier_edge(const struct croupier_rulebook *book, unsigned wager, unsigned decks, double *edge)
{
    if (!api_decks(&book->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    if (wager >= book->book.wager_count)
        return STATUS_NOT_FOUND;
    return (int)wager_edge(&book->book, wager, decks, edge);
}

int croupier_edges(const struct croupier_rulebook *book, char **json)
{
    json_t *value = NULL;
    enum status status = answer_edges(&book->book, NULL, &value);
    return api_give(status, value, json);
}

int croupier_strategy(const struct croupier_rulebook *book, unsigned decks, char **json)
{
    json_t *value = NULL;
    *json = NULL;
    if (!api_decks(&book->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    enum status status = answer_strategy(&book->book, decks, &value);
    return api_give(status, value, json);
}

int croupier_hand_odds(const struct croupier_rulebook *book, unsigned decks, const char *hand,
                       const char *dealer, const char *seen, char **json)
{
    const struct answer_words words = {hand, dealer, seen};
    struct span bad;
    json_t *value = NULL;
    *json = NULL;
    if (!api_decks(&book->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    enum status status = answer_hand(&book->book, decks, &words, &bad, &value);
    return api_give(status, value, json);
}

int croupier_cost(const struct croupier_rulebook *right, const struct croupier_rulebook *wrong,
                  unsigned decks, char **json)
{
    json_t *value = NULL;
    *json = NULL;
    if (!api_decks(&right->book, decks, &decks) || !api_decks(&wrong->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    if (!same_wagers(&right->book, &wrong->book))
        return STATUS_NOT_FOUND;
    enum status status = answer_cost(&right->book, &wrong->book, decks, NULL, &value);
    return api_give(status, value, json);
}

int croupier_removal(const struct croupier_rulebook *book, unsigned decks, int change, char **json)
{
    json_t *value = NULL;
    *json = NULL;
    if (!api_decks(&book->book, decks, &decks) || (change != 1 && change != -1))
        return STATUS_BAD_NUMBER;
    enum status status = answer_removal(&book->book, decks, change, NULL, &value);
    return api_give(status, value, json);
}

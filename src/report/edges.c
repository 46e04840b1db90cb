/* SPDX-License-Identifier: Apache-2.0 */
#include "report/edges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "odds/game.h"
#include "odds/wager_odds.h"

void edges_release(struct edges *edges)
{
    for (unsigned i = 0; i < edges->count; i++)
        free(edges->books[i]);
    edges->count = 0;
}

/* The main wager of blackjack: best play, from the stake that lay there at the close. */
static struct edge main_edge(const struct rulebook *book, unsigned decks, bool chance)
{
    struct edge edge = {.on_first = true, .chance = -1};
    struct game_odds *game = game_odds_new(book, decks);
    if (!game)
        return edge;
    edge.known = true;
    edge.edge = -game->expected_value;
    if (chance && game_odds_deviation(game) == STATUS_OK)
        edge.chance = game->hit_frequency;
    game_odds_free(game);
    return edge;
}

static struct edge counted_edge(const struct rulebook *book, unsigned wager, unsigned decks)
{
    struct edge edge = {.chance = -1};
    struct wager_odds odds;
    wager_odds_init(&odds);
    if (wager_odds_count(&odds, book, wager, decks) == STATUS_OK) {
        edge.known = true;
        edge.edge = mpq_get_d(odds.house_edge);
        edge.chance = mpq_get_d(odds.hit_frequency);
    }
    wager_odds_release(&odds);
    return edge;
}

const struct edge *edges_of(struct edges *edges, const struct rulebook *book, unsigned decks)
{
    for (unsigned i = 0; i < edges->count; i++)
        if (edges->books[i]->decks == decks && hash_equal(&edges->books[i]->hash, &book->hash))
            return edges->books[i]->wagers;
    struct edges_book *added = edges->count < EDGES_BOOKS_MAX ? calloc(1, sizeof *added) : NULL;
    if (!added)
        return NULL;
    added->hash = book->hash;
    added->decks = decks;
    for (unsigned i = 0; i < book->wager_count; i++)
        added->wagers[i] = book->wagers[i].judge == JUDGE_HAND ? main_edge(book, decks, edges->chances)
                                                               : counted_edge(book, i, decks);
    edges->books[edges->count++] = added;
    return added->wagers;
}

void edges_sign(struct edges *edges, const struct rulebook *book, unsigned decks,
                struct sign_odds odds[WAGERS_MAX])
{
    const struct edge *found = edges_of(edges, book, decks);
    memset(odds, 0, WAGERS_MAX * sizeof odds[0]);
    for (unsigned i = 0; found && i < book->wager_count; i++) {
        odds[i].known = found[i].known;
        odds[i].edge = (int32_t)lround(found[i].edge * 1e6);
        odds[i].chance = found[i].chance < 0 ? -1 : (int32_t)lround(found[i].chance * 1e6);
    }
}

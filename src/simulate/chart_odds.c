/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/chart_odds.h"

#include <assert.h>
#include <string.h>

#include "odds/game.h"

/* The odds count values from 1 (Ace), the kernel from 0. */
static unsigned hand_in(const struct game_odds *game, const struct hand_states *hands, unsigned state)
{
    uint8_t count[VALUE_COUNT + 1] = {0};
    memcpy(count + 1, hands->counts[state], HAND_VALUES);
    return hands_find(&game->hands, count);
}

static enum chart_action action_of(enum play play)
{
    switch (play) {
    case PLAY_HIT:
        return CHART_HIT;
    case PLAY_DOUBLE:
        return CHART_DOUBLE;
    case PLAY_SPLIT:
        return CHART_SPLIT;
    case PLAY_SURRENDER:
        return CHART_SURRENDER;
    case PLAY_EVEN_MONEY:
        return CHART_EVEN;
    case PLAY_STAND:
    case PLAY_WAIT:
    case PLAY_COUNT:
        break;
    }
    return CHART_STAND;
}

static struct choices choices_in(unsigned legal)
{
    return (struct choices){.surrender = legal >> CHART_SURRENDER & 1U,
                            .split = legal >> CHART_SPLIT & 1U,
                            .doubles = legal >> CHART_DOUBLE & 1U,
                            .even_money = legal >> CHART_EVEN & 1U};
}

typedef enum play plays(const struct game_odds *game, const struct hand_states *hands, unsigned state,
                        unsigned up, struct choices may);

static enum play play_composition(const struct game_odds *game, const struct hand_states *hands,
                                  unsigned state, unsigned up, struct choices may)
{
    return game_odds_play(game, hand_in(game, hands, state), up, may);
}

static enum play play_printed(const struct game_odds *game, const struct hand_states *hands, unsigned state,
                              unsigned up, struct choices may)
{
    const struct holding *hand = &game->hands.at[hand_in(game, hands, state)];
    struct hand_look look = {.total = hand->total, .soft = hand->soft, .pair = (uint8_t)holding_pair(hand)};
    return strategy_play(&game->printed, look, up, may);
}

static void fill(struct chart *chart, const struct rulebook *book, const struct game_odds *game, plays *play)
{
    struct hand_states *hands = &chart->hands;
    hand_states_init(hands);
    memset(chart->action, CHART_STAND, sizeof(chart->action));
    for (unsigned context = 0; context < CHART_CONTEXTS; context++) {
        for (unsigned dealer = 0; dealer < HAND_VALUES; dealer++) {
            for (unsigned state = 1; state < hands->count; state++) {
                unsigned legal = chart_legal(book, hands, state, context, dealer);
                if (hands->cards[state] < 2 || legal == 1U << CHART_STAND)
                    continue;
                enum chart_action action = action_of(play(game, hands, state, dealer + 1, choices_in(legal)));
                assert(legal >> action & 1U);
                chart->action[context][dealer][state] = (uint8_t)action;
            }
        }
    }
}

void chart_composition(struct chart *chart, const struct rulebook *book, const struct game_odds *game)
{
    fill(chart, book, game, play_composition);
}

void chart_printed(struct chart *chart, const struct rulebook *book, const struct game_odds *game)
{
    fill(chart, book, game, play_printed);
}

bool chart_best(struct chart *chart, const struct rulebook *book, unsigned decks)
{
    struct game_odds *game = game_odds_new(book, decks);
    if (!game)
        return false;
    chart_composition(chart, book, game);
    game_odds_free(game);
    return true;
}

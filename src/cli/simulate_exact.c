/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/simulate_exact.h"

#include <string.h>

#include "odds/wager_odds.h"

/* The two strategies of the odds code; any other has no exact value where decisions matter. */
enum known_play { KNOWN_NONE, KNOWN_COMPOSITION, KNOWN_TOTAL };

static enum known_play known_play(const struct sim_state *state, const struct game_odds *odds)
{
    if (!odds)
        return KNOWN_NONE;
    if (strcmp(state->strategy, "composition") == 0)
        return KNOWN_COMPOSITION;
    return strcmp(state->strategy, "total") == 0 ? KNOWN_TOTAL : KNOWN_NONE;
}

/* The strategy's choice with two Aces and with a Blackjack, by upcard. */
static struct side_given given_by(enum known_play play, const struct game_odds *odds)
{
    struct side_given given = {0};
    for (unsigned up = 1; up <= VALUE_COUNT; up++) {
        bool splits = play == KNOWN_TOTAL
                          ? odds->printed.split[VALUE_ACE][up] && !odds->printed.surrender_pair[VALUE_ACE][up]
                          : game_odds_cell(odds, VALUE_ACE, VALUE_ACE, up)->best == PLAY_SPLIT;
        bool even = play == KNOWN_TOTAL
                        ? odds->printed.even_money[up]
                        : game_odds_cell(odds, VALUE_ACE, VALUE_TEN, up)->best == PLAY_EVEN_MONEY;
        given.split_against |= (uint16_t)(splits << up);
        given.even_money_against |= (uint16_t)(even << up);
    }
    return given;
}

static void side_exact(const struct rulebook *book, unsigned wager, unsigned decks, struct side_given given,
                       struct exact_means *exact)
{
    struct wager_odds odds;
    wager_odds_init(&odds);
    if (wager_odds_count_given(&odds, book, wager, decks, given) == STATUS_OK) {
        exact->known[wager] = true;
        exact->mean[wager] = -mpq_get_d(odds.house_edge);
    }
    wager_odds_release(&odds);
}

static bool waits_for_decisions(const struct wager_rule *rule)
{
    return rule->judge == JUDGE_HAND || rule->judge == JUDGE_SPLIT_TWO || rule->place == PLACE_INSURANCE;
}

void simulate_exact(const struct rulebook *book, const struct sim_state *state, const struct game_odds *odds,
                    struct exact_means *exact)
{
    enum known_play play = known_play(state, odds);
    struct side_given given = play == KNOWN_NONE ? SIDE_GIVEN_NOTHING : given_by(play, odds);
    memset(exact, 0, sizeof(*exact));
    if (state
            ->cut) /* how many rounds a shoe lasts depends on its cards: no fresh-shoe value is exact there */
        return;
    for (unsigned w = 0; w < book->wager_count; w++) {
        const struct wager_rule *rule = &book->wagers[w];
        if (waits_for_decisions(rule) && play == KNOWN_NONE)
            continue;
        if (rule->judge == JUDGE_HAND) {
            exact->known[w] = true;
            exact->mean[w] = play == KNOWN_COMPOSITION ? odds->expected_value : odds->printed_expected_value;
        } else {
            side_exact(book, w, state->decks, given, exact);
        }
    }
}

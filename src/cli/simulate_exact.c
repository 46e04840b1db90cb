/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/simulate_exact.h"

#include <string.h>

#include "odds/wager_odds.h"

static void side_exact(const struct rulebook *book, unsigned wager, unsigned decks, struct exact_means *exact)
{
    struct wager_odds odds;
    wager_odds_init(&odds);
    if (wager_odds_count(&odds, book, wager, decks) == STATUS_OK) {
        exact->known[wager] = true;
        exact->mean[wager] = -mpq_get_d(odds.house_edge);
    }
    wager_odds_release(&odds);
}

static void main_exact(unsigned wager, const struct sim_state *state, const struct game_odds *odds,
                       struct exact_means *exact)
{
    bool composition = strcmp(state->strategy, "composition") == 0;
    bool total = strcmp(state->strategy, "total") == 0;
    if (!odds || !(composition || total))
        return;
    exact->known[wager] = true;
    exact->mean[wager] = composition ? odds->expected_value : odds->printed_expected_value;
}

/* Whether some hand takes even money, so that the insured ones are not all there are. */
static bool takes_even_money(const struct sim_state *state, const struct game_odds *odds)
{
    bool composition = strcmp(state->strategy, "composition") == 0;
    bool total = strcmp(state->strategy, "total") == 0;
    for (unsigned up = 1; odds && up <= VALUE_COUNT; up++)
        if ((composition && game_odds_cell(odds, VALUE_ACE, VALUE_TEN, up)->best == PLAY_EVEN_MONEY) ||
            (total && odds->printed.even_money[up]))
            return true;
    return !composition && !total;
}

void simulate_exact(const struct rulebook *book, const struct sim_state *state, const struct game_odds *odds,
                    struct exact_means *exact)
{
    memset(exact, 0, sizeof(*exact));
    if (state
            ->cut) /* how many rounds a shoe lasts depends on its cards: no fresh-shoe value is exact there */
        return;
    for (unsigned w = 0; w < book->wager_count; w++) {
        if (book->wagers[w].judge == JUDGE_HAND)
            main_exact(w, state, odds, exact);
        else if (book->wagers[w].place != PLACE_INSURANCE || !takes_even_money(state, odds))
            side_exact(book, w, state->decks, exact);
    }
}

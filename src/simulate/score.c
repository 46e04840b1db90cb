/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/score.h"

#include <math.h>

void score_add(struct score *score, const struct score *more)
{
    score->rounds += more->rounds;
    score->cards += more->cards;
    for (unsigned w = 0; w < WAGERS_MAX; w++) {
        struct score_wager *into = &score->wagers[w];
        const struct score_wager *from = &more->wagers[w];
        into->placed += from->placed;
        into->rounds += from->rounds;
        into->staked += from->staked;
        into->sum += from->sum;
        into->square += from->square;
        for (unsigned line = 0; line <= SCORE_PUSH; line++)
            into->lines[line] += from->lines[line];
    }
    for (unsigned i = 0; i < SCORE_RESULTS; i++)
        score->results[i] += more->results[i];
}

double score_mean(const struct score *score, unsigned wager, int32_t scale)
{
    const struct score_wager *counted = &score->wagers[wager];
    return counted->placed ? (double)counted->sum / scale / (double)counted->placed : 0;
}

double score_error(const struct score *score, unsigned wager, int32_t scale)
{
    const struct score_wager *counted = &score->wagers[wager];
    if (!counted->rounds)
        return 0;
    double sum = (double)counted->sum;
    double spread = (double)counted->square - sum * sum / (double)counted->rounds;
    return sqrt(fmax(spread, 0)) / scale / (double)counted->placed;
}

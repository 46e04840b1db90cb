/* SPDX-License-Identifier: Apache-2.0 */
/* Measures a crowd (croupier_batch) on one core: decisions a second of CPU time, observations and masks
 * written, by a player who stands from 17 on. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rulebook/builtin.h"
#include "simulate/crowd.h"

enum { SEATS = 256, STEPS = 20000 };

static int32_t sights[SEATS * CROWD_SIGHTS];
static uint8_t legal[SEATS * CROWD_BET];
static int64_t rewards[SEATS];
static uint8_t ended[SEATS];
static uint8_t actions[SEATS];

static double cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void measure(const char *game, unsigned cut)
{
    static struct rulebook book;
    const struct crowd_arrays arrays = {sights, legal, rewards, ended};
    struct crowd_wish wish = {.decks = 6, .seats = SEATS, .cut = cut};
    struct crowd *crowd;
    unsigned seat;
    if (builtin_load(game, &book) != STATUS_OK || crowd_new(&book, &wish, &crowd) != STATUS_OK)
        exit(1);
    crowd_reset(crowd, 1, &arrays);
    double start = cpu_seconds();
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < SEATS; i++) {
            bool hits = sights[i * CROWD_SIGHTS + CROWD_TOTAL] < 17 && legal[i * CROWD_BET + CHART_HIT];
            actions[i] = hits ? CHART_HIT : CHART_STAND;
        }
        if (crowd_step(crowd, actions, &arrays, &seat) != STATUS_OK)
            exit(1);
    }
    printf("crowd_%s%s %.2f million steps/s\n", game, cut ? "_shoe" : "",
           SEATS * STEPS / 1e6 / (cpu_seconds() - start));
    crowd_free(crowd);
}

int main(void)
{
    for (unsigned i = 0; i < 4; i++) {
        measure(builtin_id(i), 0);
        measure(builtin_id(i), 234);
    }
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* simulate.c - croupier.h: simulation. */
#include <stdint.h>
#include <stdlib.h>

#include "api/handle.h"
#include "croupier/croupier.h"
#include "odds/answer.h"
#include "simulate/setup.h"

/* Large, hence on the heap. */
struct simulation {
    struct setup setup;
    struct run run;
    struct score score;
    croupier_watch *watch;
    void *context;
    uint64_t rounds;
    bool cancelled;
};

static bool watch_run(void *context, const struct score *score, double seconds)
{
    struct simulation *simulation = context;
    (void)seconds;
    simulation->cancelled = !simulation->watch(simulation->context, score->rounds, simulation->rounds);
    return !simulation->cancelled;
}

static json_t *score_json(const struct simulation *simulation, const struct rulebook *book, unsigned decks)
{
    const struct score *score = &simulation->score;
    int32_t scale = setup_scale(&simulation->setup);
    json_t *wagers = json_array();
    for (unsigned i = 0; i < book->wager_count; i++) {
        bool placed = score->wagers[i].placed > 0;
        json_array_append_new(
            wagers, json_pack("{s:s, s:I, s:o, s:o}", "kind", book->wagers[i].name, "placed",
                              (json_int_t)score->wagers[i].placed, "mean",
                              placed ? json_real(score_mean(score, i, scale)) : json_null(), "standard_error",
                              placed ? json_real(score_error(score, i, scale)) : json_null()));
    }
    json_t *json = answer_head(book, decks);
    json_object_update_new(json, json_pack("{s:I, s:I, s:o}", "rounds", (json_int_t)score->rounds, "seed",
                                           (json_int_t)simulation->run.seed, "wagers", wagers));
    return json;
}

int croupier_simulate(const struct croupier_rulebook *book, const struct croupier_simulation *wish,
                      croupier_watch *watch, void *context, char **json)
{
    unsigned decks;
    uint64_t done_to;
    *json = NULL;
    if (!api_decks(&book->book, wish->decks, &decks) || !wish->rounds || wish->threads > RUN_THREADS_MAX)
        return STATUS_BAD_NUMBER;
    struct simulation *simulation = calloc(1, sizeof *simulation);
    if (!simulation)
        return STATUS_NO_MEMORY;
    simulation->watch = watch;
    simulation->context = context;
    simulation->rounds = run_rounds(wish->rounds);
    simulation->run.seed = wish->seed;
    simulation->run.threads = wish->threads ? wish->threads : 1;
    simulation->run.rounds = wish->rounds;
    simulation->run.to_block = run_blocks(wish->rounds);
    enum status status = setup_best(&simulation->setup, &book->book, decks);
    simulation->run.game = setup_game(&simulation->setup);
    if (status == STATUS_OK)
        status =
            run_play(&simulation->run, watch ? watch_run : NULL, simulation, &simulation->score, &done_to);
    if (status == STATUS_OK && simulation->cancelled)
        status = STATUS_CANCELLED;
    json_t *value = status == STATUS_OK ? score_json(simulation, &book->book, decks) : NULL;
    free(simulation);
    return api_give(status, value, json);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* odds.c - croupier.h: odds, strategy and simulation. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "croupier/croupier.h"
#include "odds/answer.h"
#include "simulate/setup.h"

/* 0 stands for the usual shoe. */
static bool find_decks(const struct rulebook *book, unsigned wanted, unsigned *decks)
{
    *decks = wanted ? wanted : answer_decks(book);
    return *decks >= book->decks_min && *decks <= book->decks_max;
}

/* Takes the value. */
static int give(enum status status, json_t *owned, char **json)
{
    *json = status == STATUS_OK && owned ? api_dumped(owned) : NULL;
    if (status == STATUS_OK && !*json)
        return STATUS_NO_MEMORY;
    return (int)status;
}

static bool same_wagers(const struct rulebook *one, const struct rulebook *other)
{
    bool same = one->wager_count == other->wager_count;
    for (unsigned i = 0; same && i < one->wager_count; i++)
        same = strcmp(one->wagers[i].name, other->wagers[i].name) == 0;
    return same;
}

int croupier_odds(const struct croupier_rulebook *book, unsigned decks, char **json)
{
    json_t *value = NULL;
    *json = NULL;
    if (!find_decks(&book->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    enum status status = answer_wagers(&book->book, decks, -1, NULL, &value);
    return give(status, value, json);
}

int croupier_edges(const struct croupier_rulebook *book, char **json)
{
    json_t *value = NULL;
    enum status status = answer_edges(&book->book, NULL, &value);
    return give(status, value, json);
}

int croupier_strategy(const struct croupier_rulebook *book, unsigned decks, char **json)
{
    json_t *value = NULL;
    *json = NULL;
    if (!find_decks(&book->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    enum status status = answer_strategy(&book->book, decks, &value);
    return give(status, value, json);
}

int croupier_hand_odds(const struct croupier_rulebook *book, unsigned decks, const char *hand,
                       const char *dealer, const char *seen, char **json)
{
    const struct answer_words words = {hand, dealer, seen};
    struct span bad;
    json_t *value = NULL;
    *json = NULL;
    if (!find_decks(&book->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    enum status status = answer_hand(&book->book, decks, &words, &bad, &value);
    return give(status, value, json);
}

int croupier_cost(const struct croupier_rulebook *right, const struct croupier_rulebook *wrong,
                  unsigned decks, char **json)
{
    json_t *value = NULL;
    *json = NULL;
    if (!find_decks(&right->book, decks, &decks) || !find_decks(&wrong->book, decks, &decks))
        return STATUS_BAD_NUMBER;
    if (!same_wagers(&right->book, &wrong->book))
        return STATUS_NOT_FOUND;
    enum status status = answer_cost(&right->book, &wrong->book, decks, NULL, &value);
    return give(status, value, json);
}

int croupier_removal(const struct croupier_rulebook *book, unsigned decks, int change, char **json)
{
    json_t *value = NULL;
    *json = NULL;
    if (!find_decks(&book->book, decks, &decks) || (change != 1 && change != -1))
        return STATUS_BAD_NUMBER;
    enum status status = answer_removal(&book->book, decks, change, NULL, &value);
    return give(status, value, json);
}

/* ---- Simulation. ---- */

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
    if (!find_decks(&book->book, wish->decks, &decks) || !wish->rounds || wish->threads > RUN_THREADS_MAX)
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
    return give(status, value, json);
}

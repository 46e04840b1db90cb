/* SPDX-License-Identifier: Apache-2.0 */
/* api_odds.c - exact odds over HTTP, in the forms of the commands, and a simulation beside them. They take
 * from milliseconds to a second, so the worker computes them; what does not change is computed once. */
#include "server/api.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "odds/answer.h"
#include "server/rota.h"
#include "simulate/approach.h"

enum {
    CARDS_TEXT_MAX = 128,
    KEPT_MAX = 32,
    APPROACH_ROUNDS = 4000000,
    QUESTIONS_MAX = 4 /* of one address, at once */
};

enum odds_kind { ODDS_WAGERS = 1, ODDS_DISTRIBUTION, ODDS_HAND, ODDS_STRATEGY, ODDS_APPROACH };

struct odds_job {
    struct job job; /* first */
    struct server *server;
    uint64_t request;
    char address[TRANSPORT_PEER_MAX];
    enum odds_kind kind;
    const struct rulebook *book;
    unsigned decks;
    uint64_t seed;
    char hand[CARDS_TEXT_MAX];
    char dealer[CARDS_TEXT_MAX];
    char seen[CARDS_TEXT_MAX];
    enum status status;
    char *text; /* the answer */
};

/* Answers about a whole game, which never change. */
static struct kept {
    enum odds_kind kind;
    unsigned decks;
    const struct rulebook *book;
    char *text;
} kept[KEPT_MAX];
static unsigned kept_count;

static const char *kept_text(enum odds_kind kind, const struct rulebook *book, unsigned decks)
{
    for (unsigned i = 0; i < kept_count; i++)
        if (kept[i].kind == kind && kept[i].book == book && kept[i].decks == decks)
            return kept[i].text;
    return NULL;
}

/* ---- On the worker's thread. ---- */

static json_t *numbers_json(const double *numbers, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(list, isfinite(numbers[i]) ? json_real(numbers[i]) : json_null());
    return list;
}

/* How the mean of every wager settled down in rounds played just now. */
static enum status approach_json(struct odds_job *job, json_t **json)
{
    static struct approach approach; /* there is one worker */
    enum status status = approach_play(&approach, job->book, job->decks, job->seed, APPROACH_ROUNDS);
    if (status)
        return status;
    json_t *rounds = json_array();
    json_t *wagers = json_array();
    for (unsigned i = 0; i < approach.count; i++)
        json_array_append_new(rounds, json_integer((json_int_t)approach.rounds[i]));
    for (unsigned i = 0; i < job->book->wager_count; i++)
        json_array_append_new(wagers, json_pack("{s:s, s:o, s:o}", "kind", job->book->wagers[i].name, "mean",
                                                numbers_json(approach.mean[i], approach.count), "error",
                                                numbers_json(approach.error[i], approach.count)));
    *json = answer_head(job->book, job->decks);
    json_object_update_new(*json, json_pack("{s:I, s:o, s:o}", "seed", (json_int_t)job->seed, "rounds",
                                            rounds, "wagers", wagers));
    return STATUS_OK;
}

static enum status find_answer(struct odds_job *job, json_t **json)
{
    const struct answer_words words = {job->hand, job->dealer, job->seen};
    struct span bad;
    switch (job->kind) {
    case ODDS_WAGERS:
    case ODDS_DISTRIBUTION:
        return answer_wagers(job->book, job->decks, -1, job->kind == ODDS_DISTRIBUTION, NULL, json);
    case ODDS_HAND:
        return answer_hand(job->book, job->decks, &words, &bad, json);
    case ODDS_STRATEGY:
        return answer_strategy(job->book, job->decks, json);
    case ODDS_APPROACH:
        return approach_json(job, json);
    }
    return STATUS_NOT_FOUND;
}

static void odds_work(struct job *work)
{
    struct odds_job *job = (struct odds_job *)work;
    json_t *json = NULL;
    job->status = find_answer(job, &json);
    if (job->status == STATUS_OK && json)
        job->text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
}

/* ---- On the event loop. ---- */

static void send_text(struct server *server, uint64_t request, const char *text)
{
    struct response response = {
        .status = 200, .type = "application/json", .body = text, .size = strlen(text)};
    transport_respond(server->transport, request, &response);
}

static void odds_done(struct job *work)
{
    struct odds_job *job = (struct odds_job *)work;
    turnstile_leave(&job->server->questions, job->address);
    if (!job->text)
        respond_error(job->server, job->request, job->status ? job->status : STATUS_NO_MEMORY, NULL);
    else
        send_text(job->server, job->request, job->text);
    bool changes = job->kind == ODDS_HAND || job->kind == ODDS_APPROACH;
    bool keep =
        job->text && !changes && kept_count < KEPT_MAX && !kept_text(job->kind, job->book, job->decks);
    if (keep)
        kept[kept_count++] = (struct kept){job->kind, job->decks, job->book, job->text};
    else
        free(job->text);
    free(job);
}

static bool read_decks(struct call *call, const struct rulebook *book, unsigned *decks)
{
    char text[8];
    char *end;
    *decks = answer_decks(book);
    if (!api_query(call->request, "decks", text, sizeof text))
        return true;
    unsigned long number = strtoul(text, &end, 10);
    *decks = (unsigned)number;
    return *text && !*end && number >= book->decks_min && number <= book->decks_max;
}

static bool read_seed(struct call *call, uint64_t *seed)
{
    char text[12];
    char *end;
    *seed = 1;
    if (!api_query(call->request, "seed", text, sizeof text))
        return true;
    unsigned long number = strtoul(text, &end, 10);
    *seed = number;
    return *text >= '0' && *text <= '9' && !*end && number <= UINT32_MAX;
}

/* The built-in book of that name; `table`: the one this table runs, which may be another of the same game. */
static const struct rulebook *wanted_book(struct call *call)
{
    char table[TABLE_ID_MAX];
    if (!api_query(call->request, "table", table, sizeof table))
        return config_book(call->server->config, call->name);
    const struct floor_table *floor = rota_find(call->server, table);
    const struct rulebook *book = floor ? floor->table.plan.book : NULL;
    return book && strcmp(book->id, call->name) == 0 ? book : NULL;
}

static void ask_odds(struct call *call, enum odds_kind kind)
{
    struct server *server = call->server;
    const struct rulebook *book = wanted_book(call);
    unsigned decks;
    uint64_t seed;
    if (!book || !read_decks(call, book, &decks) || !read_seed(call, &seed)) {
        respond_error(server, call->request->id, book ? STATUS_BAD_NUMBER : STATUS_NOT_FOUND, NULL);
        return;
    }
    const char *known = kept_text(kind, book, decks);
    if (known) {
        send_text(server, call->request->id, known);
        return;
    }
    struct odds_job *job = calloc(1, sizeof *job);
    if (!job) {
        respond_error(server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    *job = (struct odds_job){.job = {.work = odds_work, .done = odds_done},
                             .server = server,
                             .request = call->request->id,
                             .kind = kind,
                             .book = book,
                             .decks = decks,
                             .seed = seed};
    api_query(call->request, "hand", job->hand, sizeof job->hand);
    api_query(call->request, "dealer", job->dealer, sizeof job->dealer);
    api_query(call->request, "seen", job->seen, sizeof job->seen);
    snprintf(job->address, sizeof job->address, "%s", call->request->address);
    if (turnstile_enter(&server->questions, job->address, QUESTIONS_MAX)) {
        if (worker_submit(server->sums, &job->job))
            return;
        turnstile_leave(&server->questions, job->address);
    }
    respond_error(server, call->request->id, STATUS_TOO_MANY, NULL);
    free(job);
}

void api_odds(struct call *call)
{
    char asked[4];
    bool distribution =
        api_query(call->request, "distribution", asked, sizeof asked) && strcmp(asked, "1") == 0;
    ask_odds(call, distribution ? ODDS_DISTRIBUTION : ODDS_WAGERS);
}

void api_odds_hand(struct call *call)
{
    ask_odds(call, ODDS_HAND);
}

void api_strategy(struct call *call)
{
    ask_odds(call, ODDS_STRATEGY);
}

void api_simulate(struct call *call)
{
    ask_odds(call, ODDS_APPROACH);
}

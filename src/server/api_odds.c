/* SPDX-License-Identifier: Apache-2.0 */
/* api_odds.c - exact odds over HTTP, in the forms of the commands, and a simulation beside them. They take
 * from milliseconds to a second, so the worker computes them; what does not change is computed once. */
#include "server/api.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "odds/odds_json.h"
#include "simulate/approach.h"

enum { CARDS_TEXT_MAX = 128, KEPT_MAX = 32, DECKS_USUAL = 6, APPROACH_ROUNDS = 4000000 };

enum odds_kind { ODDS_WAGERS = 1, ODDS_HAND, ODDS_STRATEGY, ODDS_APPROACH };

struct odds_job {
    struct job job; /* first */
    struct server *server;
    uint64_t request;
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

static json_t *head_json(const struct odds_job *job)
{
    char hash[HASH_TEXT_MAX];
    hash_print(&job->book->hash, hash, sizeof hash);
    return json_pack("{s:s, s:s, s:i}", "game", job->book->id, "rulebook_hash", hash, "decks",
                     (int)job->decks);
}

static json_t *wager_json(const struct rulebook *book, unsigned number, unsigned decks)
{
    struct wager_odds odds;
    json_t *json = NULL;
    wager_odds_init(&odds);
    if (wager_odds_count(&odds, book, number, decks) == STATUS_OK)
        json = wager_odds_json(&odds);
    wager_odds_release(&odds);
    if (json)
        return json;
    struct game_odds *game = game_odds_new(book, decks);
    if (game && game_odds_deviation(game) == STATUS_OK)
        json = game_odds_json(game, book->wagers[number].name);
    game_odds_free(game);
    return json;
}

static json_t *wagers_json(struct odds_job *job)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < job->book->wager_count; i++) {
        json_t *wager = wager_json(job->book, i, job->decks);
        if (!wager)
            job->status = STATUS_NO_MEMORY;
        json_array_append_new(list, wager);
    }
    json_t *json = head_json(job);
    json_object_set_new(json, "wagers", list);
    return json;
}

static json_t *strategy_json(struct odds_job *job)
{
    static struct strategy_chart chart; /* there is one worker */
    struct game_odds *game = game_odds_new(job->book, job->decks);
    if (!game) {
        job->status = STATUS_NOT_FOUND;
        return NULL;
    }
    chart_make(&chart, game);
    json_t *json = head_json(job);
    json_object_update_new(json,
                           json_pack("{s:f, s:f, s:b, s:o}", "expected_value", game->printed_expected_value,
                                     "best_expected_value", game->expected_value, "even_money",
                                     game->printed.even_money[VALUE_ACE], "chart", chart_json(&chart)));
    game_odds_free(game);
    return json;
}

/* Ranks or whole cards between commas or blanks, counted by value. */
static bool count_cards(const struct rulebook *book, const char *text, uint8_t count[VALUE_COUNT + 1])
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    static const char between[] = ", ";
    memset(count, 0, VALUE_COUNT + 1);
    for (const char *word = text + strspn(text, between); *word; word += strspn(word, between)) {
        size_t length = strcspn(word, between);
        struct card card;
        unsigned rank = length == 1                                  ? deck_parse_rank(deck, *word)
                        : deck_parse_card(deck, word, length, &card) ? card_rank(card)
                                                                     : 0;
        if (!rank || count[value_of_rank(rank)] == UINT8_MAX)
            return false;
        count[value_of_rank(rank)]++;
        word += length;
    }
    return true;
}

static enum status take_cards(const struct odds_job *job, struct supply *shoe, struct hand_question *question)
{
    uint8_t up[VALUE_COUNT + 1];
    uint8_t seen[VALUE_COUNT + 1];
    unsigned shown = 0;
    if (!count_cards(job->book, job->hand, question->cards) || !count_cards(job->book, job->dealer, up) ||
        !count_cards(job->book, job->seen, seen))
        return STATUS_BAD_TEXT;
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        shown += up[value];
        if (up[value])
            question->up = (uint8_t)value;
        for (unsigned i = 0; i < seen[value]; i++)
            if (!supply_take(shoe, value))
                return STATUS_CARDS_GONE;
    }
    return shown == 1 ? STATUS_OK : STATUS_BAD_TEXT;
}

static json_t *hand_json(struct odds_job *job)
{
    struct hand_question question = {.split = false};
    struct hand_answer answer;
    struct supply shoe;
    supply_init(&shoe, deck_of((enum deck_id)job->book->deck), job->decks);
    job->status = take_cards(job, &shoe, &question);
    if (job->status == STATUS_OK)
        job->status = odds_hand(job->book, &shoe, &question, &answer);
    if (job->status)
        return NULL;
    json_t *json = head_json(job);
    json_object_update_missing_new(json, hand_answer_json(&answer, job->hand, job->dealer));
    return json;
}

static json_t *numbers_json(const double *numbers, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(list, isfinite(numbers[i]) ? json_real(numbers[i]) : json_null());
    return list;
}

/* How the mean of every wager settled down in rounds played just now. */
static json_t *approach_json(struct odds_job *job)
{
    static struct approach approach; /* there is one worker */
    job->status = approach_play(&approach, job->book, job->decks, job->seed, APPROACH_ROUNDS);
    if (job->status)
        return NULL;
    json_t *rounds = json_array();
    json_t *wagers = json_array();
    for (unsigned i = 0; i < approach.count; i++)
        json_array_append_new(rounds, json_integer((json_int_t)approach.rounds[i]));
    for (unsigned i = 0; i < job->book->wager_count; i++)
        json_array_append_new(wagers, json_pack("{s:s, s:o, s:o}", "kind", job->book->wagers[i].name, "mean",
                                                numbers_json(approach.mean[i], approach.count), "error",
                                                numbers_json(approach.error[i], approach.count)));
    json_t *json = head_json(job);
    json_object_update_new(json, json_pack("{s:I, s:o, s:o}", "seed", (json_int_t)job->seed, "rounds", rounds,
                                           "wagers", wagers));
    return json;
}

static json_t *answer_json(struct odds_job *job)
{
    switch (job->kind) {
    case ODDS_WAGERS:
        return wagers_json(job);
    case ODDS_HAND:
        return hand_json(job);
    case ODDS_STRATEGY:
        return strategy_json(job);
    case ODDS_APPROACH:
        return approach_json(job);
    }
    return NULL;
}

static void odds_work(struct job *work)
{
    struct odds_job *job = (struct odds_job *)work;
    json_t *json = answer_json(job);
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
    if (!job->text)
        respond_error(job->server, job->request, job->status ? job->status : STATUS_NO_MEMORY, NULL);
    else
        send_text(job->server, job->request, job->text);
    bool keep = job->text && (job->kind == ODDS_WAGERS || job->kind == ODDS_STRATEGY) &&
                kept_count < KEPT_MAX && !kept_text(job->kind, job->book, job->decks);
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
    unsigned usual = DECKS_USUAL < book->decks_min ? book->decks_min : DECKS_USUAL;
    *decks = usual > book->decks_max ? book->decks_max : usual;
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

static void ask_odds(struct call *call, enum odds_kind kind)
{
    struct server *server = call->server;
    const struct rulebook *book = config_book(server->config, call->name);
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
    if (worker_submit(server->sums, &job->job))
        return;
    respond_error(server, call->request->id, STATUS_TOO_MANY, NULL);
    free(job);
}

void api_odds(struct call *call)
{
    ask_odds(call, ODDS_WAGERS);
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

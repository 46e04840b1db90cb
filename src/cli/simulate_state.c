/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/simulate_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARE_TEXT_MAX = 48 };

const char *sim_state_differs(const struct sim_state *a, const struct sim_state *b)
{
    if (strcmp(a->game, b->game) != 0)
        return "they play different games";
    if (strcmp(a->hash, b->hash) != 0)
        return "their rulebooks differ";
    if (a->decks != b->decks || a->boxes != b->boxes || a->cut != b->cut || a->insurance != b->insurance)
        return "their tables differ (decks, boxes, penetration or Insurance)";
    if (strcmp(a->strategy, b->strategy) != 0 || strcmp(a->counting, b->counting) != 0)
        return "their strategies differ";
    if (a->seed != b->seed)
        return "their seeds differ";
    if (a->rounds != b->rounds)
        return "they are pieces of runs of different length";
    return NULL;
}

bool sim_state_add_span(struct sim_state *state, struct sim_span span)
{
    unsigned at = 0;
    if (span.from >= span.to)
        return true;
    while (at < state->span_count && state->spans[at].to <= span.from)
        at++;
    bool overlaps = at < state->span_count && state->spans[at].from < span.to;
    if (overlaps || state->span_count == SIM_SPANS_MAX)
        return false;
    memmove(&state->spans[at + 1], &state->spans[at], (state->span_count - at) * sizeof(state->spans[0]));
    state->spans[at] = span;
    state->span_count++;
    /* Adjacent pieces are joined, so the sum of a run in parts is the same as that of one run. */
    for (unsigned i = 0; i + 1 < state->span_count;) {
        if (state->spans[i].to == state->spans[i + 1].from) {
            state->spans[i].to = state->spans[i + 1].to;
            memmove(&state->spans[i + 1], &state->spans[i + 2],
                    (state->span_count - i - 2) * sizeof(state->spans[0]));
            state->span_count--;
        } else {
            i++;
        }
    }
    return true;
}

const char *sim_state_merge(struct sim_state *state, const struct sim_state *piece)
{
    const char *differs = sim_state_differs(state, piece);
    if (differs)
        return differs;
    for (unsigned i = 0; i < piece->span_count; i++)
        if (!sim_state_add_span(state, piece->spans[i]))
            return "both hold the same blocks, which must not be counted twice";
    score_add(&state->score, &piece->score);
    state->seconds += piece->seconds;
    return NULL;
}

/* ---- Writing. ---- */

static void square_text(score_square square, char *text)
{
    char digits[SQUARE_TEXT_MAX];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + (unsigned)(square % 10));
        square /= 10;
    } while (square);
    for (unsigned i = 0; i < count; i++)
        text[i] = digits[count - 1 - i];
    text[count] = '\0';
}

static json_t *wager_totals(const struct score_wager *counted, const struct wager_rule *rule)
{
    char square[SQUARE_TEXT_MAX];
    json_t *lines = json_array();
    square_text(counted->square, square);
    for (unsigned line = 0; line <= SCORE_PUSH; line++)
        json_array_append_new(lines, json_integer((json_int_t)counted->lines[line]));
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:s, s:o}", "kind", rule->name, "placed",
                     (json_int_t)counted->placed, "rounds", (json_int_t)counted->rounds, "staked",
                     (json_int_t)counted->staked, "sum", (json_int_t)counted->sum, "square", square, "lines",
                     lines);
}

static json_t *result_totals(const struct score *score)
{
    json_t *results = json_object();
    for (int i = 0; i < SCORE_RESULTS; i++) {
        char key[16];
        if (!score->results[i])
            continue;
        snprintf(key, sizeof(key), "%d", i - SCORE_RESULTS / 2);
        json_object_set_new(results, key, json_integer((json_int_t)score->results[i]));
    }
    return results;
}

void sim_state_write(const struct sim_state *state, const struct rulebook *book, json_t *object)
{
    json_t *blocks = json_array();
    json_t *wagers = json_array();
    char seed[32];
    snprintf(seed, sizeof(seed), "%llu", (unsigned long long)state->seed);
    for (unsigned i = 0; i < state->span_count; i++)
        json_array_append_new(
            blocks, json_pack("[I, I]", (json_int_t)state->spans[i].from, (json_int_t)state->spans[i].to));
    for (unsigned w = 0; w < book->wager_count; w++)
        json_array_append_new(wagers, wager_totals(&state->score.wagers[w], &book->wagers[w]));
    json_object_set_new(object, "run",
                        json_pack("{s:s, s:s, s:I, s:I, s:I, s:b, s:s, s:s, s:s, s:I}", "game", state->game,
                                  "rulebook_hash", state->hash, "decks", (json_int_t)state->decks, "boxes",
                                  (json_int_t)state->boxes, "cut", (json_int_t)state->cut, "insurance",
                                  state->insurance, "strategy", state->strategy, "counting", state->counting,
                                  "seed", seed, "rounds", (json_int_t)state->rounds));
    json_object_set_new(object, "blocks", blocks);
    json_object_set_new(object, "totals",
                        json_pack("{s:I, s:I, s:o, s:o}", "rounds", (json_int_t)state->score.rounds, "cards",
                                  (json_int_t)state->score.cards, "wagers", wagers, "results",
                                  result_totals(&state->score)));
}

/* ---- Reading: everything is looked at, since the file may come from anywhere. ---- */

static bool read_count(const json_t *value, uint64_t *count)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *count = (uint64_t)json_integer_value(value);
    return true;
}

static bool read_small(const json_t *object, const char *key, unsigned *number)
{
    uint64_t count;
    if (!read_count(json_object_get(object, key), &count) || count > SHOE_CARDS_MAX)
        return false;
    *number = (unsigned)count;
    return true;
}

static bool read_text(const json_t *object, const char *key, char *text, size_t size)
{
    const char *value = json_string_value(json_object_get(object, key));
    if (!value || strlen(value) >= size)
        return false;
    memcpy(text, value, strlen(value) + 1);
    return true;
}

static bool read_square(const json_t *value, score_square *square)
{
    const char *text = json_string_value(value);
    *square = 0;
    if (!text || !*text || strlen(text) > 38)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        *square = *square * 10 + (unsigned)(*text - '0');
    }
    return true;
}

static bool read_wager(const json_t *object, const struct wager_rule *rule, struct score_wager *counted)
{
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const json_t *lines = json_object_get(object, "lines");
    const json_t *staked = json_object_get(object, "staked");
    const json_t *sum = json_object_get(object, "sum");
    if (!kind || strcmp(kind, rule->name) != 0 || !json_is_integer(staked) || !json_is_integer(sum) ||
        json_array_size(lines) != SCORE_PUSH + 1)
        return false;
    counted->staked = json_integer_value(staked);
    counted->sum = json_integer_value(sum);
    for (unsigned line = 0; line <= SCORE_PUSH; line++)
        if (!read_count(json_array_get(lines, line), &counted->lines[line]))
            return false;
    return read_count(json_object_get(object, "placed"), &counted->placed) &&
           read_count(json_object_get(object, "rounds"), &counted->rounds) &&
           read_square(json_object_get(object, "square"), &counted->square);
}

static bool read_results(const json_t *object, struct score *score)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return false;
    json_object_foreach((json_t *)object, key, value)
    {
        char *end;
        long result = strtol(key, &end, 10);
        if (*end || end == key || result < -SCORE_RESULTS / 2 || result >= SCORE_RESULTS / 2 ||
            !read_count(value, &score->results[result + SCORE_RESULTS / 2]))
            return false;
    }
    return true;
}

static bool read_run(struct sim_state *state, const json_t *run)
{
    char seed[32];
    char *end;
    const json_t *insurance = json_object_get(run, "insurance");
    if (!read_text(run, "game", state->game, sizeof(state->game)) ||
        !read_text(run, "rulebook_hash", state->hash, sizeof(state->hash)) ||
        !read_text(run, "strategy", state->strategy, sizeof(state->strategy)) ||
        !read_text(run, "counting", state->counting, sizeof(state->counting)) ||
        !read_text(run, "seed", seed, sizeof(seed)) || !read_small(run, "decks", &state->decks) ||
        !read_small(run, "boxes", &state->boxes) || !read_small(run, "cut", &state->cut) ||
        !json_is_boolean(insurance))
        return false;
    state->insurance = json_is_true(insurance);
    state->seed = strtoull(seed, &end, 10);
    return !*end && read_count(json_object_get(run, "rounds"), &state->rounds);
}

static bool read_spans(struct sim_state *state, const json_t *blocks)
{
    for (size_t i = 0; i < json_array_size(blocks); i++) {
        struct sim_span span;
        const json_t *pair = json_array_get(blocks, i);
        if (json_array_size(pair) != 2 || !read_count(json_array_get(pair, 0), &span.from) ||
            !read_count(json_array_get(pair, 1), &span.to) || !sim_state_add_span(state, span))
            return false;
    }
    return json_is_array(blocks);
}

const char *sim_state_read(struct sim_state *state, const struct rulebook *book, const json_t *object)
{
    const json_t *totals = json_object_get(object, "totals");
    const json_t *wagers = json_object_get(totals, "wagers");
    memset(state, 0, sizeof(*state));
    if (!read_run(state, json_object_get(object, "run")))
        return "the member `run` is missing or damaged";
    if (!read_spans(state, json_object_get(object, "blocks")))
        return "the member `blocks` is missing or damaged";
    if (json_array_size(wagers) != book->wager_count ||
        !read_count(json_object_get(totals, "rounds"), &state->score.rounds) ||
        !read_count(json_object_get(totals, "cards"), &state->score.cards) ||
        !read_results(json_object_get(totals, "results"), &state->score))
        return "the member `totals` is missing or damaged";
    for (unsigned w = 0; w < book->wager_count; w++)
        if (!read_wager(json_array_get(wagers, w), &book->wagers[w], &state->score.wagers[w]))
            return "the totals do not belong to this rulebook";
    state->seconds = json_number_value(json_object_get(object, "seconds"));
    return NULL;
}

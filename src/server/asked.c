/* SPDX-License-Identifier: Apache-2.0 */
#include "server/asked.h"

#include <assert.h>
#include <string.h>

enum { ASKED_MAX = 32, ANSWERS_MAX = 16, WORDS_MAX = 256 };

enum topic { TOPIC_OTHER = 0, TOPIC_TURN, TOPIC_SURRENDER, TOPIC_INSURANCE, TOPIC_SPLIT, TOPIC_DOUBLE };

static const char *const topic_names[] = {[TOPIC_OTHER] = "",
                                          [TOPIC_TURN] = "turn",
                                          [TOPIC_SURRENDER] = "surrender",
                                          [TOPIC_INSURANCE] = "insurance",
                                          [TOPIC_SPLIT] = "split",
                                          [TOPIC_DOUBLE] = "double"};

/* Acts that are possible at any time, or belong to betting: nobody is asked for them. */
static const bool is_aside[VERB_COUNT] = {
    [VERB_BET] = true,    [VERB_RAISE] = true, [VERB_PULL] = true, [VERB_PLACE] = true,
    [VERB_SIT] = true,    [VERB_RISE] = true,  [VERB_BACK] = true, [VERB_CLAIM] = true,
    [VERB_OBJECT] = true, [VERB_LEAVE] = true, [VERB_CUT] = true,  [VERB_SQUEEZE] = true};

/* Which question an act answers: on a hand whose turn it is for this person, and elsewhere. */
static const uint8_t verb_topics[VERB_COUNT][2] = {
    [VERB_HIT] = {TOPIC_TURN, TOPIC_TURN},
    [VERB_STAND] = {TOPIC_TURN, TOPIC_TURN},
    [VERB_SPLIT] = {TOPIC_TURN, TOPIC_SPLIT},
    [VERB_DOUBLE] = {TOPIC_TURN, TOPIC_DOUBLE},
    [VERB_SURRENDER] = {TOPIC_TURN, TOPIC_SURRENDER},
    [VERB_INSURE] = {TOPIC_INSURANCE, TOPIC_INSURANCE},
    [VERB_EVEN] = {TOPIC_INSURANCE, TOPIC_INSURANCE},
    [VERB_FOLLOW] = {TOPIC_SPLIT, TOPIC_SPLIT},
};

/* The same for what is declined. */
static const uint8_t option_topics[OPTION_COUNT] = {
    [OPTION_SURRENDER] = TOPIC_SURRENDER, [OPTION_INSURANCE] = TOPIC_INSURANCE,
    [OPTION_EVEN] = TOPIC_INSURANCE,      [OPTION_FOLLOW] = TOPIC_SPLIT,
    [OPTION_SPLIT] = TOPIC_SPLIT,         [OPTION_DOUBLE] = TOPIC_DOUBLE};

/* One question to one person. */
struct topic_asked {
    struct spot spot;
    uint8_t topic;   /* enum topic */
    bool declinable; /* it has an end of its own */
    bool others;     /* about somebody else's wager: Insurance of it */
    unsigned count;
    const struct act *answers[ANSWERS_MAX];
};

struct question_list {
    unsigned count;
    struct topic_asked list[ASKED_MAX];
};

static bool same_spot(struct spot a, struct spot b)
{
    return a.area == b.area && a.hand == b.hand && a.owner == b.owner;
}

static bool at_turn(const struct asking *asked, unsigned person, struct spot spot)
{
    struct spot turn = asked->wants.turn;
    return asked->control == (int)person && spot.area == turn.area && spot.hand == turn.hand;
}

static enum topic topic_of(const struct asking *asked, const struct act *act)
{
    if (act->verb == VERB_DECLINE)
        return (enum topic)option_topics[act->option];
    return (enum topic)verb_topics[act->verb][!at_turn(asked, act->person, act->spot)];
}

static struct topic_asked *question_at(struct question_list *questions, struct spot spot, enum topic topic)
{
    for (unsigned i = 0; i < questions->count; i++)
        if (questions->list[i].topic == topic && same_spot(questions->list[i].spot, spot))
            return &questions->list[i];
    if (questions->count == ASKED_MAX)
        return NULL;
    struct topic_asked *fresh = &questions->list[questions->count++];
    *fresh = (struct topic_asked){.spot = spot, .topic = (uint8_t)topic};
    return fresh;
}

static void add_answer(const struct asking *asked, struct question_list *questions, const struct act *act)
{
    /* On one's turn surrender is one of the acts: to decline it is to choose another. */
    if (act->verb == VERB_DECLINE && act->option == OPTION_SURRENDER &&
        at_turn(asked, act->person, act->spot))
        return;
    struct topic_asked *question = question_at(questions, act->spot, topic_of(asked, act));
    if (!question || question->count == ANSWERS_MAX)
        return;
    question->answers[question->count++] = act;
    question->declinable = question->declinable || act->verb == VERB_DECLINE;
    question->others = act->spot.owner && act->spot.owner != act->person + 1U;
}

/* Options first, since they may end at any moment; then the turn; last what has no end of its own, because it
 * would hide the turn. Within each of these, in the order of the layout. */
static unsigned rank(const struct topic_asked *asked)
{
    unsigned first = asked->topic == TOPIC_TURN || asked->topic == TOPIC_OTHER ? 1
                     : asked->declinable && asked->count > 1                   ? 0
                                                                               : 2;
    return first << 16 | (unsigned)asked->spot.area << 8 | asked->spot.hand;
}

static void sort_questions(struct question_list *questions)
{
    for (unsigned i = 1; i < questions->count; i++)
        for (unsigned j = i; j > 0 && rank(&questions->list[j]) < rank(&questions->list[j - 1]); j--) {
            struct topic_asked moved = questions->list[j];
            questions->list[j] = questions->list[j - 1];
            questions->list[j - 1] = moved;
        }
}

/* Insurance of another's wager stands back behind what a person has to decide for themselves. */
static void drop_others(struct question_list *questions)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < questions->count; i++)
        kept += !questions->list[i].others;
    if (kept == 0)
        return;
    unsigned at = 0;
    for (unsigned i = 0; i < questions->count; i++)
        if (!questions->list[i].others)
            questions->list[at++] = questions->list[i];
    questions->count = at;
}

/* Everything that is asked of somebody who may do this now. The questions point into `acts`. */
static void find_questions(const struct asking *asked, const struct act *acts, unsigned count,
                           struct question_list *questions)
{
    questions->count = 0;
    for (unsigned i = 0; i < count; i++)
        if (!is_aside[acts[i].verb])
            add_answer(asked, questions, &acts[i]);
    drop_others(questions);
    sort_questions(questions);
}

/* The clock of a turn runs for that turn; without one it runs for every window. */
static bool has_clock(const struct asking *asked, const struct table *table, unsigned person,
                      const struct topic_asked *question)
{
    if (table->clock.kind != CLOCK_DECISION)
        return false;
    return !asked->wants.turn.area ||
           (question->topic == TOPIC_TURN && at_turn(asked, person, question->spot));
}

static void put_answers(struct out *out, const struct table *table, const struct table_state *state,
                        const struct topic_asked *question)
{
    out_key(out, "acts");
    out_array(out);
    for (unsigned i = 0; i < question->count; i++) {
        char bytes[WORDS_MAX];
        struct text words;
        text_init(&words, bytes, sizeof bytes);
        offers_act_words(table->plan.book, state, question->answers[i], &words);
        out_string(out, bytes);
    }
    out_array_end(out);
}

/* The questions to a person who may do this, as items of the array that is open. */
static void put_questions(struct out *out, const struct asking *asked, const struct table *table,
                          const struct table_state *state, unsigned person, const struct act *acts,
                          unsigned count, bool own)
{
    static _Thread_local struct question_list questions;
    struct speaker speaker = {.book = table->plan.book, .roster = &state->roster, .round = &state->round};
    assert(person < state->roster.count);
    find_questions(asked, acts, count, &questions);
    for (unsigned i = 0; i < questions.count; i++) {
        const struct topic_asked *question = &questions.list[i];
        out_object(out);
        out_put_string(out, "who", state->roster.names[person]);
        tell_spot(out, &speaker, question->spot);
        out_put_string(out, "topic", topic_names[question->topic]);
        out_key(out, "until");
        if (has_clock(asked, table, person, question))
            out_integer(out, table->clock.until_ms + asked->ahead_ms);
        else
            out_null(out);
        if (own)
            put_answers(out, table, state, question);
        out_object_end(out);
    }
}

void asked_find(struct asking *asked, const struct table *table, const struct table_state *state,
                int64_t clock_ahead_ms)
{
    static _Thread_local struct act acts[LEGAL_ACTS_MAX];
    const struct rulebook *book = table->plan.book;
    struct out *out = &asked->text;
    asked->going = state->open && !state_between_rounds(state);
    asked->wants = asked->going ? round_wants(book, &state->round) : (struct wants){0};
    asked->control =
        asked->wants.turn.area ? game_family(book)->control(book, &state->round, asked->wants.turn.area) : -1;
    asked->ahead_ms = clock_ahead_ms;
    out_reset(out);
    out_array(out);
    for (unsigned person = 0; person < state->roster.count; person++) {
        bool is_asked = asked->wants.deciders >> person & 1U || asked->control == (int)person;
        unsigned count = is_asked ? round_legal_acts(book, &state->round, ACTOR_PERSON, person, acts) : 0;
        size_t from = out->used;
        put_questions(out, asked, table, state, person, acts, count, false);
        if (out->used > from && out->bytes[from] == ',')
            from++;
        asked->parts[person].from = from;
        asked->parts[person].size = out->used - from;
    }
    out_array_end(out);
}

void asked_release(struct asking *asked)
{
    out_release(&asked->text);
}

void asked_put(struct out *out, const struct asking *asked, const struct table *table,
               const struct table_state *state, const struct viewpoint *viewpoint, const struct legal *legal)
{
    int you = viewpoint_person(viewpoint, state);
    out->failed |= asked->text.failed;
    out_key(out, "asked");
    out_array(out);
    for (unsigned person = 0; asked->going && person < state->roster.count; person++) {
        if ((int)person == you)
            put_questions(out, asked, table, state, person, legal->acts, legal->count, true);
        else if (asked->parts[person].size)
            out_raw(out, asked->text.bytes + asked->parts[person].from, asked->parts[person].size);
    }
    out_array_end(out);
}

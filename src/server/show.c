/* SPDX-License-Identifier: Apache-2.0 */
#include "server/show.h"

#include <stdio.h>
#include <string.h>

#include "rulebook/sign_json.h"

enum { WORDS_MAX = 256, SENTENCE_MAX = 512 };

static const char *name_of(const struct table_state *state, unsigned person)
{
    return person < state->roster.count ? state->roster.names[person] : "";
}

/* ---- The table. ---- */

void show_labels(struct out *out, const char *key, const struct label *label)
{
    out_key(out, key);
    out_object(out);
    for (unsigned i = 0; i < LANGUAGE_COUNT; i++)
        if (label->in[i][0])
            out_put_string(out, language_code(i), label->in[i]);
    out_object_end(out);
}

/* Where a wager lies on the layout and, of one on the outcome, whom it backs: so that no page has to know the
 * wagers of a game by their names. */
static void put_layout(struct out *out, const struct wager_rule *wager)
{
    static const char *const places[] = {[PLACE_MAIN] = "main",
                                         [PLACE_AREA_SIDE] = "side",
                                         [PLACE_SPLIT_SIDE] = "split",
                                         [PLACE_INSURANCE] = "insurance",
                                         [PLACE_TABLE] = "box"};
    out_put_string(out, "place", places[wager->place]);
    if (wager->judge == JUDGE_OUTCOME && wager->line_count > 0)
        out_put_string(out, "backs", winner_name((enum winner)wager->lines[0].match.winner));
}

void show_limits(struct out *out, const struct rulebook *book, const struct setting *setting)
{
    out_key(out, "limits");
    out_array(out);
    for (unsigned i = 0; i < book->wager_count; i++) {
        out_object(out);
        out_put_string(out, "wager", book->wagers[i].name);
        out_put_string(out, "label", label_say(&book->wagers[i].label, LANGUAGE_ENGLISH));
        show_labels(out, "labels", &book->wagers[i].label);
        put_layout(out, &book->wagers[i]);
        out_put_integer(out, "min", setting->limit_min_cents[i]);
        out_put_integer(out, "max", setting->limit_max_cents[i]);
        out_object_end(out);
    }
    out_array_end(out);
}

static unsigned seat_of(const struct setting *setting, unsigned person)
{
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        if (setting->seated[area] == person + 1)
            return area;
    return 0;
}

static void put_people(struct out *out, const struct table_state *state, uint32_t present, int you)
{
    out_key(out, "people");
    out_array(out);
    for (unsigned i = 0; i < state->roster.count; i++) {
        unsigned seat = seat_of(&state->round.setting, i);
        bool here = present >> i & 1U;
        if (!here && !seat && (int)i != you)
            continue;
        out_object(out);
        out_put_string(out, "name", name_of(state, i));
        out_put_integer(out, "seat", seat);
        out_put_bool(out, "present", here);
        out_put_bool(out, "you", (int)i == you);
        out_object_end(out);
    }
    out_array_end(out);
}

static void put_clock(struct out *out, const struct table_clock *clock, int64_t ahead_ms)
{
    static const char *const names[] = {[CLOCK_NONE] = "",
                                        [CLOCK_BETTING] = "betting",
                                        [CLOCK_DECISION] = "decision",
                                        [CLOCK_RESULT] = "result"};
    out_key(out, "clock");
    if (!names[clock->kind][0]) {
        out_null(out);
        return;
    }
    out_object(out);
    out_put_string(out, "kind", names[clock->kind]);
    out_put_integer(out, "until", clock->until_ms + ahead_ms);
    out_object_end(out);
}

static void put_shoe(struct out *out, const struct table *table, const struct table_state *state)
{
    char hash[HASH_TEXT_MAX];
    const struct rulebook *book = table->plan.book;
    unsigned cards = state->round.setting.decks * deck_card_count(deck_of((enum deck_id)book->deck));
    bool drawn = state->device == DEVICE_VIRTUAL;
    hash_print(&state->commitment, hash, sizeof hash);
    out_key(out, "shoe");
    out_object(out);
    out_put_integer(out, "number", state->shoe_number);
    out_put_string(out, "commitment", drawn ? hash : "");
    out_put_integer(out, "left", (int64_t)cards - (drawn ? state->drawn : state->round.memory.out_count));
    out_put_integer(out, "cut", table->plan.cut_cards);
    out_put_bool(out, "ready", !drawn || state->drawn || state->round.memory.shuffled);
    out_object_end(out);
}

static void put_last(struct out *out, const struct surroundings *around)
{
    out_key(out, "last");
    out_array(out);
    for (unsigned i = 0; i < around->last_count; i++)
        past_put(out, &around->last[i]);
    out_array_end(out);
}

static void put_road(struct out *out, const char *key, const struct road *road, bool derived)
{
    static const char *const colours[] = {"", [ROAD_RED] = "red", [ROAD_BLUE] = "blue"};
    out_key(out, key);
    out_array(out);
    for (unsigned i = 0; i < road->count; i++) {
        const struct road_cell *cell = &road->cells[i];
        out_object(out);
        out_put_integer(out, "column", cell->column);
        out_put_integer(out, "row", cell->row);
        out_put_string(out, "mark", derived ? colours[cell->mark] : winner_name((enum winner)cell->mark));
        if (cell->ties)
            out_put_integer(out, "ties", cell->ties);
        out_object_end(out);
    }
    out_array_end(out);
}

void show_roads(struct out *out, const struct roads *roads)
{
    out_object(out);
    put_road(out, "bead", &roads->bead, false);
    put_road(out, "big", &roads->big, false);
    put_road(out, "bigEye", &roads->big_eye, true);
    put_road(out, "small", &roads->small, true);
    put_road(out, "cockroach", &roads->cockroach, true);
    out_object_end(out);
}

static void fill_alarm(void *context, const char *blank, size_t length, struct text *text)
{
    const struct alarm *alarm = context;
    (void)blank, (void)length;
    text_put(text, alarm->what);
}

void show_luck_number(struct out *out, const struct luck_number *number, bool mixed)
{
    char hex[HASH_TEXT_MAX];
    out_object(out);
    out_put_string(out, "name", number->name);
    hash_print(&number->commitment, hex, sizeof hex);
    out_put_string(out, "commitment", hex);
    if (mixed && number->given) {
        fair_seed_print(&number->value, hex, sizeof hex);
        out_put_string(out, "value", hex);
    }
    out_object_end(out);
}

void show_alarm(struct out *out, const struct alarm *alarm, const char *table, unsigned language)
{
    char bytes[TABLE_REASON_MAX + SENTENCE_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    text_fill(&text, language_say(language, alarm->sentence), fill_alarm, (void *)alarm);
    out_put_string(out, "table", table);
    out_put_string(out, "level", alarm->level);
    out_put_string(out, "code", alarm->code);
    out_put_string(out, "sentence", bytes);
    if (alarm->what[0])
        out_put_string(out, "what", alarm->what);
    out_put_integer(out, "time", alarm->time_ms);
}

static void put_alarms(struct out *out, const struct table *table, const struct surroundings *around,
                       const struct viewpoint *viewpoint)
{
    out_key(out, "alarms");
    out_array(out);
    for (unsigned i = 0; user_role_in(viewpoint->role, USERS_PIT) && i < around->alarm_count; i++) {
        out_object(out);
        show_alarm(out, &around->alarms[i], table->plan.id, viewpoint->language);
        out_object_end(out);
    }
    out_array_end(out);
}

void show_public(struct out *out, const struct table *table, const struct table_state *state,
                 const struct surroundings *around, unsigned language)
{
    const struct rulebook *book = table->plan.book;
    struct speaker speaker = viewpoint_speaker(language, book, state);
    struct wants wants = round_wants(book, &state->round);
    char hash[HASH_TEXT_MAX];
    hash_print(&book->hash, hash, sizeof hash);
    out_put_string(out, "title", table->plan.title);
    out_put_string(out, "game", book->id);
    out_put_string(out, "family", rulebook_family_name(book));
    out_put_string(out, "rulebook", hash);
    out_put_integer(out, "round", state->round_number);
    out_put_integer(out, "decks", state->round.setting.decks);
    out_put_integer(out, "areas", state->round.setting.areas);
    out_put_bool(out, "open", state->open);
    out_put_bool(out, "solo", table->plan.solo);
    if (table->plan.trial)
        out_put_bool(out, "trial", true);
    if (around->speed) {
        out_put_string(out, "speed", around->speed);
        out_put_integer(out, "company", around->company);
        out_put_integer(out, "companyMax", around->company_max);
    }
    out_put_string(out, "device", device_name(state->device));
    out_put_integer(out, "pace", table->plan.pace_ms);
    put_clock(out, &table->clock, around->clock_ahead_ms);
    show_limits(out, book, &state->round.setting);
    out_key(out, "wants");
    out_object(out);
    tell_wants(out, &speaker, &wants);
    out_object_end(out);
    put_shoe(out, table, state);
    put_last(out, around);
    if (around->roads) {
        out_key(out, "roads");
        show_roads(out, around->roads);
    }
}

void show_private(struct out *out, const struct table *table, const struct table_state *state,
                  const struct surroundings *around, const struct asking *asked,
                  const struct viewpoint *viewpoint)
{
    static _Thread_local struct view view;
    static _Thread_local struct legal legal;
    struct speaker speaker = viewpoint_speaker(viewpoint->language, table->plan.book, state);
    legal_find(&legal, table, state, viewpoint);
    table_view(table, state, viewpoint_viewer(viewpoint, state), &view);
    put_people(out, state, around->present, viewpoint_person(viewpoint, state));
    if (viewpoint->has_balance)
        out_put_integer(out, "balance", viewpoint->balance_cents);
    tell_view(out, &speaker, &view);
    offers_put(out, table, state, viewpoint, &legal);
    asked_put(out, asked, table, state, viewpoint, &legal);
    put_alarms(out, table, around, viewpoint);
}

void show_state(struct out *out, const struct table *table, const struct table_state *state,
                const struct surroundings *around, const struct viewpoint *viewpoint)
{
    struct asking asked = {0};
    asked_find(&asked, table, state, around->clock_ahead_ms);
    out_object(out);
    show_public(out, table, state, around, viewpoint->language);
    show_private(out, table, state, around, &asked, viewpoint);
    out_object_end(out);
    asked_release(&asked);
}

/* ---- Events. ---- */

void show_events(struct out *out, const struct rulebook *book, const struct table_state *state,
                 const struct events *events, unsigned language)
{
    struct speaker speaker = viewpoint_speaker(language, book, state);
    for (unsigned i = 0; i < events->count; i++) {
        out_object(out);
        tell_event(out, &speaker, &events->items[i]);
        out_object_end(out);
    }
}

static const char *actor_word(const struct table_state *state, const struct act *act)
{
    switch ((enum actor)act->actor) {
    case ACTOR_PERSON:
        return name_of(state, act->person);
    case ACTOR_DEALER:
        return "dealer";
    case ACTOR_PIT:
        return "pit";
    case ACTOR_SHIFT:
        return "shift";
    case ACTOR_TERMINAL:
        return "terminal";
    case ACTOR_SHOE:
        return "shoe";
    }
    return "system";
}

void show_cause(struct out *out, const struct rulebook *book, const struct table_state *state,
                const struct act *act, bool system, const char *person)
{
    char bytes[WORDS_MAX];
    struct text words;
    text_init(&words, bytes, sizeof bytes);
    if (act->verb && act->verb != VERB_CARD) /* the event tells the card, to those who may see it */
        offers_act_words(book, state, act, &words);
    out_object(out);
    out_put_string(out, "actor", act->verb ? actor_word(state, act) : "system");
    if (person && person[0])
        out_put_string(out, "person", person);
    out_put_bool(out, "system", system);
    out_put_string(out, "act", act->verb == VERB_CARD ? "card" : bytes);
    out_object_end(out);
}

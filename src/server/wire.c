/* SPDX-License-Identifier: Apache-2.0 */
#include "server/wire.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "round/stake.h"
#include "rulebook/sign_json.h"

enum { WORDS_MAX = 256, CLAUSES_TEXT_MAX = 512, SENTENCE_MAX = 512 };

int wire_person(const struct table_state *state, const struct viewpoint *viewpoint)
{
    if (viewpoint->role != USER_PLAYER)
        return -1;
    return roster_find(&state->roster, viewpoint->name, strlen(viewpoint->name));
}

static struct viewer viewer_of(const struct table_state *state, const struct viewpoint *viewpoint)
{
    int person = wire_person(state, viewpoint);
    if (person >= 0)
        return (struct viewer){.role = VIEWER_PLAYER, .person = (uint8_t)person};
    if (viewpoint->role == USER_DEALER)
        return (struct viewer){.role = VIEWER_DEALER};
    if (user_role_in(viewpoint->role, USERS_PIT))
        return (struct viewer){.role = VIEWER_PIT};
    return (struct viewer){.role = VIEWER_DISPLAY};
}

static struct writer words_of(const struct rulebook *book, const struct table_state *state)
{
    return (struct writer){book, &state->roster, state->round.setting.areas};
}

/* ---- Small values. ---- */

static void put_text(struct out *out, const char *key, const struct text *text)
{
    out_key(out, key);
    out_string_bytes(out, text->bytes, text->used);
}

static void put_spot(struct out *out, const struct writer *writer, struct spot spot)
{
    char bytes[WORDS_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    if (spot.area)
        write_spot(writer, spot, &text);
    put_text(out, "spot", &text);
}

static void put_place(struct out *out, const char *key, struct place place)
{
    char bytes[WORDS_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    if (place.kind)
        write_place(place, &text);
    put_text(out, key, &text);
}

static void put_card(struct out *out, const struct rulebook *book, struct card card)
{
    char name[CARD_TEXT_MAX];
    out_string(out, deck_print_card(deck_of((enum deck_id)book->deck), card, name, sizeof name));
}

static void print_value(unsigned kind, unsigned total, char *text, size_t size)
{
    text[0] = 0;
    switch ((enum value_kind)kind) {
    case VALUE_NONE:
        break;
    case VALUE_HARD:
    case VALUE_POINTS:
        snprintf(text, size, "%u", total);
        break;
    case VALUE_SOFT:
        snprintf(text, size, "s%u", total);
        break;
    case VALUE_BLACKJACK:
        snprintf(text, size, "bj");
        break;
    case VALUE_BUST:
        snprintf(text, size, "bust%u", total);
        break;
    }
}

static const char *name_of(const struct table_state *state, unsigned person)
{
    return person < state->roster.count ? state->roster.names[person] : "";
}

/* ---- The table. ---- */

void wire_put_labels(struct out *out, const char *key, const struct label *label)
{
    out_key(out, key);
    out_object(out);
    for (unsigned i = 0; i < LANGUAGE_COUNT; i++)
        if (label->in[i][0])
            out_put_string(out, language_code(i), label->in[i]);
    out_object_end(out);
}

void wire_put_limits(struct out *out, const struct rulebook *book, const struct setting *setting)
{
    out_key(out, "limits");
    out_array(out);
    for (unsigned i = 0; i < book->wager_count; i++) {
        out_object(out);
        out_put_string(out, "wager", book->wagers[i].name);
        out_put_string(out, "label", label_say(&book->wagers[i].label, LANGUAGE_ENGLISH));
        wire_put_labels(out, "labels", &book->wagers[i].label);
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
                                        [CLOCK_PACE] = "",
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

/* The rank printed on the layout as a hand's first card [bac 1.1.4]; 0: none. */
static unsigned permanent_rank(const struct rulebook *book, struct place place)
{
    if (book->family != FAMILY_BACCARAT)
        return 0;
    return place.kind == PLACE_PLAYER_SIDE ? book->baccarat.permanent_player
                                           : book->baccarat.permanent_banker;
}

static void put_permanent(struct out *out, const struct rulebook *book, struct place place)
{
    unsigned rank = permanent_rank(book, place);
    if (rank) {
        const char letter[] = {deck_of((enum deck_id)book->deck)->rank_letters[rank - 1], '\0'};
        out_put_string(out, "permanent", letter);
    }
}

static void put_hands(struct out *out, const struct rulebook *book, const struct table_state *state,
                      const struct view *view)
{
    out_key(out, "hands");
    out_array(out);
    for (unsigned i = 0; i < view->hand_count; i++) {
        const struct view_hand *hand = &view->hands[i];
        char total[16];
        out_object(out);
        put_place(out, "place", hand->place);
        out_key(out, "cards");
        out_array(out);
        for (unsigned c = 0; c < hand->card_count; c++)
            put_card(out, book, hand->cards[c]);
        out_array_end(out);
        print_value(hand->value_kind, hand->total, total, sizeof total);
        out_put_string(out, "total", total);
        out_put_string(out, "control", hand->control ? name_of(state, hand->control - 1U) : "");
        out_put_bool(out, "turn", hand->in_turn);
        out_put_bool(out, "closed", hand->closed);
        if (hand->squeezer)
            out_put_string(out, "squeezer", name_of(state, hand->squeezer - 1U));
        put_permanent(out, book, hand->place);
        out_object_end(out);
    }
    out_array_end(out);
}

static void put_stakes(struct out *out, const struct rulebook *book, const struct table_state *state,
                       const struct view *view)
{
    struct writer writer = words_of(book, state);
    out_key(out, "stakes");
    out_array(out);
    for (unsigned i = 0; i < view->stake_count; i++) {
        const struct view_stake *stake = &view->stakes[i];
        out_object(out);
        out_put_string(out, "who", name_of(state, stake->person));
        put_spot(out, &writer, stake->spot);
        out_put_string(out, "wager", book->wagers[stake->wager].name);
        out_put_integer(out, "placed", stake->placed_cents);
        out_put_integer(out, "effective", stake->effective_cents);
        out_put_bool(out, "settled", stake->settled);
        out_put_string(out, "reason", stake->reason ? reason_name(stake->reason) : "");
        out_put_integer(out, "result", stake->result_cents);
        out_object_end(out);
    }
    out_array_end(out);
}

/* ---- Offers. ---- */

void wire_act_words(const struct rulebook *book, const struct table_state *state, const struct act *act,
                    struct text *text)
{
    char bytes[WORDS_MAX];
    struct text line;
    struct writer writer = words_of(book, state);
    text_init(&line, bytes, sizeof bytes);
    if (!write_act(&writer, act, &line))
        return;
    const char *colon = strchr(bytes, ':');
    const char *from = colon ? colon + 2 : bytes;
    text_put_bytes(text, from, strcspn(from, "\n"));
}

static const bool takes_amount[VERB_COUNT] = {
    [VERB_BET] = true, [VERB_RAISE] = true, [VERB_PLACE] = true, [VERB_DOUBLE] = true, [VERB_INSURE] = true};

/* What the act rests on. A bet's clauses stand with its wager; for anything else the engine is asked, on a
 * copy. */
static void offer_clauses(const struct rulebook *book, const struct round *round, const struct act *act,
                          struct text *clauses)
{
    static _Thread_local struct round copy;
    static _Thread_local struct events events;
    if (act->verb == VERB_BET || act->verb == VERB_RAISE || act->verb == VERB_PLACE) {
        text_put(clauses, book->wagers[act->wager].clauses);
        return;
    }
    copy = *round;
    struct ruling ruling = round_apply(book, &copy, act, &events);
    ruling_clauses(book, &ruling, clauses);
}

/* Offers that read the same are one offer: an irregularity is legal at several spots but reported without. */
struct offered {
    unsigned count;
    struct hash words[LEGAL_ACTS_MAX];
};

static bool is_offered(struct offered *offered, const struct text *words)
{
    struct hash hash = hash_of(words->bytes, words->used);
    for (unsigned i = 0; i < offered->count; i++)
        if (hash_equal(&offered->words[i], &hash))
            return true;
    offered->words[offered->count++] = hash;
    return false;
}

/* The most a person can pay for. A raise names the whole wager: what lies there is paid already. */
static int64_t affordable(const struct round *round, const struct act *act, const struct viewpoint *viewpoint)
{
    if (!viewpoint->has_balance)
        return MONEY_CENTS_MAX;
    int at = act->verb == VERB_RAISE ? stake_find(round, act->person, act->wager, act->spot) : -1;
    int64_t lies = at < 0 ? 0 : round->stakes[at].placed_cents;
    assert(lies >= 0 && viewpoint->balance_cents <= MONEY_CENTS_MAX - lies);
    return viewpoint->balance_cents + lies;
}

static void put_offer(struct out *out, const struct rulebook *book, const struct table_state *state,
                      const struct act *act, int64_t most_cents, struct offered *offered)
{
    char bytes[WORDS_MAX];
    char clause_bytes[CLAUSES_TEXT_MAX];
    struct text words;
    struct text clauses;
    struct writer writer = words_of(book, state);
    text_init(&words, bytes, sizeof bytes);
    text_init(&clauses, clause_bytes, sizeof clause_bytes);
    wire_act_words(book, state, act, &words);
    if (!words.used || is_offered(offered, &words))
        return;
    offer_clauses(book, &state->round, act, &clauses);
    out_object(out);
    put_text(out, "act", &words);
    out_put_string(out, "verb", verb_name(act->verb));
    put_spot(out, &writer, act->spot);
    if (takes_amount[act->verb]) {
        int64_t max = game_family(book)->amount_max(book, &state->round, act);
        out_put_string(out, "wager", book->wagers[act->wager].name);
        out_put_integer(out, "min", act->amount_cents);
        out_put_integer(out, "max", max < most_cents ? max : most_cents);
        out_put_integer(out, "step", 1);
    }
    out_put_words(out, "clauses", clause_bytes);
    out_object_end(out);
}

/* The one who deals draws from the virtual shoe, or says which card he drew. */
static void put_card_offer(struct out *out, const struct table *table, const struct table_state *state,
                           const struct viewpoint *viewpoint)
{
    struct wants wants = round_wants(table->plan.book, &state->round);
    bool draws = state->device == DEVICE_VIRTUAL;
    if (!user_role_in(viewpoint->role, USERS_STAFF) || !wants.card.kind || !state->begun)
        return;
    out_object(out);
    out_put_string(out, "act", draws ? "deal" : "card ?");
    out_put_string(out, "verb", draws ? "deal" : "card");
    put_place(out, "spot", wants.card);
    out_put_words(out, "clauses", table->plan.book->grounds[GROUND_DEAL]);
    out_object_end(out);
}

static unsigned legal_acts(const struct rulebook *book, struct table_state *state,
                           const struct viewpoint *viewpoint, struct act *acts)
{
    enum actor actor = user_role_actor(viewpoint->role);
    int person = wire_person(state, viewpoint);
    if (!actor)
        return 0;
    if (actor == ACTOR_PERSON && person < 0) {
        person = roster_add(&state->roster, viewpoint->name, strlen(viewpoint->name));
        state->round.person_count = state->roster.count;
    }
    if (actor == ACTOR_PERSON && person < 0)
        return 0;
    /* After a round the staff's offers are those of the next one. */
    if (state->begun && state->round.phase == PHASE_ENDED && actor != ACTOR_PERSON)
        round_next(&state->round, book);
    return round_legal_acts(book, &state->round, actor, person < 0 ? 0 : (unsigned)person, acts);
}

/* A card that nobody has entered is not put right, and one of many others is not offered card by card. */
static bool is_reread_elsewhere(const struct table_state *state, const struct act *act)
{
    return act->verb == VERB_REREAD && (state->device == DEVICE_VIRTUAL || act->place.kind != PLACE_NOWHERE);
}

static void put_offers(struct out *out, const struct table *table, const struct table_state *state,
                       const struct viewpoint *viewpoint)
{
    static _Thread_local struct act acts[LEGAL_ACTS_MAX];
    static _Thread_local struct table_state copy;
    static _Thread_local struct offered offered;
    const struct rulebook *book = table->plan.book;
    copy = *state;
    offered.count = 0;
    unsigned count = state->open ? legal_acts(book, &copy, viewpoint, acts) : 0;
    out_key(out, "offers");
    out_array(out);
    put_card_offer(out, table, state, viewpoint);
    bool staff = user_role_in(viewpoint->role, USERS_STAFF);
    for (unsigned i = 0; i < count; i++)
        if (acts[i].verb != VERB_CARD && !is_reread_elsewhere(state, &acts[i]) &&
            (staff || !(acts[i].flags & ACT_UNNOTICED)))
            put_offer(out, book, &copy, &acts[i], affordable(&copy.round, &acts[i], viewpoint), &offered);
    out_array_end(out);
}

static void put_wants(struct out *out, const struct table *table, const struct table_state *state,
                      const struct viewpoint *viewpoint)
{
    const struct rulebook *book = table->plan.book;
    struct wants wants = round_wants(book, &state->round);
    struct writer writer = words_of(book, state);
    struct speaker speaker = {
        .book = book, .roster = &state->roster, .language = viewpoint->language, .round = &state->round};
    char bytes[SENTENCE_MAX];
    struct text sentence;
    int control = wants.turn.area ? game_family(book)->control(book, &state->round, wants.turn.area) : -1;
    out_key(out, "wants");
    out_object(out);
    put_place(out, "card", wants.card);
    text_init(&sentence, bytes, sizeof bytes);
    if (wants.turn.area)
        write_spot(&writer, wants.turn, &sentence);
    put_text(out, "turn", &sentence);
    out_key(out, "from");
    out_array(out);
    for (unsigned i = 0; i < state->roster.count; i++)
        if (wants.deciders >> i & 1U || (int)i == control)
            out_string(out, name_of(state, i));
    out_array_end(out);
    out_put_string(out, "question", wants.question ? question_name(wants.question) : "");
    text_init(&sentence, bytes, sizeof bytes);
    sentence_wants(&speaker, &state->round, &wants, control >= 0 ? name_of(state, (unsigned)control) : "",
                   &sentence);
    put_text(out, "sentence", &sentence);
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
    out_object_end(out);
}

void wire_put_last(struct out *out, const struct last_round *last)
{
    static const char *const winners[] = {
        "", [WINNER_PLAYER] = "player", [WINNER_BANKER] = "banker", [WINNER_TIE] = "tie"};
    out_object(out);
    out_put_integer(out, "round", last->number);
    out_put_bool(out, "void", last->voided);
    out_put_string(out, "dealer", last->outcome);
    if (last->winner)
        out_put_string(out, "winner", winners[last->winner]);
    out_put_string(out, "summary", last->outcome);
    out_object_end(out);
}

static void put_last(struct out *out, const struct surroundings *around)
{
    out_key(out, "last");
    out_array(out);
    for (unsigned i = 0; i < around->last_count; i++)
        wire_put_last(out, &around->last[i]);
    out_array_end(out);
}

static void put_road(struct out *out, const char *key, const struct road *road, bool derived)
{
    static const char *const winners[] = {
        "", [WINNER_PLAYER] = "player", [WINNER_BANKER] = "banker", [WINNER_TIE] = "tie"};
    static const char *const colours[] = {"", [ROAD_RED] = "red", [ROAD_BLUE] = "blue"};
    out_key(out, key);
    out_array(out);
    for (unsigned i = 0; i < road->count; i++) {
        const struct road_cell *cell = &road->cells[i];
        out_object(out);
        out_put_integer(out, "column", cell->column);
        out_put_integer(out, "row", cell->row);
        out_put_string(out, "mark", derived ? colours[cell->mark] : winners[cell->mark]);
        if (cell->ties)
            out_put_integer(out, "ties", cell->ties);
        out_object_end(out);
    }
    out_array_end(out);
}

void wire_roads(struct out *out, const struct roads *roads)
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

void wire_alarm(struct out *out, const struct alarm *alarm, const char *table, unsigned language)
{
    char bytes[TABLE_REASON_MAX + SENTENCE_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    text_fill(&text, language_say(language, alarm->sentence), fill_alarm, (void *)alarm);
    out_put_string(out, "table", table);
    out_put_string(out, "level", alarm->level);
    out_put_string(out, "code", alarm->code);
    put_text(out, "sentence", &text);
    out_put_integer(out, "time", alarm->time_ms);
}

static void put_alarms(struct out *out, const struct table *table, const struct surroundings *around,
                       const struct viewpoint *viewpoint)
{
    out_key(out, "alarms");
    out_array(out);
    for (unsigned i = 0; user_role_in(viewpoint->role, USERS_PIT) && i < around->alarm_count; i++) {
        out_object(out);
        wire_alarm(out, &around->alarms[i], table->plan.id, viewpoint->language);
        out_object_end(out);
    }
    out_array_end(out);
}

void wire_state(struct out *out, const struct table *table, const struct table_state *state,
                const struct surroundings *around, const struct viewpoint *viewpoint)
{
    static _Thread_local struct view view;
    const struct rulebook *book = table->plan.book;
    char hash[HASH_TEXT_MAX];
    table_view(table, state, viewer_of(state, viewpoint), &view);
    hash_print(&book->hash, hash, sizeof hash);
    out_object(out);
    out_put_string(out, "title", table->plan.title);
    out_put_string(out, "game", book->id);
    out_put_string(out, "family", rulebook_family_name(book));
    out_put_string(out, "rulebook", hash);
    out_put_integer(out, "round", state->round_number);
    out_put_string(out, "phase", phase_name(view.phase));
    out_put_integer(out, "decks", state->round.setting.decks);
    out_put_integer(out, "areas", state->round.setting.areas);
    out_put_bool(out, "open", state->open);
    out_put_bool(out, "solo", table->plan.solo);
    out_put_string(out, "device", device_name(state->device));
    out_put_bool(out, "voided", view.voided);
    put_clock(out, &table->clock, around->clock_ahead_ms);
    wire_put_limits(out, book, &state->round.setting);
    put_people(out, state, around->present, wire_person(state, viewpoint));
    if (viewpoint->has_balance)
        out_put_integer(out, "balance", viewpoint->balance_cents);
    put_hands(out, book, state, &view);
    put_stakes(out, book, state, &view);
    put_offers(out, table, state, viewpoint);
    put_wants(out, table, state, viewpoint);
    put_shoe(out, table, state);
    put_last(out, around);
    if (around->roads) {
        out_key(out, "roads");
        wire_roads(out, around->roads);
    }
    put_alarms(out, table, around, viewpoint);
    out_object_end(out);
}

/* ---- Events. ---- */

static void put_event(struct out *out, const struct rulebook *book, const struct table_state *state,
                      const struct event *event, const struct viewpoint *viewpoint)
{
    struct writer writer = words_of(book, state);
    struct speaker speaker = {
        .book = book, .roster = &state->roster, .language = viewpoint->language, .round = &state->round};
    char bytes[SENTENCE_MAX];
    struct text text;
    out_object(out);
    out_put_string(out, "kind", event_name(event->kind));
    out_put_string(out, "who", name_of(state, event->person));
    put_spot(out, &writer, event->spot);
    out_put_string(out, "wager", book->wagers[event->wager % WAGERS_MAX].name);
    out_put_integer(out, "amount", event->amount_cents);
    if (event->place.kind)
        put_place(out, "place", event->place);
    if (event->from_place.kind)
        put_place(out, "from", event->from_place);
    if (event->kind == EVENT_CARD || !card_is_none(event->card)) {
        out_key(out, "card");
        put_card(out, book, event->card);
    }
    if (event->reason)
        out_put_string(out, "reason", reason_name(event->reason));
    if (event->option)
        out_put_string(out, "option", option_name(event->option));
    if (event->question)
        out_put_string(out, "question", question_name(event->question));
    if (event->number)
        out_put_integer(out, "number", event->number);
    text_init(&text, bytes, sizeof bytes);
    event_clauses(book, event, &text);
    out_put_words(out, "clauses", bytes);
    if (event->kind == EVENT_REVEALED) /* card by card: the hand is told with the last */
        speaker.round = NULL;
    text_init(&text, bytes, sizeof bytes);
    sentence_event(&speaker, event, &text);
    put_text(out, "sentence", &text);
    out_object_end(out);
}

void wire_events(struct out *out, const struct rulebook *book, const struct table_state *state,
                 const struct events *events, const struct viewpoint *viewpoint)
{
    for (unsigned i = 0; i < events->count; i++)
        put_event(out, book, state, &events->items[i], viewpoint);
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

void wire_cause(struct out *out, const struct rulebook *book, const struct table_state *state,
                const struct act *act, bool system, const char *person)
{
    char bytes[WORDS_MAX];
    struct text words;
    text_init(&words, bytes, sizeof bytes);
    if (act->verb && act->verb != VERB_CARD) /* the event tells the card, to those who may see it */
        wire_act_words(book, state, act, &words);
    out_object(out);
    out_put_string(out, "actor", act->verb ? actor_word(state, act) : "system");
    if (person && person[0])
        out_put_string(out, "person", person);
    out_put_bool(out, "system", system);
    out_put_string(out, "act", act->verb == VERB_CARD ? "card" : bytes);
    out_object_end(out);
}

/* ---- A finished round. ---- */

static void outcome_of(const struct rulebook *book, const struct round *round, struct last_round *last)
{
    static const struct place dealer = {.kind = PLACE_DEALER};
    static const struct place player = {.kind = PLACE_PLAYER_SIDE};
    static const struct place banker = {.kind = PLACE_BANKER_SIDE};
    const struct family *family = game_family(book);
    if (book->family == FAMILY_BACCARAT) {
        unsigned p = family->value(book, round, player).total;
        unsigned b = family->value(book, round, banker).total;
        last->winner = p > b ? WINNER_PLAYER : b > p ? WINNER_BANKER : WINNER_TIE;
        snprintf(last->outcome, sizeof last->outcome, "%u-%u", p, b);
        return;
    }
    struct hand_value value = family->value(book, round, dealer);
    print_value(value.kind, value.total, last->outcome, sizeof last->outcome);
}

void wire_last_round(const struct rulebook *book, const struct table_state *state, struct last_round *last)
{
    *last = (struct last_round){.number = state->round_number, .voided = state->round.voided};
    if (!last->voided)
        outcome_of(book, &state->round, last);
}

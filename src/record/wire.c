/* SPDX-License-Identifier: Apache-2.0 */
#include "record/wire.h"

#include <stdio.h>
#include <string.h>

#include "round/round.h"

enum { PART_MAX = 64, CLAUSES_TEXT_MAX = 1024 };

json_t *wire_words(const char *words)
{
    json_t *list = json_array();
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        size_t length = strcspn(words, " ");
        json_array_append_new(list, json_stringn(words, length));
        words += length;
    }
    return list;
}

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, json_string(text));
}

static void set_place(json_t *object, const char *key, struct place place)
{
    char part[PART_MAX];
    struct text text;
    if (place.kind == PLACE_NOWHERE)
        return;
    text_init(&text, part, sizeof(part));
    write_place(place, &text);
    set_text(object, key, part);
}

static void set_spot(const struct writer *writer, json_t *object, struct spot spot)
{
    char part[PART_MAX];
    struct text text;
    if (spot.area == 0)
        return;
    text_init(&text, part, sizeof(part));
    write_spot(writer, spot, &text);
    set_text(object, "spot", part);
}

static json_t *card_json(const struct writer *writer, struct card card)
{
    char name[CARD_TEXT_MAX];
    return json_string(deck_print_card(deck_of((enum deck_id)writer->book->deck), card, name, sizeof(name)));
}

/* ---- Events. Which members speak is said by the kind, as the list in round/event.h tells. ---- */

enum {
    SAYS_WHO = 1,
    SAYS_SPOT = 2,
    SAYS_WAGER = 4,
    SAYS_AMOUNT = 8,
    SAYS_CARD = 16,
    SAYS_PLACE = 32,
    SAYS_FROM = 64,
    SAYS_NUMBER = 128,
    SAYS_STAKE = SAYS_WHO | SAYS_SPOT | SAYS_WAGER | SAYS_AMOUNT,
};

static unsigned says(enum event_kind kind)
{
    static const unsigned char table[EVENT_COUNT] = {
        [EVENT_WAGERED] = SAYS_STAKE,
        [EVENT_CARD] = SAYS_CARD | SAYS_PLACE,
        [EVENT_REVEALED] = SAYS_CARD | SAYS_PLACE,
        [EVENT_REREAD] = SAYS_CARD | SAYS_PLACE | SAYS_NUMBER,
        [EVENT_PAID] = SAYS_STAKE,
        [EVENT_TAKEN] = SAYS_STAKE,
        [EVENT_RETURNED] = SAYS_STAKE,
        [EVENT_EFFECTIVE] = SAYS_STAKE,
        [EVENT_OFFERED] = SAYS_WHO | SAYS_SPOT,
        [EVENT_CONTROL] = SAYS_WHO | SAYS_SPOT,
        [EVENT_TURN] = SAYS_SPOT,
        [EVENT_SPLIT] = SAYS_SPOT | SAYS_NUMBER,
        [EVENT_STANDS] = SAYS_PLACE,
        [EVENT_REBUILT] = SAYS_PLACE,
        [EVENT_MOVED] = SAYS_CARD | SAYS_PLACE | SAYS_FROM,
        [EVENT_BACK] = SAYS_CARD | SAYS_FROM,
        [EVENT_DROPPED] = SAYS_CARD | SAYS_FROM,
        [EVENT_NEXT] = SAYS_CARD | SAYS_NUMBER,
        [EVENT_REMEMBERED] = SAYS_WHO,
        [EVENT_IN] = SAYS_WHO,
        [EVENT_OUT] = SAYS_WHO,
        [EVENT_RESULT] = SAYS_STAKE,
    };
    return table[kind];
}

static void set_words(json_t *object, const struct event *event)
{
    if (event->reason)
        set_text(object, "reason", reason_name((enum reason)event->reason));
    if (event->option)
        set_text(object, "option", option_name((enum option_kind)event->option));
    if (event->question)
        set_text(object, "question", question_name((enum question)event->question));
}

json_t *wire_event(const struct writer *writer, const struct event *event)
{
    char clauses[CLAUSES_TEXT_MAX];
    struct text text;
    unsigned members = says((enum event_kind)event->kind);
    json_t *object = json_object();
    set_text(object, "kind", event_name((enum event_kind)event->kind));
    if (members & SAYS_WHO)
        set_text(object, "who", write_name(writer, event->person));
    if (members & SAYS_SPOT)
        set_spot(writer, object, event->spot);
    if (members & SAYS_WAGER)
        set_text(object, "wager", writer->book->wagers[event->wager].name);
    if (members & SAYS_AMOUNT)
        json_object_set_new(object, "amount", json_integer(event->amount_cents));
    if (members & SAYS_CARD)
        json_object_set_new(object, "card", card_json(writer, event->card));
    if (event->kind == EVENT_REREAD)
        json_object_set_new(object, "was", card_json(writer, event->was));
    if (members & SAYS_PLACE)
        set_place(object, "place", event->place);
    if (members & SAYS_FROM)
        set_place(object, "from", event->from_place);
    if (members & SAYS_NUMBER && event->number)
        json_object_set_new(object, "number", json_integer(event->number));
    set_words(object, event);
    text_init(&text, clauses, sizeof(clauses));
    event_clauses(writer->book, event, &text);
    json_object_set_new(object, "clauses", wire_words(clauses));
    return object;
}

/* ---- Views. ---- */

static void set_total(json_t *object, const struct view_hand *hand)
{
    static const char *const formats[] = {
        [VALUE_NONE] = "",        [VALUE_HARD] = "%u",     [VALUE_SOFT] = "s%u",
        [VALUE_BLACKJACK] = "bj", [VALUE_BUST] = "bust%u", [VALUE_POINTS] = "%u"};
    char part[PART_MAX];
    struct text text;
    text_init(&text, part, sizeof(part));
    text_format(&text, formats[hand->value_kind], hand->total);
    set_text(object, "total", part);
}

static json_t *hand_json(const struct writer *writer, const struct view_hand *hand)
{
    json_t *object = json_object();
    json_t *cards = json_array();
    for (unsigned i = 0; i < hand->card_count; i++)
        json_array_append_new(cards, card_json(writer, hand->cards[i]));
    set_place(object, "place", hand->place);
    json_object_set_new(object, "cards", cards);
    set_total(object, hand);
    if (hand->control)
        set_text(object, "control", write_name(writer, hand->control - 1U));
    if (hand->squeezer)
        set_text(object, "squeezer", write_name(writer, hand->squeezer - 1U));
    json_object_set_new(object, "turn", json_boolean(hand->in_turn));
    json_object_set_new(object, "closed", json_boolean(hand->closed));
    return object;
}

static json_t *stake_json(const struct writer *writer, const struct view_stake *stake)
{
    json_t *object = json_object();
    set_text(object, "who", write_name(writer, stake->person));
    set_spot(writer, object, stake->spot);
    set_text(object, "wager", writer->book->wagers[stake->wager].name);
    json_object_set_new(object, "placed", json_integer(stake->placed_cents));
    json_object_set_new(object, "effective", json_integer(stake->effective_cents));
    json_object_set_new(object, "settled", json_boolean(stake->settled));
    if (stake->reason)
        set_text(object, "reason", reason_name((enum reason)stake->reason));
    if (stake->settled)
        json_object_set_new(object, "result", json_integer(stake->result_cents));
    return object;
}

json_t *wire_view(const struct writer *writer, const struct view *view)
{
    json_t *hands = json_array();
    json_t *stakes = json_array();
    for (unsigned i = 0; i < view->hand_count; i++)
        json_array_append_new(hands, hand_json(writer, &view->hands[i]));
    for (unsigned i = 0; i < view->stake_count; i++)
        json_array_append_new(stakes, stake_json(writer, &view->stakes[i]));
    json_t *object = json_pack("{s:s, s:b, s:o, s:o}", "phase", phase_name(view->phase), "voided",
                               view->voided, "hands", hands, "stakes", stakes);
    if (view->question)
        set_text(object, "question", question_name((enum question)view->question));
    if (view->credit_cents >= 0)
        json_object_set_new(object, "credit", json_integer(view->credit_cents));
    return object;
}

json_t *wire_wants(const struct writer *writer, const struct wants *wants)
{
    json_t *object = json_object();
    json_t *from = json_array();
    for (unsigned i = 0; i < writer->roster->count; i++)
        if (wants->deciders >> i & 1U)
            json_array_append_new(from, json_string(write_name(writer, i)));
    set_place(object, "card", wants->card);
    if (wants->face_down)
        json_object_set_new(object, "face_down", json_true());
    if (wants->faces.area)
        set_place(object, "faces", (struct place){PLACE_HAND, wants->faces.area, wants->faces.hand});
    if (wants->turn.area)
        set_place(object, "turn", (struct place){PLACE_HAND, wants->turn.area, wants->turn.hand});
    json_object_set_new(object, "from", from);
    if (wants->question)
        set_text(object, "question", question_name((enum question)wants->question));
    json_object_set_new(object, "may_end", json_boolean(wants->may_end));
    return object;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "speech/tell.h"

#include <assert.h>

enum { PART_MAX = 64, CLAUSES_TEXT_MAX = 1024, SENTENCE_MAX = 512 };

static struct writer writer_of(const struct speaker *speaker)
{
    assert(speaker->book && speaker->roster && speaker->round);
    return (struct writer){speaker->book, speaker->roster, speaker->round->setting.areas};
}

/* ---- Small values. ---- */

static void put_text(struct out *out, const char *key, const struct text *text)
{
    assert(!text->full);
    out_key(out, key);
    out_string_bytes(out, text->bytes, text->used);
}

void tell_spot(struct out *out, const struct speaker *speaker, struct spot spot)
{
    assert(spot.area <= AREAS_MAX);
    char bytes[PART_MAX];
    struct text text;
    struct writer writer = writer_of(speaker);
    text_init(&text, bytes, sizeof bytes);
    if (spot.area)
        write_spot(&writer, spot, &text);
    put_text(out, "spot", &text);
}

void tell_place(struct out *out, const char *key, struct place place)
{
    assert(key[0]);
    char bytes[PART_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    if (place.kind != PLACE_NOWHERE)
        write_place(place, &text);
    put_text(out, key, &text);
}

static const struct deck *deck_at(const struct speaker *speaker)
{
    assert(speaker->book);
    return deck_of((enum deck_id)speaker->book->deck);
}

static void put_card(struct out *out, const struct speaker *speaker, struct card card)
{
    char name[CARD_TEXT_MAX];
    out_string(out, deck_print_card(deck_at(speaker), card, name, sizeof name));
}

/* `person` counts from 1; 0 is nobody. */
static const char *name_or_nobody(const struct speaker *speaker, unsigned person)
{
    assert(person <= speaker->roster->count);
    return person ? speaker->roster->names[person - 1] : "";
}

static void put_value(struct out *out, struct hand_value value)
{
    char bytes[PART_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    write_value(value, &text);
    put_text(out, "total", &text);
}

/* ---- Events. ---- */

enum {
    SAYS_WHO = 1,
    SAYS_SPOT = 2,
    SAYS_WAGER = 4,
    SAYS_AMOUNT = 8,
    SAYS_CARD = 16,
    SAYS_PLACE = 32,
    SAYS_FROM = 64,
    SAYS_NUMBER = 128,
    SAYS_TOTAL = 256,
    SAYS_STAKE = SAYS_WHO | SAYS_SPOT | SAYS_WAGER | SAYS_AMOUNT,
};

/* The members a kind speaks with, as the list in round/event.h tells. */
static const unsigned short says[EVENT_COUNT] = {
    [EVENT_WAGERED] = SAYS_STAKE,
    [EVENT_CARD] = SAYS_CARD | SAYS_PLACE | SAYS_TOTAL,
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

static void put_stake_members(struct out *out, const struct speaker *speaker, const struct event *event)
{
    assert(event->kind < EVENT_COUNT);
    unsigned members = says[event->kind];
    if (members & SAYS_WHO)
        out_put_string(out, "who", name_or_nobody(speaker, event->person + 1U));
    if (members & SAYS_SPOT && event->spot.area)
        tell_spot(out, speaker, event->spot);
    if (members & SAYS_WAGER)
        out_put_string(out, "wager", speaker->book->wagers[event->wager].name);
    if (members & SAYS_AMOUNT)
        out_put_integer(out, "amount", event->amount_cents);
}

static void put_card_members(struct out *out, const struct speaker *speaker, const struct event *event)
{
    assert(event->kind < EVENT_COUNT);
    unsigned members = says[event->kind];
    if (members & SAYS_CARD) {
        out_key(out, "card");
        put_card(out, speaker, event->card);
    }
    if (event->kind == EVENT_REREAD) {
        out_key(out, "was");
        put_card(out, speaker, event->was);
    }
    if (members & SAYS_PLACE && event->place.kind != PLACE_NOWHERE)
        tell_place(out, "place", event->place);
    if (members & SAYS_FROM && event->from_place.kind != PLACE_NOWHERE)
        tell_place(out, "from", event->from_place);
    if (members & SAYS_NUMBER && event->number)
        out_put_integer(out, "number", event->number);
    if (members & SAYS_TOTAL && event->place.kind != PLACE_NOWHERE && speaker->round)
        put_value(out, game_family(speaker->book)->value(speaker->book, speaker->round, event->place));
}

static void put_words(struct out *out, const struct event *event)
{
    assert(event->reason < REASON_COUNT);
    if (event->reason)
        out_put_string(out, "reason", reason_name((enum reason)event->reason));
    if (event->option)
        out_put_string(out, "option", option_name((enum option_kind)event->option));
    if (event->question)
        out_put_string(out, "question", question_name((enum question)event->question));
}

static void put_clauses(struct out *out, const struct rulebook *book, const struct event *event)
{
    char bytes[CLAUSES_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    event_clauses(book, event, &text);
    out_put_words(out, "clauses", bytes);
    assert(!text.full);
}

static void put_event_sentence(struct out *out, const struct speaker *speaker, const struct event *event)
{
    char bytes[SENTENCE_MAX];
    struct text text;
    struct speaker teller = *speaker;
    if (event->kind == EVENT_REVEALED) /* card by card: the hand is told with the last */
        teller.round = NULL;
    text_init(&text, bytes, sizeof bytes);
    sentence_event(&teller, event, &text);
    put_text(out, "sentence", &text);
}

void tell_event(struct out *out, const struct speaker *speaker, const struct event *event)
{
    assert(event->kind < EVENT_COUNT);
    out_put_string(out, "kind", event_name((enum event_kind)event->kind));
    put_stake_members(out, speaker, event);
    put_card_members(out, speaker, event);
    put_words(out, event);
    put_clauses(out, speaker->book, event);
    put_event_sentence(out, speaker, event);
}

/* ---- Views. ---- */

/* The rank printed on the layout as a hand's first card [bac 1.1.4]; 0: none. */
static unsigned permanent_rank(const struct rulebook *book, struct place place)
{
    if (book->family != FAMILY_BACCARAT)
        return 0;
    return place.kind == PLACE_PLAYER_SIDE ? book->baccarat.permanent_player
                                           : book->baccarat.permanent_banker;
}

static void put_permanent(struct out *out, const struct speaker *speaker, struct place place)
{
    unsigned rank = permanent_rank(speaker->book, place);
    if (rank) {
        const char letter[] = {deck_at(speaker)->rank_letters[rank - 1], '\0'};
        out_put_string(out, "permanent", letter);
    }
}

static void put_hand(struct out *out, const struct speaker *speaker, const struct view_hand *hand)
{
    assert(hand->card_count <= HAND_CARDS_MAX);
    out_object(out);
    tell_place(out, "place", hand->place);
    out_key(out, "cards");
    out_array(out);
    for (unsigned c = 0; c < hand->card_count; c++)
        put_card(out, speaker, hand->cards[c]);
    out_array_end(out);
    put_value(out, (struct hand_value){hand->value_kind, hand->total});
    out_put_string(out, "control", name_or_nobody(speaker, hand->control));
    out_put_bool(out, "turn", hand->in_turn);
    out_put_bool(out, "closed", hand->closed);
    if (hand->squeezer)
        out_put_string(out, "squeezer", name_or_nobody(speaker, hand->squeezer));
    put_permanent(out, speaker, hand->place);
    out_object_end(out);
}

static void put_stake(struct out *out, const struct speaker *speaker, const struct view_stake *stake)
{
    assert(stake->wager < speaker->book->wager_count);
    out_object(out);
    out_put_string(out, "who", name_or_nobody(speaker, stake->person + 1U));
    tell_spot(out, speaker, stake->spot);
    out_put_string(out, "wager", speaker->book->wagers[stake->wager].name);
    out_put_integer(out, "placed", stake->placed_cents);
    out_put_integer(out, "effective", stake->effective_cents);
    out_put_bool(out, "settled", stake->settled);
    out_put_string(out, "reason", stake->reason ? reason_name((enum reason)stake->reason) : "");
    out_put_integer(out, "result", stake->result_cents);
    out_object_end(out);
}

void tell_view(struct out *out, const struct speaker *speaker, const struct view *view)
{
    assert(view->hand_count <= VIEW_HANDS_MAX && view->stake_count <= STAKES_MAX);
    out_put_string(out, "phase", phase_name(view->phase));
    out_put_bool(out, "voided", view->voided);
    if (view->question)
        out_put_string(out, "question", question_name((enum question)view->question));
    out_key(out, "hands");
    out_array(out);
    for (unsigned i = 0; i < view->hand_count; i++)
        put_hand(out, speaker, &view->hands[i]);
    out_array_end(out);
    out_key(out, "stakes");
    out_array(out);
    for (unsigned i = 0; i < view->stake_count; i++)
        put_stake(out, speaker, &view->stakes[i]);
    out_array_end(out);
}

/* ---- What is waited for. ---- */

static void put_wants_sentence(struct out *out, const struct speaker *speaker, const struct wants *wants,
                               int control)
{
    char bytes[SENTENCE_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    sentence_wants(speaker, wants, control, &text);
    put_text(out, "sentence", &text);
}

void tell_wants(struct out *out, const struct speaker *speaker, const struct wants *wants)
{
    assert(speaker->round && speaker->roster);
    const struct place turn = {wants->turn.area ? PLACE_HAND : PLACE_NOWHERE, wants->turn.area,
                               wants->turn.hand};
    int control = wants->turn.area
                      ? game_family(speaker->book)->control(speaker->book, speaker->round, wants->turn.area)
                      : -1;
    tell_place(out, "card", wants->card);
    if (wants->face_down)
        out_put_bool(out, "faceDown", true);
    if (wants->faces.area)
        tell_place(out, "faces", (struct place){PLACE_HAND, wants->faces.area, wants->faces.hand});
    tell_place(out, "turn", turn);
    out_key(out, "from");
    out_array(out);
    for (unsigned i = 0; i < speaker->roster->count; i++)
        if (wants->deciders >> i & 1U || (int)i == control)
            out_string(out, speaker->roster->names[i]);
    out_array_end(out);
    out_put_string(out, "question", wants->question ? question_name((enum question)wants->question) : "");
    put_wants_sentence(out, speaker, wants, control);
    out_put_bool(out, "mayEnd", wants->may_end);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* read_act.c - the acts of a record, sections 4 to 7 of docs/notation.md: words into struct act, slot by
 * slot. */
#include "record/form.h"
#include "record/reader.h"

#include <assert.h>
#include <string.h>

#define SHOW(word) (int)(word).length, (word).bytes

static bool has_more(const struct reader *reader)
{
    assert(reader->words.at <= reader->words.end);
    struct word word;
    return words_peek(&reader->words, &word);
}

static bool read_bet_words(struct reader *reader, struct act *act)
{
    struct word word;
    while (words_next(&reader->words, &word)) {
        unsigned flag = word_is(word, "front")       ? ACT_FRONT
                        : word_is(word, "unnoticed") ? ACT_UNNOTICED
                        : word_is(word, "pending")   ? ACT_PENDING
                                                     : 0;
        if (!flag || (act->flags & flag))
            return reader_fault(reader, "too many words from \"%.*s\"", SHOW(word));
        act->flags |= (uint8_t)flag;
    }
    return true;
}

static bool add_card(struct reader *reader, struct act *act, struct card card)
{
    assert(act->card_count <= ACT_CARDS_MAX);
    if (act->card_count == ACT_CARDS_MAX)
        return reader_fault(reader, "more than %d cards", ACT_CARDS_MAX);
    act->cards[act->card_count++] = card;
    return true;
}

static bool read_card(struct reader *reader, struct act *act)
{
    struct word word;
    struct card card;
    return reader_word(reader, "card", &word) && reader_card(reader, word, &card) &&
           add_card(reader, act, card);
}

static bool read_cards(struct reader *reader, struct act *act)
{
    if (!read_card(reader, act))
        return false;
    while (has_more(reader))
        if (!read_card(reader, act))
            return false;
    assert(act->card_count <= ACT_CARDS_MAX);
    return true;
}

static bool read_pick(struct reader *reader, struct act *act)
{
    struct word word;
    unsigned number;
    if (!words_peek(&reader->words, &word) || !word_number(word, ACT_CARDS_MAX, &number) || number == 0)
        return read_cards(reader, act);
    words_next(&reader->words, &word);
    act->number = (uint8_t)number;
    return true;
}

static bool read_order(struct reader *reader, struct act *act)
{
    struct word word;
    if (!reader_word(reader, "known or unknown", &word))
        return false;
    if (word_is(word, "known"))
        act->flags |= ACT_ORDER_KNOWN;
    else if (word_is(word, "unknown"))
        act->flags |= ACT_ORDER_UNKNOWN;
    else
        return reader_fault(reader, "bad order \"%.*s\" (known or unknown)", SHOW(word));
    return true;
}

static bool read_face(struct reader *reader, struct act *act, struct word word)
{
    struct card card = CARD_NONE;
    return (word_is(word, "?") || reader_card(reader, word, &card)) && add_card(reader, act, card);
}

static bool read_faces(struct reader *reader, struct act *act)
{
    struct word word;
    while (words_next(&reader->words, &word))
        if (!read_face(reader, act, word))
            return false;
    return true;
}

static bool read_lying(struct reader *reader, struct act *act)
{
    struct word word;
    if (!reader_word(reader, "cards", &word))
        return false;
    do {
        if (word_is(word, "order"))
            return act->card_count ? read_order(reader, act)
                                   : reader_fault(reader, "missing cards before \"order\"");
        if (!read_face(reader, act, word))
            return false;
    } while (words_next(&reader->words, &word));
    return true;
}

static bool read_persons(struct reader *reader, struct act *act)
{
    uint8_t person;
    do {
        if (!reader_person(reader, &person))
            return false;
        act->persons |= 1U << person;
    } while (has_more(reader));
    return true;
}

static bool read_option(struct reader *reader, struct act *act, bool (*allowed)(enum option_kind option))
{
    assert(allowed);
    struct word word;
    if (!reader_word(reader, "option", &word))
        return false;
    act->option = (uint8_t)form_option(word);
    if (!allowed((enum option_kind)act->option))
        return reader_fault(reader, "unknown option \"%.*s\" for %s", SHOW(word),
                            verb_name((enum verb)act->verb));
    return true;
}

static bool read_shuffle(struct reader *reader, struct act *act)
{
    assert(act->verb == VERB_SHUFFLE);
    struct word word;
    if (!reader_word(reader, "discards or full", &word))
        return false;
    if (word_is(word, "full"))
        act->flags |= ACT_FULL;
    else if (!word_is(word, "discards"))
        return reader_fault(reader, "bad shuffle \"%.*s\" (discards or full)", SHOW(word));
    return true;
}

/* A areas N, or AREA wagers N. */
static bool read_restriction(struct reader *reader, struct act *act)
{
    assert(act->verb == VERB_RESTRICT);
    struct word word;
    unsigned number;
    if (!words_peek(&reader->words, &word))
        return reader_word(reader, "name or area", &word);
    bool by_area = word.bytes[0] >= '0' && word.bytes[0] <= '9';
    if (by_area ? !reader_area(reader, &act->spot.area) : !reader_person(reader, &act->person))
        return false;
    const char *noun = by_area ? "wagers" : "areas";
    if (!reader_word(reader, noun, &word))
        return false;
    if (!word_is(word, noun))
        return reader_fault(reader, "bad restriction \"%.*s\" (%s)", SHOW(word), noun);
    if (!reader_number(reader, "number", UINT8_MAX - 1, &number))
        return false;
    act->number = (uint8_t)number;
    return true;
}

/* Keeps what fits, cut between characters. */
static void keep_note(struct act *act, struct word text)
{
    assert(text.bytes || text.length == 0);
    size_t length = text.length < ACT_NOTE_MAX ? text.length : ACT_NOTE_MAX - 1;
    if (length < text.length)
        while (((unsigned char)text.bytes[length] & 0xC0) ==
               0x80) /* a line of clean text begins with no such byte */
            length--;
    memcpy(act->note, text.bytes, length);
}

static bool read_clause(struct reader *reader, struct act *act)
{
    struct word word;
    if (!reader_word(reader, "clause", &word))
        return false;
    if (!word_is_clause(word) || word.length >= ACT_NOTE_MAX)
        return reader_fault(reader, "bad clause \"%.*s\"", SHOW(word));
    keep_note(act, word);
    return true;
}

static bool read_yes_no(struct reader *reader, struct act *act)
{
    struct word word;
    if (!reader_word(reader, "yes or no", &word))
        return false;
    if (word_is(word, "yes"))
        act->flags |= ACT_YES;
    else if (!word_is(word, "no"))
        return reader_fault(reader, "bad answer \"%.*s\" (yes or no)", SHOW(word));
    return true;
}

static bool read_slot(struct reader *reader, struct act *act, enum slot slot);

static bool read_decision(struct reader *reader, struct act *act)
{
    assert(act->verb == VERB_DECIDE);
    struct word word;
    if (!reader_word(reader, "decision", &word))
        return false;
    enum decision decision = form_decision((enum actor)act->actor, word);
    if (decision == DECISION_NONE)
        return reader_fault(reader, "unknown decision \"%.*s\" for the %s", SHOW(word),
                            form_actor_name((enum actor)act->actor));
    act->decision = (uint8_t)decision;
    return read_slot(reader, act, form_decision_slot(decision));
}

static bool read_irregularity(struct reader *reader, struct act *act)
{
    assert(act->verb == VERB_IRREGULARITY);
    struct word word;
    if (!reader_word(reader, "irregularity", &word))
        return false;
    for (unsigned i = 0; i < IRREGULARITY_COUNT; i++) {
        if (!word_is(word, irregularity_name((enum irregularity)i)))
            continue;
        enum slot slot = form_irregularity_slot((enum irregularity)i);
        act->irregularity = (uint8_t)i;
        return (slot == SLOT_AREA && reader->record->areas == 0) || read_slot(reader, act, slot);
    }
    return reader_fault(reader, "unknown irregularity \"%.*s\"", SHOW(word));
}

static bool read_place(struct reader *reader, struct act *act)
{
    struct word word;
    return reader_word(reader, "hand", &word) && reader_place(reader, word, false, &act->place);
}

/* [PLACE N]: the N-th card there. */
static bool read_card_of(struct reader *reader, struct act *act)
{
    struct word word;
    unsigned number;
    if (!words_peek(&reader->words, &word))
        return true;
    if (!read_place(reader, act) || !reader_number(reader, "number", HAND_CARDS_MAX, &number))
        return false;
    act->number = (uint8_t)number;
    return true;
}

/* An amount that is left out means all of it; none at all is no amount. */
static bool read_part(struct reader *reader, int64_t *amount_cents)
{
    if (!has_more(reader))
        return true;
    if (!reader_amount(reader, amount_cents))
        return false;
    struct word last = reader->words.last;
    if (*amount_cents > 0)
        return true;
    return reader_fault(reader, "bad amount \"%.*s\" (more than 0)", SHOW(last));
}

static bool read_slot(struct reader *reader, struct act *act, enum slot slot)
{
    struct word word;
    switch (slot) {
    case SLOT_NONE:
        return true;
    case SLOT_WAGER:
        return reader_wager(reader, &act->spot, &act->wager);
    case SLOT_AMOUNT:
        return reader_amount(reader, &act->amount_cents);
    case SLOT_AMOUNT_OPTIONAL:
        return read_part(reader, &act->amount_cents);
    case SLOT_BET_WORDS:
        return read_bet_words(reader, act);
    case SLOT_AREA:
        return reader_area(reader, &act->spot.area);
    case SLOT_AREA_OPTIONAL:
        return !has_more(reader) || reader_area(reader, &act->spot.area);
    case SLOT_HAND:
        return reader_hand(reader, &act->spot);
    case SLOT_HAND_OPTIONAL:
        return !has_more(reader) || reader_hand(reader, &act->spot);
    case SLOT_INSURED:
        return reader_insured(reader, &act->spot);
    case SLOT_PLACE:
        return read_place(reader, act);
    case SLOT_PERSON:
        return reader_person(reader, &act->person);
    case SLOT_OTHER:
        return reader_person(reader, &act->other);
    case SLOT_PERSONS:
        return read_persons(reader, act);
    case SLOT_DECLINED:
        return read_option(reader, act, form_option_is_declined);
    case SLOT_WINDOW:
        return read_option(reader, act, form_option_is_window);
    case SLOT_CARD:
        return read_card(reader, act);
    case SLOT_FACE:
        return reader_word(reader, "card", &word) && read_face(reader, act, word);
    case SLOT_FACES:
        return read_faces(reader, act);
    case SLOT_PICK:
        return read_pick(reader, act);
    case SLOT_CARD_OF:
        return read_card_of(reader, act);
    case SLOT_LYING:
        return read_lying(reader, act);
    case SLOT_SHUFFLE:
        return read_shuffle(reader, act);
    case SLOT_RESTRICTION:
        return read_restriction(reader, act);
    case SLOT_CLAUSE:
        return read_clause(reader, act);
    case SLOT_TEXT:
        keep_note(act, words_rest(&reader->words));
        return true;
    case SLOT_YES_NO:
        return read_yes_no(reader, act);
    case SLOT_YES_NO_PERSON:
        return read_yes_no(reader, act) && reader_person(reader, &act->person);
    case SLOT_DECISION:
        return read_decision(reader, act);
    case SLOT_IRREGULARITY:
        return read_irregularity(reader, act);
    }
    return false;
}

static bool keep(struct reader *reader, const struct act *act, bool goes_on)
{
    assert(act->verb && act->verb < VERB_COUNT);
    struct record_item *item = reader_item(reader, ITEM_ACT);
    if (!item)
        return false;
    item->act = *act;
    item->goes_on = goes_on;
    return true;
}

/* `> PLACE` after the cards. */
static bool read_where(struct reader *reader, struct act *act, unsigned cards)
{
    assert(act->verb == VERB_CARD);
    struct word word;
    if (!reader_word(reader, "place", &word) || !reader_place(reader, word, true, &act->place))
        return false;
    if (cards != 1)
        return reader_fault(reader, "\"> PLACE\" needs exactly one card");
    return reader_end(reader);
}

/* A card that leaves the device: face up, or "?" face down. */
static bool read_dealt(struct reader *reader, struct word word, struct card *card)
{
    *card = CARD_NONE;
    return word_is(word, "?") || reader_card(reader, word, card);
}

/* Each card is an act of its own; what was kept of a line that is not right to its end goes. */
static bool read_shoe(struct reader *reader)
{
    struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
    struct record *record = reader->record;
    const size_t before = record->item_count;
    struct word word;
    bool right = reader_word(reader, "card", &word);
    for (bool more = right; more; more = right && words_next(&reader->words, &word)) {
        if (word_is(word, ">")) {
            right = read_where(reader, &act, (unsigned)(record->item_count - before));
            if (right)
                record->items[before].act.place = act.place;
            break;
        }
        right = read_dealt(reader, word, &act.cards[0]) && keep(reader, &act, true);
    }
    if (right)
        record->items[record->item_count - 1].goes_on = false;
    else
        record->item_count = before;
    return right;
}

static bool read_said(struct reader *reader, struct act *act)
{
    assert(act->actor);
    struct word verb;
    if (!reader_word(reader, "verb", &verb))
        return false;
    const struct form *form = form_find((enum actor)act->actor, verb);
    if (!form)
        return reader_fault(reader, "unknown verb \"%.*s\" for %s %s", SHOW(verb),
                            act->actor == ACTOR_PERSON ? "a" : "the",
                            form_actor_name((enum actor)act->actor));
    act->verb = form->verb;
    for (unsigned i = 0; i < FORM_SLOTS_MAX; i++)
        if (!read_slot(reader, act, (enum slot)form->slots[i]))
            return false;
    return reader_end(reader) && keep(reader, act, false);
}

bool read_act(struct reader *reader, struct word who)
{
    struct act act = {.actor = (uint8_t)form_actor(who)};
    if (act.actor == ACTOR_SHOE)
        return read_shoe(reader);
    if (act.actor == ACTOR_PERSON && !reader_name(reader, who, &act.person))
        return false;
    return read_said(reader, &act);
}

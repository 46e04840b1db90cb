/* SPDX-License-Identifier: Apache-2.0 */
#include "record/write.h"

#include <assert.h>
#include <string.h>

#include "record/form.h"

const char *write_name(const struct writer *writer, unsigned person)
{
    return person < writer->roster->count ? writer->roster->names[person] : "?";
}

void write_amount(int64_t amount_cents, struct text *text)
{
    char amount[MONEY_TEXT_MAX];
    money_print(amount_cents, amount, sizeof(amount));
    text_put(text, amount);
}

void write_delta(int64_t amount_cents, struct text *text)
{
    char amount[MONEY_TEXT_MAX];
    money_print_delta(amount_cents, amount, sizeof(amount));
    text_put(text, amount);
}

void write_value(struct hand_value value, struct text *text)
{
    assert(value.kind <= VALUE_POINTS);
    static const char *const prefixes[] = {
        [VALUE_NONE] = "",        [VALUE_HARD] = "",     [VALUE_SOFT] = "s",
        [VALUE_BLACKJACK] = "bj", [VALUE_BUST] = "bust", [VALUE_POINTS] = ""};
    text_put(text, prefixes[value.kind]);
    if (value.kind != VALUE_NONE && value.kind != VALUE_BLACKJACK)
        text_format(text, "%u", value.total);
}

void write_card(const struct writer *writer, struct card card, struct text *text)
{
    assert(writer->book);
    char name[CARD_TEXT_MAX];
    text_put(text, deck_print_card(deck_of((enum deck_id)writer->book->deck), card, name, sizeof(name)));
}

void write_spot(const struct writer *writer, struct spot spot, struct text *text)
{
    assert(spot.area <= AREAS_MAX);
    text_format(text, "%u", spot.area);
    if (spot.hand)
        text_format(text, ".%u", spot.hand);
    else if (spot.owner)
        text_format(text, "/%s", write_name(writer, spot.owner - 1U));
}

void write_place(struct place place, struct text *text)
{
    switch ((enum place_kind)place.kind) {
    case PLACE_NOWHERE:
        text_put(text, "nowhere");
        break;
    case PLACE_HAND:
        text_format(text, place.hand ? "%u.%u" : "%u", place.area, place.hand);
        break;
    case PLACE_DEALER:
        text_put(text, "dealer");
        break;
    case PLACE_PLAYER_SIDE:
        text_put(text, "player");
        break;
    case PLACE_BANKER_SIDE:
        text_put(text, "banker");
        break;
    case PLACE_DISCARD:
        text_put(text, "discard");
        break;
    }
}

void write_wager(const struct writer *writer, struct spot spot, unsigned wager, struct text *text)
{
    assert(wager < writer->book->wager_count);
    if (spot.area) {
        write_spot(writer, spot, text);
        text_put_char(text, ' ');
    }
    text_put(text, writer->book->wagers[wager].name);
}

/* ---- Settings. ---- */

static void write_limits(const struct writer *writer, const struct setting *setting, struct text *text)
{
    assert(writer->book->wager_count <= WAGERS_MAX);
    for (unsigned i = 0; i < writer->book->wager_count; i++) {
        if (!setting->limit_min_cents[i] && !setting->limit_max_cents[i])
            continue;
        text_format(text, "limits %s ", writer->book->wagers[i].name);
        write_amount(setting->limit_min_cents[i], text);
        text_put_char(text, ' ');
        write_amount(setting->limit_max_cents[i], text);
        text_put_char(text, '\n');
    }
}

static void write_people(const struct writer *writer, const struct setting *setting, struct text *text)
{
    assert(writer->roster->count <= PERSONS_MAX);
    for (unsigned i = 0; i < writer->roster->count; i++) {
        text_format(text, "player %s", write_name(writer, i));
        if (setting->credit_known >> i & 1) {
            text_put_char(text, ' ');
            write_amount(setting->credit_cents[i], text);
        }
        text_put_char(text, '\n');
    }
}

void write_setting(const struct writer *writer, const struct setting *setting, struct text *text)
{
    assert(setting->decks);
    text_format(text, "format 1\ngame %s\ndecks %u\n", writer->book->id, setting->decks);
    if (setting->areas)
        text_format(text, "areas %u\n", setting->areas);
    write_limits(writer, setting, text);
    write_people(writer, setting, text);
    for (unsigned area = 1; area <= setting->areas; area++)
        if (setting->seated[area])
            text_format(text, "seat %s %u\n", write_name(writer, setting->seated[area] - 1U), area);
    if (setting->shuffle_machine)
        text_put(text, "shuffle machine\n");
}

/* ---- Acts: the slots of form.h, backwards. ---- */

static void put_word(struct text *text, const char *word)
{
    assert(word[0]);
    text_put_char(text, ' ');
    text_put(text, word);
}

static void put_amount(struct text *text, int64_t amount_cents)
{
    text_put_char(text, ' ');
    write_amount(amount_cents, text);
}

static void put_cards(const struct writer *writer, const struct act *act, struct text *text)
{
    assert(act->card_count <= ACT_CARDS_MAX);
    for (unsigned i = 0; i < act->card_count; i++) {
        text_put_char(text, ' ');
        write_card(writer, act->cards[i], text);
    }
}

static void put_spot(const struct writer *writer, struct spot spot, struct text *text)
{
    text_put_char(text, ' ');
    write_spot(writer, spot, text);
}

static void put_flags(const struct act *act, struct text *text)
{
    if (act->flags & ACT_FRONT)
        put_word(text, "front");
    if (act->flags & ACT_UNNOTICED)
        put_word(text, "unnoticed");
    if (act->flags & ACT_PENDING)
        put_word(text, "pending");
}

static void put_lying(const struct writer *writer, const struct act *act, struct text *text)
{
    assert(act->card_count <= ACT_CARDS_MAX);
    put_cards(writer, act, text);
    if (act->flags & ACT_ORDER_KNOWN)
        put_word(text, "order known");
    if (act->flags & ACT_ORDER_UNKNOWN)
        put_word(text, "order unknown");
}

static void put_persons(const struct writer *writer, uint32_t persons, struct text *text)
{
    for (unsigned i = 0; i < PERSONS_MAX; i++)
        if (persons >> i & 1)
            put_word(text, write_name(writer, i));
}

static void put_restriction(const struct writer *writer, const struct act *act, struct text *text)
{
    assert(act->verb == VERB_RESTRICT);
    if (act->spot.area)
        text_format(text, " %u wagers %u", act->spot.area, act->number);
    else
        text_format(text, " %s areas %u", write_name(writer, act->person), act->number);
}

/* Blanks instead of what would end the line or start a comment. */
static void put_note(const struct act *act, struct text *text)
{
    char note[ACT_NOTE_MAX];
    size_t length = 0;
    for (size_t i = 0; i < sizeof(note) - 1 && act->note[i]; i++) {
        char c = act->note[i];
        bool blank = (unsigned char)c < ' ' || c == 0x7F || (c == '#' && (i == 0 || note[i - 1] == ' '));
        note[length++] = blank ? ' ' : c;
    }
    note[length] = '\0';
    if (length)
        put_word(text, note);
}

static void put_place(struct place place, struct text *text)
{
    text_put_char(text, ' ');
    write_place(place, text);
}

static void put_pick(const struct writer *writer, const struct act *act, struct text *text)
{
    if (act->number)
        text_format(text, " %u", act->number);
    else
        put_cards(writer, act, text);
}

static void put_slot(const struct writer *writer, const struct act *act, enum slot slot, struct text *text);

static void put_irregularity(const struct writer *writer, const struct act *act, struct text *text)
{
    assert(act->verb == VERB_IRREGULARITY);
    enum slot slot = form_irregularity_slot((enum irregularity)act->irregularity);
    put_word(text, irregularity_name((enum irregularity)act->irregularity));
    if (slot != SLOT_AREA || writer->areas)
        put_slot(writer, act, slot, text);
}

static void put_slot(const struct writer *writer, const struct act *act, enum slot slot, struct text *text)
{
    switch (slot) {
    case SLOT_NONE:
        break;
    case SLOT_WAGER:
        text_put_char(text, ' ');
        write_wager(writer, act->spot, act->wager, text);
        break;
    case SLOT_AMOUNT:
        put_amount(text, act->amount_cents);
        break;
    case SLOT_AMOUNT_OPTIONAL:
        if (act->amount_cents)
            put_amount(text, act->amount_cents);
        break;
    case SLOT_BET_WORDS:
        put_flags(act, text);
        break;
    case SLOT_AREA_OPTIONAL:
    case SLOT_HAND_OPTIONAL:
        if (act->spot.area)
            put_spot(writer, act->spot, text);
        break;
    case SLOT_AREA:
    case SLOT_HAND:
    case SLOT_INSURED:
        put_spot(writer, act->spot, text);
        break;
    case SLOT_PLACE:
        put_place(act->place, text);
        break;
    case SLOT_PERSON:
        put_word(text, write_name(writer, act->person));
        break;
    case SLOT_OTHER:
        put_word(text, write_name(writer, act->other));
        break;
    case SLOT_PERSONS:
        put_persons(writer, act->persons, text);
        break;
    case SLOT_DECLINED:
    case SLOT_WINDOW:
        put_word(text, option_name((enum option_kind)act->option));
        break;
    case SLOT_CARD:
    case SLOT_FACE:
    case SLOT_FACES:
        put_cards(writer, act, text);
        break;
    case SLOT_PICK:
        put_pick(writer, act, text);
        break;
    case SLOT_CARD_OF:
        if (act->place.kind == PLACE_NOWHERE)
            break;
        put_place(act->place, text);
        text_format(text, " %u", act->number);
        break;
    case SLOT_LYING:
        put_lying(writer, act, text);
        break;
    case SLOT_SHUFFLE:
        put_word(text, act->flags & ACT_FULL ? "full" : "discards");
        break;
    case SLOT_RESTRICTION:
        put_restriction(writer, act, text);
        break;
    case SLOT_CLAUSE:
    case SLOT_TEXT:
        put_note(act, text);
        break;
    case SLOT_YES_NO:
        put_word(text, act->flags & ACT_YES ? "yes" : "no");
        break;
    case SLOT_YES_NO_PERSON:
        put_word(text, act->flags & ACT_YES ? "yes" : "no");
        put_word(text, write_name(writer, act->person));
        break;
    case SLOT_DECISION:
        put_word(text, decision_name((enum decision)act->decision));
        put_slot(writer, act, form_decision_slot((enum decision)act->decision), text);
        break;
    case SLOT_IRREGULARITY:
        put_irregularity(writer, act, text);
        break;
    }
}

static void write_shoe(const struct writer *writer, const struct act *act, struct text *text)
{
    assert(act->verb == VERB_CARD && act->card_count);
    text_put(text, "shoe:");
    put_cards(writer, act, text);
    if (act->place.kind != PLACE_NOWHERE) {
        put_word(text, ">");
        put_place(act->place, text);
    }
    text_put_char(text, '\n');
}

bool write_act(const struct writer *writer, const struct act *act, struct text *text)
{
    assert(act->verb && act->verb < VERB_COUNT);
    if (act->actor == ACTOR_SHOE) {
        write_shoe(writer, act, text);
        return true;
    }
    const struct form *form = form_of((enum actor)act->actor, (enum verb)act->verb);
    if (!form)
        return false;
    bool person = act->actor == ACTOR_PERSON;
    text_put(text, person ? write_name(writer, act->person) : form_actor_name((enum actor)act->actor));
    text_put_char(text, ':');
    put_word(text, verb_name((enum verb)act->verb));
    for (unsigned i = 0; i < FORM_SLOTS_MAX; i++)
        put_slot(writer, act, (enum slot)form->slots[i], text);
    text_put_char(text, '\n');
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "record/form.h"

#include <assert.h>
#include <stddef.h>

enum {
    BY_PERSON = 1 << ACTOR_PERSON,
    BY_SHIFT = 1 << ACTOR_SHIFT,
    BY_PIT = 1 << ACTOR_PIT | BY_SHIFT,
    BY_DEALER = 1 << ACTOR_DEALER | BY_PIT,
    BY_TERMINAL = 1 << ACTOR_TERMINAL,
};

/* Looked through from the front: what most lines say comes first. */
static const struct form forms[] = {
    {VERB_BET, BY_PERSON, {SLOT_WAGER, SLOT_AMOUNT, SLOT_BET_WORDS}},
    {VERB_HIT, BY_PERSON, {SLOT_HAND}},
    {VERB_STAND, BY_PERSON, {SLOT_HAND}},
    {VERB_DECLINE, BY_PERSON, {SLOT_DECLINED, SLOT_HAND}},
    {VERB_OPEN, BY_DEALER | BY_TERMINAL, {SLOT_NONE}},
    {VERB_CLOSE, BY_DEALER | BY_TERMINAL, {SLOT_NONE}},
    {VERB_END, BY_DEALER, {SLOT_NONE}},
    {VERB_RAISE, BY_PERSON, {SLOT_WAGER, SLOT_AMOUNT}},
    {VERB_PULL, BY_PERSON, {SLOT_WAGER, SLOT_AMOUNT_OPTIONAL}},
    {VERB_CLAIM, BY_PERSON, {SLOT_WAGER}},
    {VERB_AGREE, BY_PERSON, {SLOT_OTHER}},
    {VERB_DISAGREE, BY_PERSON, {SLOT_NONE}},
    {VERB_OBJECT, BY_PERSON, {SLOT_OTHER}},
    {VERB_SQUEEZE, BY_PERSON, {SLOT_AREA}},
    {VERB_REVEAL, BY_PERSON | BY_DEALER, {SLOT_HAND, SLOT_FACES}},
    {VERB_SIT, BY_PERSON, {SLOT_AREA}},
    {VERB_RISE, BY_PERSON, {SLOT_NONE}},
    {VERB_LEAVE, BY_PERSON, {SLOT_AREA_OPTIONAL}},
    {VERB_BACK, BY_PERSON, {SLOT_AREA_OPTIONAL}},
    {VERB_SURRENDER, BY_PERSON, {SLOT_HAND}},
    {VERB_INSURE, BY_PERSON, {SLOT_INSURED, SLOT_AMOUNT}},
    {VERB_EVEN, BY_PERSON, {SLOT_AREA}},
    {VERB_SPLIT, BY_PERSON, {SLOT_HAND}},
    {VERB_DOUBLE, BY_PERSON, {SLOT_HAND, SLOT_AMOUNT}},
    {VERB_FOLLOW, BY_PERSON, {SLOT_HAND}},
    {VERB_PICK, BY_PERSON | BY_PIT, {SLOT_PICK}},
    {VERB_ACCEPT, BY_PERSON, {SLOT_CARD}},
    {VERB_ACCEPT, BY_TERMINAL, {SLOT_PERSON}},
    {VERB_REFUSE, BY_PERSON, {SLOT_FACES}},
    {VERB_CONTINUE, BY_PERSON, {SLOT_NONE}},
    {VERB_FINISH, BY_PERSON, {SLOT_HAND}},
    {VERB_WITHDRAW, BY_PERSON, {SLOT_AREA_OPTIONAL}},
    {VERB_TAKEBACK, BY_PERSON, {SLOT_AREA_OPTIONAL}},
    {VERB_CUT, BY_PERSON, {SLOT_NONE}},
    {VERB_PLACE, BY_DEALER, {SLOT_PERSON, SLOT_WAGER, SLOT_AMOUNT, SLOT_BET_WORDS}},
    {VERB_CALL, BY_DEALER, {SLOT_AREA, SLOT_PERSON}},
    {VERB_SETTLE, BY_DEALER, {SLOT_NONE}},
    {VERB_PROCEED, BY_DEALER, {SLOT_HAND_OPTIONAL}},
    {VERB_OFFER, BY_DEALER, {SLOT_WINDOW}},
    {VERB_SHUT, BY_DEALER, {SLOT_WINDOW}},
    {VERB_IRREGULARITY, BY_DEALER, {SLOT_IRREGULARITY}},
    {VERB_SHUFFLE, BY_DEALER, {SLOT_SHUFFLE}},
    {VERB_DECIDE, BY_DEALER, {SLOT_DECISION}},
    {VERB_VOID, BY_DEALER, {SLOT_CLAUSE}},
    {VERB_RESTRICT, BY_PIT, {SLOT_RESTRICTION}},
    {VERB_CLEAR, BY_PIT, {SLOT_PERSON}},
    {VERB_REREAD, BY_DEALER, {SLOT_CARD, SLOT_CARD_OF}},
};

static const struct {
    uint8_t actors;
    uint8_t slot;
} decisions[DECISION_COUNT] = {
    [DECISION_SQUEEZE] = {BY_DEALER, SLOT_YES_NO},     [DECISION_RECONSTRUCTABLE] = {BY_PIT, SLOT_YES_NO},
    [DECISION_FULL_PATRONAGE] = {BY_PIT, SLOT_YES_NO}, [DECISION_WITHDRAW] = {BY_PIT, SLOT_YES_NO_PERSON},
    [DECISION_REOPEN_PREVIOUS] = {BY_PIT, SLOT_NONE},  [DECISION_CONTINUE] = {BY_SHIFT, SLOT_TEXT},
    [DECISION_VOID] = {BY_SHIFT, SLOT_TEXT},
};

static const uint8_t irregularity_slots[IRREGULARITY_COUNT] = {
    [IRREGULARITY_CARD_NOT_WANTED] = SLOT_PLACE,
    [IRREGULARITY_PLAYER_SHORT] = SLOT_AREA,
    [IRREGULARITY_NO_CARDS] = SLOT_AREA,
    [IRREGULARITY_ONE_CARD] = SLOT_AREA,
    [IRREGULARITY_CARDS_ON_EMPTY_AREA] = SLOT_AREA,
    [IRREGULARITY_SKIPPED] = SLOT_AREA,
    [IRREGULARITY_SIMULTANEOUS] = SLOT_LYING,
    [IRREGULARITY_FACEUP_CARD] = SLOT_FACE,
    [IRREGULARITY_OVER_MAXIMUM] = SLOT_AREA,
    [IRREGULARITY_BELOW_MINIMUM] = SLOT_AREA,
    [IRREGULARITY_PAIRS_WITHOUT_BET] = SLOT_AREA,
    [IRREGULARITY_TERMINAL_FAILURE] = SLOT_PERSONS,
    [IRREGULARITY_SQUEEZE_FACEUP] = SLOT_PLACE,
    [IRREGULARITY_OTHER] = SLOT_TEXT,
};

static const char *const actor_names[] = {
    [ACTOR_PERSON] = "person", [ACTOR_DEALER] = "dealer",     [ACTOR_PIT] = "pit",
    [ACTOR_SHIFT] = "shift",   [ACTOR_TERMINAL] = "terminal", [ACTOR_SHOE] = "shoe",
};

static const char *const kinds[] = {
    "main",        "pair",      "ace-race",     "ace-race-split", "super-star-sevens",
    "three-stars", "rws-pairs", "boom-busted",  "insurance",      "player",
    "banker",      "tie",       "super-sevens",
};

const struct form *form_of(enum actor actor, enum verb verb)
{
    assert(actor <= ACTOR_SHOE && verb && verb < VERB_COUNT);
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
        if (forms[i].verb == verb && (forms[i].actors >> actor & 1))
            return &forms[i];
    return NULL;
}

/* Any other byte than the first letter of a verb tells at once that it is not that verb: no call. */
static const char verb_letters[VERB_COUNT] = {
#define VERB_LETTER(id, name) [id] = (name)[0],
    VERB_LIST(VERB_LETTER)
#undef VERB_LETTER
};

const struct form *form_find(enum actor actor, struct word verb)
{
    assert(verb.length > 0);
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
        if ((forms[i].actors >> actor & 1) && verb_letters[forms[i].verb] == verb.bytes[0] &&
            word_is(verb, verb_name((enum verb)forms[i].verb)))
            return &forms[i];
    return NULL;
}

enum actor form_actor(struct word word)
{
    for (unsigned i = ACTOR_DEALER; i <= ACTOR_SHOE; i++)
        if (word_is(word, actor_names[i]))
            return (enum actor)i;
    return ACTOR_PERSON;
}

const char *form_actor_name(enum actor actor)
{
    assert(actor && actor <= ACTOR_SHOE);
    return actor_names[actor];
}

enum decision form_decision(enum actor actor, struct word word)
{
    for (unsigned i = DECISION_NONE + 1; i < DECISION_COUNT; i++)
        if ((decisions[i].actors >> actor & 1) && word_is(word, decision_name((enum decision)i)))
            return (enum decision)i;
    return DECISION_NONE;
}

enum slot form_decision_slot(enum decision decision)
{
    assert(decision < DECISION_COUNT);
    return (enum slot)decisions[decision].slot;
}

enum slot form_irregularity_slot(enum irregularity kind)
{
    assert(kind < IRREGULARITY_COUNT);
    return (enum slot)irregularity_slots[kind];
}

enum option_kind form_option(struct word word)
{
    for (unsigned i = OPTION_NONE + 1; i < OPTION_COUNT; i++)
        if (word_is(word, option_name((enum option_kind)i)))
            return (enum option_kind)i;
    return OPTION_NONE;
}

bool form_option_is_declined(enum option_kind option)
{
    assert(option < OPTION_COUNT);
    return option == OPTION_SURRENDER || option == OPTION_INSURANCE || option == OPTION_EVEN ||
           option == OPTION_SPLIT || option == OPTION_DOUBLE;
}

bool form_option_is_window(enum option_kind option)
{
    assert(option < OPTION_COUNT);
    return option == OPTION_SURRENDER || option == OPTION_INSURANCE;
}

bool form_is_reserved(struct word word)
{
    if (form_actor(word) != ACTOR_PERSON)
        return true;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (word_is(word, kinds[i]))
            return true;
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* form.h - the sentences of a round record: which actor may say which verb, and which words follow it.
 *
 * Pure; constant tables. The reader turns words into members of struct act slot by slot, and the writer turns
 * them back; both use this one table, so that what is written can be read. Sections 4 to 7 of
 * docs/notation.md. */
#ifndef CROUPIER_RECORD_FORM_H
#define CROUPIER_RECORD_FORM_H

#include "record/word.h"
#include "round/act.h"

/* The words that may follow a verb, and the member of struct act that each fills. */
enum slot {
    SLOT_NONE = 0,
    SLOT_WAGER,           /* [SPOT] KIND: spot, wager */
    SLOT_AMOUNT,          /* amount_cents */
    SLOT_AMOUNT_OPTIONAL, /* 0: all of it */
    SLOT_BET_WORDS,       /* front, unnoticed, pending: flags */
    SLOT_AREA,            /* spot.area */
    SLOT_AREA_OPTIONAL,
    SLOT_HAND, /* 1 or 1.2: spot.area, spot.hand */
    SLOT_HAND_OPTIONAL,
    SLOT_INSURED,       /* 1 or 1/A: spot.area, spot.owner */
    SLOT_PLACE,         /* 1, 1.2, dealer, player, banker: place */
    SLOT_PERSON,        /* person */
    SLOT_OTHER,         /* other */
    SLOT_PERSONS,       /* NAME ...: persons */
    SLOT_DECLINED,      /* surrender, insurance, even, split, double: option */
    SLOT_WINDOW,        /* surrender, insurance: option */
    SLOT_CARD,          /* one card */
    SLOT_FACE,          /* one CARD-OR-? */
    SLOT_FACES,         /* CARD-OR-? ..., possibly none: cards */
    SLOT_PICK,          /* cards, or number */
    SLOT_CARD_OF,       /* [PLACE N]: place, number; if left out, the last card */
    SLOT_LYING,         /* CARD-OR-? ... [order known|unknown]: cards, flags */
    SLOT_SHUFFLE,       /* discards, full: flags */
    SLOT_RESTRICTION,   /* A areas N, AREA wagers N: person or spot.area, number */
    SLOT_CLAUSE,        /* note */
    SLOT_TEXT,          /* rest of the line, possibly empty: note */
    SLOT_YES_NO,        /* flags */
    SLOT_YES_NO_PERSON, /* flags, person */
    SLOT_DECISION,      /* a decision, then its own slot */
    SLOT_IRREGULARITY,  /* a kind, then its own slot */
};

enum { FORM_SLOTS_MAX = 4 };

struct form {
    uint8_t verb;   /* enum verb */
    uint8_t actors; /* bit per enum actor that may say it */
    uint8_t slots[FORM_SLOTS_MAX];
};

/* The form in which this actor says this verb, or NULL. */
const struct form *form_find(enum actor actor, struct word verb);
const struct form *form_of(enum actor actor, enum verb verb);

/* The role a word names, with ACTOR_PERSON for any other; and back ("dealer"; "person" for a person). */
enum actor form_actor(struct word word);
const char *form_actor_name(enum actor actor);

/* The decision of that name this actor may take, or DECISION_NONE; and what follows it. */
enum decision form_decision(enum actor actor, struct word word);
enum slot form_decision_slot(enum decision decision);

/* The words that follow an irregularity's name. Areas are not written at a table without areas. */
enum slot form_irregularity_slot(enum irregularity kind);

/* The option of that name, or OPTION_NONE. */
enum option_kind form_option(struct word word);
bool form_option_is_declined(enum option_kind option); /* `decline` may name it */
bool form_option_is_window(enum option_kind option);   /* `offer` and `shut` may name it */

/* True for words that cannot be a person's name: roles, and kinds of any game. */
bool form_is_reserved(struct word word);

#endif

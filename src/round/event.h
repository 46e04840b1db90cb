/* SPDX-License-Identifier: Apache-2.0 */
/* event.h - what the engine says happened because of an act, and on which grounds.
 *
 * Pure data. A ruling answers the act; events tell everything that followed, in order. The ledger books them,
 * the pages animate them and --explain tells them. The journal keeps the act and the money: whoever reads it
 * gets the events from the act again.
 *
 * Only six kinds of event move money, each with a person, a spot, a wager and a positive amount:
 *   WAGERED   owner to escrow     RETURNED  escrow to owner     TAKEN    escrow to bank
 *   PAID      bank to owner       UNTAKEN   bank to escrow      UNPAID   owner to bank
 * UNTAKEN and UNPAID exist for void rounds, hands dealt again and losses limited afterwards: what was already
 * taken or paid is reversed by an event of its own [AMB-78]. When a round has ended, for each wager
 * wagered = taken - untaken + returned, and its result is paid - unpaid - (taken - untaken). The events of
 * one act are booked together: only their sum must leave an owner's balance at zero or above. */
#ifndef CROUPIER_ROUND_EVENT_H
#define CROUPIER_ROUND_EVENT_H

#include <assert.h>

#include "base/status.h"
#include "base/text.h"
#include "round/act.h"

enum { RULING_GROUNDS_MAX = 6, EVENT_GROUNDS_MAX = 12, EVENTS_MAX = 1024 };

/* status 0: accepted. Positive: refused, and the round is byte for byte as it was. */
struct ruling {
    enum status status;
    uint8_t ground_count;
    uint8_t grounds[RULING_GROUNDS_MAX]; /* enum ground */
    uint8_t irregularity;                /* enum irregularity + 1, whose clauses are cited too; 0: none */
    bool late;                           /* ... the late ones */
};

/* clang-format off */
#define EVENT_LIST(X) \
    X(EVENT_OPENED,         "opened")          /* bets are open */ \
    X(EVENT_CLOSED,         "closed")          /* no more bets */ \
    X(EVENT_WAGERED,        "wagered")         /* person spot wager amount: placed on the layout */ \
    X(EVENT_CARD,           "card")            /* card to place; none: it lies there face down */ \
    X(EVENT_REVEALED,       "revealed")        /* card at place: it lay there face down */ \
    X(EVENT_REREAD,         "reread")          /* card at place, number from 1: it was entered as `was` */ \
    X(EVENT_PAID,           "paid")            /* person spot wager amount: profit */ \
    X(EVENT_TAKEN,          "taken")           /* person spot wager amount: collected */ \
    X(EVENT_RETURNED,       "returned")        /* person spot wager amount: handed back */ \
    X(EVENT_UNPAID,         "unpaid")          /* person spot wager amount: a payment reversed */ \
    X(EVENT_UNTAKEN,        "untaken")         /* person spot wager amount: a collection reversed */ \
    X(EVENT_EFFECTIVE,      "effective")       /* person spot wager amount: what counts for settlement */ \
    X(EVENT_OFFERED,        "offered")         /* option person spot: the person may take it now */ \
    X(EVENT_SHUT,           "shut")            /* option: its window is closed */ \
    X(EVENT_ASKED,          "asked")           /* question: the engine waits for an answer */ \
    X(EVENT_CLAIMED,        "claimed")         /* person spot wager: claims it; cites how claims rank now */ \
    X(EVENT_CONTROL,        "control")         /* person decides for spot.area */ \
    X(EVENT_TURN,           "turn")            /* spot: this hand is in play */ \
    X(EVENT_SPLIT,          "split")           /* spot: a hand was formed from number */ \
    X(EVENT_STANDS,         "stands")          /* place: takes no further card */ \
    X(EVENT_NATURAL,        "natural")         /* baccarat: the drawing ends */ \
    X(EVENT_DEALER_NO_CARD, "dealer-no-card")  /* the Dealer takes no card at all */ \
    X(EVENT_DEALER_STOPS,   "dealer-stops")    /* ... no further card though the total calls for one */ \
    X(EVENT_REBUILT,        "rebuilt")         /* place: its hand was put right (one event a place); number 1: found so */ \
    X(EVENT_NOT_REBUILT,    "not-rebuilt") \
    X(EVENT_MOVED,          "moved")           /* card from from_place to place */ \
    X(EVENT_BACK,           "back")            /* card from from_place to the front of the device */ \
    X(EVENT_DROPPED,        "dropped")         /* card from from_place to the discard holder */ \
    X(EVENT_NEXT,           "next")            /* card or number: lies out and will be dealt in this order */ \
    X(EVENT_PLAY_ON,        "play-on") \
    X(EVENT_EARLIER_STAND,  "earlier-stand") \
    X(EVENT_REMEMBERED,     "remembered")      /* person: under-minimum settlement used up */ \
    X(EVENT_IN,             "in")              /* person takes part */ \
    X(EVENT_OUT,            "out")             /* person does not take part */ \
    X(EVENT_SHUFFLE_DUE,    "shuffle-due")     /* the cards are shuffled after this round */ \
    X(EVENT_SHUFFLED,       "shuffled") \
    X(EVENT_NOTED,          "noted")           /* on record, no effect */ \
    X(EVENT_VOID,           "void") \
    X(EVENT_RESULT,         "result")          /* person spot wager amount (signed) reason: final */ \
    X(EVENT_ENDED,          "ended")

#define REASON_LIST(X) \
    X(REASON_WIN, "win") X(REASON_LOSE, "lose") X(REASON_PUSH, "push") X(REASON_BUST, "bust") X(REASON_BJ, "bj") \
    X(REASON_EVEN, "even") X(REASON_SURRENDER, "surrender") X(REASON_ORIGINAL_ONLY, "original-only") \
    X(REASON_PRORATA, "prorata") X(REASON_VOID, "void") X(REASON_RETURNED, "returned") X(REASON_WITHDRAWN, "withdrawn")

#define QUESTION_LIST(X) \
    X(QUESTION_SHIFT, "shift") X(QUESTION_AGREEMENT, "agreement") X(QUESTION_RECONSTRUCTABLE, "reconstructable")
/* clang-format on */

enum event_kind {
#define EVENT_ENUM(id, name) id,
    EVENT_LIST(EVENT_ENUM)
#undef EVENT_ENUM
        EVENT_COUNT
};

enum reason {
    REASON_NONE = 0,
#define REASON_ENUM(id, name) id,
    REASON_LIST(REASON_ENUM)
#undef REASON_ENUM
        REASON_COUNT
};

enum question {
    QUESTION_NONE = 0,
#define QUESTION_ENUM(id, name) id,
    QUESTION_LIST(QUESTION_ENUM)
#undef QUESTION_ENUM
        QUESTION_COUNT
};

struct event {
    uint8_t kind;     /* enum event_kind */
    uint8_t person;   /* roster index */
    uint8_t wager;    /* index in rulebook->wagers */
    uint8_t line;     /* pay line + 1 whose clauses are cited; 0: none */
    uint8_t reason;   /* enum reason */
    uint8_t option;   /* enum option_kind */
    uint8_t question; /* enum question */
    uint8_t number;
    uint8_t irregularity; /* enum irregularity + 1 whose clauses are cited; 0: none */
    bool late;            /* ... the late ones */
    bool prorated;        /* a result of a prorated stake */
    bool cites_wager;     /* the wager's own clauses are cited too (its `losing` where it lost) */
    struct card card;
    struct card was; /* EVENT_REREAD: as it was entered */
    struct spot spot;
    struct place place;
    struct place from_place;
    uint8_t ground_count;
    uint8_t grounds[EVENT_GROUNDS_MAX]; /* enum ground */
    int64_t amount_cents;
};

/* Where the engine writes events. The caller owns it; it is emptied by each round_apply. */
struct events {
    unsigned count;
    struct event items[EVENTS_MAX];
};

/* Adds an event with nothing but its kind set. The list has room for all that one act can cause. */
static inline struct event *events_add(struct events *events, enum event_kind kind)
{
    assert(events->count < EVENTS_MAX);
    struct event *event = &events->items[events->count++];
    *event = (struct event){.kind = (uint8_t)kind};
    return event;
}

static inline bool grounds_have(const uint8_t *grounds, unsigned count, enum ground ground)
{
    for (unsigned i = 0; i < count; i++)
        if (grounds[i] == ground)
            return true;
    return false;
}

/* Each ground is cited once; asserts that there is room. */
static inline void event_cite(struct event *event, enum ground ground)
{
    if (grounds_have(event->grounds, event->ground_count, ground))
        return;
    assert(event->ground_count < EVENT_GROUNDS_MAX);
    event->grounds[event->ground_count++] = (uint8_t)ground;
}

static inline void ruling_cite(struct ruling *ruling, enum ground ground)
{
    if (grounds_have(ruling->grounds, ruling->ground_count, ground))
        return;
    assert(ruling->ground_count < RULING_GROUNDS_MAX);
    ruling->grounds[ruling->ground_count++] = (uint8_t)ground;
}

/* Every act asks for dozens of rulings, most of which are dropped; so the first ground is set without a
 * search. */
static inline struct ruling ruling_make(enum status status, const uint8_t *grounds, unsigned count)
{
    struct ruling ruling = {.status = status, .ground_count = 1, .grounds = {grounds[0]}};
    for (unsigned i = 1; i < count; i++)
        ruling_cite(&ruling, (enum ground)grounds[i]);
    return ruling;
}

/* refuse(STATUS_.., GROUND_.., ...) and allow(GROUND_.., ...): a ruling with at least one ground. */
#define refuse(status, ...)                                                                                  \
    ruling_make((status), (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))
#define allow(...) refuse(STATUS_OK, __VA_ARGS__)

const char *event_name(enum event_kind kind);
const char *reason_name(enum reason reason);
const char *question_name(enum question question);

/* Appends the clauses an event or a ruling rests on, blank-separated, each once, in this book's numbers. */
void event_clauses(const struct rulebook *book, const struct event *event, struct text *text);
void ruling_clauses(const struct rulebook *book, const struct ruling *ruling, struct text *text);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* act.h - one thing somebody did at the table: the only input of the engine.
 *
 * Pure data without pointers. Acts are those of round records, sections 4 to 7 of docs/notation.md, with
 * every word already turned into a number: people by their place in the table's roster, wagers by their index
 * in the rulebook. One card is one act, however many a `shoe:` line holds. Unused members are zero. */
#ifndef CROUPIER_ROUND_ACT_H
#define CROUPIER_ROUND_ACT_H

#include <stdbool.h>
#include <stdint.h>

#include "cards/card.h"
#include "rulebook/rulebook.h"

enum {
    PERSONS_MAX = 32,
    HANDS_PER_AREA_MAX = 4,
    HAND_CARDS_MAX = 24,
    ACT_CARDS_MAX = 8,
    ACT_NOTE_MAX = 64,
};

/* The author of an act. Staff are in order of rank: a higher rank may do the acts of a lower one
 * [mbs 6.2] [rws 1.20]. The Dealer deals [rws 1.6]; a terminal is where a Player of an electronic game bets
 * [bac 1.1.5]. */
enum actor { ACTOR_PERSON = 1, ACTOR_DEALER, ACTOR_PIT, ACTOR_SHIFT, ACTOR_TERMINAL, ACTOR_SHOE };

/* A spot on the layout. area 0: no spot (table wagers). hand 0: the area, not one split hand. owner: the
 * person whose Insurance spot it is, as roster index + 1; 0: none named. */
struct spot {
    uint8_t area;
    uint8_t hand;
    uint8_t owner;
};

/* A place where a card can lie. */
enum place_kind {
    PLACE_NOWHERE = 0,
    PLACE_HAND,
    PLACE_DEALER,
    PLACE_PLAYER_SIDE,
    PLACE_BANKER_SIDE,
    PLACE_DISCARD
};

struct place {
    uint8_t kind; /* enum place_kind */
    uint8_t area; /* PLACE_HAND */
    uint8_t hand; /* PLACE_HAND: 0 while not split, else 1 to 4 in order of creation */
};

/* clang-format off */
#define VERB_LIST(X) \
    /* a person's */ \
    X(VERB_BET, "bet") X(VERB_RAISE, "raise") X(VERB_PULL, "pull") X(VERB_CLAIM, "claim") X(VERB_AGREE, "agree") \
    X(VERB_DISAGREE, "disagree") X(VERB_OBJECT, "object") X(VERB_SQUEEZE, "squeeze") X(VERB_REVEAL, "reveal") \
    X(VERB_SIT, "sit") \
    X(VERB_RISE, "rise") X(VERB_LEAVE, "leave") X(VERB_BACK, "back") X(VERB_SURRENDER, "surrender") \
    X(VERB_INSURE, "insure") X(VERB_EVEN, "even") X(VERB_HIT, "hit") X(VERB_STAND, "stand") X(VERB_SPLIT, "split") \
    X(VERB_DOUBLE, "double") X(VERB_FOLLOW, "follow") X(VERB_DECLINE, "decline") X(VERB_PICK, "pick") \
    X(VERB_ACCEPT, "accept") X(VERB_REFUSE, "refuse") X(VERB_CONTINUE, "continue") X(VERB_FINISH, "finish") \
    X(VERB_WITHDRAW, "withdraw") X(VERB_TAKEBACK, "takeback") X(VERB_CUT, "cut") \
    /* the staff's and the terminal's */ \
    X(VERB_OPEN, "open") X(VERB_CLOSE, "close") X(VERB_PLACE, "place") X(VERB_CALL, "call") X(VERB_SETTLE, "settle") \
    X(VERB_PROCEED, "proceed") X(VERB_OFFER, "offer") X(VERB_SHUT, "shut") X(VERB_IRREGULARITY, "irregularity") \
    X(VERB_SHUFFLE, "shuffle") X(VERB_DECIDE, "decide") X(VERB_VOID, "void") X(VERB_END, "end") \
    X(VERB_RESTRICT, "restrict") X(VERB_CLEAR, "clear") X(VERB_REREAD, "reread") \
    /* the shoe's */ \
    X(VERB_CARD, "card")

#define OPTION_LIST(X) \
    X(OPTION_SURRENDER, "surrender") X(OPTION_INSURANCE, "insurance") X(OPTION_EVEN, "even") \
    X(OPTION_FOLLOW, "follow") X(OPTION_DOUBLE, "double") X(OPTION_SPLIT, "split") X(OPTION_CARD, "card") \
    X(OPTION_PICK, "pick") X(OPTION_WITHDRAW, "withdraw") X(OPTION_ERROR, "error-options") \
    X(OPTION_ONE_CARD, "one-card") X(OPTION_RAISE_OR_WITHDRAW, "raise-or-withdraw") \
    X(OPTION_FINISH, "finish")

#define DECISION_LIST(X) \
    X(DECISION_SQUEEZE, "squeeze") X(DECISION_RECONSTRUCTABLE, "reconstructable") \
    X(DECISION_FULL_PATRONAGE, "full-patronage") X(DECISION_WITHDRAW, "withdraw") \
    X(DECISION_REOPEN_PREVIOUS, "reopen-previous") X(DECISION_CONTINUE, "continue") X(DECISION_VOID, "void")
/* clang-format on */

enum verb {
    VERB_NONE = 0,
#define VERB_ENUM(id, name) id,
    VERB_LIST(VERB_ENUM)
#undef VERB_ENUM
        VERB_COUNT
};

/* Not called option: getopt.h has taken that tag. */
enum option_kind {
    OPTION_NONE = 0,
#define OPTION_ENUM(id, name) id,
    OPTION_LIST(OPTION_ENUM)
#undef OPTION_ENUM
        OPTION_COUNT
};

enum decision {
    DECISION_NONE = 0,
#define DECISION_ENUM(id, name) id,
    DECISION_LIST(DECISION_ENUM)
#undef DECISION_ENUM
        DECISION_COUNT
};

enum act_flag {
    ACT_FRONT = 1,        /* bet: before the wagers already there */
    ACT_UNNOTICED = 2,    /* bet: it is there although nobody checked it */
    ACT_PENDING = 4,      /* bet: the terminal has not accepted it yet */
    ACT_YES = 8,          /* decide */
    ACT_ORDER_KNOWN = 16, /* irregularity simultaneous */
    ACT_ORDER_UNKNOWN = 32,
    ACT_FULL = 64, /* shuffle full; without it: shuffle discards */
};

struct act {
    uint8_t actor;  /* enum actor */
    uint8_t person; /* ACTOR_PERSON: who; place, call, restrict, clear, decide withdraw, accept: whom. Roster
                       index */
    uint8_t other;  /* agree B, object B: roster index */
    uint8_t verb;   /* enum verb */
    uint8_t wager;  /* index in rulebook->wagers, for verbs that name a kind */
    uint8_t option; /* enum option_kind: decline, offer, shut */
    uint8_t decision;     /* enum decision: decide */
    uint8_t irregularity; /* enum irregularity: irregularity */
    uint8_t flags;        /* enum act_flag */
    uint8_t number;       /* pick N, reread CARD PLACE N (from 1); restrict: N; 0: none */
    uint8_t card_count;   /* cards below; CARD_NONE stands for a card face down ("?") */
    struct spot spot;     /* the spot, hand or area the verb speaks of */
    struct place place;   /* card: where it physically lies (`> PLACE`), PLACE_NOWHERE: where it is wanted;
                             irregularity card-not-wanted, squeeze-faceup, reread: the hand */
    struct card cards[ACT_CARDS_MAX];
    uint32_t persons; /* terminal-failure: bit per roster index */
    int64_t amount_cents;
    char note[ACT_NOTE_MAX]; /* void CLAUSE; decide continue/void TEXT; other TEXT: for the record, cut to fit
                              */
};

const char *verb_name(enum verb verb);
const char *option_name(enum option_kind option);
const char *decision_name(enum decision decision);

#endif

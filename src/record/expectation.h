/* SPDX-License-Identifier: Apache-2.0 */
/* expectation.h - what a record expects: a line that starts with "=".
 *
 * Pure data; section 8 of docs/notation.md. The replay finds out whether it is met. */
#ifndef CROUPIER_RECORD_EXPECTATION_H
#define CROUPIER_RECORD_EXPECTATION_H

#include "record/word.h"
#include "round/family.h"

enum { RECON_HANDS_MAX = 10, RECON_CARDS_MAX = 40 };

/* X(identifier, first word, second word or ""). */
/* clang-format off */
#define EXPECTATION_LIST(X) \
    X(EXPECT_REFUSED, "refused", "")       X(EXPECT_CITES, "cites", "")             X(EXPECT_LANDED, "landed", "") \
    X(EXPECT_HAND, "hand", "")             X(EXPECT_PAID, "paid", "")               X(EXPECT_TAKEN, "taken", "") \
    X(EXPECT_RETURNED, "returned", "")     X(EXPECT_EFFECTIVE, "effective", "")     X(EXPECT_OFFERED, "offered", "") \
    X(EXPECT_ASKS, "asks", "")             X(EXPECT_CONTROL, "control", "")         X(EXPECT_PRIORITY, "priority", "") \
    X(EXPECT_RANK, "rank", "")             X(EXPECT_STANDS, "stands", "")           X(EXPECT_NATURAL, "natural", "") \
    X(EXPECT_NO_CARD, "dealer", "no-card") X(EXPECT_STOPS, "dealer", "stops")       X(EXPECT_DECIDED, "decided", "") \
    X(EXPECT_RECON, "recon", "")           X(EXPECT_NO_RECON, "no", "recon")        X(EXPECT_MOVED, "moved", "") \
    X(EXPECT_BACK, "back", "")             X(EXPECT_DROPPED, "dropped", "")         X(EXPECT_NEXT, "next", "") \
    X(EXPECT_PLAY_ON, "play", "on")        X(EXPECT_EARLIER_STAND, "earlier", "stand") \
    X(EXPECT_REMEMBERED, "remembered", "") X(EXPECT_IN, "in", "")                   X(EXPECT_OUT, "out", "") \
    X(EXPECT_VOID, "void", "")             X(EXPECT_RESULT, "result", "")           X(EXPECT_NET, "net", "")
/* clang-format on */

enum expectation_kind {
    EXPECT_NOTHING = 0,
#define EXPECTATION_ENUM(id, first, second) id,
    EXPECTATION_LIST(EXPECTATION_ENUM)
#undef EXPECTATION_ENUM
        EXPECT_COUNT
};

/* One hand of a `recon` line. */
struct recon_hand {
    struct place place;
    uint8_t first; /* index into the expectation's cards */
    uint8_t count;
};

struct expectation {
    uint8_t kind;     /* enum expectation_kind */
    uint8_t person;   /* roster index + 1; 0: none named */
    uint8_t wager;    /* index in rulebook->wagers */
    uint8_t reason;   /* enum reason; 0: none named */
    uint8_t option;   /* enum option_kind */
    uint8_t question; /* enum question */
    struct spot spot;
    struct place place;
    struct place from_place;
    struct hand_value value; /* a plain number has VALUE_HARD, in baccarat too */
    uint32_t persons;        /* offered: bit per roster index */
    int64_t amount_cents;    /* signed in a result and a net */
    struct claim_rank rank;
    uint8_t hand_count; /* recon */
    struct recon_hand hands[RECON_HANDS_MAX];
    uint8_t card_count;
    struct card cards[RECON_CARDS_MAX];
    uint8_t number_count; /* next, by place */
    uint8_t numbers[ACT_CARDS_MAX];
    struct word clauses; /* blank-separated; may be empty */
};

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* round.h - one round of play as a plain value.
 *
 * struct round has no pointers and a fixed size (at most ROUND_BYTES_MAX): a plain copy is a clone, so undo,
 * "what if", preview, replay and analysis cost a memcpy. Only round_apply (game/game.h) changes it, one act
 * at a time; no heap, no clock, no randomness. Cards come from outside as acts.
 *
 * The parts that every game shares are here: the table's setting, its memory from round to round, and the
 * stakes. A family's own part is in its state header; only that family touches it. */
#ifndef CROUPIER_ROUND_ROUND_H
#define CROUPIER_ROUND_ROUND_H

#include "round/act.h"
#include "round/baccarat_state.h"
#include "round/blackjack_state.h"
#include "round/event.h"

enum { STAKES_MAX = 160, FRONT_CARDS_MAX = 96, ROUND_BYTES_MAX = 16384 };

enum round_phase {
    PHASE_IDLE = 0, /* before bets open */
    PHASE_BETTING,  /* bets are open */
    PHASE_DEALING,  /* closed; initial deal, options, subsequent deal, drawing: the family knows more */
    PHASE_ENDED,    /* settled, or void */
};

/* Settings made by staff before the round, and people's seats and credit. They carry over to the next round.
 */
struct setting {
    uint8_t decks;
    uint8_t areas;
    bool shuffle_machine;              /* otherwise manual */
    bool full_patronage;               /* [mbs 3.8] */
    uint8_t seated[AREAS_MAX + 1];     /* by area: roster index + 1, 0 nobody */
    uint8_t wagers_max[AREAS_MAX + 1]; /* by area: pit restriction + 1, 0 none [mbs 3.10.1] */
    uint8_t areas_max[PERSONS_MAX];    /* by person: pit restriction + 1, 0 none [mbs 3.9] */
    uint32_t credit_known;             /* bit per person: has a credit they cannot exceed */
    int64_t credit_cents[PERSONS_MAX];
    int64_t limit_min_cents[WAGERS_MAX]; /* by wager; 0: no limit */
    int64_t limit_max_cents[WAGERS_MAX];
};

/* The table's memory from one round to the next. */
struct memory {
    uint32_t under_minimum; /* bit per person: the one settlement under the minimum is used up [mbs 5.26] */
    uint8_t out[CARD_CODE_COUNT];   /* copies of each card that left the device since the last shuffle; under
                                       CARD_NONE those that lie face down */
    uint8_t aside[CARD_CODE_COUNT]; /* copies that left together with others and lie out, not dealt yet */
    uint16_t out_count;
    uint8_t front_count; /* cards known to be at the front of the device, in order */
    struct card front[FRONT_CARDS_MAX];
    uint8_t front_why[FRONT_CARDS_MAX]; /* enum irregularity + 1 that put it there: cited when it lands */
    bool front_late[FRONT_CARDS_MAX];   /* ... by its late clauses */
    bool shuffled;                      /* nothing has left the device since a full shuffle */
    bool counted;                       /* all cards in the discard holder are among those that left it */
    uint8_t burn_due;                   /* cards to be burnt before the next is dealt */
    uint8_t shuffle_due;                /* enum irregularity + 1 that calls for a shuffle after the round */
};

enum stake_state { STAKE_OPEN = 1, STAKE_SETTLED };

/* One wager of one person on one spot; a person who has one is a Player [rws 1.1, 1.21]. Once it is settled,
 * placed = taken + returned; paid comes on top. */
struct stake {
    uint8_t person;
    uint8_t wager;
    struct spot spot;        /* hand: the split hand it lies on; owner: whose Insurance, roster index + 1 */
    uint16_t order;          /* of placing: smaller is earlier, wherever it lies */
    uint8_t state;           /* enum stake_state */
    uint8_t reason;          /* enum reason once settled */
    uint8_t line;            /* pay line + 1 it was paid on, 0 none */
    uint8_t why;             /* enum ground + 1 that decided it, 0 none */
    uint8_t irregularity;    /* enum irregularity + 1 that affects it, 0 none */
    bool late;               /* ... by its late clauses */
    uint16_t flags;          /* the family's */
    int64_t original_cents;  /* as placed before the close, after capping or apportioning */
    int64_t placed_cents;    /* everything that lies there now: original, split or double additions, excess */
    int64_t effective_cents; /* what counts for settlement */
    int64_t paid_cents;
    int64_t taken_cents;
    int64_t returned_cents;
};

struct round {
    struct setting setting;
    struct memory memory;
    uint8_t phase;    /* enum round_phase */
    uint8_t question; /* enum question: the engine waits for an answer to it */
    bool voided;      /* without result [rws 1.35] */
    uint8_t person_count;
    uint16_t stake_count;
    struct stake stakes[STAKES_MAX]; /* in the order of the layout: front to back within one kind and area */
    union {
        struct blackjack_state blackjack;
        struct baccarat_state baccarat;
    };
};

/* "idle", "betting", "dealing" or "ended". */
static inline const char *phase_name(unsigned phase)
{
    static const char *const names[] = {[PHASE_IDLE] = "idle",
                                        [PHASE_BETTING] = "betting",
                                        [PHASE_DEALING] = "dealing",
                                        [PHASE_ENDED] = "ended"};
    return names[phase];
}

_Static_assert(sizeof(struct round) <= ROUND_BYTES_MAX,
               "a round must stay small enough to be copied at every act");

#endif

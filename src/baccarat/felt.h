/* SPDX-License-Identifier: Apache-2.0 */
/* felt.h - the felt in front of the Dealer, as the family's own files see it.
 *
 * Verifying functions take (book, round, act) and change nothing. Doing functions take a struct bac_felt: the
 * rulebook, the round they change, and where they tell what happened. Not for use outside the family. */
#ifndef CROUPIER_BACCARAT_FELT_H
#define CROUPIER_BACCARAT_FELT_H

#include "baccarat/hand.h"
#include "round/family.h"
#include "round/stake.h"

struct bac_felt {
    const struct rulebook *book;
    struct round *round;
    struct baccarat_state *state;
    struct events *events;
};

/* What the family keeps in struct stake.flags. */
enum stake_flag {
    STAKE_PENDING = 1, /* the terminal has not accepted it yet */
    STAKE_FAILED =
        2, /* accepted by a terminal that failed: it stays in play and cannot be changed [bac 5.10] */
};

static inline bool stake_is(const struct stake *stake, enum stake_flag flag)
{
    return stake->flags & (unsigned)flag;
}

static inline bool has_bit(uint32_t bits, unsigned index)
{
    return bits >> index & 1U;
}

/* A side of the table as a place. */
static inline struct place place_of(uint8_t kind)
{
    return (struct place){kind, 0, 0};
}

/* Accepted or refused without a rule that says so: a matter of order, not of rules. */
static inline struct ruling ruling_plain(enum status status)
{
    return (struct ruling){.status = status};
}

/* Ruled on by what the rulebook says about an irregularity. */
static inline struct ruling ruling_irregular(enum status status, enum irregularity kind)
{
    return (struct ruling){.status = status, .irregularity = (uint8_t)(kind + 1)};
}

/* An event that cites an irregularity's clauses. */
struct event *bac_felt_tell(struct bac_felt *felt, enum event_kind kind, enum irregularity why);

/* Everything goes back and the round has ended. `why` is an irregularity + 1, or 0; `ground` a ground + 1, or
 * 0. */
void bac_felt_void(struct bac_felt *felt, unsigned why, unsigned ground);

/* ---- The acts: what verifies them, what does them. ---- */

typedef struct ruling verify_act(const struct rulebook *book, const struct round *round,
                                 const struct act *act);
typedef void do_act(struct bac_felt *felt, const struct act *act);

verify_act bac_open_verify, bac_close_verify, bac_bet_verify, bac_raise_verify, bac_pull_verify,
    bac_accept_verify; /* bet.c */
do_act bac_open_do, bac_close_do, bac_bet_do, bac_raise_do, bac_pull_do, bac_accept_do;

verify_act bac_card_verify; /* deal.c */
do_act bac_card_do;

verify_act bac_end_verify; /* settle.c */
do_act bac_end_do;

verify_act bac_report_verify; /* report.c */
do_act bac_report_do;

verify_act bac_reread_verify; /* reread.c */
do_act bac_reread_do;

/* reread.c: the index of the card dealt last; -1: none. */
int bac_reread_last(const struct baccarat_state *state);

verify_act bac_decide_verify, bac_void_verify, bac_shuffle_verify, bac_withdraw_verify,
    bac_continue_verify; /* staff.c */
do_act bac_decide_do, bac_void_do, bac_shuffle_do, bac_withdraw_do, bac_continue_do;

/* ---- What files ask of each other. ---- */

/* bet.c: the largest amount a bet, or a raise to it, may have; 0: none. */
int64_t bac_bet_amount_max(const struct rulebook *book, const struct round *round, const struct act *act);
int64_t bac_bet_amount_min(const struct rulebook *book, const struct round *round, unsigned wager);

/* deal.c: where the next card goes if nothing is astray; burns first. */
struct next_card bac_deal_next(const struct rulebook *book, const struct round *round);
/* deal.c: tells who stands, or that there is a Natural, now that `placed` got its card. */
void bac_deal_tell_stands(struct bac_felt *felt, enum place_kind placed);

/* Cards that lie out when the round ends have left the device: to the discard holder. */
void bac_deal_clear_lying(struct bac_felt *felt);

/* misdeal.c: the same cards in the order in which they left the device, each where the rules would have put
 * it; returns how many of them the round needs. */
unsigned bac_misdeal_lay_out(const struct rulebook *book, struct baccarat_state *state);
/* misdeal.c: does the round need more cards than are known to be there? */
bool bac_misdeal_needs_more(const struct rulebook *book, const struct round *round);
/* misdeal.c: lays the cards of the round out again in their right order; what is over goes back. */
void bac_misdeal_rebuild(struct bac_felt *felt, enum irregularity why);

/* outage.c: can no further card change whether this kind of wager wins or loses? */
bool bac_outage_decided(const struct rulebook *book, const struct round *round, unsigned wager);
/* outage.c: is anything decided that the rulebook counts? */
bool bac_outage_any_decided(const struct rulebook *book, const struct round *round);

/* settle.c: win, lose or push of a kind with these cards on the table, and the pay line of a win. */
enum outcome { OUTCOME_WIN = 1, OUTCOME_LOSE = 2, OUTCOME_PUSH = 4 };
struct verdict {
    enum outcome outcome;
    unsigned line; /* of a win */
};
struct verdict bac_settle_verdict(const struct rulebook *book, const struct baccarat_state *state,
                                  unsigned wager);

/* report.c: the remedy the rulebook has for a kind, by what this family can do. */
enum remedy bac_report_remedy(const struct rulebook *book, enum irregularity kind);

/* staff.c: the one who acts is of the staff, or stands above it. */
bool bac_staff_may(const struct act *act, enum actor lowest);

/* legal.c, view.c */
unsigned baccarat_legal(const struct rulebook *book, const struct round *round, enum actor actor,
                        unsigned person, struct act *acts);
void baccarat_view(const struct rulebook *book, const struct round *round, struct viewer viewer,
                   struct view *view);

#endif

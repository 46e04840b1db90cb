/* SPDX-License-Identifier: Apache-2.0 */
/* stake.h - wagers on the layout, and the only functions that move money.
 *
 * A stake is one wager of one person on one spot (struct stake in round.h). Every function that moves money
 * changes the stake and its owner's credit and adds one event (event.h), so that the ledger can book from
 * events alone. The caller adds the grounds to the returned event. Amounts are positive.
 *
 * Invariant: taken + returned <= placed; effective <= placed; a settled stake has nothing left on the layout.
 * Pointers to stakes are valid until the next stake is placed or removed. */
#ifndef CROUPIER_ROUND_STAKE_H
#define CROUPIER_ROUND_STAKE_H

#include "round/round.h"

static inline bool spot_equal(struct spot a, struct spot b)
{
    return ((a.area ^ b.area) | (a.hand ^ b.hand) | (a.owner ^ b.owner)) == 0; /* asked often: no branches */
}

static inline bool stake_is_open(const struct stake *stake)
{
    return stake->state == STAKE_OPEN;
}

/* The part of the stake that is still on the layout. */
static inline int64_t stake_left_cents(const struct stake *stake)
{
    return stake->placed_cents - stake->taken_cents - stake->returned_cents;
}

/* Profit or loss so far. */
static inline int64_t stake_result_cents(const struct stake *stake)
{
    return stake->paid_cents - stake->taken_cents;
}

/* Whether `count` more wagers fit on the layout; whether this person can stake that much more. */
bool stake_room(const struct round *round, unsigned count);
bool stake_covered(const struct round *round, unsigned person, int64_t amount_cents);

/* The largest wager of a kind for which every pay line can be computed without overflow. */
int64_t stake_payable_max(const struct rulebook *book, unsigned wager);

/* The most that a wager of a kind can win: by its best pay line, and at least 1:1. */
int64_t stake_win_max(const struct rulebook *book, unsigned wager, int64_t amount_cents);

/* The index of a person's wager of a kind on a spot, or -1. */
int stake_find(const struct round *round, unsigned person, unsigned wager, struct spot spot);

/* Lays a wager down behind the others of its kind, or in front of them. Needs stake_room. */
struct stake *stake_place(struct round *round, struct events *events, unsigned person, unsigned wager,
                          struct spot spot, int64_t amount_cents, bool front);

/* Adds to a wager: a raise, a double. */
struct event *stake_add(struct round *round, struct events *events, struct stake *stake,
                        int64_t amount_cents);

struct event *stake_pay(struct round *round, struct events *events, struct stake *stake,
                        int64_t amount_cents);
struct event *stake_take(struct round *round, struct events *events, struct stake *stake,
                         int64_t amount_cents);
struct event *stake_return(struct round *round, struct events *events, struct stake *stake,
                           int64_t amount_cents);

/* Undo payments and collections; what was taken lies on the layout again. NULL where there is nothing to
 * undo. */
struct event *stake_unpay(struct round *round, struct events *events, struct stake *stake);
struct event *stake_untake(struct events *events, struct stake *stake, int64_t amount_cents);

/* Marks as settled a wager that has nothing left on the layout. */
void stake_close(struct stake *stake, enum reason reason);

/* Removes a wager that was returned in full: one that was pulled never took part in the round. */
void stake_remove(struct round *round, struct stake *stake);

/* An event about a stake: who, where, which kind. */
struct event *stake_event(struct events *events, enum event_kind kind, const struct stake *stake,
                          int64_t amount_cents);

#endif

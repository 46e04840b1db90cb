/* SPDX-License-Identifier: Apache-2.0 */
/* felt.h - the felt in front of the Dealer, as the family's own files see it: questions asked again and again
 * of a round.
 *
 * Verifying functions take (book, round, act) and change nothing. Doing functions take a struct felt: the
 * rulebook, the round they change, and where they tell what happened. Not for use outside the family. */
#ifndef CROUPIER_BLACKJACK_FELT_H
#define CROUPIER_BLACKJACK_FELT_H

#include <assert.h>
#include <stddef.h>

#include "round/family.h"
#include "round/stake.h"

struct felt {
    const struct rulebook *book;
    struct round *round;
    struct blackjack_state *state;
    struct events *events;
    struct place due; /* for the act of a card: where it was due before it came */
};

/* What the family keeps in struct stake.flags. */
enum stake_flag {
    STAKE_STAFF = 1,           /* placed by staff */
    STAKE_OVER = 2,            /* counts up to the maximum only, or pro rata */
    STAKE_EXEMPT = 4,          /* under the minimum in a box over the maximum [rws 5.1.2] */
    STAKE_UNDER = 8,           /* under the minimum, unnoticed */
    STAKE_DOUBLED = 16,        /* its owner doubled on this hand */
    STAKE_ADDED = 32,          /* came by a split */
    STAKE_STAYED = 64,         /* its owner did not follow a split */
    STAKE_ANSWERED = 128,      /* answered the split or double now on offer */
    STAKE_NO_SURRENDER = 256,  /* declined */
    STAKE_NO_INSURANCE = 512,  /* declined: others may take it [mbs 3.27.3] */
    STAKE_NO_EVEN = 1024,      /* declined */
    STAKE_COURT = 2048,        /* judged with court cards among its cards */
    STAKE_AS_ONE = 4096,       /* lost to a Dealer's Blackjack together with its owner's others on the area */
    STAKE_PRORATED = 8192,     /* shares the maximum of its box [rws 5.1.1] */
    STAKE_LATE_OPTION = 16384, /* took an option after the Dealer's late first card [mbs 5.12.2] */
    STAKE_ADVISED = 32768,     /* its owner was told that it is under the minimum [rws 5.2] */
};

static inline bool stake_is(const struct stake *stake, enum stake_flag flag)
{
    return stake->flags & (unsigned)flag;
}

static inline bool has_bit(uint32_t bits, unsigned index)
{
    return bits >> index & 1U;
}

static inline enum wager_place wager_place(const struct rulebook *book, unsigned wager)
{
    return (enum wager_place)book->wagers[wager].place;
}

static inline bool stake_is_main(const struct rulebook *book, const struct stake *stake)
{
    return wager_place(book, stake->wager) == PLACE_MAIN;
}

/* The number of the first wager that lies there; the rulebook's check has seen to a main wager. */
unsigned felt_wager(const struct rulebook *book, enum wager_place place);

/* ---- Areas and hands. A hand's number is 0 while its area is not split, else 1 to 4. ---- */

static inline bool area_exists(const struct round *round, unsigned area)
{
    return area - 1U < round->setting.areas; /* area 0 is none of them */
}

static inline bool area_is_split(const struct area *area)
{
    return area->hand_count > 1;
}

/* The hand at a spot, or NULL: no such area or hand, or "1" of an area that is split. */
static inline const struct hand *felt_hand(const struct round *round, struct spot spot)
{
    if (!area_exists(round, spot.area))
        return NULL;
    const struct area *area = &round->blackjack.areas[spot.area];
    if (!area_is_split(area))
        return spot.hand == 0 ? &area->hands[0] : NULL;
    return spot.hand >= 1 && spot.hand <= area->hand_count ? &area->hands[spot.hand - 1] : NULL;
}

static inline struct hand *felt_hand_at(struct felt *felt, struct spot spot)
{
    assert(area_exists(felt->round, spot.area));
    return &felt->state->areas[spot.area].hands[spot.hand ? spot.hand - 1 : 0];
}

/* The number a hand of an area has now, from its index. */
static inline uint8_t hand_number(const struct area *area, unsigned index)
{
    return area_is_split(area) ? (uint8_t)(index + 1) : 0;
}

/* Bit 4 * area + index for each hand on which a main wager is open. */
uint32_t felt_hands_staked(const struct rulebook *book, const struct round *round);

/* Is a main wager open on this hand? */
bool felt_is_staked(const struct rulebook *book, const struct round *round, struct spot spot);

static inline unsigned hand_bit(struct spot spot)
{
    return 4U * spot.area + (spot.hand ? spot.hand - 1U : 0U);
}

/* Bit per area on which a main wager is open. */
uint8_t felt_areas_staked(const struct rulebook *book, const struct round *round);

/* Does some main wager of the round, open or not, belong to the area? */
bool felt_was_staked(const struct rulebook *book, const struct round *round, unsigned area);

/* A side wager that was laid unnoticed where nobody has a main one is not in the round [mbs 3.15]
 * [rws 3.9, 3.9.1]: no card is drawn for it, and it goes back. */
bool felt_is_in_round(const struct rulebook *book, const struct round *round, const struct stake *stake);

/* A person's open main wager on a hand, or -1. */
int felt_main_stake(const struct rulebook *book, const struct round *round, unsigned person,
                    struct spot spot);

/* A wager of the round has been paid or taken. */
bool felt_settled(const struct round *round);

bool felt_present(const struct round *round, unsigned person, unsigned area);

/* ---- Places. ---- */

static inline struct place place_of_hand(struct spot spot)
{
    return (struct place){PLACE_HAND, spot.area, spot.hand};
}

static inline bool place_equal(struct place a, struct place b)
{
    return !((a.kind ^ b.kind) | (a.area ^ b.area) | (a.hand ^ b.hand));
}

/* The hand that lies at a place, the Dealer's included; NULL for none. */
static inline const struct hand *felt_place(const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    if (place.kind == PLACE_DEALER)
        return &round->blackjack.dealer;
    if (place.kind != PLACE_HAND)
        return NULL;
    return felt_hand(round, (struct spot){.area = place.area, .hand = place.hand});
}

static inline struct hand *felt_place_at(struct felt *felt, struct place place)
{
    assert(place.kind == PLACE_DEALER || place.kind == PLACE_HAND);
    if (place.kind == PLACE_DEALER)
        return &felt->state->dealer;
    return felt_hand_at(felt, (struct spot){.area = place.area, .hand = place.hand});
}

/* The hand a main wager lies on. */
static inline const struct hand *felt_stake_hand(const struct round *round, const struct stake *stake)
{
    const struct area *area = &round->blackjack.areas[stake->spot.area];
    return &area->hands[stake->spot.hand ? stake->spot.hand - 1 : 0];
}

/* The first hand with a card face down; area 0: none. */
struct spot felt_first_down(const struct round *round);

/* A card of the round lies on a hand, or where the cards are followed. */
bool felt_is_dealt(const struct round *round);

/* The Dealer's hand: its first card, and whether it is Blackjack. */
bool felt_dealer_shows(const struct round *round, rank_set ranks);
bool felt_dealer_blackjack(const struct rulebook *book, const struct round *round);

/* ---- Money of one stake, told with the grounds that decided it. ---- */

/* Pays on a line and hands the stake back. */
struct event *felt_pay(struct felt *felt, struct stake *stake, int64_t amount_cents, unsigned line,
                       enum reason reason, enum ground why);
/* Takes what counts, hands back what exceeds it. */
struct event *felt_take(struct felt *felt, struct stake *stake, int64_t amount_cents, enum reason reason,
                        enum ground why);
/* Hands everything back. */
struct event *felt_return(struct felt *felt, struct stake *stake, enum reason reason, enum ground why);

/* Undoes its settlement: what was taken, or handed back with a payment, lies on the layout again. */
void felt_unsettle(struct felt *felt, struct stake *stake);

/* Hands back what a double added; NULL: nothing was. */
struct event *felt_undouble(struct felt *felt, struct stake *stake);

/* Profit of an amount by a ratio, in the rulebook's units and rounding. */
int64_t felt_profit(const struct rulebook *book, int64_t amount_cents, struct ratio pays);

/* The grounds a stake carries with it whatever happens to it: how it was placed and what was wrong with it.
 */
void felt_cite_stake(const struct felt *felt, struct event *event, const struct stake *stake);

void felt_cite_irregularity(struct event *event, enum irregularity kind, bool late);

/* An event about cards that an irregularity moves or leaves. */
struct event *felt_tell(struct felt *felt, enum event_kind what, struct card card, enum irregularity kind,
                        bool late);

/* A ruling that cites an irregularity's clauses. */
struct ruling ruling_irregular(struct ruling ruling, enum irregularity kind, bool late);

/* The hand asks for a card. */
void felt_ask(struct felt *felt, struct spot spot, enum hand_asks asks);

#endif

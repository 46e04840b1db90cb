/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/side.h"

#include <assert.h>

#include "blackjack/dealer.h"
#include "blackjack/hand.h"
#include "blackjack/limits.h"
#include "blackjack/trail.h"

/* Which cards judge: those that lie there, or those of them that are no error's [AMB-75]. */
enum cards_judging { AS_THEY_LIE, CERTAIN };

/* The first two cards of an area, as far as they lie there face up: of one that is split the first two hands
 * have begun with them. */
static unsigned first_two(const struct round *round, unsigned number, enum cards_judging which,
                          struct card cards[2])
{
    assert(number <= AREAS_MAX);
    const struct area *area = &round->blackjack.areas[number];
    bool split = area_is_split(area);
    unsigned count = 0;
    for (unsigned i = 0; i < 2; i++) {
        const struct hand *hand = &area->hands[split ? i : 0];
        unsigned at = split ? 0 : i;
        if (hand->count <= at || card_is_none(hand->cards[at]))
            continue;
        struct place place = {.kind = PLACE_HAND, .area = (uint8_t)number, .hand = (uint8_t)(i + 1)};
        if (which == CERTAIN && split && trail_begun_astray(round, place))
            continue; /* what lies there now has come after it */
        cards[count++] = hand->cards[at];
    }
    return count;
}

/* The cards that judge a wager, as far as they lie there; `needed` says how many it takes. On an area without
 * a main wager none does, whatever was dealt to it: the wager goes back [v6 3.15.2; ar 3.15.3; se 3.15.4]
 * [rws 5.15]. */
static unsigned judged(const struct rulebook *book, const struct round *round, const struct stake *stake,
                       enum cards_judging which, struct card cards[HAND_CARDS_MAX], unsigned *needed)
{
    assert(stake->wager < book->wager_count);
    const struct blackjack_state *state = &round->blackjack;
    const struct area *area = &state->areas[stake->spot.area];
    const struct hand *hand;
    unsigned count = 0;
    enum wager_judge judge = (enum wager_judge)book->wagers[stake->wager].judge;
    *needed = judge == JUDGE_FIRST_TWO_DEALER ? 3 : 2;
    switch (judge) {
    case JUDGE_FIRST_TWO:
    case JUDGE_FIRST_TWO_DEALER:
        if (!felt_was_staked(book, round, stake->spot.area))
            return 0;
        count = first_two(round, stake->spot.area, which, cards);
        if (judge == JUDGE_FIRST_TWO)
            return count;
        if (state->dealer.count > 0)
            cards[count++] = state->dealer.cards[0];
        return count;
    case JUDGE_SPLIT_TWO:
        hand = &area->hands[stake->spot.hand - 1];
        for (; count < hand->count && count < 2 && !card_is_none(hand->cards[count]); count++)
            cards[count] = hand->cards[count];
        return count;
    case JUDGE_DEALER_SECOND:
        *needed = 1;
        if (state->dealer.count > 1)
            cards[count++] = state->dealer.cards[1];
        return count;
    case JUDGE_DEALER_BUST:
        for (; count < state->dealer.count; count++)
            cards[count] = state->dealer.cards[count];
        *needed = felt_is_in_round(book, round, stake) && dealer_is_finished(book, round)
                      ? count
                      : HAND_CARDS_MAX + 1U;
        return count;
    case JUDGE_HAND:
    case JUDGE_OUTCOME:
    case JUDGE_ALL_CARDS:
        break;
    }
    *needed = HAND_CARDS_MAX + 1U;
    return 0;
}

static bool is_complete(const struct rulebook *book, const struct round *round, const struct stake *stake,
                        enum cards_judging which)
{
    assert(stake->wager < book->wager_count);
    struct card cards[HAND_CARDS_MAX];
    unsigned needed;
    return judged(book, round, stake, which, cards, &needed) >= needed;
}

bool side_is_complete(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    return is_complete(book, round, stake, AS_THEY_LIE);
}

static bool is_court(struct card card)
{
    return card_rank(card) > RANK_TEN;
}

/* The line a complete wager pays on, or -1. A Dealer's bust counts the Dealer's cards [rws 1.3] [AMB-43]. */
static int line_of(const struct rulebook *book, const struct round *round, const struct stake *stake,
                   const struct card *cards, unsigned count)
{
    assert(stake->wager < book->wager_count);
    const struct wager_rule *wager = &book->wagers[stake->wager];
    if (wager->judge == JUDGE_DEALER_BUST && !hand_is_bust(book, &round->blackjack.dealer))
        return -1;
    return wager_rule_line(wager, deck_of((enum deck_id)book->deck), cards, count);
}

/* ---- Is it decided? ---- */

/* What the cards still to come could make of it. */
struct prospect {
    bool may_win;
    bool may_lose;
};

static void look_ahead(const struct rulebook *book, const struct wager_rule *wager, struct card *cards,
                       unsigned count, unsigned needed, struct prospect *prospect)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    if (prospect->may_win && prospect->may_lose)
        return;
    if (count == needed) {
        bool wins = wager_rule_line(wager, deck, cards, count) >= 0;
        prospect->may_win |= wins;
        prospect->may_lose |= !wins;
        return;
    }
    for (unsigned i = 0; i < deck_card_count(deck); i++) {
        cards[count] = deck_card(deck, i);
        look_ahead(book, wager, cards, count + 1, needed, prospect);
    }
}

/* Most open wagers show both ways at once when the cards to come are all alike: that spares the full search.
 */
static void look_at_alike(const struct rulebook *book, const struct wager_rule *wager, struct card *cards,
                          unsigned count, unsigned needed, struct prospect *prospect)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    for (unsigned i = 0; i < deck_card_count(deck) && !(prospect->may_win && prospect->may_lose); i++) {
        for (unsigned n = count; n < needed; n++)
            cards[n] = deck_card(deck, i);
        look_ahead(book, wager, cards, needed, needed, prospect);
    }
}

bool side_is_certain(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    if (!trail_astray(round))
        return side_is_complete(book, round, stake);
    struct round certain = *round;
    trail_leave_certain(&certain.blackjack);
    return is_complete(book, &certain, stake, CERTAIN);
}

bool side_is_decided(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    struct card cards[HAND_CARDS_MAX];
    struct prospect prospect = {false, false};
    unsigned needed;
    unsigned count = judged(book, round, stake, CERTAIN, cards, &needed);
    if (count >= needed)
        return true;
    if (needed > 3)
        return false;
    look_at_alike(book, &book->wagers[stake->wager], cards, count, needed, &prospect);
    look_ahead(book, &book->wagers[stake->wager], cards, count, needed, &prospect);
    return !prospect.may_win || !prospect.may_lose;
}

/* ---- Settling. ---- */

static enum ground ground_of(const struct rulebook *book, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    static const uint8_t grounds[] = {
        [JUDGE_FIRST_TWO] = GROUND_SIDE_TIME,     [JUDGE_FIRST_TWO_DEALER] = GROUND_SIDE_TIME,
        [JUDGE_DEALER_BUST] = GROUND_SIDE_TIME,   [JUDGE_SPLIT_TWO] = GROUND_SPLIT_SIDE,
        [JUDGE_DEALER_SECOND] = GROUND_INSURANCE,
    };
    assert(book->wagers[stake->wager].judge < sizeof(grounds) && grounds[book->wagers[stake->wager].judge]);
    return (enum ground)grounds[book->wagers[stake->wager].judge];
}

void side_settle(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    struct card cards[HAND_CARDS_MAX];
    unsigned needed;
    if (limits_hand_back(felt, stake))
        return;
    unsigned count = judged(felt->book, felt->round, stake, AS_THEY_LIE, cards, &needed);
    const struct wager_rule *wager = &felt->book->wagers[stake->wager];
    enum ground why = ground_of(felt->book, stake);
    for (unsigned i = 0; i < count; i++)
        if (is_court(cards[i]) && wager->judge == JUDGE_FIRST_TWO)
            stake->flags |= STAKE_COURT;
    int line = line_of(felt->book, felt->round, stake, cards, count);
    struct event *event;
    if (line >= 0) {
        int64_t profit_cents = felt_profit(felt->book, stake->effective_cents, wager->lines[line].pays);
        event = felt_pay(felt, stake, profit_cents, (unsigned)line + 1, REASON_WIN, why);
    } else {
        event = felt_take(felt, stake, stake->effective_cents, REASON_LOSE, why);
    }
    if (wager->judge == JUDGE_FIRST_TWO || wager->judge == JUDGE_FIRST_TWO_DEALER)
        event_cite(event, GROUND_INTERIM);
}

void side_settle_all(struct felt *felt, unsigned judges)
{
    assert(felt->state == &felt->round->blackjack);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake_is_open(stake) && judges >> felt->book->wagers[stake->wager].judge & 1U &&
            side_is_complete(felt->book, felt->round, stake))
            side_settle(felt, stake);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/dealer.h"

#include <assert.h>

#include "blackjack/hand.h"
#include "blackjack/limits.h"
#include "blackjack/loss.h"

enum { DEALER_STANDS = 17 };

bool dealer_total_draws(const struct rulebook *book, const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    struct total total = hand_total(book, hand);
    if (hand_is_blackjack(book, hand))
        return false;
    if (total.points == DEALER_STANDS && total.soft)
        return book->blackjack.dealer_soft17 == SOFT17_HIT;
    return total.points < DEALER_STANDS;
}

/* How far the open wagers need the Dealer's cards. */
enum need { NEED_NOTHING, NEED_SECOND_CARD, NEED_TOTAL };

/* [mbs 3.35] a Blackjack waits only for the second card, and only where the first could make one [AMB-40];
 * a hand over 21 waits for nothing. */
static enum need need_of_hand(const struct rulebook *book, const struct round *round,
                              const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    const struct hand *hand = felt_stake_hand(round, stake);
    const struct hand *dealer = &round->blackjack.dealer;
    if (!hand->count || hand_is_bust(book, hand))
        return NEED_NOTHING;
    if (!hand_is_blackjack(book, hand))
        return NEED_TOTAL;
    return dealer->count == 0 || card_points(dealer->cards[0]) >= 10 ? NEED_SECOND_CARD : NEED_NOTHING;
}

static enum need need_of(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    switch ((enum wager_judge)book->wagers[stake->wager].judge) {
    case JUDGE_HAND:
        return need_of_hand(book, round, stake);
    case JUDGE_DEALER_SECOND:
        return NEED_SECOND_CARD; /* [AMB-41] */
    case JUDGE_DEALER_BUST:
        return NEED_TOTAL; /* [rws 3.26.1] */
    case JUDGE_FIRST_TWO_DEALER:
        return round->blackjack.dealer.count ? NEED_NOTHING : NEED_SECOND_CARD;
    case JUDGE_FIRST_TWO:
    case JUDGE_SPLIT_TWO:
    case JUDGE_OUTCOME:
    case JUDGE_ALL_CARDS:
        break;
    }
    return NEED_NOTHING;
}

/* [AMB-42] [rws 3.24] the Dealer who began to draw for an Insurance draws out, though it is settled. */
static bool asks_dealer(const struct rulebook *book, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    return stake_is_open(stake) || (book->wagers[stake->wager].judge == JUDGE_DEALER_SECOND &&
                                    (stake->paid_cents || stake->taken_cents));
}

static enum need need_of_all(const struct rulebook *book, const struct round *round)
{
    enum need most = loss_may_come_back(book, round) ? NEED_SECOND_CARD : NEED_NOTHING;
    for (unsigned i = 0; i < round->stake_count && most != NEED_TOTAL; i++) {
        const struct stake *stake = &round->stakes[i];
        if (!asks_dealer(book, stake) || limits_used_up(book, round, stake) ||
            !felt_is_in_round(book, round, stake))
            continue; /* [mbs 5.26] what goes back whatever the cards say waits for none */
        enum need need = need_of(book, round, stake);
        if (need > most)
            most = need;
    }
    return most;
}

bool dealer_wants_card(const struct rulebook *book, const struct round *round)
{
    const struct hand *dealer = &round->blackjack.dealer;
    enum need need = need_of_all(book, round);
    if (dealer->count > 1 && !dealer_total_draws(book, dealer))
        return false;
    switch ((enum dealer_draw)book->blackjack.dealer_draw) {
    case DEALER_DRAW_UNLESS_NO_EFFECT:
        return need == NEED_TOTAL || (need == NEED_SECOND_CARD && dealer->count < 2);
    case DEALER_DRAW_WHEN_BET_OPEN:
        return need != NEED_NOTHING; /* [AMB-42] */
    case DEALER_DRAW_ALWAYS:
        break;
    }
    return true;
}

bool dealer_is_finished(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    return state->phase >= DEAL_INTERIM && !state->turn.area && !state->late.card &&
           !dealer_wants_card(book, round);
}

void dealer_tell(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    const struct hand *dealer = &felt->state->dealer;
    bool stops = dealer->count > 1;
    if (felt->state->dealer_told || dealer_wants_card(felt->book, felt->round))
        return;
    if (stops && !dealer_total_draws(felt->book, dealer))
        return;
    struct event *event = events_add(felt->events, stops ? EVENT_DEALER_STOPS : EVENT_DEALER_NO_CARD);
    event->place = (struct place){.kind = PLACE_DEALER};
    event_cite(event, GROUND_NO_EFFECT);
    event_cite(event, GROUND_DRAW_FOR_SIDE);
    felt->state->dealer_told = true;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/view.h"

#include <assert.h>
#include <string.h>

#include "blackjack/control.h"
#include "blackjack/felt.h"
#include "blackjack/hand.h"
#include "blackjack/squeeze.h"

static void show_hand(const struct rulebook *book, const struct round *round, struct place place,
                      const struct hand *hand, struct view *view)
{
    assert(hand->count <= HAND_CARDS_MAX);
    struct view_hand *shown = &view->hands[view->hand_count++];
    struct hand_value value = hand_value(book, hand);
    struct spot spot = {.area = place.area, .hand = place.hand};
    *shown = (struct view_hand){.place = place,
                                .card_count = hand->count,
                                .value_kind = value.kind,
                                .total = value.total,
                                .closed = hand->end != HAND_OPEN};
    memcpy(shown->cards, hand->cards, hand->count * sizeof(hand->cards[0]));
    if (place.kind != PLACE_HAND)
        return;
    shown->control = (uint8_t)(control_of(book, round, spot).person + 1);
    shown->squeezer = hand_is_down(hand) ? (uint8_t)(squeeze_person(round, place.area) + 1) : 0;
    shown->in_turn = spot_equal(round->blackjack.turn, spot);
}

static void show_area(const struct rulebook *book, const struct round *round, unsigned number,
                      struct view *view)
{
    const struct area *area = &round->blackjack.areas[number];
    for (unsigned position = 0; position < area->hand_count; position++) {
        unsigned index = area->order[position];
        struct place place = {PLACE_HAND, (uint8_t)number, hand_number(area, index)};
        show_hand(book, round, place, &area->hands[index], view);
    }
}

static void show_stake(const struct stake *stake, struct view *view)
{
    view->stakes[view->stake_count++] = (struct view_stake){.person = stake->person,
                                                            .wager = stake->wager,
                                                            .spot = stake->spot,
                                                            .settled = !stake_is_open(stake),
                                                            .reason = stake->reason,
                                                            .placed_cents = stake->placed_cents,
                                                            .effective_cents = stake->effective_cents,
                                                            .result_cents = stake_result_cents(stake)};
}

/* What lies face down is not known here; what lies in the device, and others' credit, is shown to nobody. */
void view_make(const struct rulebook *book, const struct round *round, struct viewer viewer,
               struct view *view)
{
    view->phase = round->phase;
    view->question = round->question;
    view->voided = round->voided;
    view->hand_count = 0;
    view->stake_count = 0;
    view->credit_cents = -1;
    for (unsigned area = 1; area <= round->setting.areas; area++)
        show_area(book, round, area, view);
    if (round->blackjack.dealer.count)
        show_hand(book, round, (struct place){.kind = PLACE_DEALER}, &round->blackjack.dealer, view);
    for (unsigned i = 0; i < round->stake_count; i++)
        show_stake(&round->stakes[i], view);
    if (viewer.role == VIEWER_PLAYER && viewer.person < PERSONS_MAX &&
        has_bit(round->setting.credit_known, viewer.person))
        view->credit_cents = round->setting.credit_cents[viewer.person];
}

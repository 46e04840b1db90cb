/* SPDX-License-Identifier: Apache-2.0 */
/* view.c - what one viewer may see: all cards lie face up; a balance only by its owner. */
#include "baccarat/felt.h"

#include <string.h>

static void view_hand(const struct rulebook *book, const struct round *round, enum place_kind place,
                      struct view *view)
{
    struct view_hand *hand = &view->hands[view->hand_count++];
    struct hand_side side;
    bac_hand_side_of(book, &round->baccarat, place, &side);
    hand->place = place_of((uint8_t)place);
    hand->card_count = (uint8_t)side.count;
    memcpy(hand->cards, side.cards, side.count * sizeof(side.cards[0]));
    hand->value_kind = side.count ? VALUE_POINTS : VALUE_NONE;
    hand->total = side.count ? (uint8_t)side.total : 0;
    hand->in_turn = bac_deal_next(book, round).place == place;
    hand->closed = round->phase == PHASE_ENDED;
}

static void view_stake(const struct stake *stake, struct view *view)
{
    view->stakes[view->stake_count++] = (struct view_stake){
        .person = stake->person,
        .wager = stake->wager,
        .spot = stake->spot,
        .settled = !stake_is_open(stake),
        .reason = stake->reason,
        .placed_cents = stake->placed_cents,
        .effective_cents = stake->effective_cents,
        .result_cents = stake_is_open(stake) ? 0 : stake_result_cents(stake),
    };
}

void baccarat_view(const struct rulebook *book, const struct round *round, struct viewer viewer,
                   struct view *view)
{
    memset(view, 0, sizeof(*view));
    view->phase = round->phase;
    view->question = round->question;
    view->voided = round->voided;
    view->credit_cents = -1;
    view_hand(book, round, PLACE_PLAYER_SIDE, view);
    view_hand(book, round, PLACE_BANKER_SIDE, view);
    for (unsigned i = 0; i < round->stake_count; i++)
        view_stake(&round->stakes[i], view);
    if (viewer.role == VIEWER_PLAYER && has_bit(round->setting.credit_known, viewer.person))
        view->credit_cents = round->setting.credit_cents[viewer.person];
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "baccarat/hand.h"

#include <assert.h>

/* [bac 3.3.1, 3.3.2] an Ace counts 1, tens and court cards nothing. */
unsigned bac_card_points(struct card card)
{
    unsigned rank = card_rank(card);
    return rank < RANK_TEN ? rank : 0;
}

static unsigned permanent_rank(const struct rulebook *book, enum place_kind place)
{
    return place == PLACE_PLAYER_SIDE ? book->baccarat.permanent_player : book->baccarat.permanent_banker;
}

/* How many cards of the initial deal go to a side. */
static unsigned initial_count(const struct rulebook *book, enum place_kind place)
{
    unsigned side = place == PLACE_PLAYER_SIDE ? SIDE_PLAYER : SIDE_BANKER;
    unsigned count = 0;
    for (unsigned i = 0; i < book->baccarat.deal_count; i++)
        count += book->baccarat.deal_order[i] == side;
    return count;
}

/* [bac 3.4.1, 3.4.2] only the last digit of the sum counts. The first `count` cards of a side. */
static unsigned total_of(const struct rulebook *book, enum place_kind place, const struct card *cards,
                         unsigned count)
{
    unsigned sum = bac_card_points(card_make(permanent_rank(book, place), 0));
    for (unsigned i = 0; i < count; i++)
        sum += bac_card_points(cards[i]);
    return sum % BACCARAT_TOTALS;
}

void bac_hand_side_of(const struct rulebook *book, const struct baccarat_state *state, enum place_kind place,
                      struct hand_side *side)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    side->count = 0;
    for (unsigned i = 0; i < state->card_count; i++)
        if (state->cards[i].lies == place)
            side->cards[side->count++] = state->cards[i].card;
    side->total = total_of(book, place, side->cards, side->count);
}

bool bac_initial_deal_done(const struct rulebook *book, const struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    return state->card_count >= book->baccarat.deal_count;
}

/* A side's total on the initial deal. */
static unsigned initial_total(const struct rulebook *book, const struct hand_side *side,
                              enum place_kind place)
{
    unsigned count = initial_count(book, place);
    return total_of(book, place, side->cards, count < side->count ? count : side->count);
}

/* [bac 1.1.3, 3.7/natural] 8 or 9 on the initial deal: no more cards. */
bool bac_natural_shown(const struct rulebook *book, const struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    struct hand_side player;
    struct hand_side banker;
    assert(bac_initial_deal_done(book, state));
    bac_hand_side_of(book, state, PLACE_PLAYER_SIDE, &player);
    bac_hand_side_of(book, state, PLACE_BANKER_SIDE, &banker);
    unsigned naturals = book->baccarat.natural_totals;
    return (naturals >> initial_total(book, &player, PLACE_PLAYER_SIDE) & 1U) ||
           (naturals >> initial_total(book, &banker, PLACE_BANKER_SIDE) & 1U);
}

bool bac_player_drew(const struct rulebook *book, const struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    struct hand_side player;
    bac_hand_side_of(book, state, PLACE_PLAYER_SIDE, &player);
    assert(bac_initial_deal_done(book, state));
    return player.count > initial_count(book, PLACE_PLAYER_SIDE);
}

enum ground bac_banker_ground(unsigned total)
{
    static const uint8_t grounds[] = {
        [3] = GROUND_BANKER_3, [4] = GROUND_BANKER_4, [5] = GROUND_BANKER_5,
        [6] = GROUND_BANKER_6, [7] = GROUND_BANKER_7,
    };
    if (total < 3)
        return GROUND_BANKER_0_2;
    return (enum ground)grounds[total < 7 ? total : 7];
}

/* [bac 3.7] the table of play: Player first, then Banker by what Player did. */
static struct next_card third_card(const struct rulebook *book, const struct hand_side *player,
                                   const struct hand_side *banker)
{
    const struct baccarat_rules *rules = &book->baccarat;
    const struct next_card none = {PLACE_NOWHERE, 0};
    bool stood = player->count <= initial_count(book, PLACE_PLAYER_SIDE);
    if (stood && (rules->player_draws >> player->total & 1U))
        return (struct next_card){PLACE_PLAYER_SIDE, GROUND_PLAYER_TABLE};
    if (banker->count > initial_count(book, PLACE_BANKER_SIDE))
        return none;
    if (stood)
        return rules->banker_draws_if_player_stands >> banker->total & 1U
                   ? (struct next_card){PLACE_BANKER_SIDE, GROUND_PLAYER_STANDS}
                   : none;
    unsigned third = bac_card_points(player->cards[initial_count(book, PLACE_PLAYER_SIDE)]);
    if (!(rules->banker_draws[banker->total] >> third & 1U))
        return none;
    return (struct next_card){PLACE_BANKER_SIDE, (uint8_t)bac_banker_ground(banker->total)};
}

struct next_card bac_next_card(const struct rulebook *book, const struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    struct hand_side player;
    struct hand_side banker;
    if (!bac_initial_deal_done(book, state)) {
        bool to_player = book->baccarat.deal_order[state->card_count] == SIDE_PLAYER;
        return (struct next_card){to_player ? PLACE_PLAYER_SIDE : PLACE_BANKER_SIDE, GROUND_DEAL};
    }
    if (bac_natural_shown(book, state))
        return (struct next_card){PLACE_NOWHERE, GROUND_NATURAL};
    bac_hand_side_of(book, state, PLACE_PLAYER_SIDE, &player);
    bac_hand_side_of(book, state, PLACE_BANKER_SIDE, &banker);
    return third_card(book, &player, &banker);
}

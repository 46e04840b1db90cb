/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/crowd.h"

#include <stdlib.h>
#include <string.h>

#include "simulate/crowd_seat.h"

struct crowd {
    struct crowd_rules rules;
    struct crowd_watcher watcher;
    unsigned actions;
    unsigned seat_count;
    struct crowd_seat seats[];
};

static bool wish_is_sound(const struct rulebook *book, const struct crowd_wish *wish)
{
    const unsigned cards = wish->decks * deck_card_count(deck_of((enum deck_id)book->deck));
    if (wish->decks < book->decks_min || wish->decks > book->decks_max || wish->cut >= cards)
        return false;
    if (wish->seats < 1 || wish->seats > CROWD_SEATS_MAX || wish->bet_count > CROWD_BETS_MAX)
        return false;
    for (unsigned i = 0; i < wish->bet_count; i++)
        if (wish->bets[i] < 1 || wish->bets[i] > CROWD_UNITS_MAX)
            return false;
    return true;
}

enum status crowd_new(const struct rulebook *book, const struct crowd_wish *wish, struct crowd **crowd)
{
    *crowd = NULL;
    if (book->family != FAMILY_BLACKJACK)
        return STATUS_NOT_FOUND;
    if (!wish_is_sound(book, wish))
        return STATUS_BAD_NUMBER;
    struct crowd *made = malloc(sizeof(*made) + wish->seats * sizeof(made->seats[0]));
    struct chart *chart = malloc(sizeof(*chart));
    if (!made || !chart) {
        free(made);
        free(chart);
        return STATUS_NO_MEMORY;
    }
    crowd_rules_init(&made->rules, book, wish, chart);
    free(chart);
    made->watcher = (struct crowd_watcher){NULL, NULL};
    made->actions = CROWD_BET + wish->bet_count;
    made->seat_count = wish->seats;
    *crowd = made;
    return STATUS_OK;
}

void crowd_free(struct crowd *crowd)
{
    free(crowd);
}

void crowd_watch(struct crowd *crowd, struct crowd_watcher watcher)
{
    crowd->watcher = watcher;
}

unsigned crowd_actions(const struct crowd *crowd)
{
    return crowd->actions;
}

int64_t crowd_scale(const struct crowd *crowd)
{
    return crowd->rules.scale;
}

static void show(const struct crowd *crowd, unsigned seat, const struct crowd_arrays *arrays)
{
    const struct crowd_seat *at = &crowd->seats[seat];
    uint8_t *legal = arrays->legal + (size_t)seat * crowd->actions;
    seat_look(at, &crowd->rules, arrays->sights + (size_t)seat * CROWD_SIGHTS);
    for (unsigned action = 0; action < crowd->actions; action++)
        legal[action] = at->legal >> action & 1U;
}

void crowd_reset(struct crowd *crowd, uint64_t seed, const struct crowd_arrays *arrays)
{
    for (unsigned seat = 0; seat < crowd->seat_count; seat++) {
        seat_init(&crowd->seats[seat], &crowd->rules, seed, seat);
        seat_begin(&crowd->seats[seat], &crowd->rules);
        arrays->rewards[seat] = 0;
        arrays->ended[seat] = 0;
        show(crowd, seat, arrays);
    }
}

static void tell(const struct crowd *crowd, unsigned seat, int64_t reward)
{
    const struct crowd_seat *at = &crowd->seats[seat];
    struct card cards[SHOE_CARDS_MAX];
    unsigned count = (unsigned)(at->used - at->start);
    for (unsigned i = 0; i < count; i++)
        cards[i] = crowd->rules.plan.card[at->cards[at->start + i]];
    crowd->watcher.round(crowd->watcher.state, seat, cards, count, reward);
}

enum status crowd_step(struct crowd *crowd, const uint8_t *actions, const struct crowd_arrays *arrays,
                       unsigned *seat)
{
    for (unsigned i = 0; i < crowd->seat_count; i++) {
        if (actions[i] >= crowd->actions || !(crowd->seats[i].legal >> actions[i] & 1U)) {
            *seat = i;
            return STATUS_BAD_NUMBER;
        }
    }
    for (unsigned i = 0; i < crowd->seat_count; i++) {
        struct crowd_seat *at = &crowd->seats[i];
        bool ended = seat_act(at, &crowd->rules, actions[i], &arrays->rewards[i]);
        arrays->ended[i] = ended;
        if (ended && crowd->watcher.round)
            tell(crowd, i, arrays->rewards[i]);
        if (ended)
            seat_begin(at, &crowd->rules);
        show(crowd, i, arrays);
    }
    return STATUS_OK;
}

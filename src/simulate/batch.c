/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/batch.h"

#include <stdlib.h>
#include <string.h>

#include "simulate/batch_seat.h"

struct batch {
    struct batch_rules rules;
    struct batch_watcher watcher;
    unsigned actions;
    unsigned seat_count;
    struct batch_seat seats[];
};

static bool wish_is_sound(const struct rulebook *book, const struct batch_wish *wish)
{
    const unsigned cards = wish->decks * deck_card_count(deck_of((enum deck_id)book->deck));
    if (wish->decks < book->decks_min || wish->decks > book->decks_max || wish->cut >= cards)
        return false;
    if (wish->seats < 1 || wish->seats > BATCH_SEATS_MAX || wish->bet_count > BATCH_BETS_MAX)
        return false;
    for (unsigned i = 0; i < wish->bet_count; i++)
        if (wish->bets[i] < 1 || wish->bets[i] > BATCH_UNITS_MAX)
            return false;
    return true;
}

enum status batch_new(const struct rulebook *book, const struct batch_wish *wish, struct batch **batch)
{
    *batch = NULL;
    if (book->family != FAMILY_BLACKJACK)
        return STATUS_NOT_FOUND;
    if (!wish_is_sound(book, wish))
        return STATUS_BAD_NUMBER;
    struct batch *made = malloc(sizeof(*made) + wish->seats * sizeof(made->seats[0]));
    struct chart *chart = malloc(sizeof(*chart));
    if (!made || !chart) {
        free(made);
        free(chart);
        return STATUS_NO_MEMORY;
    }
    batch_rules_init(&made->rules, book, wish, chart);
    free(chart);
    made->watcher = (struct batch_watcher){NULL, NULL};
    made->actions = BATCH_BET + wish->bet_count;
    made->seat_count = wish->seats;
    *batch = made;
    return STATUS_OK;
}

void batch_free(struct batch *batch)
{
    free(batch);
}

void batch_watch(struct batch *batch, struct batch_watcher watcher)
{
    batch->watcher = watcher;
}

unsigned batch_actions(const struct batch *batch)
{
    return batch->actions;
}

int64_t batch_scale(const struct batch *batch)
{
    return batch->rules.scale;
}

static void show(const struct batch *batch, unsigned seat, const struct batch_arrays *arrays)
{
    const struct batch_seat *at = &batch->seats[seat];
    uint8_t *legal = arrays->legal + (size_t)seat * batch->actions;
    seat_look(at, &batch->rules, arrays->sights + (size_t)seat * BATCH_SIGHTS);
    for (unsigned action = 0; action < batch->actions; action++)
        legal[action] = at->legal >> action & 1U;
}

void batch_reset(struct batch *batch, uint64_t seed, const struct batch_arrays *arrays)
{
    for (unsigned seat = 0; seat < batch->seat_count; seat++) {
        seat_init(&batch->seats[seat], &batch->rules, seed, seat);
        seat_begin(&batch->seats[seat], &batch->rules);
        arrays->rewards[seat] = 0;
        arrays->ended[seat] = 0;
        show(batch, seat, arrays);
    }
}

static void tell(const struct batch *batch, unsigned seat, int64_t reward)
{
    const struct batch_seat *at = &batch->seats[seat];
    struct card cards[SHOE_CARDS_MAX];
    unsigned count = (unsigned)(at->used - at->start);
    for (unsigned i = 0; i < count; i++)
        cards[i] = batch->rules.plan.card[at->cards[at->start + i]];
    batch->watcher.round(batch->watcher.state, seat, cards, count, reward);
}

enum status batch_step(struct batch *batch, const uint8_t *actions, const struct batch_arrays *arrays,
                       unsigned *seat)
{
    for (unsigned i = 0; i < batch->seat_count; i++) {
        if (actions[i] >= batch->actions || !(batch->seats[i].legal >> actions[i] & 1U)) {
            *seat = i;
            return STATUS_BAD_NUMBER;
        }
    }
    for (unsigned i = 0; i < batch->seat_count; i++) {
        struct batch_seat *at = &batch->seats[i];
        bool ended = seat_act(at, &batch->rules, actions[i], &arrays->rewards[i]);
        arrays->ended[i] = ended;
        if (ended && batch->watcher.round)
            tell(batch, i, arrays->rewards[i]);
        if (ended)
            seat_begin(at, &batch->rules);
        show(batch, i, arrays);
    }
    return STATUS_OK;
}

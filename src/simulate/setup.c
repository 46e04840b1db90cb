/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/setup.h"

#include "simulate/chart_odds.h"

enum status setup_by_chart(struct setup *setup, const struct rulebook *book, unsigned decks, unsigned boxes)
{
    setup->is_baccarat = book->family == FAMILY_BACCARAT;
    if (setup->is_baccarat)
        return baccarat_plan_init(&setup->baccarat, book, decks);
    plan_init(&setup->blackjack, book, decks, boxes, &setup->chart);
    return STATUS_OK;
}

enum status setup_best(struct setup *setup, const struct rulebook *book, unsigned decks)
{
    if (book->family == FAMILY_BLACKJACK && !chart_best(&setup->chart, book, decks))
        return STATUS_NO_MEMORY;
    return setup_by_chart(setup, book, decks, 1);
}

struct run_game setup_game(const struct setup *setup)
{
    struct run_game game = {NULL, NULL, NULL};
    if (setup->is_baccarat)
        game.baccarat = &setup->baccarat;
    else
        game.blackjack = &setup->blackjack;
    return game;
}

int32_t setup_scale(const struct setup *setup)
{
    return setup->is_baccarat ? setup->baccarat.scale : setup->blackjack.scale;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "game/game.h"

#include <assert.h>
#include <string.h>

#include "baccarat/baccarat.h"
#include "blackjack/blackjack.h"

const struct family *game_family(const struct rulebook *book)
{
    static const struct family *const families[] = {
        [FAMILY_BLACKJACK] = &blackjack_family,
        [FAMILY_BACCARAT] = &baccarat_family,
    };
    assert(book->family == FAMILY_BLACKJACK || book->family == FAMILY_BACCARAT);
    return families[book->family];
}

void setting_init(struct setting *setting, const struct rulebook *book, unsigned decks, unsigned areas)
{
    assert(decks >= book->decks_min && decks <= book->decks_max);
    assert(areas <= book->areas_max);
    memset(setting, 0, sizeof(*setting));
    setting->decks = (uint8_t)decks;
    setting->areas = (uint8_t)areas;
}

void round_init(struct round *round, const struct rulebook *book, const struct setting *setting)
{
    assert(setting->decks && setting->areas <= AREAS_MAX);
    memset(round, 0, sizeof(*round));
    round->setting = *setting;
    game_family(book)->next(book, round);
}

void round_next(struct round *round, const struct rulebook *book)
{
    game_family(book)->next(book, round);
}

struct ruling round_apply(const struct rulebook *book, struct round *round, const struct act *act,
                          struct events *events)
{
    assert(act && events);
    return game_family(book)->apply(book, round, act, events);
}

struct ruling round_preview(const struct rulebook *book, const struct round *round, const struct act *act,
                            struct events *events)
{
    assert(act && events);
    struct round copy = *round;
    return round_apply(book, &copy, act, events);
}

struct wants round_wants(const struct rulebook *book, const struct round *round)
{
    return game_family(book)->wants(book, round);
}

struct card round_next_card(const struct rulebook *book, const struct round *round)
{
    struct act acts[LEGAL_ACTS_MAX];
    if (round->memory.front_count)
        return round->memory.front[0];
    /* Cards lying out: the family offers only what it would take. */
    return round_legal_acts(book, round, ACTOR_SHOE, 0, acts) ? acts[0].cards[0] : CARD_NONE;
}

unsigned round_legal_acts(const struct rulebook *book, const struct round *round, enum actor actor,
                          unsigned person, struct act *acts)
{
    return game_family(book)->legal(book, round, actor, person, acts);
}

void round_view(const struct rulebook *book, const struct round *round, struct viewer viewer,
                struct view *view)
{
    game_family(book)->view(book, round, viewer, view);
}

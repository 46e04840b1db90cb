/* SPDX-License-Identifier: Apache-2.0 */
#include "server/bot.h"

#include <string.h>

struct bot_choice {
    const struct table_plan *plan;
    const struct rulebook *book;
    const struct round *round;
    const struct draws *draws;
    const struct strategy *card;
    unsigned person;
    struct act acts[LEGAL_ACTS_MAX];
    unsigned count;
};

static const struct act *find(const struct bot_choice *choice, enum verb verb)
{
    for (unsigned i = 0; i < choice->count; i++)
        if (choice->acts[i].verb == verb)
            return &choice->acts[i];
    return NULL;
}

static bool chance(const struct bot_choice *choice, unsigned percent)
{
    return draws_below(choice->draws, 100) < percent;
}

/* ---- Bets. ---- */

static unsigned own_seat(const struct round *round, unsigned person)
{
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        if (round->setting.seated[area] == person + 1)
            return area;
    return 0;
}

static bool has_stakes(const struct round *round, unsigned person)
{
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].person == person)
            return true;
    return false;
}

enum { FIRST_CHIP_CENTS = 2500 }; /* that the pages put into a hand where no limit says which */

/* Without a minimum the least is a cent, which nobody stakes: there it is a chip. */
static int64_t least_of(const struct bot_choice *choice, const struct act *act)
{
    int64_t chip_cents = choice->plan->chip_cents ? choice->plan->chip_cents : FIRST_CHIP_CENTS;
    if (choice->round->setting.limit_min_cents[act->wager] || act->amount_cents > chip_cents)
        return act->amount_cents;
    return chip_cents;
}

/* One to five times the least, within what is allowed. */
static void set_amount(const struct bot_choice *choice, struct act *act)
{
    int64_t most = game_family(choice->book)->amount_max(choice->book, choice->round, act);
    int64_t amount = least_of(choice, act) * (1 + (int64_t)draws_below(choice->draws, 5));
    act->amount_cents = most > 0 && amount > most ? most : amount;
}

static bool bet_is_mine(const struct bot_choice *choice, const struct act *act)
{
    const struct wager_rule *wager = &choice->book->wagers[act->wager];
    unsigned seat = own_seat(choice->round, choice->person);
    return wager->place == PLACE_TABLE || (seat && act->spot.area == seat);
}

static bool choose_bet(const struct bot_choice *choice, struct act *act)
{
    bool playing = has_stakes(choice->round, choice->person);
    unsigned fit[LEGAL_ACTS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < choice->count; i++) {
        const struct act *bet = &choice->acts[i];
        bool main =
            choice->book->wagers[bet->wager].place == PLACE_MAIN || choice->book->family == FAMILY_BACCARAT;
        if (bet->verb == VERB_BET && bet->amount_cents > 0 && bet_is_mine(choice, bet) && main != playing)
            fit[count++] = i;
    }
    /* Having bet, one more on the side now and then; then it is enough. */
    if (count == 0 || (playing && !chance(choice, 20)))
        return false;
    *act = choice->acts[fit[draws_below(choice->draws, count)]];
    set_amount(choice, act);
    return true;
}

/* ---- Hands. ---- */

enum { DEALER_STANDS = 17 };

static bool may(const struct bot_choice *choice, enum verb verb)
{
    return find(choice, verb) != NULL;
}

/* The printed card's advice on a hand, with everything that is on offer. */
static enum play card_says(const struct bot_choice *choice, struct place hand)
{
    const struct family *family = game_family(choice->book);
    struct place dealer = {.kind = PLACE_DEALER};
    struct card cards[HAND_CARDS_MAX];
    struct card dealers[HAND_CARDS_MAX];
    unsigned count = family->cards(choice->round, hand, cards);
    struct hand_value value = family->value(choice->book, choice->round, hand);
    struct hand_look look = {.total = (uint8_t)value.total,
                             .soft = value.kind == VALUE_SOFT || value.kind == VALUE_BLACKJACK};
    struct choices choices = {may(choice, VERB_SURRENDER), may(choice, VERB_SPLIT), may(choice, VERB_DOUBLE),
                              may(choice, VERB_EVEN)};
    bool shown = family->cards(choice->round, dealer, dealers) > 0 && !card_is_none(dealers[0]);
    if (count == 2 && value_of_rank(card_rank(cards[0])) == value_of_rank(card_rank(cards[1])))
        look.pair = (uint8_t)value_of_rank(card_rank(cards[0]));
    if (!choice->card || !shown || look.total > TOTAL_MAX)
        return value.total < DEALER_STANDS ? PLAY_HIT : PLAY_STAND;
    return strategy_play(choice->card, look, value_of_rank(card_rank(dealers[0])), choices);
}

static enum verb verb_of(enum play play)
{
    static const enum verb verbs[PLAY_COUNT] = {
        [PLAY_STAND] = VERB_STAND,         [PLAY_HIT] = VERB_HIT,
        [PLAY_DOUBLE] = VERB_DOUBLE,       [PLAY_SPLIT] = VERB_SPLIT,
        [PLAY_SURRENDER] = VERB_SURRENDER, [PLAY_EVEN_MONEY] = VERB_EVEN};
    return verbs[play];
}

/* Some hands must draw and some must stand, whatever the card says. */
static bool choose_play(const struct bot_choice *choice, const struct wants *wants, struct act *act)
{
    struct place hand = {PLACE_HAND, wants->turn.area, wants->turn.hand};
    const enum verb wanted[] = {verb_of(card_says(choice, hand)), VERB_STAND, VERB_HIT};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const struct act *found = find(choice, wanted[i]);
        if (!found)
            continue;
        *act = *found;
        if (act->verb == VERB_DOUBLE)
            act->amount_cents = game_family(choice->book)->amount_max(choice->book, choice->round, act);
        return true;
    }
    return false;
}

/* ---- Everything else that is asked. ---- */

/* Surrender and even money are offered to everybody at once, before anybody's turn. */
static bool choose_option(const struct bot_choice *choice, struct act *act)
{
    for (unsigned i = 0; i < choice->count; i++) {
        const struct act *offer = &choice->acts[i];
        struct place hand = {PLACE_HAND, offer->spot.area, offer->spot.hand};
        if ((offer->verb != VERB_SURRENDER && offer->verb != VERB_EVEN) ||
            verb_of(card_says(choice, hand)) != (enum verb)offer->verb)
            continue;
        *act = *offer;
        return true;
    }
    return false;
}

static bool choose_answer(const struct bot_choice *choice, struct act *act)
{
    static const enum verb answers[] = {VERB_CONTINUE, VERB_ACCEPT, VERB_FOLLOW,
                                        VERB_DECLINE,  VERB_PICK,   VERB_FINISH};
    if (choose_option(choice, act))
        return true;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        const struct act *found = find(choice, answers[i]);
        if (!found)
            continue;
        *act = *found;
        return true;
    }
    return false;
}

bool bot_act(const struct table_plan *plan, const struct table_state *state, unsigned person,
             const struct strategy *card, const struct draws *draws, struct act *act)
{
    static struct bot_choice choice;
    const struct rulebook *book = plan->book;
    const struct round *round = &state->round;
    choice.plan = plan;
    choice.book = book;
    choice.round = round;
    choice.draws = draws;
    choice.card = card;
    choice.person = person;
    if (round->phase != PHASE_BETTING && round->phase != PHASE_DEALING)
        return false;
    struct wants wants = round_wants(book, round);
    bool asked = wants.deciders >> person & 1U;
    bool in_turn = wants.turn.area && game_family(book)->control(book, round, wants.turn.area) == (int)person;
    if (round->phase == PHASE_DEALING && !asked && !in_turn)
        return false;
    choice.count = round_legal_acts(book, round, ACTOR_PERSON, person, choice.acts);
    if (round->phase == PHASE_BETTING)
        return choose_bet(&choice, act);
    if (asked && choose_answer(&choice, act))
        return true;
    return in_turn && choose_play(&choice, &wants, act);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/witness.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { STAKE_CENTS = 10000, PERSON = 0, AREA = 1, INITIAL_CARDS = 3 };

/* One round in the engine, and what it has brought so far. */
struct trial {
    const struct witness *witness;
    const struct rulebook *book;
    const struct kernel_round *told;
    unsigned dealt;
    const char *stuck; /* why the engine did not go on, or NULL */
    struct round round;
    struct events events;
    int64_t results[WAGERS_MAX]; /* cents, by wager */
    unsigned split_sides;
};

static bool apply(struct trial *trial, const struct act *act)
{
    struct ruling ruling = round_apply(trial->book, &trial->round, act, &trial->events);
    if (ruling.status != STATUS_OK)
        return false;
    for (unsigned i = 0; i < trial->events.count; i++) {
        const struct event *event = &trial->events.items[i];
        if (event->kind == EVENT_RESULT)
            trial->results[event->wager] += event->amount_cents;
    }
    return true;
}

static bool person_does(struct trial *trial, enum verb verb, struct spot spot, int64_t amount_cents)
{
    struct act act = {
        .actor = ACTOR_PERSON, .person = PERSON, .verb = verb, .spot = spot, .amount_cents = amount_cents};
    return apply(trial, &act);
}

static bool staff_does(struct trial *trial, enum verb verb)
{
    struct act act = {.actor = ACTOR_DEALER, .verb = verb};
    if (trial->witness->baccarat && verb != VERB_END)
        act.actor = ACTOR_TERMINAL;
    return apply(trial, &act);
}

static bool bet(struct trial *trial, unsigned wager, struct spot spot)
{
    struct act act = {.actor = ACTOR_PERSON,
                      .person = PERSON,
                      .verb = VERB_BET,
                      .wager = (uint8_t)wager,
                      .spot = spot,
                      .amount_cents = STAKE_CENTS};
    return apply(trial, &act);
}

/* Every wager the kernel plays, the main one first: the others need it. */
static bool place_bets(struct trial *trial)
{
    const struct rulebook *book = trial->book;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned w = 0; w < book->wager_count; w++) {
            bool main = book->wagers[w].place == PLACE_MAIN;
            bool side = book->wagers[w].place == PLACE_AREA_SIDE || book->wagers[w].place == PLACE_TABLE;
            struct spot spot = {.area = book->wagers[w].place == PLACE_TABLE ? 0 : AREA};
            if ((pass == 0 ? main : side) && !bet(trial, w, spot))
                return false;
        }
    }
    return true;
}

static struct card next_card(const struct trial *trial)
{
    unsigned number = trial->told->cards[trial->dealt];
    return trial->witness->baccarat ? trial->witness->baccarat->card[number]
                                    : trial->witness->blackjack->card[number];
}

/* Deals while the engine wants cards, up to `most` in all; false if it wants more than the kernel dealt, or
 * refuses one. */
static bool deal_cards(struct trial *trial, unsigned most)
{
    while (trial->dealt < most && round_wants(trial->book, &trial->round).card.kind != PLACE_NOWHERE) {
        if (trial->dealt == trial->told->card_count)
            return false;
        struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
        act.cards[0] = next_card(trial);
        trial->dealt++;
        if (!apply(trial, &act))
            return false;
    }
    return true;
}

/* ---- Blackjack decisions, by the chart. ---- */

static unsigned state_of(const struct trial *trial, struct spot spot)
{
    const struct hand_states *hands = &trial->witness->blackjack->chart.hands;
    struct card cards[HAND_CARDS_MAX];
    struct place place = {PLACE_HAND, spot.area, spot.hand};
    unsigned count = game_family(trial->book)->cards(&trial->round, place, cards);
    unsigned state = HAND_STATE_NONE;
    for (unsigned i = 0; i < count; i++)
        state = hands->next[state][hand_value_of(card_rank(cards[i]))];
    return state;
}

static unsigned dealer_value(const struct trial *trial)
{
    struct card cards[HAND_CARDS_MAX];
    unsigned count =
        game_family(trial->book)->cards(&trial->round, (struct place){.kind = PLACE_DEALER}, cards);
    assert(count > 0);
    (void)count;
    return hand_value_of(card_rank(cards[0]));
}

static unsigned hands_formed(const struct trial *trial)
{
    unsigned formed = 0;
    struct card cards[HAND_CARDS_MAX];
    for (unsigned hand = 1; hand <= HANDS_PER_AREA_MAX; hand++)
        formed += game_family(trial->book)
                      ->cards(&trial->round, (struct place){PLACE_HAND, AREA, (uint8_t)hand}, cards) > 0;
    return formed;
}

static unsigned action_for(const struct trial *trial, struct spot spot)
{
    const struct chart *chart = &trial->witness->blackjack->chart;
    unsigned context = CHART_FIRST;
    if (spot.hand)
        context =
            hands_formed(trial) < trial->book->blackjack.split_hands_max ? CHART_SPLIT_MAY : CHART_SPLIT_FULL;
    return chart->action[context][dealer_value(trial)][state_of(trial, spot)];
}

/* Surrender, even money and Insurance, before the subsequent deal. */
static bool take_options(struct trial *trial)
{
    const struct spot spot = {.area = AREA};
    unsigned action = action_for(trial, spot);
    if (action == CHART_SURRENDER)
        return person_does(trial, VERB_SURRENDER, spot, 0);
    if (action == CHART_EVEN)
        return person_does(trial, VERB_EVEN, spot, 0);
    if (trial->told->insured)
        return person_does(trial, VERB_INSURE, spot, STAKE_CENTS / 2);
    return true;
}

/* [ar 3.21.1] a side wager on each hand just formed by splitting Aces. */
static bool bet_on_split(struct trial *trial)
{
    int wager = rulebook_wager_at(trial->book, PLACE_SPLIT_SIDE);
    struct card cards[HAND_CARDS_MAX];
    for (uint8_t hand = 1; hand <= 2 && wager >= 0; hand++) {
        game_family(trial->book)->cards(&trial->round, (struct place){PLACE_HAND, AREA, hand}, cards);
        if (card_rank(cards[0]) != RANK_ACE)
            return true;
        if (!bet(trial, (unsigned)wager, (struct spot){.area = AREA, .hand = hand}))
            return false;
        trial->split_sides++;
    }
    return true;
}

static bool decide(struct trial *trial, struct spot spot)
{
    bool first_split = spot.hand == 0;
    switch ((enum chart_action)action_for(trial, spot)) {
    case CHART_HIT:
        return person_does(trial, VERB_HIT, spot, 0);
    case CHART_DOUBLE:
        return person_does(trial, VERB_DOUBLE, spot, STAKE_CENTS);
    case CHART_SPLIT:
        return person_does(trial, VERB_SPLIT, spot, 0) && (!first_split || bet_on_split(trial));
    case CHART_STAND:
    case CHART_SURRENDER:
    case CHART_EVEN:
    case CHART_ACTIONS:
        break;
    }
    return person_does(trial, VERB_STAND, spot, 0);
}

static const char *play_blackjack(struct trial *trial)
{
    if (!deal_cards(trial, INITIAL_CARDS))
        return "the initial deal";
    if (!staff_does(trial, VERB_SETTLE))
        return "the interim settlement";
    if (!take_options(trial))
        return "surrender, even money or Insurance";
    for (;;) {
        if (!deal_cards(trial, UINT_MAX))
            return "the number of cards";
        struct spot turn = round_wants(trial->book, &trial->round).turn;
        if (!turn.area)
            return NULL;
        if (!decide(trial, turn))
            return "a decision";
    }
}

/* ---- Comparing. ---- */

static void describe(struct witness *witness, const struct trial *trial, const char *what, int64_t kernel,
                     int64_t engine)
{
    const struct rulebook *book = trial->book;
    struct text text;
    char card[CARD_TEXT_MAX];
    if (witness->differences++)
        return;
    text_init(&text, witness->first, sizeof(witness->first));
    text_format(&text, "round %" PRIu64 ": %s: kernel %" PRId64 ", engine %" PRId64 "; cards",
                witness->rounds, what, kernel, engine);
    for (unsigned i = 0; i < trial->told->card_count; i++) {
        unsigned number = trial->told->cards[i];
        struct card dealt =
            witness->baccarat ? witness->baccarat->card[number] : witness->blackjack->card[number];
        text_format(&text, " %s", deck_print_card(deck_of(book->deck), dealt, card, sizeof(card)));
    }
}

/* The kernel's result of this wager, in 1/scale of its stake, and the stakes there were in cents. */
static int64_t kernel_result(const struct trial *trial, unsigned wager, int64_t *stake_cents)
{
    const struct kernel_round *told = trial->told;
    *stake_cents = STAKE_CENTS;
    switch ((enum wager_place)trial->book->wagers[wager].place) {
    case PLACE_MAIN:
        return told->main;
    case PLACE_INSURANCE:
        *stake_cents = STAKE_CENTS / 2;
        return told->insured ? told->insurance : 0;
    case PLACE_SPLIT_SIDE:
        return told->split_side;
    case PLACE_AREA_SIDE:
    case PLACE_TABLE:
        break;
    }
    return told->sides[wager];
}

static void compare(struct witness *witness, const struct trial *trial)
{
    int32_t scale = witness->baccarat ? witness->baccarat->scale : witness->blackjack->scale;
    if (trial->stuck) {
        describe(witness, trial, trial->stuck, trial->told->card_count, trial->dealt);
        return;
    }
    if (trial->dealt != trial->told->card_count) {
        describe(witness, trial, "cards dealt", trial->told->card_count, trial->dealt);
        return;
    }
    for (unsigned w = 0; w < trial->book->wager_count; w++) {
        int64_t stake_cents;
        int64_t kernel = kernel_result(trial, w, &stake_cents) * stake_cents;
        if (kernel != trial->results[w] * scale) {
            describe(witness, trial, trial->book->wagers[w].name, kernel / scale, trial->results[w]);
            return;
        }
    }
}

static void watch(void *state, const struct kernel_round *told)
{
    struct witness *witness = state;
    const struct rulebook *book = witness->baccarat ? &witness->baccarat->book : &witness->blackjack->book;
    struct trial trial;
    trial.witness = witness;
    trial.book = book;
    trial.told = told;
    trial.dealt = 0;
    trial.split_sides = 0;
    memset(trial.results, 0, sizeof(trial.results));
    round_init(&trial.round, book, &witness->setting);
    trial.round.person_count = 1;
    trial.stuck = NULL;
    if (!staff_does(&trial, VERB_OPEN) || !place_bets(&trial) || !staff_does(&trial, VERB_CLOSE))
        trial.stuck = "the bets";
    else if (!witness->baccarat)
        trial.stuck = play_blackjack(&trial);
    else if (!deal_cards(&trial, UINT_MAX))
        trial.stuck = "the number of cards";
    if (!trial.stuck && trial.round.phase != PHASE_ENDED && !staff_does(&trial, VERB_END))
        trial.stuck = "the end of the round";
    compare(witness, &trial);
    witness->rounds++;
}

void witness_init(struct witness *witness, const struct plan *blackjack, const struct baccarat_plan *baccarat)
{
    const struct rulebook *book = blackjack ? &blackjack->book : &baccarat->book;
    memset(witness, 0, sizeof(*witness));
    witness->blackjack = blackjack;
    witness->baccarat = baccarat;
    setting_init(&witness->setting, book, blackjack ? blackjack->decks : baccarat->decks, book->areas_max);
}

struct kernel_watcher witness_watcher(struct witness *witness)
{
    return (struct kernel_watcher){watch, witness};
}

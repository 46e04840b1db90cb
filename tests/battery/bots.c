/* SPDX-License-Identifier: Apache-2.0 */
/* bots.c - who sits at the table, and what they do. */
#include <string.h>

#include "battery.h"
#include "round/device.h"

/* ---- The table. ---- */

static void open_limits(struct table *table)
{
    for (unsigned i = 0; i < table->book->wager_count; i++) {
        if (table->book->wagers[i].limit_group == LIMIT_NONE || chance(table, 10))
            continue;
        table->setting.limit_min_cents[i] = 500 * (1 + below(table, 10));
        table->setting.limit_max_cents[i] = table->setting.limit_min_cents[i] * (1 + below(table, 40));
    }
}

static void open_people(struct table *table)
{
    unsigned count = 1 + below(table, 6);
    for (unsigned i = 0; i < count; i++) {
        char name[2] = {(char)('A' + i), '\0'};
        roster_add(&table->roster, name, 1);
        if (chance(table, 40)) {
            table->setting.credit_known |= 1U << i;
            table->setting.credit_cents[i] = 100 * (int64_t)below(table, 100000);
        }
        unsigned area = 1 + below(table, AREAS_MAX);
        if (area <= table->setting.areas && !table->setting.seated[area] && chance(table, 70))
            table->setting.seated[area] = (uint8_t)(i + 1);
    }
}

void table_open(struct table *table, const struct rulebook *book, const struct draws *draws, uint64_t seed)
{
    memset(table, 0, sizeof(*table));
    table->book = book;
    table->family = game_family(book);
    table->draws = *draws;
    table->seed = seed;
    unsigned decks = book->decks_min + below(table, book->decks_max - book->decks_min + 1U);
    unsigned areas = book->areas_min + below(table, book->areas_max - book->areas_min + 1U);
    setting_init(&table->setting, book, decks, areas);
    table->setting.shuffle_machine = chance(table, 15);
    open_limits(table);
    open_people(table);
    round_init(&table->round, book, &table->setting);
    table->round.person_count = table->roster.count;
}

/* ---- Cards. ---- */

/* Any card with copies left, each copy equally likely. */
struct card bot_card(const struct table *table)
{
    const struct deck *deck = deck_of((enum deck_id)table->book->deck);
    const struct memory *memory = &table->round.memory;
    if (memory->front_count)
        return memory->front[0];
    unsigned total = 0;
    for (unsigned i = 0; i < deck_card_count(deck); i++)
        total += table->setting.decks - (unsigned)memory->out[deck_card(deck, i).code];
    if (!total)
        return CARD_NONE;
    unsigned drawn = below(table, total);
    for (unsigned i = 0;; i++) {
        unsigned left = table->setting.decks - (unsigned)memory->out[deck_card(deck, i).code];
        if (drawn < left)
            return deck_card(deck, i);
        drawn -= left;
    }
}

static bool lands(const struct table *table, const struct act *act)
{
    static struct round clone;
    static struct events events;
    clone = table->round;
    return round_apply(table->book, &clone, act, &events).status == STATUS_OK;
}

/* The card that leaves the device: any that can, unless one must. */
static void fill_next_card(const struct table *table, struct act *act)
{
    const struct deck *deck = deck_of((enum deck_id)table->book->deck);
    if (card_is_none(act->cards[0]) && round_wants(table->book, &table->round).face_down && chance(table, 80))
        return;
    act->cards[0] = bot_card(table);
    for (unsigned i = 0; i < deck_card_count(deck) && !lands(table, act); i++)
        act->cards[0] = deck_card(deck, i);
}

/* Sometimes a card lies somewhere else than it was wanted. */
static void go_astray(const struct table *table, struct act *act)
{
    struct place place = {(uint8_t)(1 + below(table, PLACE_DISCARD)), 0, 0};
    if (place.kind == PLACE_HAND)
        place.area = (uint8_t)(1 + below(table, table->setting.areas + 1U));
    act->place = place;
}

/* The device holds the last of the cards named besides those before it; the first ones named are those known
 * to be at its front. */
static bool is_left(const struct table *table, const struct card *cards, unsigned count)
{
    const struct memory *memory = &table->round.memory;
    if (count <= memory->front_count)
        return card_equal(cards[count - 1], memory->front[count - 1]);
    unsigned left = table->setting.decks - (unsigned)table->round.memory.out[cards[count - 1].code];
    for (unsigned i = 0; i < memory->front_count; i++)
        left -= left && card_equal(memory->front[i], cards[count - 1]);
    for (unsigned i = memory->front_count; i + 1 < count; i++)
        left -= left && card_equal(cards[i], cards[count - 1]);
    return left > 0;
}

/* Another card than was entered, if there is one that can be there. */
static void fill_reread(const struct table *table, struct act *act)
{
    const struct deck *deck = deck_of((enum deck_id)table->book->deck);
    act->cards[0] = deck_card(deck, below(table, deck_card_count(deck)));
    for (unsigned i = 0; i < deck_card_count(deck) && !lands(table, act); i++)
        act->cards[0] = deck_card(deck, i);
}

void bot_fill_cards(const struct table *table, struct act *act)
{
    bool may_be_down = act->verb == VERB_IRREGULARITY && act->irregularity == IRREGULARITY_SIMULTANEOUS;
    if (act->verb == VERB_CARD)
        fill_next_card(table, act);
    if (act->verb == VERB_REVEAL && act->card_count > 1 && chance(table, 30))
        act->card_count--;
    if (act->verb == VERB_REREAD)
        fill_reread(table, act);
    if (act->verb == VERB_IRREGULARITY || act->verb == VERB_REVEAL)
        for (unsigned i = 0; i < act->card_count; i++) {
            act->cards[i] = may_be_down && chance(table, 60) ? CARD_NONE : bot_card(table);
            if (may_be_down && !card_is_none(act->cards[i]) && !is_left(table, act->cards, i + 1))
                act->cards[i] = CARD_NONE;
        }
}

static void fill_amount(const struct table *table, struct act *act)
{
    bool sized = act->verb == VERB_BET || act->verb == VERB_PLACE || act->verb == VERB_RAISE ||
                 act->verb == VERB_DOUBLE || act->verb == VERB_INSURE;
    if (!sized || chance(table, 40))
        return;
    int64_t max_cents = table->family->amount_max(table->book, &table->round, act);
    int64_t span = (max_cents - act->amount_cents) / table->book->unit_cents;
    if (span > 0)
        act->amount_cents +=
            table->book->unit_cents * (int64_t)below(table, span > 1000000 ? 1000000U : (uint32_t)span + 1U);
}

/* ---- Choosing. ---- */

static enum actor some_actor(const struct table *table)
{
    static const uint8_t actors[] = {
        ACTOR_PERSON, ACTOR_PERSON, ACTOR_PERSON, ACTOR_PERSON, ACTOR_PERSON,   ACTOR_PERSON,
        ACTOR_DEALER, ACTOR_DEALER, ACTOR_DEALER, ACTOR_SHOE,   ACTOR_SHOE,     ACTOR_SHOE,
        ACTOR_SHOE,   ACTOR_SHOE,   ACTOR_PIT,    ACTOR_SHIFT,  ACTOR_TERMINAL,
    };
    return (enum actor)actors[below(table, sizeof(actors))];
}

/* Of a hundred times that it comes up, how often an act is done. What goes wrong is offered much more often
 * than it happens; what makes a round void, more rarely still, or no round would ever be played to its end.
 */
static uint32_t appetite(const struct table *table, const struct act *act)
{
    bool astray = act->verb == VERB_CARD && act->place.kind != PLACE_NOWHERE;
    if (act->verb == VERB_VOID)
        return 1;
    if (act->verb == VERB_IRREGULARITY)
        return table->book->irregularities[act->irregularity].early == REMEDY_VOID ? 1 : 5;
    if (act->verb == VERB_REREAD)
        return 1;
    if (act->verb == VERB_SHUFFLE || act->verb == VERB_LEAVE || act->verb == VERB_RESTRICT)
        return 5;
    return astray && table->book->family == FAMILY_BACCARAT ? 5 : 100;
}

static bool legal_act(struct table *table, enum actor actor, unsigned person, struct act *act)
{
    static struct act legal[LEGAL_ACTS_MAX];
    unsigned count = round_legal_acts(table->book, &table->round, actor, person, legal);
    for (unsigned tries = 0; count && tries < 8; tries++) {
        *act = legal[below(table, count)];
        if (!chance(table, appetite(table, act)))
            continue;
        fill_amount(table, act);
        bot_fill_cards(table, act);
        if (act->verb == VERB_CARD && chance(table, 3))
            go_astray(table, act);
        return true;
    }
    return false;
}

/* An act of any shape, most of them nonsense. */
static struct act wild_act(const struct table *table)
{
    struct act act = {
        .actor = (uint8_t)(ACTOR_PERSON + below(table, ACTOR_SHOE)),
        .person = (uint8_t)below(table, table->roster.count),
        .other = (uint8_t)below(table, table->roster.count),
        .verb = (uint8_t)(1 + below(table, VERB_COUNT - 1)),
        .wager = (uint8_t)below(table, table->book->wager_count),
        .option = (uint8_t)(1 + below(table, OPTION_COUNT - 1)),
        .decision = (uint8_t)(1 + below(table, DECISION_COUNT - 1)),
        .irregularity = (uint8_t)below(table, IRREGULARITY_COUNT),
        .flags = (uint8_t)below(table, 128),
        .number = (uint8_t)below(table, 4),
        .card_count = (uint8_t)(1 + below(table, 3)),
        .persons = below(table, 1U << table->roster.count),
        .amount_cents = 100 * (int64_t)below(table, 20000),
    };
    act.spot.area = (uint8_t)below(table, table->setting.areas + 1U);
    act.spot.hand = chance(table, 20) ? (uint8_t)below(table, HANDS_PER_AREA_MAX + 1) : 0;
    act.place.kind = (uint8_t)below(table, PLACE_DISCARD + 1);
    if (act.place.kind == PLACE_HAND)
        act.place.area = act.spot.area;
    bot_fill_cards(table, &act);
    return act;
}

/* One thing about a good act made different. */
static void spoil(const struct table *table, struct act *act)
{
    struct act other = wild_act(table);
    switch (below(table, 13)) {
    case 0:
        act->actor = other.actor;
        break;
    case 1:
        act->person = other.person;
        break;
    case 2:
        act->verb = other.verb;
        break;
    case 3:
        act->wager = other.wager;
        break;
    case 4:
        act->spot = other.spot;
        break;
    case 5:
        act->place = other.place;
        break;
    case 6:
        act->flags = other.flags;
        break;
    case 7:
        act->amount_cents = chance(table, 10) ? INT64_MAX : chance(table, 10) ? -1 : other.amount_cents;
        break;
    case 8:
        act->option = other.option;
        break;
    case 9:
        act->irregularity = other.irregularity;
        break;
    case 10:
        act->number = other.number;
        break;
    case 11:
        act->spot.owner = (uint8_t)below(table, table->roster.count + 1U);
        break;
    default:
        act->cards[0] = (struct card){(uint8_t)below(table, CARD_CODE_COUNT)};
        break;
    }
}

struct act bot_act(struct table *table)
{
    struct act act;
    if (chance(table, 10) || !legal_act(table, some_actor(table), below(table, table->roster.count), &act))
        act = wild_act(table);
    if (chance(table, 15))
        spoil(table, &act);
    return act;
}

/* ---- Bringing a round to its end. ---- */

/* A decision somebody waits for. */
static bool is_answer(const struct table *table, const struct act *act)
{
    if (table->round.question == QUESTION_RECONSTRUCTABLE)
        return act->decision == DECISION_RECONSTRUCTABLE;
    return table->round.question == QUESTION_SHIFT && act->decision == DECISION_CONTINUE;
}

static bool first_legal(struct table *table, enum actor actor, unsigned person, const uint8_t *verbs,
                        struct act *act)
{
    static struct act legal[LEGAL_ACTS_MAX];
    unsigned count = round_legal_acts(table->book, &table->round, actor, person, legal);
    for (; *verbs; verbs++) {
        for (unsigned i = 0; i < count; i++) {
            bool placed = legal[i].verb == VERB_CARD && legal[i].place.kind != PLACE_NOWHERE;
            if (legal[i].verb != *verbs || (placed && table->book->family == FAMILY_BACCARAT))
                continue;
            if (legal[i].verb == VERB_DECIDE && !is_answer(table, &legal[i]))
                continue;
            *act = legal[i];
            bot_fill_cards(table, act);
            return true;
        }
    }
    return false;
}

static bool someone(struct table *table, const uint8_t *verbs, struct act *act)
{
    for (unsigned person = 0; person < table->roster.count; person++)
        if (first_legal(table, ACTOR_PERSON, person, verbs, act))
            return true;
    return false;
}

bool bot_finish(struct table *table, struct act *act)
{
    static const uint8_t answers[] = {VERB_DECIDE, VERB_NONE};
    static const uint8_t closing[] = {VERB_OPEN, VERB_CLOSE, VERB_NONE};
    static const uint8_t card[] = {VERB_CARD, VERB_NONE};
    static const uint8_t deciding[] = {VERB_STAND,   VERB_HIT, VERB_REFUSE,   VERB_PICK, VERB_CONTINUE,
                                       VERB_DECLINE, VERB_CUT, VERB_DISAGREE, VERB_NONE};
    static const uint8_t going_on[] = {VERB_REVEAL,  VERB_END,     VERB_SETTLE, VERB_PICK,
                                       VERB_SHUFFLE, VERB_PROCEED, VERB_NONE};
    static const uint8_t astray[] = {VERB_IRREGULARITY, VERB_VOID, VERB_NONE};
    if (table->round.question && first_legal(table, ACTOR_SHIFT, 0, answers, act))
        return true;
    if (table->round.question && someone(table, deciding, act))
        return true;
    return first_legal(table, ACTOR_DEALER, 0, closing, act) ||
           first_legal(table, ACTOR_TERMINAL, 0, closing, act) ||
           first_legal(table, ACTOR_SHOE, 0, card, act) || someone(table, deciding, act) ||
           first_legal(table, ACTOR_SHIFT, 0, going_on, act) ||
           first_legal(table, ACTOR_DEALER, 0, astray, act);
}

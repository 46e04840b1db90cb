/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.c - one moment of a round, looked at from all sides: every act that is offered is accepted, and every
 * act that can be said and is accepted was offered. */
#include <string.h>

#include "battery.h"
#include "record/form.h"

/* ---- Everything that is offered. ---- */

static struct round clone;

static enum status ruled(const struct table *table, const struct act *act)
{
    static struct events events;
    enum status status = round_apply(table->book, &clone, act, &events).status;
    if (status == STATUS_OK)
        clone = table->round; /* a refusal leaves it as it is */
    return status;
}

/* At its largest it is accepted, one unit more is not. */
static void sweep_size(const struct table *table, struct act act)
{
    if (!act_has_size(&act) || act.flags & ACT_UNNOTICED)
        return;
    act.amount_cents = table->family->amount_max(table->book, &table->round, &act);
    enum status status = ruled(table, &act);
    if (status != STATUS_OK)
        breach(table, &act, "the largest amount of an offer is refused: %s", status_name(status));
    act.amount_cents += table->book->unit_cents;
    if (ruled(table, &act) == STATUS_OK)
        breach(table, &act, "more than the largest amount of an offer is accepted");
}

static void sweep_offers(const struct table *table, enum actor actor, unsigned person)
{
    static struct act legal[LEGAL_ACTS_MAX];
    unsigned count = round_legal_acts(table->book, &table->round, actor, person, legal);
    for (unsigned i = 0; i < count; i++) {
        struct act act = legal[i];
        bot_fill_cards(table, &act);
        act_normalise(&act, table->setting.areas > 0);
        enum status status = ruled(table, &act);
        if (status != STATUS_OK)
            breach(table, &act, "on the list, but refused: %s", status_name(status));
        sweep_size(table, act);
    }
}

/* ---- Everything that can be said. ---- */

enum part {
    PART_PERSON,
    PART_OTHER,
    PART_WAGER,
    PART_AREA,
    PART_HAND,
    PART_OWNER,
    PART_AMOUNT,
    PART_WORD, /* flags */
    PART_OPTION,
    PART_NUMBER,
    PART_CARDS,
    PART_PLACE,
    PART_PERSONS,
    PART_NOTE,
    PART_COUNT
};

enum { AMOUNTS = 6, BET_WORDS = 4, WORDS = 8, CARD_SETS = 8, NUMBERS = 4, PLACES = 5, OWNERS = 2 };

/* How many values of each part are tried; 1: only the first. */
struct span {
    unsigned count[PART_COUNT];
};

/* Numbers of hands: none, those that exist, and one more. */
static unsigned hands_tried(const struct table *table)
{
    unsigned hands = 0;
    if (table->book->family != FAMILY_BLACKJACK)
        return 1;
    for (unsigned area = 1; area <= table->setting.areas; area++)
        if (table->round.blackjack.areas[area].hand_count > hands)
            hands = table->round.blackjack.areas[area].hand_count;
    return hands > 1 ? hands + 2 : 2;
}

static void span_slot(const struct table *table, struct span *span, enum slot slot)
{
    unsigned people = table->roster.count;
    unsigned areas = table->setting.areas + 1U;
    switch (slot) {
    case SLOT_WAGER:
        span->count[PART_WAGER] = table->book->wager_count;
        span->count[PART_OWNER] = OWNERS;
        /* fallthrough */
    case SLOT_HAND:
    case SLOT_HAND_OPTIONAL:
        span->count[PART_AREA] = areas;
        span->count[PART_HAND] = hands_tried(table);
        break;
    case SLOT_INSURED:
        span->count[PART_OWNER] = people + 1;
        /* fallthrough */
    case SLOT_AREA:
    case SLOT_AREA_OPTIONAL:
        span->count[PART_AREA] = areas;
        break;
    case SLOT_AMOUNT:
    case SLOT_AMOUNT_OPTIONAL:
        span->count[PART_AMOUNT] = AMOUNTS;
        break;
    case SLOT_BET_WORDS:
        span->count[PART_WORD] = BET_WORDS;
        break;
    case SLOT_SHUFFLE:
    case SLOT_YES_NO:
        span->count[PART_WORD] = WORDS;
        break;
    case SLOT_YES_NO_PERSON:
        span->count[PART_WORD] = WORDS;
        span->count[PART_PERSON] = people;
        break;
    case SLOT_PLACE:
        span->count[PART_AREA] = areas;
        span->count[PART_HAND] = hands_tried(table);
        span->count[PART_PLACE] = PLACES;
        break;
    case SLOT_PERSON:
        span->count[PART_PERSON] = people;
        break;
    case SLOT_OTHER:
        span->count[PART_OTHER] = people;
        break;
    case SLOT_PERSONS:
        span->count[PART_PERSONS] = 1U << people;
        break;
    case SLOT_DECLINED:
    case SLOT_WINDOW:
        span->count[PART_OPTION] = OPTION_COUNT;
        break;
    case SLOT_CARD_OF:
        span->count[PART_NUMBER] = NUMBERS;
        span->count[PART_PLACE] = PLACES;
        break;
    case SLOT_PICK:
        span->count[PART_NUMBER] = NUMBERS;
        /* fallthrough */
    case SLOT_CARD:
    case SLOT_FACE:
    case SLOT_FACES:
        span->count[PART_CARDS] = CARD_SETS;
        break;
    case SLOT_LYING:
        span->count[PART_CARDS] = CARD_SETS;
        span->count[PART_WORD] = WORDS;
        break;
    case SLOT_RESTRICTION:
        span->count[PART_PERSON] = people;
        span->count[PART_AREA] = areas;
        span->count[PART_NUMBER] = NUMBERS;
        break;
    case SLOT_CLAUSE:
        span->count[PART_NOTE] = IRREGULARITY_COUNT;
        break;
    case SLOT_NONE:
    case SLOT_TEXT:
    case SLOT_DECISION:
    case SLOT_IRREGULARITY:
        break;
    }
}

static int64_t some_amount(const struct table *table, unsigned at)
{
    const struct setting *setting = &table->round.setting;
    const int64_t amounts[AMOUNTS] = {
        0,        table->book->unit_cents, setting->limit_min_cents[0], setting->limit_max_cents[0], 10050,
        100000000};
    return amounts[at];
}

/* None, one of the device, one face down, and what lies out. */
static void some_cards(const struct table *table, unsigned at, struct act *act)
{
    const struct together *together = &table->round.blackjack.together;
    bool lying = table->book->family == FAMILY_BLACKJACK && together->count > 1;
    struct card first = lying ? together->cards[0] : bot_card(table);
    struct card second = lying ? together->cards[1] : CARD_NONE;
    const struct card sets[CARD_SETS][2] = {
        {bot_card(table), CARD_NONE}, {CARD_NONE, CARD_NONE}, {first, second},     {second, first},
        {first, CARD_NONE},           {CARD_NONE, CARD_NONE}, {second, CARD_NONE}, {first, first}};
    static const uint8_t counts[CARD_SETS] = {1, 1, 2, 2, 1, 2, 1, 0};
    act->card_count = counts[at];
    memcpy(act->cards, sets[at], sizeof(sets[at]));
}

static void set_parts(const struct table *table, const unsigned at[PART_COUNT], struct act *act)
{
    static const uint8_t words[WORDS] = {0,       ACT_FRONT,       ACT_UNNOTICED,     ACT_PENDING,
                                         ACT_YES, ACT_ORDER_KNOWN, ACT_ORDER_UNKNOWN, ACT_FULL};
    static const uint8_t places[PLACES] = {PLACE_HAND, PLACE_DEALER, PLACE_PLAYER_SIDE, PLACE_BANKER_SIDE,
                                           PLACE_DISCARD};
    act->person = (uint8_t)at[PART_PERSON];
    act->other = (uint8_t)at[PART_OTHER];
    act->wager = (uint8_t)at[PART_WAGER];
    act->spot = (struct spot){(uint8_t)at[PART_AREA], (uint8_t)at[PART_HAND], (uint8_t)at[PART_OWNER]};
    act->amount_cents = some_amount(table, at[PART_AMOUNT]);
    act->flags = words[at[PART_WORD]];
    act->option = (uint8_t)at[PART_OPTION];
    act->number = (uint8_t)at[PART_NUMBER];
    act->persons = at[PART_PERSONS];
    some_cards(table, at[PART_CARDS], act);
    act->place = (struct place){.kind = places[at[PART_PLACE]]};
    if (act->place.kind == PLACE_HAND)
        act->place = (struct place){PLACE_HAND, act->spot.area, act->spot.hand};
    const char *clauses = table->book->irregularities[at[PART_NOTE]].early_clauses;
    memset(act->note, 0, sizeof(act->note));
    if (act->verb == VERB_VOID && strcspn(clauses, " ") < sizeof(act->note))
        memcpy(act->note, clauses, strcspn(clauses, " "));
}

/* What is refused is asked for among the offers only now and then: that half is the offers' own sweep. */
static void sweep_act(const struct table *table, struct act act)
{
    enum { ASKED_OF_REFUSED = 200 };
    if (!act_normalise(&act, table->setting.areas > 0))
        return;
    enum status status = ruled(table, &act);
    if (status == STATUS_OK && !act_offered(table, &act))
        breach(table, &act, "can be said and is accepted, but is on no list");
    if (status != STATUS_OK && below(table, ASKED_OF_REFUSED) == 0 && act_offered(table, &act))
        breach(table, &act, "on the list with these parts, but refused: %s", status_name(status));
}

static void sweep_span(const struct table *table, const struct span *span, struct act act)
{
    unsigned at[PART_COUNT] = {0};
    unsigned part;
    do {
        set_parts(table, at, &act);
        sweep_act(table, act);
        for (part = 0; part < PART_COUNT && ++at[part] >= span->count[part]; part++)
            at[part] = 0;
    } while (part < PART_COUNT);
}

static void sweep_decisions(const struct table *table, const struct span *span, struct act act)
{
    for (unsigned decision = DECISION_NONE + 1; decision < DECISION_COUNT; decision++) {
        struct span own = *span;
        span_slot(table, &own, form_decision_slot((enum decision)decision));
        act.decision = (uint8_t)decision;
        sweep_span(table, &own, act);
    }
}

static void sweep_reports(const struct table *table, const struct span *span, struct act act)
{
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++) {
        struct span own = *span;
        span_slot(table, &own, form_irregularity_slot((enum irregularity)kind));
        act.irregularity = (uint8_t)kind;
        sweep_span(table, &own, act);
    }
}

static void sweep_verb(const struct table *table, enum actor actor, enum verb verb)
{
    const struct form *form = form_of(actor, verb);
    struct act act = {.actor = (uint8_t)actor, .verb = (uint8_t)verb};
    struct span span;
    if (!form)
        return;
    for (unsigned part = 0; part < PART_COUNT; part++)
        span.count[part] = 1;
    if (actor == ACTOR_PERSON)
        span.count[PART_PERSON] = table->roster.count;
    for (unsigned i = 0; i < FORM_SLOTS_MAX; i++)
        span_slot(table, &span, (enum slot)form->slots[i]);
    if (verb == VERB_DECIDE)
        sweep_decisions(table, &span, act);
    else if (verb == VERB_IRREGULARITY)
        sweep_reports(table, &span, act);
    else
        sweep_span(table, &span, act);
}

void sweep_moment(const struct table *table)
{
    const enum actor speakers[] = {ACTOR_PERSON, (enum actor)(ACTOR_DEALER + below(table, 3)),
                                   ACTOR_TERMINAL};
    clone = table->round;
    for (unsigned actor = ACTOR_PERSON; actor <= ACTOR_SHOE; actor++)
        for (unsigned person = 0; person < (actor == ACTOR_PERSON ? table->roster.count : 1U); person++)
            sweep_offers(table, (enum actor)actor, person);
    for (unsigned i = 0; i < sizeof(speakers) / sizeof(speakers[0]); i++)
        for (unsigned verb = VERB_NONE + 1; verb < VERB_COUNT; verb++)
            sweep_verb(table, speakers[i], (enum verb)verb);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/legal.h"

#include <assert.h>
#include <string.h>

#include "blackjack/bet.h"
#include "blackjack/card.h"
#include "blackjack/felt.h"
#include "blackjack/kind.h"
#include "blackjack/limits.h"
#include "blackjack/pick.h"
#include "blackjack/reread.h"
#include "blackjack/split.h"
#include "blackjack/squeeze.h"
#include "blackjack/together.h"
#include "blackjack/verbs.h"
#include "blackjack/window.h"
#include "round/device.h"

struct list {
    const struct rulebook *book;
    const struct round *round;
    enum actor actor;
    uint8_t person;
    struct act *acts;
    unsigned count;
};

/* Keeps the candidate if it would be accepted. */
static bool keep(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    act.actor = (uint8_t)list->actor;
    if (list->actor == ACTOR_PERSON)
        act.person = list->person;
    /* unreached: no round has so many hands, cards and wagers that can be acted upon at one time */
    if (list->count == LEGAL_ACTS_MAX ||
        !verb_is_for((enum verb)act.verb, list->actor, (enum decision)act.decision) ||
        verb_verify(list->book, list->round, &act, act.place).status != STATUS_OK) /* a card: the one due */
        return false;
    list->acts[list->count++] = act;
    return true;
}

/* ---- Amounts. ---- */

int64_t legal_amount_max(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (act->verb == VERB_DOUBLE)
        return double_max(book, round, act);
    if (act->verb == VERB_INSURE)
        return insure_max(book, round, act);
    if (act->wager >= book->wager_count || act->person >= PERSONS_MAX)
        return 0;
    return bet_max(book, round, act);
}

/* The smallest amounts worth trying: the minimum, what brings a box to it, one chip more than lies there. */
static bool keep_noticed(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    int64_t unit_cents = list->book->unit_cents;
    int index = stake_find(list->round, act.person, act.wager, act.spot);
    if ((index >= 0) != (act.verb == VERB_RAISE)) /* one stack: it is raised, and a new one bet */
        return false;
    int64_t min_cents = limits_min(list->book, list->round, act.person, act.wager, act.spot);
    int64_t more_cents = index < 0 ? 0 : list->round->stakes[index].placed_cents + unit_cents;
    const int64_t amounts[] = {unit_cents, more_cents, more_cents > min_cents ? more_cents : min_cents};
    for (unsigned i = 0; i < sizeof(amounts) / sizeof(amounts[0]); i++) {
        act.amount_cents = amounts[i];
        if (act.amount_cents > 0 && keep(list, act))
            return true;
    }
    return false;
}

static bool keep_unnoticed(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    act.flags |= ACT_UNNOTICED;
    act.amount_cents = list->book->unit_cents;
    return keep(list, act);
}

static void keep_amounts(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    if (!keep_noticed(list, act) && act.verb != VERB_RAISE)
        keep_unnoticed(list, act);
}

/* ---- Spots. ---- */

static void each_spot(struct list *list, struct act act, void (*try)(struct list *list, struct act act))
{
    assert(list->count <= LEGAL_ACTS_MAX);
    if (!verb_can_come((enum verb)act.verb, list->round))
        return;
    for (unsigned area = 0; area <= list->round->setting.areas; area++) {
        const struct area *where = &list->round->blackjack.areas[area];
        act.spot = (struct spot){.area = (uint8_t)area};
        if (!area || !area_is_split(where))
            try(list, act);
        for (unsigned hand = 1; area && area_is_split(where) && hand <= where->hand_count; hand++) {
            act.spot.hand = (uint8_t)hand;
            try(list, act);
        }
    }
}

static void each_area(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    for (unsigned area = 1; area <= list->round->setting.areas; area++) {
        act.spot.area = (uint8_t)area;
        keep(list, act);
    }
}

static void try_plain(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    keep(list, act);
}

static void try_double(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    act.amount_cents = double_min(list->book, list->round);
    keep(list, act);
}

/* Own Insurance, and that of each other bettor. */
static void try_insure(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    act.amount_cents = list->book->unit_cents;
    keep(list, act);
    for (unsigned owner = 0; owner < list->round->person_count; owner++) {
        act.spot.owner = (uint8_t)(owner + 1);
        if (act.spot.area && owner != list->person)
            keep(list, act);
    }
}

/* As many faces as lie down, each as one that can be there; what they are is for the caller to say. */
static void try_reveal(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    const struct deck *deck = deck_of((enum deck_id)list->book->deck);
    const struct hand *hand = felt_hand(list->round, act.spot);
    unsigned code = 0;
    for (unsigned i = 0; hand && i < hand->count; i++) {
        assert(act.card_count < ACT_CARDS_MAX); /* two lie face down at most: their faces come first */
        while (code < deck_card_count(deck) &&
               !device_may_hold(list->book, list->round, deck_card(deck, code)))
            code++;
        if (card_is_none(hand->cards[i]) && code < deck_card_count(deck))
            act.cards[act.card_count++] = deck_card(deck, code++);
    }
    if (act.card_count && keep(list, act))
        memset(list->acts[list->count - 1].cards, 0, sizeof(act.cards));
}

/* ---- A person's acts. ---- */

/* While bets are open, or on split hands: then only a side wager made for them [ar 3.21.1]. */
static bool wager_can_come(const struct list *list, enum verb verb, unsigned wager)
{
    assert(wager < list->book->wager_count);
    return list->round->phase == PHASE_BETTING ||
           ((verb == VERB_BET || verb == VERB_PLACE) && wager_place(list->book, wager) == PLACE_SPLIT_SIDE);
}

static void keep_wagers(struct list *list, enum verb verb)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    for (unsigned wager = 0; wager < list->book->wager_count; wager++) {
        struct act act = {.verb = (uint8_t)verb, .wager = (uint8_t)wager, .person = list->person};
        if (wager_can_come(list, verb, wager))
            each_spot(list, act, verb == VERB_PULL || verb == VERB_CLAIM ? try_plain : keep_amounts);
    }
}

/* Claims to another's declined Insurance. */
static void keep_insurance_claims(struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    if (!has_bit(list->round->blackjack.windows.open, OPTION_INSURANCE))
        return;
    for (unsigned i = 0; i < list->round->stake_count; i++) {
        const struct stake *stake = &list->round->stakes[i];
        struct act act = {.verb = VERB_CLAIM,
                          .spot = {.area = stake->spot.area, .owner = (uint8_t)(stake->person + 1)}};
        if (!stake_is_main(list->book, stake))
            continue;
        act.wager = (uint8_t)felt_wager(list->book, PLACE_INSURANCE);
        keep(list, act);
    }
}

static void keep_answers(struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    const struct blackjack_state *state = &list->round->blackjack;
    for (unsigned other = 0; other < list->round->person_count; other++)
        if (keep(list, (struct act){.verb = VERB_AGREE, .other = (uint8_t)other}))
            break;
    for (unsigned i = 0; i < state->together.count; i++) {
        struct act act = {.verb = VERB_PICK, .number = (uint8_t)(i + 1)};
        keep(list, act);
        act = (struct act){.verb = VERB_ACCEPT, .card_count = 1, .cards = {state->together.cards[i]}};
        keep(list, act);
    }
    struct act refuse = {.verb = VERB_REFUSE, .card_count = state->together.count};
    memcpy(refuse.cards, state->together.cards, sizeof(refuse.cards));
    if (state->together.count)
        keep(list, refuse);
    if (!state->front_offered)
        return;
    struct act offered = {.verb = VERB_ACCEPT, .card_count = 1, .cards = {list->round->memory.front[0]}};
    keep(list, offered);
    offered.verb = VERB_REFUSE;
    keep(list, offered);
}

/* Where an act of a person is tried. */
enum where {
    AT_TABLE,
    AT_AREAS, /* all of theirs, or one */
    AT_SPOTS,
    AT_TURN,   /* the hand in play */
    AT_FORMED, /* the hand just formed by a split */
};

/* `option`: the one it takes or declines; on areas and spots it is tried while the window of that is open. */
struct candidate {
    uint8_t verb;
    uint8_t where;  /* enum where */
    uint8_t option; /* enum option_kind */
    void (*try)(struct list *list, struct act act);
};

/* In the order in which they are listed. */
static const struct candidate candidates[] = {
    {VERB_SQUEEZE, AT_AREAS, OPTION_NONE, try_plain},
    {VERB_SIT, AT_AREAS, OPTION_NONE, try_plain},
    {VERB_LEAVE, AT_AREAS, OPTION_NONE, try_plain},
    {VERB_BACK, AT_AREAS, OPTION_NONE, try_plain},
    {VERB_EVEN, AT_AREAS, OPTION_EVEN, try_plain},
    {VERB_WITHDRAW, AT_AREAS, OPTION_NONE, try_plain},
    {VERB_TAKEBACK, AT_AREAS, OPTION_NONE, try_plain},
    {VERB_SURRENDER, AT_SPOTS, OPTION_SURRENDER, try_plain},
    {VERB_HIT, AT_TURN, OPTION_NONE, try_plain},
    {VERB_STAND, AT_TURN, OPTION_NONE, try_plain},
    {VERB_SPLIT, AT_TURN, OPTION_NONE, try_plain},
    {VERB_FOLLOW, AT_FORMED, OPTION_NONE, try_plain},
    {VERB_FINISH, AT_TURN, OPTION_NONE, try_plain},
    {VERB_DISAGREE, AT_TABLE, OPTION_NONE, try_plain},
    {VERB_RISE, AT_TABLE, OPTION_NONE, try_plain},
    {VERB_CONTINUE, AT_TABLE, OPTION_NONE, try_plain},
    {VERB_CUT, AT_TABLE, OPTION_NONE, try_plain},
    {VERB_DECLINE, AT_SPOTS, OPTION_SURRENDER, try_plain},
    {VERB_DECLINE, AT_SPOTS, OPTION_INSURANCE, try_plain},
    {VERB_DECLINE, AT_SPOTS, OPTION_EVEN, try_plain},
    {VERB_DECLINE, AT_FORMED, OPTION_SPLIT, try_plain},
    {VERB_DECLINE, AT_TURN, OPTION_DOUBLE, try_plain},
    {VERB_DOUBLE, AT_TURN, OPTION_NONE, try_double},
    {VERB_INSURE, AT_SPOTS, OPTION_INSURANCE, try_insure},
    {VERB_REVEAL, AT_SPOTS, OPTION_NONE, try_reveal},
};

static void keep_candidate(struct list *list, const struct candidate *candidate)
{
    assert(candidate->try && list->count <= LEGAL_ACTS_MAX);
    const struct blackjack_state *state = &list->round->blackjack;
    struct act act = {.verb = candidate->verb};
    if (candidate->verb == VERB_DECLINE)
        act.option = candidate->option;
    if (!verb_can_come((enum verb)candidate->verb, list->round))
        return;
    switch ((enum where)candidate->where) {
    case AT_AREAS:
    case AT_SPOTS:
        if (candidate->option && !has_bit(state->windows.open, candidate->option))
            return;
        if (candidate->where == AT_SPOTS) {
            each_spot(list, act, candidate->try);
            return;
        }
        candidate->try(list, act);
        each_area(list, act);
        return;
    case AT_TURN:
        act.spot = state->turn;
        break;
    case AT_FORMED:
        act.spot = state->formed.hand;
        break;
    case AT_TABLE:
        break;
    }
    if (candidate->where == AT_TABLE || act.spot.area)
        candidate->try(list, act);
}

static void person_acts(struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    keep_wagers(list, VERB_BET);
    keep_wagers(list, VERB_RAISE);
    keep_wagers(list, VERB_PULL);
    keep_wagers(list, VERB_CLAIM);
    keep_insurance_claims(list);
    for (unsigned i = 0; i < sizeof(candidates) / sizeof(candidates[0]); i++)
        keep_candidate(list, &candidates[i]);
    keep_answers(list);
}

/* ---- Staff. ---- */

/* The card that must come next if its face is known, else any that may. */
static struct card any_card(const struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    const struct deck *deck = deck_of((enum deck_id)list->book->deck);
    struct card first = CARD_NONE;
    if (together_comes_next(list->round))
        first = list->round->blackjack.together.cards[0];
    else if (device_has_front(list->round))
        first = list->round->memory.front[0];
    if (!card_is_none(first))
        return first;
    for (unsigned i = 0; i < deck_card_count(deck); i++)
        if (device_may_hold(list->book, list->round, deck_card(deck, i)))
            return deck_card(deck, i);
    return CARD_NONE;
}

static void each_hand(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    act.place.kind = PLACE_DEALER;
    keep(list, act);
    for (unsigned area = 1; area <= list->round->setting.areas; area++) {
        const struct area *where = &list->round->blackjack.areas[area];
        for (unsigned index = 0; index < where->hand_count; index++) {
            act.place = (struct place){PLACE_HAND, (uint8_t)area, hand_number(where, index)};
            keep(list, act);
        }
    }
}

/* Which card it is, is the caller's to fill in. */
static void keep_faceup(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    act.card_count = 1;
    act.cards[0] = any_card(list);
    if (keep(list, act))
        list->acts[list->count - 1].cards[0] = CARD_NONE;
}

static void keep_report(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    switch ((enum kind_names)kind_row((enum irregularity)act.irregularity)->names) {
    case NAMES_AREA:
        each_area(list, act);
        return;
    case NAMES_HAND:
        each_hand(list, act);
        return;
    case NAMES_FACE:
        keep_faceup(list, act);
        return;
    case NAMES_CARDS:
        act.card_count = 2; /* two cards face down */
        break;
    case NAMES_NOTHING:
        break;
    }
    keep(list, act);
}

static void keep_reports(struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++)
        keep_report(list, (struct act){.verb = VERB_IRREGULARITY, .irregularity = (uint8_t)kind});
}

/* One act of placing for each spot and kind: whoever it can be done for, rightly before unnoticed. */
static void try_place(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    bool (*const ways[])(struct list * list, struct act act) = {keep_noticed, keep_unnoticed};
    for (unsigned way = 0; way < 2; way++)
        for (unsigned person = 0; person < list->round->person_count; person++) {
            act.person = (uint8_t)person;
            if (ways[way](list, act))
                return;
        }
}

static void try_persons(struct list *list, struct act act)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    for (unsigned person = 0; person < list->round->person_count; person++) {
        act.person = (uint8_t)person;
        if (keep(list, act))
            return;
    }
}

static void keep_decisions(struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    for (unsigned decision = DECISION_NONE + 1; decision < DECISION_COUNT; decision++) {
        struct act act = {.verb = VERB_DECIDE, .decision = (uint8_t)decision};
        try_persons(list, act);
        act.flags = ACT_YES;
        try_persons(list, act);
    }
}

/* The first clause of each irregularity that voids rounds. */
static void keep_voids(struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++) {
        const struct irregularity_rule *rule = &list->book->irregularities[kind];
        struct act act = {.verb = VERB_VOID};
        size_t length = strcspn(rule->early_clauses, " ");
        _Static_assert((int)REMEDY_CLAUSES_MAX <= (int)ACT_NOTE_MAX, "a clause fits into a note");
        if (rule->early != REMEDY_VOID)
            continue;
        memcpy(act.note, rule->early_clauses, length);
        if (keep(list, act))
            return;
    }
}

static void keep_picks(struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    unsigned count = list->round->blackjack.together.count;
    unsigned worst = count ? pick_worst(list->book, list->round) : 0;
    for (unsigned i = 0; i < count; i++) /* the proposal of [AMB-87] comes first */
        keep(list, (struct act){.verb = VERB_PICK, .number = (uint8_t)((worst + i) % count + 1)});
}

/* Which card it is instead, is the caller's to fill in. */
static void keep_reread(struct list *list, struct place place, unsigned number, struct card was)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct deck *deck = deck_of((enum deck_id)list->book->deck);
    struct act act = {.verb = VERB_REREAD, .card_count = 1, .place = place, .number = (uint8_t)number};
    for (unsigned i = 0; i < deck_card_count(deck); i++) {
        act.cards[0] = deck_card(deck, i);
        if (card_equal(act.cards[0], was) || !keep(list, act))
            continue;
        list->acts[list->count - 1].cards[0] = CARD_NONE;
        return;
    }
}

static void keep_rereads(struct list *list)
{
    assert(list->round && list->count <= LEGAL_ACTS_MAX);
    struct reread_card last = reread_last(list->round);
    const struct hand *at = felt_place(list->round, last.place);
    if (at)
        keep_reread(list, (struct place){PLACE_NOWHERE, 0, 0}, 0, at->cards[last.number - 1]);
    const struct hand *dealer = &list->round->blackjack.dealer;
    for (unsigned i = 0; i < dealer->count; i++)
        keep_reread(list, (struct place){.kind = PLACE_DEALER}, i + 1, dealer->cards[i]);
    for (unsigned area = 1; area <= list->round->setting.areas; area++) {
        const struct area *where = &list->round->blackjack.areas[area];
        for (unsigned index = 0; index < where->hand_count; index++)
            for (unsigned i = 0; i < where->hands[index].count; i++)
                keep_reread(list, (struct place){PLACE_HAND, (uint8_t)area, hand_number(where, index)}, i + 1,
                            where->hands[index].cards[i]);
    }
}

static void staff_acts(struct list *list)
{
    assert(list->count <= LEGAL_ACTS_MAX);
    static const uint8_t plain[] = {VERB_OPEN, VERB_CLOSE, VERB_SETTLE, VERB_SHUFFLE, VERB_END};
    for (unsigned i = 0; i < sizeof(plain); i++)
        keep(list, (struct act){.verb = plain[i]});
    keep(list, (struct act){.verb = VERB_SHUFFLE, .flags = ACT_FULL});
    for (unsigned option = OPTION_SURRENDER; option <= OPTION_INSURANCE; option++) {
        keep(list, (struct act){.verb = VERB_OFFER, .option = (uint8_t)option});
        keep(list, (struct act){.verb = VERB_SHUT, .option = (uint8_t)option});
    }
    for (unsigned wager = 0; wager < list->book->wager_count; wager++)
        if (wager_can_come(list, VERB_PLACE, wager))
            each_spot(list, (struct act){.verb = VERB_PLACE, .wager = (uint8_t)wager}, try_place);
    each_spot(list, (struct act){.verb = VERB_CALL}, try_persons);
    each_spot(list, (struct act){.verb = VERB_PROCEED}, try_plain);
    each_spot(list, (struct act){.verb = VERB_REVEAL}, try_reveal);
    each_spot(list, (struct act){.verb = VERB_RESTRICT, .number = 1}, try_persons);
    try_persons(list, (struct act){.verb = VERB_CLEAR});
    keep_reports(list);
    keep_decisions(list);
    keep_voids(list);
    keep_picks(list);
    keep_rereads(list);
}

/* Face down where the card is squeezed. */
static void keep_card(struct list *list, struct place due)
{
    assert(due.kind <= PLACE_DISCARD);
    bool down = squeeze_goes_down(list->book, list->round, due);
    keep(list,
         (struct act){
             .verb = VERB_CARD, .card_count = 1, .cards = {down ? CARD_NONE : any_card(list)}, .place = due});
}

unsigned legal_acts(const struct rulebook *book, const struct round *round, enum actor actor, unsigned person,
                    struct act *acts)
{
    assert(person < PERSONS_MAX);
    struct list list = {book, round, actor, (uint8_t)person, acts, 0};
    if (actor == ACTOR_PERSON)
        person_acts(&list);
    else if (actor == ACTOR_SHOE)
        keep_card(&list, card_due(book, round));
    else
        staff_acts(&list);
    return list.count;
}

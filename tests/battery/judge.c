/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c - an offer stands for all acts that differ only in what it leaves open: which of them are good? */
#include <string.h>

#include "battery.h"
#include "round/device.h"
#include "round/stake.h"

/* ---- Amounts. ---- */

static int64_t money_of(const struct table *table, const struct act *act)
{
    const struct setting *setting = &table->round.setting;
    bool known = setting->credit_known >> act->person & 1;
    return known ? setting->credit_cents[act->person] : MONEY_CENTS_MAX;
}

/* What a person may bet, his terminal or the staff may place for him: his own offer says how much. */
static bool find_own_bet(const struct table *table, const struct act *act, struct act *bet)
{
    static struct act legal[LEGAL_ACTS_MAX];
    static struct round round;
    round = table->round;
    if (table->book->family == FAMILY_BLACKJACK) { /* staff may place for somebody who has walked away */
        round.blackjack.absent = 0;
        for (unsigned area = 0; area <= AREAS_MAX; area++)
            round.blackjack.areas[area].absent = 0;
    }
    unsigned count = round_legal_acts(table->book, &round, ACTOR_PERSON, act->person, legal);
    for (unsigned i = 0; i < count; i++)
        if (legal[i].verb == VERB_BET && legal[i].wager == act->wager &&
            spot_equal(legal[i].spot, act->spot)) {
            *bet = legal[i];
            return true;
        }
    return false;
}

static bool judge_size(const struct table *table, const struct act *legal, const struct act *act)
{
    struct act own = *legal;
    if (act->amount_cents <= 0 || act->amount_cents % table->book->unit_cents != 0)
        return false;
    if (act->verb == VERB_PLACE && act->person != legal->person && !find_own_bet(table, act, &own))
        return false;
    bool new_wager = act->verb == VERB_BET || act->verb == VERB_PLACE;
    if (new_wager && (act->flags & ACT_UNNOTICED))
        return act->amount_cents <= money_of(table, act);
    if (own.flags & ACT_UNNOTICED)
        return false;
    return act->amount_cents >= own.amount_cents &&
           act->amount_cents <= table->family->amount_max(table->book, &table->round, act);
}

/* What the others of a box add to a person's wager, where the minimum is asked of the box [AMB-06]. */
static int64_t others_add(const struct table *table, const struct act *act)
{
    const struct blackjack_rules *rules = &table->book->blackjack;
    int64_t cents = 0;
    if (table->book->family != FAMILY_BLACKJACK || rules->minimum_scope != MINIMUM_BOX_TOTAL ||
        rules->limit_scope != LIMIT_PER_AREA || table->book->wagers[act->wager].place != PLACE_MAIN)
        return 0;
    for (unsigned i = 0; i < table->round.stake_count; i++) {
        const struct stake *stake = &table->round.stakes[i];
        if (stake->wager == act->wager && stake->spot.area == act->spot.area && stake->person != act->person)
            cents += stake->placed_cents;
    }
    return cents;
}

/* Nothing may be left that is under the minimum. */
static bool judge_pull(const struct table *table, const struct act *act)
{
    int index = stake_find(&table->round, act->person, act->wager, act->spot);
    if (index < 0 || act->amount_cents < 0 || act->amount_cents % table->book->unit_cents != 0)
        return false;
    int64_t left_cents = table->round.stakes[index].placed_cents - act->amount_cents;
    return left_cents == 0 || act->amount_cents == 0 ||
           (left_cents > 0 &&
            left_cents + others_add(table, act) >= table->round.setting.limit_min_cents[act->wager]);
}

/* ---- Cards. ---- */

/* The card everybody knows to be next among those lying out; false: the device gives the next one. */
static bool lies_next(const struct table *table, struct card *card)
{
    const struct together *together = &table->round.blackjack.together;
    const struct baccarat_state *baccarat = &table->round.baccarat;
    if (device_has_front(&table->round))
        return false;
    if (table->book->family == FAMILY_BACCARAT) {
        *card = baccarat->lying[0];
        return baccarat->lying_count > 0;
    }
    *card = together->cards[0];
    return together->count > 0 && (together->ordered > 0 || together->discards == together->count);
}

static bool may_be_next(const struct table *table, struct card card)
{
    struct card first;
    if (!lies_next(table, &first) || card_is_none(first))
        return device_verify(table->book, &table->round, card) == STATUS_OK;
    return card_equal(first, card);
}

static bool judge_card(const struct table *table, const struct act *act)
{
    if (card_is_none(act->cards[0]))
        return round_wants(table->book, &table->round).face_down;
    return may_be_next(table, act->cards[0]);
}

/* The cards of the act leave one after the other; of those face down nothing is known. */
static bool can_leave(const struct table *table, struct round *round, const struct act *act)
{
    for (unsigned i = 0; i < act->card_count; i++) {
        bool down = card_is_none(act->cards[i]);
        if (down ? act->verb == VERB_REVEAL : !device_may_hold(table->book, round, act->cards[i]))
            return false;
        if (!down)
            round->memory.out[act->cards[i].code]++;
    }
    return true;
}

/* All faces or the first of them, each one that can have left the device. */
static bool judge_faces(const struct table *table, const struct act *legal, const struct act *act)
{
    struct round round = table->round;
    for (unsigned i = 0; i < round.memory.front_count; i++)
        round.memory.out[round.memory.front[i].code]++;
    return can_leave(table, &round, act) && act->card_count > 0 && act->card_count <= legal->card_count;
}

bool is_astray(const struct table *table, const struct act *act, struct place due)
{
    return table->book->family == FAMILY_BLACKJACK && act->verb == VERB_CARD && act->actor == ACTOR_SHOE &&
           act->place.kind != PLACE_NOWHERE && memcmp(&act->place, &due, sizeof(due)) != 0;
}

static bool can_lie(const struct table *table, struct place place)
{
    const struct blackjack_state *state = &table->round.blackjack;
    if (place.kind == PLACE_DISCARD)
        return true;
    if (place.kind == PLACE_DEALER)
        return state->dealer.count < HAND_CARDS_MAX;
    if (place.kind != PLACE_HAND || place.area == 0 || place.area > table->round.setting.areas)
        return false;
    const struct area *area = &state->areas[place.area];
    bool split = area->hand_count > 1;
    if (split ? place.hand == 0 || place.hand > area->hand_count : place.hand != 0)
        return false;
    return area->hands[split ? place.hand - 1 : 0].count < HAND_CARDS_MAX;
}

bool judge_astray(const struct table *table, const struct act *act)
{
    const struct blackjack_state *state = &table->round.blackjack;
    bool asked = table->round.question == QUESTION_SHIFT || table->round.question == QUESTION_RECONSTRUCTABLE;
    return table->round.phase == PHASE_DEALING && !asked && !state->riffle && !state->together.count &&
           state->trail.count < TRAIL_MAX && !card_is_none(act->cards[0]) &&
           may_be_next(table, act->cards[0]) && can_lie(table, act->place);
}

/* Each card of the act is another one of those lying out. */
static bool all_lie_out(const struct table *table, const struct act *act, bool down_too)
{
    const struct together *together = &table->round.blackjack.together;
    unsigned used = 0;
    for (unsigned i = 0; i < act->card_count; i++) {
        unsigned slot = 0;
        while (slot < together->count &&
               (used >> slot & 1 || !card_equal(together->cards[slot], act->cards[i])))
            slot++;
        if (slot == together->count || (card_is_none(act->cards[i]) && !down_too))
            return false;
        used |= 1U << slot;
    }
    return true;
}

/* [mbs 5.23.3] several cards only among those seen, for a hand that may take several. */
static bool judge_pick(const struct table *table, const struct act *legal, const struct act *act)
{
    const struct blackjack_state *state = &table->round.blackjack;
    const struct area *area = &state->areas[state->turn.area];
    const struct hand *hand = &area->hands[state->turn.hand ? state->turn.hand - 1 : 0];
    bool order_only = table->book->irregularities[IRREGULARITY_SIMULTANEOUS].early == REMEDY_PICK_ORDER;
    bool pit = act->actor != ACTOR_PERSON; /* [mbs 5.23.4.5] only what is on the list */
    if (act->number)
        return pit ? act->number == legal->number : act->number <= state->together.count;
    if (!all_lie_out(table, act, false) ||
        (pit && !card_equal(act->cards[0], state->together.cards[legal->number - 1])))
        return false;
    return act->card_count == 1 ||
           (act->card_count > 1 && act->actor == ACTOR_PERSON && !order_only && state->together.seen > 1 &&
            state->phase >= DEAL_INTERIM && state->turn.area && (!hand->asks || hand->asks == ASKS_HIT));
}

static bool judge_refuse(const struct table *table, const struct act *legal, const struct act *act)
{
    if (act->card_count != legal->card_count)
        return false;
    if (table->round.blackjack.front_offered)
        return card_equal(act->cards[0], legal->cards[0]);
    return all_lie_out(table, act, true);
}

/* ---- Reports. ---- */

static bool judge_together(const struct table *table, const struct act *act)
{
    bool order_said = act->flags == ACT_ORDER_KNOWN || act->flags == ACT_ORDER_UNKNOWN;
    if (act->card_count < 2 || (table->book->family == FAMILY_BACCARAT && !order_said))
        return false;
    struct round round = table->round;
    const struct memory *memory = &table->round.memory;
    struct act rest = *act;
    rest.card_count = 0;
    for (unsigned i = 0; i < memory->front_count; i++) {
        round.memory.out[memory->front[i].code]++; /* it is not among the others */
        if (i < act->card_count && !card_is_none(act->cards[i]) &&
            !card_equal(act->cards[i], memory->front[i]))
            return false;
    }
    for (unsigned i = memory->front_count; i < act->card_count; i++)
        rest.cards[rest.card_count++] = act->cards[i];
    return can_leave(table, &round, &rest);
}

static bool judge_report(const struct table *table, const struct act *act)
{
    switch ((int)act->irregularity) {
    case IRREGULARITY_FACEUP_CARD:
        return device_may_hold(table->book, &table->round, act->cards[0]);
    case IRREGULARITY_SIMULTANEOUS:
        return judge_together(table, act);
    case IRREGULARITY_TERMINAL_FAILURE:
        return act->persons && act->persons < 1U << table->roster.count;
    default:
        return true;
    }
}

/* ---- People and notes. ---- */

/* [mbs 3.13] who has a wager there, unless a seated bettor decides or [rws 1.26] a higher wager. */
static bool judge_call(const struct table *table, const struct act *act)
{
    const struct round *round = &table->round;
    unsigned main = (unsigned)rulebook_wager(table->book, "main");
    unsigned seated = round->setting.seated[act->spot.area];
    int own = stake_find(round, act->person, main, act->spot);
    if (own < 0 || (seated && stake_find(round, seated - 1, main, act->spot) >= 0))
        return own >= 0 && seated - 1 == act->person;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (table->book->blackjack.control_unseated == CONTROL_HIGHEST && round->stakes[i].wager == main &&
            round->stakes[i].spot.area == act->spot.area &&
            round->stakes[i].placed_cents > round->stakes[own].placed_cents)
            return false;
    return true;
}

static bool judge_decision(const struct table *table, const struct act *act)
{
    if (act->decision != DECISION_WITHDRAW)
        return true;
    return table->family->offered(table->book, &table->round, OPTION_WITHDRAW) >> act->person & 1;
}

/* Somebody with an equal claim to what the answer is about. */
static bool judge_agree(const struct table *table, const struct act *act)
{
    const struct blackjack_state *state = &table->round.blackjack;
    for (unsigned i = 0; i < state->claims.count; i++) {
        const struct claim *claim = &state->claims.list[i];
        struct claim_rank rank;
        int own = -1;
        int other = -1;
        if (claim->person != act->person || claim->answer)
            continue;
        table->family->rank(table->book, &table->round, claim->spot, claim->wager, &rank);
        for (unsigned n = 0; n < rank.count; n++) {
            own = rank.person[n] == act->person ? rank.group[n] : own;
            other = rank.person[n] == act->other ? rank.group[n] : other;
        }
        if (own >= 0 && own == other)
            return true;
    }
    return false;
}

/* What would come of an act of the pit's. */
static bool try_report(const struct table *table, struct round *round, enum irregularity kind)
{
    static struct events events;
    const struct act act = {.actor = ACTOR_PIT, .verb = VERB_IRREGULARITY, .irregularity = (uint8_t)kind};
    return table->family->apply(table->book, round, &act, &events).status == STATUS_OK;
}

/* The card everybody knows to come next in baccarat, from the front or lying out. */
static struct card known_next(const struct round *round)
{
    if (device_has_front(round))
        return round->memory.front[0];
    return round->baccarat.lying_count ? round->baccarat.lying[0] : CARD_NONE;
}

/* [bac 5.3] put right and played on with the cards that are known to be there, the round wants another. */
static bool wants_more(const struct table *table)
{
    static struct round round;
    static struct events events;
    round = table->round;
    round.baccarat.beyond_repair = false;
    if (round.baccarat.astray && !try_report(table, &round, IRREGULARITY_WRONG_ORDER))
        return false;
    while (table->family->wants(table->book, &round).card.kind != PLACE_NOWHERE) {
        struct act card = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
        card.cards[0] = known_next(&round);
        if (card_is_none(card.cards[0]))
            return true;
        if (table->family->apply(table->book, &round, &card, &events).status != STATUS_OK)
            return false;
    }
    return false;
}

/* [rws 5.5.3] [bac 5.3] cards are still to come. */
static bool not_dealt_out(const struct table *table)
{
    if (table->round.phase == PHASE_BETTING)
        return true;
    return table->book->family == FAMILY_BACCARAT ? wants_more(table)
                                                  : !table->family->wants(table->book, &table->round).may_end;
}

/* [rws 5.4.2] [bac 5.9.1] what an interruption would void may be declared void for it. */
static bool outage_voids(const struct table *table)
{
    static struct round round;
    round = table->round;
    return try_report(table, &round, IRREGULARITY_POWER_FAILURE) && round.voided;
}

static bool judge_void(const struct table *table, const struct act *act)
{
    if (text_has_word(table->book->grounds[GROUND_OUTAGE_UNDECIDED], act->note))
        return outage_voids(table);
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++)
        if (table->book->irregularities[kind].early == REMEDY_VOID &&
            text_has_word(table->book->irregularities[kind].early_clauses, act->note))
            return kind != IRREGULARITY_INSUFFICIENT_CARDS || not_dealt_out(table);
    return false;
}

/* The place and number of the card that is to be put right: named, or the last. */
static void reread_spot(const struct table *table, const struct act *act, struct place *place,
                        unsigned *number)
{
    const struct baccarat_state *baccarat = &table->round.baccarat;
    *place = act->place;
    *number = act->number;
    if (act->place.kind != PLACE_NOWHERE)
        return;
    if (table->book->family == FAMILY_BLACKJACK) {
        *place = table->round.blackjack.last.place;
        *number = table->round.blackjack.last.number;
        return;
    }
    place->kind = baccarat->cards[baccarat->card_count - 1].lies;
    for (unsigned i = 0; i < baccarat->card_count; i++)
        *number += baccarat->cards[i].lies == place->kind;
}

static unsigned value_of(struct card card)
{
    return card_rank(card) > RANK_TEN ? RANK_TEN : card_rank(card);
}

/* Another card than was entered, of which a copy can be out; one on which the hand was split is of the same
 * value. */
static bool judge_reread(const struct table *table, const struct act *act)
{
    struct card cards[HAND_CARDS_MAX];
    struct place place;
    unsigned number;
    reread_spot(table, act, &place, &number);
    unsigned count = table->family->cards(&table->round, place, cards);
    if (!number || number > count || card_is_none(act->cards[0]) ||
        card_equal(cards[number - 1], act->cards[0]))
        return false;
    bool split = table->book->family == FAMILY_BLACKJACK && place.kind == PLACE_HAND && place.hand;
    if (split && number == 1 && value_of(cards[0]) != value_of(act->cards[0]))
        return false;
    return device_verify_faces(table->book, &table->round, act->cards, 1) == STATUS_OK;
}

bool judge_offer(const struct table *table, const struct act *legal, const struct act *act)
{
    if (act_has_size(act))
        return judge_size(table, legal, act);
    switch ((int)act->verb) {
    case VERB_CARD:
        return judge_card(table, act);
    case VERB_REREAD:
        return judge_reread(table, act);
    case VERB_REVEAL:
        return judge_faces(table, legal, act);
    case VERB_PULL:
        return judge_pull(table, act);
    case VERB_PICK:
        return judge_pick(table, legal, act);
    case VERB_REFUSE:
        return judge_refuse(table, legal, act);
    case VERB_IRREGULARITY:
        return judge_report(table, act);
    case VERB_CALL:
        return judge_call(table, act);
    case VERB_CLEAR:
        return table->round.memory.under_minimum >> act->person & 1;
    case VERB_DECIDE:
        return judge_decision(table, act);
    case VERB_AGREE:
        return judge_agree(table, act);
    case VERB_VOID:
        return judge_void(table, act);
    default:
        return true;
    }
}

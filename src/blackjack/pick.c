/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/pick.h"

#include <assert.h>
#include <string.h>

#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/dealer.h"
#include "blackjack/due.h"
#include "blackjack/hand.h"
#include "blackjack/options.h"
#include "blackjack/together.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"
#include "round/device.h"

static bool order_only(const struct rulebook *book)
{
    return book->irregularities[IRREGULARITY_SIMULTANEOUS].early == REMEDY_PICK_ORDER;
}

/* [AMB-85] [rws 5.12.1, 5.12.2] the options come once the cards are thrown away. */
void pick_thrown(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt->state->choice.waits && !felt->state->together.count) {
        felt->state->choice.waits = false;
        options_offer(felt, IRREGULARITY_SIMULTANEOUS, felt->state->choice.late, false);
    }
}

struct picker {
    bool pending;
    bool dealer;
    int person; /* -1: the pit */
};

static struct picker picker_of(const struct rulebook *book, const struct round *round)
{
    const struct together *together = &round->blackjack.together;
    struct picker nobody = {false, false, -1};
    if (!together->count || together->ordered || together->discards == together->count ||
        device_has_front(round))
        return nobody;
    struct place wanted = due_place(book, round);
    if (wanted.kind == PLACE_DEALER)
        return (struct picker){true, true, -1};
    if (wanted.kind != PLACE_HAND || (together->passed_on && together->chooser == wanted.area))
        return nobody;
    struct spot spot = {.area = wanted.area, .hand = wanted.hand};
    return (struct picker){true, false, control_of(book, round, spot).person};
}

bool pick_pending(const struct rulebook *book, const struct round *round)
{
    return round->blackjack.together.count && picker_of(book, round).pending;
}

bool pick_card_offered(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    if (!(state->front_offered || together_rest_is_offered(round)) || state->phase < DEAL_INTERIM ||
        !state->turn.area)
        return false;
    return !turn_waits_for_card(felt_hand(round, state->turn)) &&
           control_of(book, round, state->turn).person >= 0;
}

uint32_t pick_options(const struct rulebook *book, const struct round *round, enum option_kind option)
{
    int person = -1;
    if (option == OPTION_PICK && pick_pending(book, round))
        person = picker_of(book, round).person;
    if (option == OPTION_CARD && pick_card_offered(book, round))
        person = control_of(book, round, round->blackjack.turn).person;
    return person < 0 ? 0 : UINT32_C(1) << person;
}

static enum ground pick_ground(const struct rulebook *book, const struct together *together)
{
    assert(together->count <= ACT_CARDS_MAX && together->ordered <= together->count);
    return together->seen < 2 || order_only(book) ? GROUND_PICK_UNSEEN : GROUND_PICK_AMONG;
}

static void tell_option(struct felt *felt, enum option_kind option, int person)
{
    struct blackjack_state *state = felt->state;
    struct event *event = events_add(felt->events, EVENT_OFFERED);
    event->option = (uint8_t)option;
    event->person = (uint8_t)person;
    event->spot = state->turn;
    if (option == OPTION_CARD && state->front_offered) {
        event->card = felt->round->memory.front[0];
        felt_cite_irregularity(event, IRREGULARITY_CARD_NOT_WANTED, false);
        return;
    }
    event_cite(event,
               option == OPTION_CARD ? GROUND_PICK_NEXT_PLAYER : pick_ground(felt->book, &state->together));
    felt_cite_irregularity(event, IRREGULARITY_SIMULTANEOUS, false);
}

/* What is left when no further Player comes is burnt, or in the initial deal falls to the Dealer. */
static void settle_rest(struct felt *felt)
{
    struct blackjack_state *state = felt->state;
    struct together *together = &state->together;
    if (!together->passed_on || together->ordered || together->discards)
        return;
    if (state->phase >= DEAL_INTERIM && !state->turn.area) {
        together->discards = together->count;
    } else if (state->phase == DEAL_INITIAL && together->count == 1 &&
               due_place(felt->book, felt->round).kind == PLACE_DEALER) {
        together->ordered = 1;
        together->ground[0] = GROUND_PICK_DEALER_SEEN + 1;
    }
}

/* [rws 5.12.1] whoever was to choose is out and the Dealer is next: thrown away, as if they had been the
 * chooser's. */
/* [mbs 5.23.3.1, 5.25] whoever picked them has withdrawn before they came: they lie out again for the next
 * Player; after two choices they are burned. */
static void settle_left(struct felt *felt)
{
    struct together *together = &felt->state->together;
    if (!together->passed_on || !together->ordered || !together->chooser ||
        has_bit(felt_areas_staked(felt->book, felt->round), together->chooser))
        return;
    together->ordered = 0;
    if (together->last_choice)
        together->discards = together->count;
}

static void settle_unchosen(struct felt *felt)
{
    struct together *together = &felt->state->together;
    if (!order_only(felt->book) || !picker_of(felt->book, felt->round).dealer)
        return;
    together_set_grounds(together, 0, GROUND_PICK_DEALER_OUT);
    together->discards = together->count;
}

void pick_advance(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    if (!state->together.count && !state->front_offered)
        return;
    settle_left(felt);
    settle_rest(felt);
    settle_unchosen(felt);
    bool offered = pick_card_offered(felt->book, felt->round);
    struct picker picker = picker_of(felt->book, felt->round);
    int person = offered ? control_of(felt->book, felt->round, state->turn).person : picker.person;
    bool ask = (offered || picker.pending) && person >= 0;
    uint8_t told = ask ? (uint8_t)(1 + person) : 0;
    if (ask && told != state->together.told)
        tell_option(felt, offered ? OPTION_CARD : OPTION_PICK, person);
    state->together.told = told;
}

/* [mbs 5.23.4.5] how bad a card is for the Dealer: a busting one most, then the lower total, then an
 * unfinished one; -1: not known. */
static int harm_of(const struct rulebook *book, const struct round *round, unsigned slot)
{
    struct card card = round->blackjack.together.cards[slot];
    struct hand hand = round->blackjack.dealer;
    if (card_is_none(card) || hand.count >= HAND_CARDS_MAX)
        return -1;
    hand_add(&hand, card);
    int points = hand_total(book, &hand).points;
    return points > TWENTY_ONE ? 1000 : 100 - 2 * points + dealer_total_draws(book, &hand);
}

unsigned pick_worst(const struct rulebook *book, const struct round *round)
{
    const struct together *together = &round->blackjack.together;
    unsigned worst = 0;
    for (unsigned i = 1; i < together->count; i++)
        if (harm_of(book, round, i) > harm_of(book, round, worst))
            worst = i;
    return worst;
}

/* [mbs 5.23.2, 5.23.4.3] with one card seen, that one is next and the others follow. */
static void order_seen(struct together *together, bool dealer)
{
    assert(together->count <= ACT_CARDS_MAX && together->ordered <= together->count);
    for (unsigned i = 1; i < together->count; i++)
        if (!card_is_none(together->cards[i]))
            together_swap(together, 0, i);
    together_set_grounds(together, 0, dealer ? GROUND_PICK_DEALER_SEEN_REST : GROUND_PICK_SEEN_REST);
    together->ground[0] = (uint8_t)((dealer ? GROUND_PICK_DEALER_SEEN : GROUND_PICK_SEEN) + 1);
    together->ordered = together->count;
}

bool pick_order_known(const struct round *round, const struct act *act)
{
    int known = device_front_leads(round, act->cards, act->card_count);
    return act->flags & ACT_ORDER_KNOWN || (known > 0 && act->card_count <= known + 1);
}

void pick_lay_out(struct felt *felt, const struct act *act)
{
    assert(felt->state == &felt->round->blackjack);
    bool in_order = pick_order_known(felt->round, act);
    struct together *together = &felt->state->together;
    bool dealer = due_place(felt->book, felt->round).kind == PLACE_DEALER;
    unsigned known = (unsigned)device_front_leads(felt->round, act->cards, act->card_count);
    *together = (struct together){.count = (uint8_t)(act->card_count - known)};
    for (unsigned i = 0; i < together->count; i++) {
        together->cards[i] = act->cards[known + i];
        together->seen = (uint8_t)(together->seen + !card_is_none(together->cards[i]));
    }
    device_lay_aside(felt->round, together->cards, together->count);
    if (!in_order || order_only(felt->book))
        together_set_grounds(together, 0, GROUND_PICK_REST); /* [mbs 5.23] does not speak of a known order */
    if (in_order) {
        together->ordered = together->count;
    } else if (order_only(felt->book)) {
        if (dealer && !known) { /* the Dealer's is known to be next: the others come to whoever follows */
            together_set_grounds(together, 0, GROUND_PICK_DEALER_OUT);
            together->discards = together->count; /* [rws 5.12.1] */
            felt->state->choice.waits = true;
        }
    } else if (together->seen == 1) {
        order_seen(together, dealer);
    }
}

/* [mbs 5.7] [rws 3.24, 5.10.2] nobody is to get them. */
void pick_throw_away(struct felt *felt, const struct act *act)
{
    assert(felt->state == &felt->round->blackjack);
    struct together *together = &felt->state->together;
    pick_lay_out(felt, act);
    together_set_grounds(together, 0, GROUND_DEALER_DRAWS);
    together->ordered = 0;
    together->discards = together->count;
}

/* Where among the cards lying out the act's n-th card is; -1: nowhere. */
static int slot_of(const struct together *together, const struct act *act, unsigned n)
{
    assert(together->count <= ACT_CARDS_MAX && together->ordered <= together->count);
    if (act->number)
        return act->number <= together->count ? act->number - 1 : -1;
    unsigned earlier = 0;
    for (unsigned i = 0; i < n; i++)
        earlier += card_equal(act->cards[i], act->cards[n]);
    for (unsigned i = 0; i < together->count; i++)
        if ((!card_is_none(act->cards[n]) || act->verb == VERB_REFUSE) &&
            card_equal(together->cards[i], act->cards[n]) && earlier-- == 0)
            return (int)i;
    return -1;
}

static unsigned pick_count(const struct act *act)
{
    return act->number ? 1 : act->card_count;
}

static struct ruling cards_verify(const struct round *round, const struct act *act, unsigned max)
{
    unsigned count = pick_count(act);
    if (!count || count > max)
        return refuse(STATUS_PICK_COUNT, GROUND_PICK_AMONG);
    for (unsigned i = 0; i < count; i++)
        if (slot_of(&round->blackjack.together, act, i) < 0)
            return refuse(STATUS_NOT_LYING_OUT, GROUND_PICK_AMONG);
    return allow(GROUND_PICK_AMONG);
}

/* How many cards the picker may take: several only of seen cards, and only for a hand that may draw again:
 * not for a doubled one [3.26.4] or for split Aces [3.23.1]. */
static unsigned pick_max(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    const struct hand *hand = felt_hand(round, state->turn);
    assert(hand || state->phase < DEAL_INTERIM);
    bool several = !order_only(book) && state->together.seen > 1 && state->phase >= DEAL_INTERIM &&
                   (hand->asks == ASKS_HIT || !hand->asks) &&
                   !(hand->aces && book->blackjack.split_aces_one_card);
    return several ? state->together.count : 1;
}

/* [mbs 5.23.4.5] another card than the most detrimental, unless that is for the pit to say [AMB-87]. */
static bool spares_dealer(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (book->blackjack.detrimental == DETRIMENTAL_BY_PIT || round->blackjack.together.seen < 2)
        return false;
    int slot = slot_of(&round->blackjack.together, act, 0);
    assert(slot >= 0);
    return harm_of(book, round, (unsigned)slot) < harm_of(book, round, pick_worst(book, round));
}

struct ruling bj_pick_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_PICK || act->verb == VERB_ACCEPT);
    struct picker picker = picker_of(book, round);
    bool offered = pick_card_offered(book, round) && !round->blackjack.front_offered;
    bool staff = act->actor != ACTOR_PERSON;
    enum ground ground = pick_ground(book, &round->blackjack.together);
    if (picker.pending ? (picker.person < 0) != staff : staff || !offered)
        return refuse(STATUS_NOT_ASKED, ground);
    int person = picker.pending ? picker.person : control_of(book, round, round->blackjack.turn).person;
    if (!staff && person != act->person)
        return refuse(STATUS_NOT_ASKED, ground);
    struct ruling ruling = cards_verify(round, act, staff ? 1 : pick_max(book, round));
    if (ruling.status != STATUS_OK)
        return ruling;
    if (picker.dealer && spares_dealer(book, round, act))
        return ruling_irregular(refuse(STATUS_PICK_WORST, GROUND_PICK_DEALER_WORST),
                                IRREGULARITY_SIMULTANEOUS, false);
    if (!picker.dealer)
        ground = offered ? GROUND_PICK_NEXT_PLAYER : ground;
    else
        ground = round->blackjack.together.seen < 2 ? GROUND_PICK_DEALER : GROUND_PICK_DEALER_WORST;
    return ruling_irregular(allow(ground), IRREGULARITY_SIMULTANEOUS, false);
}

/* Brings the picked cards to the front, in the order picked, and tells the order in which all will leave. */
static void bring_forward(struct felt *felt, const struct act *act)
{
    struct together *together = &felt->state->together;
    struct card cards[ACT_CARDS_MAX] = {0};
    uint8_t order[ACT_CARDS_MAX];
    unsigned count = 0;
    uint32_t used = 0;
    for (unsigned i = 0; i < pick_count(act); i++) {
        order[count] = (uint8_t)slot_of(together, act, i);
        used |= UINT32_C(1) << order[count++];
    }
    for (unsigned i = 0; i < together->count; i++)
        if (!has_bit(used, i))
            order[count++] = (uint8_t)i;
    for (unsigned i = 0; i < count; i++) {
        cards[i] = together->cards[order[i]];
        struct event *event = events_add(felt->events, EVENT_NEXT);
        event->card = cards[i];
        event->number = card_is_none(cards[i]) ? (uint8_t)(order[i] + 1) : 0;
    }
    memcpy(together->cards, cards, count * sizeof(cards[0]));
}

/* [AMB-88] undisclosed cards follow, disclosed ones are thrown away. */
static void pick_for_dealer(struct together *together)
{
    assert(together->count <= ACT_CARDS_MAX && together->ordered <= together->count);
    unsigned kept = 1;
    together->chooser = 0;
    if (together->seen < 2) {
        together_set_grounds(together, 0, GROUND_PICK_DEALER_REST);
        together->ground[0] = GROUND_PICK_DEALER + 1;
        together->ordered = together->count;
        return;
    }
    for (unsigned i = 1; i < together->count; i++)
        if (card_is_none(together->cards[i]))
            together_swap(together, kept++, i);
    together_set_grounds(together, 0, GROUND_PICK_DEALER_REST);
    together_set_grounds(together, kept, GROUND_PICK_DEALER_OUT);
    together->ground[0] = GROUND_PICK_DEALER_WORST + 1;
    together->ordered = (uint8_t)kept;
    together->discards = (uint8_t)(together->count - kept);
}

static void pick_for_player(struct felt *felt, unsigned picked, unsigned area)
{
    assert(area <= AREAS_MAX);
    struct together *together = &felt->state->together;
    if (together->seen < 2 || order_only(felt->book)) {
        together_set_grounds(together, 0, GROUND_PICK_REST);
        together->ground[0] = GROUND_PICK_UNSEEN + 1;
        together->ordered = together->count;
        return;
    }
    bool second = together->passed_on;
    together_set_grounds(together, 0, second ? GROUND_PICK_NEXT_PLAYER : GROUND_PICK_AMONG);
    together_set_grounds(together, picked, GROUND_PICK_NEXT_PLAYER);
    together->ordered = (uint8_t)picked;
    together->discards = second ? (uint8_t)(together->count - picked) : 0;
    together->last_choice = second;
    together->passed_on = true;
    together->chooser = (uint8_t)area;
}

void bj_pick_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_PICK || act->verb == VERB_ACCEPT);
    struct blackjack_state *state = felt->state;
    struct picker picker = picker_of(felt->book, felt->round);
    struct place wanted = due_place(felt->book, felt->round);
    bool offered = pick_card_offered(felt->book, felt->round);
    bring_forward(felt, act);
    if (picker.dealer) {
        pick_for_dealer(&state->together);
        return;
    }
    if (offered) {
        turn_begin(felt);
        felt_ask(felt, state->turn, ASKS_ACCEPTED);
    }
    pick_for_player(felt, pick_count(act), offered ? state->turn.area : wanted.area);
}

/* Is anything asked about a card at all: the one at the front, the rest, or the first choice among seen
 * cards? */
static bool is_asked(const struct rulebook *book, const struct round *round, const struct act *act)
{
    struct picker picker = picker_of(book, round);
    if (pick_card_offered(book, round))
        return control_of(book, round, round->blackjack.turn).person == act->person;
    return act->verb == VERB_REFUSE && picker.pending && picker.person == act->person &&
           round->blackjack.together.seen > 1 && !order_only(book);
}

static bool is_offered_card(const struct round *round, const struct act *act)
{
    assert(round->blackjack.front_offered && device_has_front(round));
    return act->card_count == 1 && card_equal(act->cards[0], round->memory.front[0]);
}

static struct ruling answer_verify(const struct rulebook *book, const struct round *round,
                                   const struct act *act)
{
    if (!is_asked(book, round, act))
        return refuse(STATUS_NOT_ASKED, GROUND_REFUSE_STANDS);
    if (round->blackjack.front_offered) {
        if (!is_offered_card(round, act))
            return refuse(STATUS_NOT_LYING_OUT, GROUND_REFUSE_STANDS);
        return ruling_irregular(allow(GROUND_REFUSE_STANDS), IRREGULARITY_CARD_NOT_WANTED, false);
    }
    struct ruling ruling = cards_verify(round, act, round->blackjack.together.count);
    if (ruling.status != STATUS_OK)
        return ruling;
    return ruling_irregular(allow(GROUND_PICK_NEXT_PLAYER, GROUND_REFUSE_STANDS), IRREGULARITY_SIMULTANEOUS,
                            false);
}

struct ruling bj_accept_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_ACCEPT);
    struct ruling ruling = answer_verify(book, round, act);
    if (ruling.status == STATUS_OK && felt_hand(round, round->blackjack.turn)->count >= HAND_CARDS_MAX)
        return refuse(STATUS_HAND_FULL, GROUND_HIT);
    return ruling;
}

void bj_accept_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_ACCEPT);
    struct blackjack_state *state = felt->state;
    if (state->front_offered) {
        turn_begin(felt);
        window_close(felt);
        felt_ask(felt, state->turn, ASKS_ACCEPTED);
        return;
    }
    bj_pick_do(felt, act);
}

struct ruling bj_refuse_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_REFUSE);
    struct ruling ruling = answer_verify(book, round, act);
    if (ruling.status != STATUS_OK || round->blackjack.front_offered)
        return ruling;
    if (act->card_count != round->blackjack.together.count)
        return refuse(STATUS_REFUSE_ALL, GROUND_REFUSE_STANDS);
    return ruling;
}

/* [mbs 5.9, 5.24] who refuses stands; [AMB-94] so does who declines what the Player before them left. */
void bj_refuse_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_REFUSE);
    struct blackjack_state *state = felt->state;
    struct together *together = &state->together;
    bool second = together->passed_on;
    bool initial = state->phase == DEAL_INITIAL;
    (void)act;
    if (!state->front_offered) {
        together_set_grounds(together, 0, GROUND_PICK_NEXT_PLAYER);
        if (second)
            together->discards = together->count;
        together->passed_on = true;
        together->chooser = initial ? deal_initial_place(felt->book, felt->round).area : state->turn.area;
    }
    if (initial || (second && felt->book->blackjack.decline_disclosed == DECLINE_KEEP_TURN))
        return;
    turn_decided(felt);
    if (felt->book->blackjack.stand_closes_window)
        window_close(felt); /* to refuse is to stand [mbs 5.24] */
    turn_end(felt, state->turn, HAND_REFUSED, GROUND_REFUSE_STANDS);
}

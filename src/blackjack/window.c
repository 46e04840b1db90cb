/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/window.h"

#include <assert.h>

#include "blackjack/claim.h"
#include "blackjack/control.h"
#include "blackjack/dealer.h"
#include "blackjack/hand.h"
#include "blackjack/limits.h"

static const enum option_kind window_options[] = {OPTION_SURRENDER, OPTION_INSURANCE, OPTION_EVEN};
enum { WINDOW_OPTIONS = sizeof(window_options) / sizeof(window_options[0]) };

static enum ground window_ground(enum option_kind option)
{
    if (option == OPTION_SURRENDER)
        return GROUND_SURRENDER_WINDOW;
    return option == OPTION_INSURANCE ? GROUND_INSURANCE_WINDOW : GROUND_EVEN_MONEY;
}

/* Does the Dealer's first card give this option at all? */
static bool first_card_gives(const struct rulebook *book, const struct round *round, enum option_kind option)
{
    const struct blackjack_rules *rules = &book->blackjack;
    if (!round->blackjack.dealer.count)
        return false;
    if (option == OPTION_SURRENDER)
        return rules->surrender && !felt_dealer_shows(round, rules->surrender_not_against);
    if (option == OPTION_INSURANCE)
        return rules->insurance && felt_dealer_shows(round, rules->insurance_against);
    return rules->even_money && felt_dealer_shows(round, rules->insurance_against);
}

/* Not what is about a Blackjack while a second card lies there: it is seen by now, or not possible
 * [mbs 3.20, 3.27] [rws 1.17, 3.15.1]. If that card goes, the option is there again [AMB-84]. */
static bool card_gives(const struct rulebook *book, const struct round *round, enum option_kind option)
{
    bool seen = option != OPTION_SURRENDER && round->blackjack.dealer.count > 1;
    return !seen && first_card_gives(book, round, option);
}

static bool is_open(const struct round *round, enum option_kind option)
{
    return has_bit(round->blackjack.windows.open, option);
}

/* ---- Which wager may take what. ---- */

/* [mbs 3.25.1] [rws 3.17] not before the second card: who was dealt one only may have it all back
 * [mbs 5.16.2]. [AMB-48] a Blackjack is not surrendered, unless the reading says so and it waits for the
 * Dealer. */
static bool may_surrender_hand(const struct rulebook *book, const struct round *round,
                               const struct hand *hand)
{
    if (hand->count < 2 || hand->split || hand_is_bust(book, hand))
        return false;
    if (!hand_is_blackjack(book, hand))
        return true;
    return book->blackjack.surrender_on_blackjack == READING_ALLOW &&
           card_points(round->blackjack.dealer.cards[0]) >= 10;
}

static bool is_insured(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    unsigned wager = felt_wager(book, PLACE_INSURANCE);
    struct spot own = {.area = stake->spot.area};
    struct spot others = {.area = stake->spot.area, .owner = (uint8_t)(stake->person + 1)};
    if (stake_find(round, stake->person, wager, own) >= 0)
        return true;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].wager == wager && spot_equal(round->stakes[i].spot, others))
            return true;
    return false;
}

/* By its Player or by others: not before the second card [mbs 3.27.1], and not a hand that lies over 21 by a
 * card that is not its own. */
static bool can_be_insured(const struct rulebook *book, const struct hand *hand)
{
    return hand->count > 1 && !hand->split && !hand_is_bust(book, hand);
}

static bool stake_may(const struct rulebook *book, const struct round *round, const struct stake *stake,
                      enum option_kind option)
{
    assert(stake->wager < book->wager_count);
    const struct hand *hand = felt_stake_hand(round, stake);
    if (!stake_is_open(stake) || !stake_is_main(book, stake) ||
        !felt_present(round, stake->person, stake->spot.area))
        return false;
    if (option == OPTION_SURRENDER)
        return !stake_is(stake, STAKE_NO_SURRENDER) && may_surrender_hand(book, round, hand) &&
               (book->blackjack.surrender_scope == SURRENDER_PER_PLAYER ||
                control_of(book, round, stake->spot).person == stake->person);
    if (option == OPTION_INSURANCE)
        return !stake_is(stake, STAKE_NO_INSURANCE) && can_be_insured(book, hand) &&
               !is_insured(book, round, stake);
    return !stake_is(stake, STAKE_NO_EVEN) && hand_is_blackjack(book, hand);
}

uint32_t window_offered(const struct rulebook *book, const struct round *round, enum option_kind option)
{
    uint32_t persons = 0;
    if (!is_open(round, option) || !card_gives(book, round, option))
        return 0;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (stake_may(book, round, &round->stakes[i], option))
            persons |= UINT32_C(1) << round->stakes[i].person;
    return persons;
}

/* ---- Opening and closing. ---- */

static void tell_offers(struct felt *felt, enum option_kind option, bool late)
{
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        const struct stake *stake = &felt->round->stakes[i];
        if (!stake_may(felt->book, felt->round, stake, option))
            continue;
        struct event *event = events_add(felt->events, EVENT_OFFERED);
        event->option = (uint8_t)option;
        event->person = stake->person;
        event->spot = stake->spot;
        event_cite(event, window_ground(option));
        if (option == OPTION_INSURANCE)
            event_cite(event, GROUND_INSURANCE);
        if (late)
            event_cite(event, GROUND_LATE_OPTIONS);
    }
}

void window_open(struct felt *felt, bool late)
{
    assert(felt->state == &felt->round->blackjack);
    felt->state->windows.late = late;
    for (unsigned i = 0; i < WINDOW_OPTIONS; i++) {
        if (!first_card_gives(felt->book, felt->round, window_options[i]))
            continue;
        felt->state->windows.open |= (uint16_t)(1U << window_options[i]);
        if (card_gives(felt->book, felt->round, window_options[i]))
            tell_offers(felt, window_options[i], late);
    }
}

/* Bit per option. With Insurance the claims to what others declined are over [mbs 3.27.2, 3.27.4]. */
static void shut(struct felt *felt, unsigned options)
{
    options &= felt->state->windows.open;
    for (unsigned i = 0; i < WINDOW_OPTIONS; i++) {
        if (!has_bit(options, window_options[i]))
            continue;
        struct event *event = events_add(felt->events, EVENT_SHUT);
        event->option = (uint8_t)window_options[i];
        event_cite(event, window_ground(window_options[i]));
    }
    if (has_bit(options, OPTION_INSURANCE))
        claim_lapse(felt);
    felt->state->windows.open &= (uint16_t)~options;
}

void window_close(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt->state->windows.open)
        shut(felt, felt->state->windows.open);
    assert(felt->state->windows.open == 0);
}

/* What was declined on other cards is not declined on these; Insurance needs the first card it was taken
 * against [mbs 3.27] [rws 1.17, 3.15]. */
void window_dealt_anew(struct felt *felt, unsigned cause, bool late)
{
    assert(cause <= IRREGULARITY_COUNT);
    bool insurable = felt_dealer_shows(felt->round, felt->book->blackjack.insurance_against);
    claim_lapse(felt); /* to what was declined */
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        stake->flags &= (uint16_t) ~(STAKE_NO_SURRENDER | STAKE_NO_INSURANCE | STAKE_NO_EVEN);
        if (insurable || !stake_is_open(stake) || wager_place(felt->book, stake->wager) != PLACE_INSURANCE)
            continue;
        stake->irregularity = (uint8_t)cause;
        stake->late = late;
        felt_return(felt, stake, REASON_RETURNED, GROUND_INSURANCE);
    }
}

/* `insurance` includes even money. Offering or shutting what nobody has is accepted and changes nothing. */
struct ruling bj_offer_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_OFFER || act->verb == VERB_SHUT);
    (void)book;
    enum ground ground = act->option == OPTION_SURRENDER ? GROUND_SURRENDER_WINDOW : GROUND_INSURANCE_WINDOW;
    if (act->option != OPTION_SURRENDER && act->option != OPTION_INSURANCE)
        return refuse(STATUS_NOT_OFFERED, ground);
    if (round->phase != PHASE_DEALING || round->blackjack.phase < DEAL_INTERIM)
        return refuse(STATUS_NOT_NOW, ground);
    return allow(ground);
}

void bj_offer_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_OFFER);
    if (is_open(felt->round, (enum option_kind)act->option))
        tell_offers(felt, (enum option_kind)act->option, false);
}

void bj_shut_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_SHUT);
    shut(felt, 1U << act->option | (act->option == OPTION_INSURANCE ? 1U << OPTION_EVEN : 0));
    felt->state->dealer_told = false; /* decisions on all hands are now made: what follows is told again */
}

/* ---- Surrender. ---- */

static struct ruling options_time(const struct round *round, enum ground ground)
{
    if (round->phase != PHASE_DEALING || round->blackjack.phase < DEAL_INTERIM)
        return refuse(STATUS_NOT_NOW, ground);
    return allow(ground);
}

struct ruling bj_surrender_verify(const struct rulebook *book, const struct round *round,
                                  const struct act *act)
{
    assert(act->verb == VERB_SURRENDER);
    struct ruling ruling = options_time(round, GROUND_SURRENDER_WINDOW);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (!area_exists(round, act->spot.area))
        return refuse(STATUS_NO_SUCH_AREA, GROUND_SURRENDER);
    if (area_is_split(&round->blackjack.areas[act->spot.area]))
        return refuse(STATUS_SURRENDER_SPLIT, GROUND_SURRENDER_SPLIT);
    if (!card_gives(book, round, OPTION_SURRENDER))
        return refuse(STATUS_NO_SURRENDER, GROUND_SURRENDER);
    if (!is_open(round, OPTION_SURRENDER))
        return refuse(STATUS_WINDOW_CLOSED, GROUND_SURRENDER_WINDOW, GROUND_SURRENDER);
    int index = felt_main_stake(book, round, act->person, act->spot);
    if (index < 0)
        return refuse(STATUS_NOT_YOUR_HAND, GROUND_SURRENDER_EACH);
    if (!stake_may(book, round, &round->stakes[index], OPTION_SURRENDER))
        return refuse(STATUS_NOT_OFFERED, GROUND_SURRENDER);
    return allow(GROUND_SURRENDER, GROUND_SURRENDER_EACH);
}

/* [3.25] half of the original wager is lost, never of what a double added [AMB-69]; [AMB-02] the half handed
 * back is rounded down to the unit. */
void bj_surrender_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_SURRENDER);
    struct stake *stake =
        &felt->round->stakes[felt_main_stake(felt->book, felt->round, act->person, act->spot)];
    int64_t kept_cents = felt_profit(felt->book, stake->original_cents, (struct ratio){1, 2});
    if (felt->state->windows.late)
        stake->flags |= STAKE_LATE_OPTION;
    if (!limits_hand_back(felt, stake))
        event_cite(
            felt_take(felt, stake, stake->original_cents - kept_cents, REASON_SURRENDER, GROUND_SURRENDER),
            GROUND_SURRENDER_EACH);
    control_refresh(felt, act->spot.area);
}

/* ---- Insurance. ---- */

/* The main wager that an act of insuring is about, or -1: one's own, or the owner's of the spot. */
static int insured_stake(const struct rulebook *book, const struct round *round, const struct act *act)
{
    unsigned owner = act->spot.owner ? act->spot.owner - 1U : act->person;
    struct spot spot = {.area = act->spot.area};
    return area_exists(round, act->spot.area) ? felt_main_stake(book, round, owner, spot) : -1;
}

/* [mbs 3.27] [rws 3.15.2.a] "not more than half": whatever the payments are rounded to, this is rounded down
 * [AMB-02]. */
static int64_t most_insurance(const struct rulebook *book, int64_t wager_cents)
{
    int64_t most_cents = 0;
    enum status status =
        money_times(wager_cents, book->blackjack.insurance_max, book->unit_cents, ROUNDING_DOWN, &most_cents);
    assert(status == STATUS_OK); /* amounts were checked when they were placed */
    (void)status;
    return most_cents;
}

static int64_t insurance_ceiling(const struct rulebook *book, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    return most_insurance(book, stake->original_cents);
}

/* Of a wager over the maximum: at most half of all that lies there? */
static bool is_within_placed(const struct rulebook *book, const struct stake *stake, int64_t amount_cents)
{
    assert(stake->wager < book->wager_count);
    return stake_is(stake, STAKE_OVER) && amount_cents <= most_insurance(book, stake->placed_cents);
}

int64_t insure_max(const struct rulebook *book, const struct round *round, const struct act *act)
{
    int index = insured_stake(book, round, act);
    int64_t max_cents = index < 0 ? 0 : insurance_ceiling(book, &round->stakes[index]);
    if (has_bit(round->setting.credit_known, act->person) &&
        round->setting.credit_cents[act->person] < max_cents)
        max_cents = round->setting.credit_cents[act->person];
    return max_cents;
}

/* [mbs 3.27.3, 3.27.4] another's Insurance, once they have declined it and as claims rank;
 * [rws 3.15.2] never.
 */
static struct ruling other_verify(const struct rulebook *book, const struct round *round,
                                  const struct act *act, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    struct act claim = *act;
    claim.wager = (uint8_t)felt_wager(book, PLACE_INSURANCE);
    if (!book->blackjack.insurance_by_others)
        return refuse(STATUS_OWN_INSURANCE_ONLY, GROUND_INSURANCE);
    if (!claim_is_declined(book, round, stake))
        return refuse(STATUS_NOT_DECLINED, GROUND_INSURANCE_OTHERS);
    if (!can_be_insured(book, felt_stake_hand(round, stake)))
        return refuse(STATUS_NOT_OFFERED, GROUND_INSURANCE);
    if (is_insured(book, round, stake) && book->blackjack.insurance_remainder == REMAINDER_NOT_OFFERED)
        return claim_cite(book, round, &claim,
                          refuse(STATUS_INSURED_ALREADY, GROUND_INSURANCE_OTHERS, GROUND_CLAIM_INS));
    return claim_permits(book, round, &claim, 1);
}

/* What of the ceiling others have taken already [AMB-55]. */
static int64_t taken_by_others(const struct rulebook *book, const struct round *round, const struct act *act)
{
    int64_t sum_cents = 0;
    unsigned wager = felt_wager(book, PLACE_INSURANCE);
    for (unsigned i = 0; i < round->stake_count && act->spot.owner; i++)
        if (round->stakes[i].wager == wager && spot_equal(round->stakes[i].spot, act->spot))
            sum_cents += round->stakes[i].placed_cents;
    return sum_cents;
}

struct ruling bj_insure_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_INSURE);
    struct ruling ruling = options_time(round, GROUND_INSURANCE_TIME);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (!card_gives(book, round, OPTION_INSURANCE))
        return refuse(STATUS_NO_INSURANCE, GROUND_INSURANCE);
    if (!is_open(round, OPTION_INSURANCE))
        return refuse(STATUS_WINDOW_CLOSED, GROUND_INSURANCE_WINDOW, GROUND_INSURANCE_TIME);
    int index = insured_stake(book, round, act);
    if (index < 0)
        return refuse(STATUS_NOT_YOUR_HAND, GROUND_INSURANCE);
    const struct stake *stake = &round->stakes[index];
    bool other = act->spot.owner && act->spot.owner != act->person + 1;
    if (other)
        ruling = other_verify(book, round, act, stake);
    else if (!stake_may(book, round, stake, OPTION_INSURANCE))
        ruling = refuse(STATUS_NOT_OFFERED, GROUND_INSURANCE);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (!limits_is_amount(book, act->amount_cents))
        return refuse(STATUS_BAD_AMOUNT, GROUND_INSURANCE);
    int64_t max_cents = insurance_ceiling(book, stake);
    int64_t sum_cents = act->amount_cents + taken_by_others(book, round, act);
    if (sum_cents > max_cents && is_within_placed(book, stake, sum_cents))
        return refuse(STATUS_INSURANCE_OVER_CAP, GROUND_OVER_MAXIMUM); /* [mbs 5.27] [AMB-08, AMB-11] */
    if (sum_cents > max_cents)
        return refuse(STATUS_INSURANCE_TOO_HIGH, GROUND_INSURANCE, GROUND_INSURANCE_OTHERS);
    if (!stake_covered(round, act->person, act->amount_cents))
        return refuse(STATUS_NO_CREDIT, GROUND_INSURANCE);
    if (!stake_room(round, 1))
        return refuse(STATUS_LAYOUT_FULL, GROUND_INSURANCE);
    if (!other)
        return allow(GROUND_INSURANCE, GROUND_INSURANCE_TIME);
    ruling_cite(&ruling, GROUND_INSURANCE);
    return ruling;
}

void bj_insure_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_INSURE);
    struct act claim = *act;
    struct spot spot = act->spot;
    if (spot.owner == act->person + 1)
        spot.owner = 0;
    claim.wager = (uint8_t)felt_wager(felt->book, PLACE_INSURANCE);
    claim_served(felt, &claim);
    stake_place(felt->round, felt->events, act->person, claim.wager, spot, act->amount_cents, false);
}

/* ---- Even money. ---- */

struct ruling bj_even_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_EVEN);
    struct ruling ruling = options_time(round, GROUND_EVEN_MONEY);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (!card_gives(book, round, OPTION_EVEN))
        return refuse(STATUS_NO_EVEN_MONEY, GROUND_EVEN_MONEY);
    if (!is_open(round, OPTION_EVEN))
        return refuse(STATUS_WINDOW_CLOSED, GROUND_EVEN_MONEY, GROUND_INSURANCE_WINDOW);
    int index =
        area_exists(round, act->spot.area) ? felt_main_stake(book, round, act->person, act->spot) : -1;
    if (index < 0)
        return refuse(STATUS_NOT_YOUR_HAND, GROUND_EVEN_MONEY);
    if (!stake_may(book, round, &round->stakes[index], OPTION_EVEN))
        return refuse(STATUS_NO_EVEN_MONEY, GROUND_EVEN_MONEY, GROUND_BLACKJACK);
    return allow(GROUND_EVEN_MONEY);
}

/* [mbs 3.20] one's own Insurance goes back [AMB-51]; somebody else's stays in play [AMB-52]. */
static void return_insurance(struct felt *felt, unsigned person, unsigned area)
{
    assert(area <= AREAS_MAX);
    const struct blackjack_rules *rules = &felt->book->blackjack;
    unsigned wager = felt_wager(felt->book, PLACE_INSURANCE);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->wager != wager || stake->spot.area != area || !stake_is_open(stake))
            continue;
        bool own = stake->spot.owner == 0 && stake->person == person;
        bool of_his = stake->spot.owner == person + 1;
        if ((own && rules->even_money_insurance == INSURANCE_RETURN) ||
            (of_his && rules->even_money_insurance_others == INSURANCE_RETURN))
            felt_return(felt, stake, REASON_RETURNED, GROUND_EVEN_MONEY);
    }
}

void bj_even_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_EVEN);
    struct stake *stake =
        &felt->round->stakes[felt_main_stake(felt->book, felt->round, act->person, act->spot)];
    if (!limits_hand_back(felt, stake))
        felt_pay(felt, stake, stake->effective_cents, 0, REASON_EVEN, GROUND_EVEN_MONEY);
    return_insurance(felt, act->person, act->spot.area);
    control_refresh(felt, act->spot.area);
}

/* ---- Saying no. ---- */

static uint16_t decline_flag(enum option_kind option)
{
    if (option == OPTION_SURRENDER)
        return STAKE_NO_SURRENDER;
    return option == OPTION_INSURANCE ? STAKE_NO_INSURANCE : STAKE_NO_EVEN;
}

struct ruling window_decline_verify(const struct rulebook *book, const struct round *round,
                                    const struct act *act)
{
    enum option_kind option = (enum option_kind)act->option;
    if (option != OPTION_SURRENDER && option != OPTION_INSURANCE && option != OPTION_EVEN)
        return refuse(STATUS_NOT_OFFERED, GROUND_SURRENDER_WINDOW);
    int index =
        area_exists(round, act->spot.area) ? felt_main_stake(book, round, act->person, act->spot) : -1;
    if (index < 0 || !is_open(round, option) || !card_gives(book, round, option) ||
        !stake_may(book, round, &round->stakes[index], option))
        return refuse(STATUS_NOT_OFFERED, window_ground(option));
    return allow(window_ground(option));
}

void window_decline(struct felt *felt, const struct act *act)
{
    assert(felt->state == &felt->round->blackjack);
    int index = felt_main_stake(felt->book, felt->round, act->person, act->spot);
    felt->round->stakes[index].flags |= decline_flag((enum option_kind)act->option);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* sign_blackjack.c - the rules of the blackjack family in words. One function a row; each opens with its
 * clause. */
#include "rulebook/sign_family.h"

/* ---- The Dealer. ---- */

/* [3.34] [rws 3.24] */
static void say_draws(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Draws"));
    if (rules->dealer_soft17 == SOFT17_HIT)
        sign_put(pen, N_("On 16 and less and on soft 17; stands on hard 17 and on 18 and more."));
    else
        sign_put(pen, N_("On 16 and less; stands on every 17 and more."));
    sign_put(pen, N_(" The second card comes after all Players' hands."));
    sign_cite(pen, GROUND_DEALER_DRAWS);
}

/* [mbs 3.35] [rws 3.26.1] */
static void say_no_card(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Takes no card"));
    switch ((enum dealer_draw)rules->dealer_draw) {
    case DEALER_DRAW_UNLESS_NO_EFFECT:
        sign_put(pen, N_("When it could not change a result."));
        sign_cite(pen, GROUND_NO_EFFECT);
        return;
    case DEALER_DRAW_WHEN_BET_OPEN:
        sign_put(pen, N_("When no wager is left open."));
        sign_cite(pen, GROUND_DRAW_FOR_SIDE);
        return;
    case DEALER_DRAW_ALWAYS:
        sign_put(pen, N_("Never: the hand is always drawn to its end."));
        return;
    }
}

/* [v6 4.4] [ar 3.24.3, 3.26.8] [rws 3.22.3, 3.23.2] [se 4.5.3] */
static void say_dealer_blackjack(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Dealer's Blackjack"));
    if (rules->dealer_bj_vs_21 == BJ_VS_21_LOSE)
        sign_put(pen, N_("Beats every hand but a Blackjack, 21 included. "));
    else
        sign_put(pen, N_("Beats every hand but a Blackjack and 21. "));
    switch ((enum dealer_bj_loss)rules->dealer_bj_loss) {
    case BJ_LOSS_ALL:
        sign_put(pen, N_("Split and doubled hands lose all their wagers."));
        break;
    case BJ_LOSS_ORIGINAL_AND_BUSTED:
        sign_put(pen, N_("Split and doubled hands lose the original wager only; busted hands lose in full."));
        break;
    case BJ_LOSS_ORIGINAL_ONLY:
        sign_put(pen, N_("Takes the original wager only, whatever was split, doubled or busted."));
        break;
    }
    sign_cite(pen, GROUND_LOSE_DEALER_BJ);
    sign_cite(pen, GROUND_ORIGINAL_SPLIT);
    sign_cite(pen, GROUND_ORIGINAL_DOUBLED);
}

/* [v6 4.5] [ar 4.5] [se 4.6] [rws 3.24.4] */
static void say_equal(struct sign_pen *pen)
{
    sign_row(pen, N_("Equal totals"));
    sign_put(pen, N_("A stand-off: your wager is neither won nor lost. So are two Blackjacks."));
    sign_cite(pen, GROUND_PUSH_EQUAL);
    sign_cite(pen, GROUND_PUSH_BLACKJACK);
}

/* ---- The Player's choices, in the order in which they come. ---- */

static void say_not_offered(struct sign_pen *pen)
{
    sign_put(pen, N_("Not offered."));
}

/* [3.25] [rws 3.17] */
static void say_surrender(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Surrender"));
    if (!rules->surrender) {
        say_not_offered(pen);
        return;
    }
    sign_put(pen, N_("Gives up half of your wager, before any further card is dealt"));
    if (rules->surrender_not_against)
        sign_say(pen, N_("; not against the Dealer's %s"), sign_ranks(pen, rules->surrender_not_against));
    if (rules->surrender_on_blackjack == READING_REFUSE)
        sign_put(pen, N_("; not with a Blackjack"));
    sign_put(pen, N_("; not after a split."));
    sign_cite(pen, GROUND_SURRENDER);
    sign_cite(pen, GROUND_SURRENDER_SPLIT);
}

/* [3.27] [rws 3.15.2] */
static void say_insurance(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Insurance"));
    if (!rules->insurance) {
        say_not_offered(pen);
        return;
    }
    struct ratio most = rules->insurance_max;
    if (most.num == 1 && most.den == 2)
        sign_say(pen, N_("Against the Dealer's %s: up to half of the original wager."),
                 sign_ranks(pen, rules->insurance_against));
    else
        sign_say(pen, N_("Against the Dealer's %s: up to %u/%u of the original wager."),
                 sign_ranks(pen, rules->insurance_against), most.num, most.den);
    if (rules->insurance_by_others)
        sign_put(pen, N_(" What you decline, others may take."));
    sign_cite(pen, GROUND_INSURANCE);
    if (rules->insurance_by_others)
        sign_cite(pen, GROUND_INSURANCE_OTHERS);
}

/* [3.20] [rws 3.15.1] */
static void say_even_money(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Even money"));
    if (!rules->even_money) {
        say_not_offered(pen);
        return;
    }
    sign_put(pen, N_("Your Blackjack against the Dealer's Ace may be paid 1 to 1 at once."));
    sign_cite(pen, GROUND_EVEN_MONEY);
}

/* [3.21, 3.22, 3.23] [rws 3.22] */
static void say_split(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Split"));
    if (!rules->split) {
        say_not_offered(pen);
        return;
    }
    sign_say(pen, N_("First two cards of equal value, with an equal wager, up to %u hands. "),
             rules->split_hands_max);
    if (rules->split_aces_hands_max == 2)
        sign_put(pen, N_("Aces once"));
    else
        sign_say(pen, N_("Aces up to %u hands"), rules->split_aces_hands_max);
    if (rules->split_aces_one_card)
        sign_put(pen, N_(", with one card each"));
    sign_put(pen, N_(". A split hand is never a Blackjack."));
    sign_cite(pen, GROUND_SPLIT);
    sign_cite(pen, GROUND_SPLIT_HANDS);
    sign_cite(pen, GROUND_SPLIT_ACES_ONCE);
    sign_cite(pen, GROUND_SPLIT_ACES_CARD);
    sign_cite(pen, GROUND_SPLIT_NO_BLACKJACK);
}

static void say_double_amount(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    if (rules->double_min == DOUBLE_MIN_TABLE)
        sign_put(pen, N_(", for the table minimum up to your wager"));
    else
        sign_put(pen, N_(", for any amount up to your wager"));
    sign_put(pen, N_("; one card follows. "));
}

static void say_double_after_split(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    if (!rules->split)
        return;
    if (!rules->double_after_split)
        sign_put(pen, N_("Not after a split."));
    else if (rules->split_aces_one_card)
        sign_put(pen, N_("Also after a split, but not on Aces."));
    else
        sign_put(pen, N_("Also after a split."));
}

/* [3.26] [ar 3.26.1, 3.4.2] [rws 3.23] */
static void say_double(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Double"));
    if (rules->double_on == DOUBLE_ANY) {
        sign_put(pen, N_("On any first two cards below 21"));
    } else {
        sign_say(pen, N_("Only on hard %s"), sign_numbers(pen, rules->double_totals));
    }
    say_double_amount(pen, rules);
    bool ten = rules->double_on == DOUBLE_HARD && rules->double_totals >> 10 & 1U;
    if (ten && rules->double_ace_nine == READING_ALLOW)
        sign_put(pen, N_("Ace-nine counts as hard 10. "));
    if (rules->double_ace_is_one)
        sign_put(pen, N_("An Ace of the two then counts 1. "));
    say_double_after_split(pen, rules);
    sign_cite(pen, GROUND_DOUBLE);
    sign_cite(pen, GROUND_DOUBLE_FIRST_TWO);
    sign_cite(pen, GROUND_DOUBLE_SPLIT);
    sign_cite(pen, GROUND_DOUBLE_ONE_CARD);
    if (rules->double_ace_is_one)
        sign_cite(pen, GROUND_DOUBLE_ACE);
}

/* [3.28, 3.29, 3.30] [rws 3.18, 3.20] */
static void say_stand(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Stand or draw"));
    if (rules->stand_min_total)
        sign_say(pen, N_("Below %u you must draw. "), rules->stand_min_total);
    else
        sign_put(pen, N_("You may stand on any total. "));
    if (rules->hit_hard_21 == READING_ALLOW)
        sign_put(pen, N_("Blackjack and soft 21 take no card."));
    else
        sign_put(pen, N_("Blackjack and 21 take no card."));
    sign_cite(pen, GROUND_STAND);
    if (rules->stand_min_total)
        sign_cite(pen, GROUND_MUST_DRAW);
    sign_cite(pen, GROUND_NO_DRAW_21);
}

/* [rws 3.12] */
static void say_squeeze(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    if (!rules->squeeze)
        return;
    sign_row(pen, N_("Squeeze"));
    sign_put(pen, N_("You may ask to squeeze your first two cards."));
    sign_cite(pen, GROUND_SQUEEZE);
}

/* ---- The area. ---- */

/* [mbs 3.6, 3.10] [rws 3.6, 5.1] */
static void say_area(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    int main_wager = rulebook_wager_at(pen->book, PLACE_MAIN);
    unsigned most = main_wager < 0 ? 0 : pen->book->wagers[main_wager].per_spot_max;
    sign_row(pen, N_("Wagers on one area"));
    if (most)
        sign_say(pen, N_("At most %u, one per person. "), most);
    if (rules->limit_scope == LIMIT_PER_AREA)
        sign_put(pen, N_("The maximum is for all of them together."));
    else
        sign_put(pen, N_("The limits are for each wager."));
    sign_cite(pen, GROUND_WAGERS_PER_AREA);
    sign_cite(pen, GROUND_LIMITS);
}

/* [mbs 3.11, 3.12] [rws 1.26] */
static void say_control(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, N_("Who decides"));
    if (rules->control_unseated == CONTROL_NEAREST)
        sign_put(pen,
                 N_("The seated bettor; with nobody seated, the one whose wager lies nearest the Dealer."));
    else
        sign_put(pen, N_("The seated bettor; with nobody seated, the one who wagered most."));
    sign_cite(pen, GROUND_CONTROL_SEATED);
    sign_cite(pen, GROUND_CONTROL_UNSEATED);
}

void sign_blackjack(struct sign_pen *pen)
{
    const struct blackjack_rules *rules = &pen->book->blackjack;
    sign_section(pen, SIGN_RULES, -1, N_("The Dealer's hand"));
    say_draws(pen, rules);
    say_no_card(pen, rules);
    say_dealer_blackjack(pen, rules);
    say_equal(pen);
    sign_section(pen, SIGN_RULES, -1, N_("Your hand"));
    say_surrender(pen, rules);
    say_insurance(pen, rules);
    say_even_money(pen, rules);
    say_split(pen, rules);
    say_double(pen, rules);
    say_stand(pen, rules);
    say_squeeze(pen, rules);
    sign_section(pen, SIGN_RULES, -1, N_("The area"));
    say_area(pen, rules);
    say_control(pen, rules);
}

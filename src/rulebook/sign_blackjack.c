/* SPDX-License-Identifier: Apache-2.0 */
/* sign_blackjack.c - the rules of the blackjack family in words. One function a row; each opens with its
 * clause. */
#include "rulebook/sign_write.h"

/* ---- The Dealer. ---- */

/* [3.34] [rws 3.24] */
static void say_draws(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Draws", "补牌");
    if (rules->dealer_soft17 == SOFT17_HIT)
        sign_put(pen, "On 16 and less and on soft 17; stands on hard 17 and on 18 and more.",
                 "16点或以下及软17点必须补牌；硬17点及18点或以上停牌。");
    else
        sign_put(pen, "On 16 and less; stands on every 17 and more.",
                 "16点或以下必须补牌；所有17点或以上停牌。");
    sign_put(pen, " The second card comes after all Players' hands.", "庄家第二张牌在所有玩家完成后才发。");
    sign_cite(pen, GROUND_DEALER_DRAWS);
}

/* [mbs 3.35] [rws 3.26.1] */
static void say_no_card(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Takes no card", "不补牌");
    switch ((enum dealer_draw)rules->dealer_draw) {
    case DEALER_DRAW_UNLESS_NO_EFFECT:
        sign_put(pen, "When it could not change a result.", "补牌不影响任何结果时。");
        sign_cite(pen, GROUND_NO_EFFECT);
        return;
    case DEALER_DRAW_WHEN_BET_OPEN:
        sign_put(pen, "When no wager is left open.", "已无任何未结算的注码时。");
        sign_cite(pen, GROUND_DRAW_FOR_SIDE);
        return;
    case DEALER_DRAW_ALWAYS:
        sign_put(pen, "Never: the hand is always drawn to its end.", "从不：庄家必定补至停牌点数。");
        return;
    }
}

/* [v6 4.4] [ar 3.24.3, 3.26.8] [rws 3.22.3, 3.23.2] [se 4.5.3] */
static void say_dealer_blackjack(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Dealer's Blackjack", "庄家黑杰克");
    if (rules->dealer_bj_vs_21 == BJ_VS_21_LOSE)
        sign_put(pen, "Beats every hand but a Blackjack, 21 included. ",
                 "胜过黑杰克以外的所有牌，包括21点。");
    else
        sign_put(pen, "Beats every hand but a Blackjack and 21. ", "胜过黑杰克及21点以外的所有牌。");
    switch ((enum dealer_bj_loss)rules->dealer_bj_loss) {
    case BJ_LOSS_ALL:
        sign_put(pen, "Split and doubled hands lose all their wagers.", "分牌及加倍的注码全部输掉。");
        break;
    case BJ_LOSS_ORIGINAL_AND_BUSTED:
        sign_put(pen,
                 "What was split or doubled loses the original wager only; busted hands are lost besides.",
                 "分牌或加倍只输原注；爆牌的注码另计全输。");
        break;
    case BJ_LOSS_ORIGINAL_ONLY:
        sign_put(pen, "Takes the original wager only, whatever was split, doubled or busted.",
                 "无论分牌、加倍或爆牌，只输原注。");
        break;
    }
    sign_cite(pen, GROUND_LOSE_DEALER_BJ);
    sign_cite(pen, GROUND_ORIGINAL_SPLIT);
    sign_cite(pen, GROUND_ORIGINAL_DOUBLED);
}

/* [v6 4.5] [ar 4.5] [se 4.6] [rws 3.24.4] */
static void say_equal(struct sign_pen *pen)
{
    sign_row(pen, "Equal totals", "点数相同");
    sign_put(pen, "A stand-off: your wager is neither won nor lost. So are two Blackjacks.",
             "平手：注码不输不赢。双方均为黑杰克亦然。");
    sign_cite(pen, GROUND_PUSH_EQUAL);
    sign_cite(pen, GROUND_PUSH_BLACKJACK);
}

/* ---- The Player's choices, in the order in which they come. ---- */

static void say_not_offered(struct sign_pen *pen)
{
    sign_put(pen, "Not offered.", "不设。");
}

/* [3.25] [rws 3.17] */
static void say_surrender(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Surrender", "投降");
    if (!rules->surrender) {
        say_not_offered(pen);
        return;
    }
    sign_put(pen, "Gives up half of your wager, before the first further card of the table",
             "在全桌补发第一张牌之前，输一半注码");
    if (rules->surrender_not_against) {
        sign_put(pen, "; not against the Dealer's ", "；庄家首张牌为 ");
        sign_say_ranks(pen, rules->surrender_not_against);
        sign_put(pen, "", " 时不可");
    }
    if (rules->surrender_on_blackjack == READING_REFUSE)
        sign_put(pen, "; not with a Blackjack", "；黑杰克不可");
    sign_put(pen, "; not after a split.", "；分牌后不可。");
    sign_cite(pen, GROUND_SURRENDER);
    sign_cite(pen, GROUND_SURRENDER_SPLIT);
}

/* [3.27] [rws 3.15.2] */
static void say_insurance(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Insurance", "保险");
    if (!rules->insurance) {
        say_not_offered(pen);
        return;
    }
    sign_put(pen, "Against the Dealer's ", "庄家首张牌为 ");
    sign_say_ranks(pen, rules->insurance_against);
    sign_put(pen, ": up to ", " 时，最多为原注的");
    if (rules->insurance_max.num == 1 && rules->insurance_max.den == 2)
        sign_put(pen, "half", "一半");
    else
        sign_say(pen, "%u/%u", " %u/%u", rules->insurance_max.num, rules->insurance_max.den);
    sign_put(pen, " of the original wager.", "。");
    if (rules->insurance_by_others)
        sign_put(pen, " What you decline, others may take.", "您放弃的保险，他人可买。");
    sign_cite(pen, GROUND_INSURANCE);
    if (rules->insurance_by_others)
        sign_cite(pen, GROUND_INSURANCE_OTHERS);
}

/* [3.20] [rws 3.15.1] */
static void say_even_money(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Even money", "等额赔付");
    if (!rules->even_money) {
        say_not_offered(pen);
        return;
    }
    sign_put(pen, "Your Blackjack against the Dealer's Ace may be paid 1 to 1 at once.",
             "您的黑杰克遇庄家首张牌为 A 时，可选择立即 1 赔 1。");
    sign_cite(pen, GROUND_EVEN_MONEY);
}

/* [3.21, 3.22, 3.23] [rws 3.22] */
static void say_split(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Split", "分牌");
    if (!rules->split) {
        say_not_offered(pen);
        return;
    }
    sign_say(pen, "First two cards of equal value, with an equal wager, up to %u hands. ",
             "首两张牌点数相同，加等额注码，最多 %u 手。", rules->split_hands_max);
    if (rules->split_aces_hands_max == 2)
        sign_put(pen, "Aces once", "A 只可分一次");
    else
        sign_say(pen, "Aces up to %u hands", "A 最多 %u 手", rules->split_aces_hands_max);
    if (rules->split_aces_one_card)
        sign_put(pen, ", with one card each", "，每手只发一张牌");
    sign_put(pen, ". A split hand is never a Blackjack.", "。分牌后不算黑杰克。");
    sign_cite(pen, GROUND_SPLIT);
    sign_cite(pen, GROUND_SPLIT_HANDS);
    sign_cite(pen, GROUND_SPLIT_ACES_ONCE);
    sign_cite(pen, GROUND_SPLIT_ACES_CARD);
    sign_cite(pen, GROUND_SPLIT_NO_BLACKJACK);
}

static void say_double_amount(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    if (rules->double_min == DOUBLE_MIN_TABLE)
        sign_put(pen, ", for the table minimum up to your wager", "，加注额由本桌最低额至原注");
    else
        sign_put(pen, ", for any amount up to your wager", "，加注额不超过原注");
    sign_put(pen, "; one card follows. ", "；只发一张牌。");
}

static void say_double_after_split(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    if (!rules->split)
        return;
    if (!rules->double_after_split)
        sign_put(pen, "Not after a split.", "分牌后不可。");
    else if (rules->split_aces_one_card)
        sign_put(pen, "Also after a split, but not on Aces.", "分牌后亦可，但分 A 后不可。");
    else
        sign_put(pen, "Also after a split.", "分牌后亦可。");
}

/* [3.26] [ar 3.26.1, 3.4.2] [rws 3.23] */
static void say_double(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Double", "加倍");
    if (rules->double_on == DOUBLE_ANY) {
        sign_put(pen, "On any first two cards below 21", "首两张牌未达21点均可");
    } else {
        sign_put(pen, "Only on hard ", "只限硬 ");
        sign_say_numbers(pen, rules->double_totals);
        sign_put(pen, "", " 点");
    }
    say_double_amount(pen, rules);
    bool ten = rules->double_on == DOUBLE_HARD && rules->double_totals >> 10 & 1U;
    if (ten && rules->double_ace_nine == READING_ALLOW)
        sign_put(pen, "Ace-nine counts as hard 10. ", "A 与 9 可作硬10点。");
    if (rules->double_ace_is_one)
        sign_put(pen, "An Ace of the two then counts 1. ", "首两张牌中的 A 加倍后作 1 点。");
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
    sign_row(pen, "Stand or draw", "停牌或补牌");
    if (rules->stand_min_total)
        sign_say(pen, "Below %u you must draw. ", "未满 %u 点必须补牌。", rules->stand_min_total);
    else
        sign_put(pen, "You may stand on any total. ", "任何点数均可停牌。");
    if (rules->hit_hard_21 == READING_ALLOW)
        sign_put(pen, "Blackjack and soft 21 take no card.", "黑杰克及软21点不补牌。");
    else
        sign_put(pen, "Blackjack and 21 take no card.", "黑杰克及21点不补牌。");
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
    sign_row(pen, "Squeeze", "眯牌");
    sign_put(pen, "You may ask to squeeze your first two cards.", "您可要求自行眯首两张牌。");
    sign_cite(pen, GROUND_SQUEEZE);
}

/* ---- The area. ---- */

/* [mbs 3.6, 3.10] [rws 3.6, 5.1] */
static void say_area(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    int main_wager = rulebook_wager_at(pen->book, PLACE_MAIN);
    unsigned most = main_wager < 0 ? 0 : pen->book->wagers[main_wager].per_spot_max;
    sign_row(pen, "Wagers on one area", "同一投注区");
    if (most)
        sign_say(pen, "At most %u, one a person. ", "最多 %u 注，每人一注。", most);
    if (rules->limit_scope == LIMIT_PER_AREA)
        sign_put(pen, "The maximum is for all of them together.", "最高限额按该区所有注码合计。");
    else
        sign_put(pen, "The limits are for each wager.", "限额按每注计算。");
    sign_cite(pen, GROUND_WAGERS_PER_AREA);
    sign_cite(pen, GROUND_LIMITS);
}

/* [mbs 3.11, 3.12] [rws 1.26] */
static void say_control(struct sign_pen *pen, const struct blackjack_rules *rules)
{
    sign_row(pen, "Who decides", "由谁作主");
    sign_put(pen, "The seated bettor; with nobody seated, ", "就座的下注者；若无人就座，则为");
    if (rules->control_unseated == CONTROL_NEAREST)
        sign_put(pen, "whose wager lies nearest the Dealer.", "注码最靠近荷官者。");
    else
        sign_put(pen, "who wagered most.", "注额最高者。");
    sign_cite(pen, GROUND_CONTROL_SEATED);
    sign_cite(pen, GROUND_CONTROL_UNSEATED);
}

void sign_blackjack(struct sign_pen *pen)
{
    const struct blackjack_rules *rules = &pen->book->blackjack;
    sign_section(pen, SIGN_RULES, -1, "The Dealer", "庄家");
    say_draws(pen, rules);
    say_no_card(pen, rules);
    say_dealer_blackjack(pen, rules);
    say_equal(pen);
    sign_section(pen, SIGN_RULES, -1, "Your hand", "您的选择");
    say_surrender(pen, rules);
    say_insurance(pen, rules);
    say_even_money(pen, rules);
    say_split(pen, rules);
    say_double(pen, rules);
    say_stand(pen, rules);
    say_squeeze(pen, rules);
    sign_section(pen, SIGN_RULES, -1, "The area", "投注区");
    say_area(pen, rules);
    say_control(pen, rules);
}

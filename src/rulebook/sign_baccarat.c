/* SPDX-License-Identifier: Apache-2.0 */
/* sign_baccarat.c - the rules of the baccarat family in words. One function a row; each opens with its
 * clause. */
#include "rulebook/sign_write.h"

enum { ALL_TOTALS = (1 << BACCARAT_TOTALS) - 1 };

/* [bac 1.1.4] */
static void say_permanent(struct sign_pen *pen, unsigned rank, const char *english, const char *chinese)
{
    if (!rank)
        return;
    sign_row(pen, "First card", "首张牌");
    sign_say(pen, "%s's first card is always the ", "%s首张牌固定为印在台面上的 ",
             pen->language == SIGN_CHINESE ? chinese : english);
    sign_say_ranks(pen, (rank_set)(1U << rank));
    sign_put(pen, " printed on the layout.", "。");
    sign_cite(pen, GROUND_PERMANENT);
}

/* [bac 3.6] */
static void say_deal(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    sign_row(pen, "Deal", "发牌");
    for (unsigned i = 0; i < rules->deal_count; i++) {
        if (i)
            sign_put(pen, ", ", "、");
        if (rules->deal_order[i] == SIDE_PLAYER)
            sign_put(pen, "Player", "闲");
        else
            sign_put(pen, "Banker", "庄");
    }
    sign_put(pen, ".", "。");
    sign_cite(pen, GROUND_DEAL);
}

/* [bac 3.3, 3.4] */
static void say_values(struct sign_pen *pen)
{
    sign_row(pen, "Values", "点数");
    sign_put(
        pen,
        "Ace 1, cards 2 to 9 their number, tens and court cards 0; only the last digit of a total counts.",
        "A 为 1 点，2 至 9 按牌面，10、J、Q、K 为 0 点；总和只计个位数。");
    sign_cite(pen, GROUND_CARD_VALUES);
    sign_cite(pen, GROUND_UNITS_DIGIT);
}

/* [bac 3.7/natural] */
static void say_natural(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    if (!rules->natural_totals)
        return;
    sign_row(pen, "Natural", "例牌");
    sign_say_numbers(pen, rules->natural_totals);
    sign_put(pen, " on either side: nobody draws.", " 点：任何一方首两张牌达此点数，双方均不补牌。");
    sign_cite(pen, GROUND_NATURAL);
}

/* [bac 3.7/player] */
static void say_player(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    sign_row(pen, "Player draws", "闲家补牌");
    sign_put(pen, "On ", "点数为 ");
    sign_say_numbers(pen, rules->player_draws);
    sign_put(pen, "; otherwise stands.", " 时补牌；否则停牌。");
    sign_cite(pen, GROUND_PLAYER_TABLE);
}

/* [bac 3.7/player-stands] */
static void say_banker_alone(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    sign_row(pen, "Banker, when Player stands", "闲家停牌时，庄家");
    sign_put(pen, "Draws on ", "点数为 ");
    sign_say_numbers(pen, rules->banker_draws_if_player_stands);
    sign_put(pen, "; otherwise stands.", " 时补牌；否则停牌。");
    sign_cite(pen, GROUND_PLAYER_STANDS);
}

static void say_banker_total(struct sign_pen *pen, uint16_t draws)
{
    if (draws == 0) {
        sign_put(pen, "Stands.", "停牌。");
    } else if (draws == ALL_TOTALS) {
        sign_put(pen, "Always draws.", "必须补牌。");
    } else {
        sign_put(pen, "Draws when Player's third card counts ", "闲家第三张牌为 ");
        sign_say_numbers(pen, draws);
        sign_put(pen, ".", " 点时补牌。");
    }
}

/* [bac 3.7/banker-0-2, 3.7/banker-3, 3.7/banker-4, 3.7/banker-5, 3.7/banker-6, 3.7/banker-7]: totals with the
 * same rule share a row. */
static void say_banker(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    static const enum ground grounds[BACCARAT_TOTALS] = {
        GROUND_BANKER_0_2, GROUND_BANKER_0_2, GROUND_BANKER_0_2, GROUND_BANKER_3, GROUND_BANKER_4,
        GROUND_BANKER_5,   GROUND_BANKER_6,   GROUND_BANKER_7,   GROUND_NATURAL,  GROUND_NATURAL,
    };
    for (unsigned total = 0; total < BACCARAT_TOTALS; total++) {
        if (rules->natural_totals >> total & 1U)
            continue;
        unsigned first = total;
        while (total + 1 < BACCARAT_TOTALS && !(rules->natural_totals >> (total + 1) & 1U) &&
               rules->banker_draws[total + 1] == rules->banker_draws[first])
            total++;
        char english[SIGN_TOPIC_MAX];
        char chinese[SIGN_TOPIC_MAX];
        const char *format = total > first ? "%s %u\u2013%u" : "%s %u";
        struct text text;
        text_init(&text, english, sizeof(english));
        text_format(&text, format, "Banker", first, total);
        text_init(&text, chinese, sizeof(chinese));
        text_format(&text, format, "庄家", first, total);
        sign_row(pen, english, chinese);
        say_banker_total(pen, rules->banker_draws[first]);
        for (unsigned i = first; i <= total; i++)
            sign_cite(pen, grounds[i]);
    }
}

/* [bac 3.8] */
static void say_winner(struct sign_pen *pen)
{
    sign_row(pen, "Winner", "胜负");
    sign_put(pen, "The higher total wins; equal totals are a tie.", "点数高者胜；点数相同为和局。");
    sign_cite(pen, GROUND_WINNER);
    sign_cite(pen, GROUND_TIE);
}

void sign_baccarat(struct sign_pen *pen)
{
    const struct baccarat_rules *rules = &pen->book->baccarat;
    sign_section(pen, SIGN_RULES, -1, "The cards", "牌");
    say_permanent(pen, rules->permanent_player, "Player", "闲家");
    say_permanent(pen, rules->permanent_banker, "Banker", "庄家");
    say_deal(pen, rules);
    say_values(pen);
    say_natural(pen, rules);
    say_winner(pen);
    sign_section(pen, SIGN_RULES, -1, "Third cards", "补牌规则");
    say_player(pen, rules);
    say_banker_alone(pen, rules);
    say_banker(pen, rules);
}

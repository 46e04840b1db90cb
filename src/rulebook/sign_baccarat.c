/* SPDX-License-Identifier: Apache-2.0 */
/* sign_baccarat.c - the rules of the baccarat family in words. One function a row; each opens with its
 * clause. */
#include <stdio.h>

#include "rulebook/sign_family.h"

enum { ALL_TOTALS = (1 << BACCARAT_TOTALS) - 1 };

/* [bac 1.1.4] */
static void say_permanent(struct sign_pen *pen, unsigned rank, const char *side)
{
    if (!rank)
        return;
    sign_row(pen, N_("First card"));
    sign_say(pen, N_("%s's first card is always the %s printed on the layout."), sign_in(pen, side),
             sign_ranks(pen, (rank_set)(1U << rank)));
    sign_cite(pen, GROUND_PERMANENT);
}

/* [bac 3.6] */
static void say_deal(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    sign_row(pen, N_("Deal"));
    for (unsigned i = 0; i < rules->deal_count; i++) {
        sign_put(pen, i ? N_(", ") : "");
        sign_put(pen, rules->deal_order[i] == SIDE_PLAYER ? N_("Player") : N_("Banker"));
    }
    sign_put(pen, N_("."));
    sign_cite(pen, GROUND_DEAL);
}

/* [bac 3.3, 3.4] */
static void say_values(struct sign_pen *pen)
{
    sign_row(pen, N_("Values"));
    sign_put(
        pen,
        N_("Ace 1, cards 2 to 9 their number, tens and court cards 0; only the last digit of a total counts."));
    sign_cite(pen, GROUND_CARD_VALUES);
    sign_cite(pen, GROUND_UNITS_DIGIT);
}

/* [bac 3.7/natural] */
static void say_natural(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    if (!rules->natural_totals)
        return;
    sign_row(pen, N_("Natural"));
    sign_say(pen, N_("%s on either side: nobody draws."), sign_numbers(pen, rules->natural_totals));
    sign_cite(pen, GROUND_NATURAL);
}

/* [bac 3.7/player] */
static void say_player(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    sign_row(pen, N_("Player draws"));
    sign_say(pen, N_("Draws on %s; otherwise stands."), sign_numbers(pen, rules->player_draws));
    sign_cite(pen, GROUND_PLAYER_TABLE);
}

/* [bac 3.7/player-stands] */
static void say_banker_alone(struct sign_pen *pen, const struct baccarat_rules *rules)
{
    sign_row(pen, N_("Banker, when Player stands"));
    sign_say(pen, N_("Draws on %s; otherwise stands."),
             sign_numbers(pen, rules->banker_draws_if_player_stands));
    sign_cite(pen, GROUND_PLAYER_STANDS);
}

static void say_banker_total(struct sign_pen *pen, uint16_t draws)
{
    if (draws == 0) {
        sign_put(pen, N_("Stands."));
    } else if (draws == ALL_TOTALS) {
        sign_put(pen, N_("Always draws."));
    } else {
        sign_say(pen, N_("Draws when Player's third card counts %s."), sign_numbers(pen, draws));
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
        char topic[SIGN_TOPIC_MAX];
        uint32_t totals = (2U << total) - (1U << first);
        snprintf(topic, sizeof(topic), "%s %s", sign_in(pen, N_("Banker")), sign_numbers(pen, totals));
        sign_row(pen, topic);
        say_banker_total(pen, rules->banker_draws[first]);
        for (unsigned i = first; i <= total; i++)
            sign_cite(pen, grounds[i]);
    }
}

/* [bac 3.8] */
static void say_winner(struct sign_pen *pen)
{
    sign_row(pen, N_("Winner"));
    sign_put(pen, N_("The higher total wins; equal totals are a tie."));
    sign_cite(pen, GROUND_WINNER);
    sign_cite(pen, GROUND_TIE);
}

void sign_baccarat(struct sign_pen *pen)
{
    const struct baccarat_rules *rules = &pen->book->baccarat;
    sign_section(pen, SIGN_RULES, -1, N_("The cards"));
    say_permanent(pen, rules->permanent_player, N_("Player"));
    say_permanent(pen, rules->permanent_banker, N_("Banker"));
    say_deal(pen, rules);
    say_values(pen);
    say_natural(pen, rules);
    say_winner(pen);
    sign_section(pen, SIGN_RULES, -1, N_("Third cards"));
    say_player(pen, rules);
    say_banker_alone(pen, rules);
    say_banker(pen, rules);
}

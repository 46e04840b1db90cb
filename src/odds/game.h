/* SPDX-License-Identifier: Apache-2.0 */
/* game.h - the main wager of a blackjack rulebook: every two-card hand against every upcard, and the whole.
 *
 *     struct game_odds *game = game_odds_new(&book, 6);
 *     ... game->expected_value, game->printed, game_odds_cell(game, 8, 8, 10)->best ...
 *     game_odds_free(game);
 *
 * For a fresh shoe, or one of any cards, and one player. The expected value is exact for play that is best
 * for the composition of the hand, with split hands played by the same policy as unsplit ones (split.h says
 * what that means and why it is exact). For splits that are worse than hitting or standing only a bound is
 * computed. `printed` is the best card by totals (printed.h) with its exact value. Insurance is not part of
 * it: it is a wager of its own. Pure; on the heap, about 350 KB, computed in a few hundredths of a second, or
 * some tenths with the deviation. */
#ifndef CROUPIER_ODDS_GAME_H
#define CROUPIER_ODDS_GAME_H

#include "odds/choices.h"
#include "odds/strategy.h"

enum { TWO_CARD_HANDS = 55 };

/* How a round that is not split ends, by what it pays; split rounds are one entry. */
enum round_end {
    END_BLACKJACK,
    END_EVEN_MONEY,
    END_DOUBLE_WIN,
    END_WIN,
    END_PUSH,
    END_SURRENDER,
    END_LOSS,
    END_DOUBLE_LOSS,
    END_SPLIT,
    ROUND_ENDS
};

struct game_odds {
    unsigned decks;
    bool quick; /* made without the printed card */
    struct terms terms;
    struct supply fresh;
    struct hands hands;
    struct policy best[VALUE_COUNT + 1]; /* by upcard: what to do with every composition */
    struct choice_values cells[TWO_CARD_HANDS][VALUE_COUNT + 1]; /* by hand - hands.with[2], upcard */
    struct strategy printed;

    double expected_value;         /* of a unit staked; the house edge is its negative */
    double printed_expected_value; /* of the printed card */
    double staked;                 /* mean of what is staked in a round, splits and doubles included */
    double ends[ROUND_ENDS];       /* probabilities under best play */
    double split_value;            /* what rounds that are split add to the expected value */
    double deviation;              /* of a unit staked; 0 until game_odds_deviation */
    struct net split_net;          /* what their hands come to together; all 0 until then */
    double hit_frequency;          /* probability that a hand is paid; without split rounds until then */
};

/* NULL if the book is of another family, the number of decks is none it allows, or memory is short. */
struct game_odds *game_odds_new(const struct rulebook *book, unsigned decks);

/* The same for a shoe of any cards (`decks` is then 0); NULL also if a round might run it out. */
struct game_odds *game_odds_new_shoe(const struct rulebook *book, const struct supply *shoe);

/* The same without the printed card, whose search takes a good part of the time. */
struct game_odds *game_odds_new_quick(const struct rulebook *book, const struct supply *shoe);
void game_odds_free(struct game_odds *game);

/* Computes `deviation`, `split_net` and `hit_frequency`; most of the time goes into what the hands of a split
 * have in common. A round that is split counts as hit with the share of its hands that is paid. STATUS_OK or
 * STATUS_NO_MEMORY. */
enum status game_odds_deviation(struct game_odds *game) MUST_CHECK;

const struct choice_values *game_odds_cell(const struct game_odds *game, unsigned value_a, unsigned value_b,
                                           unsigned up);

/* The best play with a hand of any cards, number `hand` in game->hands; `may` as in strategy.h. */
enum play game_odds_play(const struct game_odds *game, unsigned hand, unsigned up, struct choices may);

const char *round_end_name(enum round_end end);

/* The win of a unit staked: "3:2", "0", "-1:2"; `size` at least RATIO_TEXT_MAX. Empty for split rounds, which
 * end in many ways: their mean is split_value over their probability. */
void round_end_pays(const struct game_odds *game, enum round_end end, char *text, size_t size);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/game.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds/printed.h"

/* Work space for one column. */
struct game_column {
    struct column column;
    struct values values;
    double reach[HANDS_MAX];
};

static struct choice_values *cell_of(struct game_odds *game, unsigned hand, unsigned up)
{
    return &game->cells[hand - game->hands.with[2]][up];
}

/* ---- How unsplit rounds end. ---- */

static void end_stand(struct game_odds *game, const struct column *column, unsigned hand, unsigned total,
                      double wager, double chance)
{
    for (unsigned o = 0; o < DEALER_OUTCOMES; o++) {
        double result = terms_result(column->terms, total, wager, (enum dealer_outcome)o);
        bool two = result > 1.5 * column->terms->regular_pays || result < -1.5;
        enum round_end end = result > 0   ? (two ? END_DOUBLE_WIN : END_WIN)
                             : result < 0 ? (two ? END_DOUBLE_LOSS : END_LOSS)
                                          : END_PUSH;
        game->ends[end] += chance * column->dealer[hand][o];
    }
}

static void end_double(struct game_odds *game, const struct column *column, unsigned hand, double chance)
{
    const struct hand *at = &column->hands->at[hand];
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        double drawn = chance * column_draw(column, at, value);
        unsigned total = terms_doubled_total(column->terms, at, value);
        double saved = at->next[value] ? 0 : column_bust_saved(column, at, value);
        if (at->next[value])
            end_stand(game, column, at->next[value], total, 2, drawn);
        else
            game->ends[END_DOUBLE_LOSS] += drawn * (1 - saved);
        game->ends[END_LOSS] += drawn * saved;
    }
}

static void end_first(struct game_odds *game, struct game_column *work, unsigned hand, double chance)
{
    const struct column *column = &work->column;
    switch (cell_of(game, hand, column->up)->best) {
    case PLAY_WAIT: {
        double push = column_blackjack(column, &game->hands.at[hand]);
        game->ends[END_PUSH] += chance * push;
        game->ends[END_BLACKJACK] += chance * (1 - push);
        break;
    }
    case PLAY_EVEN_MONEY:
        game->ends[END_EVEN_MONEY] += chance;
        break;
    case PLAY_SURRENDER:
        game->ends[END_SURRENDER] += chance;
        break;
    case PLAY_SPLIT:
        game->ends[END_SPLIT] += chance;
        break;
    case PLAY_DOUBLE:
        end_double(game, column, hand, chance);
        break;
    case PLAY_HIT:
    case PLAY_STAND:
        work->reach[hand] += chance;
        break;
    case PLAY_COUNT:
        break;
    }
}

/* Follows best play from the first two cards to where it stands or busts. */
static void end_rounds(struct game_odds *game, struct game_column *work, double up_chance)
{
    const struct column *column = &work->column;
    const struct policy *policy = &game->best[column->up];
    memset(work->reach, 0, sizeof(work->reach));
    for (unsigned i = game->hands.with[2]; i < game->hands.count; i++) {
        const struct hand *hand = &game->hands.at[i];
        if (hand->cards == 2)
            end_first(game, work, i, up_chance * first_chance(column, hand));
        if (!policy->hits[i] && work->reach[i] > 0)
            end_stand(game, column, i, hand->total, 1, work->reach[i]);
        for (unsigned value = 1; policy->hits[i] && value <= VALUE_COUNT; value++) {
            double drawn = work->reach[i] * column_draw(column, hand, value);
            if (hand->next[value])
                work->reach[hand->next[value]] += drawn;
            else
                game->ends[END_LOSS] += drawn;
        }
    }
}

/* ---- The whole. ---- */

static void add_column(struct game_odds *game, struct game_column *work, unsigned up)
{
    double up_chance = (double)game->fresh.left[up] / game->fresh.total;
    struct choice_values best[TWO_CARD_HANDS];
    column_init(&work->column, &game->terms, &game->hands, &game->fresh, up);
    column_best(&work->column, &game->best[up], &work->values);
    for (unsigned i = 0; i < TWO_CARD_HANDS; i++) {
        unsigned hand = game->hands.with[2] + i;
        double chance = up_chance * first_chance(&work->column, &game->hands.at[hand]);
        struct choice_values *cell = &best[i];
        first_values(&work->column, &game->best[up], &work->values, hand, cell);
        game->cells[i][up] = *cell;
        game->expected_value += chance * cell->of[cell->best].mean;
        game->staked += chance * cell->of[cell->best].staked;
        game->closed = game->closed || (cell->closed && cell->best == PLAY_SPLIT);
    }
    end_rounds(game, work, up_chance);
    printed_find(&work->column, best, &game->printed);
    game->printed_expected_value += up_chance * printed_value(&work->column, &game->printed);
}

struct game_odds *game_odds_new(const struct rulebook *book, unsigned decks)
{
    struct game_odds *game = calloc(1, sizeof(*game));
    struct game_column *work = calloc(1, sizeof(*work));
    if (!game || !work || decks < 1 || decks > SHOE_DECKS_MAX ||
        terms_read(&game->terms, book) != STATUS_OK) {
        free(work);
        free(game);
        return NULL;
    }
    game->decks = decks;
    supply_init(&game->fresh, deck_of((enum deck_id)book->deck), decks);
    hands_build(&game->hands);
    assert(game->hands.with[3] - game->hands.with[2] == TWO_CARD_HANDS);
    for (unsigned up = 1; up <= VALUE_COUNT; up++)
        add_column(game, work, up);
    free(work);
    return game;
}

void game_odds_free(struct game_odds *game)
{
    free(game);
}

/* The mean square of rounds that are split under best play, one upcard. */
static double split_squares(struct game_odds *game, struct column *column, unsigned up)
{
    double square = 0;
    bool ready = false;
    for (unsigned pair = 1; pair <= VALUE_COUNT; pair++) {
        unsigned hand = hands_two(&game->hands, pair, pair);
        struct choice_values *cell = cell_of(game, hand, up);
        if (cell->best != PLAY_SPLIT)
            continue;
        if (!ready)
            column_init(column, &game->terms, &game->hands, &game->fresh, up);
        ready = true;
        cell->of[PLAY_SPLIT].square = split_evaluate(column, &game->best[up], pair, true).moments.square;
        square += first_chance(column, &game->hands.at[hand]) * cell->of[PLAY_SPLIT].square;
    }
    return square;
}

void game_odds_deviation(struct game_odds *game)
{
    const double regular = game->terms.regular_pays;
    const double results[ROUND_ENDS] = {
        [END_BLACKJACK] = game->terms.blackjack_pays,
        [END_EVEN_MONEY] = 1,
        [END_DOUBLE_WIN] = 2 * regular,
        [END_WIN] = regular,
        [END_SURRENDER] = -0.5,
        [END_LOSS] = -1,
        [END_DOUBLE_LOSS] = -2,
    };
    struct column *column = malloc(sizeof(*column));
    double square = 0;
    if (!column)
        return;
    for (unsigned up = 1; up <= VALUE_COUNT; up++)
        square += split_squares(game, column, up) * game->fresh.left[up] / game->fresh.total;
    game->split_square = square;
    for (unsigned end = 0; end < ROUND_ENDS; end++)
        square += game->ends[end] * results[end] * results[end];
    game->deviation = sqrt(square - game->expected_value * game->expected_value);
    free(column);
}

const struct choice_values *game_odds_cell(const struct game_odds *game, unsigned value_a, unsigned value_b,
                                           unsigned up)
{
    return &game->cells[hands_two(&game->hands, value_a, value_b) - game->hands.with[2]][up];
}

enum play game_odds_play(const struct game_odds *game, unsigned hand, unsigned up, struct choices may)
{
    const struct policy *policy = &game->best[up];
    if (game->hands.at[hand].cards == 2) {
        const struct choice_values *cell = &game->cells[hand - game->hands.with[2]][up];
        if ((cell->best == PLAY_SURRENDER && may.surrender) || (cell->best == PLAY_SPLIT && may.split) ||
            (cell->best == PLAY_EVEN_MONEY && may.even_money))
            return cell->best;
        if (cell->best == PLAY_SURRENDER && may.split && cell->may[PLAY_SPLIT] &&
            cell->of[PLAY_SPLIT].mean > cell->of[PLAY_HIT].mean &&
            cell->of[PLAY_SPLIT].mean > cell->of[PLAY_STAND].mean)
            return PLAY_SPLIT;
        if (may.doubles && policy->doubles[hand])
            return PLAY_DOUBLE;
    }
    return policy->hits[hand] ? PLAY_HIT : PLAY_STAND;
}

const char *round_end_name(enum round_end end)
{
    static const char *const names[ROUND_ENDS] = {
        [END_BLACKJACK] = "blackjack",
        [END_EVEN_MONEY] = "even-money",
        [END_DOUBLE_WIN] = "double-win",
        [END_WIN] = "win",
        [END_PUSH] = "push",
        [END_SURRENDER] = "surrender",
        [END_LOSS] = "loss",
        [END_DOUBLE_LOSS] = "double-loss",
        [END_SPLIT] = "split",
    };
    assert(end < ROUND_ENDS);
    return names[end];
}

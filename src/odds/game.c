/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/game.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "odds/printed.h"

/* Work space for one column. */
struct game_column {
    struct column column;
    struct values values;
    struct choice_values cells[TWO_CARD_HANDS];
    double reach[HANDS_MAX];
};

static struct choice_values *cell_of(struct game_odds *game, unsigned hand, unsigned up)
{
    assert(up >= 1 && up <= VALUE_COUNT);
    return &game->cells[hand - game->hands.with[2]][up];
}

/* ---- How unsplit rounds end. ---- */

static void end_stand(struct game_odds *game, const struct column *column, unsigned hand, unsigned total,
                      double wager, double chance)
{
    assert(chance >= 0 && chance <= 1 && (wager == 1 || wager == 2));
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
    assert(chance >= 0 && chance <= 1);
    const struct holding *at = &column->hands->at[hand];
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
    assert(chance >= 0 && chance <= 1);
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
        const struct holding *hand = &game->hands.at[i];
        if (hand->cards == 2)
            end_first(game, work, i, up_chance * choices_chance(column, hand));
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

static enum status add_cells(struct game_odds *game, struct game_column *work, unsigned up, double up_chance)
{
    assert(up >= 1 && up <= VALUE_COUNT && up_chance >= 0 && up_chance <= 1);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < TWO_CARD_HANDS && status == STATUS_OK; i++) {
        unsigned hand = game->hands.with[2] + i;
        double chance = up_chance * choices_chance(&work->column, &game->hands.at[hand]);
        struct choice_values *cell = &work->cells[i];
        status = choices_values(&work->column, &game->best[up], &work->values, hand, false, cell);
        game->cells[i][up] = *cell;
        game->expected_value += chance * cell->of[cell->best].mean;
        game->staked += chance * cell->of[cell->best].staked;
        game->hit_frequency += chance * cell->of[cell->best].paid;
        if (cell->best == PLAY_SPLIT)
            game->split_value += chance * cell->of[PLAY_SPLIT].mean;
    }
    return status;
}

static enum status add_column(struct game_odds *game, struct game_column *work, unsigned up)
{
    double up_chance = (double)game->fresh.left[up] / game->fresh.total;
    double printed = 0;
    column_init(&work->column, &game->terms, &game->hands, &game->fresh, up);
    column_best(&work->column, &game->best[up], &work->values);
    enum status status = add_cells(game, work, up, up_chance);
    if (status == STATUS_OK && !game->quick)
        status = printed_find(&work->column, work->cells, &game->best[up], &game->printed, &printed);
    end_rounds(game, work, up_chance);
    game->printed_expected_value += up_chance * printed;
    return status;
}

static unsigned hands_max(const struct terms *terms)
{
    unsigned most = 1;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        most = terms->hands_max[value] > most ? terms->hands_max[value] : most;
    return most;
}

static enum status fill(struct game_odds *game, const struct rulebook *book)
{
    enum status status = terms_read(&game->terms, book);
    if (status == STATUS_OK && !supply_suffices(&game->fresh, hands_max(&game->terms)))
        status = STATUS_FEW_CARDS;
    struct game_column *work = calloc(1, sizeof(*work));
    if (!work)
        return STATUS_NO_MEMORY;
    hands_build(&game->hands);
    assert(game->hands.with[3] - game->hands.with[2] == TWO_CARD_HANDS);
    for (unsigned up = 1; up <= VALUE_COUNT && status == STATUS_OK; up++)
        if (game->fresh.left[up] > 0)
            status = add_column(game, work, up);
    free(work);
    return status;
}

static struct game_odds *make(const struct rulebook *book, const struct supply *shoe, bool quick)
{
    struct game_odds *game = calloc(1, sizeof(*game));
    if (!game)
        return NULL;
    game->quick = quick;
    game->fresh = *shoe;
    if (fill(game, book) != STATUS_OK) {
        free(game);
        return NULL;
    }
    return game;
}

struct game_odds *game_odds_new_shoe(const struct rulebook *book, const struct supply *shoe)
{
    return make(book, shoe, false);
}

struct game_odds *game_odds_new_quick(const struct rulebook *book, const struct supply *shoe)
{
    return make(book, shoe, true);
}

struct game_odds *game_odds_new(const struct rulebook *book, unsigned decks)
{
    struct supply fresh;
    if (decks < 1 || decks > SHOE_DECKS_MAX)
        return NULL;
    supply_init(&fresh, deck_of((enum deck_id)book->deck), decks);
    struct game_odds *game = game_odds_new_shoe(book, &fresh);
    if (game)
        game->decks = decks;
    return game;
}

void game_odds_free(struct game_odds *game)
{
    free(game);
}

/* The mean square of rounds that are split under best play, one upcard. */
static enum status split_squares(struct game_odds *game, struct column *column, unsigned up, double *square)
{
    bool ready = false;
    for (unsigned pair = 1; pair <= VALUE_COUNT; pair++) {
        unsigned hand = hands_two(&game->hands, pair, pair);
        struct choice_values *cell = cell_of(game, hand, up);
        struct moments split;
        struct net net;
        if (cell->best != PLAY_SPLIT)
            continue;
        if (!ready)
            column_init(column, &game->terms, &game->hands, &game->fresh, up);
        ready = true;
        enum status status =
            split_evaluate(column, &game->best[up], pair, (struct split_wish){-INFINITY, &net}, &split);
        if (status != STATUS_OK)
            return status;
        double chance =
            choices_chance(column, &game->hands.at[hand]) * game->fresh.left[up] / game->fresh.total;
        cell->of[PLAY_SPLIT] = split;
        *square += chance * split.square;
        game->hit_frequency += chance * split.paid;
        net_add(&game->split_net, &net, chance);
    }
    return STATUS_OK;
}

static double unsplit_square(const struct game_odds *game)
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
    double square = 0;
    for (unsigned end = 0; end < ROUND_ENDS; end++)
        square += game->ends[end] * results[end] * results[end];
    return square;
}

enum status game_odds_deviation(struct game_odds *game)
{
    struct column *column = malloc(sizeof(*column));
    enum status status = column ? STATUS_OK : STATUS_NO_MEMORY;
    double square = unsplit_square(game);
    for (unsigned up = 1; up <= VALUE_COUNT && status == STATUS_OK; up++)
        status = split_squares(game, column, up, &square);
    free(column);
    if (status == STATUS_OK)
        game->deviation = sqrt(square - game->expected_value * game->expected_value);
    return status;
}

const struct choice_values *game_odds_cell(const struct game_odds *game, unsigned value_a, unsigned value_b,
                                           unsigned up)
{
    assert(value_a >= 1 && value_a <= VALUE_COUNT && value_b >= 1 && value_b <= VALUE_COUNT);
    return &game->cells[hands_two(&game->hands, value_a, value_b) - game->hands.with[2]][up];
}

static bool allowed(struct choices may, enum play play)
{
    assert(play < PLAY_COUNT);
    switch (play) {
    case PLAY_DOUBLE:
        return may.doubles;
    case PLAY_SPLIT:
        return may.split;
    case PLAY_SURRENDER:
        return may.surrender;
    case PLAY_EVEN_MONEY:
        return may.even_money;
    case PLAY_STAND:
    case PLAY_HIT:
    case PLAY_WAIT:
        return true;
    case PLAY_COUNT:
        break;
    }
    return false;
}

enum play game_odds_play(const struct game_odds *game, unsigned hand, unsigned up, struct choices may)
{
    enum play best = game->best[up].hits[hand] ? PLAY_HIT : PLAY_STAND;
    if (game->hands.at[hand].cards != 2)
        return best;
    const struct choice_values *cell = &game->cells[hand - game->hands.with[2]][up];
    for (unsigned play = 1; play < PLAY_COUNT; play++)
        if (cell->may[play] && allowed(may, (enum play)play) &&
            (!cell->may[best] || cell->of[play].mean > cell->of[best].mean))
            best = (enum play)play;
    return best;
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

void round_end_pays(const struct game_odds *game, enum round_end end, char *text, size_t size)
{
    assert(end < ROUND_ENDS && size > 0);
    static const char *const lost[ROUND_ENDS] = {
        [END_PUSH] = "0",         [END_SURRENDER] = "-1:2", [END_LOSS] = "-1",
        [END_DOUBLE_LOSS] = "-2", [END_SPLIT] = "",
    };
    const struct ratio regular = game->terms.regular_ratio;
    if (lost[end])
        snprintf(text, size, "%s", lost[end]);
    else if (end == END_BLACKJACK)
        ratio_print(game->terms.blackjack_ratio, text, size);
    else if (end == END_EVEN_MONEY)
        ratio_print((struct ratio){1, 1}, text, size);
    else
        ratio_print(end == END_WIN ? regular : ratio_reduced(2 * regular.num, regular.den), text, size);
}

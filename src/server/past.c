/* SPDX-License-Identifier: Apache-2.0 */
#include "server/past.h"

#include <stdio.h>

#include "record/write.h"
#include "server/roads.h"

static void outcome_of(const struct rulebook *book, const struct round *round, struct past_round *past)
{
    static const struct place dealer = {.kind = PLACE_DEALER};
    static const struct place player = {.kind = PLACE_PLAYER_SIDE};
    static const struct place banker = {.kind = PLACE_BANKER_SIDE};
    const struct family *family = game_family(book);
    if (book->family == FAMILY_BACCARAT) {
        unsigned p = family->value(book, round, player).total;
        unsigned b = family->value(book, round, banker).total;
        past->winner = p > b ? WINNER_PLAYER : b > p ? WINNER_BANKER : WINNER_TIE;
        snprintf(past->outcome, sizeof past->outcome, "%u-%u", p, b);
        return;
    }
    struct hand_value value = family->value(book, round, dealer);
    struct text text;
    text_init(&text, past->outcome, sizeof past->outcome);
    write_value(value, &text);
}

struct past_round past_round_of(const struct rulebook *book, const struct table_state *state)
{
    struct past_round past = {.number = state->round_number, .voided = state->round.voided};
    if (!past.voided)
        outcome_of(book, &state->round, &past);
    return past;
}

void past_put(struct out *out, const struct past_round *past)
{
    out_object(out);
    out_put_integer(out, "round", past->number);
    out_put_bool(out, "void", past->voided);
    out_put_string(out, "dealer", past->outcome);
    if (past->winner)
        out_put_string(out, "winner", winner_name((enum winner)past->winner));
    out_put_string(out, "summary", past->outcome);
    out_object_end(out);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* settle.c - who has won, and what every wager gets. */
#include "baccarat/felt.h"

#include <assert.h>

/* ---- What the cards say. ---- */

static enum winner winner_of(unsigned player_total, unsigned banker_total)
{
    if (player_total == banker_total)
        return WINNER_TIE;
    return player_total > banker_total ? WINNER_PLAYER : WINNER_BANKER;
}

/* [bac 3.8, 4.1] the higher total wins; lines go by the winner and its total. */
static struct verdict judge_outcome(const struct rulebook *book, const struct baccarat_state *state,
                                    const struct wager_rule *wager)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    struct hand_side player;
    struct hand_side banker;
    bac_hand_side_of(book, state, PLACE_PLAYER_SIDE, &player);
    bac_hand_side_of(book, state, PLACE_BANKER_SIDE, &banker);
    enum winner winner = winner_of(player.total, banker.total);
    unsigned total = player.total > banker.total ? player.total : banker.total;
    for (unsigned i = 0; i < wager->line_count; i++) {
        const struct match *match = &wager->lines[i].match;
        if (match->winner == winner && (match->totals == 0 || (match->totals >> total & 1U)))
            return (struct verdict){OUTCOME_WIN, i};
    }
    /* [bac 3.8.1] Player and Banker wagers neither win nor lose on a Tie. */
    if (winner == WINNER_TIE && wager->push_on_tie)
        return (struct verdict){OUTCOME_PUSH, 0};
    return (struct verdict){OUTCOME_LOSE, 0};
}

/* [bac 1.1.7, 4.2] every card of both hands, the printed one included. */
static struct verdict judge_cards(const struct rulebook *book, const struct baccarat_state *state,
                                  const struct wager_rule *wager)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    const uint8_t permanent[] = {book->baccarat.permanent_player, book->baccarat.permanent_banker};
    struct card cards[BACCARAT_CARDS_MAX + 2];
    unsigned count = 0;
    for (unsigned i = 0; i < 2; i++)
        if (permanent[i])
            cards[count++] = card_make(permanent[i], 0);
    for (unsigned i = 0; i < state->card_count; i++)
        if (state->cards[i].lies != PLACE_DISCARD)
            cards[count++] = state->cards[i].card;
    int line = wager_rule_line(wager, deck_of((enum deck_id)book->deck), cards, count);
    return line < 0 ? (struct verdict){OUTCOME_LOSE, 0} : (struct verdict){OUTCOME_WIN, (unsigned)line};
}

struct verdict bac_settle_verdict(const struct rulebook *book, const struct baccarat_state *state,
                                  unsigned wager)
{
    assert(wager < book->wager_count);
    const struct wager_rule *rule = &book->wagers[wager];
    return rule->judge == JUDGE_ALL_CARDS ? judge_cards(book, state, rule) : judge_outcome(book, state, rule);
}

/* ---- Paying. ---- */

/* Cites reports that bear on every result, and what happened to this wager. */
static void cite_reports(struct bac_felt *felt, struct event *event, const struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    if (felt->state->reported >> IRREGULARITY_WRONG_TOTAL & 1U)
        event->irregularity = IRREGULARITY_WRONG_TOTAL + 1;
    if (stake_is(stake, STAKE_FAILED))
        event_cite(event, GROUND_TERMINAL_IN);
}

static void tell_result(struct bac_felt *felt, struct stake *stake, struct verdict verdict,
                        enum ground ground)
{
    assert(stake->wager < felt->book->wager_count);
    struct event *event = stake_event(felt->events, EVENT_RESULT, stake, stake_result_cents(stake));
    event->reason = stake->reason;
    event->line = stake->line;
    event->cites_wager = verdict.outcome == OUTCOME_LOSE;
    event_cite(event, ground);
    cite_reports(felt, event, stake);
}

static int64_t profit_of(const struct rulebook *book, const struct stake *stake, unsigned line)
{
    int64_t profit_cents = 0;
    enum status status = money_times(stake->effective_cents, book->wagers[stake->wager].lines[line].pays,
                                     book->unit_cents, (enum rounding)book->rounding, &profit_cents);
    assert(status == STATUS_OK); /* bet.c takes no wager that could not be paid */
    (void)status;
    return profit_cents;
}

static void win(struct bac_felt *felt, struct stake *stake, struct verdict verdict, enum ground ground)
{
    assert(stake->wager < felt->book->wager_count);
    stake->line = (uint8_t)(verdict.line + 1);
    struct event *paid =
        stake_pay(felt->round, felt->events, stake, profit_of(felt->book, stake, verdict.line));
    paid->line = stake->line;
    event_cite(paid, ground);
    event_cite(stake_return(felt->round, felt->events, stake, stake_left_cents(stake)), ground);
    stake_close(stake, REASON_WIN);
}

static void lose(struct bac_felt *felt, struct stake *stake, enum ground ground)
{
    assert(stake->wager < felt->book->wager_count);
    struct event *taken = stake_take(felt->round, felt->events, stake, stake_left_cents(stake));
    taken->cites_wager = true;
    event_cite(taken, ground);
    stake_close(stake, REASON_LOSE);
}

static void settle_stake(struct bac_felt *felt, struct stake *stake, enum ground ground)
{
    assert(stake->wager < felt->book->wager_count);
    struct verdict verdict = bac_settle_verdict(felt->book, felt->state, stake->wager);
    switch (verdict.outcome) {
    case OUTCOME_WIN:
        win(felt, stake, verdict, ground);
        break;
    case OUTCOME_LOSE:
        lose(felt, stake, ground);
        break;
    case OUTCOME_PUSH:
        event_cite(stake_return(felt->round, felt->events, stake, stake_left_cents(stake)), ground);
        stake_close(stake, REASON_PUSH);
        break;
    }
    stake->why = (uint8_t)(ground + 1);
    tell_result(felt, stake, verdict, ground);
}

/* ---- The end. ---- */

/* Both hands have their initial cards. */
static bool hands_complete(const struct rulebook *book, const struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    unsigned needed[2] = {0, 0};
    struct hand_side sides[2];
    for (unsigned i = 0; i < book->baccarat.deal_count; i++)
        needed[book->baccarat.deal_order[i] == SIDE_BANKER]++;
    bac_hand_side_of(book, state, PLACE_PLAYER_SIDE, &sides[0]);
    bac_hand_side_of(book, state, PLACE_BANKER_SIDE, &sides[1]);
    return sides[0].count >= needed[0] && sides[1].count >= needed[1];
}

/* A table that is followed after a misplaced card may end once the hands have the cards that the table of
 * play asks for as they lie [bac 3.7]. */
static struct next_card next_as_it_lies(const struct rulebook *book, const struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    if (!hands_complete(book, state))
        return (struct next_card){PLACE_PLAYER_SIDE, GROUND_DEAL};
    return bac_next_card(book, state);
}

struct ruling bac_end_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_END);
    if (!bac_staff_may(act, ACTOR_DEALER))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (round->phase == PHASE_ENDED && round->voided)
        return allow(GROUND_WINNER);
    if (round->phase != PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, GROUND_CLOSE);
    assert(!round->baccarat.astray ||
           !round->memory.burn_due); /* nothing lies elsewhere before it is burnt */
    struct next_card next =
        round->baccarat.astray ? next_as_it_lies(book, &round->baccarat) : bac_deal_next(book, round);
    if (next.place != PLACE_NOWHERE)
        return refuse(STATUS_CARD_DUE, next.ground);
    return allow(GROUND_WINNER);
}

void bac_end_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_END);
    struct hand_side player;
    struct hand_side banker;
    (void)act;
    if (felt->round->phase == PHASE_ENDED)
        return;
    bac_hand_side_of(felt->book, felt->state, PLACE_PLAYER_SIDE, &player);
    bac_hand_side_of(felt->book, felt->state, PLACE_BANKER_SIDE, &banker);
    enum ground ground = player.total == banker.total ? GROUND_TIE : GROUND_WINNER;
    for (unsigned i = 0; i < felt->round->stake_count; i++)
        if (stake_is_open(&felt->round->stakes[i]))
            settle_stake(felt, &felt->round->stakes[i], ground);
    bac_deal_clear_lying(felt);
    felt->state->withdrawers = 0;
    felt->round->phase = PHASE_ENDED;
    events_add(felt->events, EVENT_ENDED);
    assert(felt->round->phase == PHASE_ENDED && felt->state->lying_count == 0);
}

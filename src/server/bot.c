/* SPDX-License-Identifier: Apache-2.0 */
#include "server/bot.h"

#include <string.h>

struct bot_choice {
    const struct rulebook *book;
    const struct round *round;
    const struct draws *draws;
    unsigned person;
    struct act acts[LEGAL_ACTS_MAX];
    unsigned count;
};

static const struct act *find(const struct bot_choice *choice, enum verb verb)
{
    for (unsigned i = 0; i < choice->count; i++)
        if (choice->acts[i].verb == verb)
            return &choice->acts[i];
    return NULL;
}

static bool chance(const struct bot_choice *choice, unsigned percent)
{
    return draws_below(choice->draws, 100) < percent;
}

/* ---- Bets. ---- */

static unsigned own_seat(const struct round *round, unsigned person)
{
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        if (round->setting.seated[area] == person + 1)
            return area;
    return 0;
}

static bool has_stakes(const struct round *round, unsigned person)
{
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].person == person)
            return true;
    return false;
}

/* One to five times the least, within what is allowed. */
static void set_amount(const struct bot_choice *choice, struct act *act)
{
    int64_t most = game_family(choice->book)->amount_max(choice->book, choice->round, act);
    int64_t amount = act->amount_cents * (1 + (int64_t)draws_below(choice->draws, 5));
    act->amount_cents = most > 0 && amount > most ? most : amount;
}

static bool bet_is_mine(const struct bot_choice *choice, const struct act *act)
{
    const struct wager_rule *wager = &choice->book->wagers[act->wager];
    unsigned seat = own_seat(choice->round, choice->person);
    return wager->place == PLACE_TABLE || (seat && act->spot.area == seat);
}

static bool choose_bet(const struct bot_choice *choice, struct act *act)
{
    bool playing = has_stakes(choice->round, choice->person);
    unsigned fit[LEGAL_ACTS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < choice->count; i++) {
        const struct act *bet = &choice->acts[i];
        bool main =
            choice->book->wagers[bet->wager].place == PLACE_MAIN || choice->book->family == FAMILY_BACCARAT;
        if (bet->verb == VERB_BET && bet->amount_cents > 0 && bet_is_mine(choice, bet) && main != playing)
            fit[count++] = i;
    }
    /* Having bet, one more on the side now and then; then it is enough. */
    if (count == 0 || (playing && !chance(choice, 20)))
        return false;
    *act = choice->acts[fit[draws_below(choice->draws, count)]];
    set_amount(choice, act);
    return true;
}

/* ---- Hands. ---- */

static unsigned points(struct card card)
{
    unsigned rank = card_rank(card);
    return rank > RANK_TEN ? 10 : rank;
}

/* The usual card: stand on hard 17, on 12 to 16 against a weak upcard, on soft 18; double on 10 and 11; split
 * Aces and eights. */
static enum verb usual_play(unsigned total, bool soft, unsigned up, bool pair, unsigned first)
{
    bool weak = up >= 2 && up <= 6;
    if (pair && (first == RANK_ACE || first == 8))
        return VERB_SPLIT;
    if (!soft && (total == 11 || total == 10) && up >= 2 && up <= 9)
        return VERB_DOUBLE;
    if (soft)
        return total >= 18 ? VERB_STAND : VERB_HIT;
    return total >= 17 || (total >= 12 && weak) ? VERB_STAND : VERB_HIT;
}

static bool choose_play(const struct bot_choice *choice, const struct wants *wants, struct act *act)
{
    const struct family *family = game_family(choice->book);
    struct place hand = {PLACE_HAND, wants->turn.area, wants->turn.hand};
    struct place dealer = {.kind = PLACE_DEALER};
    struct card cards[HAND_CARDS_MAX];
    struct card dealers[HAND_CARDS_MAX];
    unsigned count = family->cards(choice->round, hand, cards);
    unsigned up = family->cards(choice->round, dealer, dealers) ? points(dealers[0]) : 0;
    struct hand_value value = family->value(choice->book, choice->round, hand);
    bool pair = count == 2 && points(cards[0]) == points(cards[1]);
    enum verb wanted =
        usual_play(value.total, value.kind == VALUE_SOFT, up, pair, count ? card_rank(cards[0]) : 0);
    const struct act *found = find(choice, wanted);
    if (!found)
        found = find(choice, value.total >= 17 ? VERB_STAND : VERB_HIT);
    if (!found)
        found = find(choice, VERB_STAND);
    if (!found)
        found = find(choice, VERB_HIT);
    if (!found)
        return false;
    *act = *found;
    if (act->verb == VERB_DOUBLE)
        act->amount_cents = family->amount_max(choice->book, choice->round, act);
    return true;
}

/* ---- Everything else that is asked. ---- */

static bool choose_answer(const struct bot_choice *choice, struct act *act)
{
    static const enum verb answers[] = {VERB_CONTINUE, VERB_ACCEPT, VERB_FOLLOW,
                                        VERB_DECLINE,  VERB_PICK,   VERB_FINISH};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        const struct act *found = find(choice, answers[i]);
        if (!found)
            continue;
        *act = *found;
        return true;
    }
    return false;
}

bool bot_act(const struct rulebook *book, const struct table_state *state, unsigned person,
             const struct draws *draws, struct act *act)
{
    static struct bot_choice choice;
    const struct round *round = &state->round;
    choice.book = book;
    choice.round = round;
    choice.draws = draws;
    choice.person = person;
    if (round->phase != PHASE_BETTING && round->phase != PHASE_DEALING)
        return false;
    struct wants wants = round_wants(book, round);
    bool asked = wants.deciders >> person & 1U;
    bool in_turn = wants.turn.area && game_family(book)->control(book, round, wants.turn.area) == (int)person;
    if (round->phase == PHASE_DEALING && !asked && !in_turn)
        return false;
    choice.count = round_legal_acts(book, round, ACTOR_PERSON, person, choice.acts);
    if (round->phase == PHASE_BETTING)
        return choose_bet(&choice, act);
    if (asked && choose_answer(&choice, act))
        return true;
    return in_turn && choose_play(&choice, &wants, act);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/play_hint.h"

#include <stdio.h>

#include "odds/hand_odds.h"
#include "odds/wager_odds.h"

static void take_question(struct hand_question *question, unsigned *seen, struct card card, bool own)
{
    unsigned value = value_of_rank(card_rank(card));
    if (own)
        question->cards[value]++;
    else
        question->up = (uint8_t)value;
    if (seen[value])
        seen[value]--;
}

/* The cards nobody has seen leave the shoe, and those of the question itself. */
static void count_supply(const struct rulebook *book, const struct round *round, const unsigned *seen,
                         struct supply *supply)
{
    supply_init(supply, deck_of((enum deck_id)book->deck), round->setting.decks);
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        for (unsigned i = 0; i < seen[value]; i++)
            (void)supply_take(supply, value);
}

static bool ask_hand(const struct rulebook *book, const struct round *round, struct spot turn,
                     struct hand_answer *answer)
{
    struct place place = {PLACE_HAND, turn.area, turn.hand};
    struct place dealer = {.kind = PLACE_DEALER};
    struct card cards[HAND_CARDS_MAX];
    struct hand_question question = {.split = turn.hand != 0};
    struct supply supply;
    unsigned seen[VALUE_COUNT + 1] = {0};
    for (unsigned code = 0; code < CARD_CODE_COUNT; code++) {
        unsigned rank = card_rank((struct card){(uint8_t)code});
        if (rank >= RANK_ACE && rank <= RANK_KING)
            seen[value_of_rank(rank)] += round->memory.out[code];
    }
    unsigned count = game_family(book)->cards(round, place, cards);
    for (unsigned i = 0; i < count; i++)
        take_question(&question, seen, cards[i], true);
    if (!game_family(book)->cards(round, dealer, cards))
        return false;
    take_question(&question, seen, cards[0], false);
    count_supply(book, round, seen, &supply);
    return odds_hand(book, &supply, &question, answer) == STATUS_OK;
}

static void hint_hand(const struct rulebook *book, const struct round *round, struct spot turn)
{
    struct hand_answer answer;
    if (!ask_hand(book, round, turn, &answer)) {
        puts("  No figures for this hand.");
        return;
    }
    puts("  What each choice is worth, of the original wager, exactly for the cards left:");
    for (unsigned i = 0; i < answer.action_count; i++)
        printf("    %-10s %+.4f\n", play_name(answer.actions[i].play), answer.actions[i].expected_value);
    if (answer.insurance)
        printf("    insurance  %+.4f of its own stake: %u of %u cards win it\n", answer.insurance_value,
               answer.insurance_wins, answer.insurance_cards);
}

static void hint_wagers(const struct rulebook *book, const struct round *round)
{
    puts("  What the house keeps of each wager, from a fresh shoe:");
    for (unsigned i = 0; i < book->wager_count; i++) {
        struct wager_odds odds;
        wager_odds_init(&odds);
        if (wager_odds_count(&odds, book, i, round->setting.decks) == STATUS_OK)
            printf("    %-18s %7.4f %%%s%s\n", book->wagers[i].name, 100 * mpq_get_d(odds.house_edge),
                   odds.condition ? ", given: " : "", odds.condition ? odds.condition : "");
        else
            printf("    %-18s depends on how you play: croupier odds, croupier strategy\n",
                   book->wagers[i].name);
        wager_odds_release(&odds);
    }
}

/* The hand in turn; while options are offered to everybody, the person's own. */
static struct spot hand_of(const struct rulebook *book, const struct round *round, unsigned person)
{
    struct spot turn = round_wants(book, round).turn;
    for (unsigned area = 1; area <= round->setting.areas && !turn.area; area++)
        if (game_family(book)->control(book, round, area) == (int)person)
            turn.area = (uint8_t)area;
    return turn;
}

void play_hint(const struct rulebook *book, const struct round *round, unsigned person)
{
    struct spot hand = {0};
    if (round->phase == PHASE_DEALING)
        hand = hand_of(book, round, person);
    if (hand.area)
        hint_hand(book, round, hand);
    else
        hint_wagers(book, round);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/hand_odds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct hand_work {
    struct terms terms;
    struct hands hands;
    struct column column;
    struct policy policy;
    struct values values;
};

static void add_action(struct hand_answer *answer, enum play play, double expected_value)
{
    unsigned at = answer->action_count++;
    for (; at > 0 && answer->actions[at - 1].expected_value < expected_value; at--)
        answer->actions[at] = answer->actions[at - 1];
    answer->actions[at] = (struct hand_action){play, expected_value};
}

static enum status answer_first(const struct hand_work *work, unsigned hand, struct hand_answer *answer)
{
    assert(hand < work->hands.count && work->hands.at[hand].cards == 2);
    struct choice_values choices;
    enum status status = choices_values(&work->column, &work->policy, &work->values, hand, true, &choices);
    if (status != STATUS_OK)
        return status;
    for (unsigned play = 1; play < PLAY_COUNT; play++)
        if (choices.may[play])
            add_action(answer, (enum play)play, choices.of[play].mean);
    return STATUS_OK;
}

static void answer_later(const struct hand_work *work, unsigned hand, bool split, struct hand_answer *answer)
{
    assert(hand < work->hands.count);
    const struct holding *at = &work->hands.at[hand];
    if (terms_may_stand(&work->terms, at))
        add_action(answer, PLAY_STAND, column_stand(&work->column, hand).mean);
    if (terms_may_hit(&work->terms, at))
        add_action(answer, PLAY_HIT, column_hit(&work->column, hand, &work->values).mean);
    if (split && work->terms.double_after_split && terms_may_double(&work->terms, at))
        add_action(answer, PLAY_DOUBLE, column_double(&work->column, hand).mean);
}

static void answer_insurance(const struct hand_work *work, const struct holding *hand,
                             struct hand_answer *answer)
{
    assert(work->column.left.total > hand->cards);
    const struct supply *left = &work->column.left;
    answer->insurance = work->terms.insurance[work->column.up] && hand->cards == 2;
    answer->insurance_cards = (uint16_t)(left->total - hand->cards);
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        if (work->terms.insurance_wins[value])
            answer->insurance_wins =
                (uint16_t)(answer->insurance_wins + left->left[value] - hand->count[value]);
    answer->insurance_value =
        answer->insurance_wins * (work->terms.insurance_pays + 1) / answer->insurance_cards - 1;
}

static enum status check_cards(const struct hand_work *work, const struct supply *shoe,
                               const struct hand_question *question)
{
    struct supply left = *shoe;
    unsigned hands_max = 1;
    bool there = supply_take(&left, question->up);
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        for (unsigned i = 0; i < question->cards[value]; i++)
            there = there && supply_take(&left, value);
        if (work->terms.hands_max[value] > hands_max)
            hands_max = work->terms.hands_max[value];
    }
    if (!there)
        return STATUS_CARDS_GONE;
    return supply_suffices(&left, hands_max) ? STATUS_OK : STATUS_FEW_CARDS;
}

/* The cards that every descendant of this hand holds: its own; a single one if it may be split. */
static void least_cards(const struct holding *hand, uint8_t least[VALUE_COUNT + 1])
{
    unsigned pair = holding_pair(hand);
    memcpy(least, hand->count, VALUE_COUNT + 1);
    if (pair)
        least[pair] = 1;
}

static enum status answer_hand(struct hand_work *work, const struct supply *shoe,
                               const struct hand_question *question, struct hand_answer *answer)
{
    hands_build(&work->hands);
    unsigned hand = hands_find(&work->hands, question->cards);
    if (hand == HOLDING_BUST || work->hands.at[hand].cards < 2)
        return STATUS_BAD_HAND;
    enum status status = check_cards(work, shoe, question);
    if (status != STATUS_OK)
        return status;
    uint8_t least[VALUE_COUNT + 1];
    least_cards(&work->hands.at[hand], least);
    column_init_with(&work->column, &work->terms, &work->hands, shoe, question->up, least);
    column_best(&work->column, &work->policy, &work->values);
    if (work->hands.at[hand].cards == 2 && !question->split)
        status = answer_first(work, hand, answer);
    else
        answer_later(work, hand, question->split && work->hands.at[hand].cards == 2, answer);
    answer_insurance(work, &work->hands.at[hand], answer);
    return status == STATUS_OK && !answer->action_count ? STATUS_BAD_HAND : status;
}

enum status odds_hand(const struct rulebook *book, const struct supply *shoe,
                      const struct hand_question *question, struct hand_answer *answer)
{
    struct hand_work *work = malloc(sizeof(*work));
    if (!work)
        return STATUS_NO_MEMORY;
    memset(answer, 0, sizeof(*answer));
    enum status status = terms_read(&work->terms, book);
    if (status == STATUS_OK)
        status = question->up >= VALUE_ACE && question->up <= VALUE_TEN
                     ? answer_hand(work, shoe, question, answer)
                     : STATUS_BAD_HAND;
    free(work);
    return status;
}

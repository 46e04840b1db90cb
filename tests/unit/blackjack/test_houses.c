/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what none of the five rulebooks says, but another house's may, is played as its keys say. Each row is
 * a scene in the notation of records, with the key set in its head and what must come of it expected in its
 * text. */
#include "scene.h"

#include "game/game.h"

#define DEAL(cards)     OPEN A1 CLOSE "shoe: " cards "\n"
#define DEAL_TWO(cards) OPEN A1 B2 CLOSE "shoe: " cards "\n"
#define DEAL_BOX(cards) OPEN A1 "C: bet 1 main 100\n" CLOSE "shoe: " cards "\n"

static const struct scene_row rows[] = {
    {"split Aces that draw on", SCENE_V6 "set split.aces_one_card false\n",
     DEAL("Ah 7c Ad") "A: split 1\nshoe: 5s\nA: hit 1.1\nshoe: 3s\n= hand 1.1 s19\nA: stand 1.1\nshoe: 9s\n"
                      "A: stand 1.2\nshoe: Td\n" END "= net A +200\n"},
    {"... and have their hands already", SCENE_V6 "set split.aces_one_card false\n",
     DEAL("Ah 7c Ad") "A: split 1\nshoe: As\nA: split 1.1\n= refused 3.22 3.22.1\n"},
    {"... and take several of the cards that left together", SCENE_V6 "set split.aces_one_card false\n",
     DEAL(
         "Ah 7c Ad") "A: split 1\nshoe: 5s\nA: hit 1.1\ndealer: irregularity simultaneous 2c 3c\nA: pick 2c 3c\n"
                     "= next 2c 3c\n"},
    {"... and keep a card by a decision of the shift manager", SCENE_V6 "set split.aces_one_card false\n",
     DEAL_TWO(
         "Ah 9h 7c Ad 9d") "A: split 1\nshoe: 5s\nshoe: 3s > 1.2\npit: decide reconstructable no\n"
                           "dealer: irregularity cards-mixed\npit: decide reconstructable no\n"
                           "shift: decide continue\nA: stand 1.1\nA: hit 1.2\nshoe: 4s\n= hand 1.2 s18\n"},
    {"Aces that are split again", SCENE_V6 "set split.aces_hands_max 3\n",
     DEAL("Ah 7c Ad") "A: split 1\nshoe: As\nA: split 1.1\nshoe: Ac\n= stands 1.1\nshoe: 5s\n= stands 1.3\n"
                      "shoe: 9s\n= stands 1.2\n"},
    {"no hand is split", SCENE_V6 "set split.offered false\n",
     DEAL("8h 7c 8d") "A: split 1\n= refused 3.21\n"},
    {"no split hand is doubled", SCENE_V6 "set double.after_split false\n",
     DEAL("8h 7c 8d") "A: split 1\nshoe: 3s\nA: double 1.1 100\n= refused 3.26.2\nA: hit 1.1\n"},
    {"no card is burnt", SCENE_V6 "set burn.count 0\n",
     "dealer: shuffle full\n" DEAL("8h 7c 8d") "dealer: irregularity no-burn\n= refused\n"},
    {"a card seen at the front is burnt beside the first", SCENE_V6 "set faceup.before_first_card burn\n",
     "dealer: shuffle full\n" OPEN A1 CLOSE "dealer: irregularity faceup-card 9h\nshoe: 9h > 1\n"
     "dealer: irregularity no-burn\n= refused\n"},
    {"an Insurance stays where the pair beside it goes back",
     SCENE_RWS "set even_money.insurance keep\nset settle.sides_early false\n",
     OPEN A1
     "A: bet 1 rws-pairs 10\n" CLOSE "shoe: Ah Ac Kd\nA: insure 1 50\nA: even 1\n"
     "dealer: irregularity pairs-without-bet 1\n= returned A 1 rws-pairs 10 5.15\nshoe: Kh\n= paid A 1 insurance 100\n"},
    {"a fourth wager on split Aces", SCENE_AR "set split_side.by anyone\n",
     DEAL("Ah 7c Ad") "A: split 1\nA: bet 1.1 ace-race-split 10\nB: bet 1.1 ace-race-split 10\n"
                      "C: bet 1.1 ace-race-split 10\nE: bet 1.1 ace-race-split 10\n= refused 3.17.1\n"},
    {"... where any number may lie",
     SCENE_AR "set split_side.by anyone\nset wagers.ace-race-split.per_spot 0\n",
     DEAL("Ah 7c Ad") "A: split 1\nA: bet 1.1 ace-race-split 10\nB: bet 1.1 ace-race-split 10\n"
                      "C: bet 1.1 ace-race-split 10\nE: bet 1.1 ace-race-split 10\n"},
    {"a wager on split Aces waits for a card that lies face down", SCENE_AR "set squeeze.allowed true\n",
     OPEN A1
     "A: squeeze 1\ndealer: decide squeeze yes\n" CLOSE
     "shoe: ? 7c ?\nA: reveal 1 Ah Ad\nA: split 1\nA: bet 1.1 ace-race-split 10\nshoe: ?\n"
     "dealer: irregularity power-failure\n= offered withdraw A\nA: reveal 1.1 5s\n= taken A 1.1 ace-race-split 10\n"},
    {"a side Bet without a maximum beside a box over its own",
     "game rws-blackjack\ndecks 8\nlimits main 25 1000\n",
     OPEN "A: bet 1 main 900\nA: bet 1 rws-pairs 700\nC: bet 1 main 600 unnoticed\n"
          "dealer: irregularity over-maximum 1\n" CLOSE
          "= returned C 1 main 500 5.1\n= effective A 1 rws-pairs 700\n"},
    {"nobody squeezes any more what lies face down", SCENE_RWS "set outage.undecided offer_withdrawal\n",
     OPEN A1
     "C: bet 1 main 100\nA: squeeze 1\ndealer: decide squeeze yes\n" CLOSE
     "shoe: ? 7c ?\nA: reveal 1 8h 8d\nA: split 1\nshoe: ?\ndealer: irregularity power-failure\nA: withdraw\n"
     "C: squeeze 1\ndealer: reveal 1.1 5s\n= hand 1.1 13\n"},
};

static void test_each_house(void **state)
{
    (void)state;
    assert_int_equal(scene_rows_bad(rows, COUNT_OF(rows)), 0);
}

/* Whoever squeezed the cards has left the round, and another bettor has asked for leave: nobody need turn
 * them. */
static void test_cards_face_down_that_nobody_squeezes(void **state)
{
    static struct scene_end left;
    (void)state;
    scene_play_to(SCENE_RWS "set outage.undecided offer_withdrawal\n",
                  OPEN A1
                  "C: bet 1 main 100\nA: squeeze 1\ndealer: decide squeeze yes\n" CLOSE
                  "shoe: ? 7c ?\nA: reveal 1 8h 8d\nA: split 1\nshoe: ?\ndealer: irregularity power-failure\n"
                  "A: withdraw\nC: squeeze 1\n",
                  &left);
    struct wants wants = game_family(&left.book)->wants(&left.book, &left.round);
    assert_int_equal(wants.faces.area, 1);
    assert_int_equal(wants.deciders & ~(UINT32_C(1) << 2), 0);
}

/* What every pair of cards wins is won before they are there. */
static void test_a_side_wager_that_cannot_lose(void **state)
{
    static struct scene_end open;
    (void)state;
    scene_play_to(SCENE_V6, OPEN A1 "A: bet 1 pair 10\n" CLOSE "shoe: 8h\n", &open);
    const struct stake *pair = &open.round.stakes[1];
    assert_false(game_family(&open.book)->decided(&open.book, &open.round, pair));
    struct match *match = &open.book.wagers[pair->wager].lines[0].match;
    match->alike = false;
    match->ranks = 0;
    assert_true(game_family(&open.book)->decided(&open.book, &open.round, pair));
}

/* ---- Remedies that none of the five books has for these errors. ---- */

static struct scene_end end;
static struct events events;

/* What the report leads to where the house has this remedy for it. */
static struct ruling report(const char *head, const char *text, enum irregularity kind, enum remedy remedy,
                            struct act act)
{
    scene_play_to(head, text, &end);
    end.book.irregularities[kind].early = end.book.irregularities[kind].late = (uint8_t)remedy;
    act.actor = ACTOR_DEALER;
    act.verb = VERB_IRREGULARITY;
    act.irregularity = (uint8_t)kind;
    return round_apply(&end.book, &end.round, &act, &events);
}

static void test_cards_together_void_the_round_unless_their_order_is_known(void **state)
{
    const char *text = DEAL("9h 7c 4d") "A: hit 1\n";
    struct act act = {.card_count = 2, .flags = ACT_ORDER_KNOWN};
    (void)state;
    assert_int_equal(report(SCENE_V6, text, IRREGULARITY_SIMULTANEOUS, REMEDY_ORDER_OR_VOID, act).status,
                     STATUS_OK);
    assert_int_equal(end.round.blackjack.together.ordered, 2);
    act.flags = ACT_ORDER_UNKNOWN;
    assert_int_equal(report(SCENE_V6, text, IRREGULARITY_SIMULTANEOUS, REMEDY_ORDER_OR_VOID, act).status,
                     STATUS_OK);
    assert_true(end.round.voided);
}

static void test_cards_stay_where_the_house_never_puts_them_right(void **state)
{
    const char *text = DEAL_TWO("9h 8h 7c 4d 4s") "A: hit 1\nshoe: 2h > 2\n";
    (void)state;
    assert_int_equal(report(SCENE_RWS, text, IRREGULARITY_WRONG_HAND, REMEDY_STAYS, (struct act){0}).status,
                     STATUS_OK);
    assert_int_equal(events.items[0].kind, EVENT_NOT_REBUILT);
    assert_int_equal(events.items[0].irregularity, IRREGULARITY_WRONG_HAND + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_house),
        cmocka_unit_test(test_cards_face_down_that_nobody_squeezes),
        cmocka_unit_test(test_a_side_wager_that_cannot_lose),
        cmocka_unit_test(test_cards_together_void_the_round_unless_their_order_is_known),
        cmocka_unit_test(test_cards_stay_where_the_house_never_puts_them_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

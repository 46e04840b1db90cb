/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: errors of dealing and betting are put right in the corners too: two at once, on a hand that is done,
 * on the Dealer's hand, after a settlement, with wagers of several people around them. */
#include "scene.h"

#include "game/game.h"

#define TWO OPEN A1 B2 CLOSE

/* A pair wager is taken, so an interim settlement has been made. */
#define SETTLED                                                                                              \
    OPEN A1 "A: bet 1 rws-pairs 10\n" B2 CLOSE                                                               \
            "shoe: Th 9h 6c 5d 4s\ndealer: settle\n= taken A 1 rws-pairs 10\n"

static const struct scene_row rows[] = {
    {"[mbs 3.6] over the maximum, noticed in time", SCENE_V6,
     OPEN "A: bet 1 main 1500 unnoticed\nA: bet 1 pair 5\n" B2 "dealer: irregularity over-maximum 1\n"
          "= returned A 1 main 1500 3.6\n"},
    {"[mbs 5.6.1] a Blackjack that was another's cards is none", SCENE_V6,
     TWO "shoe: 9h > 2\nshoe: Ah > 1\nshoe: 7c > dealer\nshoe: Kd > 1\nshoe: 5s > 2\n"
         "dealer: irregularity wrong-order\n= recon 1:9h,Kd 2:Ah,5s dealer:7c 5.6.1\n"},
    {"[mbs 5.6.2] the card of a passed-over hand stays while another one is put right", SCENE_V6,
     TWO "shoe: Th 9h 7c 5d 4s\ndealer: proceed 2\nB: hit 2\nshoe: 2d\nB: hit 2\nshoe: 3d > 1\n"
         "dealer: irregularity wrong-hand\n= hand 2 18\n"},
    {"[rws 5.10.1] after a settlement a card on the Dealer's hand stays", SCENE_RWS,
     SETTLED "A: hit 1\nshoe: 2d > dealer\ndealer: irregularity wrong-hand\n= no recon 5.10.1\n"},
    {"[rws 5.10.1] ... and one on a hand that stood", SCENE_RWS,
     SETTLED "A: stand 1\nB: hit 2\nshoe: 2d > 1\ndealer: irregularity wrong-hand\n= no recon 5.10.1\n"
             "= hand 1 17\n"},
    {"[rws 5.10.1] ... and one that makes it bust", SCENE_RWS,
     SETTLED "A: stand 1\nB: hit 2\nshoe: Kd > 1\ndealer: irregularity wrong-hand\n= no recon 5.10.1\n"
             "= hand 1 bust25\n"},
    {"[AMB-74] no kind of wager is decided by one card", SCENE_V6 "set outage.outcome_basis offered\n",
     OPEN A1 CLOSE "shoe: 9h\npit: irregularity power-failure\n= offered withdraw A 5.29.1\n"},
    {"[AMB-74] ... nor a wager of the whole table", SCENE_RWS "set outage.outcome_basis offered\n",
     OPEN A1 CLOSE "shoe: 9h\npit: irregularity power-failure\n= void 5.4.2\n"},
    {"[AMB-52] even money leaves another's Insurance", SCENE_V6,
     OPEN A1 B2 CLOSE "shoe: Ah 9h Ac Kd 8d\nA: decline insurance 1\nE: insure 1/A 50\nB: insure 2 50\n"
                      "A: even 1\nB: stand 2\nshoe: Kh\n" END "= net E +100\n= net B 0\n= net A +100\n"},
    {"[mbs 3.27] an own wager is insured under its owner's name", SCENE_V6,
     OPEN A1 CLOSE "shoe: 9h Ac 5d\nA: insure 1/A 50\nA: stand 1\nshoe: Kh\n" END "= net A 0\n"},
    {"[mbs 5.17, 5.23.3] cards lie out when the passed-over hand is noticed: first what was dealt, then a new choice",
     SCENE_V6,
     TWO
     "shoe: Th 9h 7c 5d 4s\ndealer: proceed 2\nB: hit 2\ndealer: irregularity simultaneous 2d Kd\nB: pick 2d\n"
     "shoe: 2d\n= hand 2 15\ndealer: irregularity skipped 1\n= back 2d from 2 5.17\nA: hit 1\nshoe: Kd\n"
     "= refused\nshoe: 2d\n= landed 1 2d 5.17\nA: hit 1\n= offered pick A 5.23.3\nA: pick Kd\nshoe: Kd\n"
     "= hand 1 bust27\nB: stand 2\n"},
    {"[mbs 5.17, 5.23.2] ... where one was seen, the order stays", SCENE_V6,
     TWO
     "shoe: Th 9h 7c 5d 4s\ndealer: proceed 2\nB: hit 2\ndealer: irregularity simultaneous 2d ?\nshoe: 2d\n"
     "dealer: irregularity skipped 1\n= back 2d from 2 5.17\nA: hit 1\nshoe: 2d\nA: hit 1\nshoe: 3h\n"
     "= landed 1 3h 5.23.2.1\n= hand 1 20\n"},
    {"[mbs 5.23.3] of three cards two were seen: all are refused", SCENE_V6,
     TWO "shoe: Th 9h 7c 5d 4s\nA: hit 1\ndealer: irregularity simultaneous 2d ? Kd\nA: refuse 2d ? Kd\n"
         "= stands 1 5.24\n"},
    {"[mbs 5.23] the same card cannot lie out twice in one deck",
     "game mbs-blackjack-v6\ndecks 4\nareas 7\n" SCENE_TABLE,
     TWO
     "shoe: 2d 2d 2d 2h 3s\ndealer: irregularity simultaneous 2d 2d\n= refused\n"
     "dealer: irregularity simultaneous 2d Kd\nA: hit 1\nA: pick Kd\nshoe: Kd\nA: hit 1\nshoe: 2d\n= refused 5.1\n"},
    {"[mbs 5.7] the Dealer's hand is not completed: no card of his is thrown away", SCENE_V6,
     TWO "shoe: Th 9h 6c 8d 9s\ndealer: settle\nshoe: 2h > dealer\ndealer: irregularity extra-dealer-card\n"
         "= refused 5.7\ndealer: irregularity card-not-wanted dealer\n= back 2h from dealer 5.8\n"
         "= offered card A 5.8\n"},
    {"[mbs 5.8] a card nobody wanted on the Dealer's completed hand is thrown away", SCENE_V6,
     TWO "shoe: Th 9h 6c 8d 9s\nA: stand 1\nB: stand 2\nshoe: Kd 5d\nshoe: 2h > dealer\n"
         "dealer: irregularity card-not-wanted dealer\n= dropped 2h from dealer 5.7\n= hand dealer 21\n" END
         "= net A -100\n"},
    {"[ar 5.7, 3.34] soft 17 is not completed there", SCENE_AR,
     TWO "shoe: Th 9h 6c 8d 9s\nA: stand 1\nB: stand 2\nshoe: Ad\nshoe: 2h\n= hand dealer s19\n"
         "shoe: 3h > dealer\ndealer: irregularity extra-dealer-card\n= dropped 3h from dealer 5.7\n" END},
    {"[rws 5.15] a Pairs Bet without an Initial Bet, noticed while bets are open", SCENE_RWS,
     OPEN A1 "A: bet 2 rws-pairs 10 unnoticed\ndealer: irregularity pairs-without-bet 2\n"
             "= returned A 2 rws-pairs 10 5.15\n" B2 "A: bet 2 rws-pairs 10\n"},
    {"[mbs 5.19] a card astray in the discard holder goes inside with the discards", SCENE_V6,
     TWO "shoe: Th 9h 7c 5d 4s\ndealer: settle\nshoe: 2c > discard\ndealer: irregularity insufficient-cards\n"
         "dealer: shuffle discards\nA: cut\ndealer: irregularity wrong-order\n= refused\nA: hit 1\nshoe: 2c\n"
         "= landed 1 2c\n"},
};

static void test_each_repair(void **state)
{
    (void)state;
    assert_int_equal(scene_rows_bad(rows, COUNT_OF(rows)), 0);
}

/* Of cards drawn together, the one picked is the next to be dealt: it alone is on offer to the shoe. */
static void test_the_card_picked_is_on_offer(void **state)
{
    static struct scene_end end;
    static struct act legal[LEGAL_ACTS_MAX];
    (void)state;
    scene_play_to(SCENE_V6,
                  TWO "shoe: Th 9h 7c 5d 4s\nA: hit 1\ndealer: irregularity simultaneous 7d Kd\nA: pick 7d\n",
                  &end);
    assert_int_equal(round_legal_acts(&end.book, &end.round, ACTOR_SHOE, 0, legal), 1);
    assert_true(card_equal(legal[0].cards[0], end.round.blackjack.together.cards[0]));
}

/* Staff may place for B, who is within the limits, though A comes first and could only go unnoticed. */
static void test_a_right_wager_is_offered_before_an_unnoticed_one(void **state)
{
    static struct scene_end end;
    static struct act legal[LEGAL_ACTS_MAX];
    bool found = false;
    (void)state;
    scene_play_to(SCENE_V6, OPEN "B: bet 2 main 100\n", &end);
    end.round.setting.credit_known = 1;
    end.round.setting.credit_cents[0] = 100;
    unsigned count = round_legal_acts(&end.book, &end.round, ACTOR_DEALER, 0, legal);
    for (unsigned i = 0; i < count; i++)
        found |= legal[i].verb == VERB_PLACE && legal[i].wager == 0 && legal[i].spot.area == 3 &&
                 legal[i].person == 1 && !(legal[i].flags & ACT_UNNOTICED);
    assert_true(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_repair),
        cmocka_unit_test(test_the_card_picked_is_on_offer),
        cmocka_unit_test(test_a_right_wager_is_offered_before_an_unnoticed_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

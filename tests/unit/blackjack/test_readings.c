/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each reading of an unclear clause that a rulebook may choose changes exactly what it says. Each row
 * is a scene in the notation of records, with the reading set in its head and what must come of it expected
 * in its text. */
#include "scene.h"

#define DEAL(cards)     OPEN A1 CLOSE "shoe: " cards "\n"
#define DEAL_TWO(cards) OPEN A1 B2 CLOSE "shoe: " cards "\n"
#define DEAL_BOX(cards) OPEN A1 "C: bet 1 main 100\n" CLOSE "shoe: " cards "\n"

/* Eights split twice: 1.1 stands, the other two are over 21; then the Dealer's Ace becomes Blackjack. */
#define TWO_BUSTS                                                                                            \
    DEAL("8c Ah 8s")                                                                                         \
    "A: split 1\nshoe: 8d\nA: split 1.1\nshoe: As\nA: stand 1.1\nshoe: 6s\nA: hit 1.3\nshoe: 8h\n"           \
    "shoe: 6s\nA: hit 1.2\nshoe: Tc\nshoe: Kh\n" END

/* Areas 1 and 2 got each other's first card; then the hand of area 1 is split. */
#define SPLIT_ASTRAY                                                                                         \
    OPEN A1 B2 CLOSE "shoe: 8h > 2\nshoe: 8d > 1\nshoe: 7c > dealer\nshoe: 8s > 1\nshoe: 9d > 2\n"           \
                     "dealer: proceed\nA: split 1\nshoe: Th\ndealer: irregularity cards-mixed\n"

static const struct scene_row rows[] = {
    {"[AMB-33] a Dealer's Blackjack takes all", SCENE_V6 "set dealer.blackjack_takes all\n",
     TWO_BUSTS "= net A -300\n"},
    {"[AMB-34] busted hands are gone, the others lose one original", SCENE_V6,
     TWO_BUSTS "= result A 1.1 main -100 original-only\n= net A -300\n"},
    {"one original wager in all: busts beyond it come back",
     SCENE_V6 "set dealer.blackjack_takes original_only\n", TWO_BUSTS "= net A -100\n"},
    {"one original wager in all: every hand busted, the second card still matters",
     SCENE_V6 "set dealer.blackjack_takes original_only\n",
     DEAL(
         "8c Ts 8d") "A: split 1\nshoe: 6d\nA: hit 1.1\nshoe: Js\nshoe: 6h\nA: hit 1.2\nshoe: Ks\nshoe: As\n" END
                     "= net A -100\n"},
    {"... and without Blackjack both stay lost", SCENE_V6 "set dealer.blackjack_takes original_only\n",
     DEAL(
         "8c Ts 8d") "A: split 1\nshoe: 6d\nA: hit 1.1\nshoe: Js\nshoe: 6h\nA: hit 1.2\nshoe: Ks\nshoe: 5s\n= dealer stops\n" END
                     "= net A -200\n"},
    {"... and a first card that makes no Blackjack needs no second",
     SCENE_V6 "set dealer.blackjack_takes original_only\n",
     DEAL(
         "8c 9s 8d") "A: split 1\nshoe: 6d\nA: hit 1.1\nshoe: Js\nshoe: 6h\nA: hit 1.2\nshoe: Ks\n= dealer no-card\n" END
                     "= net A -200\n"},
    {"one original wager in all: a doubled bust", SCENE_V6 "set dealer.blackjack_takes original_only\n",
     DEAL("Tc Ah 6s") "A: double 1 100\nshoe: Kd\nshoe: Kh\n" END "= net A -100\n"},
    {"one original wager in all: a bust counts towards it",
     SCENE_V6 "set dealer.blackjack_takes original_only\n",
     DEAL("8c Ts 8d") "A: split 1\nshoe: 6d\nA: hit 1.1\nshoe: Js\nshoe: Th\nA: stand 1.2\nshoe: As\n" END
                      "= net A -100\n"},
    {"[AMB-18] 21 against a Dealer's Blackjack stands off", SCENE_RWS "set dealer.blackjack_vs_21 push\n",
     DEAL("7h Kc 7d") "A: hit 1\nshoe: 7s\nshoe: As\n" END "= result A 1 main 0 push\n"},
    {"[AMB-21] hard 21 may draw", SCENE_RWS "set hit.hard_21 allow\n",
     DEAL("7h Kc 7d") "A: hit 1\nshoe: 7s\nA: hit 1\nshoe: 5h\n= hand 1 bust26\n"},
    {"[AMB-21] soft 21 may not", SCENE_RWS "set hit.hard_21 allow\n",
     DEAL("Ah Kc 5d") "A: hit 1\nshoe: 5s\nA: hit 1\n= refused 3.18\nshoe: 9h\n" END},
    {"[AMB-15] who counts his Ace as 1 draws on a soft 21", SCENE_RWS "set ace.choice declared\n",
     DEAL(
         "Ah Kc 5d") "A: hit 1\nshoe: 5s\n= hand 1 s21\nA: hit 1\nshoe: 9h\n= hand 1 20\nA: stand 1\nshoe: Td\n" END
                     "= net A 0\n"},
    {"[AMB-48] a waiting Blackjack is surrendered", SCENE_V6 "set surrender.on_blackjack allow\n",
     DEAL("Ah Kc Qd") "A: surrender 1\n= taken A 1 main 50\n" END "= net A -50\n"},
    {"[AMB-49] only who decides surrenders", SCENE_RWS "set surrender.scope seated_only\n",
     DEAL_BOX("9h 8c 6d") "C: surrender 1\n= refused\nA: surrender 1\nC: surrender 1\n" END "= net C -50\n"},
    {"[AMB-55] the rest of an Insurance goes to the next", SCENE_V6 "set insurance.remainder next_in_rank\n",
     DEAL(
         "9h Ac 5d") "A: decline insurance 1\nB: insure 1/A 20\nC: insure 1/A 40\n= refused\nC: insure 1/A 30\nA: stand 1\nshoe: Kh\n" END
                     "= net B +40\n= net C +60\n"},
    {"[AMB-51] even money leaves the own Insurance", SCENE_RWS "set even_money.insurance keep\n",
     DEAL("Ah Ac Kd") "A: insure 1 50\nA: even 1\nshoe: Kh\n" END "= net A +200\n"},
    {"[AMB-52] even money returns another's Insurance",
     SCENE_V6 "set even_money.insurance_of_others return\n",
     DEAL(
         "Ah Ac Kd") "A: decline insurance 1\nB: insure 1/A 50\nA: even 1\n= returned B 1/A insurance 50\n" END
                     "= net B 0\n"},
    {"[AMB-30] a new hand goes last", SCENE_V6 "set split.resplit_order last\n",
     DEAL(
         "8h 5c 8d") "A: split 1\nshoe: 8s\nA: split 1.1\nshoe: Ts\nA: stand 1.1\nshoe: Th\n= landed 1.2 Th\nA: stand 1.2\nshoe: Tc\n= landed 1.3 Tc\nA: stand 1.3\nshoe: Td\nshoe: Jd\n" END
                     "= net A +300\n"},
    {"[AMB-23] Ace-nine is soft 20", SCENE_AR "set double.ace_nine refuse\n",
     DEAL("Ah 6c 9d") "A: double 1 100\n= refused 3.26.1\nA: stand 1\nshoe: Tc Tc\n" END},
    {"[AMB-37] the wager on a split Ace loses to a Dealer's Blackjack",
     SCENE_AR "set split_side.on_dealer_blackjack lose\n",
     DEAL("Ah Tc Ad") "A: split 1\nA: bet 1.1 ace-race-split 20\nshoe: As\nshoe: 9d\nshoe: Ac\n" END
                      "= result A 1.1 ace-race-split -20 lose 3.24.3\n"},
    {"[AMB-37] ... and is paid at the end without one", SCENE_AR "set split_side.on_dealer_blackjack lose\n",
     DEAL("Ah Tc Ad") "A: split 1\nA: bet 1.1 ace-race-split 20\nshoe: As\nshoe: 9d\nshoe: 9c\n" END
                      "= result A 1.1 ace-race-split +200 win 4.2\n"},
    {"[AMB-39] only who decides wagers on split Aces", SCENE_AR "set split_side.by controller\n",
     DEAL_BOX(
         "Ah 7c Ad") "A: split 1\nC: follow 1.2\nC: bet 1.2 ace-race-split 20\n= refused 3.21.1\nA: bet 1.2 ace-race-split 20\n"},
    {"[AMB-39] anyone wagers on split Aces", SCENE_AR "set split_side.by anyone\n",
     DEAL("Ah 7c Ad") "A: split 1\nE: bet 1.2 ace-race-split 20\n"},
    {"[AMB-42] the Dealer always draws out", SCENE_RWS "set dealer.draw always\n",
     DEAL("9h 6c 6d") "A: hit 1\nshoe: Th\nshoe: Kc 8c\n= landed dealer 8c\n" END},
    {"[AMB-45] Blackjacks wait for the end", SCENE_V6 "set settle.blackjack_early false\n",
     DEAL("Ah 6c Kd") "dealer: settle\n= dealer no-card\n" END "= net A +150\n"},
    {"[AMB-46] side wagers wait for the end", SCENE_V6 "set settle.sides_early false\n",
     OPEN A1 "A: bet 1 pair 10\n" CLOSE "shoe: 9h 7c 9d\ndealer: settle\nA: stand 1\nshoe: Tc\n" END
             "= result A 1 pair +110 win\n"},
    {"[AMB-66] cards after a passed-over hand are thrown away",
     SCENE_V6 "set repairs.skipped_cards discard\n",
     DEAL_TWO(
         "Th 9h 7c 5d 4s") "dealer: proceed 2\nB: hit 2\nshoe: 2d\ndealer: irregularity skipped 1\n= dropped 2d from 2 5.17\nA: stand 1\n"},
    {"[AMB-70] one card and a ten is a plain 21", SCENE_V6 "set repairs.one_card_blackjack plain_21\n",
     OPEN A1 B2 CLOSE
     "shoe: 9h Ah 6c 8d\ndealer: proceed\nA: hit 1\nshoe: 2d\ndealer: irregularity one-card 2\nB: continue\nA: stand 1\nB: hit 2\nshoe: Kd\n= hand 2 s21\n"},
    {"[AMB-70] one card and a ten is Blackjack", SCENE_V6,
     OPEN A1 B2 CLOSE
     "shoe: 9h Ah 6c 8d\ndealer: proceed\nA: hit 1\nshoe: 2d\ndealer: irregularity one-card 2\nB: continue\nA: stand 1\nB: hit 2\nshoe: Kd\n= hand 2 bj\n"},
    {"[AMB-104] the Dealer names another than the nearest", SCENE_V6,
     OPEN "C: bet 3 main 100\nE: bet 3 main 100\ndealer: call 3 E\n= control 3 E 3.13\n"},
    {"[AMB-104] ... and may not", SCENE_V6 "set control.call refuse\n",
     OPEN "C: bet 3 main 100\nE: bet 3 main 100\ndealer: call 3 E\n= refused 3.12\n"
          "dealer: call 3 C\n= control 3 C 3.12\n"},
    {"[AMB-105] nobody insures for somebody absent", SCENE_V6,
     OPEN A1 B2 CLOSE "shoe: Th 9c Ah 8d 7s\nA: leave\nB: insure 1/A 50\n= refused 3.27.3\n"
                      "B: claim 1/A insurance\n= refused 3.27.3\n"},
    {"[AMB-105] ... or others do", SCENE_V6 "set insurance.of_absent declines\n",
     OPEN A1 B2 CLOSE "shoe: Th 9c Ah 8d 7s\nB: insure 1/A 50\n= refused 3.27.3\nA: leave\n"
                      "B: insure 1/A 50\n= cites 3.27.3\n"},
    {"[AMB-106] a stand-off under the minimum is not the one settlement", SCENE_V6,
     OPEN "A: bet 1 main 10 unnoticed\n" CLOSE "shoe: Th 9c 9d\nA: stand 1\nshoe: Tc\n" END
          "= result A 1 main 0 push\n---\n" OPEN "A: bet 1 main 10 unnoticed\n" CLOSE
          "shoe: Th 9c 9d\nA: stand 1\nshoe: 8s\n" END "= net A +10\n= remembered A under-minimum 5.26\n"},
    {"[AMB-106] ... or it is", SCENE_V6 "set limits.under_standoff settled\n",
     OPEN "A: bet 1 main 10 unnoticed\n" CLOSE "shoe: Th 9c 9d\nA: stand 1\nshoe: Tc\n" END
          "= remembered A under-minimum 5.26\n---\n" OPEN "A: bet 1 main 10 unnoticed\n" CLOSE
          "shoe: Th 9c 9d\nA: stand 1\n= dealer no-card\n" END "= net A 0\n"},
    {"[AMB-108] a Player with side wagers only has the options", SCENE_RWS,
     OPEN A1 "C: bet boom-busted 10\nE: bet 1 rws-pairs 10\n" CLOSE
             "shoe: Th\nshoe: 9c > 1\ndealer: irregularity wrong-order\n= offered error-options A C E 5.7\n"},
    {"[AMB-108] ... or only those with a Hand", SCENE_RWS "set repairs.options_for_sides false\n",
     OPEN A1 "C: bet boom-busted 10\nE: bet 1 rws-pairs 10\n" CLOSE
             "shoe: Th\nshoe: 9c > 1\ndealer: irregularity wrong-order\n= offered error-options A 5.7\n"
             "E: takeback\n= refused 5.7.3\n"},
    {"[AMB-94] who declines keeps his turn", SCENE_V6 "set repairs.decline_disclosed keep_turn\n",
     DEAL_TWO(
         "Th 9h 7c 4d 6s") "A: hit 1\ndealer: irregularity simultaneous 7d Kd\nA: pick 7d\nshoe: 7d\nB: refuse Kd\nshoe: Kd\n= landed discard Kd\nB: hit 2\nshoe: 2h\n= landed 2 2h\n"},
    {"[AMB-74] kinds nobody placed count as well", SCENE_V6 "set outage.outcome_basis offered\n",
     DEAL("9h 7c 6d") "pit: irregularity power-failure\n= play on 5.29.2\n"},
    {"[AMB-75] only what was announced is decided", SCENE_V6 "set outage.conclusive announced\n",
     OPEN A1 "A: bet 1 pair 10\n" CLOSE
             "shoe: 9h 7c 6d\npit: irregularity power-failure\n= offered withdraw A 5.29.1\n"},
    {"[AMB-75] a first card that is no Star has lost 3 Stars", SCENE_SE,
     OPEN A1 "A: bet 1 three-stars 10\n" CLOSE "shoe: 9fi\n= decided A 1 three-stars\n"},
    {"[AMB-75] a Star may still win", SCENE_SE,
     OPEN A1 "A: bet 1 three-stars 10\n" CLOSE
             "shoe: Ffi\npit: irregularity power-failure\n= offered withdraw A\n"},
    {"[AMB-81] a face-up card before the first is burnt", SCENE_V6 "set faceup.before_first_card burn\n",
     OPEN A1 CLOSE
     "dealer: irregularity faceup-card 2h\nshoe: 2h\n= landed discard 2h\nshoe: 9h\n= landed 1 9h\n"},
    {"[AMB-81] ... or played", SCENE_V6 "set faceup.before_first_card play\n",
     OPEN A1 CLOSE "dealer: irregularity faceup-card 2h\nshoe: 2h\n= landed 1 2h\n"},
    {"[AMB-81] ... or referred", SCENE_V6,
     OPEN A1 CLOSE "dealer: irregularity faceup-card 2h\n= asks shift\nshift: decide void\n= void\n" END},
    {"[AMB-83] options after an overdraw", SCENE_RWS "set repairs.options_on_overdraw true\n",
     DEAL(
         "Th 7c 8d") "A: stand 1\nshoe: Td\nshoe: 9s > dealer\ndealer: irregularity extra-dealer-card\n= offered error-options A\nA: takeback\n" END
                     "= net A 0\n"},
    {"[AMB-07] the maximum of the area caps what was placed last", SCENE_V6 "set limits.scope per_area\n",
     OPEN "A: bet 1 main 700\nC: bet 1 main 600 unnoticed\n" CLOSE
          "= effective C 1 main 300 5.27\nshoe: Th 7c 9d\nA: stand 1\nshoe: Tc\n" END "= net C +300\n"},
    {"[AMB-06] the minimum is each Player's", SCENE_RWS "set limits.minimum_scope per_player\n",
     OPEN A1 "C: bet 1 main 10\n= refused\n"},
    {"[AMB-06] the minimum is the box's", SCENE_RWS, OPEN A1 "C: bet 1 main 10\n"},
    {"[AMB-04] a share lifted to the minimum leaves the others",
     SCENE_RWS "limits main 100 1000\nset limits.prorata_floor lift_only\n",
     OPEN "A: bet 1 main 1880 unnoticed\nC: bet 1 main 120 unnoticed\n" CLOSE
          "= effective A 1 main 940\n= effective C 1 main 100\n"},
    {"[AMB-04] a share that would fall below is not reduced",
     SCENE_RWS "limits main 100 1000\nset limits.prorata_floor exempt\n",
     OPEN "A: bet 1 main 1880 unnoticed\nC: bet 1 main 120 unnoticed\n" CLOSE
          "= effective A 1 main 940\n= effective C 1 main 120\n"},
    {"[AMB-05] the others share the whole maximum",
     SCENE_RWS "limits main 100 1000\nset limits.prorata_pool max\n",
     OPEN "A: bet 1 main 900\nB: bet 1 main 600 unnoticed\nC: bet 1 main 50 unnoticed\n" CLOSE
          "= effective A 1 main 600\n= effective B 1 main 400\n"},
    {"[AMB-05] one factor over all", SCENE_RWS "limits main 100 1000\nset limits.prorata_pool factor_all\n",
     OPEN "A: bet 1 main 900\nB: bet 1 main 600 unnoticed\nC: bet 1 main 500 unnoticed\n" CLOSE
          "= effective A 1 main 450\n= effective B 1 main 300\n= effective C 1 main 250\n"},
    {"[AMB-03] odd cents go to the largest remainders", SCENE_RWS,
     OPEN "A: bet 1 main 700\nB: bet 1 main 700 unnoticed\nC: bet 1 main 700 unnoticed\n" CLOSE
          "= effective A 1 main 333.34\n= effective B 1 main 333.33\n= effective C 1 main 333.33\n"},
    {"[rws 5.1] a seated Player's wager trims the last placed", SCENE_RWS,
     OPEN "B: bet 1 main 300\nC: bet 1 main 400\nA: bet 1 main 700\n= returned C 1 main 400 5.1\n"},
    {"[rws 5.2] who does not raise has withdrawn", SCENE_RWS,
     OPEN
     "A: bet 1 main 10 unnoticed\n" B2
     "dealer: irregularity below-minimum 1\n= offered raise-or-withdraw A 5.2\ndealer: close\n= returned A 1 main 10 5.2\n"},
    {"[mbs 3.6] outside the limits, noticed in time", SCENE_V6,
     OPEN
     "A: bet 1 main 10 unnoticed\nA: bet 1 pair 5\ndealer: irregularity below-minimum 1\n= returned A 1 main 10 3.6\n= returned A 1 pair 5\n"},
    {"[mbs 5.2] beyond repair in time", SCENE_V6,
     OPEN A1 B2 CLOSE
     "shoe: 9h > 2\npit: decide reconstructable no\ndealer: irregularity wrong-order\n= void 5.2\n" END},
    {"[mbs 6.1] beyond repair, late", SCENE_V6,
     DEAL_TWO(
         "Th 9h 7c 5d 4s") "A: hit 1\nshoe: 2h > 2\npit: decide reconstructable no\ndealer: irregularity wrong-hand\n= asks shift 6.1\nshift: decide continue\nA: hit 1\n= refused\n"},
    {"[rws 5.7.1] beyond repair, the hands stay", SCENE_RWS,
     OPEN A1 B2 CLOSE
     "shoe: 9h > 2\npit: decide reconstructable no\ndealer: irregularity wrong-order\n= no recon\n= offered error-options A B\n"},
    {"[mbs 5.6.1] mixed cards that can be put right", SCENE_V6,
     OPEN A1 B2 CLOSE
     "shoe: 9h > 2\nshoe: 8h > 1\ndealer: irregularity cards-mixed\n= asks reconstructable\npit: decide reconstructable yes\n= recon 1:9h 2:8h\n"},
    {"[rws 5.7.1] a wrong initial deal cannot be put right once a hand of it is split", SCENE_RWS,
     SPLIT_ASTRAY "= no recon 5.7\n= offered error-options A B\nA: continue\nB: takeback\n"
                  "A: stand 1.1\nshoe: Td\n= landed 1.2 Td\nA: stand 1.2\nshoe: Ts\n" END
                  "= net A +200\n= net B 0\n"},
    {"[mbs 6.1] ... nor here, where it is referred", SCENE_V6, SPLIT_ASTRAY "= asks shift 6.1\n"},
    {"[mbs 5.25] the pit says no", SCENE_V6,
     DEAL_TWO(
         "Th 9h 7c 5d 4s") "A: hit 1\ndealer: irregularity simultaneous ? ?\npit: decide withdraw no A\nA: withdraw\n= refused 5.25\nB: withdraw\n= returned B 2 main 100 5.25\n"},
    {"[AMB-72] a shuffling machine: referred", SCENE_V6 "shuffle machine\n",
     DEAL("9h 7c 5d") "A: hit 1\ndealer: irregularity insufficient-cards\n= asks shift\n"},
    {"[AMB-88] three cards together on the Dealer's hand", SCENE_V6,
     DEAL(
         "Th 2c 9d") "A: stand 1\ndealer: irregularity simultaneous 5s ? 4d\npit: pick 4d\nshoe: 4d\n= landed dealer 4d 5.23.4.5\nshoe: 6h\n= landed dealer 6h\nshoe: 5s\n= landed discard 5s 5.23.4.6\n"},
    {"[mbs 3.17.2] an agreement ends the tie", SCENE_V6,
     OPEN B2
     "F: bet 1 main 50\nG: bet 3 main 50\nF: claim 2 pair\nG: claim 2 pair\n= asks agreement\nG: agree F\n= rank 2 pair F>G\nF: bet 2 pair 5\n"},
    {"[mbs 5.17] a split after the skip is undone", SCENE_V6,
     DEAL_TWO(
         "Th 8h 7c 5d 8s") "dealer: proceed 2\nB: split 2\nshoe: 3d\nB: double 2.1 100\nshoe: Kd\ndealer: irregularity skipped 1\n= back 3d Kd from 2 5.17\nA: stand 1\nB: stand 2\nshoe: 3d\nshoe: Kd\n" END
                           "= net B -100\n"},
    {"[mbs 5.6.2] a whole initial deal in the wrong order, found late", SCENE_V6,
     OPEN A1
     "A: bet 1 pair 10\n" B2 CLOSE
     "shoe: 9h > 2\nshoe: Th > 1\nshoe: 6c > dealer\nshoe: 8d > 1\nshoe: 7s > 2\ndealer: settle\n= taken A 1 pair 10\ndealer: irregularity wrong-order\n= recon 1:9h,8d 2:Th,7s dealer:6c 5.6.2\n"},
    {"[AMB-06] both minimums: the box has its own, and one of its wagers not",
     SCENE_RWS "set limits.minimum_scope both\n",
     OPEN "A: bet 1 main 10 unnoticed\nC: bet 1 main 100 unnoticed\ndealer: irregularity below-minimum 1\n"
          "= offered raise-or-withdraw A 5.2\n"},
    {"[rws 5.1.2] ... and it counts in full in a box over its maximum",
     SCENE_RWS "set limits.minimum_scope both\n",
     OPEN "A: bet 1 main 900\nC: bet 1 main 600 unnoticed\nE: bet 1 main 10 unnoticed\n" CLOSE
          "= effective E 1 main 10 5.1.2\n= effective A 1 main 594\n= effective C 1 main 396\n"},
    {"[AMB-07] an area's maximum, and what was placed last lies in front",
     SCENE_V6 "set limits.scope per_area\n",
     OPEN "A: bet 1 main 700\nA: bet 1 pair 5\nC: bet 1 main 700 unnoticed front\n" B2 CLOSE
          "= effective C 1 main 300 5.27\n= effective A 1 main 700\n= effective B 2 main 100\n"},
    {"[AMB-77] what stood off is decided once the round has ended", SCENE_V6,
     DEAL("Th 7c 7d") "A: stand 1\nshoe: Td\n" END "= result A 1 main 0 push\n= decided A 1 main\n"},
    {"[AMB-18] a 21 that stands off against Blackjack has neither won nor lost when the power fails",
     SCENE_RWS "set dealer.blackjack_vs_21 push\n",
     DEAL("7h Kc 7d") "A: hit 1\nshoe: 7s\nshoe: As\ndealer: irregularity power-failure\n= void 5.4.2\n"},
    {"[AMB-37] a Dealer's Blackjack takes what lies on split Aces, and no pair that was settled",
     SCENE_AR "set split_side.on_dealer_blackjack lose\n",
     OPEN A1 "A: bet 1 pair 10\n" CLOSE
             "shoe: Ah Tc Ad\nA: split 1\nA: bet 1.1 ace-race-split 10\nshoe: 5s\nshoe: 6s\nshoe: As\n" END
             "= taken A 1.1 ace-race-split 10 3.24.3\n"},
    {"[ar 4.2] a third card on a split Ace is not what its wager was judged by", SCENE_AR,
     DEAL(
         "Ah 7c Ad") "A: split 1\nA: bet 1.1 ace-race-split 10\nshoe: 5s\nshoe: 2c > 1.1\nshift: reread 3c 1.1 3\n"
                     "= hand 1.1 s19\n"},
    {"[ar 3.21.1] a wager on a split Ace to which no card came but others'", SCENE_AR,
     DEAL(
         "Ah 7c Ad") "A: split 1\nA: bet 1.2 ace-race-split 10\nshoe: 5s > 1.2\nshoe: 6s > 1.2\nshoe: 7s > 1.1\n"
                     "shoe: 8s > 1.2\nshoe: Td > dealer\n"},
    {"[mbs 3.20] even money gives each bettor their own Insurance back", SCENE_V6,
     DEAL_BOX(
         "Ah Ac Kd") "A: insure 1 50\nC: insure 1 50\nA: even 1\n= returned A 1 insurance 50 3.20\nC: even 1\n"
                     "= returned C 1 insurance 50 3.20\n"},
    {"[mbs 5.23.3.1] the next Player accepts what is left", SCENE_V6,
     DEAL_TWO(
         "9h 8h 7c 4d 4s") "A: hit 1\ndealer: irregularity simultaneous 5s 6h\nA: pick 5s\nshoe: 5s\nA: stand 1\n"
                           "= offered card B\nB: accept 6h\nshoe: 6h\n= hand 2 18\n"},
    {"[mbs 5.19] nobody cuts when everybody has left since", SCENE_V6,
     DEAL_TWO(
         "9h 8h 7c 9d 4s") "A: hit 1\nshoe: Th\ndealer: irregularity insufficient-cards\ndealer: shuffle discards\n"
                           "B: leave\nshoe: 2s\n"},
};

static void test_each_reading(void **state)
{
    (void)state;
    assert_int_equal(scene_rows_bad(rows, COUNT_OF(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_reading)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

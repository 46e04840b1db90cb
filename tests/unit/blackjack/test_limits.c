/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what has a fixed size says so when it is full, and is none the worse for it. */
#include "check.h"

#include "game/game.h"
#include "rulebook/builtin.h"

static struct rulebook book;
static struct round round_now;
static struct events events;

static void begin(void)
{
    struct setting setting;
    assert_int_equal(builtin_load("rws-blackjack", &book), STATUS_OK);
    setting_init(&setting, &book, 8, 7);
    round_init(&round_now, &book, &setting);
    round_now.person_count = PERSONS_MAX;
}

static enum status apply(struct act act)
{
    static struct round before;
    before = round_now;
    enum status status = round_apply(&book, &round_now, &act, &events).status;
    if (status != STATUS_OK)
        assert_memory_equal(&before, &round_now, sizeof(before));
    return status;
}

static enum status bet(unsigned person, unsigned area)
{
    return apply((struct act){.actor = ACTOR_PERSON,
                              .person = (uint8_t)person,
                              .verb = VERB_BET,
                              .spot = {(uint8_t)area, 0, 0},
                              .amount_cents = 10000});
}

static enum status deal(unsigned card, struct place place)
{
    return apply((struct act){.actor = ACTOR_SHOE,
                              .verb = VERB_CARD,
                              .card_count = 1,
                              .cards = {deck_card(deck_of(DECK_FRENCH), card % 52)},
                              .place = place});
}

static void staff(enum verb verb)
{
    assert_int_equal(apply((struct act){.actor = ACTOR_DEALER, .verb = (uint8_t)verb}), STATUS_OK);
}

static void test_160_wagers(void **state)
{
    (void)state;
    begin();
    staff(VERB_OPEN);
    for (unsigned i = 0; i < STAKES_MAX; i++)
        assert_int_equal(bet(i % PERSONS_MAX, 1 + i / PERSONS_MAX), STATUS_OK);
    assert_int_equal(bet(0, 7), STATUS_LAYOUT_FULL);
}

static void test_24_cards_on_a_hand(void **state)
{
    (void)state;
    begin();
    staff(VERB_OPEN);
    assert_int_equal(bet(0, 1), STATUS_OK);
    staff(VERB_CLOSE);
    for (unsigned i = 0; i < HAND_CARDS_MAX; i++)
        assert_int_equal(deal(i, (struct place){.kind = PLACE_DEALER}), STATUS_OK);
    assert_int_equal(deal(30, (struct place){.kind = PLACE_DEALER}), STATUS_HAND_FULL);
}

static void test_64_cards_astray(void **state)
{
    (void)state;
    begin();
    staff(VERB_OPEN);
    assert_int_equal(bet(0, 7), STATUS_OK);
    staff(VERB_CLOSE);
    for (unsigned i = 0; i < TRAIL_MAX; i++)
        assert_int_equal(deal(i, (struct place){PLACE_HAND, (uint8_t)(1 + i % 6), 0}), STATUS_OK);
    assert_int_equal(deal(70, (struct place){PLACE_HAND, 1, 0}), STATUS_TOO_MANY_ASTRAY);
}

/* [design 11] a Player sees his own credit; nobody sees another's, or what lies in the device. */
static void test_a_view_shows_no_more_than_the_table(void **state)
{
    static struct view view;
    (void)state;
    begin();
    round_now.setting.credit_known = 3;
    round_now.setting.credit_cents[0] = 50000;
    round_now.setting.credit_cents[1] = 60000;
    staff(VERB_OPEN);
    assert_int_equal(bet(0, 1), STATUS_OK);
    staff(VERB_CLOSE);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(deal(7 + i, (struct place){PLACE_NOWHERE, 0, 0}), STATUS_OK);
    round_view(&book, &round_now, (struct viewer){VIEWER_PLAYER, 0}, &view);
    assert_int_equal(view.credit_cents, 40000);
    assert_int_equal(view.hand_count, 2);
    assert_int_equal(view.hands[0].card_count, 2);
    assert_int_equal(view.hands[0].control, 1);
    assert_true(view.hands[0].in_turn);
    assert_int_equal(view.hands[1].place.kind, PLACE_DEALER);
    assert_int_equal(view.stake_count, 1);
    round_view(&book, &round_now, (struct viewer){VIEWER_PLAYER, 1}, &view);
    assert_int_equal(view.credit_cents, 60000);
    round_view(&book, &round_now, (struct viewer){VIEWER_PLAYER, 2}, &view);
    assert_int_equal(view.credit_cents, -1);
    round_view(&book, &round_now, (struct viewer){VIEWER_DISPLAY, 0}, &view);
    assert_int_equal(view.credit_cents, -1);
}

static enum status person(unsigned person, enum verb verb, unsigned area)
{
    return apply((struct act){.actor = ACTOR_PERSON,
                              .person = (uint8_t)person,
                              .verb = (uint8_t)verb,
                              .spot = {(uint8_t)area, 0, 0}});
}

enum { TWO = 1, FIVE = 4, SEVEN = 6, EIGHT = 7 }; /* where they are in the deck */

static const struct place due = {PLACE_NOWHERE, 0, 0};

static struct place hand_of(unsigned area)
{
    return (struct place){PLACE_HAND, (uint8_t)area, 0};
}

/* Wagers on the first so many areas, and the initial deal: an eight and a five for each, a seven for the
 * Dealer. */
static void deal_round(unsigned areas)
{
    begin();
    staff(VERB_OPEN);
    for (unsigned area = 1; area <= areas; area++)
        assert_int_equal(bet(area - 1, area), STATUS_OK);
    staff(VERB_CLOSE);
    for (unsigned area = 1; area <= areas; area++)
        assert_int_equal(deal(EIGHT, due), STATUS_OK);
    assert_int_equal(deal(SEVEN, due), STATUS_OK);
    for (unsigned area = 1; area <= areas; area++)
        assert_int_equal(deal(FIVE, due), STATUS_OK);
}

static enum status proceed_to(unsigned area)
{
    return apply((struct act){.actor = ACTOR_DEALER, .verb = VERB_PROCEED, .spot = {(uint8_t)area, 0, 0}});
}

static void report_skipped(unsigned area)
{
    struct act act = {.actor = ACTOR_DEALER,
                      .verb = VERB_IRREGULARITY,
                      .irregularity = IRREGULARITY_SKIPPED,
                      .spot = {(uint8_t)area, 0, 0}};
    assert_int_equal(apply(act), STATUS_OK);
}

/* A hand that has asked for a card is filled by cards that nobody asked for. */
static void test_a_card_due_to_a_hand_of_24(void **state)
{
    (void)state;
    deal_round(2);
    assert_int_equal(proceed_to(2), STATUS_OK);
    assert_int_equal(person(1, VERB_HIT, 2), STATUS_OK);
    round_now.blackjack.areas[1].hands[0].passed = 0; /* as when it is back in play and the other waits on */
    round_now.blackjack.turn = (struct spot){1, 0, 0};
    for (unsigned i = 2; i < HAND_CARDS_MAX; i++)
        assert_int_equal(deal(i, hand_of(2)), STATUS_OK);
    assert_int_equal(person(0, VERB_STAND, 1), STATUS_OK);
    assert_int_equal(deal(40, due), STATUS_HAND_FULL);
}

/* [mbs 5.17] passed over, and back, more often than anybody remembers: each time all is as it was before. */
static void test_32_passings(void **state)
{
    (void)state;
    deal_round(2);
    for (unsigned i = 0; i < 31; i++) {
        assert_int_equal(proceed_to(2), STATUS_OK);
        assert_int_equal(person(1, VERB_HIT, 2), STATUS_OK);
        report_skipped(1);
        assert_int_equal(round_now.blackjack.turn.area, 1);
        assert_int_equal(round_now.blackjack.areas[2].hands[0].asks, ASKS_NOTHING);
    }
    assert_int_equal(proceed_to(2), STATUS_NOT_NOW);
}

/* What does not fit is not remembered, and nobody is the worse for it. */
static void test_cards_behind_64_astray(void **state)
{
    (void)state;
    deal_round(2);
    assert_int_equal(proceed_to(2), STATUS_OK);
    while (round_now.blackjack.trail.count < TRAIL_MAX)
        assert_int_equal(
            deal(round_now.blackjack.trail.count, hand_of(3 + round_now.blackjack.trail.count % 4)),
            STATUS_OK);
    assert_int_equal(person(1, VERB_HIT, 2), STATUS_OK);
    assert_int_equal(deal(TWO, due), STATUS_OK);
    assert_int_equal(round_now.blackjack.areas[2].hands[0].count, 3);
    deal_round(2);
    assert_int_equal(person(0, VERB_HIT, 1), STATUS_OK);
    while (round_now.blackjack.trail.count < TRAIL_MAX)
        assert_int_equal(
            deal(round_now.blackjack.trail.count, hand_of(2 + round_now.blackjack.trail.count % 5)),
            STATUS_OK);
    assert_int_equal(deal(TWO, due), STATUS_OK);
    assert_int_equal(round_now.blackjack.areas[1].hands[0].count, 3);
}

/* The Dealer's hand is full by cards astray when others leave the device together. */
static void test_cards_together_beside_a_full_hand(void **state)
{
    struct act acts[LEGAL_ACTS_MAX];
    (void)state;
    deal_round(1);
    for (unsigned i = 1; i < HAND_CARDS_MAX; i++)
        assert_int_equal(deal(i, (struct place){.kind = PLACE_DEALER}), STATUS_OK);
    assert_int_equal(person(0, VERB_HIT, 1), STATUS_OK);
    struct act together = {.actor = ACTOR_DEALER,
                           .verb = VERB_IRREGULARITY,
                           .irregularity = IRREGULARITY_SIMULTANEOUS,
                           .card_count = 2,
                           .cards = {deck_card(deck_of(DECK_FRENCH), 3), deck_card(deck_of(DECK_FRENCH), 4)}};
    assert_int_equal(apply(together), STATUS_OK);
    assert_true(round_legal_acts(&book, &round_now, ACTOR_SHIFT, 0, acts) > 0);
}

/* [mbs 5.8] the hand in play is full by cards astray when another's is offered. */
static void test_a_card_offered_to_a_hand_of_24(void **state)
{
    (void)state;
    deal_round(2);
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    for (unsigned i = 2; i < HAND_CARDS_MAX; i++)
        assert_int_equal(deal(i, hand_of(1)), STATUS_OK);
    assert_int_equal(deal(40, hand_of(2)), STATUS_OK);
    struct act act = {.actor = ACTOR_DEALER,
                      .verb = VERB_IRREGULARITY,
                      .irregularity = IRREGULARITY_CARD_NOT_WANTED,
                      .place = hand_of(2)};
    assert_int_equal(apply(act), STATUS_OK);
    struct act accept = {.actor = ACTOR_PERSON,
                         .verb = VERB_ACCEPT,
                         .card_count = 1,
                         .cards = {deck_card(deck_of(DECK_FRENCH), 40)}};
    assert_int_equal(apply(accept), STATUS_HAND_FULL);
}

/* [ar 3.21.1] no room is left for a wager on split Aces. */
static void test_split_aces_beside_160_wagers(void **state)
{
    (void)state;
    begin();
    assert_int_equal(builtin_load("mbs-ace-race-v4", &book), STATUS_OK);
    book.wagers[0].per_spot_max = 0;
    staff(VERB_OPEN);
    for (unsigned i = 0; i < STAKES_MAX - 1; i++)
        assert_int_equal(bet(i % PERSONS_MAX, 1 + i / PERSONS_MAX), STATUS_OK);
    staff(VERB_CLOSE);
    for (unsigned i = 0; i < 11; i++)
        assert_int_equal(deal(i == 0 || i == 6 ? 0 : 7 + i % 2, due), STATUS_OK);
    struct act split = {.actor = ACTOR_PERSON, .verb = VERB_SPLIT, .spot = {1, 0, 0}};
    assert_int_equal(apply(split), STATUS_OK);
    struct act wager = {
        .actor = ACTOR_PERSON, .verb = VERB_BET, .wager = 3, .spot = {1, 1, 0}, .amount_cents = 1000};
    assert_int_equal(apply(wager), STATUS_LAYOUT_FULL);
}

/* [rws 3.15.2] no room is left for an Insurance. */
static void test_insurance_beside_160_wagers(void **state)
{
    (void)state;
    begin();
    staff(VERB_OPEN);
    for (unsigned i = 0; i < STAKES_MAX; i++)
        assert_int_equal(bet(i % PERSONS_MAX, 1 + i / PERSONS_MAX), STATUS_OK);
    staff(VERB_CLOSE);
    for (unsigned i = 0; i < 11; i++)
        assert_int_equal(deal(i == 5 ? 0 : 7 + i % 2, due), STATUS_OK);
    struct act insure = {.actor = ACTOR_PERSON, .verb = VERB_INSURE, .spot = {1, 0, 0}, .amount_cents = 5000};
    assert_int_equal(apply(insure), STATUS_LAYOUT_FULL);
}

static void test_a_33rd_claim(void **state)
{
    (void)state;
    begin();
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    struct act claim = {.actor = ACTOR_PERSON, .verb = VERB_CLAIM, .wager = 1};
    staff(VERB_OPEN);
    for (unsigned area = 1; area <= 7; area++)
        assert_int_equal(bet(0, area), STATUS_OK);
    for (unsigned i = 0; i <= CLAIMS_MAX; i++) {
        claim.person = (uint8_t)(1 + i % 8);
        claim.spot.area = (uint8_t)(1 + i / 8);
        assert_int_equal(apply(claim), i < CLAIMS_MAX ? STATUS_OK : STATUS_LAYOUT_FULL);
    }
}

/* ---- What can be asked of a round, whoever asks. ---- */

static int64_t amount_max(struct act act)
{
    return game_family(&book)->amount_max(&book, &round_now, &act);
}

static void test_questions_about_what_is_not_there(void **state)
{
    static struct view view;
    (void)state;
    deal_round(1);
    const struct family *family = game_family(&book);
    round_view(&book, &round_now, (struct viewer){VIEWER_PLAYER, PERSONS_MAX}, &view);
    assert_int_equal(view.credit_cents, -1);
    for (unsigned area = 0; area <= 8; area++) {
        assert_int_equal(family->control(&book, &round_now, area), area == 1 ? 0 : -1);
        assert_int_equal(family->priority(&book, &round_now, area), area == 1 ? 0 : -1);
    }
    assert_int_equal(amount_max((struct act){.verb = VERB_BET, .wager = WAGERS_MAX}), 0);
    assert_int_equal(amount_max((struct act){.verb = VERB_BET, .person = PERSONS_MAX}), 0);
}

/* [rws 3.23] a double up to the Initial Bet, [rws 3.15.2.a] Insurance up to half of it, and no more than one
 * has. */
static void test_the_largest_double_and_insurance(void **state)
{
    (void)state;
    deal_round(1);
    struct act twice = {.verb = VERB_DOUBLE, .spot = {1, 0, 0}};
    struct act insure = {.verb = VERB_INSURE, .spot = {1, 0, 0}};
    assert_int_equal(amount_max(twice), 10000);
    assert_int_equal(amount_max(insure), 5000);
    twice.spot.area = insure.spot.area = 2;
    assert_int_equal(amount_max(twice), 0);
    assert_int_equal(amount_max(insure), 0);
    twice.spot.area = insure.spot.area = 1;
    round_now.setting.credit_known = 1;
    round_now.setting.credit_cents[0] = 20000;
    assert_int_equal(amount_max(twice), 10000);
    assert_int_equal(amount_max(insure), 5000);
    round_now.setting.credit_cents[0] = 3000;
    assert_int_equal(amount_max(twice), 3000);
    assert_int_equal(amount_max(insure), 3000);
}

static void test_the_largest_raise_counts_what_lies_there(void **state)
{
    (void)state;
    begin();
    round_now.setting.credit_known = 1;
    round_now.setting.credit_cents[0] = 30000;
    staff(VERB_OPEN);
    assert_int_equal(amount_max((struct act){.verb = VERB_RAISE, .spot = {1, 0, 0}}), 30000);
    assert_int_equal(bet(0, 1), STATUS_OK);
    assert_int_equal(amount_max((struct act){.verb = VERB_RAISE, .spot = {1, 0, 0}}), 30000);
    assert_int_equal(amount_max((struct act){.verb = VERB_BET, .spot = {2, 0, 0}}), 20000);
}

/* [rws 3.12] two copies of one card are all that the device can have held: one of the two cards face down is
 * it, and then no card is left at all. */
static void test_a_device_that_holds_nothing(void **state)
{
    struct act acts[LEGAL_ACTS_MAX];
    const struct deck *deck = deck_of(DECK_FRENCH);
    (void)state;
    deal_round(1);
    round_now.blackjack.areas[1].hands[0].cards[0] = round_now.blackjack.areas[1].hands[0].cards[1] =
        CARD_NONE;
    for (unsigned i = 0; i < deck_card_count(deck); i++)
        round_now.memory.out[deck_card(deck, i).code] = (uint8_t)(8 - 2 * (i == 9));
    unsigned count = round_legal_acts(&book, &round_now, ACTOR_DEALER, 0, acts);
    unsigned reveals = 0;
    for (unsigned i = 0; i < count; i++) {
        reveals += acts[i].verb == VERB_REVEAL;
        assert_true(acts[i].verb != VERB_REVEAL || acts[i].card_count == 1);
    }
    assert_int_equal(reveals, 1);
    round_now.memory.out[deck_card(deck, 9).code] = 8;
    assert_int_equal(round_legal_acts(&book, &round_now, ACTOR_SHOE, 0, acts), 0);
}

/* [mbs 3.17.2.4] who is in a tie may agree to somebody, and whoever is not may not. */
static void test_answers_to_a_tie_are_offered(void **state)
{
    struct act acts[LEGAL_ACTS_MAX];
    (void)state;
    begin();
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    staff(VERB_OPEN);
    for (unsigned area = 1; area <= 3; area++)
        assert_int_equal(bet(area, area), STATUS_OK);
    for (unsigned who = 1; who <= 3; who += 2)
        assert_int_equal(apply((struct act){.actor = ACTOR_PERSON,
                                            .person = (uint8_t)who,
                                            .verb = VERB_CLAIM,
                                            .wager = 1,
                                            .spot = {2, 0, 0}}),
                         STATUS_OK);
    for (unsigned who = 1; who <= 3; who++) {
        unsigned count = round_legal_acts(&book, &round_now, ACTOR_PERSON, who, acts);
        unsigned agrees = 0;
        for (unsigned i = 0; i < count; i++)
            agrees += acts[i].verb == VERB_AGREE;
        assert_int_equal(agrees, who != 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_160_wagers),
        cmocka_unit_test(test_24_cards_on_a_hand),
        cmocka_unit_test(test_64_cards_astray),
        cmocka_unit_test(test_a_view_shows_no_more_than_the_table),
        cmocka_unit_test(test_a_card_due_to_a_hand_of_24),
        cmocka_unit_test(test_32_passings),
        cmocka_unit_test(test_cards_behind_64_astray),
        cmocka_unit_test(test_cards_together_beside_a_full_hand),
        cmocka_unit_test(test_a_card_offered_to_a_hand_of_24),
        cmocka_unit_test(test_split_aces_beside_160_wagers),
        cmocka_unit_test(test_insurance_beside_160_wagers),
        cmocka_unit_test(test_a_33rd_claim),
        cmocka_unit_test(test_questions_about_what_is_not_there),
        cmocka_unit_test(test_the_largest_double_and_insurance),
        cmocka_unit_test(test_the_largest_raise_counts_what_lies_there),
        cmocka_unit_test(test_a_device_that_holds_nothing),
        cmocka_unit_test(test_answers_to_a_tie_are_offered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

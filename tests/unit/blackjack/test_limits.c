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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_160_wagers),
        cmocka_unit_test(test_24_cards_on_a_hand),
        cmocka_unit_test(test_64_cards_astray),
        cmocka_unit_test(test_a_view_shows_no_more_than_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

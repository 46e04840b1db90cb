/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: [rws 3.12] a card dealt face down is known to nobody until it is revealed, by whoever squeezes it or
 * by the Dealer; what cannot be face down, and what must wait for the faces, is refused with its reason. */
#include "scene.h"

#include "game/game.h"

#define SQUEEZED OPEN A1 B2 "A: squeeze 1\ndealer: decide squeeze yes\n" CLOSE
#define DOWN     SQUEEZED "shoe: ? 9h 6c ? 8d\n"

static const struct {
    const char *why;
    const char *head;
    const char *text;
    enum status refused;
} rows[] = {
    {"nobody squeezes there", SCENE_RWS, OPEN A1 CLOSE "shoe: ?\n", STATUS_FACE_NEEDED},
    {"leave was not granted", SCENE_RWS,
     OPEN A1 "A: squeeze 1\ndealer: decide squeeze no\n" CLOSE "shoe: ?\n", STATUS_FACE_NEEDED},
    {"leave was not answered", SCENE_RWS, OPEN A1 "A: squeeze 1\n" CLOSE "shoe: ?\n", STATUS_FACE_NEEDED},
    {"the Dealer's own card lies face up", SCENE_RWS,
     OPEN A1 "A: squeeze 1\ndealer: decide squeeze yes\n" CLOSE "shoe: ? ?\n", STATUS_FACE_NEEDED},
    {"another's card lies face up", SCENE_RWS, SQUEEZED "shoe: ? ?\n", STATUS_FACE_NEEDED},
    {"a card astray has been seen", SCENE_RWS, SQUEEZED "shoe: ? > 2\n", STATUS_FACE_NEEDED},
    {"who squeezes is not there", SCENE_RWS, SQUEEZED "A: leave\nshoe: ?\n", STATUS_FACE_NEEDED},
    {"no card is due", SCENE_RWS, DOWN "shoe: ?\n", STATUS_CARD_FOREIGN},
    {"the card was seen in the device", SCENE_RWS, SQUEEZED "dealer: irregularity faceup-card 4h\nshoe: ?\n",
     STATUS_CARD_NOT_FRONT},
    {"the card lay out among others", SCENE_RWS,
     SQUEEZED "dealer: irregularity simultaneous 4h 5h\nA: pick 4h\nshoe: ?\n", STATUS_CARD_NOT_FRONT},
    {"a second request for the area", SCENE_RWS, OPEN A1 "B: bet 1 main 50\nA: squeeze 1\nB: squeeze 1\n",
     STATUS_SQUEEZE_ASKED},
    {"... once it is granted too", SCENE_RWS, SQUEEZED "A: squeeze 1\n", STATUS_SQUEEZE_ASKED},
    {"nothing lies face down yet", SCENE_RWS, SQUEEZED "A: reveal 1 4h\n", STATUS_NOT_SQUEEZED},
    {"nothing lies face down there", SCENE_RWS, DOWN "dealer: reveal 2 4h\n", STATUS_NOT_SQUEEZED},
    {"before the deal", SCENE_RWS, OPEN A1 "A: reveal 1 4h\n", STATUS_NOT_NOW},
    {"more faces than cards", SCENE_RWS, DOWN "A: reveal 1 4h 5h 6h\n", STATUS_NOT_SQUEEZED},
    {"no face at all", SCENE_RWS, DOWN "A: reveal 1\n", STATUS_FACE_NEEDED},
    {"a face that is none", SCENE_RWS, DOWN "A: reveal 1 4h ?\n", STATUS_FACE_NEEDED},
    {"another's cards", SCENE_RWS, DOWN "B: reveal 1 4h 5h\n", STATUS_NOT_IN_CONTROL},
    {"one copy too many", "game rws-blackjack\ndecks 4\nareas 7\n" SCENE_TABLE,
     OPEN A1 B2 "A: squeeze 1\ndealer: decide squeeze yes\n" CLOSE "shoe: ? 9h 9h ? 9h\nA: reveal 1 9h 9h\n",
     STATUS_CARD_COPIES},
    {"while the shift manager is asked", SCENE_RWS, DOWN "dealer: irregularity other\nA: reveal 1 4h 5h\n",
     STATUS_QUESTION_OPEN},
    {"the interim settlement waits", SCENE_RWS, DOWN "dealer: settle\n", STATUS_FACE_DOWN},
    {"so does the subsequent deal", SCENE_RWS, DOWN "dealer: proceed\n", STATUS_FACE_DOWN},
    {"so do surrender", SCENE_RWS, DOWN "B: surrender 2\n", STATUS_NOT_NOW},
    {"... and decisions", SCENE_RWS, DOWN "A: reveal 1 4h 5h\nA: hit 1\nshoe: ?\nA: hit 1\n",
     STATUS_FACE_DOWN},
    {"... on another hand too", SCENE_RWS, DOWN "A: reveal 1 4h 5h\nA: hit 1\nshoe: ?\ndealer: proceed 2\n",
     STATUS_FACE_DOWN},
    {"... and the end", SCENE_RWS, DOWN "A: reveal 1 4h 5h\nA: hit 1\nshoe: ?\ndealer: end\n",
     STATUS_FACE_DOWN},
    {"... and the next card", SCENE_RWS, DOWN "A: reveal 1 4h 5h\nA: hit 1\nshoe: ?\nshoe: 2h\n",
     STATUS_NO_CARD_DUE},
    {"cards are put right once they are known", SCENE_RWS,
     DOWN "shoe: 2h > 2\ndealer: irregularity card-not-wanted 2\n", STATUS_FACE_DOWN},
    {"a hand that does not exist", SCENE_RWS, DOWN "A: reveal 1.2 4h\n", STATUS_NO_SUCH_HAND},
};

static void test_each_refusal(void **state)
{
    unsigned bad = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct scene scene = scene_play(rows[i].head, rows[i].text);
        if (scene.refused == rows[i].refused && scene.at_last)
            continue;
        fprintf(stderr, "%s: %s, not %s (%s)\n", rows[i].why, status_name(scene.refused),
                status_name(rows[i].refused), scene.message);
        bad++;
    }
    assert_int_equal(bad, 0);
}

static const struct scene_row played[] = {
    {"whoever takes the squeezer's place on the area may ask anew", SCENE_RWS,
     OPEN A1
     "B: bet 1 main 50\nB: squeeze 1\nB: pull 1 main\nA: squeeze 1\ndealer: decide squeeze yes\n" CLOSE
     "shoe: ? 6c ?\nA: reveal 1 9h 9d\nA: stand 1\nshoe: Td 9s\n" END "= net A +100\n= net B 0\n"},
    {"a Blackjack is one once both faces are known", SCENE_RWS,
     DOWN
     "A: reveal 1 Ah Kh\n= hand 1 bj\ndealer: settle\n= paid A 1 main 120 3.16\nB: stand 2\nshoe: Td 9s\n" END
     "= net A +120\n"},
    {"a report that moves no card need not wait", SCENE_RWS,
     DOWN "dealer: irregularity cut-card\nA: reveal 1 9c 9d\nA: stand 1\nB: stand 2\nshoe: Td 9s\n" END},
    {"a card dealt face up to a squeezed area counts all the same", SCENE_RWS,
     SQUEEZED "shoe: 4h 9h 6c ? 8d\ndealer: irregularity squeeze-faceup 1\n= play on 3.12\nA: reveal 1 9d\n"
              "= hand 1 13\nA: stand 1\nB: stand 2\nshoe: Td 9s\n" END "= net A +100\n"},
    {"a card beside one that lies face down is entered anew", SCENE_RWS,
     DOWN "A: reveal 1 4h 5h\nA: hit 1\nshoe: ?\npit: reread 6h 1 1\nA: reveal 1 2s\n= hand 1 13\n"},
    {"who takes his wager back takes no face along", SCENE_RWS,
     DOWN
     "shoe: 2h > 2\nA: reveal 1 4h\nA: reveal 1 5h\ndealer: irregularity card-not-wanted 2\nA: takeback\n"
     "= dropped 4h 5h from 1 5.7.3\nB: stand 2\nshoe: 2h 9s\n" END "= net A 0\n"},
};

static void test_each_scene(void **state)
{
    (void)state;
    assert_int_equal(scene_rows_bad(played, COUNT_OF(played)), 0);
}

static const struct view_hand *hand_of(const struct view *view, unsigned area)
{
    for (unsigned i = 0; i < view->hand_count; i++)
        if (view->hands[i].place.kind == PLACE_HAND && view->hands[i].place.area == area)
            return &view->hands[i];
    return NULL;
}

/* Nobody sees a face or a total; who may look is told. */
static void test_views(void **state)
{
    static struct scene_end end;
    static struct view view;
    (void)state;
    scene_play_to(SCENE_RWS, DOWN, &end);
    for (unsigned role = VIEWER_PLAYER; role <= VIEWER_DISPLAY; role++)
        for (unsigned person = 0; person < 2; person++) {
            round_view(&end.book, &end.round, (struct viewer){(uint8_t)role, (uint8_t)person}, &view);
            const struct view_hand *hand = hand_of(&view, 1);
            assert_non_null(hand);
            assert_int_equal(hand->card_count, 2);
            assert_true(card_is_none(hand->cards[0]) && card_is_none(hand->cards[1]));
            assert_int_equal(hand->value_kind, VALUE_NONE);
            assert_int_equal(hand->squeezer, 1);
            assert_int_equal(hand_of(&view, 2)->squeezer, 0);
        }
}

static bool offers_reveal(const struct scene_end *end, enum actor actor, unsigned person, unsigned faces)
{
    static struct act legal[LEGAL_ACTS_MAX];
    unsigned count = round_legal_acts(&end->book, &end->round, actor, person, legal);
    for (unsigned i = 0; i < count; i++)
        if (legal[i].verb == VERB_REVEAL)
            return legal[i].spot.area == 1 && legal[i].card_count == faces && card_is_none(legal[i].cards[0]);
    return false;
}

/* The reveal is offered to him who squeezes and to the staff, the face-down card to the shoe. */
static void test_offers(void **state)
{
    static struct scene_end end;
    static struct act legal[LEGAL_ACTS_MAX];
    (void)state;
    scene_play_to(SCENE_RWS, SQUEEZED, &end);
    assert_true(round_wants(&end.book, &end.round).face_down);
    assert_int_equal(round_legal_acts(&end.book, &end.round, ACTOR_SHOE, 0, legal), 1);
    assert_true(card_is_none(legal[0].cards[0]));
    scene_play_to(SCENE_RWS, DOWN, &end);
    struct wants wants = round_wants(&end.book, &end.round);
    assert_int_equal(wants.card.kind, PLACE_NOWHERE);
    assert_int_equal(wants.faces.area, 1);
    assert_int_equal(wants.deciders, 1);
    assert_true(offers_reveal(&end, ACTOR_PERSON, 0, 2));
    assert_false(offers_reveal(&end, ACTOR_PERSON, 1, 2));
    assert_true(offers_reveal(&end, ACTOR_DEALER, 0, 2));
    scene_play_to(SCENE_RWS, DOWN "A: reveal 1 4h\n", &end);
    assert_true(offers_reveal(&end, ACTOR_PIT, 0, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_refusal),
        cmocka_unit_test(test_each_scene),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_offers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

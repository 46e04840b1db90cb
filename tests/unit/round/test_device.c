/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a card that cannot be there is refused as the irregularity it is, and at the end of a shoe every card
 * that is missing or over is named. */
#include "check.h"

#include "game/game.h"
#include "round/device.h"
#include "rulebook/builtin.h"

static struct card card_of(const struct rulebook *book, const char *text)
{
    struct card card = CARD_NONE;
    assert_true(deck_parse_card(deck_of((enum deck_id)book->deck), text, strlen(text), &card));
    return card;
}

static void start(struct rulebook *book, struct round *round, const char *game, unsigned decks)
{
    struct setting setting;
    assert_int_equal(builtin_load(game, book), STATUS_OK);
    setting_init(&setting, book, decks, book->areas_max);
    round_init(round, book, &setting);
}

static struct ruling deal(const struct rulebook *book, struct round *round, struct card card)
{
    static struct events events;
    struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1, .cards = {card}};
    return round_apply(book, round, &act, &events);
}

/* ---- Cards that cannot be there. ---- */

static const struct {
    const char *about;
    const char *game;
    unsigned decks;
    struct card foreign; /* CARD_NONE: the same card once more than there are decks */
    enum status status;
    enum irregularity kind;
    const char *clauses;
} impossible[] = {
    {"a seventh 9h in six decks",
     "mbs-blackjack-v6",
     6,
     {0},
     STATUS_CARD_COPIES,
     IRREGULARITY_EXTRA_CARD,
     "5.1 5.1.1"},
    {"a ninth 9h in eight decks",
     "rws-blackjack",
     8,
     {0},
     STATUS_CARD_COPIES,
     IRREGULARITY_EXTRA_CARD,
     "5.5.2"},
    {"a ninth 9h in eight decks",
     "mbs-7up-baccarat",
     8,
     {0},
     STATUS_CARD_COPIES,
     IRREGULARITY_EXTRA_CARD,
     "5.1 5.1.1"},
    {"a card of a fifth suit",
     "mbs-blackjack-v6",
     6,
     {4 << 4 | 9},
     STATUS_CARD_FOREIGN,
     IRREGULARITY_FOREIGN_CARD,
     "5.1 5.1.1"},
    {"a card of a fifth suit",
     "rws-blackjack",
     6,
     {4 << 4 | 9},
     STATUS_CARD_FOREIGN,
     IRREGULARITY_FOREIGN_CARD,
     "5.5.1"},
    {"a card of a fifth suit",
     "mbs-7up-baccarat",
     8,
     {4 << 4 | 9},
     STATUS_CARD_FOREIGN,
     IRREGULARITY_FOREIGN_CARD,
     "5.1 5.1.1"},
};

static void test_impossible_card(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(impossible); i++) {
        static struct rulebook book;
        struct round round;
        start(&book, &round, impossible[i].game, impossible[i].decks);
        struct card card = impossible[i].foreign;
        if (card_is_none(card)) {
            card = card_of(&book, "9h");
            for (unsigned copy = 0; copy < impossible[i].decks; copy++)
                device_out(&round, card);
        }
        round.memory.burn_due = 1; /* a card is due, whatever the game */
        struct round before = round;
        struct ruling ruling = deal(&book, &round, card);
        char clauses[256];
        struct text text;
        text_init(&text, clauses, sizeof(clauses));
        ruling_clauses(&book, &ruling, &text);
        assert_int_equal(ruling.status, impossible[i].status);
        assert_int_equal(ruling.irregularity, impossible[i].kind + 1);
        if (!strstr(clauses, impossible[i].clauses))
            fail_msg("%s, %s: cites \"%s\"", impossible[i].game, impossible[i].about, clauses);
        assert_memory_equal(&before, &round, sizeof(round));
    }
}

/* Goal: a face that no card of this deck has is foreign also where a card that lies face down is turned over.
 */
static void test_foreign_face(void **state)
{
    (void)state;
    static struct rulebook stars;
    static struct rulebook book;
    struct round round;
    start(&stars, &round, "mbs-star-elements", 6);
    struct card faces[] = {card_of(&stars, "Swa"), card_of(&stars, "Afi")};
    assert_int_equal(device_verify_faces(&stars, &round, faces, COUNT_OF(faces)), STATUS_OK);
    start(&book, &round, "mbs-blackjack-v6", 6);
    assert_int_equal(device_verify_faces(&book, &round, faces, COUNT_OF(faces)), STATUS_CARD_FOREIGN);
}

/* Goal: as many cards are burnt as the rulebook says, and when it says. */
static void test_burn(void **state)
{
    (void)state;
    static struct rulebook book;
    struct round round;
    start(&book, &round, "mbs-blackjack-v6", 6);
    book.burn_count = 3;
    for (unsigned each_round = 0; each_round < 2; each_round++) {
        book.burn_when = each_round ? BURN_EACH_ROUND : BURN_AFTER_SHUFFLE;
        round.memory.burn_due = 0;
        device_shuffle(&book, &round);
        assert_int_equal(round.memory.burn_due, each_round ? 0 : 3);
        round.memory.burn_due = 0;
        device_next_round(&book, &round);
        assert_int_equal(round.memory.burn_due, each_round ? 3 : 0);
    }
}

/* ---- The end of a shoe. ---- */

static const struct {
    const char *about;
    const char *game;
    unsigned decks;
    const char *lost;  /* a card that is not found, or NULL */
    const char *added; /* a card found once too often, or NULL */
} shoes[] = {
    {"all there", "mbs-blackjack-v6", 6, NULL, NULL},
    {"all there", "mbs-star-elements", 4, NULL, NULL},
    {"one card missing", "rws-blackjack", 8, "Kd", NULL},
    {"one card over", "mbs-7up-baccarat", 8, NULL, "2c"},
    {"one card lies in the place of another", "mbs-ace-race-v4", 6, "As", "Ah"},
    {"one card lies in the place of another", "mbs-star-elements", 6, "Swa", "Afi"},
};

/* What is inside when everything but ten cards is. */
static void empty_device(const struct rulebook *book, struct round *round, uint8_t inside[CARD_CODE_COUNT])
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    memset(inside, 0, CARD_CODE_COUNT);
    for (unsigned i = 0; i < deck_card_count(deck); i++) {
        struct card card = deck_card(deck, i);
        inside[card.code] = round->setting.decks;
        if (i < 10) {
            device_out(round, card);
            inside[card.code]--;
        }
    }
}

static void test_reconcile(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(shoes); i++) {
        static struct rulebook book;
        struct round round;
        struct reconciliation found;
        uint8_t inside[CARD_CODE_COUNT];
        start(&book, &round, shoes[i].game, shoes[i].decks);
        empty_device(&book, &round, inside);
        if (shoes[i].lost)
            inside[card_of(&book, shoes[i].lost).code]--;
        if (shoes[i].added)
            inside[card_of(&book, shoes[i].added).code]++;
        assert_int_equal(device_reconcile(&book, &round, inside, &found), !shoes[i].lost && !shoes[i].added);
        assert_int_equal(found.missing_count, shoes[i].lost ? 1 : 0);
        assert_int_equal(found.extra_count, shoes[i].added ? 1 : 0);
        if (shoes[i].lost)
            assert_int_equal(found.missing[card_of(&book, shoes[i].lost).code], 1);
        if (shoes[i].added)
            assert_int_equal(found.extra[card_of(&book, shoes[i].added).code], 1);
    }
}

/* Goal: a card of another deck found inside is over, even though none is missing. */
static void test_foreign_inside(void **state)
{
    (void)state;
    static struct rulebook book;
    struct round round;
    struct reconciliation found;
    uint8_t inside[CARD_CODE_COUNT];
    const uint8_t foreign = 4 << 4 | 9;
    start(&book, &round, "mbs-blackjack-v6", 6);
    empty_device(&book, &round, inside);
    inside[foreign] = 2;
    assert_false(device_reconcile(&book, &round, inside, &found));
    assert_int_equal(found.missing_count, 0);
    assert_int_equal(found.extra_count, 2);
    assert_int_equal(found.extra[foreign], 2);
}

/* Goal: a card that was dealt face down and never shown accounts for one that is missing, and for no more. */
static void test_unseen(void **state)
{
    (void)state;
    static struct rulebook book;
    struct round round;
    struct reconciliation found;
    uint8_t inside[CARD_CODE_COUNT];
    start(&book, &round, "rws-blackjack", 8);
    empty_device(&book, &round, inside);
    assert_int_equal(device_verify_down(&book, &round), STATUS_OK);
    struct front_card front;
    device_draw(&round, CARD_NONE, &front);
    device_draw(&round, CARD_NONE, &front);
    inside[card_of(&book, "Kd").code] -= 2;
    assert_true(device_reconcile(&book, &round, inside, &found));
    assert_int_equal(found.missing_count, 0);
    inside[card_of(&book, "2c").code]--;
    assert_false(device_reconcile(&book, &round, inside, &found));
    assert_int_equal(found.missing[card_of(&book, "2c").code], 1);
    inside[card_of(&book, "2c").code]++;
    device_reveal(&round, card_of(&book, "Kd"));
    device_reveal(&round, card_of(&book, "Kd"));
    assert_true(device_reconcile(&book, &round, inside, &found));
    round.memory.out_count = (uint16_t)device_card_count(&book, &round);
    assert_int_equal(device_verify_down(&book, &round), STATUS_CARD_COPIES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_impossible_card),
        cmocka_unit_test(test_foreign_face),
        cmocka_unit_test(test_burn),
        cmocka_unit_test(test_reconcile),
        cmocka_unit_test(test_foreign_inside),
        cmocka_unit_test(test_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

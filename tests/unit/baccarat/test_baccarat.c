/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the table of play of 7 Up Baccarat and of ordinary punto banco, total by total and card by card. */
#include "check.h"

#include "baccarat/hand.h"
#include "baccarat/play.h"

/* Two cards of the given points that are no Natural by themselves. */
static void put_points(struct baccarat_state *state, uint8_t place, unsigned points)
{
    state->cards[state->card_count++] =
        (struct baccarat_card){card_make(points == 0 ? RANK_KING : points, 0), place};
}

static unsigned points_for(unsigned total, unsigned permanent)
{
    return (total + 10 - permanent) % 10;
}

/* The table of the rules, written down a second time: does Banker draw? third 10: Player stood. */
static bool banker_draws(unsigned total, unsigned third)
{
    static const char *const table[8] = {
        "0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", "",
    };
    if (third == 10)
        return total <= 5;
    return strchr(table[total], (int)('0' + third)) != NULL;
}

/* [bac 3.7/player, 3.7/banker-0-2, 3.7/banker-3, 3.7/banker-4, 3.7/banker-5, 3.7/banker-6, 3.7/banker-7,
 * 3.7/player-stands, 3.7/natural] */
static void check_table(const struct rulebook *book)
{
    unsigned permanent = book->baccarat.permanent_player;
    for (unsigned player = 0; player <= 9; player++) {
        for (unsigned banker = 0; banker <= 9; banker++) {
            struct baccarat_state state = {0};
            unsigned to_player = 0;
            for (unsigned i = 0; i < book->baccarat.deal_count; i++) {
                bool is_player = book->baccarat.deal_order[i] == SIDE_PLAYER;
                bool first = is_player ? to_player++ > 0 || permanent : i == book->baccarat.deal_count - 1U;
                unsigned points = is_player ? points_for(player, permanent) : banker;
                put_points(&state, is_player ? PLACE_PLAYER_SIDE : PLACE_BANKER_SIDE, first ? points : 0);
            }
            struct next_card next = bac_next_card(book, &state);
            bool natural = player >= 8 || banker >= 8;
            assert_int_equal(bac_natural_shown(book, &state), natural);
            if (natural) {
                assert_int_equal(next.place, PLACE_NOWHERE);
                continue;
            }
            if (player >= 6) {
                assert_int_equal(next.place, banker_draws(banker, 10) ? PLACE_BANKER_SIDE : PLACE_NOWHERE);
                continue;
            }
            assert_int_equal(next.place, PLACE_PLAYER_SIDE);
            for (unsigned third = 0; third <= 9; third++) {
                struct baccarat_state drawn = state;
                put_points(&drawn, PLACE_PLAYER_SIDE, third);
                assert_true(bac_player_drew(book, &drawn));
                next = bac_next_card(book, &drawn);
                assert_int_equal(next.place, banker_draws(banker, third) ? PLACE_BANKER_SIDE : PLACE_NOWHERE);
                if (next.place == PLACE_NOWHERE)
                    continue;
                put_points(&drawn, PLACE_BANKER_SIDE, 1);
                assert_int_equal(bac_next_card(book, &drawn).place, PLACE_NOWHERE);
            }
        }
    }
}

static void test_bac_3_7_the_table_of_play(void **state)
{
    (void)state;
    check_table(find_builtin(NULL, "mbs-7up-baccarat"));
}

static void test_the_same_table_without_a_permanent_card(void **state)
{
    (void)state;
    static char bytes[1 << 16];
    static struct rulebook book;
    struct faults faults;
    char path[1024];
    snprintf(path, sizeof(path), "%s/examples/punto-banco-8d.yaml", getenv("CROUPIER_SOURCE"));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    assert_int_equal(rulebook_load(bytes, size, &book, &faults), STATUS_OK);
    check_table(&book);
}

/* [bac 3.3.1, 3.3.2] */
static void test_what_cards_count(void **state)
{
    (void)state;
    for (unsigned rank = RANK_ACE; rank <= RANK_KING; rank++)
        assert_int_equal(bac_card_points(card_make(rank, 2)), rank < 10 ? rank : 0);
}

#define HEAD   "decks 4\nlimits all 5 500\nlimits tie 5 100\nplayer A 1000\nplayer B"
#define OPEN   "terminal: open\n"
#define CLOSED OPEN "A: bet player 100\nterminal: close\n"
#define ASTRAY CLOSED "shoe: 5h > player\n"

/* Each refusal of the family, and acts near it that are accepted; clauses the ruling must cite. */
static const struct {
    const char *lines;
    enum status status;
    const char *clause;
} rows[] = {
    /* Opening and closing. */
    {"A: bet player 10", STATUS_NOT_OPEN, "3.1"},
    {"dealer: open", STATUS_OK, "3.1"},
    {OPEN "terminal: open", STATUS_NOT_NOW, "3.1"},
    {"terminal: close", STATUS_NOT_NOW, "3.2"},
    {CLOSED "terminal: close", STATUS_NOT_NOW, "3.2"},
    /* Wagers [bac 2.2, 3.5.1, 5.4, 5.5]. */
    {OPEN "A: bet player 4.99", STATUS_UNDER_MINIMUM, "2.2"},
    {OPEN "A: bet player 5", STATUS_OK, "3.5.1"},
    {OPEN "A: bet player 500.01", STATUS_OVER_MAXIMUM, "2.2"},
    {OPEN "A: bet player 500.01 unnoticed", STATUS_OK, "3.5.1"},
    {OPEN "A: bet player 0", STATUS_BAD_AMOUNT, "2.2"},
    {OPEN "B: bet super-sevens 10000000000 unnoticed", STATUS_BAD_AMOUNT, "2.2"},
    {OPEN "A: bet player 10\nA: bet player 10", STATUS_ONE_STACK, "3.5.1"},
    {OPEN "A: bet player 500\nA: bet banker 500\nA: bet tie 5", STATUS_NO_CREDIT, NULL},
    {OPEN "dealer: place A player 10", STATUS_OK, "3.5"},
    {CLOSED "A: bet tie 10", STATUS_BETS_CLOSED, "5.5"},
    {CLOSED "A: raise player 200", STATUS_BETS_CLOSED, "5.5"},
    {CLOSED "A: pull player", STATUS_PULL_TOO_LATE, "5.4"},
    {OPEN "A: raise player 10", STATUS_NO_WAGER, "3.5.1"},
    {OPEN "A: bet player 10\nA: raise player 10", STATUS_BAD_AMOUNT, "2.2"},
    {OPEN "A: bet player 10\nA: raise player 501", STATUS_OVER_MAXIMUM, "2.2"},
    {OPEN "A: bet banker 500\nA: bet player 300\nA: raise player 501", STATUS_OVER_MAXIMUM, "2.2"},
    {OPEN "A: bet banker 500\nA: bet super-sevens 400\nA: bet player 100\nA: raise player 101",
     STATUS_NO_CREDIT, NULL},
    {OPEN "A: pull player", STATUS_NO_WAGER, "3.5.1"},
    {OPEN "A: bet player 10\nA: pull player 6", STATUS_UNDER_MINIMUM, "2.2"},
    {OPEN "A: bet player 10\nA: pull player 5", STATUS_OK, "3.5.1"},
    {OPEN "A: bet player 10\nA: pull player 11", STATUS_BAD_AMOUNT, "2.2"},
    {OPEN "A: bet player 10\nA: pull player 10", STATUS_OK, "3.5.1"},
    {OPEN "A: bet player 10 pending\nterminal: accept A", STATUS_OK, "3.5.1"},
    {OPEN "A: bet player 10\nterminal: accept A", STATUS_NO_WAGER, "3.5.1"},
    {CLOSED "terminal: accept A", STATUS_NOT_NOW, "3.2"},
    {OPEN "A: accept 5h", STATUS_NOT_ENTITLED, NULL},
    {OPEN "A: bet player 10\npit: irregularity terminal-failure A\nA: pull player", STATUS_TERMINAL_FAILED,
     "5.10.1"},
    /* Cards [bac 3.6, 3.7]. */
    {OPEN "shoe: 5h", STATUS_NO_CARD_DUE, "3.6"},
    {OPEN "shoe: 5h > player", STATUS_NO_CARD_DUE, "3.6"},
    {CLOSED "shoe: 5h > dealer", STATUS_NO_SUCH_PLACE, "3.6"},
    {CLOSED "shoe: 5h 2c Td\nshoe: 3c", STATUS_NO_CARD_DUE, "3.7/natural"},
    {CLOSED "shoe: 5h 5h 5h 5h\nshoe: 5h > player", STATUS_CARD_COPIES, "3.6"},
    {CLOSED "shoe: 5h\ndealer: irregularity faceup-card 6h\nshoe: 7h", STATUS_CARD_NOT_FRONT, "3.6"},
    {CLOSED "dealer: irregularity simultaneous 6h ? order known\nshoe: 7h", STATUS_CARD_NOT_FRONT, "3.6"},
    {ASTRAY "shoe: 2c", STATUS_NO_CARD_DUE, "3.6"},
    /* The end. */
    {OPEN "dealer: end", STATUS_NOT_NOW, "3.2"},
    {CLOSED "dealer: end", STATUS_CARD_DUE, "3.6"},
    {CLOSED "shoe: 6h 5c Td\ndealer: end", STATUS_CARD_DUE, "3.7/player"},
    {ASTRAY "dealer: end", STATUS_CARD_DUE, "3.6"},
    {ASTRAY "shoe: 6h > banker\nshoe: 7h > banker\ndealer: end", STATUS_CARD_DUE, "3.7/player"},
    {ASTRAY "shoe: 6h > banker\nshoe: 7h > banker\nshoe: 8h > player\ndealer: end", STATUS_OK, "3.8"},
    {CLOSED "dealer: irregularity foreign-card\nshift: end", STATUS_OK, NULL},
    /* Reports [bac 5.1-5.10]. */
    {"dealer: irregularity foreign-card", STATUS_NOT_NOW, "5.1"},
    {"dealer: irregularity previous-round-error", STATUS_OK, "5.1.2"},
    {CLOSED "dealer: irregularity skipped", STATUS_NOT_APPLICABLE, NULL},
    {CLOSED "dealer: irregularity insufficient-cards", STATUS_OK, "5.3"},
    {CLOSED "shoe: 5h 2c Td\ndealer: irregularity insufficient-cards", STATUS_NOT_SO, "5.3"},
    {CLOSED "dealer: irregularity wrong-order", STATUS_NOTHING_ASTRAY, "5.7"},
    {ASTRAY "dealer: irregularity wrong-order", STATUS_OK, "5.7"},
    {ASTRAY "dealer: irregularity card-not-wanted player", STATUS_OK, "5.7"},
    {ASTRAY "dealer: irregularity card-not-wanted banker", STATUS_NOT_SO, "5.7"},
    {ASTRAY "dealer: irregularity card-not-wanted dealer", STATUS_NO_SUCH_PLACE, "5.7"},
    {CLOSED "dealer: irregularity cards-mixed", STATUS_NOT_SO, "5.7"},
    {CLOSED "dealer: irregularity shoe-order", STATUS_OK, "5.7"},
    {OPEN "dealer: irregularity simultaneous ? ? order known", STATUS_NOT_NOW, "5.8"},
    {CLOSED "dealer: irregularity simultaneous ? order known", STATUS_NOT_SO, "5.8"},
    {CLOSED "dealer: irregularity simultaneous ? ?", STATUS_ORDER_UNSAID, "5.8"},
    {CLOSED "shoe: 5h 5h 5h 5h\ndealer: irregularity simultaneous 5h ? order known", STATUS_CARD_COPIES,
     "5.8"},
    {CLOSED "shoe: 5h\ndealer: irregularity faceup-card 6h\ndealer: irregularity faceup-card 7h",
     STATUS_NOT_NOW, "5.6"},
    {CLOSED "shoe: 5h 5h 5h 5h\ndealer: irregularity faceup-card 5h", STATUS_CARD_COPIES, "5.6"},
    {OPEN "pit: irregularity over-maximum", STATUS_NOT_SO, "6.1"},
    {OPEN "A: bet tie 100\npit: irregularity over-maximum", STATUS_NOT_SO, "6.1"},
    {OPEN "A: bet tie 5\npit: irregularity below-minimum", STATUS_NOT_SO, "6.1"},
    {OPEN "B: bet tie 101 unnoticed\npit: irregularity below-minimum", STATUS_NOT_SO, "6.1"},
    {OPEN "B: bet tie 1 unnoticed\npit: irregularity below-minimum", STATUS_OK, "6.1"},
    {OPEN "B: bet tie 101 unnoticed\npit: irregularity over-maximum\nA: bet tie 5", STATUS_QUESTION_OPEN,
     "6.1"},
    {OPEN "B: bet tie 101 unnoticed\npit: irregularity over-maximum\ndealer: irregularity other",
     STATUS_QUESTION_OPEN, "6.1"},
    {CLOSED "dealer: irregularity cut-card-missed", STATUS_OK, NULL},
    /* Decisions [bac 5.1.2, 6.1, 6.2]. */
    {CLOSED "pit: decide reconstructable yes", STATUS_NOT_ASKED, NULL},
    {CLOSED "pit: decide reconstructable no", STATUS_OK, "5.2"},
    {CLOSED "dealer: irregularity other\nshift: decide continue", STATUS_OK, "6.1"},
    {CLOSED "dealer: irregularity other\npit: decide reconstructable no", STATUS_NOT_ASKED, NULL},
    {CLOSED "shift: decide void", STATUS_NOT_ASKED, "6.1"},
    {CLOSED "pit: decide reopen-previous", STATUS_EARLIER_STANDS, "5.1.2"},
    {CLOSED "pit: decide full-patronage yes", STATUS_NOT_PLAYED, NULL},
    {CLOSED "dealer: void 5.3", STATUS_OK, "5.3"},
    {CLOSED "dealer: void 3.6", STATUS_NOT_VOIDING, "5.1.1"},
    {CLOSED "dealer: void 5.2", STATUS_PIT_FINDS_FIRST, "5.2"},
    {"dealer: void 5.3", STATUS_NOT_NOW, "5.1.1"},
    {"dealer: shuffle full", STATUS_OK, NULL},
    {"dealer: shuffle discards", STATUS_NOT_PLAYED, NULL},
    {CLOSED "dealer: shuffle full", STATUS_NOT_NOW, NULL},
    {CLOSED "A: withdraw", STATUS_NOT_OFFERED, "5.4"},
    {CLOSED "A: continue", STATUS_NOT_OFFERED, "5.4"},
    {OPEN "A: cut", STATUS_NOT_PLAYED, NULL},
    {OPEN "A: bet player 10 pending\ndealer: irregularity foreign-card", STATUS_OK, "5.1.1"},
    {CLOSED "shoe: 5h 5c Td\nshoe: 6h > player\nshoe: 7h > player\ndealer: irregularity wrong-order",
     STATUS_OK, "5.7"},
    {CLOSED "shoe: 4h 9c 3d\ndealer: end\ndealer: end", STATUS_NOT_NOW, "3.2"},
    {CLOSED "dealer: irregularity simultaneous ? 6h order known\nshoe: 5h 6h", STATUS_OK, "3.6"},
    {CLOSED "dealer: irregularity simultaneous 7h 7c order known\npit: irregularity power-failure", STATUS_OK,
     "5.9"},
    {CLOSED
     "dealer: irregularity simultaneous ? ? order known\ndealer: irregularity simultaneous ? ? order known",
     STATUS_NOT_NOW, "5.8"},
    {OPEN "dealer: settle", STATUS_NOT_PLAYED, NULL},
};

static void test_every_ruling(void **state)
{
    (void)state;
    static struct played played;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        play(&played, "mbs-7up-baccarat", HEAD, rows[i].lines, NULL, NULL);
        if (played.ruling.status != rows[i].status)
            fail_msg("%s: %s", rows[i].lines, status_name(played.ruling.status));
        if (rows[i].clause && !text_has_word(played.clauses, rows[i].clause))
            fail_msg("%s: cites %s, not %s", rows[i].lines, played.clauses, rows[i].clause);
    }
}

/* Acts no record can say: from a program that speaks to the engine itself. */
static void test_acts_that_make_no_sense(void **state)
{
    (void)state;
    static struct played played;
    static const struct {
        struct act act;
        enum status status;
    } wrong[] = {
        {{.actor = ACTOR_PERSON, .verb = VERB_OPEN}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PERSON, .verb = VERB_CLOSE}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_DEALER, .verb = VERB_BET, .amount_cents = 1000}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PERSON, .verb = VERB_PLACE, .amount_cents = 1000}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PERSON, .verb = VERB_BET, .person = 9, .amount_cents = 1000}, STATUS_NO_SUCH_PERSON},
        {{.actor = ACTOR_PERSON, .verb = VERB_BET, .wager = 4, .amount_cents = 1000}, STATUS_WRONG_SPOT},
        {{.actor = ACTOR_PERSON, .verb = VERB_BET, .spot = {1, 0, 0}, .amount_cents = 1000},
         STATUS_WRONG_SPOT},
        {{.actor = ACTOR_DEALER, .verb = VERB_CARD, .card_count = 1}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PERSON, .verb = VERB_END}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PERSON, .verb = VERB_IRREGULARITY}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_DEALER, .verb = VERB_IRREGULARITY, .irregularity = IRREGULARITY_COUNT},
         STATUS_NOT_APPLICABLE},
        {{.actor = ACTOR_DEALER, .verb = VERB_IRREGULARITY, .irregularity = IRREGULARITY_TERMINAL_FAILURE},
         STATUS_NO_SUCH_PERSON},
        {{.actor = ACTOR_DEALER,
          .verb = VERB_IRREGULARITY,
          .irregularity = IRREGULARITY_TERMINAL_FAILURE,
          .persons = 8},
         STATUS_NO_SUCH_PERSON},
        {{.actor = ACTOR_DEALER, .verb = VERB_IRREGULARITY, .irregularity = IRREGULARITY_FACEUP_CARD},
         STATUS_NOT_SO},
        {{.actor = ACTOR_PERSON, .verb = VERB_DECIDE, .decision = DECISION_VOID}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_DEALER, .verb = VERB_DECIDE, .decision = DECISION_RECONSTRUCTABLE},
         STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PIT, .verb = VERB_DECIDE, .decision = DECISION_VOID}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PERSON, .verb = VERB_VOID, .note = "5.3"}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PERSON, .verb = VERB_SHUFFLE, .flags = ACT_FULL}, STATUS_NOT_ENTITLED},
        {{.actor = ACTOR_PERSON, .verb = VERB_WITHDRAW, .person = 9}, STATUS_NO_SUCH_PERSON},
        {{.actor = ACTOR_PERSON, .verb = VERB_WITHDRAW, .spot = {1, 0, 0}}, STATUS_WRONG_SPOT},
        {{.actor = ACTOR_SHOE, .verb = VERB_COUNT}, STATUS_NOT_PLAYED},
        {{.actor = ACTOR_PERSON, .verb = VERB_NONE}, STATUS_NOT_PLAYED},
    };
    play(&played, "mbs-7up-baccarat", HEAD, OPEN, NULL, NULL);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct round before = played.round;
        struct ruling ruling = round_apply(&played.book, &played.round, &wrong[i].act, &played.events);
        if (ruling.status != wrong[i].status)
            fail_msg("row %zu: %s", i, status_name(ruling.status));
        assert_memory_equal(&before, &played.round, sizeof(before));
    }
}

/* [AMB-81] a face-up card before the first card, by what the house has decided. */
static void test_a_face_up_card_before_the_first(void **state)
{
    (void)state;
    static struct played played;
    static const char lines[] = CLOSED "dealer: irregularity faceup-card Kc";
    play(&played, "mbs-7up-baccarat", HEAD, lines, NULL, NULL);
    assert_int_equal(played.round.question, QUESTION_SHIFT);
    play(&played, "mbs-7up-baccarat", HEAD, lines, "faceup.before_first_card", "burn");
    assert_int_equal(round_wants(&played.book, &played.round).card.kind, PLACE_DISCARD);
    play(&played, "mbs-7up-baccarat", HEAD, CLOSED "dealer: irregularity faceup-card Kc\nshoe: Kc\nshoe: 5h",
         "faceup.before_first_card", "burn");
    assert_int_equal(played.round.baccarat.card_count, 1);
    play(&played, "mbs-7up-baccarat", HEAD, lines, "faceup.before_first_card", "play");
    assert_int_equal(round_wants(&played.book, &played.round).card.kind, PLACE_BANKER_SIDE);
}

/* A house that burns cards after the shuffle. */
static void test_cards_are_burnt_after_the_shuffle(void **state)
{
    (void)state;
    static struct played played;
    play(&played, "mbs-7up-baccarat", HEAD, "dealer: shuffle full\nterminal: open", "burn.count", "2");
    assert_int_equal(played.ruling.status, STATUS_CARD_DUE);
    play(&played, "mbs-7up-baccarat", HEAD, "dealer: shuffle full\nshoe: 5h 6h\n" CLOSED "shoe: 7h",
         "burn.count", "2");
    assert_int_equal(played.round.baccarat.card_count, 1);
    assert_int_equal(played.round.memory.out_count, 3);
    play(&played, "mbs-7up-baccarat", HEAD, "dealer: shuffle full\nshoe: 5h > player", "burn.count", "2");
    assert_int_equal(played.ruling.status, STATUS_CARD_DUE);
}

/* [bac 5.9] by what the house counts [AMB-74, AMB-75], and where withdrawal is offered instead. */
static void test_outages_by_the_rulebook(void **state)
{
    (void)state;
    static struct played played;
    static const char second_seven[] = CLOSED "shoe: 7h\npit: irregularity power-failure";
    static const char complete[] = CLOSED "shoe: 4h 9c 3d\npit: irregularity power-failure";
    play(&played, "mbs-7up-baccarat", HEAD, second_seven, NULL, NULL);
    assert_false(played.round.voided);
    play(&played, "mbs-7up-baccarat", HEAD, second_seven, "outage.outcome_basis", "placed");
    assert_true(played.round.voided);
    play(&played, "mbs-7up-baccarat", HEAD, second_seven, "outage.conclusive", "announced");
    assert_true(played.round.voided);
    play(&played, "mbs-7up-baccarat", HEAD, complete, "outage.conclusive", "announced");
    assert_false(played.round.voided);
    play(&played, "mbs-7up-baccarat", HEAD, complete, "outage.outcome_basis", "placed");
    assert_false(played.round.voided);
    play(&played, "mbs-7up-baccarat", HEAD, ASTRAY "pit: irregularity power-failure", NULL, NULL);
    assert_true(played.round.voided);
}

static void test_a_withdrawal_that_is_offered(void **state)
{
    (void)state;
    static struct played played;
    static const char failure[] = OPEN "A: bet player 100\nA: bet tie 5\nB: bet tie 5\nterminal: close\n"
                                       "shoe: 5h\npit: irregularity power-failure\n";
    char lines[512];
    play(&played, "mbs-7up-baccarat", HEAD, failure, "outage.undecided", "offer_withdrawal");
    const struct family *family = game_family(&played.book);
    assert_int_equal(family->offered(&played.book, &played.round, OPTION_WITHDRAW), 3);
    assert_int_equal(round_wants(&played.book, &played.round).deciders, 3);
    snprintf(lines, sizeof(lines), "%sB: continue\nA: withdraw", failure);
    play(&played, "mbs-7up-baccarat", HEAD, lines, "outage.undecided", "offer_withdrawal");
    assert_int_equal(played.ruling.status, STATUS_OK);
    assert_int_equal(played.round.stakes[0].returned_cents, 10000);
    assert_int_equal(played.round.stakes[0].reason, REASON_WITHDRAWN);
    assert_int_equal(played.round.stakes[2].state, STAKE_OPEN);
    assert_int_equal(family->offered(&played.book, &played.round, OPTION_WITHDRAW), 0);
    snprintf(lines, sizeof(lines), "%sshoe: 2c\nA: withdraw", failure);
    play(&played, "mbs-7up-baccarat", HEAD, lines, "outage.undecided", "offer_withdrawal");
    assert_int_equal(played.ruling.status, STATUS_NOT_OFFERED);
}

/* [bac 5.2, 5.7, 5.8.1] beyond repair, said ahead or when asked. */
static void test_cards_beyond_repair(void **state)
{
    (void)state;
    static struct played played;
    play(&played, "mbs-7up-baccarat", HEAD,
         ASTRAY "pit: decide reconstructable no\ndealer: irregularity wrong-order", NULL, NULL);
    assert_true(played.round.voided);
    play(&played, "mbs-7up-baccarat", HEAD,
         CLOSED "pit: decide reconstructable no\ndealer: irregularity simultaneous ? ? order known", NULL,
         NULL);
    assert_true(played.round.voided);
    play(&played, "mbs-7up-baccarat", HEAD,
         CLOSED "pit: decide reconstructable no\nshoe: 5h > player\ndealer: irregularity wrong-order", NULL,
         NULL);
    assert_false(played.round.voided); /* said about another report */
    play(&played, "mbs-7up-baccarat", HEAD,
         ASTRAY "dealer: irregularity cards-mixed\npit: decide reconstructable yes", NULL, NULL);
    assert_false(played.round.voided || played.round.baccarat.astray);
    play(&played, "mbs-7up-baccarat", HEAD,
         CLOSED "dealer: irregularity shoe-order\npit: decide reconstructable yes", NULL, NULL);
    assert_int_equal(played.round.question, QUESTION_NONE);
    play(&played, "mbs-7up-baccarat", HEAD, CLOSED "dealer: irregularity other\nshift: decide void", NULL,
         NULL);
    assert_true(played.round.voided);
}

/* A pulled part is money that never lay there; the rest counts. */
static void test_a_partial_pull(void **state)
{
    (void)state;
    static struct played played;
    play(&played, "mbs-7up-baccarat", HEAD, OPEN "A: bet player 100\nA: pull player 40", NULL, NULL);
    assert_int_equal(played.round.stakes[0].placed_cents, 6000);
    assert_int_equal(played.round.stakes[0].returned_cents, 0);
    assert_int_equal(played.round.setting.credit_cents[0], 94000);
    play(&played, "mbs-7up-baccarat", HEAD, OPEN "A: bet player 100 pending\nterminal: close", NULL, NULL);
    assert_int_equal(played.round.stake_count, 0);
    assert_int_equal(played.round.setting.credit_cents[0], 100000);
}

static void test_what_viewers_see(void **state)
{
    (void)state;
    static struct played played;
    struct view view;
    play(&played, "mbs-7up-baccarat", HEAD, CLOSED "shoe: 4h 9c", NULL, NULL);
    round_view(&played.book, &played.round, (struct viewer){VIEWER_PLAYER, 0}, &view);
    assert_int_equal(view.credit_cents, 90000);
    assert_int_equal(view.hands[0].total, 6);
    assert_true(view.hands[1].in_turn);
    assert_int_equal(view.stakes[0].placed_cents, 10000);
    round_view(&played.book, &played.round, (struct viewer){VIEWER_PLAYER, 1}, &view);
    assert_int_equal(view.credit_cents, -1);
    round_view(&played.book, &played.round, (struct viewer){VIEWER_DISPLAY, 0}, &view);
    assert_int_equal(view.credit_cents, -1);
    const struct family *family = game_family(&played.book);
    struct claim_rank rank;
    family->rank(&played.book, &played.round, (struct spot){0, 0, 0}, 0, &rank);
    assert_int_equal(rank.count, 0);
    assert_int_equal(family->control(&played.book, &played.round, 1), -1);
    assert_int_equal(family->amount_max(&played.book, &played.round, &(struct act){.verb = VERB_END}), 0);
    assert_int_equal(family->value(&played.book, &played.round, (struct place){PLACE_DEALER, 0, 0}).kind,
                     VALUE_NONE);
}

/* What a table asks of the family before a card is out, and once all is settled. */
static void test_what_tables_ask(void **state)
{
    (void)state;
    static struct played played;
    play(&played, "mbs-7up-baccarat", HEAD, OPEN "A: bet player 100\nterminal: close", NULL, NULL);
    const struct family *family = game_family(&played.book);
    struct place banker = {PLACE_BANKER_SIDE, 0, 0};
    struct card cards[BACCARAT_CARDS_MAX];
    assert_int_equal(family->value(&played.book, &played.round, banker).kind, VALUE_NONE);
    assert_int_equal(family->cards(&played.round, banker, cards), 0);
    assert_int_equal(family->offered(&played.book, &played.round, OPTION_INSURANCE), 0);
    assert_false(family->decided(&played.book, &played.round, &played.round.stakes[0]));
    play(&played, "mbs-7up-baccarat", HEAD, CLOSED "dealer: irregularity foreign-card", NULL, NULL);
    assert_true(family->decided(&played.book, &played.round, &played.round.stakes[0]));
}

/* ---- What another house may do. ---- */

static struct played played_now;

static enum status apply_act(struct act act)
{
    return round_apply(&played_now.book, &played_now.round, &act, &played_now.events).status;
}

static enum status report_now(enum irregularity kind)
{
    return apply_act(
        (struct act){.actor = ACTOR_DEALER, .verb = VERB_IRREGULARITY, .irregularity = (uint8_t)kind});
}

/* [bac 5.9.1] by the other reading: whoever has withdrawn is out of the round, and nothing of theirs is
 * raised, pulled, offered again, decided, void or settled. */
static void test_a_round_goes_on_after_a_withdrawal(void **state)
{
    const char *lines =
        OPEN "A: bet player 10\nB: bet banker 10\ndealer: irregularity power-failure\nA: withdraw";
    const struct act raise = {.actor = ACTOR_PERSON, .verb = VERB_RAISE, .amount_cents = 2000};
    const struct act pull = {.actor = ACTOR_PERSON, .verb = VERB_PULL};
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, lines, "outage.undecided", "offer_withdrawal");
    assert_int_equal(apply_act(raise), STATUS_NO_WAGER);
    assert_int_equal(apply_act(pull), STATUS_NO_WAGER);
    assert_int_equal(report_now(IRREGULARITY_POWER_FAILURE), STATUS_OK);
    assert_int_equal(played_now.round.baccarat.withdrawers, 2); /* B alone */
    const struct act bet = {.actor = ACTOR_PERSON, .verb = VERB_BET, .wager = 2, .amount_cents = 1000};
    assert_int_equal(apply_act(bet), STATUS_OK);
    assert_int_equal(report_now(IRREGULARITY_POWER_FAILURE), STATUS_OK);
    assert_int_equal(apply_act((struct act){.actor = ACTOR_PERSON, .verb = VERB_WITHDRAW}), STATUS_OK);
    assert_int_equal(played_now.round.stakes[0].returned_cents, 1000);
    assert_int_equal(apply_act((struct act){.actor = ACTOR_TERMINAL, .verb = VERB_CLOSE}), STATUS_OK);
    played_now.book.outage_basis = OUTAGE_PLACED;
    assert_int_equal(report_now(IRREGULARITY_POWER_FAILURE), STATUS_OK);
    struct round fork = played_now.round;
    assert_int_equal(report_now(IRREGULARITY_FOREIGN_CARD), STATUS_OK);
    assert_int_equal(played_now.round.stakes[0].reason, REASON_WITHDRAWN);
    assert_int_equal(played_now.round.stakes[1].reason, REASON_VOID);
    played_now.round = fork;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(apply_act((struct act){.actor = ACTOR_SHOE,
                                                .verb = VERB_CARD,
                                                .card_count = 1,
                                                .cards = {card_make(i == 1 ? 2 : 4, i)}}),
                         STATUS_OK);
    assert_int_equal(apply_act((struct act){.actor = ACTOR_DEALER, .verb = VERB_END}), STATUS_OK);
    assert_int_equal(played_now.round.stakes[0].reason, REASON_WITHDRAWN);
}

static void test_where_an_interruption_voids_nothing(void **state)
{
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, CLOSED "dealer: void 5.9.1", "outage.undecided",
         "offer_withdrawal");
    assert_int_equal(played_now.ruling.status, STATUS_NOT_VOIDING);
    struct act act = {.actor = ACTOR_DEALER, .verb = VERB_VOID};
    memset(act.note, '5', sizeof(act.note)); /* it has no end */
    assert_int_equal(apply_act(act), STATUS_NOT_VOIDING);
}

static void test_chips_of_a_house(void **state)
{
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, OPEN "A: bet player 10.50", "money.unit", "1");
    assert_int_equal(played_now.ruling.status, STATUS_BAD_AMOUNT);
}

/* A raise is offered from the minimum, where less than that lies there unnoticed. */
static void test_a_raise_to_the_minimum_is_offered(void **state)
{
    struct act acts[LEGAL_ACTS_MAX];
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, OPEN "A: bet player 1 unnoticed", NULL, NULL);
    unsigned count = round_legal_acts(&played_now.book, &played_now.round, ACTOR_PERSON, 0, acts);
    unsigned raises = 0;
    for (unsigned i = 0; i < count; i++) {
        raises += acts[i].verb == VERB_RAISE;
        assert_true(acts[i].verb != VERB_RAISE || acts[i].amount_cents == 500);
    }
    assert_int_equal(raises, 1);
}

/* A card seen face up that is referred as any other matter; a tie that takes the wagers on either side; a
 * line that pays on every total. */
static void test_other_rulebooks(void **state)
{
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, CLOSED, NULL, NULL);
    played_now.book.irregularities[IRREGULARITY_FACEUP_CARD].early = REMEDY_REFER;
    assert_int_equal(report_now(IRREGULARITY_FACEUP_CARD), STATUS_OK);
    assert_int_equal(played_now.round.question, QUESTION_SHIFT);
    play(&played_now, "mbs-7up-baccarat", HEAD, CLOSED "shoe: 5h Ac 3d", NULL, NULL);
    struct round fork = played_now.round;
    assert_int_equal(apply_act((struct act){.actor = ACTOR_DEALER, .verb = VERB_END}), STATUS_OK);
    assert_int_equal(played_now.round.stakes[0].reason, REASON_PUSH);
    played_now.round = fork;
    played_now.book.wagers[0].push_on_tie = false;
    assert_int_equal(apply_act((struct act){.actor = ACTOR_DEALER, .verb = VERB_END}), STATUS_OK);
    assert_int_equal(played_now.round.stakes[0].reason, REASON_LOSE);
    played_now.round = fork;
    played_now.book.wagers[0].lines[0].match.winner = WINNER_TIE;
    played_now.book.wagers[0].lines[0].match.totals = 0;
    assert_int_equal(apply_act((struct act){.actor = ACTOR_DEALER, .verb = VERB_END}), STATUS_OK);
    assert_int_equal(played_now.round.stakes[0].reason, REASON_WIN);
}

/* ---- What is full or empty. ---- */

static void test_160_wagers(void **state)
{
    struct act bet = {.actor = ACTOR_PERSON, .verb = VERB_BET, .amount_cents = 1000};
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, OPEN, NULL, NULL);
    played_now.round.person_count = PERSONS_MAX;
    played_now.book.wager_count = 6;
    played_now.book.wagers[4] = played_now.book.wagers[5] = played_now.book.wagers[0];
    for (unsigned i = 0; i <= STAKES_MAX; i++) {
        bet.person = (uint8_t)(i % PERSONS_MAX);
        bet.wager = (uint8_t)(i / PERSONS_MAX);
        bool limited = bet.person == 0; /* A has a credit */
        if (limited)
            bet.flags = ACT_UNNOTICED;
        assert_int_equal(apply_act(bet), i < STAKES_MAX ? STATUS_OK : STATUS_LAYOUT_FULL);
    }
}

static void lay_out_of_device(unsigned left, unsigned code_kept)
{
    const struct deck *deck = deck_of(DECK_FRENCH);
    for (unsigned i = 0; i < deck_card_count(deck); i++)
        played_now.round.memory.out[deck_card(deck, i).code] =
            (uint8_t)(played_now.round.setting.decks - (i == code_kept ? left : 0));
}

static void test_a_device_that_holds_one_card_or_none(void **state)
{
    struct act acts[LEGAL_ACTS_MAX];
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, CLOSED, NULL, NULL);
    lay_out_of_device(1, 40);
    assert_true(round_legal_acts(&played_now.book, &played_now.round, ACTOR_SHOE, 0, acts) > 0);
    lay_out_of_device(4, 40); /* four copies of one card: every way to deal them ends alike */
    assert_true(game_family(&played_now.book)
                    ->decided(&played_now.book, &played_now.round, &played_now.round.stakes[0]));
    lay_out_of_device(0, 40);
    assert_int_equal(round_legal_acts(&played_now.book, &played_now.round, ACTOR_SHOE, 0, acts), 0);
    play(&played_now, "mbs-7up-baccarat", HEAD, CLOSED "shoe: 5h", NULL, NULL);
    lay_out_of_device(0, 40);
    struct act reread = {
        .actor = ACTOR_DEALER, .verb = VERB_REREAD, .card_count = 1, .cards = {card_make(4, 0)}};
    assert_int_equal(apply_act(reread), STATUS_CARD_COPIES);
}

static void test_16_cards_and_others_lying_out(void **state)
{
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, CLOSED, NULL, NULL);
    struct act card = {
        .actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1, .place = {.kind = PLACE_DISCARD}};
    for (unsigned i = 0; i < BACCARAT_CARDS_MAX; i++) {
        card.cards[0] = card_make(1 + i % 13, i % 4);
        assert_int_equal(apply_act(card), STATUS_OK);
    }
    struct act together = {.actor = ACTOR_DEALER,
                           .verb = VERB_IRREGULARITY,
                           .irregularity = IRREGULARITY_SIMULTANEOUS,
                           .flags = ACT_ORDER_KNOWN,
                           .card_count = 2,
                           .cards = {card_make(4, 2), card_make(5, 2)}};
    assert_int_equal(apply_act(together), STATUS_OK);
    assert_int_equal(report_now(IRREGULARITY_INSUFFICIENT_CARDS), STATUS_NOT_SO);
}

static void test_nothing_is_decided_while_bets_are_open(void **state)
{
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, OPEN "A: bet player 10", NULL, NULL);
    assert_false(game_family(&played_now.book)
                     ->decided(&played_now.book, &played_now.round, &played_now.round.stakes[0]));
}

/* [bac 5.6] a card at the front behind one that left together with another has not been dealt: what it is
 * decides nothing. */
static void test_a_card_behind_those_that_left_together(void **state)
{
    const char *lines = CLOSED
        "shoe: 2c 2s 7h\nshoe: 3h > player\nshoe: 4h > player\nshoe: 5h > player\ndealer: irregularity wrong-order\n"
        "dealer: irregularity simultaneous 3h 4h order known\npit: reread 2h banker 2\n"
        "dealer: irregularity power-failure";
    (void)state;
    play(&played_now, "mbs-7up-baccarat", HEAD, lines, NULL, NULL);
    assert_int_equal(played_now.ruling.status, STATUS_OK);
    assert_int_equal(played_now.round.memory.front_count, 3);
    assert_int_equal(played_now.round.baccarat.behind_count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_tables_ask),
        cmocka_unit_test(test_bac_3_7_the_table_of_play),
        cmocka_unit_test(test_the_same_table_without_a_permanent_card),
        cmocka_unit_test(test_what_cards_count),
        cmocka_unit_test(test_every_ruling),
        cmocka_unit_test(test_acts_that_make_no_sense),
        cmocka_unit_test(test_a_face_up_card_before_the_first),
        cmocka_unit_test(test_cards_are_burnt_after_the_shuffle),
        cmocka_unit_test(test_outages_by_the_rulebook),
        cmocka_unit_test(test_a_withdrawal_that_is_offered),
        cmocka_unit_test(test_cards_beyond_repair),
        cmocka_unit_test(test_a_partial_pull),
        cmocka_unit_test(test_what_viewers_see),
        cmocka_unit_test(test_a_round_goes_on_after_a_withdrawal),
        cmocka_unit_test(test_where_an_interruption_voids_nothing),
        cmocka_unit_test(test_chips_of_a_house),
        cmocka_unit_test(test_a_raise_to_the_minimum_is_offered),
        cmocka_unit_test(test_other_rulebooks),
        cmocka_unit_test(test_160_wagers),
        cmocka_unit_test(test_a_device_that_holds_one_card_or_none),
        cmocka_unit_test(test_16_cards_and_others_lying_out),
        cmocka_unit_test(test_nothing_is_decided_while_bets_are_open),
        cmocka_unit_test(test_a_card_behind_those_that_left_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

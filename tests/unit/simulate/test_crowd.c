/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a crowd plays what the engine plays: every round card for card, every reward to the cent, and every
 * action it offers is one the engine takes. What a seat is dealt depends on the seed and its own actions. */
#include "check.h"

#include <math.h>

#include "game/game.h"
#include "odds/game.h"
#include "rulebook/builtin.h"
#include "rulebook/load.h"
#include "simulate/chart_odds.h"
#include "simulate/crowd.h"

enum { SEATS = 48, STEPS = 700, LOG_MAX = 64, STAKE_CENTS = 12000, AREA = 1 };

static const char *const games[] = {"mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements",
                                    "rws-blackjack"};

struct log {
    unsigned count;
    uint32_t legal[LOG_MAX];
    uint8_t actions[LOG_MAX];
};

/* The crowd beside the engine. */
struct trial {
    struct rulebook book;
    struct setting setting;
    const unsigned *bets;
    int64_t scale;
    struct log logs[SEATS];
    uint64_t rounds;
    uint64_t splits;
    uint64_t insured;
};

struct replayed {
    const struct rulebook *book;
    struct round round;
    struct events events;
    const struct card *cards;
    unsigned count;
    unsigned dealt;
    int64_t stake_cents;
    int64_t result_cents;
};

static bool does(struct replayed *at, const struct act *act)
{
    struct ruling ruling = round_apply(at->book, &at->round, act, &at->events);
    for (unsigned i = 0; ruling.status == STATUS_OK && i < at->events.count; i++)
        if (at->events.items[i].kind == EVENT_RESULT)
            at->result_cents += at->events.items[i].amount_cents;
    return ruling.status == STATUS_OK;
}

static bool staff_does(struct replayed *at, enum verb verb)
{
    return does(at, &(struct act){.actor = ACTOR_DEALER, .verb = verb});
}

static void deal(struct replayed *at, unsigned most)
{
    while (at->dealt < most && round_wants(at->book, &at->round).card.kind != PLACE_NOWHERE) {
        struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
        assert_true(at->dealt < at->count);
        act.cards[0] = at->cards[at->dealt++];
        assert_true(does(at, &act));
    }
}

/* The hand to decide on, as values. */
static unsigned total_at(const struct replayed *at, struct spot spot, unsigned *cards)
{
    static struct hand_states hands;
    struct card held[HAND_CARDS_MAX];
    unsigned state = HAND_STATE_NONE;
    if (!hands.count)
        hand_states_init(&hands);
    *cards = game_family(at->book)->cards(
        &at->round, (struct place){PLACE_HAND, spot.area ? spot.area : AREA, spot.hand}, held);
    for (unsigned i = 0; i < *cards; i++)
        state = hands.next[state][hand_value_of(card_rank(held[i]))];
    return hands.total[state];
}

static struct act act_for(const struct replayed *at, unsigned action, struct spot spot)
{
    static const enum verb verbs[] = {[CHART_STAND] = VERB_STAND,         [CHART_HIT] = VERB_HIT,
                                      [CHART_DOUBLE] = VERB_DOUBLE,       [CHART_SPLIT] = VERB_SPLIT,
                                      [CHART_SURRENDER] = VERB_SURRENDER, [CHART_EVEN] = VERB_EVEN,
                                      [CROWD_INSURE] = VERB_INSURE};
    struct ratio most = at->book->blackjack.insurance_max;
    struct act act = {.actor = ACTOR_PERSON, .verb = verbs[action], .spot = spot};
    if (!spot.area)
        act.spot.area = AREA;
    if (action == CHART_DOUBLE)
        act.amount_cents = at->stake_cents;
    if (action == CROWD_INSURE)
        act.amount_cents = at->stake_cents / most.den * most.num;
    return act;
}

/* The actions that the engine takes now. Passing is standing where there is nothing to decide. */
static uint32_t engine_legal(const struct replayed *at, struct spot turn)
{
    uint32_t legal = turn.area ? 0 : 1U << CHART_STAND;
    static struct events events;
    for (unsigned action = 0; action <= CROWD_INSURE; action++) {
        struct act act = act_for(at, action, turn);
        if (round_preview(at->book, &at->round, &act, &events).status == STATUS_OK)
            legal |= 1U << action;
    }
    return legal;
}

/* [AMB-21, AMB-48] what a crowd never offers: drawing to 21, and surrendering a Blackjack. */
static uint32_t not_offered(const struct replayed *at, struct spot turn)
{
    unsigned cards;
    unsigned total = total_at(at, turn, &cards);
    return total == 21 ? 1U << CHART_HIT | (cards == 2 ? 1U << CHART_SURRENDER : 0) : 0;
}

/* A split hand of 21 is passed over by the crowd; the engine may ask. */
static void pass_over(struct replayed *at)
{
    for (;;) {
        deal(at, UINT32_MAX);
        struct spot turn = round_wants(at->book, &at->round).turn;
        unsigned cards;
        if (!turn.area || total_at(at, turn, &cards) != 21)
            return;
        struct act act = act_for(at, CHART_STAND, turn);
        assert_true(does(at, &act));
    }
}

static void decide(struct trial *trial, struct replayed *at, const struct log *log, unsigned i)
{
    struct spot turn = round_wants(at->book, &at->round).turn;
    uint32_t legal = engine_legal(at, turn) & ~not_offered(at, turn);
    if (legal != log->legal[i])
        print_error("%s: round %llu, decision %u: crowd %x, engine %x\n", at->book->id,
                    (unsigned long long)trial->rounds, i, log->legal[i], legal);
    assert_int_equal(legal, log->legal[i]);
    trial->splits += log->actions[i] == CHART_SPLIT;
    trial->insured += log->actions[i] == CROWD_INSURE;
    if (!turn.area && log->actions[i] == CHART_STAND)
        return;
    struct act act = act_for(at, log->actions[i], turn);
    assert_true(does(at, &act));
}

static void replay(void *state, unsigned seat, const struct card *cards, unsigned count, int64_t reward)
{
    struct trial *trial = state;
    struct log *log = &trial->logs[seat];
    static struct replayed at;
    memset(&at, 0, sizeof(at));
    at.book = &trial->book;
    at.cards = cards;
    at.count = count;
    unsigned units = trial->bets ? trial->bets[log->actions[0] - CROWD_BET] : 1;
    at.stake_cents = (int64_t)units * STAKE_CENTS;
    round_init(&at.round, &trial->book, &trial->setting);
    at.round.person_count = 1;
    struct act bet = {.actor = ACTOR_PERSON,
                      .verb = VERB_BET,
                      .wager = (uint8_t)rulebook_wager_at(&trial->book, PLACE_MAIN),
                      .spot = {.area = AREA},
                      .amount_cents = at.stake_cents};
    assert_true(staff_does(&at, VERB_OPEN) && does(&at, &bet) && staff_does(&at, VERB_CLOSE));
    deal(&at, 3);
    assert_true(staff_does(&at, VERB_SETTLE));
    for (unsigned i = trial->bets ? 1 : 0; i < log->count; i++) {
        if (i > (trial->bets ? 1U : 0U) && log->actions[i - 1] != CROWD_INSURE)
            pass_over(&at);
        decide(trial, &at, log, i);
    }
    pass_over(&at);
    if (at.round.phase != PHASE_ENDED)
        assert_true(staff_does(&at, VERB_END));
    assert_int_equal(at.dealt, count);
    if (at.result_cents * trial->scale != reward * STAKE_CENTS)
        print_error("%s: round %llu: crowd %lld/%lld, engine %lld cents\n", trial->book.id,
                    (unsigned long long)trial->rounds, (long long)reward, (long long)trial->scale,
                    (long long)at.result_cents);
    assert_true(at.result_cents * trial->scale == reward * STAKE_CENTS);
    trial->rounds++;
    log->count = 0;
}

/* ---- Playing a crowd. ---- */

static int32_t sights[SEATS * CROWD_SIGHTS];
static uint8_t legal[SEATS * (CROWD_BET + CROWD_BETS_MAX)];
static int64_t rewards[SEATS];
static uint8_t ended[SEATS];
static uint8_t actions[SEATS];
static const struct crowd_arrays arrays = {sights, legal, rewards, ended};

static uint32_t legal_bits(const struct crowd *crowd, unsigned seat)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < crowd_actions(crowd); i++)
        bits |= (uint32_t)legal[seat * crowd_actions(crowd) + i] << i;
    return bits;
}

static uint32_t noise(uint32_t *at)
{
    *at = *at * 1664525U + 1013904223U;
    return *at >> 8;
}

/* Any legal action, splits and Insurance more often than others. */
static uint8_t any_action(uint32_t bits, uint32_t *at)
{
    if (bits >> CHART_SPLIT & 1U && noise(at) % 2)
        return CHART_SPLIT;
    for (;;) {
        unsigned action = noise(at) % 32;
        if (bits >> action & 1U)
            return (uint8_t)action;
    }
}

static void play_beside_the_engine(const char *game, unsigned decks, const char *key, const char *value,
                                   const unsigned *bets, unsigned bet_count)
{
    static struct trial trial;
    struct crowd *crowd;
    uint32_t at = 7;
    unsigned bad;
    memset(&trial, 0, sizeof(trial));
    assert_int_equal(builtin_load(game, &trial.book), STATUS_OK);
    if (key)
        assert_int_equal(rulebook_set_switch(&trial.book, key, value), STATUS_OK);
    if (decks < trial.book.decks_min)
        decks = trial.book.decks_min;
    setting_init(&trial.setting, &trial.book, decks, trial.book.areas_max);
    struct crowd_wish wish = {
        .decks = decks, .seats = SEATS, .cut = decks * 40, .bet_count = bet_count, .bets = bets};
    assert_int_equal(crowd_new(&trial.book, &wish, &crowd), STATUS_OK);
    trial.scale = crowd_scale(crowd);
    trial.bets = bets;
    crowd_watch(crowd, (struct crowd_watcher){replay, &trial});
    crowd_reset(crowd, 11, &arrays);
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned seat = 0; seat < SEATS; seat++) {
            struct log *log = &trial.logs[seat];
            assert_true(log->count < LOG_MAX);
            log->legal[log->count] = legal_bits(crowd, seat);
            actions[seat] = any_action(log->legal[log->count], &at);
            log->actions[log->count++] = actions[seat];
        }
        assert_int_equal(crowd_step(crowd, actions, &arrays, &bad), STATUS_OK);
    }
    crowd_free(crowd);
    assert_true(trial.rounds > SEATS * STEPS / 5 && trial.splits > 100);
    assert_true(trial.insured > 100 || !trial.book.blackjack.insurance);
}

static void test_every_round_is_the_engines(void **state)
{
    (void)state;
    static const unsigned bets[] = {1, 2, 8};
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        play_beside_the_engine(games[i], 6, NULL, NULL, NULL, 0);
        play_beside_the_engine(games[i], 1, NULL, NULL, bets, 3);
    }
}

static void test_changed_rules_too(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        const char *key;
        const char *value;
    } rows[] = {
        {"mbs-blackjack-v6", "dealer.soft17", "hit"},
        {"mbs-blackjack-v6", "double.after_split", "false"},
        {"mbs-blackjack-v6", "split.aces_one_card", "false"},
        {"mbs-blackjack-v6", "split.aces_hands_max", "4"},
        {"mbs-blackjack-v6", "dealer.blackjack_takes", "all"},
        {"mbs-ace-race-v4", "dealer.blackjack_takes", "original_only"},
        {"mbs-ace-race-v4", "double.ace_nine", "allow"},
        {"mbs-blackjack-v6", "double.ace_is_one", "true"},
        {"mbs-blackjack-v6", "even_money.insurance", "keep"},
        {"mbs-star-elements", "split.hands_max", "2"},
        {"rws-blackjack", "wagers.main.pays.blackjack.odds", "7:5"},
        {"rws-blackjack", "surrender.offered", "true"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        play_beside_the_engine(rows[i].game, 4, rows[i].key, rows[i].value, NULL, 0);
}

/* ---- By seed. ---- */

static struct crowd *fresh(const char *game, unsigned cut, struct rulebook *book)
{
    struct crowd *crowd;
    struct crowd_wish wish = {.decks = 6, .seats = SEATS, .cut = cut};
    assert_int_equal(builtin_load(game, book), STATUS_OK);
    assert_int_equal(crowd_new(book, &wish, &crowd), STATUS_OK);
    return crowd;
}

/* Seat 0 of both crowds acts alike, the others do not: seat 0 sees the same. */
static void test_a_seat_depends_on_itself_alone(void **state)
{
    (void)state;
    static struct rulebook book;
    struct crowd *crowd = fresh(games[0], 200, &book);
    static int32_t seen[2][STEPS][CROWD_SIGHTS];
    static int64_t won[2][STEPS];
    unsigned bad;
    for (unsigned run = 0; run < 2; run++) {
        uint32_t own = 3;
        uint32_t others = run + 1;
        crowd_reset(crowd, 5, &arrays);
        for (unsigned step = 0; step < STEPS; step++) {
            for (unsigned seat = 0; seat < SEATS; seat++)
                actions[seat] = any_action(legal_bits(crowd, seat), seat ? &others : &own);
            assert_int_equal(crowd_step(crowd, actions, &arrays, &bad), STATUS_OK);
            memcpy(seen[run][step], sights, sizeof(seen[run][step]));
            won[run][step] = rewards[0];
        }
    }
    assert_memory_equal(seen[0], seen[1], sizeof(seen[0]));
    assert_memory_equal(won[0], won[1], sizeof(won[0]));
    crowd_reset(crowd, 6, &arrays);
    assert_memory_not_equal(sights, sights + CROWD_SIGHTS, CROWD_SIGHTS * sizeof(sights[0]));
    crowd_free(crowd);
}

static void test_an_action_that_is_not_legal_changes_nothing(void **state)
{
    (void)state;
    static struct rulebook book;
    struct crowd *crowd = fresh(games[0], 0, &book);
    static int32_t before[SEATS * CROWD_SIGHTS];
    unsigned bad = 0;
    crowd_reset(crowd, 1, &arrays);
    memcpy(before, sights, sizeof(before));
    memset(actions, CHART_STAND, sizeof(actions));
    actions[7] = CROWD_BET;
    assert_int_equal(crowd_step(crowd, actions, &arrays, &bad), STATUS_BAD_NUMBER);
    assert_int_equal(bad, 7);
    actions[7] = 200;
    assert_int_equal(crowd_step(crowd, actions, &arrays, &bad), STATUS_BAD_NUMBER);
    assert_memory_equal(before, sights, sizeof(before));
    crowd_free(crowd);
}

static void test_wishes_out_of_bounds(void **state)
{
    (void)state;
    static struct rulebook book;
    static const unsigned none[] = {0};
    const struct crowd_wish wishes[] = {
        {.decks = 99, .seats = 1},
        {.decks = 6, .seats = 0},
        {.decks = 6, .seats = CROWD_SEATS_MAX + 1},
        {.decks = 6, .seats = 1, .cut = 6 * 52},
        {.decks = 6, .seats = 1, .bet_count = CROWD_BETS_MAX + 1, .bets = none},
        {.decks = 6, .seats = 1, .bet_count = 1, .bets = none},
    };
    struct crowd *crowd;
    assert_int_equal(builtin_load(games[0], &book), STATUS_OK);
    for (size_t i = 0; i < COUNT_OF(wishes); i++) {
        assert_int_equal(crowd_new(&book, &wishes[i], &crowd), STATUS_BAD_NUMBER);
        assert_null(crowd);
    }
    assert_int_equal(builtin_load("mbs-7up-baccarat", &book), STATUS_OK);
    assert_int_equal(crowd_new(&book, &(struct crowd_wish){.decks = 6, .seats = 1}, &crowd),
                     STATUS_NOT_FOUND);
}

/* ---- Best play brings what the exact odds say. ---- */

static unsigned state_seen(const struct hand_states *hands, const int32_t *row)
{
    unsigned at = HAND_STATE_NONE;
    for (unsigned value = 0; value < HAND_VALUES; value++)
        for (int32_t i = 0; i < row[CROWD_IN_HAND + value]; i++)
            at = hands->next[at][value];
    return at;
}

static uint8_t best_action(const struct chart *chart, const struct rulebook *book, const int32_t *row)
{
    unsigned context = CHART_FIRST;
    if (row[CROWD_HANDS] > 1)
        context =
            (unsigned)row[CROWD_HANDS] < book->blackjack.split_hands_max ? CHART_SPLIT_MAY : CHART_SPLIT_FULL;
    return chart->action[context][row[CROWD_UP] - 1][state_seen(&chart->hands, row)];
}

static void test_best_play_comes_near_the_exact_value(void **state)
{
    (void)state;
    static struct chart chart;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        static struct rulebook book;
        struct crowd *crowd = fresh(games[i], 0, &book);
        struct game_odds *odds = game_odds_new(&book, 6);
        double sum = 0;
        double square = 0;
        double rounds = 0;
        unsigned bad;
        chart_composition(&chart, &book, odds);
        crowd_reset(crowd, 77, &arrays);
        while (rounds < 400000) {
            for (unsigned seat = 0; seat < SEATS; seat++)
                actions[seat] = best_action(&chart, &book, sights + seat * CROWD_SIGHTS);
            assert_int_equal(crowd_step(crowd, actions, &arrays, &bad), STATUS_OK);
            for (unsigned seat = 0; seat < SEATS; seat++) {
                double won = (double)rewards[seat] / (double)crowd_scale(crowd);
                sum += won;
                square += won * won;
                rounds += ended[seat];
            }
        }
        double error = sqrt(square / rounds / rounds);
        assert_true(fabs(sum / rounds - odds->expected_value) < 4 * error);
        game_odds_free(odds);
        crowd_free(crowd);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_round_is_the_engines),
        cmocka_unit_test(test_changed_rules_too),
        cmocka_unit_test(test_a_seat_depends_on_itself_alone),
        cmocka_unit_test(test_an_action_that_is_not_legal_changes_nothing),
        cmocka_unit_test(test_wishes_out_of_bounds),
        cmocka_unit_test(test_best_play_comes_near_the_exact_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: whatever people and cards do, in whatever order, a blackjack round keeps its promises: a refused act
 * changes nothing and tells nothing; every act on offer is accepted and no other is; money and cards are
 * conserved; a copy goes the same way as its original; and every round can be brought to its end. Acts are
 * drawn by seed; set BATTERY_ACTS for a longer run. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "game/game.h"
#include "round/device.h"
#include "round/stake.h"
#include "rulebook/builtin.h"

enum { PERSONS = 5, ACTS_PER_ROUND = 120, ACTS_TO_END = 400, START_CENTS = 500000 };

static const char *const games[] = {"mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements",
                                    "rws-blackjack"};

struct battery {
    struct rulebook book;
    struct round round;
    struct round before;
    struct round copy;
    struct events events;
    struct events again;
    struct act legal[LEGAL_ACTS_MAX];
    uint64_t seed;
    int64_t escrow_cents;
    int64_t balance_cents[PERSONS];
    bool calm; /* in every other round little goes wrong, so that it goes deep */
    unsigned acts;
    unsigned accepted;
    unsigned seen[VERB_COUNT];
    unsigned reported[IRREGULARITY_COUNT];
};

static uint64_t draw(struct battery *b)
{
    uint64_t z = b->seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static unsigned below(struct battery *b, unsigned limit)
{
    return (unsigned)(draw(b) % limit);
}

/* ---- The promises. ---- */

/* Which way each kind of event moves money: to escrow, and to the owner. */
static const struct {
    int8_t escrow;
    int8_t owner;
} moves[EVENT_COUNT] = {
    [EVENT_WAGERED] = {1, -1}, [EVENT_RETURNED] = {-1, 1}, [EVENT_TAKEN] = {-1, 0},
    [EVENT_UNTAKEN] = {1, 0},  [EVENT_PAID] = {0, 1},      [EVENT_UNPAID] = {0, -1},
};

static void book_event(struct battery *b, const struct event *event)
{
    if (!moves[event->kind].escrow && !moves[event->kind].owner)
        return;
    assert_true(event->amount_cents >= 0);
    b->escrow_cents += moves[event->kind].escrow * event->amount_cents;
    b->balance_cents[event->person] += moves[event->kind].owner * event->amount_cents;
}

static void check_money(struct battery *b)
{
    int64_t left_cents = 0;
    for (unsigned i = 0; i < b->round.stake_count; i++) {
        const struct stake *stake = &b->round.stakes[i];
        left_cents += stake_left_cents(stake);
        assert_true(stake->effective_cents <= stake->placed_cents);
        assert_true(stake_left_cents(stake) >= 0);
        assert_true(stake_is_open(stake) || stake_left_cents(stake) == 0);
    }
    assert_int_equal(left_cents, b->escrow_cents);
    for (unsigned person = 0; person < PERSONS; person++) {
        assert_int_equal(b->balance_cents[person], b->round.setting.credit_cents[person]);
        assert_true(b->balance_cents[person] >= 0);
    }
    if (b->round.phase == PHASE_ENDED)
        assert_int_equal(b->escrow_cents, 0);
}

/* Between shuffles every card that left lies outside, and none more often than there are decks. */
static void check_cards(struct battery *b)
{
    unsigned total = 0;
    for (unsigned code = 0; code < CARD_CODE_COUNT; code++) {
        assert_true(b->round.memory.out[code] <= b->round.setting.decks);
        total += b->round.memory.out[code];
    }
    assert_int_equal(total, b->round.memory.out_count);
}

static bool is_listed(struct battery *b, const struct act *act)
{
    unsigned count = round_legal_acts(&b->book, &b->round, (enum actor)act->actor, act->person, b->legal);
    for (unsigned i = 0; i < count; i++)
        if (b->legal[i].verb == act->verb && b->legal[i].option == act->option &&
            b->legal[i].wager == act->wager && spot_equal(b->legal[i].spot, act->spot))
            return true;
    return false;
}

static void fail_act(const struct battery *b, const struct act *act, const char *what, enum status status)
{
    fprintf(
        stderr,
        "%s: %s: actor %u person %u %s spot %u.%u/%u wager %u option %u irr %u decision %u number %u cards %u: %s\n",
        b->book.id, what, act->actor, act->person, verb_name((enum verb)act->verb), act->spot.area,
        act->spot.hand, act->spot.owner, act->wager, act->option, act->irregularity, act->decision,
        act->number, act->card_count, status_name(status));
    fail();
}

static enum status try_act(struct battery *b, const struct act *act, bool listed)
{
    memcpy(&b->before, &b->round, sizeof(b->round));
    memcpy(&b->copy, &b->round, sizeof(b->round));
    b->acts++;
    struct ruling ruling = round_apply(&b->book, &b->round, act, &b->events);
    if (ruling.status != STATUS_OK) {
        if (listed)
            fail_act(b, act, "listed but refused", ruling.status);
        assert_true(status_is_refusal(ruling.status));
        assert_int_equal(b->events.count, 0);
        assert_memory_equal(&b->before, &b->round, sizeof(b->round));
        return ruling.status;
    }
    b->accepted++;
    b->seen[act->verb]++;
    if (act->verb == VERB_IRREGULARITY)
        b->reported[act->irregularity]++;
    round_apply(&b->book, &b->copy, act, &b->again);
    assert_memory_equal(&b->copy, &b->round, sizeof(b->round));
    for (unsigned i = 0; i < b->events.count; i++)
        book_event(b, &b->events.items[i]);
    check_money(b);
    check_cards(b);
    return STATUS_OK;
}

/* ---- Drawing acts. ---- */

static struct card any_card(struct battery *b)
{
    const struct deck *deck = deck_of((enum deck_id)b->book.deck);
    if (b->round.memory.front_count && below(b, 8))
        return b->round.memory.front[0];
    const struct together *together = &b->round.blackjack.together;
    if (together->count && !card_is_none(together->cards[0]) && below(b, 8))
        return together->cards[0];
    /* Eights, tens and Aces come often: pairs, Blackjacks and the Dealer's Ace are where rules differ. */
    static const uint8_t often[] = {RANK_ACE, 8, RANK_TEN, RANK_KING};
    if (below(b, 2))
        return card_make(often[below(b, COUNT_OF(often))], below(b, deck->suit_count));
    return deck_card(deck, below(b, deck_card_count(deck)));
}

static struct place any_place(struct battery *b)
{
    struct place place = {(uint8_t)(PLACE_HAND + below(b, 2)), 0, 0};
    if (place.kind == PLACE_HAND) {
        place.area = (uint8_t)(1 + below(b, 7));
        place.hand = below(b, 4) ? 0 : (uint8_t)below(b, 5);
    }
    return below(b, 12) ? place : (struct place){PLACE_DISCARD, 0, 0};
}

static void deal(struct battery *b, bool astray)
{
    struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
    struct wants wants = round_wants(&b->book, &b->round);
    act.cards[0] = wants.face_down && below(b, 4) ? CARD_NONE : any_card(b);
    if (astray || wants.any_place)
        act.place = any_place(b);
    try_act(b, &act, false);
}

static int64_t any_amount(struct battery *b)
{
    static const int64_t amounts[] = {2500, 5000, 10000, 10000, 20000, 40000, 500, 1000, 99, 120000};
    return amounts[below(b, COUNT_OF(amounts))];
}

static struct act random_act(struct battery *b)
{
    struct act act = {.actor = (uint8_t)(1 + below(b, 6)),
                      .person = (uint8_t)below(b, PERSONS + 1),
                      .other = (uint8_t)below(b, PERSONS + 1),
                      .verb = (uint8_t)below(b, VERB_COUNT),
                      .wager = (uint8_t)below(b, b->book.wager_count + 1U),
                      .decision = (uint8_t)below(b, DECISION_COUNT),
                      .irregularity = (uint8_t)below(b, IRREGULARITY_COUNT),
                      .flags = (uint8_t)(draw(b) & 127U),
                      .number = (uint8_t)below(b, 4),
                      .card_count = (uint8_t)below(b, 4)};
    if (act.verb == VERB_DECLINE || act.verb == VERB_OFFER || act.verb == VERB_SHUT)
        act.option = (uint8_t)below(b, OPTION_COUNT);
    act.spot = (struct spot){(uint8_t)below(b, 9), (uint8_t)(below(b, 3) ? 0 : below(b, 6)),
                             (uint8_t)(below(b, 4) ? 0 : below(b, 7))};
    for (unsigned i = 0; i < act.card_count; i++)
        act.cards[i] = below(b, 3) ? any_card(b) : CARD_NONE;
    if (act.verb == VERB_CARD || !below(b, 4))
        act.place = any_place(b);
    act.amount_cents = any_amount(b);
    return act;
}

/* Members a verb has no use for are zero. */
static void plain(struct act *act)
{
    static const bool names_wager[VERB_COUNT] = {
        [VERB_BET] = true, [VERB_PLACE] = true, [VERB_RAISE] = true, [VERB_PULL] = true, [VERB_CLAIM] = true};
    static const bool names_no_spot[VERB_COUNT] = {
        [VERB_AGREE] = true, [VERB_DISAGREE] = true, [VERB_OBJECT] = true,  [VERB_RISE] = true,
        [VERB_PICK] = true,  [VERB_ACCEPT] = true,   [VERB_REFUSE] = true,  [VERB_CONTINUE] = true,
        [VERB_CUT] = true,   [VERB_OPEN] = true,     [VERB_CLOSE] = true,   [VERB_SETTLE] = true,
        [VERB_OFFER] = true, [VERB_SHUT] = true,     [VERB_SHUFFLE] = true, [VERB_DECIDE] = true,
        [VERB_VOID] = true,  [VERB_END] = true,      [VERB_CLEAR] = true,   [VERB_CARD] = true,
        [VERB_REREAD] = true};
    if (!names_wager[act->verb])
        act->wager = 0;
    if (names_no_spot[act->verb])
        act->spot = (struct spot){0, 0, 0};
}

static void try_random(struct battery *b)
{
    struct act act = random_act(b);
    plain(&act);
    bool listed = act.verb == VERB_CARD || is_listed(b, &act);
    enum status status = try_act(b, &act, false);
    if (status == STATUS_OK && !listed)
        fail_act(b, &act, "accepted but not listed", status);
}

/* An offer leaves open which card was seen or is revealed: any that can be. */
static void fill_faces(struct battery *b, struct act *act)
{
    const struct deck *deck = deck_of((enum deck_id)b->book.deck);
    bool seen = act->verb == VERB_IRREGULARITY && act->irregularity == IRREGULARITY_FACEUP_CARD;
    for (unsigned i = 0; (seen || act->verb == VERB_REVEAL) && i < act->card_count; i++) {
        unsigned first = below(b, deck_card_count(deck));
        for (unsigned n = 0; n < deck_card_count(deck); n++) {
            act->cards[i] = deck_card(deck, (first + n) % deck_card_count(deck));
            if (device_verify_faces(&b->book, &b->round, act->cards, i + 1) == STATUS_OK)
                break;
        }
    }
}

/* ... or which card was entered wrongly. */
static void fill_reread(struct battery *b, struct act *act)
{
    static struct round clone;
    static struct events events;
    const struct deck *deck = deck_of((enum deck_id)b->book.deck);
    unsigned first = below(b, deck_card_count(deck));
    for (unsigned n = 0; act->verb == VERB_REREAD && n < deck_card_count(deck); n++) {
        act->cards[0] = deck_card(deck, (first + n) % deck_card_count(deck));
        clone = b->round;
        if (round_apply(&b->book, &clone, act, &events).status == STATUS_OK)
            return;
    }
}

static void try_listed(struct battery *b, enum actor actor)
{
    unsigned person = below(b, PERSONS);
    unsigned count = round_legal_acts(&b->book, &b->round, actor, person, b->legal);
    if (!count)
        return;
    /* A verb first, so that what is rare is not drowned by what there is much of. */
    unsigned verb = b->legal[below(b, count)].verb;
    for (unsigned tries = 0; tries < 8; tries++) {
        unsigned wished = 1 + below(b, VERB_COUNT - 1);
        for (unsigned i = 0; i < count; i++)
            if (b->legal[i].verb == wished && wished != VERB_LEAVE && wished != VERB_PULL)
                verb = wished;
    }
    if ((verb == VERB_LEAVE || verb == VERB_PULL || verb == VERB_VOID) && below(b, 10))
        return;
    struct act act = b->legal[below(b, count)];
    while (act.verb != verb)
        act = b->legal[below(b, count)];
    fill_faces(b, &act);
    fill_reread(b, &act);
    try_act(b, &act, true);
}

static void step(struct battery *b)
{
    unsigned what = below(b, 100);
    if (b->calm && what >= 30 && what < 33)
        what = 0;
    if (b->calm && what >= 80 && what < 87 && below(b, 20))
        what = 50;
    if (what < 30)
        deal(b, false);
    else if (what < 33)
        deal(b, true);
    else if (what < 80)
        try_listed(b, ACTOR_PERSON);
    else if (what < 86)
        try_random(b);
    else if (what < 87)
        try_listed(b, (enum actor)(ACTOR_DEALER + below(b, 3)));
    else {
        struct wants wants = round_wants(&b->book, &b->round);
        struct act close = {.actor = ACTOR_DEALER, .verb = VERB_CLOSE};
        struct act end = {.actor = ACTOR_DEALER, .verb = VERB_END};
        if (b->round.phase == PHASE_BETTING && b->round.stake_count > below(b, 9))
            try_act(b, &close, true);
        else if (wants.may_end && !below(b, 4))
            try_act(b, &end, true);
    }
}

/* ---- Bringing a round to its end. ---- */

static bool answer(struct battery *b, enum actor actor, enum verb verb)
{
    for (unsigned person = 0; person < PERSONS; person++) {
        unsigned count = round_legal_acts(&b->book, &b->round, actor, person, b->legal);
        for (unsigned i = 0; i < count; i++) {
            struct act act = b->legal[i];
            if (act.verb == verb && !(verb == VERB_DECIDE && act.decision == DECISION_VOID) &&
                !(verb == VERB_DECIDE && act.decision < DECISION_CONTINUE &&
                  act.decision != DECISION_RECONSTRUCTABLE))
                return try_act(b, &act, true) == STATUS_OK;
        }
    }
    return false;
}

static void drive(struct battery *b)
{
    struct wants wants = round_wants(&b->book, &b->round);
    struct act act = {.actor = ACTOR_DEALER, .verb = VERB_END};
    if (b->round.phase == PHASE_BETTING)
        act.verb = VERB_CLOSE;
    if (b->round.phase == PHASE_BETTING || wants.may_end) {
        try_act(b, &act, true);
    } else if (wants.question == QUESTION_SHIFT || wants.question == QUESTION_RECONSTRUCTABLE) {
        answer(b, ACTOR_SHIFT, VERB_DECIDE);
    } else if (wants.card.kind != PLACE_NOWHERE) {
        deal(b, false);
    } else if (!(answer(b, ACTOR_PERSON, VERB_REFUSE) || answer(b, ACTOR_PERSON, VERB_PICK) ||
                 answer(b, ACTOR_PIT, VERB_PICK) || answer(b, ACTOR_PERSON, VERB_STAND) ||
                 answer(b, ACTOR_PERSON, VERB_HIT) || answer(b, ACTOR_DEALER, VERB_SHUFFLE) ||
                 answer(b, ACTOR_PERSON, VERB_CUT) || answer(b, ACTOR_DEALER, VERB_SETTLE) ||
                 answer(b, ACTOR_DEALER, VERB_PROCEED))) {
        /* A card lies astray: somebody must say where the next one lies, or that something is wrong. */
        if (!answer(b, ACTOR_DEALER, VERB_IRREGULARITY))
            deal(b, true);
    }
}

static void end_round(struct battery *b)
{
    for (unsigned i = 0; i < ACTS_TO_END && b->round.phase != PHASE_ENDED; i++)
        drive(b);
    if (b->round.phase == PHASE_ENDED)
        return;
    struct wants wants = round_wants(&b->book, &b->round);
    fprintf(
        stderr,
        "%s: cannot end: deal phase %u turn %u.%u card %u question %u astray %d front %u together %u late %u riffle %u\n",
        b->book.id, b->round.blackjack.phase, b->round.blackjack.turn.area, b->round.blackjack.turn.hand,
        wants.card.kind, wants.question, wants.any_place, b->round.memory.front_count,
        b->round.blackjack.together.count, b->round.blackjack.late.card, b->round.blackjack.riffle);
    fail();
}

static void begin(struct battery *b, const char *game, unsigned areas, uint64_t seed)
{
    struct setting setting;
    memset(b, 0, sizeof(*b));
    b->seed = seed;
    assert_int_equal(builtin_load(game, &b->book), STATUS_OK);
    setting_init(&setting, &b->book, b->book.decks_max, areas);
    setting.credit_known = (1U << PERSONS) - 1;
    for (unsigned person = 0; person < PERSONS; person++)
        setting.credit_cents[person] = b->balance_cents[person] = START_CENTS;
    for (unsigned wager = 0; wager < b->book.wager_count; wager++) {
        if (b->book.wagers[wager].limit_group == LIMIT_NONE)
            continue;
        bool main = b->book.wagers[wager].limit_group == LIMIT_MAIN;
        setting.limit_min_cents[wager] = main ? 2500 : 500;
        setting.limit_max_cents[wager] = main ? 100000 : 20000;
    }
    setting.seated[1] = 1;
    if (areas > 2)
        setting.seated[3] = 2;
    round_init(&b->round, &b->book, &setting);
    b->round.person_count = PERSONS;
}

static void refill(struct battery *b)
{
    for (unsigned person = 0; person < PERSONS; person++)
        b->round.setting.credit_cents[person] = b->balance_cents[person] = START_CENTS;
}

static void play_round(struct battery *b)
{
    struct act open = {.actor = ACTOR_DEALER, .verb = VERB_OPEN};
    struct act shuffle = {.actor = ACTOR_DEALER, .verb = VERB_SHUFFLE, .flags = ACT_FULL};
    b->calm = below(b, 2);
    b->round.setting.shuffle_machine = !below(b, 3);
    if (!below(b, 2) || b->round.memory.out_count > 100)
        try_act(b, &shuffle, true);
    for (unsigned i = below(b, 4); i > 0; i--)
        step(b);
    if (b->round.phase == PHASE_IDLE)
        try_act(b, &open, true);
    for (unsigned i = 0; i < ACTS_PER_ROUND && b->round.phase != PHASE_ENDED; i++)
        step(b);
    end_round(b);
    round_next(&b->round, &b->book);
    refill(b);
}

static void test_play_at_random(void **state)
{
    static struct battery battery;
    (void)state;
    const char *wished = getenv("BATTERY_ACTS");
    unsigned acts = wished ? (unsigned)atoi(wished) : 40000;
    /* On two areas people meet: they follow splits, double along and quarrel about spots. */
    static const unsigned areas[] = {7, 2};
    for (size_t run = 0; run < COUNT_OF(games) * COUNT_OF(areas); run++) {
        size_t game = run / COUNT_OF(areas);
        begin(&battery, games[game], areas[run % COUNT_OF(areas)], 7 + run);
        while (battery.acts < acts / COUNT_OF(games) / COUNT_OF(areas))
            play_round(&battery);
        for (unsigned verb = VERB_BET; verb < VERB_COUNT; verb++)
            if (!battery.seen[verb] && wished)
                fprintf(stderr, "%s: never accepted: %s\n", games[game], verb_name((enum verb)verb));
        for (unsigned kind = 0; kind < IRREGULARITY_COUNT && wished; kind++)
            fprintf(stderr, "%s: %s %u\n", games[game], irregularity_name((enum irregularity)kind),
                    battery.reported[kind]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_play_at_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

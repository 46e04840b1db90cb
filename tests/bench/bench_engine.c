/* SPDX-License-Identifier: Apache-2.0 */
/* bench_engine.c - how fast the rules engine is: acts and rounds a second on one core, per game.
 *
 *     bench_engine [--game ID] [--seconds N] [--rounds N] [--list]
 *
 * A bot plays ordinary rounds: everybody bets on a box of his own, hits below 17, everything is settled. The
 * acts of many rounds are made first, so that what is timed is round_apply and nothing else. With --rounds N
 * it makes and applies exactly N rounds once: for counting instructions under callgrind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game/game.h"
#include "random/seeded.h"
#include "rulebook/builtin.h"

enum { PEOPLE = 3, ROUNDS_MAX = 2000, ACTS_MAX = 200000 };

static struct rulebook book;
static struct act acts[ACTS_MAX];
static unsigned round_starts[ROUNDS_MAX + 1];
static struct events events;

/* ---- Making rounds. ---- */

struct maker {
    const struct family *family;
    struct round round;
    struct shoe shoe;
    struct draws draws;
    unsigned count;
};

static bool try_act(struct maker *maker, const struct act *act)
{
    if (maker->count == ACTS_MAX || round_apply(&book, &maker->round, act, &events).status != STATUS_OK)
        return false;
    acts[maker->count++] = *act;
    return true;
}

static void bet_all(struct maker *maker)
{
    static struct act legal[LEGAL_ACTS_MAX];
    for (unsigned person = 0; person < PEOPLE; person++) {
        unsigned count = round_legal_acts(&book, &maker->round, ACTOR_PERSON, person, legal);
        for (unsigned i = 0, placed = 0; i < count && placed < 2; i++) {
            bool own = legal[i].spot.area == 0 || legal[i].spot.area == person + 1;
            if (legal[i].verb == VERB_BET && own)
                placed += try_act(maker, &legal[i]);
        }
    }
}

static bool deal_card(struct maker *maker)
{
    struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
    if (shoe_left(&maker->shoe) == 0)
        return false;
    act.cards[0] = maker->shoe.cards[maker->shoe.dealt];
    if (!try_act(maker, &act))
        return false;
    maker->shoe.dealt++;
    return true;
}

/* Hits below 17, otherwise stands; what must be drawn is drawn. */
static bool decide(struct maker *maker, struct wants wants)
{
    struct place place = {PLACE_HAND, wants.turn.area, wants.turn.hand};
    struct hand_value value = maker->family->value(&book, &maker->round, place);
    int person = maker->family->control(&book, &maker->round, wants.turn.area);
    struct act act = {
        .actor = ACTOR_PERSON, .person = (uint8_t)(person < 0 ? 0 : person), .spot = wants.turn};
    const uint8_t verbs[] = {value.total < 17 ? VERB_HIT : VERB_STAND, VERB_STAND, VERB_HIT};
    for (unsigned i = 0; i < sizeof(verbs); i++) {
        act.verb = verbs[i];
        if (try_act(maker, &act))
            return true;
    }
    return false;
}

static void make_round(struct maker *maker)
{
    static const uint8_t openers[] = {ACTOR_DEALER, ACTOR_TERMINAL};
    const struct act end = {.actor = ACTOR_DEALER, .verb = VERB_END};
    for (unsigned i = 0; i < 2; i++)
        try_act(maker, &(struct act){.actor = openers[i], .verb = VERB_OPEN});
    bet_all(maker);
    for (unsigned i = 0; i < 2; i++)
        try_act(maker, &(struct act){.actor = openers[i], .verb = VERB_CLOSE});
    while (maker->round.phase != PHASE_ENDED) {
        struct wants wants = round_wants(&book, &maker->round);
        bool moved = wants.card.kind != PLACE_NOWHERE ? deal_card(maker)
                     : wants.turn.area                ? decide(maker, wants)
                                                      : try_act(maker, &end);
        if (!moved)
            exit(1); /* the bot does not know how to go on: the figures would mean nothing */
    }
}

static void start_shoe(struct maker *maker)
{
    shoe_init(&maker->shoe, deck_of((enum deck_id)book.deck), maker->round.setting.decks);
    shoe_shuffle(&maker->shoe, &maker->draws);
}

static void open_table(struct round *round)
{
    struct setting setting;
    setting_init(&setting, &book, book.decks_max, book.areas_max);
    setting.shuffle_machine = true; /* every round from a full device: rounds are alike */
    for (unsigned i = 0; i < PEOPLE && i < book.areas_max; i++)
        setting.seated[i + 1] = (uint8_t)(i + 1);
    for (unsigned i = 0; i < book.wager_count; i++)
        setting.limit_min_cents[i] = 1000;
    round_init(round, &book, &setting);
    round->person_count = PEOPLE;
}

static unsigned make_rounds(unsigned rounds)
{
    static struct maker maker;
    static struct seeded_source source;
    seeded_source_init(&source, 1, 1);
    maker = (struct maker){.family = game_family(&book), .draws = seeded_source_draws(&source)};
    open_table(&maker.round);
    for (unsigned i = 0; i < rounds; i++) {
        start_shoe(&maker);
        make_round(&maker);
        round_starts[i + 1] = maker.count;
        round_next(&maker.round, &book);
    }
    return maker.count;
}

/* ---- Timing them. ---- */

/* Time of one core: what else runs on the machine does not count. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Kept apart so that callgrind can be told to count this function alone. */
__attribute__((noinline)) static void apply_all(unsigned rounds)
{
    static struct round round;
    open_table(&round);
    for (unsigned i = 0; i < rounds; i++) {
        for (unsigned n = round_starts[i]; n < round_starts[i + 1]; n++)
            if (round_apply(&book, &round, &acts[n], &events).status != STATUS_OK)
                exit(1);
        round_next(&round, &book);
    }
}

static const char *word_after(int argc, char **argv, const char *option, const char *fallback)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], option) == 0)
            return argv[i + 1];
    return fallback;
}

static void bench(const char *id, double seconds)
{
    unsigned rounds = ROUNDS_MAX;
    unsigned count = make_rounds(rounds);
    double start = now();
    unsigned long repeats = 0;
    do {
        apply_all(rounds);
        repeats++;
    } while (now() - start < seconds);
    double took = now() - start;
    printf("engine/%s/acts %.0f acts/s one core, %.1f acts a round\n", id,
           (double)count * (double)repeats / took, (double)count / rounds);
    printf("engine/%s/rounds %.0f rounds/s one core, three people\n", id,
           (double)rounds * (double)repeats / took);
}

int main(int argc, char **argv)
{
    const char *game = word_after(argc, argv, "--game", NULL);
    unsigned rounds = (unsigned)atoi(word_after(argc, argv, "--rounds", "0"));
    double seconds = atof(word_after(argc, argv, "--seconds", "1"));
    bool list = argc == 2 && strcmp(argv[1], "--list") == 0;
    if (rounds == 0 && !list)
        printf("engine/struct-round %zu bytes\nengine/struct-events %zu bytes\n", sizeof(struct round),
               sizeof(struct events));
    for (unsigned i = 0; builtin_id(i); i++) {
        if ((game && strcmp(game, builtin_id(i)) != 0) || builtin_load(builtin_id(i), &book) != STATUS_OK)
            continue;
        if (list) {
            puts(builtin_id(i));
        } else if (rounds == 0) {
            bench(builtin_id(i), seconds);
        } else {
            printf("%u\n", make_rounds(rounds < ROUNDS_MAX ? rounds : ROUNDS_MAX));
            apply_all(rounds < ROUNDS_MAX ? rounds : ROUNDS_MAX);
        }
    }
    return 0;
}

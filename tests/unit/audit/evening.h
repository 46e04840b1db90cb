/* SPDX-License-Identifier: Apache-2.0 */
/* evening.h - bots play at a table of every game, and the journal that leaves.
 *
 * Included by one test program each; everything is static. */
#ifndef CROUPIER_TESTS_AUDIT_EVENING_H
#define CROUPIER_TESTS_AUDIT_EVENING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal/walk.h"
#include "random/seeded.h"
#include "rulebook/builtin.h"
#include "server/bot.h"
#include "store/place.h"
#include "table/runner.h"

enum { EVENING_BOTS = 3, EVENING_GAMES = 5, EVENING_CHIPS_CENTS = 100000000 };

static const char *const evening_names[EVENING_BOTS] = {"Ana", "Ben", "Mei"};

struct evening {
    unsigned bots;       /* how many play: at most EVENING_BOTS */
    uint16_t shoe_cards; /* the cards are changed after so many; 0: where the plan's cutting card lies */
    bool squeeze;        /* the first of them asks for it whenever he may */
    char folder[PLACE_FOLDER_MAX];
    char path[PLACE_PATH_MAX];
    struct books *books;
    struct house_key key;
    struct seeded_source source;
    struct draws draws;
    struct rulebook book;
    struct runner runner;
};

static inline struct shoe_source evening_source(const struct evening *evening)
{
    return (struct shoe_source){evening->key.shoe_secret, &evening->draws};
}

static inline void evening_open(struct evening *evening, uint64_t seed)
{
    uint8_t secret[HOUSE_SECRET_BYTES] = {(uint8_t)seed};
    struct store_failure failure = {0};
    evening->bots = EVENING_BOTS;
    evening->shoe_cards = 30;
    place_make(evening->folder, evening->path);
    house_key_derive(&evening->key, secret);
    seeded_source_init(&evening->source, seed, 1);
    evening->draws = seeded_source_draws(&evening->source);
    struct books_options options = {.store = {.path = evening->path}, .key = &evening->key};
    assert_int_equal(books_open(&evening->books, &options, &failure), STATUS_OK);
}

static inline void evening_remove(struct evening *evening)
{
    place_remove(evening->folder);
}

/* Everybody takes a seat who has none, between rounds. */
static inline void evening_seat(struct evening *evening)
{
    const struct setting *setting = &evening->runner.table.state.round.setting;
    for (unsigned i = 0; i < evening->bots && evening->book.areas_max; i++) {
        char words[16];
        snprintf(words, sizeof words, "sit %u", i + 1);
        if (!setting->seated[i + 1] && state_between_rounds(&evening->runner.table.state))
            assert_int_equal(runner_say(&evening->runner, evening_names[i], words), STATUS_OK);
    }
}

/* At table `id` by evening->book, which was loaded from `text`. No clocks. */
static inline void evening_begin_table(struct evening *evening, const char *id, struct span text)
{
    struct table_plan plan;
    struct store_failure failure = {0};
    table_plan_init(&plan, id, &evening->book);
    plan.book_text = text;
    plan.betting_ms = plan.decision_ms = plan.pace_ms = plan.result_ms = 0;
    if (evening->shoe_cards)
        plan.cut_cards = (uint16_t)(plan.decks * deck_card_count(deck_of((enum deck_id)evening->book.deck)) -
                                    evening->shoe_cards);
    for (unsigned i = 0; i < evening->book.wager_count; i++)
        plan.limit_min_cents[i] = 1000;
    memset(&evening->runner, 0, sizeof evening->runner);
    evening->runner.books = evening->books;
    evening->runner.hasty = true;
    assert_int_equal(runner_begin(&evening->runner, &plan, evening_source(evening), &failure), STATUS_OK);
    for (unsigned i = 0; i < evening->bots; i++)
        if (runner_balance(&evening->runner, evening_names[i]) < EVENING_CHIPS_CENTS)
            assert_int_equal(
                runner_money(&evening->runner, MOVEMENT_BUY_IN, evening_names[i], EVENING_CHIPS_CENTS),
                STATUS_OK);
    evening_seat(evening);
}

/* Table "t1" plays the first game, and so on. */
static inline void evening_begin(struct evening *evening, unsigned game)
{
    char id[8];
    const struct embedded *text = builtin_text(builtin_id(game));
    assert_int_equal(builtin_load(builtin_id(game), &evening->book), STATUS_OK);
    snprintf(id, sizeof id, "t%u", game + 1);
    evening_begin_table(evening, id, (struct span){text->bytes, text->size});
}

/* The act in words, said under the bot's name, as anybody's act comes to a table. */
static inline void evening_say(struct evening *evening, const struct table_state *seen, const struct act *act)
{
    char line[RECORD_LINE_MAX];
    struct text text;
    struct writer writer = {&evening->book, &seen->roster, seen->round.setting.areas};
    text_init(&text, line, sizeof line);
    assert_true(write_act(&writer, act, &text));
    line[strcspn(line, "\n")] = 0;
    enum status status =
        runner_say(&evening->runner, seen->roster.names[act->person], strstr(line, ": ") + 2);
    if (status != STATUS_OK)
        print_error("%s: %s\n", line, status_sentence(status));
    assert_int_equal(status, STATUS_OK);
}

static inline bool evening_bots(struct evening *evening)
{
    static struct table_state seen; /* with everybody in the roster, whoever has acted already */
    seen = evening->runner.table.state;
    for (unsigned i = 0; i < evening->bots; i++)
        roster_add(&seen.roster, evening_names[i], strlen(evening_names[i]));
    seen.round.person_count = seen.roster.count;
    for (unsigned i = 0; i < evening->bots; i++) {
        struct act act;
        int person = roster_find(&seen.roster, evening_names[i], strlen(evening_names[i]));
        if (!bot_act(&evening->runner.table.plan, &seen, (unsigned)person, NULL, &evening->draws, &act))
            continue;
        evening_say(evening, &seen, &act);
        return true;
    }
    return false;
}

/* The bot's own number for a shoe. */
static inline struct fair_seed evening_number(unsigned bot, uint32_t shoe)
{
    struct fair_seed number = {{(uint8_t)(bot + 1), (uint8_t)shoe, (uint8_t)(shoe >> 8)}};
    return number;
}

/* Terminals promise numbers for the next shoe and tell them when they are asked; one in four stays away. */
static inline void evening_luck(struct evening *evening)
{
    struct table *table = &evening->runner.table;
    enum luck_stage stage = state_luck_stage(&table->state);
    uint32_t shoe = table->state.shoe_number + (stage == LUCK_DONE);
    for (unsigned i = 0; i < evening->bots; i++) {
        const char *name = evening_names[i];
        struct fair_seed number = evening_number(i, shoe);
        struct hash promise = luck_commitment(table->plan.id, shoe, name, &number);
        if (stage == LUCK_REVEAL && (shoe + i) % 4)
            assert_int_equal(luck_reveal(&table->desk, table->plan.id, shoe, name, &number), STATUS_OK);
        else if ((stage == LUCK_GATHER || stage == LUCK_DONE) && !luck_find(&table->desk, name))
            assert_int_equal(luck_promise(&table->desk, name, &promise), STATUS_OK);
    }
}

/* Plays until so many more rounds have ended. */
static inline void evening_play(struct evening *evening, uint32_t rounds)
{
    struct table_state *state = &evening->runner.table.state;
    bool under_way = state->begun && state->round.phase != PHASE_ENDED;
    uint32_t last = state->round_number + rounds - under_way;
    while (state->round_number < last || state->round.phase != PHASE_ENDED) {
        if (evening->squeeze && state->round.phase == PHASE_BETTING)
            (void)!runner_say(&evening->runner, evening_names[0], "squeeze 1");
        evening_luck(evening);
        bool done = evening_bots(evening);
        enum status status = done ? STATUS_OK : runner_step(&evening->runner, 1, &done);
        if (status != STATUS_OK)
            print_error("%s, round %u: %s\n", evening->book.id, state->round_number, status_sentence(status));
        assert_int_equal(status, STATUS_OK);
        assert_true(done);
    }
    runner_end(&evening->runner);
}

#endif

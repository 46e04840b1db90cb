/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a replay meets what is so and tells what is not, by line; refusals, errors of cards, rounds and the
 * implied end are as section 9 of the notation says. Baccarat serves as the game: its rounds are short. */
#include "check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/books.h"
#include "replay/check.h"
#include "replay/replay.h"
#include "replay/result.h"
#include "replay/story.h"

enum { MESSAGES_MAX = 8, MESSAGE_MAX = 512 };

struct heard {
    unsigned count;
    unsigned lines[MESSAGES_MAX];
    char messages[MESSAGES_MAX][MESSAGE_MAX];
    unsigned rounds;
    char results[4096];
    char story[1 << 16];
};

static void on_failed(void *context, unsigned line, const char *message)
{
    struct heard *heard = context;
    assert_true(heard->count < MESSAGES_MAX);
    heard->lines[heard->count] = line;
    snprintf(heard->messages[heard->count++], MESSAGE_MAX, "%s", message);
}

static void on_ended(void *context, const struct replay *replay)
{
    struct heard *heard = context;
    struct text text;
    heard->rounds++;
    text_init(&text, heard->results, sizeof(heard->results));
    write_results(replay, &text);
}

static void on_ruled(void *context, const struct replay *replay, const struct record_item *item,
                     const struct ruling *ruling)
{
    struct heard *heard = context;
    struct text text;
    size_t used = strlen(heard->story);
    text_init(&text, heard->story + used, sizeof(heard->story) - used);
    story_of(replay, item, ruling, &text);
}

static struct replay_outcome run(const char *text, struct heard *heard)
{
    static struct replay replay;
    const struct replay_watch watch = {heard, on_ruled, on_failed, on_ended};
    struct replay_outcome outcome;
    struct record record;
    memset(heard, 0, sizeof(*heard));
    record_init(&record);
    if (record_read(&record, &builtin_books, text, strlen(text)) != STATUS_OK)
        fail_msg("%u: %s\n%s", record.faults.items[0].line, record.faults.items[0].message, text);
    replay_init(&replay);
    assert_int_equal(replay_run(&replay, &record, &watch, &outcome), STATUS_OK);
    replay_release(&replay);
    record_release(&record);
    return outcome;
}

#define HEAD "game mbs-7up-baccarat\ndecks 8\nlimits all 5 5000\nplayer A 1000\nplayer B\n"
#define DEALT                                                                                                \
    HEAD "terminal: open\nA: bet banker 100\nB: bet super-sevens 10\nterminal: close\nshoe: 7h 4c Td 9s\n"
#define FAILED_POWER                                                                                         \
    HEAD "terminal: open\nA: bet player 100\nterminal: close\nshoe: 5h\npit: irregularity power-failure\n"
#define WRONG                                                                                                \
    HEAD "terminal: open\nA: bet player 100\nterminal: close\nshoe: 5h > player\nshoe: 9c > banker\n"        \
         "shoe: 2d > banker\nshoe: 4d > player\ndealer: irregularity wrong-order\n"
#define LYING HEAD "terminal: open\nterminal: close\ndealer: irregularity simultaneous 5h ? order known\n"
#define TERMINALS                                                                                            \
    HEAD "terminal: open\nA: bet player 100\nB: bet tie 10 pending\n"                                        \
         "pit: irregularity terminal-failure A B\n"

#define SPLIT                                                                                                \
    "game mbs-blackjack-v6\ndecks 6\nseat A 1\nseat B 2\nseat C 3\ndealer: open\nA: bet 1 main 100\n"        \
    "B: bet 2 main 100\nC: bet 3 main 100\ndealer: close\nshoe: 8h 6h Ah 7c 8d Ad Kd\nA: split 1\nshoe: Th\n"
#define CLAIMS                                                                                               \
    "game mbs-blackjack-v6\ndecks 6\nseat A 1\nseat B 2\nseat C 3\ndealer: open\nA: bet 1 main 100\n"        \
    "B: bet 2 main 100\nE: bet 2 main 50\nC: bet 3 main 100\nC: claim 2 pair\nA: claim 2 pair\nE: claim 2 pair\n"
#define LIMITS                                                                                               \
    "game rws-blackjack\ndecks 6\nlimits main 50 1000\nseat A 1\ndealer: open\nA: bet 1 main 900\n"          \
    "B: bet 1 main 600 unnoticed\ndealer: close\n"

/* An expectation after a beginning; got: NULL if it is met, else what the message says it got instead. */
static const struct expectation_row {
    const char *beginning;
    const char *expectation;
    const char *got;
} rows[] = {
    {DEALT "A: bet tie 5\n", "refused 5.5", NULL},
    {DEALT, "refused", "accepted"},
    {DEALT "A: bet tie 5\n", "refused 5.4", "the clauses 5.5"},
    {DEALT, "cites 3.7/player 3.6.1", NULL},
    {DEALT, "cites 3.9", "the clauses 3.7/player 3.6 3.6.1 3.6.2 1.1.2 3.7/banker-7"},
    {DEALT, "landed player 9s 3.7/player", NULL},
    {DEALT, "landed banker 9s", "banker 7h, player 4c, banker Td, player 9s"},
    {HEAD "terminal: open\n", "landed banker 9s", "no card"},
    {DEALT, "hand banker 7", NULL},
    {DEALT, "hand banker 8", "7"},
    {DEALT, "hand banker s7", "7"},
    {HEAD "terminal: open\n", "hand player 7", "no value"},
    {DEALT "dealer: end\n", "paid A banker 180 4.1", NULL},
    {DEALT "dealer: end\n", "paid A banker 100", "180"},
    {DEALT "dealer: end\n", "taken A banker 100", "0"},
    {DEALT "dealer: end\n", "returned A banker 100", NULL},
    {DEALT "dealer: end\n", "returned A banker 99", "100"},
    {DEALT, "effective A banker 100", NULL},
    {DEALT, "effective A banker 90", "100"},
    {DEALT, "offered withdraw", NULL},
    {DEALT, "offered withdraw A", "nobody"},
    {HEAD "terminal: open\ndealer: irregularity other x\n", "asks shift 6.1 6.2", NULL},
    {HEAD "terminal: open\ndealer: irregularity other x\n", "asks agreement", "shift"},
    {DEALT, "asks shift", "nothing"},
    {DEALT, "stands banker 3.7/banker-7", NULL},
    {DEALT, "stands player", "no such event"},
    {DEALT, "natural", "no such event"},
    {HEAD "terminal: open\nterminal: close\nshoe: 5h 2c Td\n", "natural 1.1.3 3.7/natural", NULL},
    {DEALT, "dealer no-card", "no such event"},
    {DEALT, "dealer stops", "no such event"},
    {DEALT, "decided super-sevens 1.1.7", NULL},
    {DEALT, "decided B super-sevens", NULL},
    {DEALT, "decided A super-sevens", "no such wager"},
    {HEAD "terminal: open\nA: bet player 5\nterminal: close\nshoe: 5h\n", "decided player",
     "1 of 1 undecided"},
    {WRONG, "recon banker:5h,2d player:9c 5.7", NULL},
    {WRONG, "recon banker:5h player:9c", "banker:5h,2d player:9c"},
    {DEALT, "recon banker:5h", "no such event"},
    {DEALT, "no recon", "no such event"},
    {WRONG, "back 4d from player 5.7", NULL},
    {WRONG, "back 4d 5d from player", "4d"},
    {WRONG, "back 4d from banker", "no card"},
    {WRONG, "dropped 4d from player", "no card"},
    {WRONG, "moved 5h from player to banker", "no such event"},
    {LYING, "next 1 2 5.8", NULL},
    {LYING, "next 2 1", "1 2"},
    {LYING, "next 5h", "5h ?"},
    {DEALT, "next 1", "nothing"},
    {DEALT "dealer: irregularity wrong-total\n", "play on 6.3", NULL},
    {DEALT, "play on", "no such event"},
    {DEALT "dealer: irregularity foreign-card\n", "earlier stand 5.1.2", NULL},
    {DEALT, "earlier stand", "no such event"},
    {DEALT, "remembered A under-minimum", "no such event"},
    {TERMINALS, "in A 5.10.1", NULL},
    {TERMINALS, "in B", "no such event"},
    {TERMINALS, "out B 5.10.2", NULL},
    {TERMINALS, "out A", "no such event"},
    {FAILED_POWER, "void 5.9 5.9.1", NULL},
    {DEALT, "void", "no such event"},
    {FAILED_POWER, "result A player 0 void 5.9.1", NULL},
    {DEALT "dealer: end\n", "result A banker +180 win 4.1", NULL},
    {DEALT "dealer: end\n", "result A banker +180", NULL},
    {DEALT "dealer: end\n", "result A banker +180 lose", "+180 win"},
    {DEALT "dealer: end\n", "result A banker +90 win", "+180 win"},
    {DEALT "dealer: end\n", "result A banker +180 prorata", "+180 win"},
    {DEALT "dealer: end\n", "result A player +180 win", "no result"},
    {DEALT "dealer: end\n", "net A +180", NULL},
    {DEALT "dealer: end\n", "net A 0", "+180"},
    {FAILED_POWER, "net B 0", NULL},
    {SPLIT, "control 1 A", NULL},
    {SPLIT, "control 1 B", "A"},
    {SPLIT, "control 5 B", "nobody"},
    {SPLIT, "priority 2 B", NULL},
    {SPLIT, "priority 5 B", "nobody"},
    {SPLIT, "hand 1.1 18", NULL},
    {SPLIT, "hand 1.2 8", NULL},
    {SPLIT, "hand 1.3 8", "no value"},
    {SPLIT, "hand 2 s17", NULL},
    {SPLIT, "hand 2 17", "s17"},
    {SPLIT, "hand 3 bj", NULL},
    {SPLIT, "hand 3 21", "bj"},
    {SPLIT "A: hit 1.1\nshoe: Kd\n", "hand 1.1 28", "bust28"},
    {SPLIT "A: hit 1.1\nshoe: Kd\n", "hand 1.1 bust28", NULL},
    {SPLIT "A: hit 1.1\nshoe: Kd\n", "taken A 1.1 main 100 3.32", NULL},
    {SPLIT "A: hit 1.1\nshoe: Kd\n", "taken A 1.2 main 100", "0"},
    {SPLIT "dealer: irregularity foreign-card\n", "returned B 2 main 100 5.1.1", NULL},
    {SPLIT "dealer: irregularity foreign-card\n", "returned B 2 main 100 5.3", "the clauses 5.1 5.1.1"},
    {SPLIT, "effective A 1 main 200", NULL},
    {SPLIT, "effective B 2 main 99", "100"},
    {SPLIT, "effective B 3 main 100", "0"},
    {SPLIT, "landed 1.1 Th 3.23", NULL},
    {SPLIT, "landed 1.2 Th", "1.1 Th"},
    {SPLIT "shoe: 2c > 2\ndealer: irregularity wrong-order\n", "back 2c from 2 5.8", NULL},
    {SPLIT "shoe: 2c > 2\ndealer: irregularity wrong-order\n", "back 3c from 2", "2c"},
    {SPLIT "A: hit 1.1\nshoe: 2c > 2\ndealer: irregularity wrong-hand\n", "moved 2c from 2 to 1.1 5.6.2",
     NULL},
    {SPLIT "A: hit 1.1\nshoe: 2c > 2\ndealer: irregularity wrong-hand\n", "moved 3c from 2 to 1.1",
     "no such event"},
    {SPLIT "A: hit 1.1\nshoe: 2c > 2\ndealer: irregularity wrong-hand\n", "moved 2c from 3 to 1.1",
     "no such event"},
    {SPLIT "A: hit 1.1\nshoe: 2c > 2\ndealer: irregularity wrong-hand\n", "moved 2c from 2 to 1.2",
     "no such event"},
    {SPLIT, "decided C 3 main", NULL},
    {SPLIT, "decided 2 main", "1 of 1 undecided"},
    {SPLIT, "stands 1.1", "no such event"},
    {SPLIT "A: stand 1.1\n", "stands 1.1 3.28", NULL},
    {SPLIT "A: stand 1.1\n", "stands 1.2", "no such event"},
    {SPLIT "A: hit 1.1\ndealer: irregularity simultaneous 2c 3c\nA: pick 3c\n", "next 3c 2c", NULL},
    {SPLIT "A: hit 1.1\ndealer: irregularity simultaneous 2c 3c\nA: pick 3c\n", "next 2c 3c", "3c 2c"},
    {SPLIT "A: hit 1.1\ndealer: irregularity simultaneous 2c 3c\n", "offered pick A 5.23.3", NULL},
    {SPLIT "A: hit 1.1\ndealer: irregularity simultaneous 2c 3c\n", "offered pick A B", "A"},
    {CLAIMS, "rank 2 pair E>A=C", NULL},
    {CLAIMS, "rank 2 pair E>A>C", "E>A=C"},
    {CLAIMS, "rank 2 pair E>A", "E>A=C"},
    {CLAIMS, "rank 2 pair E>C=A", NULL},
    {CLAIMS, "rank 3 pair E", "no claims"},
    {CLAIMS, "asks agreement 3.17.2.4", NULL},
    {LIMITS, "effective A 1 main 600 5.1.1", NULL},
    {LIMITS "shoe: Th 7c 9d\nA: stand 1\nshoe: Td\ndealer: end\n", "result A 1 main +600 prorata", NULL},
};

static unsigned lines_of(const char *text)
{
    unsigned count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static void test_every_expectation_met_and_not_met(void **state)
{
    (void)state;
    static struct heard heard;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[2048];
        char message[MESSAGE_MAX];
        /* `= refused` first where the beginning ends with a refused act that the row does not speak of. */
        snprintf(text, sizeof(text), "%s= %s\n", rows[i].beginning, rows[i].expectation);
        struct replay_outcome outcome = run(text, &heard);
        if (!rows[i].got) {
            if (outcome.unmet)
                fail_msg("%s: %s", rows[i].expectation, heard.messages[0]);
            continue;
        }
        snprintf(message, sizeof(message), "expected %s, got %s", rows[i].expectation, rows[i].got);
        assert_int_equal(outcome.unmet, 1);
        assert_string_equal(heard.messages[0], message);
        assert_int_equal(heard.lines[0], lines_of(rows[i].beginning) + 1);
    }
}

/* What goes wrong while replaying, by line; and that the rest of the round is passed over, but not the next.
 */
static void test_errors_are_told_by_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line;
        const char *message;
    } errors[] = {
        {HEAD "A: bet tie 5\n", 6, "refused: Bets are not open. [3.1]"},
        {HEAD "terminal: open\nA: bet tie 2000\n", 7, "refused: You do not have that much credit."},
        {HEAD "terminal: open\nterminal: close\nshoe: 5h 2c Td\nshoe: 3d\n", 9, "no card is due"},
        {WRONG "shoe: 9d > player\n", 14, "card 4d expected from the front, got 9d"},
        {LYING "shoe: 6h\n", 9, "card 5h expected from the front, got 6h"},
        {"game mbs-7up-baccarat\ndecks 4\nterminal: open\nterminal: close\nshoe: 5h 5h 5h 5h\nshoe: 5h > player\n",
         6, "a fifth 5h in 4 decks"},
        {HEAD "terminal: open\nterminal: close\nshoe: 5h\n", 8,
         "refused: A card is due first. The next card goes to Player. [3.6 3.6.1 3.6.2]"},
        {HEAD "terminal: open\n---\nterminal: open\n", 7,
         "refused: This cannot be done at this point of the round. Place your bets. [3.2]"},
    };
    static struct heard heard;
    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        struct replay_outcome outcome = run(errors[i].text, &heard);
        assert_false(replay_outcome_good(&outcome));
        if (strcmp(heard.messages[0], errors[i].message) != 0)
            fail_msg("%s: %s", errors[i].text, heard.messages[0]);
        assert_int_equal(heard.lines[0], errors[i].line);
    }
}

static void test_an_unmet_expectation_passes_over_the_round_only(void **state)
{
    (void)state;
    static struct heard heard;
    struct replay_outcome outcome =
        run(HEAD "terminal: open\n= void\nA: bet tie 1\n= void\n---\nterminal: open\n"
                 "A: bet tie 1\nterminal: close\nshoe: 5h 2c Td\n",
            &heard);
    assert_int_equal(outcome.unmet, 1);   /* the second `= void` was passed over */
    assert_int_equal(outcome.refused, 1); /* of the next round: under the minimum */
    assert_int_equal(heard.lines[1], 12);
    assert_int_equal(outcome.rounds, 2);
    assert_int_equal(heard.rounds, 1);
}

static void test_a_refused_card_cuts_its_line(void **state)
{
    (void)state;
    static struct heard heard;
    struct replay_outcome outcome = run(
        HEAD "terminal: open\nshoe: 5h 2c\n= refused 3.6\nterminal: close\nshoe: 5h 2c Td\n= hand player 9\n",
        &heard);
    assert_true(replay_outcome_good(&outcome));
    assert_int_equal(outcome.acts, 7); /* the end included, the second refused card not */
}

static void test_the_end_is_implied(void **state)
{
    (void)state;
    static struct heard heard;
    struct replay_outcome outcome =
        run(DEALT "---\n# nothing happens here\n---\n"
                  "terminal: open\nA: bet player 25\nterminal: close\nshoe: 2h Kc 3d As\n",
            &heard);
    assert_true(replay_outcome_good(&outcome));
    assert_int_equal(outcome.rounds, 3);
    assert_int_equal(heard.rounds, 2);
    assert_string_equal(heard.results, "= result A player +12.50 win 3.8 4.1\n= net A +12.50\n");
}

/* What changes between rounds: limits, credit, switches. */
static void test_headers_of_a_later_round(void **state)
{
    (void)state;
    static struct heard heard;
    struct replay_outcome outcome =
        run(DEALT "---\nlimits tie 50 60\nplayer B 5\nset faceup.before_first_card play\n"
                  "terminal: open\nA: bet tie 20\n= refused 2.2\nB: bet player 10\n= refused\n"
                  "dealer: irregularity faceup-card Kc\n= play on\nterminal: close\n"
                  "shoe: Kc 9c 7d\n= landed banker Kc\n",
            &heard);
    if (!replay_outcome_good(&outcome))
        fail_msg("%u: %s", heard.lines[0], heard.messages[0]);
}

/* Results of a sum over hands, and texts without clauses. */
static void test_the_story_of_a_round(void **state)
{
    (void)state;
    static struct heard heard;
    static const char *const sentences[] = {
        "The terminal opens the bets. [3.1]",
        "A puts $100 on Player. [3.5.1]",
        "5h to Player",
        "The Dealer reports: cards were dealt in the wrong order. [5.7]",
        "The cards of Banker are put right: 5h and 2d, 7.",
        "4d goes from Player back to the front of the shoe.",
        "5.7: If cards were dealt in the wrong order, cards go where the right order would have put them.",
    };
    run(WRONG, &heard);
    for (size_t i = 0; i < COUNT_OF(sentences); i++)
        if (!strstr(heard.story, sentences[i]))
            fail_msg("\"%s\" is not told:\n%s", sentences[i], heard.story);
}

/* A round in which nothing has happened yet has no events to tell, not even a place where they would be. */
static void test_the_story_of_a_refusal(void **state)
{
    (void)state;
    static struct heard heard;
    run(HEAD "A: bet banker 100\n= refused\n", &heard);
    assert_non_null(strstr(heard.story, "A"));
}

/* Every record of the project is met, and its story is made of whole sentences. */
static void test_every_record_can_be_told(void **state)
{
    (void)state;
    static char bytes[1 << 16];
    static struct heard heard;
    for (unsigned i = 0; builtin_id(i); i++) {
        char path[1024];
        snprintf(path, sizeof(path), "%s/tests/records/%s", getenv("CROUPIER_SOURCE"), builtin_id(i));
        DIR *dir = opendir(path);
        assert_non_null(dir);
        for (struct dirent *entry; (entry = readdir(dir));) {
            char file_path[2048];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(file_path, sizeof(file_path), "%s/%s", path, entry->d_name);
            FILE *file = fopen(file_path, "rb");
            assert_non_null(file);
            bytes[fread(bytes, 1, sizeof(bytes) - 1, file)] = '\0';
            fclose(file);
            run(bytes, &heard);
            if (heard.count)
                fail_msg("%s:%u: %s", file_path, heard.lines[0], heard.messages[0]);
            if (strchr(heard.story, '%') || strstr(heard.story, "nowhere") || strlen(heard.story) < 200)
                fail_msg("%s: %s", file_path, heard.story);
        }
        closedir(dir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_expectation_met_and_not_met),
        cmocka_unit_test(test_errors_are_told_by_line),
        cmocka_unit_test(test_an_unmet_expectation_passes_over_the_round_only),
        cmocka_unit_test(test_a_refused_card_cuts_its_line),
        cmocka_unit_test(test_the_end_is_implied),
        cmocka_unit_test(test_headers_of_a_later_round),
        cmocka_unit_test(test_the_story_of_a_round),
        cmocka_unit_test(test_the_story_of_a_refusal),
        cmocka_unit_test(test_every_record_can_be_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

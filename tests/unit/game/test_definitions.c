/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the words the documents define, and the general sentences under which they list their cases, mean at
 * the table what they say. Each row plays a small round with its expectations in the game it names; the
 * clauses of a definition are not cited by rulings, so they are named here. */
#include "check.h"

#include "../record/books.h"
#include "replay/replay.h"

/* ---- Rounds. Cards are written for 52; for the deck of 65 their suits are exchanged. ---- */

#define OPEN "dealer: open\n"
#define ONE  OPEN "A: bet 1 main 100\ndealer: close\n"

static const char totals[] = ONE "shoe: 5h 6c Ad\n"
                                 "= hand 1 s16\n" /* the Ace counts 11: soft */
                                 "A: hit 1\nshoe: 9c\n"
                                 "= hand 1 15\n" /* and 1 where 11 would pass 21: hard */
                                 "A: hit 1\nshoe: 2d\n"
                                 "= hand 1 17\n"
                                 "= hand dealer 6\n"
                                 "A: stand 1\nshoe: Td 5s\n"
                                 "= hand dealer 21\n";

static const char court_cards[] = ONE "shoe: Kh Jc Qd\n"
                                      "= hand 1 20\n= hand dealer 10\n"
                                      "A: stand 1\nshoe: 8d\n";

static const char over_21[] = ONE "shoe: 9h 6c 7d\nA: hit 1\nshoe: Tc\n"
                                  "= hand 1 bust26\n= taken A 1 main 100\n";

static const char hit_and_stand[] = ONE "shoe: 5h 6c 7d\nA: hit 1\nshoe: 4c\n"
                                        "= landed 1 4c\n= hand 1 16\n"
                                        "A: stand 1\n= stands 1\nA: hit 1\n= refused\n"
                                        "shoe: Td 5s\n";

/* Two cards for every Player, one for the Dealer, and then none for anybody who does not ask. */
static const char initial_deal[] = OPEN "A: bet 1 main 100\nB: bet 2 main 100\ndealer: close\n"
                                        "shoe: 5h\n= landed 1 5h\nshoe: 6c\n= landed 2 6c\n"
                                        "shoe: 7d\n= landed dealer 7d\nshoe: 8s\n= landed 1 8s\n"
                                        "shoe: 9h\n= landed 2 9h\nshoe: 2c\n= refused\n"
                                        "= hand 1 13\n= hand 2 15\n= hand dealer 7\n"
                                        "A: hit 1\nshoe: 2c\n= landed 1 2c\n"
                                        "A: stand 1\nB: stand 2\nshoe: Td\n";

/* Wins, losses and a stand-off side by side; nothing is paid before the outcome is announced. */
static const char outcomes[] =
    OPEN "A: bet 1 main 100\nB: bet 2 main 100\nC: bet 3 main 100\ndealer: close\n"
         "shoe: Th 9h 8h 8c Td 8d Ts\nA: stand 1\nB: stand 2\nC: stand 3\nshoe: Tc\n"
         "= hand dealer 18\n= hand 1 20\n= hand 2 17\n= hand 3 18\n"
         "dealer: open\n= refused\n"
         "dealer: end\n"
         "= paid A 1 main 100\n= taken B 2 main 100\n= returned C 3 main 100\n"
         "= result A 1 main +100 win\n= result B 2 main -100 lose\n= result C 3 main 0 push\n";

static const char surrender[] = ONE "shoe: Th 9c 6d\ndealer: settle\nA: surrender 1\n"
                                    "= taken A 1 main 50\n= returned A 1 main 50\n"
                                    "dealer: end\n= result A 1 main -50 surrender\n";

/* Before anything is paid or taken a misdeal is put right; once a side wager was paid it is not. */
static const char interim[] =
    OPEN "A: bet 1 main 100\nA: bet 1 pair 10\ndealer: close\nshoe: 5h 6c 5d\n"
         "dealer: irregularity cards-mixed\n= asks reconstructable 5.6.1\npit: decide reconstructable yes\n"
         "A: stand 1\nshoe: Td 5s\n---\n" OPEN
         "A: bet 1 main 100\nA: bet 1 pair 10\ndealer: close\nshoe: 5h 6c 5d\ndealer: settle\n"
         "= paid A 1 pair 110\ndealer: irregularity cards-mixed\n= cites 5.6.2\n"
         "pit: decide reconstructable no\n= asks shift 6.1\nshift: decide void\n";

static const char pairs[] = OPEN "A: bet 1 main 100\nA: bet 1 pair 10\nB: bet 2 main 100\nB: bet 2 pair 10\n"
                                 "dealer: close\nshoe: 5h Th 6c 5d 9s\ndealer: settle\n"
                                 "= paid A 1 pair 110\n= taken B 2 pair 10\n"
                                 "A: stand 1\nB: stand 2\nshoe: Td 5s\n";

/* A side wager before the close, on as many areas as one likes; none once cards are dealt. */
static const char side_wagers[] =
    OPEN "A: bet 1 main 100\nA: bet 1 pair 10\nA: bet 2 main 100\nA: bet 2 pair 20\nB: bet 3 main 100\n"
         "dealer: close\nB: bet 3 pair 10\n= refused\nshoe: 5h\nB: bet 3 pair 10\n= refused\n"
         "shoe: Th 8c 6c 5d 9s 9c\ndealer: settle\n= paid A 1 pair 110\n= taken A 2 pair 20\n"
         "A: stand 1\nA: stand 2\nB: stand 3\nshoe: Td 5s\n";

/* Ten-value cards of different faces are equal; other unequal cards are not split. */
static const char split[] = OPEN "A: bet 1 main 100\nB: bet 2 main 100\ndealer: close\n"
                                 "shoe: Th 9h 6c Kd 8s\nA: split 1\nshoe: 9c\n= hand 1.1 19\nA: stand 1.1\n"
                                 "shoe: 8c\n= hand 1.2 18\nA: stand 1.2\nB: split 2\n= refused\n"
                                 "B: stand 2\nshoe: Td 5s\n";

/* The first hand of a split is played to its end before the second gets a card. */
static const char split_order[] = ONE "shoe: 8h 6c 8d\nA: split 1\nshoe: 5c\n= landed 1.1 5c\n"
                                      "A: hit 1.2\n= refused\nA: hit 1.1\nshoe: 4c\n= landed 1.1 4c\n"
                                      "A: stand 1.1\nshoe: Tc\n= landed 1.2 Tc\nA: stand 1.2\n"
                                      "shoe: Td 5s\n";

/* Ace and ten are a Blackjack as first two cards, a plain 21 on a split hand. */
static const char blackjack[] =
    OPEN "A: bet 1 main 100\nB: bet 2 main 100\ndealer: close\nshoe: Ah Ad 6c Tc As\n"
         "= hand 1 bj\nB: split 2\nshoe: Th\n= hand 2.1 s21\nB: double 2.1 100\n= refused\n"
         "shoe: 9h\n= hand 2.2 s20\nshoe: Td 5s\n";

static const char insurance[] =
    ONE "shoe: Th Ac 9d\nA: insure 1 50\nA: stand 1\nshoe: Tc\n"
        "= paid A 1 insurance 100\n---\n" ONE "shoe: Th As 9d\nA: insure 1 50\nA: stand 1\nshoe: 9c\n"
        "= taken A 1 insurance 50\n";

/* Whoever bets is a Player, on his own box or another, seated or not; all is the same word, Bet or wager. */
static const char anybody[] =
    "seat A 1\n" OPEN "A: bet 1 main 100\nA: bet 2 main 100\nB: bet 3 main 100\ndealer: close\n"
    "shoe: Th 9h Ts 8c 9d 8d 9s\nA: stand 1\nA: stand 2\nB: stand 3\nshoe: Td\n"
    "dealer: end\n= net A 0\n= net B +100\n";

static const char void_round[] = ONE "shoe: 5h 6c\ndealer: irregularity foreign-card\n= void\n"
                                     "= returned A 1 main 100\ndealer: end\n= net A 0\n";

/* A shoe is counted from shuffle to shuffle, a shuffling machine round by round. */
static const char shoe[] = "shuffle manual\n" ONE "shoe: 9h 9h 9h\nA: stand 1\nshoe: 8c\n---\n" ONE
                           "shoe: 9h 9h 9h\nA: stand 1\nshoe: 8c\n---\n" ONE
                           "shoe: 9h\n= refused\nshoe: 9d 9c 9s\nA: stand 1\nshoe: 8c\n";
static const char machine[] =
    "shuffle machine\n" ONE "shoe: 9h 9h 9h\nA: stand 1\nshoe: 8c\n---\n" ONE
    "shoe: 9h 9h 9h\nA: stand 1\nshoe: 8c\n---\n" ONE "shoe: 9h 9h 9h\nA: stand 1\nshoe: 8c\n";

#define BACCARAT "terminal: open\nA: bet player 100\nB: bet tie 10\nterminal: close\n"

/* Player's printed 7 and an 8 make 15: only the 5 counts. Equal totals are a tie. */
static const char points[] = BACCARAT "shoe: 3h\n= hand banker 3\nshoe: 8c\n= hand player 5\nshoe: 2d\n"
                                      "= hand banker 5\nshoe: Kh\n= landed player Kh\n= hand player 5\n"
                                      "A: bet player 10\n= refused\n"
                                      "dealer: end\n= result A player 0 push\n= result B tie +70 win\n";

/* A wager counts from the moment at which the Player's terminal accepts it. */
static const char terminal[] = "terminal: open\nA: bet player 100 pending\nB: bet player 100 pending\n"
                               "terminal: accept A\n= in A\nterminal: close\n= returned B player 100\n"
                               "shoe: 3h 8c 2d Kh\ndealer: end\n"
                               "= net A 0\n";

static const struct {
    const char *game;
    const char *clauses;
    const char *round;
} rows[] = {
    {"mbs-blackjack-v6", "1.1.3 1.1.4 1.1.10 1.1.12 3.4 3.4.2", totals},
    {"mbs-ace-race-v4", "1.1.4 1.1.5 1.1.11 1.1.13 3.4 3.4.3", totals},
    {"mbs-star-elements", "1.1.4 1.1.5 1.1.11 1.1.13 3.4 3.4.2", totals},
    {"rws-blackjack", "1.11 1.12 1.22 1.28 3.2.2", totals},
    {"rws-blackjack", "1.19 3.2.3", court_cards},
    {"rws-blackjack", "1.4", over_21},
    {"rws-blackjack", "1.13 1.30 1.33", hit_and_stand},
    {"mbs-blackjack-v6", "1.1.5 1.1.15", initial_deal},
    {"mbs-ace-race-v4", "1.1.6 1.1.16", initial_deal},
    {"mbs-star-elements", "1.1.6 1.1.16", initial_deal},
    {"rws-blackjack", "1.6 1.33", initial_deal},
    {"mbs-blackjack-v6", "1.1.11 1.1.14 4.2 4.3 4.5", outcomes},
    {"mbs-ace-race-v4", "1.1.12 1.1.15 4.3 4.4 4.5", outcomes},
    {"mbs-star-elements", "1.1.12 1.1.15 4.4 4.5 4.6", outcomes},
    {"mbs-blackjack-v6", "1.1.16", surrender},
    {"mbs-ace-race-v4", "1.1.17", surrender},
    {"mbs-star-elements", "1.1.18", surrender},
    {"mbs-ace-race-v4", "1.1.8", interim},
    {"mbs-star-elements", "1.1.8", interim},
    {"mbs-blackjack-v6", "1.1.9", pairs},
    {"mbs-ace-race-v4", "1.1.10", pairs},
    {"mbs-blackjack-v6", "3.15 3.17", side_wagers},
    {"mbs-ace-race-v4", "3.15 3.17", side_wagers},
    {"mbs-star-elements", "3.15 3.17", side_wagers},
    {"mbs-blackjack-v6", "1.1.13", split},
    {"mbs-ace-race-v4", "1.1.14", split},
    {"mbs-ace-race-v4", "3.23", split_order},
    {"mbs-star-elements", "3.23", split_order},
    {"mbs-ace-race-v4", "1.1.2 3.26.3", blackjack},
    {"mbs-ace-race-v4", "1.1.7", insurance},
    {"rws-blackjack", "1.1 1.21 3.7", anybody},
    {"rws-blackjack", "1.35", void_round},
    {"rws-blackjack", "1.5", shoe},
    {"rws-blackjack", "1.8", machine},
    {"mbs-7up-baccarat", "1.1.1 1.1.6 1.1.8 3.3 3.4 3.4.1 3.4.2", points},
    {"mbs-7up-baccarat", "1.1.5", terminal},
};

/* ---- Playing them. ---- */

/* True if a card of the 52 stands there as a word of its own. */
static bool is_card(const char *at, const char *start)
{
    return (at == start || at[-1] == ' ') && strchr("A23456789TJQK", at[0]) && at[0] &&
           strchr("shdc", at[1]) && at[1] && (at[2] == ' ' || at[2] == '\n');
}

static void put_round(const struct rulebook *book, const char *round, struct text *text)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    text_format(text, "game %s\ndecks %u\n", book->id, book->decks_max < 6 ? book->decks_max : 6);
    for (const char *at = round; *at; at++) {
        text_put_char(text, *at);
        if (!is_card(at, round))
            continue;
        at++;
        text_put(text, deck->suit_codes[strchr("shdc", *at) - "shdc"]);
    }
}

struct told {
    const char *game;
    const char *clauses;
};

static void on_failed(void *context, unsigned line, const char *message)
{
    const struct told *told = context;
    fail_msg("%s [%s] line %u: %s", told->game, told->clauses, line, message);
}

static void test_definitions(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        static struct replay replay;
        struct told told = {rows[i].game, rows[i].clauses};
        const struct replay_watch watch = {.context = &told, .failed = on_failed};
        struct replay_outcome outcome;
        struct record record;
        char bytes[2048];
        struct text text;
        text_init(&text, bytes, sizeof(bytes));
        put_round(find_builtin(NULL, rows[i].game), rows[i].round, &text);
        assert_false(text.full);
        record_init(&record);
        if (record_read(&record, &builtin_books, bytes, text.used) != STATUS_OK)
            on_failed(&told, record.faults.items[0].line, record.faults.items[0].message);
        replay_init(&replay);
        assert_int_equal(replay_run(&replay, &record, &watch, &outcome), STATUS_OK);
        assert_true(replay_outcome_good(&outcome));
        replay_release(&replay);
        record_release(&record);
    }
}

/* Goal: the House is the operator the rulebook names [rws 1.14]. */
static void test_house(void **state)
{
    (void)state;
    const struct rulebook *book = find_builtin(NULL, "rws-blackjack");
    assert_non_null(strstr(book->house, "Resorts World"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a ruling and what follows from it cite the clause that decided, and none that decided nothing. Each
 * row is a scene; what its last act, and everything it set off, cites is compared with two lists. */
#include "scene.h"

#include "base/text.h"

struct ground_row {
    const char *why;
    const char *head;
    const char *text;
    const char *cites; /* all of these */
    const char * not ; /* none of these */
};

#define DEAL(cards)     OPEN A1 CLOSE "shoe: " cards "\n"
#define DEAL_TWO(cards) OPEN A1 B2 CLOSE "shoe: " cards "\n"
#define OVER            OPEN "A: bet 1 main 1500 unnoticed\n" CLOSE

static const struct ground_row rows[] = {
    {"a double over the cap", SCENE_V6, OVER "shoe: 5h 7c 6d\nA: double 1 1200\n", "5.27", "3.26"},
    {"a double over the wager itself", SCENE_V6, OVER "shoe: 5h 7c 6d\nA: double 1 1600\n", "3.26", "5.27"},
    {"Insurance over the cap", SCENE_V6, OVER "shoe: 5h Ac 6d\nA: insure 1 700\n", "5.27", "3.27"},
    {"Insurance over half of all that lies there", SCENE_V6, OVER "shoe: 5h Ac 6d\nA: insure 1 800\n", "3.27",
     "5.27"},
    {"a double over a share of the box", SCENE_RWS,
     OPEN "A: bet 1 main 900\nC: bet 1 main 600 unnoticed\n" CLOSE "shoe: 5h 7c 6d\nA: double 1 700\n",
     "5.1.1", "3.23"},
    {"a declined Insurance taken by a bettor nobody competes with", SCENE_V6,
     DEAL_TWO("Th 9h Ac 8d 7s") "A: decline insurance 1\nB: insure 1/A 50\n", "3.27.3", "3.27.4.5 3.27.4"},
    {"... by a bettor with a better claim than another", SCENE_V6,
     OPEN A1 B2 "C: bet 4 main 100\n" CLOSE "shoe: Th 9h 5c Ac 8d 7s 6s\nA: decline insurance 1\n"
                "C: claim 1/A insurance\nB: insure 1/A 50\n",
     "3.27.4 3.27.4.2", "3.27.4.5"},
    {"... by somebody without a wager", SCENE_V6,
     DEAL("Th Ac 8d") "A: decline insurance 1\nE: insure 1/A 50\n", "3.27.4.5", ""},
    {"standing on two cards", SCENE_V6, DEAL("Th 7c 9d") "A: stand 1\n", "3.28 3.31", "3.29"},
    {"standing on three", SCENE_V6, DEAL("5h 7c 9d") "A: hit 1\nshoe: 4s\nA: stand 1\n", "3.29 3.31", "3.28"},
    {"a hit on three cards that stood", SCENE_V6,
     DEAL_TWO("5h 8h 7c 9d 9s") "A: hit 1\nshoe: 4s\nA: stand 1\nA: hit 1\n", "3.29", "3.28"},
    {"control after a surrender", SCENE_V6,
     OPEN A1 "C: bet 1 main 100\n" CLOSE "shoe: Th 7c 6d\nA: surrender 1\n", "3.25.1.3", ""},
    {"control after a withdrawal", SCENE_V6,
     OPEN A1 "C: bet 1 main 100\n" CLOSE
             "shoe: 8h 7c 6d\nA: hit 1\ndealer: irregularity simultaneous 5s 6h\nA: withdraw\n",
     "5.25 3.12", "3.25.1.3"},
    {"a card thrown away", SCENE_V6,
     DEAL(
         "Th 6c 9d") "A: stand 1\nshoe: Td\ndealer: irregularity simultaneous 4s Kh\npit: pick Kh\nshoe: Kh\n"
                     "shoe: 4s\n",
     "5.23.4.6", "5.21"},
    {"a card burnt", SCENE_V6, "dealer: shuffle full\nshoe: 4s\n", "5.21", ""},
    {"a full shuffle that nothing calls for", SCENE_V6, "dealer: shuffle full\n", "", "5.21 5.19"},
    {"withdrawing after a power failure when something is decided", SCENE_V6,
     OPEN A1 "A: bet 1 pair 10\n" CLOSE "shoe: 8h 7c 8d\ndealer: irregularity power-failure\nA: withdraw\n",
     "5.29.2", "5.25"},
    {"withdrawing one area after a power failure", SCENE_V6,
     OPEN A1 "A: bet 3 main 100\n" CLOSE "shoe: 8h 7c\ndealer: irregularity power-failure\nA: withdraw 1\n",
     "5.29.1", "5.25"},
    {"withdrawing when nothing is offered", SCENE_V6, DEAL("8h 7c 9d") "A: withdraw\n", "5.25",
     "5.29.1 5.29.2"},
    {"a card that a hit asked for", SCENE_V6, DEAL("5h 7c 9d") "A: hit 1\nshoe: 3s\n", "3.29", "3.18"},
    {"... in the other house", SCENE_RWS, DEAL("5h 7c 9d") "A: hit 1\nshoe: 3s\n", "3.18", "3.11"},
    {"a doubled hand's card", SCENE_V6, DEAL("5h 7c 6d") "A: double 1 100\nshoe: 3s\n", "3.26.4",
     "3.18 3.29"},
    {"a split hand's card", SCENE_V6, DEAL("8h 7c 8d") "A: split 1\nshoe: 3s\n", "3.23", "3.18 3.29"},
    {"the Dealer's card", SCENE_V6, DEAL("Th 7c 9d") "A: stand 1\nshoe: Td\n", "3.34", "3.18"},
    {"a card of the initial deal", SCENE_V6, OPEN A1 CLOSE "shoe: Th\n", "3.18", "3.29"},
    {"a payment", SCENE_V6, DEAL("Th 7c 9d") "A: stand 1\nshoe: Td\n" END, "4.2.2 4.1", "5.3 5.4"},
    {"a payment where the layout at the close decides", SCENE_RWS,
     DEAL("Th 7c 9d") "A: stand 1\nshoe: Td\n" END, "3.24.2 5.14", ""},
    {"a hand of another area is in turn", SCENE_V6, DEAL_TWO("Th 8h 7c 9d 9s") "B: stand 2\n", "3.18",
     "3.23"},
    {"another hand of the same area is in turn", SCENE_V6,
     DEAL("8h 7c 8d") "A: split 1\nshoe: 3s\nA: hit 1.2\n", "3.23", "3.18"},
    {"a card is due to the hand that hit", SCENE_V6, DEAL("5h 7c 9d") "A: hit 1\nA: stand 1\n", "3.29",
     "3.18"},
    {"too late to act", SCENE_V6,
     OPEN A1 B2 "C: bet 3 main 100\nC: bet 4 main 100\n" CLOSE
                "shoe: 5h 5c 5d 5s 7c 6h 6c 6d 6s\ndealer: proceed 2\nB: hit 2\nshoe: Th\nB: stand 2\n"
                "C: hit 3\nshoe: 9h\nC: stand 3\ndealer: irregularity skipped 1\n",
     "5.18", "3.28"},
    {"a pair by a bettor of the area", SCENE_V6, OPEN A1 "A: bet 1 pair 10\n", "3.15.2 3.16", ""},
    {"a pair by somebody else", SCENE_V6, OPEN A1 "C: bet 1 pair 10\n", "3.15.2", "3.16"},
};

/* Of the last act of a scene: the clauses of its ruling and of its events. */
static char cited[8192];

static void collect(void *context, const struct replay *replay, const struct record_item *item,
                    const struct ruling *ruling)
{
    struct text text;
    unsigned *acts = context;
    (void)item;
    if (++*acts > scene_acts(replay->record))
        return; /* the implied end */
    text_init(&text, cited, sizeof(cited));
    ruling_clauses(&replay->book, ruling, &text);
    for (unsigned i = 0; ruling->status == STATUS_OK && i < replay->events.count; i++) {
        text_format(&text, " ");
        event_clauses(&replay->book, &replay->events.items[i], &text);
    }
}

static void play(const struct ground_row *row)
{
    static char bytes[SCENE_TEXT_MAX];
    unsigned acts = 0;
    struct replay_watch watch = {&acts, collect, NULL, NULL};
    struct replay_outcome outcome;
    struct record record;
    struct replay replay;
    int length = snprintf(bytes, sizeof(bytes), "%s%s", row->head, row->text);
    assert_in_range(length, 1, sizeof(bytes) - 1);
    record_init(&record);
    replay_init(&replay);
    assert_int_equal(record_read(&record, &builtin_books, bytes, (size_t)length), STATUS_OK);
    assert_int_equal(replay_run(&replay, &record, &watch, &outcome), STATUS_OK);
    replay_release(&replay);
    record_release(&record);
}

/* How many words of the list are, or are not, among those cited. */
static unsigned count_cited(const char *list)
{
    unsigned found = 0;
    while (*list) {
        char word[32];
        size_t length = strcspn(list, " ");
        assert_true(length < sizeof(word));
        memcpy(word, list, length);
        word[length] = '\0';
        found += text_has_word(cited, word);
        list += length + strspn(list + length, " ");
    }
    return found;
}

static unsigned count_words(const char *list)
{
    unsigned count = *list != '\0';
    for (; *list; list++)
        count += *list == ' ';
    return count;
}

static void test_what_decided_is_cited(void **state)
{
    unsigned bad = 0;
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        play(&rows[i]);
        if (count_cited(rows[i].cites) == count_words(rows[i].cites) && !count_cited(rows[i].not ))
            continue;
        fprintf(stderr, "%s: cites %s; wanted %s, not %s\n", rows[i].why, cited, rows[i].cites, rows[i].not );
        bad++;
    }
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_decided_is_cited)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

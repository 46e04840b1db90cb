/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a record is read to the acts it says, and every way of writing it wrongly is told by line and reason.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "record/books.h"
#include "record/header.h"
#include "record/roster.h"

static const char blackjack[] = "game mbs-blackjack-v6\ndecks 6\n"; /* the tested line is the third */
static const char ace_race[] = "game mbs-ace-race-v4\ndecks 6\n";
static const char elements[] = "game mbs-star-elements\ndecks 4\n";
static const char resorts[] = "game rws-blackjack\ndecks 8\n";
static const char baccarat[] = "game mbs-7up-baccarat\ndecks 8\n";

static enum status read_text(struct record *record, const char *text)
{
    record_init(record);
    return record_read(record, &builtin_books, text, strlen(text));
}

static enum status read_line(struct record *record, const char *head, const char *line)
{
    char text[2048];
    snprintf(text, sizeof(text), "%s%s\n", head, line);
    return read_text(record, text);
}

struct bad_row {
    const char *head;
    const char *line;
    const char *reason; /* of a fault in line 3 */
};

static const struct bad_row bad_rows[] = {
    /* Words of the notation's own examples. */
    {blackjack, "A: hti 1", "unknown verb \"hti\" for a person"},
    {blackjack, "shoe: 1h", "bad card \"1h\" (rank A 2-9 T J Q K, suit s h d c)"},
    {blackjack, "A: bet 1 main", "missing amount after \"main\""},
    {resorts, "A: bet tie 10", "wager \"tie\" is not played in rws-blackjack"},
    {blackjack, "shoe: Th 9d > 1", "\"> PLACE\" needs exactly one card"},
    {blackjack, "dealer: open extra", "too many words from \"extra\""},
    /* Who, and which verb. */
    {blackjack, "dealer: hit 1", "unknown verb \"hit\" for the dealer"},
    {blackjack, "pit: bet 1 main 5", "unknown verb \"bet\" for the pit"},
    {blackjack, "shift: card", "unknown verb \"card\" for the shift"},
    {blackjack, "terminal: end", "unknown verb \"end\" for the terminal"},
    {blackjack, "dealer: clear A", "unknown verb \"clear\" for the dealer"},
    {blackjack, "A:", "missing verb after \"A:\""},
    {blackjack, ":", "bad name \"\""},
    {blackjack, "9: hit 1", "bad name \"9\""},
    {blackjack, "a+b: hit 1", "bad name \"a+b\""},
    {blackjack, "main: hit 1", "bad name \"main\""},
    {blackjack, "banker: hit 1", "bad name \"banker\""},
    {blackjack, "Abcdefghijklmnopqrstuvwxyz012345: hit 1", "name of 32 bytes (at most 31)"},
    /* Wagers, amounts, spots. */
    {blackjack, "A: bet", "missing wager after \"bet\""},
    {blackjack, "A: bet 1", "missing wager after \"1\""},
    {blackjack, "A: bet main 100", "missing spot before \"main\""},
    {resorts, "A: bet 1 boom-busted 20", "wager \"boom-busted\" has no spot"},
    {baccarat, "A: bet 1 tie 20", "area 1 is not on the layout of 0"},
    {blackjack, "A: bet 1 ace-race 5", "wager \"ace-race\" is not played in mbs-blackjack-v6"},
    {blackjack, "A: bet 1 main 1.234", "bad amount \"1.234\""},
    {blackjack, "A: bet 1 main -5", "bad amount \"-5\""},
    {blackjack, "A: bet 1 main 5 5", "too many words from \"5\""},
    {blackjack, "A: bet 1 main 5 front front", "too many words from \"front\""},
    {blackjack, "A: bet 0 main 5", "bad area \"0\""},
    {blackjack, "A: bet 8 main 5", "area 8 is not on the layout of 7"},
    {blackjack, "A: bet 1.5 main 5", "bad hand \"1.5\""},
    {blackjack, "A: bet 1.0 main 5", "bad hand \"1.0\""},
    {blackjack, "A: bet 1x main 5", "bad area \"1x\""},
    {blackjack, "A: claim 1/9 insurance", "bad name \"9\""},
    {blackjack, "A: pull 1 main x", "bad amount \"x\""},
    {blackjack, "A: pull 1 main 0", "bad amount \"0\" (more than 0)"},
    {blackjack, "A: agree", "missing name after \"agree\""},
    {blackjack, "A: object dealer", "bad name \"dealer\""},
    {blackjack, "A: sit", "missing area after \"sit\""},
    {blackjack, "A: leave x", "bad area \"x\""},
    {blackjack, "A: hit", "missing hand after \"hit\""},
    {blackjack, "A: insure 1/A", "missing amount after \"1/A\""},
    {blackjack, "A: double 1", "missing amount after \"1\""},
    {blackjack, "A: decline", "missing option after \"decline\""},
    {blackjack, "A: decline card 1", "unknown option \"card\" for decline"},
    {blackjack, "A: pick", "missing card after \"pick\""},
    {blackjack, "A: pick 9", "bad card \"9\" (rank A 2-9 T J Q K, suit s h d c)"},
    {blackjack, "A: accept Th 9d", "too many words from \"9d\""},
    {blackjack, "A: refuse Th 2h 3h 4h 5h 6h 7h 8h 9h", "more than 8 cards"},
    /* Staff. */
    {blackjack, "dealer: place A 1 main", "missing amount after \"main\""},
    {blackjack, "dealer: call 1", "missing name after \"1\""},
    {blackjack, "dealer: offer even", "unknown option \"even\" for offer"},
    {blackjack, "dealer: shut", "missing option after \"shut\""},
    {blackjack, "dealer: shuffle", "missing discards or full after \"shuffle\""},
    {blackjack, "dealer: shuffle some", "bad shuffle \"some\" (discards or full)"},
    {blackjack, "dealer: void", "missing clause after \"void\""},
    {blackjack, "dealer: void five", "bad clause \"five\""},
    {blackjack, "dealer: decide", "missing decision after \"decide\""},
    {blackjack, "dealer: decide void", "unknown decision \"void\" for the dealer"},
    {blackjack, "pit: decide continue", "unknown decision \"continue\" for the pit"},
    {blackjack, "pit: decide reconstructable", "missing yes or no after \"reconstructable\""},
    {blackjack, "pit: decide reconstructable maybe", "bad answer \"maybe\" (yes or no)"},
    {blackjack, "pit: decide withdraw yes", "missing name after \"yes\""},
    {blackjack, "pit: restrict", "missing name or area after \"restrict\""},
    {blackjack, "pit: restrict A wagers 1", "bad restriction \"wagers\" (areas)"},
    {blackjack, "pit: restrict 1", "missing wagers after \"1\""},
    {blackjack, "pit: restrict 1 wagers x", "bad number \"x\""},
    {baccarat, "terminal: accept", "missing name after \"accept\""},
    {blackjack, "dealer: irregularity", "missing irregularity after \"irregularity\""},
    {blackjack, "dealer: irregularity fire", "unknown irregularity \"fire\""},
    {blackjack, "dealer: irregularity skipped", "missing area after \"skipped\""},
    {blackjack, "dealer: irregularity card-not-wanted discard", "bad hand \"discard\""},
    {blackjack, "dealer: irregularity simultaneous", "missing cards after \"simultaneous\""},
    {blackjack, "dealer: irregularity simultaneous order known", "missing cards before \"order\""},
    {blackjack, "dealer: irregularity simultaneous ? ? order", "missing known or unknown after \"order\""},
    {blackjack, "dealer: irregularity simultaneous ? ? order lost", "bad order \"lost\" (known or unknown)"},
    {blackjack, "dealer: irregularity simultaneous ? 1x",
     "bad card \"1x\" (rank A 2-9 T J Q K, suit s h d c)"},
    {blackjack, "dealer: irregularity simultaneous ? ? ? ? ? ? ? ? ?", "more than 8 cards"},
    {blackjack, "dealer: irregularity faceup-card", "missing card after \"faceup-card\""},
    {baccarat, "dealer: irregularity terminal-failure", "missing name after \"terminal-failure\""},
    {baccarat, "dealer: irregularity over-maximum 1", "too many words from \"1\""},
    /* Cards. */
    {blackjack, "shoe:", "missing card after \"shoe:\""},
    {blackjack, "shoe: Th >", "missing place after \">\""},
    {blackjack, "shoe: > 1", "\"> PLACE\" needs exactly one card"},
    {blackjack, "shoe: Th > nowhere", "bad place \"nowhere\""},
    {blackjack, "shoe: Th > 1 9d", "too many words from \"9d\""},
    {blackjack, "shoe: TH", "bad card \"TH\" (rank A 2-9 T J Q K, suit s h d c)"},
    {elements, "shoe: Th", "bad card \"Th\" (rank A 2-9 T F L S, suit fi go ea wo wa)"},
    {blackjack, "shoe: Tfi", "bad card \"Tfi\" (rank A 2-9 T J Q K, suit s h d c)"},
    /* Headers. */
    {blackjack, "deck 6", "unknown header \"deck\""},
    {blackjack, "decks 6", "header \"decks\" given twice"},
    {blackjack, "game rws-blackjack", "header \"game\" given twice"},
    {blackjack, "format 2", "format 2 is not known (1)"},
    {blackjack, "format x", "bad format \"x\""},
    {blackjack, "areas 0", "areas 0 is not in the range 5 to 7 of mbs-blackjack-v6"},
    {blackjack, "areas 99", "areas 99 is not in the range 5 to 7 of mbs-blackjack-v6"},
    {baccarat, "areas 7", "mbs-7up-baccarat has no areas"},
    {blackjack, "limits", "missing wager after \"limits\""},
    {blackjack, "limits tie 5 10", "wager \"tie\" is not played in mbs-blackjack-v6"},
    {blackjack, "limits insurance 5 10", "wager \"insurance\" has no limits"},
    {blackjack, "limits main 5", "missing amount after \"5\""},
    {blackjack, "limits main 10 5", "the maximum is below the minimum"},
    {blackjack, "player", "missing name after \"player\""},
    {blackjack, "player A x", "bad amount \"x\""},
    {blackjack, "player A 5 6", "too many words from \"6\""},
    {blackjack, "seat A", "missing area after \"A\""},
    {blackjack, "set", "missing switch after \"set\""},
    {blackjack, "set no.such x", "unknown switch \"no.such\""},
    {blackjack, "set rws.hit_hard_21", "missing value after \"rws.hit_hard_21\""},
    {resorts, "set rws.hit_hard_21 perhaps", "bad value \"perhaps\" for switch \"rws.hit_hard_21\""},
    {blackjack, "shuffle", "missing manual or machine after \"shuffle\""},
    {blackjack, "shuffle twice", "bad shuffle \"twice\" (manual or machine)"},
    {blackjack, "--- extra", "too many words from \"extra\""},
    /* Expectations. */
    {blackjack, "=", "missing expectation after \"=\""},
    {blackjack, "= wins", "unknown expectation \"wins\""},
    {blackjack, "= dealer sleeps", "unknown expectation \"dealer sleeps\""},
    {blackjack, "= play", "unknown expectation \"play\""},
    {blackjack, "= refused because", "too many words from \"because\""},
    {blackjack, "= landed 1", "missing card after \"1\""},
    {blackjack, "= landed nowhere Th", "bad place \"nowhere\""},
    {blackjack, "= hand 1 high", "bad value \"high\" (17, s17, bj or bust24)"},
    {blackjack, "= hand 1", "missing value after \"1\""},
    {blackjack, "= paid A 1 main", "missing amount after \"main\""},
    {blackjack, "= offered cake A", "unknown option \"cake\""},
    {blackjack, "= offered double main", "bad name \"main\""},
    {blackjack, "= asks why", "unknown question \"why\""},
    {blackjack, "= control A", "bad area \"A\""},
    {blackjack, "= rank 1 pair A>>B", "bad name \"\""},
    {blackjack, "= rank 1 pair", "missing order after \"pair\""},
    {blackjack, "= decided A", "missing wager after \"A\""},
    {blackjack, "= recon 1", "bad hand \"1\" (PLACE:CARD,CARD)"},
    {blackjack, "= recon 1:Th,", "bad card \"\" (rank A 2-9 T J Q K, suit s h d c)"},
    {blackjack, "= recon x:Th", "bad place \"x\""},
    {blackjack, "= moved Th to 1", "expected the word \"from\", not \"to\""},
    {blackjack, "= back Th", "missing from after \"Th\""},
    {blackjack, "= dropped Th from discard", "bad hand \"discard\""},
    {blackjack, "= next", "missing card after \"next\""},
    {blackjack, "= next 1 2 3 4 5 6 7 8 1", "more than 8 cards"},
    {blackjack, "= remembered A", "missing under-minimum after \"A\""},
    {blackjack, "= result A 1 main 100", "bad result \"100\" (0, +amount or -amount)"},
    {blackjack, "= result A 1 main +", "bad amount \"+\""},
    {blackjack, "= result A 1 main +5 luck", "unknown reason \"luck\""},
    {blackjack, "= net A", "missing amount after \"A\""},
    {blackjack, "= net A 0 3.1 and", "too many words from \"and\""},
    {ace_race, "= result A 1 three-stars 0", "wager \"three-stars\" is not played in mbs-ace-race-v4"},
    /* Bytes. */
    {blackjack, "title \xC3\x28", "the line is not plain UTF-8 text"},
    {blackjack, "title \xED\xA0\x80", "the line is not plain UTF-8 text"},
    {blackjack, "title \xF5\x80\x80\x80", "the line is not plain UTF-8 text"},
    {blackjack, "title \xE0\x80\x80", "the line is not plain UTF-8 text"},
    {blackjack, "title \xF0\x80\x80\x80", "the line is not plain UTF-8 text"},
    {blackjack, "title \xF4\x90\x80\x80", "the line is not plain UTF-8 text"},
    {blackjack, "title \x01", "the line is not plain UTF-8 text"},
    {blackjack, "title \x7F", "the line is not plain UTF-8 text"},
    {blackjack, "title \x80", "the line is not plain UTF-8 text"},
    {blackjack, "title \xC3", "the line is not plain UTF-8 text"},
    {blackjack, "title \xF0\x9F\x82", "the line is not plain UTF-8 text"},
    {blackjack, "title \xE5\xBA\x28", "the line is not plain UTF-8 text"},
    {blackjack,
     "set aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa x",
     "unknown switch \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""},
    {blackjack, "= net A +1234567890123456789", "bad amount \"+1234567890123456789\""},
    {blackjack, "areas 12345678901", "bad areas \"12345678901\""},
    {blackjack,
     "= recon 1:2h,3h,4h,5h,6h,7h,8h,9h,Th,Jh,Qh,Kh,Ah 2:2h,3h,4h,5h,6h,7h,8h,9h,Th,Jh,Qh,Kh,Ah "
     "3:2h,3h,4h,5h,6h,7h,8h,9h,Th,Jh,Qh,Kh,Ah 4:2h,3h",
     "more than 40 cards"},
    {blackjack, "= recon 1:2h 2:2h 3:2h 4:2h 5:2h 6:2h 7:2h dealer:2h discard:2h player:2h banker:2h",
     "more than 10 hands"},
    {blackjack, "A: pick Th 2h 3h 4h 5h 6h 7h 8h 9h", "more than 8 cards"},
    {blackjack, "A: pick 0", "bad card \"0\" (rank A 2-9 T J Q K, suit s h d c)"},
    {blackjack, "A: pull 1 main 0", "bad amount \"0\" (more than 0)"},
    {blackjack, "dealer: reread 9h x", "bad hand \"x\""},
    {blackjack, "dealer: reread 9h 1", "missing number after \"1\""},
    {blackjack, "dealer: reread 9h 1 99", "bad number \"99\""},
    {blackjack, "= recon :2h", "bad hand \":2h\" (PLACE:CARD,CARD)"},
    {blackjack, "= recon 1:1h,2h", "bad card \"1h\" (rank A 2-9 T J Q K, suit s h d c)"},
    {blackjack, "= recon 0:2h", "bad area \"0\""},
    {blackjack,
     "set x aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     "unknown switch \"x\""},
    {blackjack, "dealer: void 5.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     "bad clause \"5.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""},
};

static void test_every_bad_line_is_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad_rows); i++) {
        struct record record;
        enum status status = read_line(&record, bad_rows[i].head, bad_rows[i].line);
        if (status != STATUS_BAD_RECORD || record.faults.count != 1 || record.faults.items[0].line != 3 ||
            strcmp(record.faults.items[0].message, bad_rows[i].reason) != 0)
            fail_msg("%s: status %d, %u faults, line %u: %s", bad_rows[i].line, status, record.faults.count,
                     record.faults.items[0].line, record.faults.items[0].message);
        record_release(&record);
    }
}

/* Faults of the file as a whole. */
static void test_what_must_be_there(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line;
        const char *reason;
    } rows[] = {
        {"", 1, "missing header \"game\""},
        {"decks 6\n", 1, "missing header \"game\""},
        {"dealer: open\ngame mbs-blackjack-v6\n", 1, "missing header \"game\""},
        {"decks 6\ngame\n", 2, "missing game after \"game\""},
        {"decks 6\ngame whist\n", 2, "unknown game \"whist\""},
        {"game abcdefghijklmnopqrstuvwxyz0123456789\n", 1,
         "unknown game \"abcdefghijklmnopqrstuvwxyz0123456789\""},
        {"game mbs-blackjack-v6 x\ndecks 6\n", 1, "too many words from \"x\""},
        {"game mbs-blackjack-v6\n", 1, "missing header \"decks\""},
        {"game mbs-blackjack-v6\ndecks 9\n", 2, "decks 9 is not in the range 1 to 8 of mbs-blackjack-v6"},
        {"game mbs-blackjack-v6\ndecks 6\ndealer: open\nareas 3\n", 4,
         "header \"areas\" after the first act"},
        {"game mbs-blackjack-v6\ndecks 6\n= void\ntitle x\n", 4, "header \"title\" after the first act"},
        {"game mbs-blackjack-v6\ndecks 6\ndealer: open\n---\ndecks 6\n", 5,
         "header \"decks\" after the first round"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct record record;
        assert_int_equal(read_text(&record, rows[i].text), STATUS_BAD_RECORD);
        assert_string_equal(record.faults.items[0].message, rows[i].reason);
        assert_int_equal(record.faults.items[0].line, rows[i].line);
        assert_int_equal(record.faults.count, 1);
        record_release(&record);
    }
}

static void test_at_most_twenty_faults(void **state)
{
    (void)state;
    char text[1024] = "game mbs-blackjack-v6\ndecks 6\n";
    struct record record;
    for (unsigned i = 0; i < 30; i++)
        strcat(text, "A: fly\n");
    assert_int_equal(read_text(&record, text), STATUS_BAD_RECORD);
    assert_int_equal(record.faults.count, FAULTS_MAX);
    assert_int_equal(record.faults.items[19].line, 22);
    record_release(&record);
}

static void test_long_lines_and_many_people(void **state)
{
    (void)state;
    char text[4096] = "game mbs-blackjack-v6\ndecks 6\ntitle ";
    struct record record;
    memset(text + strlen(text), 'x', 995); /* with "title " one byte over */
    strcat(text, "\n");
    assert_int_equal(read_text(&record, text), STATUS_BAD_RECORD);
    assert_string_equal(record.faults.items[0].message, "line of 1001 bytes (at most 1000)");
    record_release(&record);
    strcpy(text, "game mbs-blackjack-v6\ndecks 6\n");
    for (unsigned i = 0; i <= PERSONS_MAX; i++)
        sprintf(text + strlen(text), "player P%u\n", i);
    assert_int_equal(read_text(&record, text), STATUS_BAD_RECORD);
    assert_int_equal(record.faults.count, 1);
    assert_string_equal(record.faults.items[0].message, "more than 32 people");
    record_release(&record);
}

/* All seats of a record are taken: whoever comes where a name may stand is told so. */
static void test_nobody_else_fits(void **state)
{
    (void)state;
    static const char *const lines[] = {"= decided Z 1 main", "= rank 1 main %s>Z"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        char text[4096] = "game mbs-blackjack-v6\ndecks 6\n";
        char names[512] = "P0";
        struct record record;
        for (unsigned j = 0; j < PERSONS_MAX; j++)
            sprintf(text + strlen(text), "player P%u\n", j);
        for (unsigned j = 1; j < PERSONS_MAX; j++)
            sprintf(names + strlen(names), ">P%u", j);
        sprintf(text + strlen(text), lines[i], names);
        assert_int_equal(read_text(&record, text), STATUS_BAD_RECORD);
        assert_string_equal(record.faults.items[0].message, "more than 32 people");
        record_release(&record);
    }
    struct roster roster = {0};
    char name[PERSON_NAME_MAX + 1];
    memset(name, 'x', sizeof(name));
    assert_int_equal(roster_add(&roster, name, PERSON_NAME_MAX), -1);
    assert_int_equal(roster_add(&roster, name, PERSON_NAME_MAX - 1), 0);
}

/* Limits of one wager stand against those of all, in whatever order; one switch after the other is tried. */
static void test_limits_of_one(void **state)
{
    (void)state;
    struct record record;
    assert_int_equal(read_text(&record,
                               "game mbs-blackjack-v6\ndecks 6\nlimits pair 5 50\nlimits all 10 100\n"
                               "shuffle manual\nset unnoticed x\nset main y\n"),
                     STATUS_BAD_RECORD);
    assert_int_equal(record.faults.count, 2);
    record_release(&record);
    assert_int_equal(read_text(&record,
                               "game mbs-blackjack-v6\ndecks 6\nlimits pair 5 50\nlimits all 10 100\n"
                               "shuffle manual\n"),
                     STATUS_OK);
    static struct rulebook book;
    static struct setting setting;
    uint32_t own_limits = 0;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    for (size_t i = 0; i < record.item_count; i++)
        header_apply(&record.items[i].header, &book, &setting, &own_limits);
    unsigned fives = 0;
    for (unsigned i = 0; i < book.wager_count; i++)
        fives += setting.limit_min_cents[i] == 500 && setting.limit_max_cents[i] == 5000;
    assert_int_equal(fives, 1);
    record_release(&record);
}

static void test_lines_mean_what_they_say(void **state)
{
    (void)state;
    struct record record;
    assert_int_equal(read_text(&record, "# a comment\r\n"
                                        "\tseat Mei 3 # before the areas are known\r\n"
                                        "title It's #1: nothing here counts\r\n"
                                        "areas 5\r\n"
                                        "game mbs-blackjack-v6\r\n"
                                        "decks 6\r\n"
                                        "limits main 25 1000\r\n"
                                        "player Tan 500.50\r\n"
                                        "shuffle machine\r\n"
                                        "\r\n"
                                        "Tan: bet 3 main 12.5 front unnoticed\r\n"
                                        "shoe: Th 9d\r\n"
                                        "= result Mei 3.1 main -12.50 bust 3.32 4.1\r\n"
                                        "---\r\n"
                                        "shift: decide continue all  is well # and done\r\n"
                                        "dealer: irregularity simultaneous 9d ? order known"),
                     STATUS_OK);
    assert_int_equal(record.areas, 5);
    assert_int_equal(record.decks, 6);
    assert_int_equal(record.roster.count, 2);
    assert_true(record.expects);
    assert_int_equal(record.last_line, 16);
    assert_int_equal(record.item_count, 11);
    assert_string_equal(record.roster.names[0], "Mei");
    const struct record_item *items = record.items;
    assert_int_equal(items[0].header.kind, HEADER_SEAT);
    assert_int_equal(items[0].header.area, 3);
    assert_int_equal(items[1].header.max_cents, 100000);
    assert_int_equal(items[2].header.amount_cents, 50050);
    assert_true(items[3].header.machine);
    const struct act *bet = &items[4].act;
    assert_int_equal(items[4].line, 11);
    assert_int_equal(bet->verb, VERB_BET);
    assert_int_equal(bet->person, 1);
    assert_int_equal(bet->spot.area, 3);
    assert_int_equal(bet->amount_cents, 1250);
    assert_int_equal(bet->flags, ACT_FRONT | ACT_UNNOTICED);
    assert_true(items[5].goes_on && !items[6].goes_on);
    assert_int_equal(card_rank(items[6].act.cards[0]), 9);
    const struct expectation *result = &items[7].expectation;
    assert_int_equal(result->kind, EXPECT_RESULT);
    assert_int_equal(result->person, 1);
    assert_int_equal(result->spot.hand, 1);
    assert_int_equal(result->amount_cents, -1250);
    assert_int_equal(result->reason, REASON_BUST);
    assert_true(word_is(result->clauses, "3.32 4.1"));
    assert_true(word_is(items[7].text, "result Mei 3.1 main -12.50 bust 3.32 4.1"));
    assert_int_equal(items[8].kind, ITEM_SEPARATOR);
    assert_string_equal(items[9].act.note, "all  is well");
    const struct act *together = &items[10].act;
    assert_int_equal(together->card_count, 2);
    assert_true(card_is_none(together->cards[1]));
    assert_int_equal(together->flags, ACT_ORDER_KNOWN);
    record_release(&record);
}

static void test_names_of_every_script(void **state)
{
    (void)state;
    static const char *const names[] = {"z",       "Z", "\xC3\xA9mile", "\xE5\xBA\x84", "\xF0\x9F\x82\xA1",
                                        "a-b_c.d9"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct record record;
        char line[64];
        snprintf(line, sizeof(line), "%s: rise", names[i]);
        assert_int_equal(read_line(&record, blackjack, line), STATUS_OK);
        assert_string_equal(record.roster.names[0], names[i]);
        record_release(&record);
    }
}

static void test_the_order_of_claims(void **state)
{
    (void)state;
    struct record record;
    assert_int_equal(read_line(&record, blackjack, "= rank 3/A insurance B>G>C=E 3.27.4"), STATUS_OK);
    const struct claim_rank *rank = &record.items[0].expectation.rank;
    assert_int_equal(rank->count, 4);
    assert_int_equal(rank->group[1], 1);
    assert_int_equal(rank->group[2], 2);
    assert_int_equal(rank->group[3], 2);
    assert_string_equal(record.roster.names[rank->person[3]], "E");
    assert_int_equal(record.items[0].expectation.spot.owner, 1);
    record_release(&record);
}

static void test_a_note_is_cut_between_characters(void **state)
{
    (void)state;
    struct record record;
    char line[256] = "dealer: irregularity other ";
    for (unsigned i = 0; i < 40; i++)
        strcat(line, "\xE5\xBA\x84"); /* three bytes each: 63 is a multiple, so shift them by one */
    assert_int_equal(read_line(&record, blackjack, line), STATUS_OK);
    assert_int_equal(strlen(record.items[0].act.note), 63);
    record_release(&record);
    line[strlen("dealer: irregularity other ")] = 'x';
    line[strlen("dealer: irregularity other ") + 1] = 'y';
    line[strlen("dealer: irregularity other ") + 2] = 'z';
    memmove(line + strlen("dealer: irregularity other "), line + strlen("dealer: irregularity other ") + 1,
            strlen(line) - strlen("dealer: irregularity other "));
    assert_int_equal(read_line(&record, blackjack, line), STATUS_OK);
    assert_int_equal(strlen(record.items[0].act.note), 62);
    record_release(&record);
}

static void test_a_file_has_a_largest_size(void **state)
{
    (void)state;
    struct record record;
    record_init(&record);
    char *bytes = malloc(RECORD_BYTES_MAX + 1);
    assert_non_null(bytes);
    memset(bytes, '\n', RECORD_BYTES_MAX + 1);
    assert_int_equal(record_read(&record, &builtin_books, bytes, RECORD_BYTES_MAX + 1), STATUS_TOO_LONG);
    free(bytes);
    record_release(&record);
}

/* Reads the line after a head, cut short or with one word spoiled; whatever comes of it, it is told. */
static void check_spoilt(const char *head, const char *line)
{
    struct record record;
    enum status status = read_line(&record, head, line);
    if (status != STATUS_OK && (status != STATUS_BAD_RECORD || record.faults.count != 1 ||
                                record.faults.items[0].line != 3 || !record.faults.items[0].message[0]))
        fail_msg("%s: status %d, %u faults", line, status, record.faults.count);
    record_release(&record);
}

/* Words of a line one by one: kept where there is room, skipped where they are the ones that must be there.
 */
static void test_words_one_by_one(void **state)
{
    struct words words;
    char kept[4];
    (void)state;
    words_init(&words, "day abcd abc", 12);
    assert_false(words_skip(&words, "night"));
    assert_false(words_keep(&words, kept, sizeof kept)); /* no room for its zero byte */
    assert_true(words_keep(&words, kept, sizeof kept));
    assert_string_equal(kept, "abc");
    assert_false(words_keep(&words, kept, sizeof kept));
    assert_false(words_skip(&words, "day"));
    words_init(&words, "day#1", 5); /* a comment begins behind a blank */
    assert_true(words_skip(&words, "day#1"));
}

/* Text is UTF-8 in its one form: no longer form, no half of a pair, nothing beyond the last character. */
static void test_clean_words(void **state)
{
    static const struct {
        const char *bytes;
        bool clean;
    } rows[] = {
        {"\xc3\xa9", true},
        {"\xe0\xa0\x80", true},
        {"\xed\x9f\xbf", true},
        {"\xf0\x90\x80\x80", true},
        {"\xf4\x8f\xbf\xbf", true},
        {"\x80", false},
        {"\xc0\xaf", false},
        {"\xc3", false},
        {"\xc3(", false},
        {"\xe0\x9f\xbf", false},
        {"\xed\xa0\x80", false},
        {"\xf0\x8f\xbf\xbf", false},
        {"\xf4\x90\x80\x80", false},
        {"\xf5\x80\x80\x80", false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(word_is_clean((struct word){rows[i].bytes, strlen(rows[i].bytes)}), rows[i].clean);
}

/* A line of every kind, with each word missing from there on, wrong, or one too many. */
static void test_any_word_may_be_missing_or_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        const char *line;
    } lines[] = {
        {blackjack, "format 1"},
        {blackjack, "limits main 5 10"},
        {blackjack, "limits pair 5 10"},
        {blackjack, "player A 5"},
        {blackjack, "seat A 1"},
        {blackjack, "shuffle machine"},
        {resorts, "set rws.hit_hard_21 allow"},
        {blackjack, "areas 7"},
        {blackjack, "A: bet 1 main 100 front"},
        {blackjack, "A: raise 1 main 100"},
        {blackjack, "A: pull 1 main 100"},
        {blackjack, "A: claim 1/B insurance"},
        {blackjack, "A: agree B"},
        {blackjack, "A: sit 1"},
        {blackjack, "A: leave 1"},
        {blackjack, "A: insure 1/B 50"},
        {blackjack, "A: double 1.2 50"},
        {blackjack, "A: decline split 1.2"},
        {blackjack, "A: pick Th 9d"},
        {blackjack, "A: accept Th"},
        {blackjack, "A: refuse Th 9d"},
        {blackjack, "dealer: place A 1 main 100 front"},
        {blackjack, "dealer: call 1 A"},
        {blackjack, "dealer: proceed 1.2"},
        {blackjack, "dealer: shut insurance"},
        {blackjack, "dealer: shuffle full"},
        {blackjack, "dealer: decide squeeze yes"},
        {blackjack, "pit: decide withdraw no A"},
        {blackjack, "shift: decide void why not"},
        {blackjack, "dealer: void 5.1"},
        {blackjack, "pit: restrict A areas 2"},
        {blackjack, "pit: restrict 3 wagers 0"},
        {blackjack, "pit: clear A"},
        {baccarat, "terminal: accept A"},
        {blackjack, "dealer: irregularity skipped 2"},
        {blackjack, "dealer: irregularity card-not-wanted 1.2"},
        {blackjack, "dealer: irregularity simultaneous 9d ? order known"},
        {blackjack, "dealer: irregularity faceup-card 9d"},
        {baccarat, "pit: irregularity terminal-failure A B"},
        {blackjack, "shoe: Th 9d"},
        {blackjack, "shoe: Th > 1.2"},
        {blackjack, "= refused 3.1 3.2"},
        {blackjack, "= landed 1 Th 3.1"},
        {blackjack, "= hand 1.2 s17 3.1"},
        {blackjack, "= hand dealer bust24"},
        {blackjack, "= hand 1 bj"},
        {blackjack, "= paid A 1 main 10 3.1"},
        {blackjack, "= effective A 1 main 10 3.1"},
        {blackjack, "= offered double A B 3.1"},
        {blackjack, "= asks shift 6.1"},
        {blackjack, "= control 1 A 3.11"},
        {blackjack, "= priority 1 A 3.11"},
        {blackjack, "= rank 3/A insurance B>C=E 3.27.4"},
        {blackjack, "= stands 1 3.1"},
        {baccarat, "= natural 3.7/natural"},
        {blackjack, "= dealer no-card 3.35"},
        {blackjack, "= dealer stops 3.35"},
        {blackjack, "= decided A 1 pair 3.1"},
        {baccarat, "= decided super-sevens 1.1.7"},
        {blackjack, "= recon 1:Th,9d 2.1:9h discard:3c 5.6"},
        {blackjack, "= no recon 5.10"},
        {blackjack, "= moved Th from 1 to dealer 5.6"},
        {blackjack, "= back Th 9d from 1 5.9"},
        {blackjack, "= dropped Th from dealer 5.7"},
        {blackjack, "= next Th 9d 5.23"},
        {blackjack, "= next 2 1"},
        {blackjack, "= play on 5.29"},
        {blackjack, "= earlier stand 5.1.2"},
        {blackjack, "= remembered A under-minimum 5.26"},
        {baccarat, "= in A 5.10.1"},
        {baccarat, "= out A 5.10.2"},
        {blackjack, "= void 5.1 App.A"},
        {blackjack, "= result A 1.2 main +10.50 win 4.1"},
        {blackjack, "= net A -5"},
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        const char *line = lines[i].line;
        char spoilt[256];
        snprintf(spoilt, sizeof(spoilt), "%s extra", line);
        check_spoilt(lines[i].head, spoilt);
        for (size_t at = 0; line[at]; at++) {
            if (at > 0 && line[at - 1] != ' ')
                continue;
            size_t word = strcspn(line + at, " ");
            snprintf(spoilt, sizeof(spoilt), "%.*s", (int)at, line);
            check_spoilt(lines[i].head, spoilt);
            snprintf(spoilt, sizeof(spoilt), "%.*s@%s", (int)at, line, line + at + word);
            check_spoilt(lines[i].head, spoilt);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_bad_line_is_told),
        cmocka_unit_test(test_what_must_be_there),
        cmocka_unit_test(test_at_most_twenty_faults),
        cmocka_unit_test(test_long_lines_and_many_people),
        cmocka_unit_test(test_nobody_else_fits),
        cmocka_unit_test(test_limits_of_one),
        cmocka_unit_test(test_lines_mean_what_they_say),
        cmocka_unit_test(test_names_of_every_script),
        cmocka_unit_test(test_the_order_of_claims),
        cmocka_unit_test(test_a_note_is_cut_between_characters),
        cmocka_unit_test(test_a_file_has_a_largest_size),
        cmocka_unit_test(test_words_one_by_one),
        cmocka_unit_test(test_clean_words),
        cmocka_unit_test(test_any_word_may_be_missing_or_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what is written can be read back to the same acts, for every record of the project and every form. */
#include "check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "game/game.h"
#include "record/books.h"
#include "record/header.h"
#include "record/write.h"

enum { FILE_MAX = 1 << 16 };

static size_t read_file(const char *path, char *bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    return size;
}

/* Headers and acts of a record as text; expectations are left out. */
static void write_record(const struct record *record, struct text *text)
{
    struct writer writer = {record->book, &record->roster, record->areas};
    struct rulebook book = *record->book;
    struct setting setting;
    uint32_t own_limits = 0;
    size_t i = 0;
    setting_init(&setting, record->book, record->decks, record->areas);
    for (; i < record->item_count && record->items[i].kind == ITEM_HEADER; i++)
        header_apply(&record->items[i].header, &book, &setting, &own_limits);
    write_setting(&writer, &setting, text);
    for (; i < record->item_count; i++) {
        if (record->items[i].kind == ITEM_SEPARATOR)
            text_put(text, "---\n");
        if (record->items[i].kind == ITEM_ACT)
            assert_true(write_act(&writer, &record->items[i].act, text));
    }
    assert_false(text->full);
}

static const struct act *next_act(const struct record *record, size_t *index)
{
    for (; *index < record->item_count; ++*index)
        if (record->items[*index].kind == ITEM_ACT)
            return &record->items[(*index)++].act;
    return NULL;
}

static void check_same_acts(const struct record *a, const struct record *b, const char *path)
{
    size_t i = 0, j = 0;
    const struct act *first;
    const struct act *second;
    do {
        first = next_act(a, &i);
        second = next_act(b, &j);
        if (!first != !second || (first && memcmp(first, second, sizeof(*first)) != 0))
            fail_msg("%s: act at item %zu differs", path, i);
    } while (first);
    assert_int_equal(a->roster.count, b->roster.count);
}

static void check_file(const char *path)
{
    static char bytes[FILE_MAX];
    static char written[2 * FILE_MAX];
    struct record record;
    struct record again;
    struct text text;
    record_init(&record);
    record_init(&again);
    if (record_read(&record, &builtin_books, bytes, read_file(path, bytes)) != STATUS_OK)
        fail_msg("%s:%u: %s", path, record.faults.items[0].line, record.faults.items[0].message);
    text_init(&text, written, sizeof(written));
    write_record(&record, &text);
    if (record_read(&again, &builtin_books, written, text.used) != STATUS_OK)
        fail_msg("%s written:%u: %s\n%s", path, again.faults.items[0].line, again.faults.items[0].message,
                 written);
    check_same_acts(&record, &again, path);
    record_release(&record);
    record_release(&again);
}

static void test_all_records_come_back(void **state)
{
    (void)state;
    unsigned count = 0;
    char folder[512];
    char path[1024];
    for (unsigned i = 0; builtin_id(i); i++) {
        snprintf(folder, sizeof(folder), "%s/tests/records/%s", getenv("CROUPIER_SOURCE"), builtin_id(i));
        DIR *dir = opendir(folder);
        if (!dir)
            continue; /* an example rulebook has no records of its own */
        for (struct dirent *entry; (entry = readdir(dir));) {
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
            check_file(path);
            count++;
        }
        closedir(dir);
    }
    assert_true(count >= 416);
}

/* Every form of act once: read, write, and the line is the same. */
static void test_every_form_is_written_as_it_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        const char *line;
    } rows[] = {
        {"mbs-blackjack-v6", "A: bet 1 main 100 front unnoticed"},
        {"mbs-7up-baccarat", "A: bet banker 12.50 pending"},
        {"mbs-blackjack-v6", "A: raise 1 main 100"},
        {"mbs-blackjack-v6", "A: pull 1 main"},
        {"mbs-blackjack-v6", "A: pull 1 main 50"},
        {"mbs-blackjack-v6", "A: claim 1/B insurance"},
        {"mbs-blackjack-v6", "A: agree B"},
        {"mbs-blackjack-v6", "A: disagree"},
        {"mbs-blackjack-v6", "A: leave"},
        {"mbs-blackjack-v6", "A: leave 2"},
        {"mbs-blackjack-v6", "A: insure 1/B 50"},
        {"mbs-blackjack-v6", "A: double 1.2 50"},
        {"mbs-blackjack-v6", "A: decline split 1.2"},
        {"mbs-blackjack-v6", "A: pick 2"},
        {"mbs-blackjack-v6", "A: pick Th 9d"},
        {"mbs-blackjack-v6", "A: refuse Th 9d"},
        {"mbs-blackjack-v6", "dealer: place A 1 main 100"},
        {"mbs-blackjack-v6", "dealer: call 1 A"},
        {"mbs-blackjack-v6", "dealer: proceed"},
        {"mbs-blackjack-v6", "dealer: proceed 1.2"},
        {"mbs-blackjack-v6", "dealer: shut insurance"},
        {"mbs-blackjack-v6", "dealer: shuffle discards"},
        {"mbs-blackjack-v6", "dealer: shuffle full"},
        {"mbs-blackjack-v6", "dealer: decide squeeze yes"},
        {"mbs-blackjack-v6", "pit: decide withdraw no A"},
        {"mbs-blackjack-v6", "pit: decide reopen-previous"},
        {"mbs-blackjack-v6", "shift: decide void a reason of two words"},
        {"mbs-blackjack-v6", "shift: decide continue"},
        {"mbs-blackjack-v6", "dealer: void 5.1"},
        {"mbs-blackjack-v6", "pit: restrict A areas 2"},
        {"mbs-blackjack-v6", "pit: restrict 3 wagers 0"},
        {"mbs-blackjack-v6", "pit: clear A"},
        {"mbs-7up-baccarat", "terminal: accept A"},
        {"mbs-blackjack-v6", "dealer: irregularity skipped 2"},
        {"mbs-7up-baccarat", "dealer: irregularity over-maximum"},
        {"mbs-blackjack-v6", "dealer: irregularity card-not-wanted dealer"},
        {"mbs-blackjack-v6", "dealer: irregularity card-not-wanted 1.2"},
        {"mbs-7up-baccarat", "dealer: irregularity card-not-wanted banker"},
        {"mbs-blackjack-v6", "dealer: irregularity simultaneous 9d ? order unknown"},
        {"mbs-7up-baccarat", "pit: irregularity terminal-failure A B"},
        {"mbs-blackjack-v6", "dealer: irregularity other a spilt drink"},
        {"mbs-blackjack-v6", "shoe: Th"},
        {"mbs-blackjack-v6", "shoe: Th > discard"},
        {"mbs-7up-baccarat", "shoe: Th > player"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char bytes[256];
        char line[256];
        struct record record;
        struct text text;
        record_init(&record);
        snprintf(bytes, sizeof(bytes), "game %s\ndecks 6\nplayer A\nplayer B\n%s\n", rows[i].game,
                 rows[i].line);
        if (record_read(&record, &builtin_books, bytes, strlen(bytes)) != STATUS_OK)
            fail_msg("%s: %s", rows[i].line, record.faults.items[0].message);
        struct writer writer = {record.book, &record.roster, record.areas};
        text_init(&text, line, sizeof(line));
        assert_true(write_act(&writer, &record.items[0].act, &text));
        assert_int_equal(line[strlen(line) - 1], '\n');
        line[strlen(line) - 1] = '\0';
        assert_string_equal(line, rows[i].line);
        record_release(&record);
    }
}

static void test_what_a_line_cannot_hold(void **state)
{
    (void)state;
    const struct rulebook *book = find_builtin(NULL, "mbs-blackjack-v6");
    struct roster roster = {0};
    struct writer writer = {book, &roster, 7};
    char line[256];
    struct text text;
    struct act act = {.actor = ACTOR_DEALER, .verb = VERB_IRREGULARITY, .irregularity = IRREGULARITY_OTHER};
    strcpy(act.note, "one\ntwo #three x#y");
    text_init(&text, line, sizeof(line));
    assert_true(write_act(&writer, &act, &text));
    assert_string_equal(line, "dealer: irregularity other one two  three x#y\n");
    memset(act.note, 'x', ACT_NOTE_MAX - 1); /* as long as one can be */
    act.note[0] = '#';
    act.note[1] = 0x7F;
    text_init(&text, line, sizeof(line));
    assert_true(write_act(&writer, &act, &text));
    assert_int_equal(strlen(line), strlen("dealer: irregularity other \n") + ACT_NOTE_MAX - 1);
    assert_non_null(strstr(line, "other   xxx"));
    act = (struct act){.actor = ACTOR_TERMINAL, .verb = VERB_HIT};
    text_init(&text, line, sizeof(line));
    assert_false(write_act(&writer, &act, &text));
    assert_string_equal(line, "");
    act = (struct act){.actor = ACTOR_PERSON, .person = 3, .verb = VERB_CONTINUE};
    assert_true(write_act(&writer, &act, &text));
    assert_string_equal(line, "?: continue\n");
    act = (struct act){.actor = ACTOR_DEALER, .verb = VERB_DECIDE, .decision = DECISION_SQUEEZE};
    text_init(&text, line, sizeof(line));
    assert_true(write_act(&writer, &act, &text));
    assert_string_equal(line, "dealer: decide squeeze no\n");
    text_init(&text, line, sizeof(line));
    write_place((struct place){PLACE_NOWHERE, 0, 0}, &text);
    assert_string_equal(line, "nowhere");
}

static void test_a_setting_comes_back(void **state)
{
    (void)state;
    static const char head[] =
        "game mbs-blackjack-v6\ndecks 4\nareas 6\nlimits all 1 2\nset mbs.decline_disclosed keep_turn\nlimits side 5 200\nlimits pair 10 100\n"
        "limits main 25 1000\nplayer A\nplayer B 500\nseat A 1\nseat B 6\nseat A 2\n"
        "shuffle machine\n";
    struct record record;
    struct record again;
    struct setting settings[2];
    char written[1024];
    struct text text;
    record_init(&record);
    record_init(&again);
    assert_int_equal(record_read(&record, &builtin_books, head, strlen(head)), STATUS_OK);
    text_init(&text, written, sizeof(written));
    write_record(&record, &text);
    assert_int_equal(record_read(&again, &builtin_books, written, text.used), STATUS_OK);
    const struct record *both[] = {&record, &again};
    for (unsigned n = 0; n < 2; n++) {
        uint32_t own_limits = 0;
        struct rulebook book = *both[n]->book;
        setting_init(&settings[n], both[n]->book, both[n]->decks, both[n]->areas);
        for (size_t i = 0; i < both[n]->item_count; i++)
            header_apply(&both[n]->items[i].header, &book, &settings[n], &own_limits);
    }
    assert_memory_equal(&settings[0], &settings[1], sizeof(settings[0]));
    int pair = rulebook_wager(record.book, "pair");
    assert_int_equal(settings[0].limit_min_cents[pair], 1000);
    assert_int_equal(settings[0].seated[1], 0); /* A moved */
    assert_int_equal(settings[0].seated[2], 1);
    record_release(&record);
    record_release(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_records_come_back),
        cmocka_unit_test(test_every_form_is_written_as_it_is_read),
        cmocka_unit_test(test_what_a_line_cannot_hold),
        cmocka_unit_test(test_a_setting_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

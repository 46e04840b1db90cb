/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: at every act of every round record the preview says exactly what the ruling then is, and leaves the
 * round byte for byte as it was. */
#include "check.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "../record/books.h"
#include "game/game.h"

enum { FILE_BYTES_MAX = 1 << 20, RECORDS_MIN = 400 };

struct play {
    const struct record *record;
    struct rulebook book;
    struct round round;
    uint32_t own_limits;
};

static void play_act(struct play *play, const struct act *act)
{
    static struct round before;
    static struct events told;
    static struct events happened;
    memcpy(&before, &play->round, sizeof(before));
    struct ruling preview = round_preview(&play->book, &play->round, act, &told);
    assert_memory_equal(&before, &play->round, sizeof(before));
    struct ruling ruling = round_apply(&play->book, &play->round, act, &happened);
    assert_int_equal(preview.status, ruling.status);
    assert_int_equal(preview.ground_count, ruling.ground_count);
    assert_memory_equal(preview.grounds, ruling.grounds, sizeof(ruling.grounds));
    assert_int_equal(told.count, happened.count);
    assert_memory_equal(told.items, happened.items, told.count * sizeof(told.items[0]));
}

static void play_item(struct play *play, const struct record_item *item)
{
    const struct act end = {.actor = ACTOR_DEALER, .verb = VERB_END};
    switch ((enum item_kind)item->kind) {
    case ITEM_HEADER:
        header_apply(&item->header, &play->book, &play->round.setting, &play->own_limits);
        break;
    case ITEM_ACT:
        play_act(play, &item->act);
        break;
    case ITEM_SEPARATOR:
        play_act(play, &end);
        round_next(&play->round, &play->book);
        break;
    case ITEM_EXPECTATION:
        break;
    }
}

static void play_record(const char *path)
{
    static char bytes[FILE_BYTES_MAX];
    static struct play play;
    struct record record;
    struct setting setting;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof(bytes), file);
    assert_int_equal(fclose(file), 0);
    record_init(&record);
    assert_int_equal(record_read(&record, &builtin_books, bytes, size), STATUS_OK);
    play.record = &record;
    play.book = *record.book;
    play.own_limits = 0;
    setting_init(&setting, &play.book, record.decks, record.areas);
    round_init(&play.round, &play.book, &setting);
    play.round.person_count = record.roster.count;
    for (size_t i = 0; i < record.item_count; i++)
        play_item(&play, &record.items[i]);
    record_release(&record);
}

static void test_every_record(void **state)
{
    (void)state;
    char pattern[1024];
    glob_t found;
    snprintf(pattern, sizeof(pattern), "%s/tests/records/*/*.round", getenv("CROUPIER_SOURCE"));
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= RECORDS_MIN);
    for (size_t i = 0; i < found.gl_pathc; i++)
        play_record(found.gl_pathv[i]);
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_record)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* scene.h - a scene of a round in the notation of records, played through the engine. */
#ifndef CROUPIER_TESTS_BLACKJACK_SCENE_H
#define CROUPIER_TESTS_BLACKJACK_SCENE_H

#include "check.h"

#include <stdio.h>

#include "record/books.h"
#include "replay/replay.h"

enum { SCENE_TEXT_MAX = 8192 };

struct scene {
    enum status refused; /* of the first act that was refused; STATUS_OK: none */
    bool at_last;        /* ... and it was the last one written */
    unsigned acts;       /* acts ruled on */
    unsigned written;    /* acts of the record: one more is its implied end */
    char message[1024];  /* the first thing that was wrong */
    bool good;           /* everything was as expected */
    bool cut_short;      /* the one thing wrong is that the round cannot end yet */
};

static inline unsigned scene_acts(const struct record *record)
{
    unsigned acts = 0;
    for (size_t i = 0; i < record->item_count; i++)
        acts += record->items[i].kind == ITEM_ACT;
    return acts;
}

static inline void scene_ruled(void *context, const struct replay *replay, const struct record_item *item,
                               const struct ruling *ruling)
{
    struct scene *scene = context;
    (void)item;
    scene->acts++;
    scene->written = scene_acts(replay->record);
    if (ruling->status == STATUS_OK || scene->refused != STATUS_OK)
        return;
    scene->refused = ruling->status;
    scene->at_last = scene->acts == scene_acts(replay->record);
}

static inline void scene_failed(void *context, unsigned line, const char *message)
{
    struct scene *scene = context;
    scene->cut_short = !scene->message[0] && scene->acts > scene->written;
    if (!scene->message[0])
        snprintf(scene->message, sizeof(scene->message), "line %u: %s", line, message);
}

/* The rulebook and the round as a scene leaves them. */
struct scene_end {
    struct rulebook book;
    struct round round;
};

static struct scene_end *scene_end_wanted;

/* Reads `head` and `text` as one record and replays it. */
static inline struct scene scene_play(const char *head, const char *text)
{
    static char bytes[SCENE_TEXT_MAX];
    struct scene scene = {.refused = STATUS_OK};
    struct replay_watch watch = {&scene, scene_ruled, scene_failed, NULL};
    struct replay_outcome outcome;
    struct record record;
    struct replay replay;
    int length = snprintf(bytes, sizeof(bytes), "%s%s", head, text);
    assert_in_range(length, 1, sizeof(bytes) - 1);
    record_init(&record);
    replay_init(&replay);
    if (record_read(&record, &builtin_books, bytes, (size_t)length) != STATUS_OK) {
        fprintf(stderr, "%s\n", bytes);
        fail_msg("line %u: %s", record.faults.items[0].line, record.faults.items[0].message);
    }
    assert_int_equal(replay_run(&replay, &record, &watch, &outcome), STATUS_OK);
    scene.good = replay_outcome_good(&outcome);
    if (scene_end_wanted) {
        scene_end_wanted->book = replay.book;
        scene_end_wanted->round = replay.round;
    }
    replay_release(&replay);
    record_release(&record);
    return scene;
}

static inline void scene_play_to(const char *head, const char *text, struct scene_end *end)
{
    scene_end_wanted = end;
    scene_play(head, text);
    scene_end_wanted = NULL;
}

/* A scene with what it is about; its expectations are written in its text. */
struct scene_row {
    const char *why;
    const char *head;
    const char *text;
};

/* How many rows did not go as they say. A scene without an end is cut short: only its end may be missing. */
static inline unsigned scene_rows_bad(const struct scene_row *rows, size_t count)
{
    unsigned bad = 0;
    for (size_t i = 0; i < count; i++) {
        struct scene scene = scene_play(rows[i].head, rows[i].text);
        bool ended = strstr(rows[i].text, "dealer: end\n") != NULL;
        if (scene.good || (!ended && strstr(scene.message, "refused: ") && scene.cut_short))
            continue;
        fprintf(stderr, "%s: %s\n", rows[i].why, scene.message);
        bad++;
    }
    return bad;
}

#define SCENE_TABLE "limits main 25 1000\nlimits side 5 200\nseat A 1\nseat B 2\nplayer C\nplayer E\n"
#define SCENE_V6    "game mbs-blackjack-v6\ndecks 6\nareas 7\n" SCENE_TABLE
#define SCENE_AR    "game mbs-ace-race-v4\ndecks 8\nareas 7\n" SCENE_TABLE
#define SCENE_SE    "game mbs-star-elements\ndecks 6\nareas 7\n" SCENE_TABLE
#define SCENE_RWS   "game rws-blackjack\ndecks 8\nareas 7\n" SCENE_TABLE

#define OPEN  "dealer: open\n"
#define CLOSE "dealer: close\n"
#define END   "dealer: end\n"
#define A1    "A: bet 1 main 100\n"
#define B2    "B: bet 2 main 100\n"

#endif

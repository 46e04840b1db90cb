/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever the bytes are, the reader says what is wrong with them or what they mean; what it has read can be
 * written and read again to the same acts, and the engine rules on all of it. */
#include "fuzz.h"

#include <string.h>

#include "replay/replay.h"
#include "replay/result.h"
#include "replay/story.h"
#include "rulebook/builtin.h"

enum { BOOKS_MAX = 8, WRITTEN_MAX = 1 << 18 };

static const struct rulebook *find_book(void *context, const char *id)
{
    static struct rulebook books[BOOKS_MAX];
    static unsigned count;
    (void)context;
    for (unsigned i = 0; i < count; i++)
        if (strcmp(books[i].id, id) == 0)
            return &books[i];
    if (count == BOOKS_MAX || builtin_load(id, &books[count]) != STATUS_OK)
        return NULL;
    return &books[count++];
}

static const struct record_books all_books = {find_book, NULL};

static void check_faults(const struct record *record)
{
    FUZZ_PROMISE(record->faults.count > 0);
    for (unsigned i = 0; i < record->faults.count; i++)
        FUZZ_PROMISE(record->faults.items[i].line > 0 && record->faults.items[i].message[0]);
}

static void write_all(const struct record *record, struct text *text)
{
    struct writer writer = {record->book, &record->roster, record->areas};
    struct setting setting;
    setting_init(&setting, record->book, record->decks, record->areas);
    write_setting(&writer, &setting, text);
    for (size_t i = 0; i < record->item_count; i++)
        if (record->items[i].kind == ITEM_ACT)
            FUZZ_PROMISE(write_act(&writer, &record->items[i].act, text));
}

static void check_written(const struct record *record)
{
    static char written[WRITTEN_MAX];
    struct record again;
    struct text text;
    text_init(&text, written, sizeof(written));
    write_all(record, &text);
    if (text.full)
        return;
    record_init(&again);
    FUZZ_PROMISE(record_read(&again, &all_books, written, text.used) == STATUS_OK);
    size_t at = 0;
    for (size_t i = 0; i < record->item_count; i++) {
        if (record->items[i].kind != ITEM_ACT)
            continue;
        FUZZ_PROMISE(at < again.item_count);
        FUZZ_PROMISE(memcmp(&record->items[i].act, &again.items[at++].act, sizeof(struct act)) == 0);
    }
    FUZZ_PROMISE(at == again.item_count);
    record_release(&again);
}

static void on_ruled(void *context, const struct replay *replay, const struct record_item *item,
                     const struct ruling *ruling)
{
    static char story[STORY_TEXT_MAX];
    struct text text;
    (void)context;
    text_init(&text, story, sizeof(story));
    story_of(replay, item, ruling, &text);
}

static void check_replayed(const struct record *record)
{
    static struct replay replay;
    const struct replay_watch watch = {.ruled = on_ruled};
    struct replay_outcome outcome;
    if (!game_family(record->book))
        return;
    replay_init(&replay);
    FUZZ_PROMISE(replay_run(&replay, record, &watch, &outcome) == STATUS_OK);
    replay_release(&replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size > 0 ? size : 1); /* of its own size: reading past the end is seen */
    struct record record;
    if (!text)
        return 0;
    memcpy(text, data, size);
    record_init(&record);
    if (record_read(&record, &all_books, text, size) == STATUS_OK) {
        FUZZ_CANARY(record.item_count > 0);
        check_written(&record);
        check_replayed(&record);
    } else {
        check_faults(&record);
    }
    record_release(&record);
    free(text);
    return 0;
}

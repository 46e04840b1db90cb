/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/mark_house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/day_state.h"

#define DAY_WORD    "day"
#define STANDS_WORD "stands"
#define STAFF_WORD  "staff"

enum status mark_house_keep(struct mark *mark, const struct audit *audit)
{
    char bytes[DAY_STATE_LINE_MAX];
    struct text text;
    struct footing_record record;
    free(mark->house);
    mark->house = NULL;
    FILE *out = open_memstream(&mark->house, &mark->house_size);
    if (!out)
        return STATUS_NO_MEMORY;
    for (unsigned i = 0; text_init(&text, bytes, sizeof bytes), day_state_line(&audit->day, i, &text); i++)
        fprintf(out, DAY_WORD " %s\n", bytes);
    for (unsigned i = 0; footing_at(&audit->footing, i, &record); i++)
        fprintf(out, STANDS_WORD " %s %s\n", record.name, record.value);
    char line[STAFF_LINE_MAX];
    for (unsigned i = 0; !audit->staff.unknown && staff_print(&audit->staff, i, line); i++)
        fprintf(out, STAFF_WORD " %s\n", line);
    return fclose(out) == 0 ? STATUS_OK : STATUS_NO_MEMORY;
}

/* "patron NAME VALUE ...": two words are its name. */
static enum status take_stands(struct audit *audit, const char *rest, size_t size)
{
    const char *first = memchr(rest, ' ', size);
    const char *second = first ? memchr(first + 1, ' ', size - (size_t)(first + 1 - rest)) : NULL;
    if (!second)
        return STATUS_BAD_TEXT;
    struct span name = {(const uint8_t *)rest, (size_t)(second - rest)};
    struct span value = {(const uint8_t *)second + 1, size - name.size - 1};
    return footing_put(&audit->footing, name, value);
}

static enum status take_line(struct audit *audit, const char *line, size_t length)
{
    struct words words;
    struct word word;
    words_init(&words, line, length);
    if (!words_next(&words, &word) || word.length + 1 >= length)
        return STATUS_BAD_TEXT;
    if (word_is(word, STANDS_WORD))
        return take_stands(audit, line + word.length + 1, length - word.length - 1);
    if (word_is(word, STAFF_WORD))
        return staff_put(&audit->staff, words.at, (size_t)(words.end - words.at)) ? STATUS_OK
                                                                                  : STATUS_BAD_TEXT;
    return day_state_take(&audit->day, &words) ? STATUS_OK : STATUS_BAD_TEXT;
}

enum status mark_house_resume(const struct mark *mark, struct audit *audit)
{
    enum status status = STATUS_OK;
    audit->footing_known = mark->house != NULL;
    audit->staff.unknown = true; /* until the mark tells: one from before does not */
    for (const char *at = mark->house; status == STATUS_OK && at && *at;) {
        size_t length = strcspn(at, "\n");
        status = take_line(audit, at, length);
        at += length + (at[length] == '\n');
    }
    return status;
}

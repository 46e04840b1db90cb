/* SPDX-License-Identifier: Apache-2.0 */
#include "house/footing.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "record/word.h"

#define PATRON_KIND "patron"
#define TABLE_KIND  "table"
#define RETIRED     "retired"

void footing_release(struct footing *footing)
{
    patrons_release(&footing->patrons);
    free(footing->retired);
    *footing = (struct footing){.retired_count = 0};
}

/* ---- Tables. ---- */

/* The place of a table among the retired; their number: it is not there. */
static unsigned place_of(const struct footing *footing, const char *table)
{
    assert(footing->retired_count <= footing->retired_room);
    unsigned place = 0;
    while (place < footing->retired_count && strcmp(footing->retired[place], table) != 0)
        place++;
    return place;
}

bool footing_is_retired(const struct footing *footing, const char *table)
{
    return place_of(footing, table) < footing->retired_count;
}

static enum status put_table(struct footing *footing, const char *table, bool retired)
{
    unsigned place = place_of(footing, table);
    bool known = place < footing->retired_count;
    if (known && !retired)
        memmove(footing->retired[place], footing->retired[--footing->retired_count], ACCOUNT_NAME_MAX);
    if (known || !retired)
        return STATUS_OK;
    void *grown = grow(footing->retired, place, &footing->retired_room, ACCOUNT_NAME_MAX);
    if (!grown)
        return STATUS_NO_MEMORY;
    footing->retired = grown;
    snprintf(footing->retired[footing->retired_count++], ACCOUNT_NAME_MAX, "%s", table);
    assert(footing_is_retired(footing, table));
    return STATUS_OK;
}

/* "table retired T1", "table added T1 ..." */
static bool parse_change(const struct entry *entry, char table[ACCOUNT_NAME_MAX], bool *retired)
{
    struct words words;
    char verb[16];
    if (entry->kind != ENTRY_CHANGE || !entry->text.size)
        return false;
    words_init(&words, (const char *)entry->text.bytes, entry->text.size - 1);
    if (!words_skip(&words, "table") || !words_keep(&words, verb, sizeof verb) ||
        !words_keep(&words, table, ACCOUNT_NAME_MAX))
        return false;
    *retired = strcmp(verb, RETIRED) == 0;
    return *retired || strcmp(verb, "added") == 0;
}

/* ---- Entries. ---- */

static void name_record(struct footing_record *record, const char *kind, const char *name)
{
    assert(name[0]);
    snprintf(record->name, sizeof record->name, "%s %s", kind, name);
}

static void print_patron(const struct patron *patron, struct footing_record *record)
{
    struct text text;
    name_record(record, PATRON_KIND, patron->name);
    text_init(&text, record->value, sizeof record->value);
    patron_print(patron, &text);
}

void footing_record(const struct footing *footing, const struct entry *entry, struct footing_record *record)
{
    struct patron_words words;
    struct patron after;
    char table[ACCOUNT_NAME_MAX];
    bool retired;
    record->name[0] = record->value[0] = 0;
    if (entry->kind == ENTRY_PATRON && patron_words_parse(entry->text, &words)) {
        patrons_after(&footing->patrons, &words, entry->time_ms, &after);
        print_patron(&after, record);
    }
    if (parse_change(entry, table, &retired)) {
        name_record(record, TABLE_KIND, table);
        snprintf(record->value, sizeof record->value, "%s", retired ? RETIRED : "");
    }
}

enum status footing_take(struct footing *footing, const struct entry *entry)
{
    struct patron_words words;
    char table[ACCOUNT_NAME_MAX];
    bool retired;
    if (entry->kind == ENTRY_PATRON && patron_words_parse(entry->text, &words))
        return patrons_take(&footing->patrons, &words, entry->time_ms);
    return parse_change(entry, table, &retired) ? put_table(footing, table, retired) : STATUS_OK;
}

/* ---- The shelf. ---- */

enum status footing_put(struct footing *footing, struct span name, struct span value)
{
    struct words words;
    char kind[16];
    char who[ACCOUNT_NAME_MAX];
    struct patron patron;
    words_init(&words, (const char *)name.bytes, name.size);
    if (!words_keep(&words, kind, sizeof kind) || !words_keep(&words, who, sizeof who))
        return STATUS_BAD_TEXT;
    if (strcmp(kind, TABLE_KIND) == 0)
        return put_table(footing, who, true);
    if (strcmp(kind, PATRON_KIND) != 0 || !patron_parse(who, value, &patron))
        return STATUS_BAD_TEXT;
    return patrons_put(&footing->patrons, &patron);
}

bool footing_at(const struct footing *footing, unsigned index, struct footing_record *record)
{
    assert(footing->patrons.count <= footing->patrons.room);
    if (index < footing->patrons.count) {
        print_patron(&footing->patrons.items[index], record);
        return true;
    }
    index -= footing->patrons.count;
    if (index >= footing->retired_count)
        return false;
    name_record(record, TABLE_KIND, footing->retired[index]);
    snprintf(record->value, sizeof record->value, RETIRED);
    return true;
}

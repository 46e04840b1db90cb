/* SPDX-License-Identifier: Apache-2.0 */
/* switch.c - changing one reading of a loaded rulebook. See load.h. */
#include <assert.h>
#include <string.h>

#include "rulebook/check.h"
#include "rulebook/freeze.h"
#include "rulebook/load.h"
#include "rulebook/value.h"

/* A key and the struct in the book that holds its field. */
struct target {
    const struct rulebook_key *key;
    void *record;
};

/* Takes the part up to the next dot off a path. */
static bool take_part(const char **path, char *part, size_t size)
{
    assert(*path && size);
    size_t length = strcspn(*path, ".");
    if (length == 0 || length >= size)
        return false;
    memcpy(part, *path, length);
    part[length] = '\0';
    *path += length + ((*path)[length] == '.');
    return true;
}

static struct target find_line(struct wager_rule *wager, const char *path)
{
    assert(path);
    char name[WAGER_NAME_MAX];
    if (take_part(&path, name, sizeof(name)))
        for (unsigned i = 0; i < wager->line_count; i++)
            if (strcmp(wager->lines[i].name, name) == 0)
                return (struct target){rulebook_key_find(KEYS_LINE, path), &wager->lines[i]};
    return (struct target){NULL, NULL};
}

static struct target find_target(struct rulebook *book, const char *name)
{
    assert(name);
    static const char wagers[] = "wagers.", pays[] = "pays.";
    const struct rulebook_key *of_wager = rulebook_key_find(KEYS_WAGER, name);
    int main_wager = rulebook_wager_at(book, PLACE_MAIN);
    if (of_wager && strcmp(of_wager->path, name) != 0 && main_wager >= 0)
        return (struct target){of_wager, &book->wagers[main_wager]}; /* a switch speaks of the main wager */
    if (strncmp(name, wagers, strlen(wagers)) != 0)
        return (struct target){rulebook_key_find(KEYS_BOOK, name), book};
    char kind[WAGER_NAME_MAX];
    const char *rest = name + strlen(wagers);
    int wager = take_part(&rest, kind, sizeof(kind)) ? rulebook_wager(book, kind) : -1;
    if (wager < 0)
        return (struct target){NULL, NULL};
    if (strncmp(rest, pays, strlen(pays)) == 0)
        return find_line(&book->wagers[wager], rest + strlen(pays));
    return (struct target){rulebook_key_find(KEYS_WAGER, rest), &book->wagers[wager]};
}

static enum status store_switch(struct rulebook *book, const struct switch_value *wanted)
{
    struct value words = {.deck = deck_of((enum deck_id)book->deck)};
    char buffer[VALUE_TEXT_MAX];
    struct target target = find_target(book, wanted->name);
    assert(wanted->value);
    if (!target.key || target.key->identity || (target.key->family && target.key->family != book->family))
        return STATUS_NOT_FOUND;
    bool stored = value_split(&words, target.key, wanted->value, buffer) &&
                  value_store(&words, target.key, target.record);
    return stored ? STATUS_OK : STATUS_BAD_TEXT;
}

enum status rulebook_set_switches(struct rulebook *book, const struct switch_value *wanted, unsigned count,
                                  unsigned *at)
{
    struct rulebook changed = *book;
    struct faults faults;
    assert(wanted || !count);
    for (*at = 0; *at < count; ++*at) {
        enum status status = store_switch(&changed, &wanted[*at]);
        if (status != STATUS_OK)
            return status;
    }
    faults_init(&faults);
    rulebook_check(&changed, NULL, &faults);
    if (faults.count > 0)
        return STATUS_BAD_RULEBOOK;
    rulebook_freeze(&changed);
    *book = changed;
    return STATUS_OK;
}

enum status rulebook_set_switch(struct rulebook *book, const char *switch_or_path, const char *value)
{
    unsigned at;
    assert(switch_or_path && value);
    return rulebook_set_switches(book, &(struct switch_value){switch_or_path, value}, 1, &at);
}

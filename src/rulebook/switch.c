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

enum status rulebook_set_switch(struct rulebook *book, const char *switch_or_path, const char *value)
{
    assert(switch_or_path && value);
    struct rulebook changed = *book;
    struct value words = {.deck = deck_of((enum deck_id)book->deck)};
    struct faults faults;
    char buffer[VALUE_TEXT_MAX];
    struct target target = find_target(&changed, switch_or_path);
    if (!target.key || target.key->identity || (target.key->family && target.key->family != book->family))
        return STATUS_NOT_FOUND;
    if (!value_split(&words, target.key, value, buffer) || !value_store(&words, target.key, target.record))
        return STATUS_BAD_TEXT;
    faults_init(&faults);
    rulebook_check(&changed, NULL, &faults);
    if (faults.count > 0)
        return STATUS_BAD_RULEBOOK;
    rulebook_freeze(&changed);
    *book = changed;
    return STATUS_OK;
}

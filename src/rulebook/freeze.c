/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/freeze.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { LINE_PATH_MAX = 160, LINE_VALUE_MAX = 256 };

struct walk {
    const struct rulebook *book;
    const struct deck *deck;
    rulebook_line *line;
    void *context;
};

/* A key that may be left out without a fallback, and was: the field is all zero. */
static bool is_unsaid(const struct rulebook_key *key, const void *record)
{
    const unsigned char *bytes = (const unsigned char *)record + key->offset;
    if (!key->fallback || key->fallback[0])
        return false;
    for (size_t i = 0; i < key->size; i++)
        if (bytes[i])
            return false;
    return true;
}

static void walk_keys(const struct walk *walk, enum key_group group, const char *prefix, const void *record)
{
    assert(prefix && record);
    size_t count;
    const struct rulebook_key *keys = rulebook_keys(group, &count);
    for (size_t i = 0; i < count; i++) {
        char path[LINE_PATH_MAX];
        char value[LINE_VALUE_MAX];
        struct text text;
        if ((keys[i].family && keys[i].family != walk->book->family) || is_unsaid(&keys[i], record))
            continue;
        snprintf(path, sizeof(path), "%s%s", prefix, keys[i].path);
        text_init(&text, value, sizeof(value));
        rulebook_key_print(&keys[i], record, walk->deck, &text);
        walk->line(walk->context, path, value, &keys[i]);
    }
}

static void walk_wager(const struct walk *walk, const struct wager_rule *wager)
{
    assert(wager->line_count <= PAY_LINES_MAX);
    char prefix[LINE_PATH_MAX];
    snprintf(prefix, sizeof(prefix), "wagers.%s.", wager->name);
    walk_keys(walk, KEYS_WAGER, prefix, wager);
    for (unsigned i = 0; i < wager->line_count; i++) {
        snprintf(prefix, sizeof(prefix), "wagers.%s.pays.%s.", wager->name, wager->lines[i].name);
        walk_keys(walk, KEYS_LINE, prefix, &wager->lines[i]);
    }
}

static void walk_irregularities(const struct walk *walk)
{
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++) {
        const struct irregularity_rule *rule = &walk->book->irregularities[kind];
        char prefix[LINE_PATH_MAX];
        if (rule->early == REMEDY_NONE && rule->late == REMEDY_NONE)
            continue;
        snprintf(prefix, sizeof(prefix), "irregularities.%s.", irregularity_name((enum irregularity)kind));
        walk_keys(walk, KEYS_IRREGULARITY, prefix, rule);
    }
}

static void walk_grounds(const struct walk *walk)
{
    for (unsigned ground = 0; ground < GROUND_COUNT; ground++) {
        char path[LINE_PATH_MAX];
        if (!walk->book->grounds[ground][0])
            continue;
        snprintf(path, sizeof(path), "grounds.%s", ground_name((enum ground)ground));
        walk->line(walk->context, path, walk->book->grounds[ground], NULL);
    }
}

void rulebook_walk(const struct rulebook *book, rulebook_line *line, void *context)
{
    assert(line && book->wager_count <= WAGERS_MAX);
    struct walk walk = {book, deck_of((enum deck_id)book->deck), line, context};
    walk_keys(&walk, KEYS_BOOK, "", book);
    for (unsigned i = 0; i < book->wager_count; i++)
        walk_wager(&walk, &book->wagers[i]);
    walk_irregularities(&walk);
    walk_grounds(&walk);
}

static void hash_line(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    assert(path && value);
    struct hasher *hasher = context;
    (void)key;
    hasher_add(hasher, path, strlen(path));
    hasher_add(hasher, ": ", 2);
    hasher_add(hasher, value, strlen(value));
    hasher_add(hasher, "\n", 1);
}

void rulebook_freeze(struct rulebook *book)
{
    struct hasher hasher;
    hasher_init(&hasher);
    rulebook_walk(book, hash_line, &hasher);
    book->hash = hasher_result(&hasher);
}

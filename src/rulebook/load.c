/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/load.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "rulebook/check.h"
#include "rulebook/freeze.h"
#include "rulebook/tree.h"
#include "rulebook/value.h"

enum { SUGGESTED_MAX = 8 };

struct loader {
    struct rulebook *book;
    const struct deck *deck;
    struct faults *faults;
    /* Keys that unknown ones were taken for, in the struct being loaded: they are not missing as well. */
    char suggested[SUGGESTED_MAX][KEY_PATH_MAX];
    unsigned suggested_count;
};

static const char *kind_name(enum node_kind kind)
{
    switch (kind) {
    case NODE_WORD:
        return "a single value";
    case NODE_MAPPING:
        return "a section of keys";
    case NODE_LIST:
        return "a list";
    }
    return "";
}

static bool is_kind(struct loader *loader, const struct node *node, enum node_kind wanted, const char *name)
{
    if (node->kind == wanted)
        return true;
    faults_add(loader->faults, node->line, node->column, "\"%s\" must be %s, not %s", name, kind_name(wanted),
               kind_name(node->kind));
    return false;
}

/* ---- One key. ---- */

static void must_be(struct loader *loader, const struct rulebook_key *key, const struct node *at)
{
    assert(key && at);
    char wanted[FAULT_TEXT_MAX];
    struct text text;
    text_init(&text, wanted, sizeof(wanted));
    rulebook_key_describe(key, &text);
    faults_add(loader->faults, at->line, at->column, "%s: %s is expected here", key->path, wanted);
}

static bool read_value(struct loader *loader, const struct rulebook_key *key, const struct node *node,
                       struct value *value)
{
    assert(key && node && value);
    *value = (struct value){.deck = loader->deck, .list = node->kind == NODE_LIST, .plain = node->plain};
    if (node->kind == NODE_WORD) {
        value->words[value->count++] = node->text;
        return true;
    }
    if (node->kind == NODE_MAPPING) {
        must_be(loader, key, node);
        return false;
    }
    for (const struct node *item = node->first; item; item = item->next) {
        if (value->count == VALUE_WORDS_MAX || item->kind != NODE_WORD) {
            must_be(loader, key, item);
            return false;
        }
        value->words[value->count++] = item->text;
    }
    return true;
}

static void load_key(struct loader *loader, const struct rulebook_key *key, const struct node *node,
                     void *record)
{
    assert(record && node);
    struct value value;
    if (key->family && key->family != loader->book->family && loader->book->family) {
        faults_add(loader->faults, node->key_line, node->key_column, "key \"%s\" belongs to the other family",
                   key->path);
        return;
    }
    if (!read_value(loader, key, node, &value) || value_store(&value, key, record))
        return;
    const struct node *at = node;
    if (value.bad < value.count && value.list) {
        at = node->first;
        for (unsigned i = 0; i < value.bad; i++)
            at = at->next;
    }
    faults_add(loader->faults, at->line, at->column, "%s: %s", key->path, value.reason);
}

static void load_fallback(struct loader *loader, const struct rulebook_key *key, void *record)
{
    struct value value = {.deck = loader->deck};
    char buffer[VALUE_TEXT_MAX];
    if (!key->fallback[0])
        return;
    bool good = value_split(&value, key, key->fallback, buffer) && value_store(&value, key, record);
    assert(good); /* the table's own words */
    (void)good;
}

/* ---- A struct of keys. ---- */

static const struct rulebook_key *key_at(enum key_group group, const char *path)
{
    const struct rulebook_key *key = rulebook_key_find(group, path);
    return key && strcmp(key->path, path) == 0 ? key : NULL;
}

static void unknown_key(struct loader *loader, enum key_group group, const char *section,
                        const struct node *node)
{
    char near[KEY_PATH_MAX];
    char shown[KEY_PATH_MAX];
    snprintf(shown, sizeof(shown), "%s%s%.48s", section, section[0] ? "." : "", node->key);
    if (!rulebook_key_nearest(group, section, node->key, near)) {
        faults_add(loader->faults, node->key_line, node->key_column, "unknown key \"%s\"", shown);
        return;
    }
    faults_add(loader->faults, node->key_line, node->key_column, "unknown key \"%s\"; did you mean \"%s\"?",
               shown, near);
    if (loader->suggested_count < SUGGESTED_MAX)
        memcpy(loader->suggested[loader->suggested_count++], near, sizeof(near));
}

static bool was_suggested(const struct loader *loader, const char *path)
{
    for (unsigned i = 0; i < loader->suggested_count; i++) {
        size_t length = strlen(loader->suggested[i]);
        if (strncmp(loader->suggested[i], path, length) == 0 && (path[length] == '.' || path[length] == '\0'))
            return true;
    }
    return false;
}

static void load_section(struct loader *loader, enum key_group group, const char *section,
                         const struct node *mapping, void *record)
{
    assert(section && mapping && record);
    for (const struct node *node = mapping->first; node; node = node->next) {
        char path[KEY_PATH_MAX];
        int length = snprintf(path, sizeof(path), "%s%s%s", section, section[0] ? "." : "", node->key);
        const struct rulebook_key *key = key_at(group, path);
        bool whole = length < (int)sizeof(path);
        if (whole && rulebook_key_is_list(group, path))
            continue;
        if (whole && key)
            load_key(loader, key, node, record);
        else if (!whole || !rulebook_key_is_section(group, path))
            unknown_key(loader, group, section, node);
        else if (is_kind(loader, node, NODE_MAPPING, path))
            load_section(loader, group, path, node, record);
    }
}

/* A missing key: a fault at the nearest section that is there, or the fallback. */
static void load_absent(struct loader *loader, enum key_group group, const struct node *mapping, void *record)
{
    assert(mapping && record);
    size_t count;
    const struct rulebook_key *keys = rulebook_keys(group, &count);
    for (size_t i = 0; i < count; i++) {
        bool whole;
        const struct node *nearest = node_find(mapping, keys[i].path, &whole);
        if (whole || (keys[i].family && keys[i].family != loader->book->family))
            continue;
        if (keys[i].fallback)
            load_fallback(loader, &keys[i], record);
        else if (nearest->kind == NODE_MAPPING && !was_suggested(loader, keys[i].path))
            faults_add(loader->faults, nearest->key ? nearest->key_line : nearest->line,
                       nearest->key ? nearest->key_column : nearest->column, "key \"%s\" is missing: %s",
                       keys[i].path, keys[i].legend);
    }
}

static void load_struct(struct loader *loader, enum key_group group, const struct node *mapping, void *record)
{
    loader->suggested_count = 0;
    load_section(loader, group, "", mapping, record);
    load_absent(loader, group, mapping, record);
}

/* ---- Wagers. ---- */

/* A line that leaves these open means any suit, any total. */
static void open_matches(const struct wager_rule *wager, struct match *match)
{
    bool by_cards = wager->judge == JUDGE_FIRST_TWO || wager->judge == JUDGE_FIRST_TWO_DEALER ||
                    wager->judge == JUDGE_SPLIT_TWO || wager->judge == JUDGE_DEALER_SECOND ||
                    wager->judge == JUDGE_ALL_CARDS;
    if (by_cards && match->suit == 0)
        match->suit = SUIT_ANY;
    if (wager->judge == JUDGE_OUTCOME && match->totals == 0)
        match->totals = (1U << BACCARAT_TOTALS) - 1;
}

/* The list section of a struct, or NULL with a fault. */
static const struct node *find_list(struct loader *loader, const struct node *mapping, const char *key,
                                    const char *legend)
{
    const struct node *list = node_entry(mapping, key, strlen(key));
    if (list)
        return is_kind(loader, list, NODE_LIST, key) ? list : NULL;
    if (!was_suggested(loader, key))
        faults_add(loader->faults, mapping->line, mapping->column, "key \"%s\" is missing: %s", key, legend);
    return NULL;
}

static void load_lines(struct loader *loader, struct wager_rule *wager, const struct node *mapping)
{
    assert(mapping);
    const struct node *list = find_list(loader, mapping, "pays", "What the wager pays.");
    if (!list)
        return;
    for (const struct node *node = list->first; node; node = node->next) {
        if (wager->line_count == PAY_LINES_MAX) {
            faults_add(loader->faults, node->line, node->column, "a wager has at most %d pay lines",
                       PAY_LINES_MAX);
            return;
        }
        struct pay_line *line = &wager->lines[wager->line_count];
        wager->line_count++;
        if (!is_kind(loader, node, NODE_MAPPING, "pays"))
            continue;
        load_struct(loader, KEYS_LINE, node, line);
        open_matches(wager, &line->match);
    }
}

static void load_wagers(struct loader *loader, const struct node *top)
{
    const struct node *list = find_list(loader, top, "wagers", "The wagers on offer.");
    if (!list)
        return;
    for (const struct node *node = list->first; node; node = node->next) {
        if (loader->book->wager_count == WAGERS_MAX) {
            faults_add(loader->faults, node->line, node->column, "a game has at most %d wagers", WAGERS_MAX);
            return;
        }
        struct wager_rule *wager = &loader->book->wagers[loader->book->wager_count];
        loader->book->wager_count++;
        if (!is_kind(loader, node, NODE_MAPPING, "wagers"))
            continue;
        load_struct(loader, KEYS_WAGER, node, wager);
        load_lines(loader, wager, node);
    }
    assert(loader->book->wager_count <= WAGERS_MAX);
}

/* ---- Irregularities and grounds. ---- */

static const char *irregularity_at(unsigned index)
{
    return irregularity_name((enum irregularity)index);
}

static const char *ground_at(unsigned index)
{
    return ground_name((enum ground)index);
}

static void unknown_name(struct loader *loader, const char *what, const struct node *node,
                         const char *(*name_at)(unsigned), unsigned count)
{
    assert(what[0] && name_at && count);
    struct nearest nearest;
    nearest_init(&nearest, node->key);
    for (unsigned i = 0; i < count; i++)
        nearest_try(&nearest, name_at(i));
    if (nearest.word)
        faults_add(loader->faults, node->key_line, node->key_column,
                   "unknown %s \"%.40s\"; did you mean \"%s\"?", what, node->key, nearest.word);
    else
        faults_add(loader->faults, node->key_line, node->key_column, "unknown %s \"%.40s\"", what, node->key);
}

static void load_irregularity(struct loader *loader, const struct node *node)
{
    enum irregularity kind;
    if (!irregularity_find(node->key, &kind)) {
        unknown_name(loader, "irregularity", node, irregularity_at, IRREGULARITY_COUNT);
        return;
    }
    if (!is_kind(loader, node, NODE_MAPPING, node->key))
        return;
    struct irregularity_rule *rule = &loader->book->irregularities[kind];
    load_struct(loader, KEYS_IRREGULARITY, node, rule);
    bool late = node_entry(node, "late", strlen("late"));
    if (!late)
        rule->late = rule->early;
    if (!late && !rule->late_clauses[0])
        memcpy(rule->late_clauses, rule->early_clauses, sizeof(rule->late_clauses));
    if (!node_entry(node, "late_choice", strlen("late_choice")))
        rule->late_choice = rule->early_choice;
}

static void load_ground(struct loader *loader, const struct node *node)
{
    enum ground ground;
    if (!ground_find(node->key, &ground)) {
        unknown_name(loader, "ground", node, ground_at, GROUND_COUNT);
        return;
    }
    const struct rulebook_key key = {
        .path = ground_name(ground), .type = KEY_CLAUSES, .size = sizeof(loader->book->grounds[ground])};
    load_key(loader, &key, node, loader->book->grounds[ground]);
}

static void load_entries(struct loader *loader, const struct node *top, const char *section,
                         void (*load)(struct loader *, const struct node *))
{
    const struct node *mapping = node_entry(top, section, strlen(section));
    if (!mapping || !is_kind(loader, mapping, NODE_MAPPING, section))
        return;
    for (const struct node *node = mapping->first; node; node = node->next)
        load(loader, node);
}

/* ---- The book. ---- */

/* Family and deck say how the rest is read, so they come first; their faults are found with the others. */
static void load_first(struct loader *loader, const struct node *top)
{
    static const char *const first[] = {"family", "cards.deck"};
    struct faults ignored;
    struct loader quiet = {.book = loader->book, .deck = deck_of(DECK_FRENCH), .faults = &ignored};
    faults_init(&ignored);
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
        const struct rulebook_key *key = key_at(KEYS_BOOK, first[i]);
        bool whole;
        assert(key);
        const struct node *node = node_find(top, first[i], &whole);
        if (whole)
            load_key(&quiet, key, node, loader->book);
    }
    loader->deck = deck_of(loader->book->deck ? (enum deck_id)loader->book->deck : DECK_FRENCH);
}

static void load_book(struct loader *loader, const struct tree *tree)
{
    const struct node *top = tree_top(tree);
    if (!top) {
        faults_add(loader->faults, 1, 1, "the file is empty");
        return;
    }
    if (!is_kind(loader, top, NODE_MAPPING, "rulebook"))
        return;
    load_first(loader, top);
    load_struct(loader, KEYS_BOOK, top, loader->book);
    load_wagers(loader, top);
    load_entries(loader, top, "irregularities", load_irregularity);
    load_entries(loader, top, "grounds", load_ground);
    rulebook_check(loader->book, tree, loader->faults);
}

enum status rulebook_load(const char *bytes, size_t size, struct rulebook *book, struct faults *faults)
{
    assert(book && faults);
    struct tree tree;
    struct loader loader = {.book = book, .deck = deck_of(DECK_FRENCH), .faults = faults};
    memset(book, 0, sizeof(*book));
    faults_init(faults);
    tree_init(&tree);
    enum status status = tree_read(&tree, bytes, size, faults);
    if (status != STATUS_NO_MEMORY && !tree.broken)
        load_book(&loader, &tree);
    tree_release(&tree);
    if (faults->count > 0 && status == STATUS_OK)
        status = STATUS_BAD_RULEBOOK;
    faults_sort(faults);
    if (status == STATUS_OK)
        rulebook_freeze(book);
    else
        memset(book, 0, sizeof(*book));
    return status;
}

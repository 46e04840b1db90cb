/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/tree.h"

#include <assert.h>
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tree_init(struct tree *tree)
{
    *tree = (struct tree){.bytes_max = TREE_BYTES_MAX, .nodes_max = TREE_NODES_MAX};
}

void tree_release(struct tree *tree)
{
    free(tree->nodes);
    free(tree->text);
    tree_init(tree);
}

/* ---- Is it text at all? ---- */

/* The length of the UTF-8 character that starts here, or 0 if none does or it is a control character. */
static size_t character_length(const unsigned char *at, size_t left)
{
    static const struct {
        unsigned char mask, lead;
        size_t length;
        unsigned least;
    } forms[] = {{0xE0, 0xC0, 2, 0x80}, {0xF0, 0xE0, 3, 0x800}, {0xF8, 0xF0, 4, 0x10000}};
    if (at[0] < 0x80)
        return (at[0] >= ' ' && at[0] != 0x7F) || at[0] == '\n' || at[0] == '\r' || at[0] == '\t';
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if ((at[0] & forms[i].mask) != forms[i].lead || left < forms[i].length)
            continue;
        unsigned code = at[0] & (unsigned char)~forms[i].mask;
        for (size_t k = 1; k < forms[i].length; k++) {
            if ((at[k] & 0xC0) != 0x80)
                return 0;
            code = code << 6 | (at[k] & 0x3FU);
        }
        bool good = code >= forms[i].least && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        return good ? forms[i].length : 0;
    }
    return 0;
}

static bool check_bytes(const char *bytes, size_t size, size_t size_max, struct faults *faults)
{
    unsigned line = 1, column = 1;
    if (size > size_max) {
        faults_add(faults, 1, 1, "the file has %zu bytes; it may have at most %zu", size, size_max);
        return false;
    }
    for (size_t at = 0; at < size;) {
        const unsigned char *here = (const unsigned char *)bytes + at;
        size_t length = character_length(here, size - at);
        if (length == 0) {
            faults_add(faults, line, column, "byte 0x%02x is not text (UTF-8)", here[0]);
            return false;
        }
        column++;
        if (here[0] == '\n') {
            line++;
            column = 1;
        }
        at += length;
    }
    return true;
}

/* ---- Building. ---- */

struct builder {
    struct tree *tree;
    struct faults *faults;
    struct node *open;   /* the mapping or list being filled */
    unsigned depth;      /* how many are open */
    bool wants_value;    /* a key was read: `key` is its text */
    const char *key;     /* NULL while its mapping's key was refused */
    unsigned key_line;   /* of the key waiting for its value */
    unsigned key_column; /* ... */
    unsigned line;       /* the last place seen: an empty value has none of its own */
    unsigned column;
    unsigned documents;
};

static void refuse(struct builder *builder, unsigned line, unsigned column, const char *reason)
{
    faults_add(builder->faults, line, column, "%s", reason);
    builder->tree->broken = true;
}

static void place_of(struct builder *builder, struct fy_event *event, unsigned *line, unsigned *column)
{
    const struct fy_mark *mark = fy_event_start_mark(event);
    if (mark) {
        builder->line = (unsigned)mark->line + 1;
        builder->column = (unsigned)mark->column + 1;
    }
    *line = builder->line;
    *column = builder->column;
}

static const char *keep_text(struct builder *builder, struct fy_token *token)
{
    assert(builder->tree->text_used <= builder->tree->text_size);
    struct tree *tree = builder->tree;
    size_t length = 0;
    const char *text = token ? fy_token_get_text(token, &length) : "";
    if (!text || length >= tree->text_size - tree->text_used)
        return NULL;
    char *kept = tree->text + tree->text_used;
    memcpy(kept, text, length);
    kept[length] = '\0';
    tree->text_used += length + 1;
    return strlen(kept) == length ? kept : NULL; /* an escaped zero byte is no text */
}

static struct node *add_node(struct builder *builder, enum node_kind kind, unsigned line, unsigned column)
{
    struct tree *tree = builder->tree;
    assert(tree->count <= tree->nodes_max);
    if (tree->count == tree->nodes_max) {
        refuse(builder, line, column, "the file has too many entries");
        return NULL;
    }
    struct node *node = &tree->nodes[tree->count++];
    *node = (struct node){.kind = kind, .line = line, .column = column, .parent = builder->open};
    struct node *parent = builder->open;
    if (!parent)
        return node;
    if (parent->kind == NODE_MAPPING) {
        node->key = builder->key;
        node->key_line = builder->key_line;
        node->key_column = builder->key_column;
        builder->wants_value = false;
    }
    if (parent->last)
        parent->last->next = node;
    else
        parent->first = node;
    parent->last = node;
    parent->child_count++;
    return node;
}

static void take_key(struct builder *builder, const char *text, unsigned line, unsigned column)
{
    assert(builder->open && builder->open->kind == NODE_MAPPING && !builder->wants_value);
    const struct node *before = node_entry(builder->open, text, strlen(text));
    if (before)
        faults_add(builder->faults, line, column, "key \"%s\" appears twice, first on line %u", text,
                   before->key_line);
    builder->key = text;
    builder->key_line = line;
    builder->key_column = column;
    builder->wants_value = true;
}

static void take_scalar(struct builder *builder, struct fy_event *event)
{
    unsigned line, column;
    place_of(builder, event, &line, &column);
    const char *text = keep_text(builder, event->scalar.value);
    if (!text) {
        refuse(builder, line, column, "the text cannot be kept: it is too long or holds a zero byte");
        return;
    }
    if (builder->open && builder->open->kind == NODE_MAPPING && !builder->wants_value) {
        take_key(builder, text, line, column);
        return;
    }
    struct node *node = add_node(builder, NODE_WORD, line, column);
    if (!node)
        return;
    node->text = text;
    node->plain = fy_token_scalar_style(event->scalar.value) == FYSS_PLAIN;
}

static void open_node(struct builder *builder, struct fy_event *event, enum node_kind kind)
{
    unsigned line, column;
    place_of(builder, event, &line, &column);
    if (builder->open && builder->open->kind == NODE_MAPPING && !builder->wants_value) {
        refuse(builder, line, column, "a key must be one word");
        return;
    }
    if (builder->depth == TREE_DEPTH_MAX) {
        refuse(builder, line, column, "entries are nested too deeply");
        return;
    }
    struct node *node = add_node(builder, kind, line, column);
    if (!node)
        return;
    builder->open = node;
    builder->depth++;
}

static void close_node(struct builder *builder)
{
    assert(builder->open && builder->depth > 0);
    builder->open = builder->open->parent;
    builder->depth--;
}

static bool has_anchor_or_tag(const struct fy_event *event)
{
    if (event->type == FYET_SCALAR)
        return event->scalar.anchor || event->scalar.tag;
    if (event->type == FYET_MAPPING_START)
        return event->mapping_start.anchor || event->mapping_start.tag;
    return event->type == FYET_SEQUENCE_START && (event->sequence_start.anchor || event->sequence_start.tag);
}

static void take_event(struct builder *builder, struct fy_event *event)
{
    unsigned line, column;
    place_of(builder, event, &line, &column);
    if (event->type == FYET_ALIAS || has_anchor_or_tag(event)) {
        refuse(builder, line, column, "anchors, aliases and tags are not used in rulebooks");
        return;
    }
    if (event->type == FYET_DOCUMENT_START && ++builder->documents > 1)
        refuse(builder, line, column, "a second document; a rulebook must be a single one");
    else if (event->type == FYET_SCALAR)
        take_scalar(builder, event);
    else if (event->type == FYET_MAPPING_START)
        open_node(builder, event, NODE_MAPPING);
    else if (event->type == FYET_SEQUENCE_START)
        open_node(builder, event, NODE_LIST);
    else if (event->type == FYET_MAPPING_END || event->type == FYET_SEQUENCE_END)
        close_node(builder);
}

/* The library's own complaint about the syntax; one is enough, what follows it is guesswork. */
static void take_complaint(struct fy_diag *diag, struct faults *faults)
{
    void *at = NULL;
    const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
    if (error && error->line >= 1 && error->column >= 1)
        faults_add(faults, (unsigned)error->line, (unsigned)error->column, "not YAML: %s", error->msg);
    else
        faults_add(faults, 1, 1, "not YAML: %s", error ? error->msg : "the text cannot be read");
}

static void run_parser(struct builder *builder, struct fy_parser *parser, struct fy_diag *diag)
{
    struct fy_event *event;
    while (!builder->tree->broken && (event = fy_parser_parse(parser))) {
        take_event(builder, event);
        fy_parser_event_free(parser, event);
    }
    if (!builder->tree->broken && fy_parser_get_stream_error(parser)) {
        take_complaint(diag, builder->faults);
        builder->tree->broken = true;
    }
}

static enum status allocate(struct tree *tree, size_t size)
{
    tree->text_size = 2 * size + tree->nodes_max; /* an escape may be longer than it looks */
    tree->text = malloc(tree->text_size);
    tree->nodes = calloc(tree->nodes_max, sizeof(tree->nodes[0]));
    return tree->text && tree->nodes ? STATUS_OK : STATUS_NO_MEMORY;
}

enum status tree_read(struct tree *tree, const char *bytes, size_t size, struct faults *faults)
{
    assert(!tree->nodes && !tree->text && tree->count == 0);
    struct builder builder = {.tree = tree, .faults = faults, .line = 1, .column = 1};
    unsigned before = faults->count;
    if (!check_bytes(bytes, size, tree->bytes_max, faults)) {
        tree->broken = true;
        return STATUS_BAD_RULEBOOK;
    }
    if (allocate(tree, size) != STATUS_OK)
        return STATUS_NO_MEMORY;
    struct fy_diag_cfg diag_cfg;
    fy_diag_cfg_default(&diag_cfg);
    diag_cfg.fp = NULL;
    struct fy_diag *diag = fy_diag_create(&diag_cfg);
    if (!diag)
        return STATUS_NO_MEMORY;
    fy_diag_set_collect_errors(diag, true);
    struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2,
                               .diag = diag};
    struct fy_parser *parser = fy_parser_create(&cfg);
    if (parser && fy_parser_set_string(parser, bytes, size) == 0)
        run_parser(&builder, parser, diag);
    else
        refuse(&builder, 1, 1, "not YAML: the text cannot be read");
    if (parser)
        fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    return faults->count == before ? STATUS_OK : STATUS_BAD_RULEBOOK;
}

/* ---- Looking things up. ---- */

const struct node *tree_top(const struct tree *tree)
{
    assert(tree->count <= tree->nodes_max);
    return tree->count > 0 ? &tree->nodes[0] : NULL;
}

const struct node *node_entry(const struct node *mapping, const char *key, size_t length)
{
    for (const struct node *child = mapping->first; child; child = child->next)
        if (child->key && strlen(child->key) == length && memcmp(child->key, key, length) == 0)
            return child;
    return NULL;
}

static const struct node *list_item(const struct node *list, const char *number)
{
    assert(list->kind == NODE_LIST);
    unsigned long left = strtoul(number, NULL, 10);
    const struct node *item = list->first;
    for (; item && left > 0; left--)
        item = item->next;
    return item;
}

const struct node *node_find(const struct node *node, const char *path, bool *whole)
{
    *whole = node != NULL;
    while (node && *path) {
        size_t length = strcspn(path, ".");
        const struct node *next = NULL;
        if (node->kind == NODE_MAPPING)
            next = node_entry(node, path, length);
        else if (node->kind == NODE_LIST)
            next = list_item(node, path);
        if (!next) {
            *whole = false;
            return node;
        }
        node = next;
        path += length + (path[length] == '.');
    }
    return node;
}

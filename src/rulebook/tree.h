/* SPDX-License-Identifier: Apache-2.0 */
/* tree.h - a YAML text as a tree of mappings, lists and words, each with its line and column.
 *
 * The only module that uses the YAML library. It takes the plain part of YAML that people write by hand: one
 * document, no anchors, aliases or tags. Size, depth and number of nodes are bounded, so a hostile file costs
 * no more than an honest one. Duplicate keys are faults everywhere.
 *
 * A tree owns its memory between tree_init and tree_release; nodes are borrowed from it. */
#ifndef CROUPIER_RULEBOOK_TREE_H
#define CROUPIER_RULEBOOK_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "rulebook/fault.h"

/* The limits for a rulebook. */
enum { TREE_BYTES_MAX = 128 * 1024, TREE_NODES_MAX = 4096, TREE_DEPTH_MAX = 8 };

enum node_kind { NODE_WORD = 1, NODE_MAPPING = 2, NODE_LIST = 3 };

struct node {
    enum node_kind kind;
    unsigned line; /* of the value */
    unsigned column;
    const char *key; /* entry of a mapping; NULL in a list and at the top */
    unsigned key_line;
    unsigned key_column;
    const char *text; /* NODE_WORD: ends in a zero byte and holds no other */
    bool plain;       /* NODE_WORD: written without quotes */
    unsigned child_count;
    struct node *first;
    struct node *last;
    struct node *next;
    struct node *parent;
};

struct tree {
    size_t bytes_max; /* tree_init sets the limits for a rulebook; raise them before tree_read if need be */
    unsigned nodes_max;
    unsigned count;
    struct node *nodes;
    char *text;
    size_t text_size;
    size_t text_used;
    bool broken; /* only a part of the text was read */
};

void tree_init(struct tree *tree);
void tree_release(struct tree *tree);

/* STATUS_BAD_RULEBOOK if the text is not such YAML: the faults say why, and the tree holds what was read. */
enum status tree_read(struct tree *tree, const char *bytes, size_t size, struct faults *faults) MUST_CHECK;

/* The top of the tree; NULL if it is empty. */
const struct node *tree_top(const struct tree *tree);

/* The entry of a mapping, or NULL; `length` bytes of `key`. */
const struct node *node_entry(const struct node *mapping, const char *key, size_t length);

/* Follows "dealer.soft17" or "wagers.2.pays.0.odds" (list items by number) from `node` as far as the file
 * goes. Returns the node reached; *whole tells whether it is the one asked for or one above it. */
const struct node *node_find(const struct node *node, const char *path, bool *whole);

#endif

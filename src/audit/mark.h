/* SPDX-License-Identifier: Apache-2.0 */
/* mark.h - how far a log was found right, with all that an audit needs to go on from there.
 *
 * Pure. A clean audit makes one at its last checkpoint (mark_maker), the auditor keeps it as a text
 * (docs/journal.md, section 12), and the next audit begins behind it (audit_since.h). A hash protects the
 * text against damage, not against forgery: the auditor who keeps a mark must protect it. Owns its memory
 * (mark_release). */
#ifndef CROUPIER_AUDIT_MARK_H
#define CROUPIER_AUDIT_MARK_H

#include "journal/walk.h"
#include "store/row.h"

enum { MARK_BYTES_MAX = 256 << 20, MARK_REASON_MAX = 128 };

struct mark_chain {
    struct chain chain;
    uint64_t position; /* of its last entry */
};

struct mark_document {
    uint64_t position;
    struct hash leaf;
};

/* A table's shoe in use: the entries of its chain from its *opened* on. */
struct mark_shoe {
    uint64_t position; /* of the *opened*; 0: the chain has none */
    uint64_t count;    /* entries, with that one */
    struct hash hash;  /* their leaves, joined one after the other: node(node(first, second), third) ... */
};

struct mark {
    char origin[NOTE_NAME_MAX];
    struct public_key key; /* with which the log is signed behind it */
    struct merkle tree;    /* of the entries that were found right; at a checkpoint */
    int64_t latest_ms;     /* the latest time among these */
    uint64_t cosignatures; /* how many of those kept in the database were checked */
    uint32_t chain_count;
    struct mark_chain *chains; /* chain n is at index n - 1 */
    struct mark_shoe *shoes;   /* at the same indexes */
    uint32_t chain_room;
    struct ledger ledger; /* every account with its balance */
    uint32_t document_count;
    uint32_t document_room;
    struct mark_document *documents;
    char *house; /* the house's day and what is in force (mark_house.h); NULL: an older mark has none */
    size_t house_size;
};

void mark_init(struct mark *mark);
void mark_release(struct mark *mark);

/* Returns owned (free), with its size; NULL: no memory. */
char *mark_print(const struct mark *mark, size_t *size);

/* STATUS_BAD_TEXT with a reason: not a mark, or a damaged one. On failure the mark is empty. */
enum status mark_parse(struct mark *mark, const char *text, size_t size,
                       char reason[MARK_REASON_MAX]) MUST_CHECK;

/* ---- Making a mark while a walk is under way. ---- */

struct mark_maker {
    uint64_t size; /* the mark is made behind this entry; 0: none is wanted */
    bool made;
    struct mark mark;
};

/* `since` may be NULL: the walk begins at the first entry. */
enum status mark_maker_begin(struct mark_maker *maker, uint64_t size, const struct mark *since) MUST_CHECK;

/* To be called when the walk has just taken this row. */
enum status mark_maker_take(struct mark_maker *maker, const struct walk *walk, const struct store_row *row,
                            const struct entry *entry) MUST_CHECK;

#endif

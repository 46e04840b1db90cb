/* SPDX-License-Identifier: Apache-2.0 */
#include "table/issue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_tree.h"
#include "table/excerpt.h"

/* The entries of one receipt: number 0 of the excerpt, which begins the shoe, and those of the round. */
struct share {
    struct excerpt excerpt;
    unsigned first; /* of the round */
    unsigned end;   /* behind its last */
    uint64_t last_position;
    bool staked; /* the account has a part in it */
};

static bool moves(const struct entry *entry, uint32_t account)
{
    for (unsigned i = 0; i < entry->transaction.count; i++)
        if (entry->transaction.postings[i].account == account)
            return true;
    return false;
}

/* Entries of a table without a round of their own (a fill, a note) may stand between those of a round. */
static enum status find_share(const struct issue *issue, struct share *share)
{
    struct entry entry;
    uint64_t position;
    enum status status = STATUS_OK;
    assert(share->excerpt.count);
    /* unreached: each was read when it was gathered */
    for (unsigned i = 1; status == STATUS_OK && i < share->excerpt.count; i++) {
        status = excerpt_entry(&share->excerpt, i, &entry, &position);
        /* unreached: each was read when it was gathered */
        if (status != STATUS_OK || entry.round != issue->round)
            continue;
        share->first = share->first ? share->first : i;
        share->end = i + 1;
        share->last_position = position;
        share->staked |= moves(&entry, issue->account);
    }
    assert(share->first <= share->end);
    return status;
}

/* ---- The checkpoint. ---- */

struct witnessed {
    struct checkpoint checkpoint;
    struct signature signature;
    uint64_t cosigned; /* number of the first cosignature of this size; 0: none */
};

/* Cosignatures stand in the order of keeping, and logs grow: found by halves. The number of the first one of
 * at least `size` leaves; 0: there is none. */
static uint64_t first_cosigned(struct store *store, uint64_t size)
{
    struct cosignature_row row;
    uint64_t low = 1;
    uint64_t high = 1;
    while (store_cosignature(store, high, &row) == STATUS_OK && row.size < size) {
        low = high + 1;
        high *= 2;
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (store_cosignature(store, middle, &row) == STATUS_OK && row.size < size)
            low = middle + 1;
        else
            high = middle;
    }
    assert(low >= 1);
    return store_cosignature(store, low, &row) == STATUS_OK && row.size >= size ? low : 0;
}

/* The checkpoint of at least `size` leaves (0: the last), if the key that signs now has signed it. */
static bool take_checkpoint(const struct issue *issue, struct store *store, uint64_t size,
                            struct witnessed *found)
{
    struct seal_row row;
    if (store_checkpoint(store, size, &row) != STATUS_OK)
        return false;
    found->checkpoint = (struct checkpoint){.size = row.kept.size, .root = row.kept.root};
    assert(strlen(issue->origin) < sizeof found->checkpoint.origin);
    memcpy(found->checkpoint.origin, issue->origin, strlen(issue->origin) + 1);
    found->signature = row.kept.signature;
    return checkpoint_holds(&found->checkpoint, issue->key, &row.kept.signature);
}

/* One that was cosigned, else the first that reaches so far, else (the key was turned since) the last. */
static enum status find_checkpoint(const struct issue *issue, struct store *store, uint64_t size,
                                   struct witnessed *found)
{
    struct cosignature_row row;
    found->cosigned = first_cosigned(store, size);
    if (found->cosigned && store_cosignature(store, found->cosigned, &row) == STATUS_OK &&
        take_checkpoint(issue, store, row.size, found) && found->checkpoint.size == row.size)
        return STATUS_OK;
    found->cosigned = 0;
    bool good = take_checkpoint(issue, store, size, found) || take_checkpoint(issue, store, 0, found);
    return good && found->checkpoint.size >= size ? STATUS_OK : STATUS_NOT_SEALED;
}

static void print_note(const struct issue *issue, struct store *store, const struct witnessed *found,
                       struct text *text)
{
    struct cosignature_row row;
    assert(found->checkpoint.size);
    checkpoint_note_print(&found->checkpoint, issue->key, &found->signature, text);
    for (uint64_t number = found->cosigned; number; number++) {
        if (store_cosignature(store, number, &row) != STATUS_OK || row.size != found->checkpoint.size)
            return;
        text_put(text, row.line);
    }
}

/* ---- The whole. ---- */

static enum status print_entry(const struct share *share, unsigned number, struct store_tree *tree,
                               uint64_t size, struct text *text)
{
    assert(number < share->excerpt.count);
    const struct excerpt_item *item = &share->excerpt.items[share->excerpt.count - 1 - number];
    struct merkle_source source = store_tree_source(tree);
    struct proof proof;
    enum status status = proof_of_leaf(&proof, &source, item->position - 1, size);
    if (status == STATUS_OK)
        receipt_entry_print((struct span){share->excerpt.bytes + item->offset, item->size},
                            item->position - 1, &proof, text);
    return status == STATUS_NOT_FOUND ? STATUS_ARCHIVED : status; /* its neighbours are not here any more */
}

static enum status print_receipt(const struct issue *issue, struct store *store, const struct share *share,
                                 struct text *text)
{
    struct witnessed found;
    struct store_tree *tree = malloc(sizeof *tree); /* large */
    if (!tree)
        return STATUS_NO_MEMORY;
    enum status status = find_checkpoint(issue, store, share->last_position, &found);
    store_tree_init(tree, store);
    receipt_head_print(issue->table, issue->round, text);
    if (status == STATUS_OK)
        status = print_entry(share, 0, tree, found.checkpoint.size, text);
    for (unsigned i = share->first; status == STATUS_OK && i < share->end; i++)
        status = text->full ? STATUS_TOO_LONG : print_entry(share, i, tree, found.checkpoint.size, text);
    if (status == STATUS_OK && !text->full)
        print_note(issue, store, &found, text);
    free(tree);
    return status == STATUS_OK && text->full ? STATUS_TOO_LONG : status;
}

enum status issue_receipt(const struct issue *issue, struct store *store, struct text *text)
{
    struct share share = {0};
    assert(issue->chain && issue->table && issue->key && issue->origin);
    if (!issue->round)
        return STATUS_NO_ROUND;
    enum status status =
        excerpt_gather_round(&share.excerpt, store, issue->chain, issue->position, issue->round);
    if (status == STATUS_NOT_FOUND)
        status = STATUS_NO_ROUND;
    if (status == STATUS_OK)
        status = find_share(issue, &share);
    if (status == STATUS_OK && !share.first)
        status = STATUS_NO_ROUND;
    if (status == STATUS_OK && issue->account && !share.staked)
        status = STATUS_NOT_YOUR_ROUND;
    if (status == STATUS_OK)
        status = print_receipt(issue, store, &share, text);
    excerpt_release(&share.excerpt);
    return status;
}

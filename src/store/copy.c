/* SPDX-License-Identifier: Apache-2.0 */
#include "store/copy.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "log/merkle.h"
#include "store/database.h"
#include "store/store.h"

enum { TELL_EVERY = 4096, NODES_SPARE = 64 };

struct copy {
    const struct copy_options *options;
    struct store_failure *failure;
    struct store *held; /* `from`, open for writing so that nobody else is; NULL: it is in use */
    struct store *from; /* to be read, with its archives */
    struct store *to;
    struct walk source; /* what `from` was found to hold */
    uint64_t sealed;    /* the last checkpoint that is copied; 0: none */
    uint64_t ticket;
    struct merkle tree;
    struct seal_row next; /* the next checkpoint to copy; size 0: there are no more */
    struct seals *seals;
    enum store_shelf shelf; /* whose records are copied */
};

static void tell(const struct copy *copy, enum copy_stage stage, uint64_t done, uint64_t total)
{
    if (copy->options->watch.tell)
        copy->options->watch.tell(copy->options->watch.context, stage, done, total);
}

static enum status fail(const struct copy *copy, enum status status, const char *what)
{
    char name[DATABASE_NAME_MAX];
    return store_fail(copy->failure, status, "%s: %s: %s", database_print(copy->options->to, name), what,
                      status_sentence(status));
}

/* ---- Checking an end. ---- */

struct check {
    const struct copy *copy;
    enum copy_stage stage;
    uint64_t total;
};

static enum status see_entry(void *context, const struct store_row *row, const struct entry *entry)
{
    const struct check *check = context;
    (void)entry;
    if (row->position % TELL_EVERY == 0)
        tell(check->copy, check->stage, row->position, check->total);
    return STATUS_OK;
}

static enum status check_end(struct copy *copy, struct store *store, enum copy_stage stage, struct walk *walk)
{
    struct check check = {copy, stage, store_last(store)};
    struct store_visit visit = {.walk = walk, .entry = see_entry, .context = &check};
    enum status status = store_verify(store, &visit, copy->failure);
    tell(copy, stage, check.total, check.total);
    return status;
}

/* ---- Copying. ---- */

static enum status flush(struct copy *copy)
{
    struct seals *seals = copy->seals;
    enum status status = copy->ticket ? store_wait(copy->to, copy->ticket) : STATUS_OK;
    if (status == STATUS_OK && seals->count + seals->node_count + seals->cosignature_count > 0)
        status = store_seal(copy->to, seals);
    seals->count = seals->node_count = seals->cosignature_count = 0;
    return status;
}

static void see_node(void *context, unsigned level, uint64_t number, const struct hash *hash)
{
    struct copy *copy = context;
    if (level < SEALS_LEVEL_MIN || (number + 1) << level > copy->sealed)
        return;
    assert(copy->seals->node_count < SEALS_NODES_MAX);
    copy->seals->nodes[copy->seals->node_count++] = (struct node_row){level, number, *hash};
}

/* The first checkpoint of at least this size; size 0 when there is none to be copied. */
static enum status find_seal(struct copy *copy, uint64_t size)
{
    if (size <= copy->sealed)
        return store_checkpoint(copy->from, size, &copy->next);
    copy->next.kept.size = 0;
    return STATUS_OK;
}

static enum status copy_row(struct copy *copy, const struct store_row *row)
{
    struct merkle_sink sink = {see_node, copy};
    struct hash leaf = merkle_leaf(row->entry);
    enum status status = store_submit(copy->to, row->chain, row->entry.bytes, row->entry.size, &copy->ticket);
    if (status == STATUS_OK)
        merkle_append(&copy->tree, &leaf, &sink);
    if (status == STATUS_OK && copy->tree.size == copy->next.kept.size) {
        copy->seals->rows[copy->seals->count++] = copy->next;
        status = find_seal(copy, copy->tree.size + 1);
    }
    bool full = copy->seals->count == SEALS_MAX;
    /* unreached: so many nodes stand over more than 190,000 entries, too many for a test */
    if (copy->seals->node_count > SEALS_NODES_MAX - NODES_SPARE)
        full = true;
    return status == STATUS_OK && full ? flush(copy) : status;
}

static enum status copy_rows(struct copy *copy)
{
    struct store_cursor *cursor;
    struct store_row row;
    uint64_t total = copy->source.entries;
    enum status status = find_seal(copy, 1);
    if (status == STATUS_OK)
        status = store_read(copy->from, 0, STORE_FORWARD, 0, &cursor, copy->failure);
    if (status != STATUS_OK)
        return status;
    enum status read = STATUS_OK;
    while (status == STATUS_OK && copy->tree.size < total && (read = store_next(cursor, &row)) == STATUS_OK) {
        status = copy_row(copy, &row);
        if (row.position % TELL_EVERY == 0)
            tell(copy, COPY_ENTRIES, row.position, total);
    }
    store_cursor_close(cursor);
    if (status == STATUS_OK && read != STATUS_OK)
        status = read;
    if (status == STATUS_OK)
        status = flush(copy);
    tell(copy, COPY_ENTRIES, copy->tree.size, total);
    return status;
}

static enum status copy_cosignatures(struct copy *copy)
{
    enum status status = STATUS_OK;
    for (uint64_t number = 1; status == STATUS_OK; number++) {
        struct cosignature_row *row = &copy->seals->cosignatures[copy->seals->cosignature_count];
        status = store_cosignature(copy->from, number, row);
        if (status == STATUS_OK && row->size <= copy->sealed)
            copy->seals->cosignature_count++;
        if (status == STATUS_OK && copy->seals->cosignature_count == SEALS_COSIGNATURES_MAX)
            status = flush(copy);
    }
    return status == STATUS_NOT_FOUND ? flush(copy) : status;
}

static enum status copy_record(void *context, struct span name, struct span value)
{
    struct copy *copy = context;
    struct store_record record = {copy->shelf, name, value};
    return store_put(copy->to, &record, 1, &copy->ticket);
}

/* People and sessions go with the house. */
static enum status copy_records(struct copy *copy)
{
    struct store_taker taker = {copy_record, copy};
    enum status status = STATUS_OK;
    for (int shelf = 0; status == STATUS_OK && shelf < STORE_SHELF_COUNT; shelf++) {
        copy->shelf = (enum store_shelf)shelf;
        status = store_records(copy->from, copy->shelf, &taker, copy->failure);
    }
    return status == STATUS_OK && copy->ticket ? store_wait(copy->to, copy->ticket) : status;
}

/* ---- Both ends. ---- */

static enum status compare_ends(struct copy *copy, const struct walk *walk)
{
    const struct walk *source = &copy->source;
    struct hash from = merkle_root(&copy->tree);
    struct hash to = merkle_root(&walk->guard.tree);
    /* unreached: only a fault of the program itself copies something else */
    bool same = source->entries == walk->entries && source->chain_count == walk->chain_count &&
                copy->sealed == walk->guard.sealed && hash_equal(&from, &to);
    /* unreached: see above */
    for (uint32_t i = 0; same && i < source->chain_count; i++)
        same = hash_equal(&source->chains[i].head, &walk->chains[i].head);
    /* unreached: see above */
    return same ? STATUS_OK : fail(copy, STATUS_STORE_CORRUPT, "is not what was copied");
}

static enum status open_ends(struct copy *copy)
{
    struct seal_row last;
    bool founded = true;
    struct store_options held = {.path = copy->options->from};
    struct store_options from = {.path = copy->options->from, .read_only = true, .unchecked = true};
    struct store_options to = {.path = copy->options->to, .copying = true};
    char name[DATABASE_NAME_MAX];
    enum status status = database_founded(copy->options->from, &founded, copy->failure);
    if (status == STATUS_OK && !founded)
        return store_fail(copy->failure, STATUS_NO_FILE, "%s: there is no house to copy",
                          database_print(copy->options->from, name));
    if (status == STATUS_OK)
        status = database_founded(copy->options->to, &founded, copy->failure);
    if (status == STATUS_OK && founded)
        return store_fail(copy->failure, STATUS_NO_FILE, "%s: is not empty; a house moves into an empty one",
                          database_print(copy->options->to, name));
    if (status == STATUS_OK && !copy->options->in_use)
        status = store_open(&copy->held, &held, copy->failure);
    if (status == STATUS_OK)
        status = store_open(&copy->from, &from, copy->failure);
    if (status == STATUS_OK && store_checkpoint(copy->from, 0, &last) == STATUS_OK)
        copy->sealed = last.kept.size;
    if (status == STATUS_OK)
        status = check_end(copy, copy->from, COPY_CHECK_FROM, &copy->source);
    return status == STATUS_OK ? store_open(&copy->to, &to, copy->failure) : status;
}

/* Why rows could not be copied: one end may have said so already, or it stopped. */
static enum status name_trouble(struct copy *copy, enum status status)
{
    struct store_failure stopped = {0};
    if (copy->failure->message[0])
        return status;
    if (store_state(copy->to, &stopped) == STATUS_OK)
        return fail(copy, status, "cannot be copied to");
    *copy->failure = stopped;
    return status;
}

static enum status copy_all(struct copy *copy, struct walk *walk)
{
    enum status status = open_ends(copy);
    if (status != STATUS_OK)
        return status;
    status = copy_rows(copy);
    if (status == STATUS_OK)
        status = copy_cosignatures(copy);
    if (status == STATUS_OK)
        status = copy_records(copy);
    if (status != STATUS_OK)
        return name_trouble(copy, status);
    status = check_end(copy, copy->to, COPY_CHECK_TO, walk);
    return status == STATUS_OK ? compare_ends(copy, walk) : status;
}

enum status copy_house(const struct copy_options *options, struct walk *walk, struct store_failure *failure)
{
    struct copy copy = {.options = options, .failure = failure};
    *failure = (struct store_failure){0};
    merkle_init(&copy.tree);
    copy.seals = calloc(1, sizeof(*copy.seals));
    enum status status = walk_init(&copy.source, NULL);
    if (status != STATUS_OK || !copy.seals)
        status = store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    else
        status = copy_all(&copy, walk);
    store_close(copy.from);
    store_close(copy.held);
    store_close(copy.to);
    walk_release(&copy.source);
    free(copy.seals);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/audit_since.h"

#include "audit/mark_house.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "table/excerpt.h"

static enum status tell(struct audit *audit, const char *table, uint64_t entry, const char *what)
{
    struct audit_fault *fault = &audit->fault;
    snprintf(fault->table, sizeof fault->table, "%s", table);
    fault->entry = entry;
    snprintf(fault->message, sizeof fault->message, "%s", what);
    return STATUS_BROKEN_CHAIN;
}

/* ---- Chains, balances, the tree. ---- */

static enum status take_standing(struct audit *audit, const struct mark *mark)
{
    struct walk *walk = &audit->walk;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; status == STATUS_OK && i < mark->chain_count; i++)
        status = walk_resume_chain(walk, &mark->chains[i].chain);
    for (uint32_t i = 0; status == STATUS_OK && i < mark->ledger.count; i++)
        status = ledger_load(&walk->ledger, &mark->ledger.accounts[i]);
    if (status == STATUS_OK)
        guard_resume(&walk->guard, mark->origin, &mark->key, &mark->tree, mark->latest_ms);
    audit->position = mark->tree.size;
    audit->resumed = true;
    gaming_day_init(&audit->day, false); /* until the mark says what was open */
    return status;
}

/* ---- Rulebooks. ---- */

static enum status take_document(struct audit *audit, const struct mark_document *document,
                                 struct store *store, struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    struct text fault;
    enum status status = store_read(store, 0, STORE_FORWARD, document->position, &cursor, failure);
    if (status)
        return status;
    text_init(&fault, audit->fault.message, sizeof audit->fault.message);
    bool there = store_next(cursor, &row) == STATUS_OK && row.position == document->position;
    struct hash leaf = there ? merkle_leaf(row.entry) : (struct hash){{0}};
    if (!there || !hash_equal(&leaf, &document->leaf) ||
        entry_read(&entry, row.entry.bytes, row.entry.size) != STATUS_OK)
        status = tell(audit, "", 0, "a rulebook is not the entry that was found right before the mark");
    else
        status = audit_books_take(&audit->books, &entry, &fault);
    store_cursor_close(cursor);
    return status;
}

/* ---- Shoes in use. ---- */

static enum excerpt_step judge_shoe(void *context, const struct entry *entry)
{
    (void)context;
    (void)entry;
    return EXCERPT_BEGIN;
}

/* As many entries as the mark says, from the same one on, with the same bytes. */
static bool is_marked(const struct mark_shoe *shoe, const struct excerpt *excerpt)
{
    struct hash hash = {{0}};
    if (excerpt->count != shoe->count || excerpt->items[excerpt->count - 1].position != shoe->position)
        return false;
    for (unsigned i = excerpt->count; i-- > 0;) {
        const struct excerpt_item *item = &excerpt->items[i];
        struct hash leaf = merkle_leaf((struct span){excerpt->bytes + item->offset, item->size});
        hash = i + 1 == excerpt->count ? leaf : merkle_node(&hash, &leaf);
    }
    return hash_equal(&hash, &shoe->hash);
}

static enum status repeat_shoe(struct audit *audit, uint32_t chain, const struct excerpt *excerpt)
{
    enum status status = STATUS_OK;
    struct text fault;
    text_init(&fault, audit->fault.message, sizeof audit->fault.message);
    for (unsigned i = 0; status == STATUS_OK && i < excerpt->count; i++) {
        struct entry entry;
        uint64_t position;
        status = excerpt_entry(excerpt, i, &entry, &position);
        struct audit_table *table = status ? NULL : audit_find_table(audit, chain, &entry, &fault);
        status = table ? audit_table_repeat(table, &audit->walk.ledger, &entry) : STATUS_BAD_ENTRY;
    }
    audit->counts = (struct audit_counts){0};
    return status;
}

static enum status take_shoe(struct audit *audit, uint32_t chain, const struct mark *mark,
                             struct store *store)
{
    struct excerpt excerpt;
    const char *name = mark->chains[chain - 1].chain.name;
    enum status status =
        excerpt_gather(&excerpt, store, chain, mark->chains[chain - 1].position, judge_shoe, NULL);
    if (status == STATUS_OK && is_marked(&mark->shoes[chain - 1], &excerpt))
        status = repeat_shoe(audit, chain, &excerpt);
    else
        status = STATUS_BROKEN_CHAIN;
    if (status && !audit->fault.entry)
        tell(audit, name, mark->chains[chain - 1].chain.number,
             "its shoe in use is not the one that was found right before the mark");
    excerpt_release(&excerpt);
    return status;
}

enum status audit_since(struct audit *audit, const struct mark *mark, struct store *store,
                        struct store_failure *failure)
{
    assert(audit->position == 0 && mark->tree.size);
    if (store_last(store) < mark->tree.size) {
        char what[96];
        snprintf(what, sizeof what, "the mark was made at %" PRIu64 " entries, and this log has %" PRIu64,
                 mark->tree.size, store_last(store));
        return tell(audit, "", 0, what);
    }
    enum status status = take_standing(audit, mark);
    if (status == STATUS_OK && mark_house_resume(mark, audit) != STATUS_OK)
        status = tell(audit, "", 0, "the mark does not tell the house's day");
    for (uint32_t i = 0; status == STATUS_OK && i < mark->document_count; i++)
        status = take_document(audit, &mark->documents[i], store, failure);
    for (uint32_t i = 1; status == STATUS_OK && i < mark->chain_count; i++)
        if (mark->shoes[i].position)
            status = take_shoe(audit, i + 1, mark, store);
    return status;
}

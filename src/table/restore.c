/* SPDX-License-Identifier: Apache-2.0 */
#include "table/restore.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "store/entries.h"
#include "store/failure.h"
#include "table/excerpt.h"

/* ---- The rulebook. ---- */

/* What the journal had of a game before a position. */
struct words_before {
    const char *game;
    const struct hash *document;
    uint64_t position;
    bool same;
    bool other;
};

static enum status take_words(void *context, const struct store_row *row, const struct entry *entry)
{
    struct words_before *before = context;
    struct hash hash;
    struct span words;
    char name[CHAIN_NAME_MAX];
    if (row->position >= before->position)
        return STATUS_NOT_FOUND;
    if (entry->kind != ENTRY_DOCUMENT || document_parse(entry->text, &hash, name, &words) != STATUS_OK ||
        strcmp(name, before->game) != 0)
        return STATUS_OK;
    before->same |= hash_equal(&hash, before->document);
    before->other |= !hash_equal(&hash, before->document);
    return STATUS_OK;
}

/* Before the words were named: whether `document` is what the journal had of this game when the shoe began,
 * and the only one. Later declarations (ours, just now) say nothing about it. */
static bool were_the_only_words(struct store *store, const char *game, const struct hash *document,
                                uint64_t position, struct store_failure *failure)
{
    struct words_before before = {.game = game, .document = document, .position = position};
    return store_entries(store, CHAIN_NUMBER_HOUSE, STORE_FORWARD, 0, take_words, &before, failure) ==
               STATUS_OK &&
           before.same && !before.other;
}

/* The shoe's first entry must name the plan's rulebook: the same reading, or the same words. */
static enum status check_book(const struct table *table, struct store *store, const struct entry *opened,
                              uint64_t position, struct store_failure *failure)
{
    assert(opened->kind == ENTRY_OPENED && position);
    const struct rulebook *book = table->plan.book;
    struct book_mark said;
    if (!book_mark_find(opened->text, &said))
        return store_fail(failure, STATUS_BAD_ENTRY, "the beginning of a shoe does not name its rulebook");
    if (book_mark_compare(&said, &table->mark) != BOOK_OTHER)
        return STATUS_OK;
    if (!book_mark_has_words(&said) &&
        were_the_only_words(store, book->id, &table->mark.document, position, failure))
        return STATUS_OK;
    return store_fail(
        failure, STATUS_BAD_ENTRY,
        "this table was begun by another rulebook than %s as it is now: give the new one a table "
        "of its own",
        book->id);
}

/* ---- The state. ---- */

/* The last shoe is enough. */
static enum excerpt_step judge_shoe(void *context, const struct entry *entry)
{
    (void)context;
    (void)entry;
    return EXCERPT_BEGIN;
}

static enum status replay(const struct excerpt *excerpt, struct rebuild *rebuild)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < excerpt->count; i++) {
        struct entry entry;
        uint64_t position;
        status = excerpt_entry(excerpt, i, &entry, &position);
        /* unreached: it was read when it was gathered */
        if (status == STATUS_OK)
            status = rebuild_entry(rebuild, &entry);
    }
    return status;
}

static enum status restore_from(struct table *table, const struct excerpt *excerpt, struct store *store,
                                struct rebuild_sink sink, struct store_failure *failure)
{
    assert(excerpt->count);
    struct entry opened;
    uint64_t position;
    struct rebuild *rebuild = malloc(sizeof *rebuild);
    if (!rebuild)
        return STATUS_NO_MEMORY;
    rebuild_init(rebuild, table->plan.book);
    rebuild->sink = sink;
    enum status status = excerpt_entry(excerpt, 0, &opened, &position);
    /* unreached: it was read when it was gathered */
    if (status == STATUS_OK)
        status = check_book(table, store, &opened, position, failure);
    if (status == STATUS_OK)
        status = replay(excerpt, rebuild);
    if (status == STATUS_OK)
        table_restore(table, &rebuild->state);
    rebuild_release(rebuild);
    free(rebuild);
    return status;
}

enum status restore_table(struct table *table, struct store *store, uint32_t chain, struct rebuild_sink sink,
                          struct store_failure *failure)
{
    assert(chain > CHAIN_NUMBER_HOUSE);
    struct excerpt excerpt;
    enum status status = excerpt_gather(&excerpt, store, chain, 0, judge_shoe, NULL);
    if (status == STATUS_OK)
        status = restore_from(table, &excerpt, store, sink, failure);
    else if (status == STATUS_NOT_FOUND) /* nothing was ever dealt here */
        status = STATUS_OK;
    excerpt_release(&excerpt);
    return status;
}

/* ---- Declarations. ---- */

enum status restore_declare(struct books *books, const struct table_plan *plan, uint32_t *chain)
{
    struct hash hash;
    uint32_t account;
    enum status status = books_chain(books, plan->id, chain, NULL);
    if (status == STATUS_OK)
        status = books_account(books, ACCOUNT_ESCROW, plan->id, &account, NULL);
    if (status == STATUS_OK)
        status = books_account(books, ACCOUNT_BANK, plan->id, &account, NULL);
    if (status == STATUS_OK && plan->book_text.size)
        status = books_document(books, plan->book->id, plan->book_text, &hash);
    return status;
}

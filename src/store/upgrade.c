/* SPDX-License-Identifier: Apache-2.0 */
#include "store/upgrade.h"

#include <assert.h>
#include <string.h>

#include "store/books.h"

enum { TELL_EVERY = 4096 };

struct pass {
    struct upgrade_watch watch;
    uint64_t done; /* by the walk before */
    uint64_t total;
    uint64_t old_entries;
};

static enum status see_entry(void *context, const struct store_row *row, const struct entry *entry)
{
    struct pass *pass = context;
    pass->old_entries += entry->format == ENTRY_FORMAT_OLD;
    if (pass->watch.tell && row->position % TELL_EVERY == 0)
        pass->watch.tell(pass->watch.context, pass->done + row->position, pass->total);
    return STATUS_OK;
}

/* Everything the file says, from the first entry; `walk` is the caller's to release. */
static enum status walk_through(const char *path, struct pass *pass, struct walk *walk,
                                struct store_failure *failure)
{
    struct store *store;
    struct store_options options = {.path = path, .read_only = true, .unchecked = true};
    struct store_visit visit = {.walk = walk, .entry = see_entry, .context = pass};
    enum status status = walk_init(walk, NULL);
    if (status == STATUS_OK)
        status = store_open(&store, &options, failure);
    if (status)
        return status;
    pass->total = 2 * store_last(store);
    pass->old_entries = 0;
    status = store_verify(store, &visit, failure);
    store_close(store);
    return status;
}

/* The log is opened to be written, which brings its tables up to date; closing it seals it. */
static enum status seal(const char *path, const struct house_key *key, struct store_failure *failure)
{
    struct books *books;
    struct books_options options = {.store = {.path = path}, .key = key};
    enum status status = books_open(&books, &options, failure);
    if (status == STATUS_OK)
        books_close(books);
    return status;
}

static bool same_books(const struct walk *before, const struct walk *after)
{
    struct hash roots[] = {merkle_root(&before->guard.tree), merkle_root(&after->guard.tree)};
    /* unreached: only a fault of the program itself makes another journal of it */
    if (before->entries != after->entries || before->chain_count != after->chain_count ||
        before->ledger.count != after->ledger.count || !hash_equal(&roots[0], &roots[1]))
        return false;
    for (uint32_t i = 0; i < before->chain_count; i++)
        /* unreached: only a fault of the program itself makes another journal of it */
        if (before->chains[i].number != after->chains[i].number ||
            !hash_equal(&before->chains[i].head, &after->chains[i].head))
            return false;
    for (uint32_t i = 0; i < before->ledger.count; i++)
        /* unreached: only a fault of the program itself makes another journal of it */
        if (before->ledger.accounts[i].balance_cents != after->ledger.accounts[i].balance_cents)
            return false;
    return true;
}

static enum status check_after(const char *path, const struct walk *before, const struct walk *after,
                               struct store_failure *failure)
{
    /* unreached: see same_books */
    if (!same_books(before, after))
        return store_fail(failure, STATUS_STORE_CORRUPT,
                          "%s: the journal is not the one it was: put back the copy you made", path);
    /* unreached: whoever closes the books has sealed them, or said that they cannot be opened */
    if (after->guard.sealed != after->entries)
        return store_fail(failure, STATUS_BAD_SIGNATURE, "%s: the last entries are not sealed", path);
    return STATUS_OK;
}

enum status upgrade_house(const char *path, const struct house_key *key, struct upgrade_watch watch,
                          struct upgrade *upgrade, struct store_failure *failure)
{
    assert(path && key);
    struct walk before = {0};
    struct walk after = {0};
    struct pass pass = {.watch = watch};
    enum status status = walk_through(path, &pass, &before, failure);
    if (status == STATUS_OK)
        *upgrade = (struct upgrade){.entries = before.entries,
                                    .old_entries = pass.old_entries,
                                    .signatures = before.signatures,
                                    .sealed = before.guard.sealed,
                                    .root = merkle_root(&before.guard.tree)};
    if (status == STATUS_OK)
        status = seal(path, key, failure);
    pass.done = before.entries;
    if (status == STATUS_OK)
        status = walk_through(path, &pass, &after, failure);
    if (status == STATUS_OK)
        status = check_after(path, &before, &after, failure);
    walk_release(&before);
    walk_release(&after);
    return status;
}

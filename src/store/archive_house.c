/* SPDX-License-Identifier: Apache-2.0 */
/* archive_house.c - the steps of archiving that are the same for every kind of database. */
#include "store/archive.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "journal/declaration.h"
#include "journal/walk.h"
#include "store/archive_home.h"
#include "store/backup.h"
#include "store/database.h"
#include "store/store.h"
#include "store/store_tree.h"

void archive_tell(const struct archiving *archiving, enum archive_stage stage)
{
    if (archiving->options->watch.tell)
        archiving->options->watch.tell(archiving->options->watch.context, stage);
}

/* ---- Which entries go. ---- */

/* The last entry before the first that is too young, down to the end of a block of the tree. */
static enum status choose(struct archiving *archiving, struct store *store, uint64_t before)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    uint64_t last = before;
    enum status status = store_read(store, 0, STORE_FORWARD, before + 1, &cursor, archiving->failure);
    if (status != STATUS_OK)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status != STATUS_OK || entry.time_ms >= archiving->options->until_ms)
            break;
        last = row.position;
    }
    store_cursor_close(cursor);
    if (status != STATUS_OK && status != STATUS_NOT_FOUND)
        return store_fail(archiving->failure, status, "%s: entry %" PRIu64 ": %s", archiving->name, last + 1,
                          status_sentence(status));
    last -= last % SEALS_BLOCK;
    archiving->archive->first = before + 1;
    archiving->archive->last = last;
    if (last <= before)
        return store_fail(archiving->failure, STATUS_NOT_FOUND,
                          "there are not %d entries of that time that could be archived", SEALS_BLOCK);
    return STATUS_OK;
}

/* The entries are those under the checkpoint where the archive ends: every block gives its node, and the
 * nodes give the root. */
static enum status check_sealed(struct archiving *archiving, struct store *store)
{
    static struct store_tree tree;
    struct archive *archive = archiving->archive;
    struct seal_row seal;
    struct hash kept;
    store_tree_init(&tree, store);
    enum status status = store_checkpoint(store, archive->last, &seal);
    if (status != STATUS_OK || seal.kept.size != archive->last)
        return store_fail(archiving->failure, STATUS_BAD_SIGNATURE,
                          "%s: there is no checkpoint of %" PRIu64 " entries", archiving->name,
                          archive->last);
    for (uint64_t block = (archive->first - 1) / SEALS_BLOCK; block < archive->last / SEALS_BLOCK; block++) {
        struct hash root;
        status = store_node(store, SEALS_LEVEL_MIN, block, &kept);
        if (status == STATUS_OK)
            status = store_tree_block(&tree, block, &root);
        if (status != STATUS_OK || !hash_equal(&root, &kept))
            return store_fail(archiving->failure, STATUS_STORE_CORRUPT,
                              "%s: entries from %" PRIu64
                              " on are not those of the tree: nothing was changed",
                              archiving->name, block * SEALS_BLOCK + 1);
    }
    status = store_tree_root(&tree, archive->last, &archive->root);
    if (status != STATUS_OK || !hash_equal(&archive->root, &seal.kept.root))
        return store_fail(archiving->failure, STATUS_STORE_CORRUPT,
                          "%s: the tree is not the one its checkpoint of %" PRIu64 " entries seals",
                          archiving->name, archive->last);
    return STATUS_OK;
}

static enum status choose_entries(struct archiving *archiving, uint64_t before)
{
    struct store *store;
    struct store_options read = {.path = archiving->options->path, .read_only = true};
    enum status status = store_open(&store, &read, archiving->failure);
    if (status != STATUS_OK)
        return status;
    status = choose(archiving, store, before);
    if (status == STATUS_OK)
        status = check_sealed(archiving, store);
    store_close(store);
    return status;
}

/* ---- What stays. ---- */

enum status archive_kept_init(struct archive_kept *kept)
{
    kept->from = calloc(WALK_CHAINS_MAX, sizeof(*kept->from));
    return kept->from ? STATUS_OK : STATUS_NO_MEMORY;
}

void archive_kept_release(struct archive_kept *kept)
{
    free(kept->from);
}

static bool is_filed(const struct store_row *row, const struct entry *entry)
{
    return row->chain >= 1 && row->chain <= WALK_CHAINS_MAX &&
           (entry->format == ENTRY_FORMAT_OLD || entry->chain == row->chain);
}

enum status archive_kept_see(const struct archiving *archiving, struct archive_kept *kept,
                             const struct store_row *row, bool *stays)
{
    struct entry entry;
    *stays = false;
    enum status status = entry_read(&entry, row->entry.bytes, row->entry.size);
    if (status == STATUS_OK && !is_filed(row, &entry))
        status = STATUS_BROKEN_CHAIN;
    if (status != STATUS_OK)
        return store_fail(archiving->failure, status, "%s: entry %" PRIu64 ": %s; nothing was changed",
                          archiving->name, row->position, status_sentence(status));
    uint64_t *from = &kept->from[row->chain - 1];
    if (row->chain == CHAIN_NUMBER_HOUSE || entry.kind == ENTRY_OPENED || !*from)
        *from = row->position;
    *stays = entry.kind <= ENTRY_DOCUMENT || entry.kind == ENTRY_KEY || entry.kind == ENTRY_LOSS ||
             entry.kind == ENTRY_PATRON || entry.kind == ENTRY_CHANGE;
    return STATUS_OK;
}

/* ---- The archive. ---- */

static enum status compare_archive(struct archiving *archiving, const struct archive_home *kind, void *home,
                                   const char *path)
{
    struct archive_sink sink;
    struct archive_file file = {.path = path, .archive = archiving->archive, .failure = archiving->failure};
    enum status status = archive_file_compare(&file, &sink);
    if (status == STATUS_OK)
        status = kind->pour(archiving, home, &sink);
    return archive_file_end(&file, status);
}

static enum status write_archive(struct archiving *archiving, const struct archive_home *kind, void *home,
                                 const char *draft)
{
    struct archive_sink sink;
    struct archive_file file = {.path = draft, .archive = archiving->archive, .failure = archiving->failure};
    enum status status = archive_file_write(&file, kind->by_account, &sink);
    if (status == STATUS_OK)
        status = kind->pour(archiving, home, &sink);
    return archive_file_end(&file, status);
}

/* Written by an earlier call, which then ended: it is used if it is right. */
static enum status make_archive(struct archiving *archiving, const struct archive_home *kind, void *home)
{
    char draft[PATH_MAX];
    const char *out = archiving->options->out;
    if (access(out, F_OK) == 0)
        return compare_archive(archiving, kind, home, out);
    if (snprintf(draft, sizeof(draft), "%s.partial", out) >= (int)sizeof(draft))
        return store_fail(archiving->failure, STATUS_TOO_LONG, "%s: the name is too long", out);
    enum status status = write_archive(archiving, kind, home, draft);
    if (status == STATUS_OK)
        archive_tell(archiving, ARCHIVE_DRAFTED);
    if (status == STATUS_OK)
        status = compare_archive(archiving, kind, home, draft);
    if (status == STATUS_OK && chmod(draft, 0400) != 0)
        status = store_fail(archiving->failure, STATUS_STORE_IO, "%s: %s", draft, strerror(errno));
    return status == STATUS_OK ? backup_take_name(draft, out, archiving->failure) : status;
}

/* ---- All of it. ---- */

static enum status move_entries(struct archiving *archiving, const struct archive_home *kind, void *home)
{
    struct archive *archive = archiving->archive;
    struct stat about;
    enum status status = kind->hold(archiving, home);
    if (status != STATUS_OK)
        return status;
    archive->bytes_before = kind->bytes(archiving, home);
    archive_tell(archiving, ARCHIVE_CHOSEN);
    status = make_archive(archiving, kind, home);
    if (status != STATUS_OK)
        return status;
    archive_tell(archiving, ARCHIVE_NAMED);
    status = kind->remove(archiving, home);
    archive->bytes = stat(archiving->options->out, &about) == 0 ? (uint64_t)about.st_size : 0;
    archive->bytes_after = kind->bytes(archiving, home);
    return status;
}

enum status archive_house(const struct archive_options *options, struct archive *archive,
                          struct store_failure *failure)
{
    const struct archive_home *kind =
        database_is_address(options->path) ? &archive_postgres : &archive_sqlite;
    struct archiving archiving = {.options = options, .archive = archive, .failure = failure};
    void *home = NULL;
    uint64_t before = 0;
    *failure = (struct store_failure){0};
    *archive = (struct archive){0};
    database_print(options->path, archiving.name);
    enum status status = kind->open(&archiving, &home, &before);
    if (status == STATUS_OK)
        status = choose_entries(&archiving, before);
    if (status == STATUS_OK)
        status = move_entries(&archiving, kind, home);
    kind->close(home);
    if (status == STATUS_OK)
        archive_tell(&archiving, ARCHIVE_DONE);
    else if (!failure->message[0]) /* a row that could not be taken */
        store_fail(failure, status, "%s: %s", archiving.name, status_sentence(status));
    return status;
}

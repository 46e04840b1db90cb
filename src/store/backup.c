/* SPDX-License-Identifier: Apache-2.0 */
#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal/declaration.h"
#include "store/archive_set.h"
#include "store/copy.h"
#include "store/database.h"
#include "store/founding.h"
#include "store/sqlite.h"
#include "store/sqlite_fault.h"
#include "store/store.h"

enum { BUSY_MS_MAX = 10000 };

/* ---- Copying. ---- */

/* In one step, which sees the file as it was when it began; a server may go on writing. */
static enum status copy_pages(sqlite3 *from, sqlite3 *to, const char *path, struct store_failure *failure)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup)
        sqlite3_backup_step(backup, -1);
    if (!backup || sqlite3_backup_finish(backup) != SQLITE_OK)
        return sqlite_failure(path, to, failure);
    return STATUS_OK;
}

static enum status copy_file(const char *from, const char *draft, struct store_failure *failure)
{
    sqlite3 *in = NULL;
    sqlite3 *out = NULL;
    if (access(from, R_OK))
        return store_fail(failure, STATUS_NO_FILE, "%s: %s", from, strerror(errno));
    unlink(draft);
    /* It holds the hashes of passwords: its owner alone may read it. */
    int made = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made < 0)
        return store_fail(failure, STATUS_STORE_IO, "%s: %s", draft, strerror(errno));
    close(made);
    enum status status;
    if (sqlite3_open_v2(from, &in, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(in, BUSY_MS_MAX) != SQLITE_OK)
        status = sqlite_failure(from, in, failure);
    else if (sqlite3_open_v2(draft, &out, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        status = sqlite_failure(draft, out, failure);
    else
        status = copy_pages(in, out, draft, failure);
    sqlite3_close(out);
    sqlite3_close(in);
    return status;
}

static bool sync_path(const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);
    bool done = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return done;
}

/* The write-ahead log and its index of the file that is replaced are not those of the copy. */
static void drop_logs(const char *path)
{
    static const char *const ends[] = {"-wal", "-shm"};
    char name[PATH_MAX + 8];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(name, sizeof(name), "%s%s", path, ends[i]);
        unlink(name);
    }
}

enum status backup_take_name(const char *draft, const char *to, struct store_failure *failure)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof(folder), "%s", to);
    if (!sync_path(draft, O_RDONLY))
        return store_fail(failure, STATUS_STORE_IO, "%s: %s", draft, strerror(errno));
    drop_logs(to);
    if (rename(draft, to) || !sync_path(dirname(folder), O_RDONLY | O_DIRECTORY))
        return store_fail(failure, STATUS_STORE_IO, "%s: %s", to, strerror(errno));
    return STATUS_OK;
}

/* ---- Checking. ---- */

static void find_archives(const char *from, struct archive_files *files)
{
    struct archive_list list = {0};
    struct store_failure failure;
    sqlite3 *connection = NULL;
    files->count = 0;
    if (sqlite3_open_v2(from, &connection, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite_archive_list(connection, from, &list, &failure) == STATUS_OK)
        archive_files_beside(from, &list, files);
    sqlite3_close(connection);
}

/* With the archives that lie beside the house, which a copy does not hold. */
static enum status verify(const char *path, const char *from, struct walk *walk,
                          struct store_failure *failure)
{
    struct store *store;
    struct store_visit visit = {.walk = walk};
    struct archive_files *files = malloc(sizeof(*files));
    if (!files)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    find_archives(from, files);
    struct store_options options = {.path = path,
                                    .read_only = true,
                                    .unchecked = true,
                                    .archives = files->list,
                                    .archive_count = files->count};
    enum status status = store_open(&store, &options, failure);
    free(files);
    if (status != STATUS_OK)
        return status;
    status = store_verify(store, &visit, failure);
    store_close(store);
    drop_logs(path);
    return status;
}

/* Out of a PostgreSQL, into a file: verified on both ends. */
static enum status fetch(const char *from, const char *draft, struct walk *walk,
                         struct store_failure *failure)
{
    char lock[PATH_MAX + 8];
    struct copy_options options = {.from = from, .to = draft, .in_use = true};
    unlink(draft);
    enum status status = copy_house(&options, walk, failure);
    snprintf(lock, sizeof(lock), "%s.lock", draft);
    unlink(lock);
    drop_logs(draft);
    return status;
}

enum status backup_copy(const char *from, const char *to, bool replace, struct walk *walk,
                        struct store_failure *failure)
{
    char draft[PATH_MAX];
    *failure = (struct store_failure){0};
    if (snprintf(draft, sizeof(draft), "%s.part", to) >= (int)sizeof(draft))
        return store_fail(failure, STATUS_TOO_LONG, "%s: the name is too long", to);
    if (!replace && access(to, F_OK) == 0)
        return store_fail(failure, STATUS_NO_FILE, "%s: is there already", to);
    enum status status =
        database_is_address(from) ? fetch(from, draft, walk, failure) : copy_file(from, draft, failure);
    if (status == STATUS_OK && !database_is_address(from))
        status = verify(draft, from, walk, failure);
    if (status == STATUS_OK)
        status = backup_take_name(draft, to, failure);
    if (status != STATUS_OK)
        unlink(draft);
    return status;
}

/* The key of the house's first entry names the log. */
static enum status read_origin(struct store *store, char origin[NOTE_NAME_MAX], struct store_failure *failure)
{
    struct public_key key;
    enum status status = founding_read(store, &key, failure);
    if (status == STATUS_OK)
        origin_print(&key, origin);
    return status;
}

enum status backup_head(const char *path, struct checkpoint *head, struct store_failure *failure)
{
    struct store *store;
    struct seal_row last;
    struct store_options options = {.path = path, .read_only = true, .unchecked = true};
    *failure = (struct store_failure){0};
    enum status status = store_open(&store, &options, failure);
    if (status != STATUS_OK)
        return status;
    status = store_checkpoint(store, 0, &last);
    if (status == STATUS_OK)
        status = read_origin(store, head->origin, failure);
    if (status == STATUS_OK) {
        head->size = last.kept.size;
        head->root = last.kept.root;
    }
    store_close(store);
    return status;
}

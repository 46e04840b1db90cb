/* SPDX-License-Identifier: Apache-2.0 */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* The file's one true name, so that two ways to it meet at the same lock. The database is made if there is
 * none, because only what exists has such a name; one that exists is not opened here, since closing it again
 * would give up SQLite's own locks of this process. */
static enum status lock_name(const char *path, char *name, size_t size, struct store_failure *failure)
{
    char real[PATH_MAX];
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    else if (errno != EEXIST)
        return store_fail(failure, errno == EROFS ? STATUS_STORE_READ_ONLY : STATUS_NO_FILE,
                          "%s: cannot be made: %s", path, strerror(errno));
    if (access(path, W_OK))
        return store_fail(failure, STATUS_STORE_READ_ONLY, "%s: cannot be written: %s", path,
                          strerror(errno));
    if (!realpath(path, real))
        return store_fail(failure, STATUS_NO_FILE, "%s: %s", path, strerror(errno));
    snprintf(name, size, "%s.lock", real);
    return STATUS_OK;
}

static enum status refuse(const char *path, int file, struct store_failure *failure)
{
    char holder[16] = "";
    ssize_t size = pread(file, holder, sizeof(holder) - 1, 0);
    holder[size > 0 ? strcspn(holder, "\n") : 0] = '\0';
    return store_fail(failure, STATUS_STORE_LOCKED,
                      "%s: in use by another croupier process%s%s; one process at a time can write to it",
                      path, holder[0] ? ", number " : "", holder);
}

/* When the file was made; 0 where the file system does not know, as the kernel leaves it then. */
static uint64_t birth_of(const char *path)
{
    struct statx found = {0};
    (void)!statx(AT_FDCWD, path, 0, STATX_BTIME, &found);
    return (uint64_t)found.stx_btime.tv_sec * 1000000000 + found.stx_btime.tv_nsec;
}

/* A name in the kernel cannot be deleted like a file. It is known in one network namespace only, so that the
 * file is needed as well. The number of a file that was replaced or deleted may be another's before the name
 * is given up, as while a backup is restored: hence its birth. -1: somebody has it. */
static int take_name(const char *path, const struct stat *database)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int length =
        snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "croupier-%jx-%jx-%jx",
                 (uintmax_t)database->st_dev, (uintmax_t)database->st_ino, (uintmax_t)birth_of(path));
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    int found = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (found >= 0 && bind(found, (struct sockaddr *)&name, size)) {
        close(found);
        found = -1;
    }
    return found;
}

/* The name of the holder is only for the message: a full disk must not keep anybody from opening. */
static void write_holder(int file)
{
    char holder[16];
    int length = snprintf(holder, sizeof(holder), "%ld\n", (long)getpid());
    if (ftruncate(file, 0) == 0 && pwrite(file, holder, (size_t)length, 0) != length)
        (void)!ftruncate(file, 0);
}

enum status lock_take(const char *path, struct lock *lock, struct store_failure *failure)
{
    char name[PATH_MAX + 8];
    struct stat database;
    *lock = LOCK_NONE;
    enum status status = lock_name(path, name, sizeof(name), failure);
    if (status != STATUS_OK)
        return status;
    lock->file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock->file < 0 || stat(path, &database))
        status = store_fail(failure, STATUS_STORE_READ_ONLY, "%s: %s", name, strerror(errno));
    else if (flock(lock->file, LOCK_EX | LOCK_NB))
        status = errno == EWOULDBLOCK ? refuse(path, lock->file, failure)
                                      : store_fail(failure, STATUS_STORE_IO, "%s: %s", name, strerror(errno));
    else if ((lock->name = take_name(path, &database)) < 0)
        status = refuse(path, lock->file, failure);
    if (status == STATUS_OK)
        write_holder(lock->file);
    else
        lock_release(lock);
    return status;
}

void lock_release(struct lock *lock)
{
    if (lock->file >= 0)
        close(lock->file);
    if (lock->name >= 0)
        close(lock->name);
    *lock = LOCK_NONE;
}

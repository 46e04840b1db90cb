/* SPDX-License-Identifier: Apache-2.0 */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
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
    if (!realpath(path, real) || snprintf(name, size, "%s.lock", real) >= (int)size)
        return store_fail(failure, STATUS_NO_FILE, "%s: %s", path, strerror(errno));
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

enum status lock_take(const char *path, int *descriptor, struct store_failure *failure)
{
    char name[PATH_MAX + 8];
    char holder[16];
    enum status status = lock_name(path, name, sizeof(name), failure);
    if (status != STATUS_OK)
        return status;
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return store_fail(failure, STATUS_STORE_READ_ONLY, "%s: %s", name, strerror(errno));
    if (flock(file, LOCK_EX | LOCK_NB)) {
        status = errno == EWOULDBLOCK ? refuse(path, file, failure)
                                      : store_fail(failure, STATUS_STORE_IO, "%s: %s", name, strerror(errno));
        close(file);
        return status;
    }
    /* Who holds it is for the message alone: a full disk must not keep anybody from opening. */
    int length = snprintf(holder, sizeof(holder), "%ld\n", (long)getpid());
    if (ftruncate(file, 0) == 0 && pwrite(file, holder, (size_t)length, 0) != length)
        (void)!ftruncate(file, 0);
    *descriptor = file;
    return STATUS_OK;
}

void lock_release(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *file_database(const struct argp_state *state, const char *path)
{
    struct stat found;
    if (stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        argp_error(state, "%s is a folder; a database is a file", path);
    return path;
}

static char *read_all(FILE *in, size_t size_max, size_t *size)
{
    char *bytes = NULL;
    size_t room = 0;
    *size = 0;
    for (;;) {
        if (room - *size < 2) {
            room = room ? 2 * room : 16384;
            char *more = realloc(bytes, room);
            if (!more)
                break;
            bytes = more;
        }
        *size += fread(bytes + *size, 1, room - *size - 1, in);
        if (*size > size_max) {
            errno = EFBIG;
            break;
        }
        if (ferror(in))
            break;
        if (feof(in)) {
            bytes[*size] = '\0';
            return bytes;
        }
    }
    free(bytes);
    return NULL;
}

char *file_read(const char *path, size_t size_max, size_t *size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    if (!in)
        return NULL;
    char *bytes = read_all(in, size_max, size);
    int reason = errno;
    if (!standard)
        fclose(in);
    errno = reason;
    return bytes;
}

int file_write(const char *path, const char *bytes, size_t size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *out = standard ? stdout : fopen(path, "wb");
    if (!out)
        return -1;
    bool good = fwrite(bytes, 1, size, out) == size;
    if (standard)
        good = fflush(out) == 0 && good;
    else
        good = fclose(out) == 0 && good;
    return good ? 0 : -1;
}

bool folder_make(char *path, size_t size, const char *name)
{
    static const char unique[] = "XXXXXX"; /* mkdtemp puts letters of its own in their place */
    const char *parent = getenv("TMPDIR");
    int length = snprintf(path, size, "%s/%s.%s", parent ? parent : P_tmpdir, name, unique);
    if (length < 0 || (size_t)length >= size) {
        path[0] = 0;
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdtemp(path) != NULL;
}

void folder_remove(const char *path)
{
    DIR *folder = path[0] ? opendir(path) : NULL;
    if (!folder)
        return;
    for (struct dirent *file; (file = readdir(folder));)
        unlinkat(dirfd(folder), file->d_name, 0);
    closedir(folder);
    rmdir(path);
}

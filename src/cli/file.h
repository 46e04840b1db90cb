/* SPDX-License-Identifier: Apache-2.0 */
/* file.h - whole files, read at once ("-" is standard input or output), and folders that go away again. */
#ifndef CROUPIER_CLI_FILE_H
#define CROUPIER_CLI_FILE_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* The bytes of a file, owned by the caller (free), with a zero byte after them; NULL with errno set (EFBIG
 * where it has more than `size_max`). */
char *file_read(const char *path, size_t size_max, size_t *size);

/* The argument of --db; a folder is refused before anything is laid beside it. */
const char *file_database(const struct argp_state *state, const char *path);

/* 0, or -1 with errno set. */
int file_write(const char *path, const char *bytes, size_t size);

/* Makes a new folder "NAME.something" for passing things, readable by its owner alone, and tells its path.
 * False with errno set. */
bool folder_make(char *path, size_t size, const char *name);

/* Removes such a folder and the files in it; "" is none. */
void folder_remove(const char *path);

#endif

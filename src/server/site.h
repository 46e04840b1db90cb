/* SPDX-License-Identifier: Apache-2.0 */
/* site.h - the pages: every file of one folder, held in memory, compressed once.
 *
 * Read at start and never again, so no request touches the disk and no name can lead out of the folder. */
#ifndef CROUPIER_SERVER_SITE_H
#define CROUPIER_SERVER_SITE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { SITE_FILES_MAX = 512, SITE_BYTES_MAX = 64 << 20, SITE_PATH_MAX = 256, SITE_ETAG_MAX = 24 };

struct site_file {
    char path[SITE_PATH_MAX]; /* "/assets/index-4f3a.js" */
    const char *type;
    char *bytes;
    size_t size;
    char *gzip; /* NULL where it would not be smaller */
    size_t gzip_size;
    bool immutable; /* its name holds a hash of its content */
    char etag[SITE_ETAG_MAX];
};

struct site {
    struct site_file *files;
    unsigned count;
    size_t bytes;
};

void site_init(struct site *site);
void site_release(struct site *site);

/* STATUS_NO_FILE if the folder cannot be read, STATUS_TOO_LONG if it holds too much. */
enum status site_load(struct site *site, const char *folder) MUST_CHECK;

/* The file of that path; for a folder ("/", "/studio/") its index.html; NULL for every other name. Places
 * inside the pages are behind the # and do not reach the server. */
const struct site_file *site_find(const struct site *site, const char *path);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* embedded.h - files that are built into the binary by tools/embed.py.
 *
 * A list ends with an entry whose name is NULL. The bytes are followed by a zero byte that is not counted. */
#ifndef CROUPIER_BASE_EMBEDDED_H
#define CROUPIER_BASE_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name; /* the file's name without folder and ending */
    const unsigned char *bytes;
    size_t size;
};

#endif

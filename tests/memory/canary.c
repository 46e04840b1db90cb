/* SPDX-License-Identifier: Apache-2.0 */
/* canary.c - must be stopped by MemorySanitizer, or tools/san-memory tests nothing.
 *   canary branch   the core decides by a byte that nobody has set
 *   canary edge     such a byte goes into a library that is not built with it (edges.c)
 *   canary none     neither: must end well */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { SIZE = 64, UNSET = 17 };

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    unsigned char *bytes = malloc(SIZE);
    if (!bytes)
        return 2;
    memset(bytes, 1, SIZE);
    struct hash hash = hash_of(bytes, SIZE);
    struct hash twice = hash;
    if (strcmp(what, "edge") == 0) {
        unsigned char *unset = malloc(SIZE);
        if (unset)
            twice = hash_of(unset, SIZE);
        free(unset);
    } else if (strcmp(what, "branch") == 0) {
        volatile unsigned char *unset = malloc(sizeof twice);
        if (unset)
            twice.bytes[UNSET] = unset[UNSET];
        free((void *)unset);
    }
    free(bytes);
    return hash_equal(&hash, &twice) ? 0 : 1;
}

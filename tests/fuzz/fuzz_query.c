/* SPDX-License-Identifier: Apache-2.0 */
/* The query of a request: a value fits into its room, holds no zero byte, and reading it twice is the same.
 */
#include "fuzz.h"

#include <string.h>

#include "server/api.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"from", "hand", "dealer", "a"};
    char *query = malloc(size + 1);
    if (!query)
        return 0;
    memcpy(query, data, size);
    query[size] = 0;
    const struct request request = {.query = query};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char value[16];
        char again[16];
        memset(value, 'x', sizeof value);
        bool found = api_query(&request, names[i], value, sizeof value);
        FUZZ_CANARY(found);
        if (!found)
            continue;
        FUZZ_PROMISE(memchr(value, 0, sizeof value));
        FUZZ_PROMISE(api_query(&request, names[i], again, sizeof again) && strcmp(value, again) == 0);
    }
    free(query);
    return 0;
}

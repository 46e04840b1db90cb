/* SPDX-License-Identifier: Apache-2.0 */
/* A person's line: what is read is written in a form that reads as the same person. */
#include "fuzz.h"

#include <string.h>

#include "server/people.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct user user;
    struct user again;
    char line[USER_LINE_MAX];
    char *bytes = malloc(size + 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    bytes[size] = 0;
    if (user_parse(bytes, &user) == STATUS_OK) {
        FUZZ_CANARY(true);
        user_print(&user, line, sizeof line);
        FUZZ_PROMISE(user_parse(line, &again) == STATUS_OK);
        FUZZ_PROMISE(strcmp(user.name, again.name) == 0 && strcmp(user.title, again.title) == 0 &&
                     strcmp(user.code, again.code) == 0 && strcmp(user.password, again.password) == 0 &&
                     user.role == again.role && user.number == again.number &&
                     user.since_ms == again.since_ms && user.revoked == again.revoked);
    }
    free(bytes);
    return 0;
}

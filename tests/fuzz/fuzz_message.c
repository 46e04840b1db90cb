/* SPDX-License-Identifier: Apache-2.0 */
/* A message of a client is understood field by field, or refused with a sentence. */
#include "fuzz.h"

#include <string.h>

#include "server/message.h"

static const struct field fields[] = {{"type", FIELD_STRING, true},   {"id", FIELD_STRING, false},
                                      {"table", FIELD_STRING, false}, {"since", FIELD_INTEGER, false},
                                      {"luck", FIELD_BOOL, false},    {NULL, 0, false}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message message;
    char *bytes = malloc(size > 0 ? size : 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    bool read = message_read(&message, bytes, size);
    FUZZ_PROMISE(read || message.fault[0]);
    if (read && message_check(&message, fields)) {
        FUZZ_CANARY(true);
        const char *id = message_string(&message, "id");
        FUZZ_PROMISE(message_string(&message, "type"));
        FUZZ_PROMISE(!id || !message_key_ok(id) || strlen(id) <= MESSAGE_KEY_MAX);
        (void)message_integer(&message, "since", -1);
        (void)message_true(&message, "luck");
    }
    message_release(&message);
    free(bytes);
    return 0;
}

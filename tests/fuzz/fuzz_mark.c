/* SPDX-License-Identifier: Apache-2.0 */
/* An auditor's mark is read as it is written, or refused with a reason. */
#include "fuzz.h"

#include <string.h>

#include "audit/mark.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct mark mark;
    char reason[MARK_REASON_MAX] = "";
    char *bytes = malloc(size > 0 ? size : 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    mark_init(&mark);
    FUZZ_CANARY(size > 15 && memcmp(bytes, "croupier mark 1", 15) == 0); /* the last line is a hash */
    enum status status = mark_parse(&mark, bytes, size, reason);
    FUZZ_PROMISE(status == STATUS_OK || status == STATUS_NO_MEMORY || reason[0]);
    if (status == STATUS_OK) {
        size_t used;
        char *again = mark_print(&mark, &used);
        FUZZ_PROMISE(!again || (used == size && memcmp(again, bytes, size) == 0));
        free(again);
    }
    mark_release(&mark);
    free(bytes);
    return 0;
}

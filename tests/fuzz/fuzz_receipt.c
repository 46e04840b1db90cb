/* SPDX-License-Identifier: Apache-2.0 */
/* What is read as a receipt is written as it was read, and nothing that was not signed for is proved. */
#include "fuzz.h"

#include <string.h>

#include "log/receipt.h"

static void check_entries(const struct receipt *receipt)
{
    static uint8_t room[16384];
    struct span rest = receipt->entries;
    struct receipt_entry entry;
    enum status status;
    unsigned count = 0;
    while ((status = receipt_next(receipt, &rest, room, sizeof room, &entry)) != STATUS_NOT_FOUND) {
        FUZZ_PROMISE(++count <= receipt->count);
        if (status == STATUS_OK)
            FUZZ_PROMISE(entry.index < receipt->checkpoint.size && entry.bytes.size <= sizeof room);
        else
            FUZZ_PROMISE(status == STATUS_BROKEN_CHAIN || status == STATUS_BAD_TEXT ||
                         status == STATUS_TOO_LONG);
    }
    FUZZ_PROMISE(count == receipt->count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct receipt receipt;
    char head[256];
    struct text text;
    uint8_t *bytes = malloc(size > 0 ? size : 1); /* of its own size: reading past the end is seen */
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    if (receipt_read((struct span){bytes, size}, &receipt) == STATUS_OK) {
        FUZZ_CANARY(true);
        text_init(&text, head, sizeof head);
        receipt_head_print(receipt.table, receipt.round, &text);
        FUZZ_PROMISE(text.used < size && memcmp(head, bytes, text.used) == 0);
        check_entries(&receipt);
    }
    free(bytes);
    return 0;
}

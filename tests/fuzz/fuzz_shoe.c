/* SPDX-License-Identifier: Apache-2.0 */
/* Entries about a virtual shoe (committed, revealed, luck, mixed): what is read is written as it was read. */
#include "fuzz.h"

#include <string.h>

#include "table/virtual_shoe.h"

static void check_luck(struct span span, enum entry_kind kind)
{
    struct luck luck = {.count = 0};
    char bytes[LUCK_TEXT_MAX];
    struct text text;
    uint32_t shoe;
    if (kind == ENTRY_MIXED) { /* of two people who promised */
        const struct hash hash = {{1}};
        FUZZ_PROMISE(luck_promise(&luck, "Mei", &hash) == STATUS_OK &&
                     luck_promise(&luck, "Tan", &hash) == STATUS_OK);
    }
    if (!luck_parse(&luck, &shoe, kind, span))
        return;
    FUZZ_CANARY(true);
    text_init(&text, bytes, sizeof bytes);
    luck_print(&luck, shoe, kind, &text);
    FUZZ_PROMISE(text.used == span.size && memcmp(bytes, span.bytes, span.size) == 0);
    FUZZ_PROMISE(luck.count && luck.count <= LUCK_MAX && luck_given(&luck) <= luck.count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t number;
    char value[HASH_TEXT_MAX];
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    struct span span = {bytes, size};
    (void)virtual_shoe_parse(span, &number, value);
    check_luck(span, ENTRY_LUCK);
    check_luck(span, ENTRY_MIXED);
    free(bytes);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* What is read as an entry of format 2 is written as it was read; so are the texts of declarations, keys and
 * losses in it. An entry of format 1 is read or refused. */
#include "fuzz.h"

#include <string.h>

#include "journal/declaration.h"

static bool is_text(struct span span, const struct text *text)
{
    return !text->full && text->used == span.size && memcmp(text->bytes, span.bytes, span.size) == 0;
}

static void check_founded(struct span span, struct text *text)
{
    struct public_key key;
    static const char first[] = "croupier 2 ";
    if (founded_parse(span, &key) != STATUS_OK)
        return;
    founded_print(&key, text);
    /* Format 1 says "croupier 1". */
    FUZZ_PROMISE(memcmp(span.bytes, first, sizeof(first) - 1) != 0 || is_text(span, text));
}

static void check_chain(struct span span, struct text *text)
{
    uint32_t number;
    char name[CHAIN_NAME_MAX];
    if (chain_declaration_parse(span, &number, name) != STATUS_OK)
        return;
    chain_declaration_print(number, name, text);
    FUZZ_PROMISE(is_text(span, text));
}

static void check_account(struct span span, struct text *text)
{
    struct account account;
    if (account_declaration_parse(span, &account) != STATUS_OK)
        return;
    account_declaration_print(&account, text);
    FUZZ_PROMISE(is_text(span, text));
}

static void check_turn(struct span span, struct text *text)
{
    struct key_turn turn;
    if (key_turn_parse(span, &turn) != STATUS_OK)
        return;
    key_turn_print(&turn, text);
    FUZZ_PROMISE(is_text(span, text));
}

/* Behind the first line stand words, or bytes. */
static void check_first_lines(struct span span)
{
    uint64_t numbers[2];
    struct hash hash;
    char name[CHAIN_NAME_MAX];
    struct span document;
    (void)!loss_parse(span, &numbers[0], &hash, &numbers[1]);
    (void)!correction_parse(span, &numbers[0]);
    if (document_parse(span, &hash, name, &document) == STATUS_OK)
        FUZZ_PROMISE(document.bytes + document.size == span.bytes + span.size);
}

static void check_text(struct span span)
{
    static void (*const checks[])(struct span, struct text *) = {check_founded, check_chain, check_account,
                                                                 check_turn};
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
        text_init(&text, bytes, sizeof(bytes));
        checks[i](span, &text);
    }
    check_first_lines(span);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t written[ENTRY_BYTES_MAX];
    struct entry entry;
    size_t used;
    uint8_t *bytes = malloc(size > 0 ? size : 1); /* of its own size: reading past the end is seen */
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    if (entry_read(&entry, bytes, size) == STATUS_OK) {
        FUZZ_CANARY(true);
        check_text(entry.text);
        FUZZ_PROMISE(entry.format != ENTRY_FORMAT ||
                     (entry_write(&entry, written, sizeof(written), &used) == STATUS_OK && used == size &&
                      memcmp(written, bytes, size) == 0));
    }
    free(bytes);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a receipt is read as it was written, every entry of it is proved, and no byte of it can be changed
 * without being noticed. */
#include "forest.h"

#include <stdio.h>
#include <string.h>

#include "log/receipt.h"

enum { LEAVES = 100 };

static struct forest forest;

/* The receipt of leaves 3, 40 and 41, against the tree of 100. */
static size_t write_receipt(char *bytes, size_t size)
{
    static const uint64_t indexes[] = {3, 40, 41};
    struct text text;
    struct proof proof;
    struct signature signature;
    struct signing_key key;
    const uint8_t seed[32] = {7};
    forest_grow(&forest, LEAVES);
    struct merkle_source source = forest_source(&forest);
    struct checkpoint checkpoint = {.origin = "example/log", .size = LEAVES};
    checkpoint.root = forest_root(forest.leaves, LEAVES);
    signing_key_derive(&key, seed);
    struct signer signer = signer_of_key(&key);
    text_init(&text, bytes, size);
    receipt_head_print("bj", 12, &text);
    for (unsigned i = 0; i < 3; i++) {
        uint8_t byte = (uint8_t)indexes[i];
        assert_int_equal(proof_of_leaf(&proof, &source, indexes[i], LEAVES), STATUS_OK);
        receipt_entry_print((struct span){&byte, 1}, indexes[i], &proof, &text);
    }
    assert_int_equal(checkpoint_sign(&checkpoint, &signer, &signature), STATUS_OK);
    checkpoint_note_print(&checkpoint, &signer.key, &signature, &text);
    assert_false(text.full);
    return text.used;
}

/* Whether the bytes are a receipt of which every proof holds; how many entries it has. */
static enum status prove(const char *bytes, size_t size, unsigned *count)
{
    struct receipt receipt;
    struct receipt_entry entry;
    uint8_t room[16];
    *count = 0;
    enum status status = receipt_read((struct span){(const uint8_t *)bytes, size}, &receipt);
    if (status != STATUS_OK)
        return status;
    struct span rest = receipt.entries;
    while ((status = receipt_next(&receipt, &rest, room, sizeof room, &entry)) == STATUS_OK)
        ++*count;
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

static void test_read(void **state)
{
    char bytes[8192];
    struct receipt receipt;
    struct receipt_entry entry;
    uint8_t room[16];
    (void)state;
    size_t size = write_receipt(bytes, sizeof bytes);
    assert_int_equal(receipt_read((struct span){(uint8_t *)bytes, size}, &receipt), STATUS_OK);
    assert_string_equal(receipt.table, "bj");
    assert_int_equal(receipt.round, 12);
    assert_int_equal(receipt.count, 3);
    assert_int_equal(receipt.checkpoint.size, LEAVES);
    assert_string_equal(receipt.checkpoint.origin, "example/log");
    struct span rest = receipt.entries;
    static const uint8_t wanted[] = {3, 40, 41};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(receipt_next(&receipt, &rest, room, sizeof room, &entry), STATUS_OK);
        assert_int_equal(entry.index, wanted[i]);
        assert_int_equal(entry.bytes.size, 1);
        assert_int_equal(entry.bytes.bytes[0], wanted[i]);
    }
    assert_int_equal(receipt_next(&receipt, &rest, room, sizeof room, &entry), STATUS_NOT_FOUND);
}

/* Every byte of entries, indexes, proofs, size and root counts. */
static void test_changed(void **state)
{
    char bytes[8192];
    unsigned count;
    (void)state;
    size_t size = write_receipt(bytes, sizeof bytes);
    const char *from = strstr(bytes, "entry ");
    const char *origin = strstr(bytes, "example/log\n");
    const char *end = strstr(origin, "\n\n");
    assert_true(from && origin && end);
    for (size_t at = (size_t)(from - bytes); at < (size_t)(end - bytes); at++) {
        if (bytes + at >= origin && bytes + at < origin + strlen("example/log"))
            continue; /* the name of the log is for the signature to hold */
        char was = bytes[at];
        bytes[at] = was == 'A' || was == '1' ? '2' : was == '\n' ? ' ' : 'A';
        if (bytes[at] != was && prove(bytes, size, &count) == STATUS_OK)
            fail_msg("byte %zu was changed from %c to %c, and everything is proved", at, was, bytes[at]);
        bytes[at] = was;
    }
    assert_int_equal(prove(bytes, size, &count), STATUS_OK);
    assert_int_equal(count, 3);
}

static void test_cut(void **state)
{
    char bytes[8192];
    unsigned count;
    (void)state;
    size_t size = write_receipt(bytes, sizeof bytes);
    for (size_t kept = 0; kept < size; kept++)
        assert_int_equal(prove(bytes, kept, &count), STATUS_BAD_TEXT);
    /* Without entries there is nothing to prove. */
    char none[8192] = "croupier receipt 2\nbj\n12\n";
    strcat(none, strstr(bytes, "example/log\n"));
    assert_int_equal(prove(none, strlen(none), &count), STATUS_BAD_TEXT);
}

static void test_room(void **state)
{
    char bytes[8192];
    struct receipt receipt;
    struct receipt_entry entry;
    uint8_t room[1];
    (void)state;
    size_t size = write_receipt(bytes, sizeof bytes);
    char *first = strstr(bytes, "entry ") + strlen("entry ");
    memmove(first + 4, first, size - (size_t)(first - bytes));
    memcpy(first, "AAAA", 4); /* four bytes more than one */
    assert_int_equal(receipt_read((struct span){(uint8_t *)bytes, size + 4}, &receipt), STATUS_OK);
    struct span rest = receipt.entries;
    assert_int_equal(receipt_next(&receipt, &rest, room, sizeof room, &entry), STATUS_TOO_LONG);
}

static void test_heads(void **state)
{
    static const char *const heads[] = {"croupier receipt 1\nbj\n12\n", "croupier receipt 2\n\n12\n",
                                        "croupier receipt 2\nbj\n0\n", "croupier receipt 2\nbj\n012\n",
                                        "croupier receipt 2\nbj\n4294967296\n"};
    char bytes[8192];
    char changed[8192];
    unsigned count;
    (void)state;
    write_receipt(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        snprintf(changed, sizeof changed, "%s%s", heads[i], strstr(bytes, "entry "));
        assert_int_equal(prove(changed, strlen(changed), &count), STATUS_BAD_TEXT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read), cmocka_unit_test(test_changed), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_room), cmocka_unit_test(test_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

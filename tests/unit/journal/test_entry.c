/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an entry comes back as it was written, in bytes that are pinned for ever, and nothing else reads as
 * an entry. */
#include "check.h"

#include <stdlib.h>

#include "journal/entry.h"
#include "log/merkle.h"

static struct entry bet_entry(void)
{
    return (struct entry){
        .chain = 5,
        .number = 3,
        .time_ms = 1700000000000,
        .kind = ENTRY_ACTS,
        .role = ROLE_PLAYER,
        .who = span_of("Mei"),
        .key = span_of("k1"),
        .request = span_of("0123456789abcdef"),
        .round = 200,
        .text = span_of("Mei: bet 1 main 100\n"),
        .transaction = {2, {{2, 10000}, {1, -10000}}},
    };
}

static void test_bytes_are_pinned(void **state)
{
    (void)state;
    /* Written by hand from the specification in entry.c. */
    static const uint8_t expected[] = {
        2,   5,    3,   0x80, 0xd0, 0x95, 0xff, 0xbc, 0x31, 8,    2,    3,   'M', 'e',  'i',  2,   'k',
        '1', 16,   '0', '1',  '2',  '3',  '4',  '5',  '6',  '7',  '8',  '9', 'a', 'b',  'c',  'd', 'e',
        'f', 0xc8, 1,   20,   'M',  'e',  'i',  ':',  ' ',  'b',  'e',  't', ' ', '1',  ' ',  'm', 'a',
        'i', 'n',  ' ', '1',  '0',  '0',  '\n', 2,    1,    0x9f, 0x9c, 1,   2,   0xa0, 0x9c, 1,
    };
    uint8_t bytes[256];
    size_t used;
    struct entry entry = bet_entry();
    assert_int_equal(entry_write(&entry, bytes, sizeof(bytes), &used), STATUS_OK);
    assert_int_equal(used, sizeof(expected));
    assert_memory_equal(bytes, expected, sizeof(expected));
    struct hash right = merkle_leaf((struct span){expected, sizeof(expected)});
    assert_true(hash_equal(&entry.hash, &right));
}

/* Written by an earlier version of this program. */
static void test_format_1_is_read(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {
        1,   3,   0x80, 0xd0, 0x95, 0xff, 0xbc, 0x31, 8,    2,    3,   'M', 'e',  'i',  2,   'k',
        '1', 20,  'M',  'e',  'i',  ':',  ' ',  'b',  'e',  't',  ' ', '1', ' ',  'm',  'a', 'i',
        'n', ' ', '1',  '0',  '0',  '\n', 2,    1,    0x9f, 0x9c, 1,   2,   0xa0, 0x9c, 1,
    };
    uint8_t whole[sizeof(bytes) + HASH_BYTES] = {0};
    struct entry entry;
    memcpy(whole, bytes, sizeof(bytes));
    memset(whole + sizeof(bytes), 7, HASH_BYTES);
    assert_int_equal(entry_read(&entry, whole, sizeof(whole)), STATUS_OK);
    assert_true(entry.format == ENTRY_FORMAT_OLD && entry.chain == 0 && entry.number == 3 &&
                entry.round == 0);
    assert_int_equal(entry.request.size, 0);
    assert_int_equal(entry.hash.bytes[31], 7);
    assert_int_equal(entry_read(&entry, whole, sizeof(bytes)), STATUS_BAD_ENTRY);
}

/* What format 1 has no word for stays empty when the bytes are moved; short and long entries are hashed
 * alike. */
static void test_format_1_is_followed_and_hashed(void **state)
{
    (void)state;
    uint8_t bytes[2048] = {0};
    uint8_t moved[2048] = {0};
    const struct hash previous = {{9}};
    struct entry entry = {.format = ENTRY_FORMAT_OLD, .number = 3, .who = {bytes + 4, 3}};
    struct entry copy;
    entry_follow(&copy, &entry, bytes, moved);
    assert_ptr_equal(copy.who.bytes, moved + 4);
    assert_null(copy.request.bytes);
    for (size_t size = HASH_BYTES; size <= sizeof(bytes); size += 16) {
        struct hasher hasher;
        hasher_init(&hasher);
        hasher_add(&hasher, previous.bytes, HASH_BYTES);
        hasher_add(&hasher, bytes, size - HASH_BYTES);
        struct hash right = hasher_result(&hasher);
        struct hash hash = entry_old_hash(&previous, bytes, size);
        assert_true(hash_equal(&hash, &right));
    }
}

static void test_comes_back(void **state)
{
    (void)state;
    uint8_t bytes[256];
    size_t used;
    struct entry entry = bet_entry();
    struct entry back;
    assert_int_equal(entry_write(&entry, bytes, sizeof(bytes), &used), STATUS_OK);
    assert_int_equal(entry_read(&back, bytes, used), STATUS_OK);
    assert_true(back.number == 3 && back.time_ms == 1700000000000);
    assert_int_equal(back.kind, ENTRY_ACTS);
    assert_int_equal(back.role, ROLE_PLAYER);
    assert_int_equal(back.who.size, 3);
    assert_memory_equal(back.who.bytes, "Mei", 3);
    assert_memory_equal(back.key.bytes, "k1", 2);
    assert_int_equal(back.text.size, 20);
    assert_memory_equal(back.text.bytes, "Mei: bet 1 main 100\n", 20);
    assert_int_equal(back.transaction.count, 2);
    assert_int_equal(back.transaction.postings[0].account, 1);
    assert_int_equal(back.transaction.postings[0].cents, -10000);
    assert_true(back.format == ENTRY_FORMAT && back.chain == 5 && back.round == 200);
    assert_memory_equal(back.request.bytes, "0123456789abcdef", 16);
}

static void test_every_cut_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[256];
    size_t used;
    struct entry entry = bet_entry();
    struct entry back;
    assert_int_equal(entry_write(&entry, bytes, sizeof(bytes), &used), STATUS_OK);
    for (size_t size = 0; size < used; size++) {
        uint8_t *exact = malloc(size ? size : 1); /* so that a sanitizer sees any step over the end */
        memcpy(exact, bytes, size);
        assert_int_equal(entry_read(&back, exact, size), STATUS_BAD_ENTRY);
        free(exact);
    }
    bytes[used] = 0;
    assert_int_equal(entry_read(&back, bytes, used + 1), STATUS_BAD_ENTRY);
    for (size_t size = 0; size < used; size++)
        assert_int_equal(entry_write(&entry, bytes, size, &(size_t){0}), STATUS_TOO_LONG);
}

static void test_unsound_entries_are_not_written(void **state)
{
    (void)state;
    static const uint8_t long_name[ENTRY_WHO_MAX + 1];
    static uint8_t bytes[ENTRY_BYTES_MAX];
    static uint8_t long_text[ENTRY_TEXT_MAX + 1];
    size_t used;
    for (unsigned fault = 0; fault < 11; fault++) {
        struct entry entry = bet_entry();
        switch (fault) {
        case 0:
            entry.number = 0;
            break;
        case 1:
            entry.time_ms = -1;
            break;
        case 2:
            entry.kind = 99;
            break;
        case 3:
            entry.role = 0;
            break;
        case 4:
            entry.who = (struct span){long_name, sizeof(long_name)};
            break;
        case 5:
            entry.key = (struct span){long_name, sizeof(long_name)};
            break;
        case 6:
            entry.text = (struct span){long_text, sizeof(long_text)};
            break;
        case 7:
            entry.transaction.postings[0].cents++;
            break;
        case 8:
            entry.chain = 0;
            break;
        case 9:
            entry.request.size = 15;
            break;
        case 10:
            entry.kind = ENTRY_SIGNED; /* format 1 only */
            break;
        }
        assert_int_equal(entry_write(&entry, bytes, sizeof(bytes), &used), STATUS_BAD_ENTRY);
    }
    struct entry longest = bet_entry();
    longest.text = (struct span){long_text, ENTRY_TEXT_MAX};
    assert_int_equal(entry_write(&longest, bytes, sizeof(bytes), &used), STATUS_OK);
}

static void test_postings_out_of_order_are_refused(void **state)
{
    (void)state;
    /* The same transaction has one form only: account 2 before account 1 is not it. */
    uint8_t bytes[] = {2, 1, 1, 0, 8, 1, 0, 0, 0, 0, 0, 2, 2, 4, 1, 3};
    struct entry entry;
    assert_int_equal(entry_read(&entry, bytes, sizeof(bytes)), STATUS_BAD_ENTRY);
    bytes[12] = 1;
    bytes[14] = 2;
    assert_int_equal(entry_read(&entry, bytes, sizeof(bytes)), STATUS_OK);
}

static void test_names_and_numbers(void **state)
{
    (void)state;
    enum entry_kind kind;
    enum role role;
    assert_true(entry_kind_find("signed", &kind) && kind == ENTRY_SIGNED && kind == 15);
    assert_true(role_find("pit", &role) && role == ROLE_PIT && role == 4);
    assert_false(entry_kind_find("sealed", &kind));
    assert_false(role_find("", &role));
    assert_string_equal(entry_kind_name(ENTRY_ROUND), "round");
    assert_string_equal(role_name(ROLE_CAGE), "cage");
    assert_string_equal(entry_kind_name((enum entry_kind)0), "unknown");
    assert_string_equal(role_name((enum role)99), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_are_pinned),
        cmocka_unit_test(test_format_1_is_read),
        cmocka_unit_test(test_format_1_is_followed_and_hashed),
        cmocka_unit_test(test_comes_back),
        cmocka_unit_test(test_every_cut_is_refused),
        cmocka_unit_test(test_unsound_entries_are_not_written),
        cmocka_unit_test(test_postings_out_of_order_are_refused),
        cmocka_unit_test(test_names_and_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

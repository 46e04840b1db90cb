/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an entry of another chain or another place is refused; in format 1 whatever is changed is, with the
 * entry at fault. */
#include "check.h"

#include <stdio.h>

#include "old.h"

enum { ENTRIES = 12 };

/* A chain as it lies in a file: entries one behind the other. */
struct written {
    struct chain end;
    uint8_t bytes[ENTRIES][256];
    size_t sizes[ENTRIES];
};

static void write_chain(struct written *written, const char *name, bool old)
{
    chain_init(&written->end, (uint32_t)(name[1] - '0'), name);
    for (unsigned i = 0; i < ENTRIES; i++) {
        char text[64];
        snprintf(text, sizeof(text), "Mei: bet 1 main %u\n", 25 + i);
        struct entry entry = {
            .time_ms = 1700000000000 + i,
            .kind = i % 3 ? ENTRY_ACTS : ENTRY_ROUND,
            .role = ROLE_PLAYER,
            .who = span_of("Mei"),
            .text = span_of(text),
            .transaction = {2, {{1, -(int64_t)i - 1}, {2, i + 1}}},
        };
        if (old)
            old_append(&written->end, &entry, written->bytes[i], sizeof(written->bytes[i]),
                       &written->sizes[i]);
        else
            assert_int_equal(chain_append(&written->end, &entry, written->bytes[i], sizeof(written->bytes[i]),
                                          &written->sizes[i]),
                             STATUS_OK);
        assert_int_equal(entry.number, i + 1);
    }
}

/* The number of the first entry that does not check, or 0. */
static uint64_t first_fault(const struct written *written, const char *name)
{
    struct chain chain;
    struct entry entry;
    chain_init(&chain, (uint32_t)(name[1] - '0'), name);
    for (unsigned i = 0; i < ENTRIES; i++)
        if (chain_check(&chain, &entry, written->bytes[i], written->sizes[i]) != STATUS_OK)
            return chain.number + 1;
    assert_true(hash_equal(&chain.head, &written->end.head));
    return 0;
}

static void test_a_whole_chain_checks(void **state)
{
    (void)state;
    static struct written written;
    for (int old = 0; old < 2; old++) {
        write_chain(&written, "T1", old);
        assert_int_equal(first_fault(&written, "T1"), 0);
        assert_int_equal(written.end.number, ENTRIES);
    }
}

static void test_every_bit_of_format_1_counts(void **state)
{
    (void)state;
    static struct written written;
    write_chain(&written, "T1", true);
    for (unsigned i = 0; i < ENTRIES; i++) {
        for (size_t bit = 0; bit < written.sizes[i] * 8; bit++) {
            written.bytes[i][bit / 8] ^= (uint8_t)(1U << bit % 8);
            assert_int_equal(first_fault(&written, "T1"), i + 1);
            written.bytes[i][bit / 8] ^= (uint8_t)(1U << bit % 8);
        }
    }
    assert_int_equal(first_fault(&written, "T1"), 0);
}

static void swap_entries(struct written *written, unsigned a, unsigned b)
{
    struct written held = *written;
    memcpy(written->bytes[a], held.bytes[b], sizeof(held.bytes[b]));
    memcpy(written->bytes[b], held.bytes[a], sizeof(held.bytes[a]));
    written->sizes[a] = held.sizes[b];
    written->sizes[b] = held.sizes[a];
}

static void test_order_and_completeness_count(void **state)
{
    (void)state;
    static struct written written;
    for (int old = 0; old < 2; old++) {
        write_chain(&written, "T1", old);
        swap_entries(&written, 4, 5);
        assert_int_equal(first_fault(&written, "T1"), 5);
        swap_entries(&written, 4, 5);
        /* Entry 7 is left out: 8 stands where 7 should. */
        memmove(written.bytes[6], written.bytes[7], sizeof(written.bytes[7]) * (ENTRIES - 7));
        memmove(&written.sizes[6], &written.sizes[7], sizeof(written.sizes[7]) * (ENTRIES - 7));
        assert_int_equal(first_fault(&written, "T1"), 7);
    }
}

static void test_a_chain_belongs_to_its_table(void **state)
{
    (void)state;
    static struct written written;
    for (int old = 0; old < 2; old++) {
        write_chain(&written, "T1", old);
        assert_int_equal(first_fault(&written, "T2"), 1);
    }
}

static void test_a_failure_leaves_the_chain(void **state)
{
    (void)state;
    static struct written written;
    struct entry bad = {.kind = ENTRY_ACTS, .role = 99};
    uint8_t bytes[64];
    size_t used;
    write_chain(&written, "T1", true);
    struct chain before = written.end;
    assert_int_equal(chain_append(&written.end, &bad, bytes, sizeof(bytes), &used), STATUS_BAD_ENTRY);
    assert_memory_equal(&written.end, &before, sizeof(before));
    assert_int_equal(chain_check(&written.end, &bad, written.bytes[0], written.sizes[0]),
                     STATUS_BROKEN_CHAIN);
    assert_memory_equal(&written.end, &before, sizeof(before));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_whole_chain_checks),
        cmocka_unit_test(test_every_bit_of_format_1_counts),
        cmocka_unit_test(test_order_and_completeness_count),
        cmocka_unit_test(test_a_chain_belongs_to_its_table),
        cmocka_unit_test(test_a_failure_leaves_the_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every number has exactly one form in bytes, and everything else is refused without running over. */
#include "check.h"

#include "journal/wire.h"

static void test_numbers_and_their_bytes(void **state)
{
    (void)state;
    static const struct {
        uint64_t number;
        size_t size;
        uint8_t bytes[10];
    } rows[] = {
        {0, 1, {0}},
        {127, 1, {127}},
        {128, 2, {128, 1}},
        {300, 2, {172, 2}},
        {UINT64_MAX, 10, {255, 255, 255, 255, 255, 255, 255, 255, 255, 1}},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t bytes[10];
        struct wire wire;
        wire_write(&wire, bytes, sizeof(bytes));
        wire_put_number(&wire, rows[i].number);
        assert_false(wire.bad);
        assert_int_equal(wire.at, rows[i].size);
        assert_memory_equal(bytes, rows[i].bytes, rows[i].size);
        wire_read(&wire, bytes, rows[i].size);
        assert_true(wire_number(&wire, UINT64_MAX) == rows[i].number);
        assert_false(wire.bad);
    }
}

static void test_signed_numbers_come_back(void **state)
{
    (void)state;
    static const int64_t numbers[] = {0, -1, 1, -2, 63, -64, 64, 1000000, -1000000, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        uint8_t bytes[10];
        struct wire wire;
        wire_write(&wire, bytes, sizeof(bytes));
        wire_put_signed(&wire, numbers[i]);
        if (i < 6)
            assert_int_equal(wire.at, 1);
        wire_read(&wire, bytes, wire.at);
        assert_true(wire_signed(&wire) == numbers[i]);
        assert_false(wire.bad);
    }
}

static void test_other_forms_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *about;
        size_t size;
        uint8_t bytes[12];
        uint64_t max;
    } rows[] = {
        {"nothing", 0, {0}, 9},
        {"cut off", 1, {128}, 999},
        {"a needless last byte", 2, {128, 0}, 999},
        {"65 bits", 10, {255, 255, 255, 255, 255, 255, 255, 255, 255, 2}, UINT64_MAX},
        {"eleven bytes", 11, {128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 1}, UINT64_MAX},
        {"above the limit", 1, {10}, 9},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct wire wire;
        wire_read(&wire, rows[i].bytes, rows[i].size);
        assert_int_equal(wire_number(&wire, rows[i].max), 0);
        assert_true(wire.bad);
    }
}

static void test_bytes_stay_inside(void **state)
{
    (void)state;
    uint8_t bytes[8];
    struct wire wire;
    wire_write(&wire, bytes, 4);
    wire_put_bytes(&wire, (struct span){(const uint8_t *)"abc", 3});
    assert_false(wire.bad);
    wire_put_number(&wire, 1);
    assert_true(wire.bad);
    wire_read(&wire, bytes, 4);
    struct span span = wire_bytes(&wire, 3);
    assert_int_equal(span.size, 3);
    assert_memory_equal(span.bytes, "abc", 3);
    wire_read(&wire, bytes, 3); /* says three, has two */
    assert_null(wire_bytes(&wire, 3).bytes);
    assert_true(wire.bad);
    wire_read(&wire, bytes, 4);
    wire_bytes(&wire, 2); /* longer than allowed */
    assert_true(wire.bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_and_their_bytes),
        cmocka_unit_test(test_signed_numbers_come_back),
        cmocka_unit_test(test_other_forms_are_refused),
        cmocka_unit_test(test_bytes_stay_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a batch takes what fits, and knows the keys it holds. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "store/batch.h"

static size_t make_entry(unsigned number, const char *key, struct entry *entry, uint8_t *bytes)
{
    size_t used;
    *entry = (struct entry){
        .chain = 1, .number = number, .kind = ENTRY_NOTE, .role = ROLE_SYSTEM, .key = span_of(key)};
    assert_int_equal(entry_write(entry, bytes, 256, &used), STATUS_OK);
    assert_int_equal(entry_read(entry, bytes, used), STATUS_OK);
    return used;
}

static void test_keys_are_found(void **state)
{
    (void)state;
    struct batch *batch = calloc(1, sizeof(*batch));
    struct entry entry;
    uint8_t bytes[256];
    char key[32];
    for (unsigned i = 0; i < BATCH_UNITS_MAX; i++) {
        snprintf(key, sizeof(key), "key-%u", i);
        size_t size = make_entry(i + 1, i % 2 ? "" : key, &entry, bytes);
        assert_true(batch_has_room(batch, size));
        assert_null(batch_find(batch, span_of(key)));
        batch_add(batch, 1, &entry, bytes, size);
    }
    assert_false(batch_has_room(batch, 1));
    for (unsigned i = 0; i < BATCH_UNITS_MAX; i++) {
        snprintf(key, sizeof(key), "key-%u", i);
        const struct unit *unit = batch_find(batch, span_of(key));
        assert_ptr_equal(unit, i % 2 ? NULL : &batch->units[i]);
    }
    assert_null(batch_find(batch, span_of("key-0x")));
    assert_null(batch_find(batch, span_of("")));
    batch_reset(batch);
    assert_null(batch_find(batch, span_of("key-0")));
    assert_true(batch_has_room(batch, 1));
    free(batch);
}

/* Every unit brings a record, the last one too; where there is room for a unit and what it brings, both go
 * in. */
static void test_records_of_the_last_unit(void **state)
{
    struct batch *batch = calloc(1, sizeof(*batch));
    struct store_record record = {STORE_PEOPLE, span_of("Mei"), span_of("player")};
    struct entry entry;
    uint8_t bytes[256];
    (void)state;
    for (unsigned i = 0; i < BATCH_UNITS_MAX; i++) {
        size_t size = make_entry(i + 1, "", &entry, bytes);
        assert_true(batch_has_room_for(batch, size, &record, 1));
        batch_add(batch, 1, &entry, bytes, size);
        batch_add_records(batch, &record, 1);
    }
    assert_false(batch_has_room_for(batch, 1, &record, 1));
    struct store_record last = batch_record(batch, BATCH_UNITS_MAX - 1);
    assert_memory_equal(last.name.bytes, "Mei", last.name.size);
    free(batch);
}

/* Records without units are counted, too. */
static void test_records_alone(void **state)
{
    struct batch *batch = calloc(1, sizeof(*batch));
    struct store_record record = {STORE_PEOPLE, span_of("Mei"), span_of("player")};
    (void)state;
    for (unsigned i = 0; i < BATCH_RECORDS_MAX; i++)
        batch_add_records(batch, &record, 1);
    assert_false(batch_has_room_for(batch, 0, &record, 1));
    assert_true(batch_has_room_for(batch, 0, NULL, 0));
    free(batch);
}

static void test_bytes_are_counted(void **state)
{
    (void)state;
    struct batch *batch = calloc(1, sizeof(*batch));
    struct entry entry;
    uint8_t bytes[256];
    size_t size = make_entry(1, "a", &entry, bytes);
    assert_true(batch_has_room(batch, BATCH_BYTES_MAX));
    assert_false(batch_has_room(batch, BATCH_BYTES_MAX + 1));
    batch_add(batch, 7, &entry, bytes, size);
    assert_true(batch_has_room(batch, BATCH_BYTES_MAX - size));
    assert_false(batch_has_room(batch, BATCH_BYTES_MAX - size + 1));
    assert_int_equal(batch->units[0].chain, 7);
    assert_memory_equal(batch->bytes + batch->units[0].offset, bytes, size);
    free(batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_are_found),
        cmocka_unit_test(test_records_of_the_last_unit),
        cmocka_unit_test(test_records_alone),
        cmocka_unit_test(test_bytes_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

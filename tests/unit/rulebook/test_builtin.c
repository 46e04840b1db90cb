/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the five rulebooks are in the binary, load without a fault, and each has a hash of its own. */
#include "check.h"

#include <stdio.h>

#include "rulebook/builtin.h"
#include "rulebook/load.h"

static const char *const ids[] = {"mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements", "rws-blackjack",
                                  "mbs-7up-baccarat"};

static void test_five_books_in_order(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(ids); i++)
        assert_string_equal(builtin_id(i), ids[i]);
    assert_null(builtin_id(COUNT_OF(ids)));
    assert_null(builtin_id(COUNT_OF(ids) + 1));
    assert_null(builtin_text("mbs-blackjack"));
}

static void test_each_loads_without_a_fault(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(ids); i++) {
        struct rulebook book;
        struct faults faults;
        const struct embedded *text = builtin_text(ids[i]);
        enum status status = rulebook_load((const char *)text->bytes, text->size, &book, &faults);
        for (unsigned k = 0; k < faults.count; k++)
            fprintf(stderr, "%s:%u:%u: %s\n", ids[i], faults.items[k].line, faults.items[k].column,
                    faults.items[k].message);
        assert_int_equal(status, STATUS_OK);
        assert_string_equal(book.id, ids[i]);
    }
}

static void test_hashes_differ_and_repeat(void **state)
{
    (void)state;
    struct rulebook books[COUNT_OF(ids)];
    struct rulebook again;
    for (unsigned i = 0; i < COUNT_OF(ids); i++) {
        assert_int_equal(builtin_load(ids[i], &books[i]), STATUS_OK);
        assert_int_equal(builtin_load(ids[i], &again), STATUS_OK);
        assert_true(hash_equal(&books[i].hash, &again.hash));
        for (unsigned k = 0; k < i; k++)
            assert_false(hash_equal(&books[i].hash, &books[k].hash));
    }
    assert_int_equal(builtin_load("no-such-game", &again), STATUS_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_five_books_in_order),
        cmocka_unit_test(test_each_loads_without_a_fault),
        cmocka_unit_test(test_hashes_differ_and_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every status has its own number, name and sentence, and is found by its name. */
#include "check.h"

#include "base/status.h"

static void test_every_status_is_unique(void **state)
{
    (void)state;
    enum status a;
    enum status b;
    for (unsigned i = 0; status_at(i, &a); i++) {
        for (unsigned j = i + 1; status_at(j, &b); j++) {
            assert_int_not_equal(a, b);
            assert_string_not_equal(status_name(a), status_name(b));
        }
    }
}

static void test_every_status_is_found_by_name(void **state)
{
    (void)state;
    enum status status;
    enum status found;
    for (unsigned i = 0; status_at(i, &status); i++) {
        assert_true(status_find(status_name(status), &found));
        assert_int_equal(found, status);
    }
    assert_false(status_find("no-such-status", &found));
}

static void test_every_sentence_is_one(void **state)
{
    (void)state;
    enum status status;
    for (unsigned i = 0; status_at(i, &status); i++) {
        const char *sentence = status_sentence(status);
        assert_true(sentence[0] >= 'A' && sentence[0] <= 'Z');
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
    }
}

static void test_unknown_numbers_are_survived(void **state)
{
    (void)state;
    assert_string_equal(status_name((enum status) - 9999), "unknown");
    assert_non_null(status_sentence((enum status) - 9999));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_status_is_unique),
        cmocka_unit_test(test_every_status_is_found_by_name),
        cmocka_unit_test(test_every_sentence_is_one),
        cmocka_unit_test(test_unknown_numbers_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of two parts of a state: what a client that has the first needs to come to the second. */
#include "server/told.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

struct told_row {
    const char *about;
    const char *before; /* "key value", one a word pair; values are numbers */
    const char *now;
    const char *changes;
    const char *gone;
};

static const struct told_row rows[] = {
    {"nothing is different", "a 1 b 2", "a 1 b 2", "{}", "[]"},
    {"one value is another", "a 1 b 2 c 3", "a 1 b 7 c 3", "{\"b\":7}", "[]"},
    {"the first and the last", "a 1 b 2 c 3", "a 9 b 2 c 8", "{\"a\":9,\"c\":8}", "[]"},
    {"a key comes between", "a 1 c 3", "a 1 b 2 c 3", "{\"b\":2}", "[]"},
    {"a key goes", "a 1 b 2 c 3", "a 1 c 3", "{}", "[\"b\"]"},
    {"one goes, one comes, one is another", "a 1 b 2 c 3", "a 1 c 4 d 5", "{\"c\":4,\"d\":5}", "[\"b\"]"},
    {"a key that begins like another", "ab 1 a 2", "a 2 ab 3", "{\"ab\":3}", "[]"},
    {"a value that is longer by its end", "a 1 b 2", "a 1 b 22", "{\"b\":22}", "[]"},
    {"from nothing", "", "a 1", "{\"a\":1}", "[]"},
    {"to nothing", "a 1", "", "{}", "[\"a\"]"},
};

static void write(struct told *told, const char *words)
{
    struct out *out = told_begin(told);
    char key[8];
    int value, length;
    while (sscanf(words, " %7s %d%n", key, &value, &length) == 2) {
        out_put_integer(out, key, value);
        words += length;
    }
}

static void test_rows(void **context)
{
    struct told *before = told_new(), *now = told_new();
    struct out out;
    (void)context;
    assert_non_null(before);
    assert_non_null(now);
    out_init(&out);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct told_row *row = &rows[i];
        write(before, row->before);
        write(now, row->now);
        out_reset(&out);
        out_object(&out);
        told_changes(before, now, &out);
        out_object_end(&out);
        if (strcmp(out.bytes, row->changes) != 0)
            fail_msg("%s: changes %s, not %s", row->about, out.bytes, row->changes);
        out_reset(&out);
        out_array(&out);
        told_gone(before, now, &out);
        out_array_end(&out);
        if (strcmp(out.bytes, row->gone) != 0)
            fail_msg("%s: gone %s, not %s", row->about, out.bytes, row->gone);
        assert_int_equal(told_has_gone(before, now), strcmp(row->gone, "[]") != 0);
    }
    out_release(&out);
    told_free(before);
    told_free(now);
}

/* Keys inside of values are no keys of the state, and null is a value like any other. */
static void test_values(void **context)
{
    struct told *before = told_new(), *now = told_new();
    struct out out, *part;
    (void)context;
    for (int i = 0; i < 2; i++) {
        part = told_begin(i ? now : before);
        out_key(part, "clock");
        if (i)
            out_null(part);
        else
            out_integer(part, 5);
        out_key(part, "shoe");
        out_object(part);
        out_put_string(part, "clock", "a \"quoted\":{ text");
        out_put_integer(part, "left", 10 - i);
        out_object_end(part);
        out_key(part, "same");
        out_array(part);
        out_object(part);
        out_put_integer(part, "left", 1);
        out_object_end(part);
        out_array_end(part);
    }
    out_init(&out);
    out_object(&out);
    told_changes(before, now, &out);
    out_object_end(&out);
    assert_string_equal(out.bytes,
                        "{\"clock\":null,\"shoe\":{\"clock\":\"a \\\"quoted\\\":{ text\",\"left\":9}}");
    assert_false(told_equal(before, now));
    assert_true(told_equal(now, now));
    out_release(&out);
    told_free(before);
    told_free(now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

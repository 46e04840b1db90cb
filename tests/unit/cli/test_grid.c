/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: columns line up whatever the script of their cells. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/grid.h"

static void test_width_of_text(void **state)
{
    (void)state;
    static const struct {
        const char *about;
        const char *text;
        unsigned width;
    } rows[] = {
        {"ASCII", "abc", 3},
        {"two bytes, one column", "é·", 2},
        {"Chinese takes two each", "庄家", 4},
        {"a dash", "0\u20135", 3},
        {"wide punctuation", "，", 2},
        {"a combining mark takes none", "e\u0301", 1},
        {"broken bytes", "\xff\xe5", 2},
        {"nothing", "", 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (text_width(rows[i].text) != rows[i].width)
            fail_msg("%s: %u", rows[i].about, text_width(rows[i].text));
}

static char *printed(const struct grid *table, unsigned indent)
{
    char *bytes;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    assert_non_null(out);
    grid_print(table, indent, out);
    fclose(out);
    return bytes;
}

static void test_columns_line_up(void **state)
{
    (void)state;
    struct grid table;
    grid_init(&table, 3, (const char *[]){"A", "B", "C"});
    table.right = 1U << 1;
    grid_add(&table, (const char *[]){"庄家", "7", "x"});
    grid_add(&table, (const char *[]){"abc", "100", NULL});
    grid_add(&table, (const char *[]){"d", NULL, NULL});
    char *text = printed(&table, 1);
    assert_string_equal(text, " A       B  C\n"
                              " 庄家    7  x\n"
                              " abc   100\n"
                              " d\n");
    free(text);
    grid_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_width_of_text),
        cmocka_unit_test(test_columns_line_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

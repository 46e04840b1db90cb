/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: one line at a time is read as a whole record is; a line that cannot be read changes nothing. */
#include "check.h"

#include "record/line.h"
#include "rulebook/builtin.h"

static struct rulebook book;
static struct roster roster;
static struct line_reader reader;

static enum status say(const char *line)
{
    const struct record_item *items;
    size_t count;
    return line_read(&reader, &roster, line, strlen(line), &items, &count);
}

/* What cannot be read leaves the roster as it was, and says why. */
static void test_bad_lines(void **state)
{
    static const struct {
        const char *line;
        const char *reason;
    } rows[] = {
        {"Mei: hti 1", "unknown verb \"hti\" for a person"},
        {"Mei: hit \x01", "the line is not plain UTF-8 text of at most 1000 bytes"},
        {"nonsense 1", "unknown header \"nonsense\""},
        {"Mei: reveal 1 1h", "bad card \"1h\" (rank A 2-9 T J Q K, suit s h d c)"},
        {"shoe: ? 1h", "bad card \"1h\" (rank A 2-9 T J Q K, suit s h d c)"},
        {"dealer: irregularity faceup-card", "missing card after \"faceup-card\""},
    };
    char longest[RECORD_LINE_MAX + 2];
    (void)state;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    line_reader_init(&reader, &book);
    reader.areas = book.areas_max;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_int_equal(say(rows[i].line), STATUS_BAD_RECORD);
        assert_string_equal(line_reader_reason(&reader), rows[i].reason);
        assert_int_equal(roster.count, 0);
    }
    memset(longest, ' ', sizeof longest);
    longest[sizeof longest - 1] = 0;
    assert_int_equal(say(longest), STATUS_BAD_RECORD);
    assert_int_equal(say("   # nothing"), STATUS_OK);
    assert_string_equal(line_reader_reason(&reader), "");
    line_reader_release(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

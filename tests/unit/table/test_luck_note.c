/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what a house asks its witness for and what it answers are texts of one form, and an answer is what
 * was asked with the witness's line filled in and nothing else. */
#include "check.h"

#include <stdio.h>

#include "table/luck_note.h"

#define ZERO "0000000000000000000000000000000000000000000000000000000000000000"
#define HEX  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static bool reads(const char *text, struct luck_note *note)
{
    return luck_note_parse(note, (struct span){(const uint8_t *)text, strlen(text)}) == STATUS_OK;
}

static void test_one_form(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 3\nwitness/one " ZERO "\n", true},
        {"croupier mixed 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei " HEX "\nwitness/one -\n", true},
        {"", false},
        {"croupier luck 1", false},
        {"croupier luck 2\nhouse.example\nT1\n" HEX "\nshoe 3\nMei " ZERO "\n", false},
        {"a title that is longer than any of them is\nhouse.example\nT1\n" HEX "\nshoe 3\n", false},
        {"croupier luck 1\n", false},
        {"croupier luck 1\nhouse+example\nT1\n" HEX "\nshoe 3\nMei " ZERO "\n", false},
        {"croupier luck 1\nhouse.example\n", false},
        {"croupier luck 1\nhouse.example\nT 1\n" HEX "\nshoe 3\nMei " ZERO "\n", false},
        {"croupier luck 1\nhouse.example\nT1\n", false},
        {"croupier luck 1\nhouse.example\nT1\nx\nshoe 3\nMei " ZERO "\n", false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\n", false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 3", false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe three\nMei " ZERO "\n", false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 12345678901\nMei " ZERO "\n", false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei\n", false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei " ZERO "\nMei " ZERO "\n", false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 3\nwitness/ " ZERO "\n", false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 3\nwitness/o;e " ZERO "\n", false},
        {"croupier mixed 1\nhouse.example\nT1\n" HEX "\n", false},
        {"croupier mixed 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei\n", false},
        {"croupier mixed 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei " HEX "\nMei " HEX "\n", false},
        {"croupier mixed 1\nhouse.example\nT1\n" HEX "\nshoe 3\nwitness/one -", false},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        static struct luck_note note;
        char bytes[LUCK_NOTE_MAX];
        struct text text;
        if (reads(rows[i].text, &note) != rows[i].good)
            fail_msg("%s", rows[i].text);
        if (!rows[i].good)
            continue;
        text_init(&text, bytes, sizeof bytes);
        luck_note_print(&note, &text);
        assert_string_equal(bytes, rows[i].text);
    }
    static const uint8_t zero_byte[] = "croupier luck 1\nhouse\0example\nT1\n";
    static struct luck_note note;
    assert_int_equal(luck_note_parse(&note, (struct span){zero_byte, sizeof zero_byte - 1}), STATUS_BAD_TEXT);
}

static void test_too_many(void **state)
{
    (void)state;
    static struct luck_note note;
    char bytes[LUCK_NOTE_MAX + 256];
    struct text text;
    static const char *const titles[][2] = {{"croupier mixed 1", "-"}, {"croupier luck 1", ZERO}};
    for (size_t i = 0; i < COUNT_OF(titles); i++)
        for (unsigned count = LUCK_MAX; count <= LUCK_MAX + 1; count++) {
            text_init(&text, bytes, sizeof bytes);
            text_format(&text, "%s\nhouse.example\nT1\n" HEX "\nshoe 3\n", titles[i][0]);
            for (unsigned j = 0; j < count; j++)
                text_format(&text, "P%u %s\n", j, titles[i][1]);
            assert_false(text.full);
            assert_int_equal(reads(bytes, &note), count == LUCK_MAX);
        }
}

/* Each row: what was asked, what comes back, and whether that answers it for the witness. */
static void test_answers(void **state)
{
    (void)state;
#define ASKED_LUCK  "croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 3\nwitness/one "
#define ASKED_MIXED "croupier mixed 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei " HEX "\nwitness/one "
    static const struct {
        const char *asked;
        const char *answer;
        bool open; /* the question */
        bool answers;
    } rows[] = {
        {ASKED_LUCK ZERO "\n", ASKED_LUCK HEX "\n", true, true},
        {ASKED_LUCK ZERO "\n", ASKED_LUCK ZERO "\n", true, false},
        {ASKED_LUCK HEX "\n", ASKED_LUCK HEX "\n", false, true},
        {ASKED_MIXED "-\n", ASKED_MIXED HEX "\n", true, true},
        {ASKED_MIXED "-\n", ASKED_MIXED "-\n", true, false},
        {ASKED_MIXED "-\n",
         "croupier mixed 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei -\nwitness/one " HEX "\n", true, false},
        {ASKED_MIXED "-\n", "croupier mixed 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei " HEX "\n", true,
         false},
        {"croupier mixed 1\nhouse.example\nT1\n" HEX "\nshoe 3\nMei " HEX "\n", ASKED_MIXED HEX "\n", false,
         false},
        {"croupier luck 1\nhouse.example\nT1\n" HEX "\nshoe 3\nwitness/one " ZERO "\nMei " ZERO "\n",
         ASKED_LUCK HEX "\n", false, false},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        static struct luck_note asked;
        static struct luck_note answer;
        assert_true(reads(rows[i].asked, &asked) && reads(rows[i].answer, &answer));
        if (luck_note_open(&asked, "witness/one") != rows[i].open ||
            luck_note_answers(&answer, &asked, "witness/one") != rows[i].answers)
            fail_msg("row %zu", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_form), cmocka_unit_test(test_too_many),
                                       cmocka_unit_test(test_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

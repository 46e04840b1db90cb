/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a house that changes, moves or leaves out a number of a player is found, even if it can seal the
 * chains anew; and what it can still choose is counted. */
#include "../check.h"

#include "rows.h"

enum { ROUNDS = 40 };

static const char *const table = "t1";
static const uint32_t chain = 2;

static int set_up(void **state)
{
    (void)state;
    evening_open(&evening, 11);
    evening.shoe_cards = 40;
    evening_begin(&evening, 0);
    evening_play(&evening, ROUNDS);
    read_rows();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free_rows();
    return 0;
}

/* Exchanges the text of an entry, and puts it back. */
static char *put_text(struct row *row, const char *text)
{
    char *kept = row->text;
    row->text = copy_span(span_of(text));
    row->text_size = strlen(text);
    return kept;
}

static void restore_text(struct row *row, char *kept)
{
    free(row->text);
    row->text = kept;
    row->text_size = strlen(kept);
}

static void expect_changed(struct row *row, const char *text, const char *message)
{
    char *kept = put_text(row, text);
    expect_fault(table, message);
    restore_text(row, kept);
}

static void exchange(struct row *a, struct row *b)
{
    struct row keep = *a;
    *a = *b;
    *b = keep;
}

static void test_clean_and_counted(void **state)
{
    (void)state;
    struct audit audit;
    unsigned told = 0;
    unsigned away = 0;
    assert_string_equal(audit_sealed().message, "");
    assert_int_equal(audit_init(&audit, NULL), STATUS_OK);
    for (unsigned i = 0; i < row_count; i++) {
        assert_int_equal(audit_step(&audit, i + 1, rows[i].chain, (struct span){rows[i].bytes, rows[i].size}),
                         STATUS_OK);
        for (const char *at = rows[i].text; rows[i].kind == ENTRY_MIXED && *at; at += strcspn(at, "\n") + 1) {
            size_t length = strcspn(at, "\n");
            away += length > 2 && memcmp(at + length - 2, " -", 2) == 0;
            told += length > 64;
        }
    }
    assert_true(told > 8 && away > 2);
    assert_int_equal(audit.counts.numbers, told);
    assert_int_equal(audit.counts.numbers_away, away);
    assert_int_equal(audit.counts.shoes_unplayed, 0);
    audit_release(&audit);
}

/* Left out altogether, both entries or one of them. */
static void test_left_out(void **state)
{
    (void)state;
    struct row *luck = find_row(chain, ENTRY_LUCK, "shoe 2\n", false);
    struct row *mixed = find_row(chain, ENTRY_MIXED, "shoe 2\n", false);
    mixed->kind = ENTRY_SIGNED; /* passed over */
    expect_fault(table, "before the numbers of the players were mixed in");
    luck->kind = ENTRY_SIGNED;
    expect_fault(table, "but its seed gives"); /* the cards were dealt by another key */
    mixed->kind = ENTRY_MIXED;
    expect_fault(table, "nobody promised");
    luck->kind = ENTRY_LUCK;
    assert_string_equal(audit_sealed().message, "");
}

static void test_out_of_order(void **state)
{
    (void)state;
    struct row *luck = find_row(chain, ENTRY_LUCK, "shoe 2\n", false);
    struct row *committed = find_row(chain, ENTRY_COMMITTED, "shoe 2 ", false);
    struct row *mixed = find_row(chain, ENTRY_MIXED, "shoe 2\n", false);
    struct row *shuffled = mixed;
    while (!strstr(shuffled->text, "shuffle full"))
        shuffled++;
    exchange(luck, committed);
    expect_fault(table, "after the commitment");
    exchange(luck, committed);
    exchange(committed, mixed);
    expect_fault(table, "before the commitment was published");
    exchange(committed, mixed);
    exchange(mixed, shuffled);
    expect_fault(table, "before the numbers of the players were mixed in");
    exchange(mixed, shuffled);
    assert_string_equal(audit_sealed().message, "");
}

/* Said twice, or once a card is out. */
static void test_again(void **state)
{
    (void)state;
    struct row *luck = find_row(chain, ENTRY_LUCK, "shoe 2\n", false);
    struct row *committed = find_row(chain, ENTRY_COMMITTED, "shoe 2 ", false);
    struct row *mixed = find_row(chain, ENTRY_MIXED, "shoe 2\n", false);
    struct row *bet = mixed;
    while (!strstr(bet->text, ": bet"))
        bet++;
    struct row kept = *committed;
    *committed = *luck;
    expect_fault(table, "promised twice");
    *committed = kept;
    kept = *bet;
    *bet = *luck;
    expect_fault(table, "after the shuffle");
    *bet = *mixed;
    expect_fault(table, "after the shuffle");
    *bet = kept;
    assert_string_equal(audit_sealed().message, "");
}

/* Numbers and names: another number, a promise that fits it, somebody left out, added or moved. */
static void test_changed(void **state)
{
    (void)state;
    struct row *luck = find_row(chain, ENTRY_LUCK, "shoe 2\n", false);
    struct row *mixed = find_row(chain, ENTRY_MIXED, "shoe 2\n", false);
    char text[LUCK_TEXT_MAX];
    const char *line = strchr(mixed->text, '\n') + 1; /* "Ana 0102..." */
    const char *rest = strchr(line, '\n') + 1;
    assert_memory_equal(line, "Ana ", 4);
    snprintf(text, sizeof text, "%s", mixed->text);
    char *digit = text + (line - mixed->text) + 4;
    *digit = *digit == '0' ? '1' : '0';
    expect_changed(mixed, text, "the number of Ana is not the one that was promised");
    snprintf(text, sizeof text, "shoe 2\n%s", rest);
    expect_changed(mixed, text, "not of those who promised one");
    snprintf(text, sizeof text, "shoe 2\n%s%.*s", rest, (int)(rest - line), line);
    expect_changed(mixed, text, "not of those who promised one");
    snprintf(text, sizeof text, "shoe 3\n%s", line);
    expect_changed(mixed, text, "not of those who promised one");
    snprintf(text, sizeof text, "shoe 2\nAna -\n%s", rest);
    expect_changed(mixed, text, "but its seed gives"); /* a number that came, said to have stayed away */
    snprintf(text, sizeof text, "%sAna %064d\n", luck->text, 0);
    expect_changed(luck, text, "cannot be read");
    snprintf(text, sizeof text, "shoe 2\n");
    expect_changed(luck, text, "cannot be read");
}

/* A house that finds a number and a promise to its liking afterwards: the cards were dealt by another key. */
static void test_both_changed(void **state)
{
    (void)state;
    struct row *luck = find_row(chain, ENTRY_LUCK, "shoe 2\n", false);
    struct row *mixed = find_row(chain, ENTRY_MIXED, "shoe 2\n", false);
    struct luck found;
    uint32_t shoe;
    assert_true(luck_parse(&found, &shoe, ENTRY_LUCK, span_of(luck->text)));
    assert_true(luck_parse(&found, &shoe, ENTRY_MIXED, span_of(mixed->text)));
    struct luck_number *number = &found.numbers[0];
    number->value.bytes[31] ^= 1;
    number->commitment = luck_commitment(table, shoe, number->name, &number->value);
    char texts[2][LUCK_TEXT_MAX];
    struct row *both[] = {luck, mixed};
    char *kept[2];
    for (unsigned i = 0; i < 2; i++) {
        struct text text;
        text_init(&text, texts[i], sizeof texts[i]);
        luck_print(&found, shoe, i ? ENTRY_MIXED : ENTRY_LUCK, &text);
        kept[i] = put_text(both[i], texts[i]);
    }
    expect_fault(table, "but its seed gives");
    for (unsigned i = 0; i < 2; i++)
        restore_text(both[i], kept[i]);
    assert_string_equal(audit_sealed().message, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clean_and_counted), cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_out_of_order),      cmocka_unit_test(test_again),
        cmocka_unit_test(test_changed),           cmocka_unit_test(test_both_changed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

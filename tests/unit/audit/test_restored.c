/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a table whose lights went out between the reveal of its seed and the next shoe deals nothing more
 * from the cards everybody knows by now, and the audit is content. */
#include "../check.h"

#include "audit/audit_file.h"
#include "evening.h"
#include "table/virtual_shoe.h"

static struct evening evening;

static void reveal(void)
{
    char bytes[256];
    struct text text;
    uint64_t ticket;
    text_init(&text, bytes, sizeof bytes);
    virtual_shoe_print(&evening.runner.table, ENTRY_REVEALED, &text);
    struct line line = {.kind = ENTRY_REVEALED, .role = ROLE_SYSTEM, .text = span_of(bytes)};
    assert_int_equal(books_write(evening.books, evening.runner.chain, &line, &ticket), STATUS_OK);
    assert_int_equal(store_wait(books_store(evening.books), ticket), STATUS_OK);
}

static void test_a_public_shoe_is_over(void **state)
{
    struct store_failure failure;
    struct audit audit;
    (void)state;
    evening_open(&evening, 9);
    evening.shoe_cards = 0; /* far from its cutting card */
    evening_begin(&evening, 0);
    evening_play(&evening, 2);
    assert_int_equal(evening.runner.table.state.shoe_number, 1);
    reveal();
    evening_begin(&evening, 0); /* does what must be done: the next shoe, its commitment, its shuffle */
    const struct table *table = &evening.runner.table;
    assert_int_equal(table->state.shoe_number, 2);
    assert_false(table->state.revealed);
    assert_true(table->state.committed && table->state.round.memory.shuffled);
    evening_play(&evening, 2);
    books_close(evening.books);
    if (audit_file(&audit, evening.path, NULL, &failure) != STATUS_OK)
        fail_msg("%s, entry %lu: %s", audit.fault.table, (unsigned long)audit.fault.entry,
                 audit.fault.message);
    assert_int_equal(audit.counts.shoes_revealed, 1);
    audit_release(&audit);
    evening_remove(&evening);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_public_shoe_is_over)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

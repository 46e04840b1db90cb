/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: after many rounds by bots at tables of all five games (a million in make check-all) the audit is
 * clean, every shoe that ended is what was promised, all balances add up to nothing and no money is lost
 * between the people, the banks and the cage. */
#include "check.h"

#include "audit/audit_file.h"
#include "audit/evening.h"

enum { ROUNDS = 2000, SITTINGS = 10 };

static struct evening evening;

static int64_t sum_of(const struct ledger *ledger, enum account_kind kind)
{
    int64_t sum_cents = 0;
    for (uint32_t i = 0; i < ledger->count; i++)
        if (ledger->accounts[i].kind == kind)
            sum_cents += ledger->accounts[i].balance_cents;
    return sum_cents;
}

static void check_money(const struct ledger *ledger)
{
    assert_int_equal(ledger_sum_cents(ledger), 0);
    assert_int_equal(sum_of(ledger, ACCOUNT_ESCROW), 0);
    assert_true(sum_of(ledger, ACCOUNT_PLAYER) >= 0);
    assert_true(sum_of(ledger, ACCOUNT_CAGE) < 0);
    assert_int_equal(sum_of(ledger, ACCOUNT_PLAYER) + sum_of(ledger, ACCOUNT_BANK),
                     -sum_of(ledger, ACCOUNT_CAGE));
}

static void test_many_rounds(void **state)
{
    const char *more = getenv("ROUNDS");
    unsigned rounds = (more ? (unsigned)strtoul(more, NULL, 10) : ROUNDS) / (SITTINGS * EVENING_GAMES);
    struct audit audit;
    struct store_failure failure;
    (void)state;
    evening_open(&evening, 1);
    evening.shoe_cards = 0;
    evening.squeeze = true;
    /* Each table is left and taken up again: people buy in where they have to. */
    for (unsigned i = 0; i < SITTINGS * EVENING_GAMES; i++) {
        evening_begin(&evening, i % EVENING_GAMES);
        evening_play(&evening, rounds);
    }
    books_close(evening.books);
    struct audit_options options = {.parallel = true};
    if (audit_file(&audit, evening.path, &options, &failure) != STATUS_OK)
        fail_msg("%s, entry %lu: %s%s", audit.fault.table, (unsigned long)audit.fault.entry,
                 audit.fault.message, failure.message);
    assert_int_equal(audit.counts.rounds, rounds * SITTINGS * EVENING_GAMES);
    assert_int_equal(audit.counts.shoes, audit.counts.shoes_revealed + EVENING_GAMES);
    check_money(&audit.walk.ledger);
    print_message("# %lu rounds, %lu acts, %lu cards, %lu shoes\n", (unsigned long)audit.counts.rounds,
                  (unsigned long)audit.counts.acts, (unsigned long)audit.counts.cards,
                  (unsigned long)audit.counts.shoes);
    audit_release(&audit);
    evening_remove(&evening);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many_rounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

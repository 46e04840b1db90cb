/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an entry of money is put right by one that moves it back, whole and once, and nothing else passes for
 * that. */
#include "check.h"

#include "journal/correction.h"

static const struct transaction buy_in = {2, {{1, -500}, {2, 500}}};

static struct entry money_entry(uint64_t number)
{
    return (struct entry){.number = number, .kind = ENTRY_MONEY, .transaction = buy_in};
}

static enum status correct(struct corrections *corrections, uint32_t chain, uint64_t number, const char *text,
                           const struct transaction *transaction)
{
    struct entry entry = {
        .number = number, .kind = ENTRY_CORRECTED, .text = span_of(text), .transaction = *transaction};
    return corrections_take(corrections, chain, &entry);
}

static void test_what_is_a_correction(void **state)
{
    static const struct {
        const char *about;
        uint32_t chain;
        const char *text;
        struct transaction transaction;
        enum status status;
    } rows[] = {
        {"moved back", 1, "corrects 3\npaid twice\n", {2, {{1, 500}, {2, -500}}}, STATUS_OK},
        {"in another order", 1, "corrects 3\n", {2, {{2, -500}, {1, 500}}}, STATUS_OK},
        {"a cent less", 1, "corrects 3\n", {2, {{1, 499}, {2, -499}}}, STATUS_NOT_REVERSED},
        {"the same way again", 1, "corrects 3\n", {2, {{1, -500}, {2, 500}}}, STATUS_NOT_REVERSED},
        {"from somebody else", 1, "corrects 3\n", {2, {{1, 500}, {7, -500}}}, STATUS_NOT_REVERSED},
        {"shared with somebody",
         1,
         "corrects 3\n",
         {3, {{1, 500}, {2, -400}, {7, -100}}},
         STATUS_NOT_REVERSED},
        {"no money", 1, "corrects 3\n", {0}, STATUS_NOT_REVERSED},
        {"of no entry of money", 1, "corrects 2\n", {2, {{1, 500}, {2, -500}}}, STATUS_NOT_REVERSED},
        {"of another chain", 2, "corrects 3\n", {2, {{1, 500}, {2, -500}}}, STATUS_NOT_REVERSED},
        {"of itself", 1, "corrects 9\n", {2, {{1, 500}, {2, -500}}}, STATUS_BAD_ENTRY},
        {"of what is to come", 1, "corrects 10\n", {2, {{1, 500}, {2, -500}}}, STATUS_BAD_ENTRY},
        {"of nothing", 1, "corrects\n", {2, {{1, 500}, {2, -500}}}, STATUS_BAD_ENTRY},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct corrections corrections;
        struct entry entry = money_entry(3);
        corrections_init(&corrections);
        assert_int_equal(corrections_note(&corrections, 1, &entry), STATUS_OK);
        enum status status = correct(&corrections, rows[i].chain, 9, rows[i].text, &rows[i].transaction);
        if (status != rows[i].status)
            print_error("%s\n", rows[i].about);
        assert_int_equal(status, rows[i].status);
        corrections_release(&corrections);
    }
}

static void test_once(void **state)
{
    struct corrections corrections;
    struct transaction back;
    (void)state;
    transaction_reverse(&buy_in, &back);
    corrections_init(&corrections);
    for (uint64_t number = 1; number <= 200; number++) { /* more than there is room for at first */
        struct entry entry = money_entry(number);
        assert_int_equal(corrections_note(&corrections, 1, &entry), STATUS_OK);
    }
    assert_int_equal(correct(&corrections, 1, 201, "corrects 7\n", &buy_in), STATUS_NOT_REVERSED);
    assert_int_equal(correct(&corrections, 1, 201, "corrects 7\n", &back), STATUS_OK);
    assert_int_equal(correct(&corrections, 1, 202, "corrects 7\n", &back), STATUS_CORRECTED);
    assert_int_equal(correct(&corrections, 1, 203, "corrects 8\n", &back), STATUS_OK);
    assert_int_equal(correct(&corrections, 1, 204, "corrects 201\n", &buy_in), STATUS_NOT_REVERSED);
    corrections_release(&corrections);
}

/* Only an entry of money can be put right, and only a movement: whatever else there is stays as it is. */
static void test_what_cannot_be_put_right(void **state)
{
    struct corrections corrections;
    struct transaction back;
    struct entry paid = money_entry(3);
    struct entry acts = {.number = 3, .kind = ENTRY_ACTS, .transaction = buy_in};
    struct entry empty = {.number = 3, .kind = ENTRY_MONEY};
    struct entry many = {.number = 3, .kind = ENTRY_MONEY, .transaction = {.count = CORRECTION_POSTINGS + 1}};
    struct transaction many_back;
    (void)state;
    transaction_reverse(&buy_in, &back);
    for (uint32_t i = 0; i < many.transaction.count; i++)
        many.transaction.postings[i] = (struct posting){i + 1, i ? 10 : -10 * CORRECTION_POSTINGS};
    transaction_reverse(&many.transaction, &many_back);
    assert_int_equal(correction_verify(&paid, &back), STATUS_OK);
    assert_int_equal(correction_verify(&acts, &back), STATUS_NOT_REVERSED);
    assert_int_equal(correction_verify(&many, &many_back), STATUS_NOT_REVERSED);
    corrections_init(&corrections);
    assert_int_equal(corrections_note(&corrections, 1, &empty), STATUS_OK);
    assert_int_equal(corrections_note(&corrections, 1, &many), STATUS_OK);
    assert_int_equal(corrections.count, 0);
    corrections_release(&corrections);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_a_correction),
        cmocka_unit_test(test_once),
        cmocka_unit_test(test_what_cannot_be_put_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

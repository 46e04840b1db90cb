/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: over random transactions, good and bad, the ledger agrees with a model so simple that it can be read
 * at a glance: the model keeps no balances, only the list of everything booked, and adds it up when asked. */
#include "check.h"

#include <stdlib.h>

#include "ledger/ledger.h"

enum { ACCOUNTS = 12, STEPS = 20000, BOOKED_MAX = STEPS * 6 };

static const uint8_t kinds[ACCOUNTS] = {
    ACCOUNT_PLAYER, ACCOUNT_PLAYER, ACCOUNT_PLAYER, ACCOUNT_PLAYER, ACCOUNT_PLAYER, ACCOUNT_ESCROW,
    ACCOUNT_ESCROW, ACCOUNT_BANK,   ACCOUNT_BANK,   ACCOUNT_CAGE,   ACCOUNT_CAGE,   ACCOUNT_HOUSE,
};

struct model {
    unsigned count;
    struct posting booked[BOOKED_MAX];
    int64_t cents[ACCOUNTS + 1]; /* sums of the first `looked` of them */
    unsigned looked;
};

static int64_t model_balance(struct model *model, uint32_t account)
{
    for (; model->looked < model->count; model->looked++)
        model->cents[model->booked[model->looked].account] += model->booked[model->looked].cents;
    return model->cents[account];
}

/* Everything a transaction must be, asked in the plainest way. */
static bool model_takes(struct model *model, const struct transaction *transaction)
{
    int64_t sum = 0;
    bool seen[ACCOUNTS + 1] = {false};
    for (unsigned i = 0; i < transaction->count; i++) {
        struct posting posting = transaction->postings[i];
        if (posting.account < 1 || posting.account > ACCOUNTS || posting.cents == 0 || seen[posting.account])
            return false;
        seen[posting.account] = true;
        sum += posting.cents;
        if (kinds[posting.account - 1] <= ACCOUNT_ESCROW &&
            model_balance(model, posting.account) + posting.cents < 0)
            return false;
    }
    return transaction->count >= 2 && sum == 0;
}

static void model_book(struct model *model, const struct transaction *transaction)
{
    for (unsigned i = 0; i < transaction->count; i++)
        model->booked[model->count++] = transaction->postings[i];
}

static unsigned below(unsigned *seed, unsigned limit)
{
    return (unsigned)rand_r(seed) % limit;
}

/* Mostly sound: two to five different accounts, the last one making the sum 0. One in eight is spoilt. */
static struct transaction random_transaction(unsigned *seed)
{
    struct transaction transaction = {.count = 2 + below(seed, 4)};
    unsigned start = below(seed, ACCOUNTS);
    unsigned step = (unsigned[]){1, 5, 7, 11}[below(seed, 4)];
    int64_t sum = 0;
    for (unsigned i = 0; i < transaction.count; i++) {
        struct posting *posting = &transaction.postings[i];
        posting->account = 1 + (start + i * step) % ACCOUNTS;
        posting->cents = i + 1 < transaction.count ? (int64_t)below(seed, 2000) - 1000 : -sum;
        sum += posting->cents;
    }
    struct posting *spoilt = &transaction.postings[below(seed, transaction.count)];
    switch (below(seed, 32)) {
    case 0:
        spoilt->cents++;
        break;
    case 1:
        spoilt->account = ACCOUNTS + 1;
        break;
    case 2:
        spoilt->account = transaction.postings[0].account;
        break;
    case 3:
        transaction.count = below(seed, 2);
        break;
    }
    return transaction;
}

static void test_ledger_and_model_agree(void **state)
{
    (void)state;
    static struct model model;
    static const char *const names[ACCOUNTS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    struct ledger ledger;
    unsigned seed = 20240601;
    unsigned taken = 0;
    ledger_init(&ledger);
    for (unsigned i = 0; i < ACCOUNTS; i++) {
        uint32_t number;
        assert_int_equal(ledger_open(&ledger, kinds[i], names[i], &number), STATUS_OK);
    }
    for (unsigned step = 0; step < STEPS; step++) {
        struct transaction transaction = random_transaction(&seed);
        bool takes = model_takes(&model, &transaction);
        assert_int_equal(ledger_book(&ledger, &transaction) == STATUS_OK, takes);
        if (takes) {
            model_book(&model, &transaction);
            taken++;
        }
        for (uint32_t i = 1; i <= ACCOUNTS; i++)
            assert_int_equal(ledger_account(&ledger, i)->balance_cents, model_balance(&model, i));
        assert_int_equal(ledger_sum_cents(&ledger), 0);
    }
    /* Both kinds of answer must have been given often for the agreement to mean anything. */
    assert_in_range(taken, STEPS / 8, STEPS - STEPS / 8);
    ledger_release(&ledger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ledger_and_model_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

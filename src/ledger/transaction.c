/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/transaction.h"

#include <assert.h>
#include <string.h>

#include "base/money.h"

struct movement_row {
    const char *name;
    enum account_kind from;
    enum account_kind to;
};

static const struct movement_row rows[MOVEMENT_COUNT] = {
#define MOVEMENT_ROW(id, name, from, to) [id] = {name, from, to},
    MOVEMENT_LIST(MOVEMENT_ROW)
#undef MOVEMENT_ROW
};

const char *movement_name(enum movement movement)
{
    assert(movement < MOVEMENT_COUNT);
    return rows[movement].name;
}

enum account_kind movement_from(enum movement movement)
{
    assert(movement < MOVEMENT_COUNT);
    return rows[movement].from;
}

enum account_kind movement_to(enum movement movement)
{
    assert(movement < MOVEMENT_COUNT);
    return rows[movement].to;
}

bool movement_find(const char *name, enum movement *movement)
{
    for (unsigned i = 0; i < MOVEMENT_COUNT; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *movement = (enum movement)i;
            return true;
        }
    }
    return false;
}

void transaction_init(struct transaction *transaction)
{
    transaction->count = 0;
}

static uint32_t find_posting(const struct transaction *transaction, uint32_t account)
{
    assert(transaction->count <= TRANSACTION_POSTINGS_MAX);
    uint32_t at = 0;
    while (at < transaction->count && transaction->postings[at].account != account)
        at++;
    return at;
}

static enum status add(struct transaction *transaction, uint32_t account, int64_t cents)
{
    assert(account && cents);
    uint32_t at = find_posting(transaction, account);
    struct posting *posting = &transaction->postings[at];
    if (at == TRANSACTION_POSTINGS_MAX)
        return STATUS_MANY_POSTINGS;
    if (at == transaction->count) {
        *posting = (struct posting){account, cents};
        transaction->count++;
        return STATUS_OK;
    }
    enum status status = money_add(posting->cents, cents, &posting->cents);
    /* An amount that went out and came back in full leaves no posting. */
    if (status == STATUS_OK && posting->cents == 0) {
        memmove(posting, posting + 1, (transaction->count - at - 1) * sizeof(*posting));
        transaction->count--;
    }
    return status;
}

/* Only what is there: a transaction has room for many postings and holds few. */
static void copy(struct transaction *to, const struct transaction *from)
{
    assert(to != from && from->count <= TRANSACTION_POSTINGS_MAX);
    to->count = from->count;
    memcpy(to->postings, from->postings, from->count * sizeof from->postings[0]);
}

enum status transaction_add(struct transaction *transaction, const struct account *from,
                            const struct account *to, int64_t cents)
{
    if (cents <= 0)
        return STATUS_NO_AMOUNT;
    if (cents > MONEY_CENTS_MAX)
        return STATUS_OVERFLOW;
    struct transaction before;
    copy(&before, transaction);
    enum status status = add(transaction, from->number, -cents);
    if (status == STATUS_OK)
        status = add(transaction, to->number, cents);
    if (status != STATUS_OK)
        copy(transaction, &before);
    return status;
}

enum status transaction_move(struct transaction *transaction, enum movement movement,
                             const struct account *from, const struct account *to, int64_t cents)
{
    assert(movement < MOVEMENT_COUNT);
    if (from->kind != rows[movement].from || to->kind != rows[movement].to)
        return STATUS_WRONG_ACCOUNT;
    return transaction_add(transaction, from, to, cents);
}

void transaction_reverse(const struct transaction *transaction, struct transaction *reverse)
{
    assert(reverse != transaction && transaction->count <= TRANSACTION_POSTINGS_MAX);
    reverse->count = transaction->count;
    for (uint32_t i = 0; i < transaction->count; i++) {
        reverse->postings[i].account = transaction->postings[i].account;
        reverse->postings[i].cents = -transaction->postings[i].cents;
    }
    assert(transaction_reverses(transaction, reverse));
}

bool transaction_reverses(const struct transaction *a, const struct transaction *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t at = find_posting(b, a->postings[i].account);
        if (at == b->count || b->postings[at].cents != -a->postings[i].cents)
            return false;
    }
    return true;
}

enum status transaction_verify(const struct transaction *transaction)
{
    int64_t sum_cents = 0;
    uint32_t highest = 0;
    if (transaction->count < 2)
        return STATUS_NO_POSTINGS;
    if (transaction->count > TRANSACTION_POSTINGS_MAX)
        return STATUS_MANY_POSTINGS;
    for (uint32_t i = 0; i < transaction->count; i++) {
        const struct posting *posting = &transaction->postings[i];
        if (posting->cents == 0)
            return STATUS_NO_AMOUNT;
        /* In the order of their accounts, as in an entry, none can be there already. */
        if (posting->account <= highest && find_posting(transaction, posting->account) != i)
            return STATUS_SAME_ACCOUNT;
        highest = posting->account > highest ? posting->account : highest;
        enum status status = money_add(sum_cents, posting->cents, &sum_cents);
        if (status != STATUS_OK)
            return status;
    }
    return sum_cents == 0 ? STATUS_OK : STATUS_UNBALANCED;
}

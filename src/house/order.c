/* SPDX-License-Identifier: Apache-2.0 */
#include "house/order.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/money.h"
#include "record/word.h"

/* An end of a leg: which account, told from the words of the order. */
enum end {
    END_NONE,
    END_PLAYER,  /* NAME */
    END_BANK,    /* NAME, a table */
    END_BOX,     /* NAME */
    END_CAGE,    /* NAME */
    END_TILL,    /* NAME */
    END_AT_BANK, /* the same, of the word behind `at` */
    END_AT_BOX,
    END_AT_CAGE,
    END_AT_TILL,
    END_ACCOUNT, /* NAME is written out, "bank:T1" */
    END_CHIPS,
    END_CASH,
    END_VARIANCE,
};

struct leg {
    enum end from;
    enum end to;
};

static const struct order_row {
    const char *name;
    bool has_at;
    bool has_slip;
    struct leg legs[ORDER_ACCOUNTS_MAX / 2];
} rows[ORDER_COUNT] = {
    [ORDER_BUY_IN] = {"buy-in", true, false, {{END_AT_CAGE, END_PLAYER}, {END_CASH, END_AT_TILL}}},
    [ORDER_CASH_OUT] = {"cash-out", true, false, {{END_PLAYER, END_AT_CAGE}, {END_AT_TILL, END_CASH}}},
    [ORDER_PURCHASE] = {"purchase", true, false, {{END_AT_BANK, END_PLAYER}, {END_CASH, END_AT_BOX}}},
    [ORDER_FILL] = {"fill", true, true, {{END_AT_CAGE, END_BANK}}},
    [ORDER_CREDIT] = {"credit", true, true, {{END_BANK, END_AT_CAGE}}},
    [ORDER_DROP] = {"drop", true, false, {{END_BOX, END_AT_TILL}}},
    [ORDER_SUPPLY] = {"supply", false, false, {{END_CHIPS, END_CAGE}}},
    [ORDER_WITHDRAW] = {"withdraw", false, false, {{END_CAGE, END_CHIPS}}},
    [ORDER_FUND] = {"fund", false, false, {{END_CASH, END_TILL}}},
    [ORDER_LODGE] = {"lodge", false, false, {{END_TILL, END_CASH}}},
    [ORDER_TRANSFER] = {"transfer", true, false, {{END_AT_CAGE, END_CAGE}}},
    [ORDER_REMIT] = {"remit", true, false, {{END_AT_TILL, END_TILL}}},
    [ORDER_OVER] = {"over", false, false, {{END_VARIANCE, END_ACCOUNT}}},
    [ORDER_SHORT] = {"short", false, false, {{END_ACCOUNT, END_VARIANCE}}},
};

const char *order_name(enum order_kind kind)
{
    assert(kind < ORDER_COUNT);
    return rows[kind].name;
}

bool order_find(const char *name, enum order_kind *kind)
{
    for (unsigned i = 0; i < ORDER_COUNT; i++) {
        *kind = (enum order_kind)i;
        if (strcmp(rows[i].name, name) == 0)
            return true;
    }
    return false;
}

/* ---- Words. ---- */

void order_print(const struct order *order, struct text *text)
{
    assert(order->kind < ORDER_COUNT);
    char amount[MONEY_TEXT_MAX];
    const struct order_row *row = &rows[order->kind];
    money_print(order->cents, amount, sizeof amount);
    text_format(text, "%s %s %s", row->name, order->name, amount);
    if (row->has_at)
        text_format(text, " at %s", order->at);
    if (row->has_slip)
        text_format(text, " slip %" PRIu64 " asked %s", order->slip, order->asked);
    text_put_char(text, '\n');
}

static bool parse_slip(struct words *words, struct order *order)
{
    char number[24];
    const char *digits = number;
    return words_skip(words, "slip") && words_keep(words, number, sizeof number) &&
           text_take_number(&digits, UINT64_MAX, &order->slip) && !*digits && words_skip(words, "asked") &&
           words_keep(words, order->asked, sizeof order->asked);
}

bool order_parse(struct span span, struct order *order)
{
    struct words words;
    struct word amount;
    char name[16];
    *order = (struct order){.cents = 0};
    if (span.size == 0 || span.bytes[span.size - 1] != '\n')
        return false;
    words_init(&words, (const char *)span.bytes, span.size - 1);
    if (!words_keep(&words, name, sizeof name) || !order_find(name, &order->kind) ||
        !words_keep(&words, order->name, sizeof order->name) || !words_next(&words, &amount) ||
        money_parse(amount.bytes, amount.length, &order->cents) != STATUS_OK)
        return false;
    const struct order_row *row = &rows[order->kind];
    if (row->has_at && (!words_skip(&words, "at") || !words_keep(&words, order->at, sizeof order->at)))
        return false;
    return (!row->has_slip || parse_slip(&words, order)) && !words_next(&words, &amount);
}

/* ---- Accounts. ---- */

bool account_parse(const char *text, size_t length, struct account *account)
{
    const char *colon = memchr(text, ':', length);
    enum account_kind kind;
    *account = (struct account){.number = 0};
    if (!colon || !account_kind_find(text, (size_t)(colon - text), &kind) ||
        length - (size_t)(colon - text) - 1 >= sizeof account->name)
        return false;
    account->kind = (uint8_t)kind;
    memcpy(account->name, colon + 1, length - (size_t)(colon - text) - 1);
    return account_name_ok(account->name);
}

static struct account named(enum account_kind kind, const char *prefix, const char *name)
{
    struct account account = {.kind = (uint8_t)kind};
    snprintf(account.name, sizeof account.name, "%s%.*s", prefix, ACCOUNT_NAME_MAX - 8, name);
    return account;
}

static struct account account_at(const struct order *order, enum end end)
{
    struct account account = {.kind = 0};
    switch (end) {
    case END_PLAYER:
        return named(ACCOUNT_PLAYER, "", order->name);
    case END_BANK:
        return named(ACCOUNT_BANK, "", order->name);
    case END_BOX:
        return named(ACCOUNT_CAGE, ORDER_BOX, order->name);
    case END_CAGE:
        return named(ACCOUNT_CAGE, "", order->name);
    case END_TILL:
        return named(ACCOUNT_CAGE, ORDER_TILL, order->name);
    case END_AT_BANK:
        return named(ACCOUNT_BANK, "", order->at);
    case END_AT_BOX:
        return named(ACCOUNT_CAGE, ORDER_BOX, order->at);
    case END_AT_CAGE:
        return named(ACCOUNT_CAGE, "", order->at);
    case END_AT_TILL:
        return named(ACCOUNT_CAGE, ORDER_TILL, order->at);
    case END_ACCOUNT:
        (void)!account_parse(order->name, strlen(order->name), &account);
        return account;
    case END_CHIPS:
        return named(ACCOUNT_HOUSE, "", ORDER_HOUSE_CHIPS);
    case END_CASH:
        return named(ACCOUNT_HOUSE, "", ORDER_HOUSE_CASH);
    case END_VARIANCE:
        return named(ACCOUNT_HOUSE, "", ORDER_HOUSE_VARIANCE);
    case END_NONE:
        break;
    }
    return account;
}

unsigned order_accounts(const struct order *order, struct account accounts[ORDER_ACCOUNTS_MAX])
{
    assert(order->kind < ORDER_COUNT);
    unsigned count = 0;
    for (unsigned i = 0; i < ORDER_ACCOUNTS_MAX / 2; i++) {
        const struct leg *leg = &rows[order->kind].legs[i];
        if (leg->from == END_NONE)
            break;
        accounts[count++] = account_at(order, leg->from);
        accounts[count++] = account_at(order, leg->to);
    }
    assert(count > 0 && count % 2 == 0);
    return count;
}

enum status order_build(const struct order *order, const struct ledger *ledger,
                        struct transaction *transaction)
{
    struct account accounts[ORDER_ACCOUNTS_MAX];
    unsigned count = order_accounts(order, accounts);
    transaction_init(transaction);
    for (unsigned i = 0; i < count; i += 2) {
        const struct account *from =
            ledger_find(ledger, (enum account_kind)accounts[i].kind, accounts[i].name);
        const struct account *to =
            ledger_find(ledger, (enum account_kind)accounts[i + 1].kind, accounts[i + 1].name);
        if (!from || !to)
            return STATUS_NO_ACCOUNT;
        enum status status = transaction_add(transaction, from, to, order->cents);
        if (status)
            return status;
    }
    return STATUS_OK;
}

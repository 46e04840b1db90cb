/* SPDX-License-Identifier: Apache-2.0 */
/* order.h - a movement of money in a house that counts its chips: which accounts it goes between, and its
 * text.
 *
 * Pure. Chips and cash each have a side of the books (docs/journal.md, section 15): a buy-in moves chips from
 * a cage to a player and cash from outside into the till, in one entry. The text says everything: the server
 * builds the postings from an order, and an audit builds them again from the text. For the movements of a
 * house that does not count its chips see ledger/transaction.h. */
#ifndef CROUPIER_HOUSE_ORDER_H
#define CROUPIER_HOUSE_ORDER_H

#include "base/text.h"
#include "journal/entry.h"
#include "ledger/ledger.h"

enum { ORDER_ACCOUNTS_MAX = 4, ORDER_TEXT_MAX = 320 };

#define ORDER_HOUSE_CHIPS    "chips"
#define ORDER_HOUSE_CASH     "cash"
#define ORDER_HOUSE_VARIANCE "variance"
#define ORDER_TILL           "till."
#define ORDER_BOX            "box."

/* clang-format off */
#define ORDER_LIST(X) \
    X(ORDER_BUY_IN,   "buy-in")   X(ORDER_CASH_OUT, "cash-out") X(ORDER_PURCHASE, "purchase") \
    X(ORDER_FILL,     "fill")     X(ORDER_CREDIT,   "credit")   X(ORDER_DROP,     "drop") \
    X(ORDER_SUPPLY,   "supply")   X(ORDER_WITHDRAW, "withdraw") X(ORDER_FUND,     "fund") \
    X(ORDER_LODGE,    "lodge")    X(ORDER_TRANSFER, "transfer") X(ORDER_REMIT,    "remit") \
    X(ORDER_OVER,     "over")     X(ORDER_SHORT,    "short")
/* clang-format on */

enum order_kind {
#define ORDER_ENUM(id, name) id,
    ORDER_LIST(ORDER_ENUM)
#undef ORDER_ENUM
        ORDER_COUNT
};

struct order {
    enum order_kind kind;
    char name[ACCOUNT_TEXT_MAX]; /* a player, a table, a cage; of a variance the account, "bank:T1" */
    int64_t cents;
    char at[ACCOUNT_NAME_MAX]; /* the cage or table where it happens; "" for the kinds that need none */
    uint64_t slip;             /* of a fill or credit */
    char asked[ENTRY_WHO_MAX]; /* who asked for it; "" without a slip */
};

const char *order_name(enum order_kind kind);
bool order_find(const char *name, enum order_kind *kind);

/* The text of its entry, one line. */
void order_print(const struct order *order, struct text *text);

/* False: the text is not an order. */
bool order_parse(struct span span, struct order *order);

/* The accounts it goes between, from and to in turn: two, or four. `balance_cents` and `number` are 0. */
unsigned order_accounts(const struct order *order, struct account accounts[ORDER_ACCOUNTS_MAX]);

/* Its postings. STATUS_NO_ACCOUNT: one of the accounts was never opened. */
enum status order_build(const struct order *order, const struct ledger *ledger,
                        struct transaction *transaction) MUST_CHECK;

/* "bank:T1" as a kind and a name. */
bool account_parse(const char *text, size_t length, struct account *account);

#endif

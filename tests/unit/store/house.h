/* SPDX-License-Identifier: Apache-2.0 */
/* house.h - what the tests of the store share: a folder that goes away again, and a house with a few
 * accounts.
 *
 * Included by one test program each; everything is static. */
#ifndef CROUPIER_TESTS_STORE_HOUSE_H
#define CROUPIER_TESTS_STORE_HOUSE_H

#include <stdio.h>

#include "place.h"
#include "store/books.h"

struct house {
    char folder[PLACE_FOLDER_MAX];
    char path[PLACE_PATH_MAX];
    struct books *books;
    uint32_t cage;
    uint32_t mei;
    uint32_t escrow;
    uint32_t table; /* a chain */
};

static inline void house_folder(struct house *house)
{
    *house = (struct house){0};
    place_make(house->folder, house->path);
}

static inline void house_remove(struct house *house)
{
    place_remove(house->folder);
}

static inline struct house_key house_test_key(uint8_t first)
{
    struct house_key key;
    uint8_t secret[HOUSE_SECRET_BYTES] = {first};
    house_key_derive(&key, secret);
    return key;
}

static inline void house_open(struct house *house)
{
    struct house_key key = house_test_key(1);
    struct store_failure failure;
    struct books_options options = {.store = {.path = house->path}, .key = &key};
    enum status status = books_open(&house->books, &options, &failure);
    if (status != STATUS_OK)
        print_error("%s\n", failure.message);
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(books_account(house->books, ACCOUNT_CAGE, "main", &house->cage, NULL), STATUS_OK);
    assert_int_equal(books_account(house->books, ACCOUNT_PLAYER, "Mei", &house->mei, NULL), STATUS_OK);
    assert_int_equal(books_account(house->books, ACCOUNT_ESCROW, "T1", &house->escrow, NULL), STATUS_OK);
    assert_int_equal(books_chain(house->books, "T1", &house->table, NULL), STATUS_OK);
}

static inline void house_close(struct house *house)
{
    books_close(house->books);
    house->books = NULL;
}

static inline enum status house_move(struct house *house, uint32_t chain, enum movement movement,
                                     uint32_t from, uint32_t to, int64_t cents, const char *key,
                                     uint64_t *ticket)
{
    const struct ledger *ledger = books_ledger(house->books);
    struct transaction transaction;
    transaction_init(&transaction);
    enum status status = transaction_move(&transaction, movement, ledger_account(ledger, from),
                                          ledger_account(ledger, to), cents);
    struct line line = {.kind = ENTRY_MONEY,
                        .role = ROLE_CAGE,
                        .who = "cashier",
                        .key = key,
                        .text = span_of("# money\n"),
                        .transaction = &transaction};
    return status == STATUS_OK ? books_write(house->books, chain, &line, ticket) : status;
}

/* What opening says or, if that says nothing, verifying; with these options, of which path and read_only are
 * set here. */
static inline enum status house_file_verify(const struct house *house, struct store_options options,
                                            struct store_failure *failure)
{
    struct store *store;
    options.path = house->path;
    options.read_only = true;
    enum status status = store_open(&store, &options, failure);
    if (status != STATUS_OK)
        return status;
    status = store_verify(store, NULL, failure);
    store_close(store);
    return status;
}

static inline void house_check(struct house *house)
{
    struct store_failure failure;
    enum status status = store_verify(books_store(house->books), NULL, &failure);
    if (status != STATUS_OK)
        print_error("%s\n", failure.message);
    assert_int_equal(status, STATUS_OK);
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: one line in the books is one act with its money, or nothing at all; and the house signs what it
 * wrote. */
#include "check.h"

#include "house.h"
#include "journal/walk.h"

static int set_up(void **state)
{
    static struct house house;
    house_folder(&house);
    house_open(&house);
    *state = &house;
    return 0;
}

static int tear_down(void **state)
{
    struct house *house = *state;
    house_close(house);
    house_remove(house);
    return 0;
}

static void test_a_refusal_changes_nothing(void **state)
{
    struct house *house = *state;
    struct store *store = books_store(house->books);
    struct chain before;
    struct chain after;
    uint64_t ticket = 77;
    assert_int_equal(store_chain(store, house->table, &before), STATUS_OK);
    assert_int_equal(
        house_move(house, house->table, MOVEMENT_WAGERED, house->mei, house->escrow, 1, "k", &ticket),
        STATUS_PLAYER_SHORT);
    assert_int_equal(ticket, 77);
    assert_int_equal(store_chain(store, house->table, &after), STATUS_OK);
    assert_memory_equal(&before, &after, sizeof(before));
    /* Nor is the key used up. */
    assert_int_equal(house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 500, "k", &ticket),
                     STATUS_OK);
    assert_int_equal(house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 500, "k", &ticket),
                     STATUS_REPEATED);
    assert_int_equal(ledger_account(books_ledger(house->books), house->mei)->balance_cents, 500);
    struct line line = {.kind = ENTRY_NOTE, .role = (enum role)0, .text = span_of("x\n")};
    assert_int_equal(books_write(house->books, house->table, &line, &ticket), STATUS_BAD_ENTRY);
    line.role = ROLE_SYSTEM;
    assert_int_equal(books_write(house->books, 99, &line, &ticket), STATUS_NOT_FOUND);
}

static void test_names_are_found_again(void **state)
{
    struct house *house = *state;
    uint32_t number;
    bool made;
    assert_int_equal(books_account(house->books, ACCOUNT_PLAYER, "Mei", &number, &made), STATUS_OK);
    assert_int_equal(number, house->mei);
    assert_false(made);
    assert_int_equal(books_account(house->books, ACCOUNT_PLAYER, "Tan", &number, &made), STATUS_OK);
    assert_true(made);
    assert_int_equal(books_chain(house->books, "T1", &number, &made), STATUS_OK);
    assert_int_equal(number, house->table);
    assert_false(made);
    assert_int_equal(books_chain(house->books, "a b", &number, &made), STATUS_BAD_ACCOUNT_NAME);
    assert_int_equal(books_account(house->books, ACCOUNT_PLAYER, "a b", &number, &made),
                     STATUS_BAD_ACCOUNT_NAME);
}

/* A request that took everything, sent again: it is a repetition, not a lack of money. */
static void test_a_repetition_is_told_first(void **state)
{
    struct house *house = *state;
    uint64_t ticket;
    assert_int_equal(house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
                     STATUS_OK);
    assert_int_equal(house_move(house, 1, MOVEMENT_CASH_OUT, house->mei, house->cage, 100, "out", &ticket),
                     STATUS_OK);
    assert_int_equal(house_move(house, 1, MOVEMENT_CASH_OUT, house->mei, house->cage, 100, "out", &ticket),
                     STATUS_REPEATED);
    assert_int_equal(house_move(house, 1, MOVEMENT_CASH_OUT, house->mei, house->cage, 100, "again", &ticket),
                     STATUS_PLAYER_SHORT);
}

/* Many tables of one game begin at once: its rulebook is written down once, whether it is on disk yet or not.
 */
static void test_a_document_is_kept_once(void **state)
{
    struct house *house = *state;
    struct chain before;
    struct chain after;
    struct hash hash;
    assert_int_equal(store_chain(books_store(house->books), 1, &before), STATUS_OK);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(
            books_document(house->books, "game", span_of(i % 2 ? "id: one\n" : "id: two\n"), &hash),
            STATUS_OK);
    assert_int_equal(store_chain(books_store(house->books), 1, &after), STATUS_OK);
    assert_int_equal(after.number, before.number + 2);
}

static enum status put_right(struct house *house, const char *text, int64_t cents, const char *key)
{
    struct transaction back = {2, {{house->cage, cents}, {house->mei, -cents}}};
    struct line line = {.kind = ENTRY_CORRECTED,
                        .role = ROLE_CAGE,
                        .who = "cashier",
                        .key = key,
                        .text = span_of(text),
                        .transaction = cents ? &back : NULL};
    uint64_t ticket;
    return books_write(house->books, house->table, &line, &ticket);
}

/* Whatever is refused leaves the balance alone; what is accepted is found right by who reads it. */
static void test_a_correction_moves_back(void **state)
{
    struct house *house = *state;
    struct chain chain;
    uint64_t ticket;
    assert_int_equal(
        house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 700, "", &ticket),
        STATUS_OK);
    assert_int_equal(
        house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 700, "", &ticket),
        STATUS_OK);
    assert_int_equal(store_chain(books_store(house->books), house->table, &chain), STATUS_OK);
    int64_t balance = ledger_account(books_ledger(house->books), house->mei)->balance_cents;
    char named[64];
    char unknown[64];
    snprintf(named, sizeof named, "corrects %lu\nsold twice\n", (unsigned long)chain.number);
    snprintf(unknown, sizeof unknown, "corrects %lu\n", (unsigned long)chain.number + 9);
    assert_int_equal(put_right(house, "sold twice\n", 700, ""), STATUS_BAD_ENTRY);
    assert_int_equal(put_right(house, unknown, 700, ""), STATUS_NOT_FOUND);
    assert_int_equal(put_right(house, named, 699, ""), STATUS_NOT_REVERSED);
    assert_int_equal(put_right(house, named, -700, ""), STATUS_NOT_REVERSED);
    assert_int_equal(put_right(house, named, 0, ""), STATUS_NOT_REVERSED);
    assert_int_equal(ledger_account(books_ledger(house->books), house->mei)->balance_cents, balance);
    assert_int_equal(put_right(house, named, 700, "right-1"), STATUS_OK);
    assert_int_equal(ledger_account(books_ledger(house->books), house->mei)->balance_cents, balance - 700);
    assert_int_equal(put_right(house, named, 700, "right-2"), STATUS_CORRECTED);
    assert_int_equal(put_right(house, named, 700, "right-1"), STATUS_REPEATED);
    house_close(house);
    house_open(house);
    assert_int_equal(put_right(house, named, 700, ""), STATUS_CORRECTED);
    house_verify(house);
}

static void test_chains_are_signed(void **state)
{
    enum { ENTRIES = 2 * BOOKS_SIGN_EVERY + 88 };
    struct house *house = *state;
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    struct entry entry;
    struct walk walk;
    uint64_t ticket;
    uint64_t last_kind = 0;
    for (unsigned i = 0; i < ENTRIES; i++)
        assert_int_equal(
            house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
            STATUS_OK);
    house_close(house);
    struct store *store;
    struct store_options options = {.path = house->path, .read_only = true};
    struct house_key house_key = house_test_key(1);
    struct public_key key = signing_key_public(&house_key.signing);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(walk_init(&walk, &key), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    while (store_next(cursor, &row) == STATUS_OK) {
        assert_int_equal(walk_step(&walk, row.chain, row.entry.bytes, row.entry.size, &entry), STATUS_OK);
        if (row.chain == house->table) {
            last_kind = entry.kind;
            assert_int_equal(entry.kind == ENTRY_SIGNED,
                             entry.number % BOOKS_SIGN_EVERY == 0 || entry.number == ENTRIES + 3);
        }
    }
    assert_int_equal(last_kind, ENTRY_SIGNED);
    assert_int_equal(walk.signatures, 4); /* twice on the way, the end of T1, the end of the house */
    assert_int_equal(walk.ledger.accounts[house->mei - 1].balance_cents, 100 * ENTRIES);
    walk_release(&walk);
    store_cursor_close(cursor);
    store_close(store);
    house_open(house);
}

static void test_another_key_is_refused(void **state)
{
    struct house *house = *state;
    struct books *books;
    struct store_failure failure;
    struct house_key key = house_test_key(2);
    struct books_options options = {.store = {.path = house->path}, .key = &key};
    house_close(house);
    assert_int_equal(books_open(&books, &options, &failure), STATUS_BAD_SIGNATURE);
    assert_non_null(strstr(failure.message, "another house key"));
    house_open(house);
}

static int64_t fixed_clock(void *clock)
{
    return *(int64_t *)clock;
}

static void test_time_comes_through_the_port(void **state)
{
    (void)state;
    struct house house;
    struct store_failure failure;
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    struct house_key key = house_test_key(1);
    int64_t now = 1234567890123;
    house_folder(&house);
    struct books_options options = {
        .store = {.path = house.path}, .key = &key, .now_ms = fixed_clock, .clock = &now};
    assert_int_equal(books_open(&house.books, &options, &failure), STATUS_OK);
    assert_int_equal(store_wait(books_store(house.books), 1), STATUS_OK);
    assert_int_equal(store_read(books_store(house.books), 1, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    assert_int_equal(store_next(cursor, &row), STATUS_OK);
    assert_int_equal(entry_read(&entry, row.entry.bytes, row.entry.size), STATUS_OK);
    assert_true(entry.time_ms == now);
    store_cursor_close(cursor);
    house_close(&house);
    house_remove(&house);
}

int main(void)
{
#define WITH_HOUSE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_HOUSE(test_a_refusal_changes_nothing),  WITH_HOUSE(test_names_are_found_again),
        WITH_HOUSE(test_a_repetition_is_told_first), WITH_HOUSE(test_a_document_is_kept_once),
        WITH_HOUSE(test_chains_are_signed),          WITH_HOUSE(test_another_key_is_refused),
        WITH_HOUSE(test_a_correction_moves_back),    cmocka_unit_test(test_time_comes_through_the_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

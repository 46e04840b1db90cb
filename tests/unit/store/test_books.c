/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: one line in the books is one act with its money, or nothing at all; and the house signs what it
 * wrote. */
#include "check.h"

#include "house.h"
#include "journal/declaration.h"
#include "journal/walk.h"
#include "meddle.h"
#include "store/sealer.h"

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
    house_check(house);
}

/* Past the books: an entry that nothing has verified. */
static void submit_raw(struct store *store, enum entry_kind kind, const char *text)
{
    struct chain chain;
    uint8_t bytes[1024];
    size_t used;
    uint64_t ticket;
    struct entry entry = {.kind = (uint8_t)kind, .role = ROLE_SYSTEM, .text = span_of(text)};
    assert_int_equal(store_chain(store, CHAIN_NUMBER_HOUSE, &chain), STATUS_OK);
    assert_int_equal(chain_append(&chain, &entry, bytes, sizeof bytes, &used), STATUS_OK);
    assert_int_equal(store_submit(store, CHAIN_NUMBER_HOUSE, bytes, used, &ticket), STATUS_OK);
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
}

/* Corrections of other entries, and what is none, are passed over on the way back. */
static void test_corrections_are_told_apart(void **state)
{
    struct house *house = *state;
    struct chain chain;
    uint64_t ticket;
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 700, "", &ticket),
                         STATUS_OK);
    assert_int_equal(store_chain(books_store(house->books), 1, &chain), STATUS_OK);
    submit_raw(books_store(house->books), ENTRY_CORRECTED, "x\n");
    for (unsigned tries = 0; tries < 2; tries++)
        for (unsigned i = 0; i < 2; i++) {
            const struct transaction back = {2, {{house->cage, 700}, {house->mei, -700}}};
            char text[64];
            snprintf(text, sizeof text, "corrects %u\nx\n", (unsigned)chain.number - i);
            struct line line = {.kind = ENTRY_CORRECTED,
                                .role = ROLE_CAGE,
                                .who = "cashier",
                                .text = span_of(text),
                                .transaction = &back};
            assert_int_equal(books_write(house->books, 1, &line, &ticket),
                             tries ? STATUS_CORRECTED : STATUS_OK);
        }
}

/* Reads the whole file with the key known from outside. */
static void look_over(struct house *house, uint8_t key_first, struct guard *guard)
{
    struct store *store;
    struct store_failure failure;
    struct walk walk;
    struct store_visit visit = {.walk = &walk};
    struct store_options options = {.path = house->path, .read_only = true};
    struct house_key house_key = house_test_key(key_first);
    struct public_key key = signing_key_public(&house_key.signing);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(walk_init(&walk, &key), STATUS_OK);
    enum status status = store_verify(store, &visit, &failure);
    if (status != STATUS_OK)
        print_error("%s\n", failure.message);
    assert_int_equal(status, STATUS_OK);
    *guard = walk.guard;
    walk_release(&walk);
    store_close(store);
}

static void test_the_log_is_sealed(void **state)
{
    enum { ENTRIES = 2 * SEAL_EVERY + 88 };
    struct house *house = *state;
    struct guard guard;
    uint64_t ticket;
    for (unsigned i = 0; i < ENTRIES; i++)
        assert_int_equal(
            house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
            STATUS_OK);
    house_close(house);
    look_over(house, 1, &guard);
    assert_int_equal(guard.sealed, guard.tree.size);
    assert_int_equal(guard.tree.size, ENTRIES + 5);
    assert_true(guard.checkpoints >= 3);
    house_open(house); /* and goes on where it stood */
    assert_int_equal(
        house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
        STATUS_OK);
    house_close(house);
    look_over(house, 1, &guard);
    assert_int_equal(guard.sealed, ENTRIES + 6);
    house_open(house);
}

static void test_a_quiet_house_is_sealed_too(void **state)
{
    struct house *house = *state;
    struct seal_row row;
    uint64_t ticket;
    assert_int_equal(
        house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
        STATUS_OK);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    for (unsigned tries = 0; tries < 600;
         tries++, usleep(100000)) /* it takes a second, or a slow machine's */
        if (store_checkpoint(books_store(house->books), 0, &row) == STATUS_OK && row.kept.size == 6)
            return;
    fail_msg("no checkpoint of a house at rest");
}

static void test_the_key_is_turned(void **state)
{
    struct house *house = *state;
    struct guard guard;
    struct books *books;
    struct store_failure failure;
    struct house_key next = house_test_key(2);
    struct house_key first = house_test_key(1);
    uint64_t ticket;
    assert_int_equal(books_turn_key(house->books, &next, "Ada"), STATUS_OK);
    assert_int_equal(
        house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
        STATUS_OK);
    house_close(house);
    look_over(house, 1, &guard); /* either key will do for an auditor */
    look_over(house, 2, &guard);
    struct books_options options = {.store = {.path = house->path}, .key = &first};
    assert_int_equal(books_open(&books, &options, &failure), STATUS_BAD_SIGNATURE);
    options.key = &next;
    assert_int_equal(books_open(&house->books, &options, &failure), STATUS_OK);
}

/* Cut off right behind the entry that turns the key: whoever starts with the old one is told, and signs
 * nothing that nobody could verify any more. */
static void test_the_old_key_does_not_sign_on(void **state)
{
    struct house *house = *state;
    struct guard guard;
    struct chain chain;
    struct key_turn turn;
    struct store_failure failure;
    struct house_key keys[] = {house_test_key(1), house_test_key(2)};
    struct signer signers[] = {house_key_signer(&keys[0]), house_key_signer(&keys[1])};
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    uint64_t ticket;
    text_init(&text, bytes, sizeof bytes);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    assert_int_equal(sealer_run(books_sealer(house->books)), STATUS_OK);
    assert_int_equal(store_chain(books_store(house->books), 1, &chain), STATUS_OK);
    assert_int_equal(
        key_turn_sign(&turn, books_origin(house->books), chain.number + 1, &signers[0], &signers[1]),
        STATUS_OK);
    key_turn_print(&turn, &text);
    struct line line = {.kind = ENTRY_KEY, .role = ROLE_SYSTEM, .who = "Ada", .text = span_of(bytes)};
    assert_int_equal(books_write(house->books, 1, &line, &ticket), STATUS_OK);
    house_close(house);
    struct books_options options = {.store = {.path = house->path}, .key = &keys[0]};
    assert_int_equal(books_open(&house->books, &options, &failure), STATUS_BAD_SIGNATURE);
    options.key = &keys[1];
    assert_int_equal(books_open(&house->books, &options, &failure), STATUS_OK);
    house_close(house);
    look_over(house, 1, &guard);
    assert_int_equal(guard.sealed, guard.tree.size);
    assert_int_equal(books_open(&house->books, &options, &failure), STATUS_OK);
}

static void print_turn(struct text *text, const char *origin, uint64_t number, uint8_t from, uint8_t to)
{
    struct key_turn turn;
    struct house_key keys[] = {house_test_key(from), house_test_key(to)};
    struct signer signers[] = {house_key_signer(&keys[0]), house_key_signer(&keys[1])};
    assert_int_equal(key_turn_sign(&turn, origin, number, &signers[0], &signers[1]), STATUS_OK);
    key_turn_print(&turn, text);
}

/* What stands behind the last checkpoint is no turn to our key: the log is another's to sign. */
static void test_what_is_no_turn(void **state)
{
    enum { A_NOTE, A_WORD, TO_ANOTHER, OF_ANOTHER_PLACE, FROM_ANOTHER, UNREADABLE, CASES };
    (void)state;
    for (unsigned i = 0; i < (place_server() ? 1 : CASES); i++) {
        struct house house;
        struct store *store;
        struct chain chain;
        struct store_failure failure;
        struct house_key second = house_test_key(2);
        char origin[NOTE_NAME_MAX];
        char bytes[DECLARATION_TEXT_MAX];
        struct text text;
        text_init(&text, bytes, sizeof bytes);
        house_folder(&house);
        house_open(&house);
        snprintf(origin, sizeof origin, "%s", books_origin(house.books));
        house_close(&house);
        struct store_options raw = {.path = house.path};
        assert_int_equal(store_open(&store, &raw, &failure), STATUS_OK);
        assert_int_equal(store_chain(store, 1, &chain), STATUS_OK);
        if (i == TO_ANOTHER || i == OF_ANOTHER_PLACE || i == FROM_ANOTHER)
            print_turn(&text, origin, chain.number + (i == OF_ANOTHER_PLACE ? 9 : 1),
                       i == FROM_ANOTHER ? 3 : 1, i == TO_ANOTHER ? 3 : 2);
        else
            text_put(&text, "x\n");
        submit_raw(store, i == A_NOTE ? ENTRY_NOTE : ENTRY_KEY, bytes);
        submit_raw(store, ENTRY_NOTE, "behind it\n");
        uint64_t last = store_last(store);
        store_close(store);
        if (i == UNREADABLE) {
            char sql[96];
            snprintf(sql, sizeof sql, "UPDATE journal SET entry = x'00' WHERE position = %u",
                     (unsigned)last - 1);
            meddle(house.path, sql);
        }
        struct books_options options = {.store = {.path = house.path}, .key = &second};
        assert_int_equal(books_open(&house.books, &options, &failure), STATUS_BAD_SIGNATURE);
        if (i == A_WORD) { /* nor a turn away from it */
            house_open(&house);
            house_close(&house);
        }
        house_remove(&house);
    }
}

static void head_of(struct house *house, struct checkpoint *head)
{
    struct seal_row row;
    assert_int_equal(books_wait(house->books), STATUS_OK);
    assert_int_equal(sealer_run(books_sealer(house->books)), STATUS_OK);
    assert_int_equal(store_checkpoint(books_store(house->books), 0, &row), STATUS_OK);
    *head = (struct checkpoint){.size = row.kept.size, .root = row.kept.root};
    memcpy(head->origin, books_origin(house->books), strlen(books_origin(house->books)) + 1);
}

static void test_heads_are_held_against_the_log(void **state)
{
    struct house *house = *state;
    struct checkpoint head;
    struct store_failure failure;
    uint64_t ticket;
    head_of(house, &head);
    for (unsigned i = 0; i < SEAL_EVERY * 2; i++)
        assert_int_equal(
            house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
            STATUS_OK);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    assert_int_equal(books_check_head(house->books, &head, &failure), STATUS_OK);
    head_of(house, &head);
    assert_int_equal(books_check_head(house->books, &head, &failure), STATUS_OK);
    head.size--;
    assert_int_equal(books_check_head(house->books, &head, &failure), STATUS_BROKEN_CHAIN);
    head.size += 2;
    assert_int_equal(books_check_head(house->books, &head, &failure), STATUS_BROKEN_CHAIN);
    assert_int_equal(books_accept_loss(house->books, &head, "Ada"), STATUS_OK);
    head.origin[10] ^= 1;
    assert_int_equal(books_check_head(house->books, &head, &failure), STATUS_BROKEN_CHAIN);
}

/* The same name for another request: nothing is booked, and the second is not told that it was. */
static void test_an_id_stands_for_one_request(void **state)
{
    struct house *house = *state;
    uint64_t ticket;
    struct line line = {.kind = ENTRY_NOTE, .role = ROLE_CAGE, .key = "id", .text = span_of("x\n")};
    line.request = span_of("0123456789abcdef");
    assert_int_equal(books_write(house->books, 1, &line, &ticket), STATUS_OK);
    for (unsigned pass = 0; pass < 2; pass++) { /* on its way, and on disk */
        assert_int_equal(books_write(house->books, 1, &line, &ticket), STATUS_REPEATED);
        line.request = span_of("0123456789abcdeF");
        assert_int_equal(books_write(house->books, 1, &line, &ticket), STATUS_ID_REUSED);
        line.request = span_of("0123456789abcdef");
        assert_int_equal(books_wait(house->books), STATUS_OK);
    }
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
        WITH_HOUSE(test_a_refusal_changes_nothing),
        WITH_HOUSE(test_names_are_found_again),
        WITH_HOUSE(test_a_repetition_is_told_first),
        WITH_HOUSE(test_a_document_is_kept_once),
        WITH_HOUSE(test_the_log_is_sealed),
        WITH_HOUSE(test_a_quiet_house_is_sealed_too),
        WITH_HOUSE(test_the_key_is_turned),
        WITH_HOUSE(test_the_old_key_does_not_sign_on),
        cmocka_unit_test(test_what_is_no_turn),
        WITH_HOUSE(test_heads_are_held_against_the_log),
        WITH_HOUSE(test_an_id_stands_for_one_request),
        WITH_HOUSE(test_another_key_is_refused),
        WITH_HOUSE(test_a_correction_moves_back),
        WITH_HOUSE(test_corrections_are_told_apart),
        cmocka_unit_test(test_time_comes_through_the_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

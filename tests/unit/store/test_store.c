/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what a store has acknowledged is there after it was closed, in order, once, and for one process only.
 */
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>

#include "house.h"
#include "store/batch.h"

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

static void note(struct house *house, uint32_t chain, const char *text, const char *key, enum status expected,
                 uint64_t *ticket)
{
    struct line line = {.kind = ENTRY_NOTE, .role = ROLE_SYSTEM, .key = key, .text = span_of(text)};
    assert_int_equal(books_write(house->books, chain, &line, ticket), expected);
}

static void test_money_is_there_after_reopening(void **state)
{
    struct house *house = *state;
    uint64_t ticket;
    assert_int_equal(house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 50000, "a", &ticket),
                     STATUS_OK);
    assert_int_equal(
        house_move(house, house->table, MOVEMENT_WAGERED, house->mei, house->escrow, 10000, "b", &ticket),
        STATUS_OK);
    assert_int_equal(store_wait(books_store(house->books), ticket), STATUS_OK);
    assert_true(store_durable(books_store(house->books)) >= ticket);
    house_check(house);
    house_close(house);
    house_open(house);
    const struct ledger *ledger = books_ledger(house->books);
    assert_int_equal(ledger_account(ledger, house->mei)->balance_cents, 40000);
    assert_int_equal(ledger_account(ledger, house->escrow)->balance_cents, 10000);
    assert_int_equal(ledger_sum_cents(ledger), 0);
    house_check(house);
}

static void test_a_key_is_taken_once(void **state)
{
    struct house *house = *state;
    uint64_t ticket;
    struct store *store = books_store(house->books);
    note(house, house->table, "one\n", "k", STATUS_OK, &ticket);
    note(house, house->table, "two\n", "k", STATUS_REPEATED, &ticket); /* on its way */
    assert_int_equal(store_key(store, span_of("k"), span_of("")), STATUS_REPEATED);
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    note(house, house->table, "three\n", "k", STATUS_REPEATED, &ticket); /* on disk */
    note(house, house->table, "four\n", "", STATUS_OK, &ticket);
    note(house, house->table, "five\n", "", STATUS_OK, &ticket); /* no key is no key */
    house_close(house);
    house_open(house);
    note(house, house->table, "six\n", "k", STATUS_REPEATED, &ticket); /* in another life */
    assert_int_equal(store_key(books_store(house->books), span_of("l"), span_of("")), STATUS_OK);
    house_check(house);
}

static void test_an_open_cursor_does_not_hide_a_key(void **state)
{
    struct house *house = *state;
    struct store *store = books_store(house->books);
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    uint64_t ticket;
    note(house, house->table, "one\n", "", STATUS_OK, &ticket);
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    assert_int_equal(store_next(cursor, &row), STATUS_OK);
    note(house, house->table, "two\n", "k", STATUS_OK, &ticket);
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    note(house, house->table, "three\n", "k", STATUS_REPEATED, &ticket);
    store_cursor_close(cursor);
}

static void test_only_the_next_entry_is_taken(void **state)
{
    struct house *house = *state;
    struct store *store = books_store(house->books);
    struct chain chain;
    struct entry entry = {.kind = ENTRY_NOTE, .role = ROLE_SYSTEM};
    uint8_t bytes[256];
    size_t used;
    uint64_t ticket;
    assert_int_equal(store_chain(store, house->table, &chain), STATUS_OK);
    assert_int_equal(chain_append(&chain, &entry, bytes, sizeof(bytes), &used), STATUS_OK);
    assert_int_equal(store_submit(store, house->table, bytes, used, &ticket), STATUS_OK);
    assert_int_equal(store_submit(store, house->table, bytes, used, &ticket), STATUS_BROKEN_CHAIN);
    assert_int_equal(store_submit(store, 1, bytes, used, &ticket), STATUS_BROKEN_CHAIN);
    assert_int_equal(store_submit(store, 99, bytes, used, &ticket), STATUS_NOT_FOUND);
    assert_int_equal(chain_append(&chain, &entry, bytes, sizeof(bytes), &used), STATUS_OK);
    bytes[2] ^= 1; /* its number */
    assert_int_equal(store_submit(store, house->table, bytes, used, &ticket), STATUS_BROKEN_CHAIN);
    assert_int_equal(store_submit(store, house->table, bytes, used - 1, &ticket), STATUS_BAD_ENTRY);
    assert_int_equal(store_submit(store, house->table, bytes, ENTRY_BYTES_MAX + 1, &ticket),
                     STATUS_BAD_ENTRY);
    bytes[2] ^= 1;
    assert_int_equal(store_submit(store, house->table, bytes, used, &ticket), STATUS_OK);
    house_close(house);
    house_open(house);
    house_check(house);
}

static void submit_declaration(struct house *house, enum entry_kind kind, const char *text)
{
    struct line line = {.kind = kind, .role = ROLE_SYSTEM, .text = span_of(text)};
    uint64_t ticket;
    assert_int_equal(books_write(house->books, 1, &line, &ticket), STATUS_BAD_ENTRY);
}

static void test_bad_declarations_are_refused(void **state)
{
    struct house *house = *state;
    submit_declaration(house, ENTRY_CHAIN, "chain 9 T9\n"); /* not the next number */
    submit_declaration(house, ENTRY_CHAIN, "chain 3 T1\n"); /* a name that is taken */
    submit_declaration(house, ENTRY_CHAIN, "chain 3\n");
    submit_declaration(house, ENTRY_ACCOUNT, "account x\n");
    submit_declaration(house, ENTRY_DOCUMENT, "document 00 x\n");
    house_check(house);
}

static void test_rows_forward_and_backward(void **state)
{
    struct house *house = *state;
    struct store *store = books_store(house->books);
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    struct entry entry;
    uint64_t ticket;
    uint32_t second;
    char text[16];
    assert_int_equal(books_chain(house->books, "T2", &second, NULL), STATUS_OK);
    for (unsigned i = 1; i <= 20; i++) {
        snprintf(text, sizeof(text), "%u\n", i);
        note(house, i % 2 ? house->table : second, text, "", STATUS_OK, &ticket);
    }
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    assert_int_equal(store_read(store, second, STORE_BACKWARD, 0, &cursor, &failure), STATUS_OK);
    for (unsigned i = 10; i >= 1; i--) {
        assert_int_equal(store_next(cursor, &row), STATUS_OK);
        assert_int_equal(row.chain, second);
        assert_int_equal(entry_read(&entry, row.entry.bytes, row.entry.size), STATUS_OK);
        assert_int_equal(entry.number, i);
    }
    assert_int_equal(store_next(cursor, &row), STATUS_NOT_FOUND);
    assert_int_equal(store_next(cursor, &row), STATUS_NOT_FOUND);
    store_cursor_close(cursor);
    assert_int_equal(store_read(store, house->table, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    for (unsigned i = 1; i <= 10; i++) {
        assert_int_equal(store_next(cursor, &row), STATUS_OK);
        assert_int_equal(entry_read(&entry, row.entry.bytes, row.entry.size), STATUS_OK);
        assert_int_equal(entry.number, i);
    }
    uint64_t last = row.position;
    assert_int_equal(store_next(cursor, &row), STATUS_NOT_FOUND);
    store_cursor_close(cursor);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, last, &cursor, &failure), STATUS_OK);
    assert_int_equal(store_next(cursor, &row), STATUS_OK);
    assert_true(row.position == last);
    store_cursor_close(cursor);
}

/* The sealer walks over all chains in a thread of its own. */
static void test_an_open_walk_does_not_hide_the_last_entry(void **state)
{
    struct house *house = *state;
    struct store *store = books_store(house->books);
    struct store_cursor *walk;
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    uint64_t ticket;
    note(house, house->table, "before\n", "", STATUS_OK, &ticket);
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 1, &walk, &failure), STATUS_OK);
    assert_int_equal(store_next(walk, &row), STATUS_OK);
    note(house, house->table, "after\n", "", STATUS_OK, &ticket);
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    assert_int_equal(store_read(store, house->table, STORE_BACKWARD, 0, &cursor, &failure), STATUS_OK);
    assert_int_equal(store_next(cursor, &row), STATUS_OK);
    assert_int_equal(row.position, store_last(store));
    store_cursor_close(cursor);
    store_cursor_close(walk);
}

/* Every part of the check sees the file as it was at one moment. */
static void test_the_check_beside_the_writer(void **state)
{
    struct house *house = *state;
    char name[16];
    uint32_t chain;
    for (unsigned i = 0; i < 60; i++) {
        snprintf(name, sizeof(name), "C%u", i);
        assert_int_equal(books_chain(house->books, name, &chain, NULL), STATUS_OK); /* is on its way */
        house_check(house);
    }
}

static void test_documents_are_found_by_their_hash(void **state)
{
    struct house *house = *state;
    struct store *store = books_store(house->books);
    struct hash hash;
    struct hash again;
    struct store_cursor *cursor;
    struct store_row row;
    struct chain before;
    struct chain after;
    static char text[100000];
    memset(text, 'x', sizeof(text));
    struct span document = {(const uint8_t *)text, sizeof(text)};
    assert_int_equal(books_document(house->books, "some-game", document, &hash), STATUS_OK);
    house_close(house);
    house_open(house);
    store = books_store(house->books);
    assert_int_equal(store_document(store, &hash, &cursor, &row), STATUS_OK);
    assert_true(row.entry.size > sizeof(text));
    store_cursor_close(cursor);
    assert_int_equal(store_chain(store, 1, &before), STATUS_OK);
    assert_int_equal(books_document(house->books, "some-game", document, &again), STATUS_OK);
    assert_int_equal(store_chain(store, 1, &after), STATUS_OK);
    assert_true(before.number == after.number); /* kept once */
    hash.bytes[0] ^= 1;
    assert_int_equal(store_document(store, &hash, &cursor, &row), STATUS_NOT_FOUND);
}

static void test_a_second_process_is_refused(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    struct store *store;
    struct store_options options = {.path = house->path};
    /* In this process ... */
    assert_int_equal(store_open(&store, &options, &failure), STATUS_STORE_LOCKED);
    char number[32];
    snprintf(number, sizeof(number), "number %d;", (int)getpid());
    if (!place_server())
        assert_non_null(strstr(failure.message, house->path));
    assert_non_null(strstr(failure.message, number));
    /* ... and in another one, by another name of the same file. */
    char other[PLACE_PATH_MAX + 32];
    if (place_server())
        snprintf(other, sizeof(other), "%s&application_name=another", house->path);
    else
        snprintf(other, sizeof(other), "%s/./house.db", house->folder);
    options.path = other;
    pid_t child = fork();
    if (child == 0)
        _exit(store_open(&store, &options, &failure) == STATUS_STORE_LOCKED ? 0 : 1);
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    /* Looking is allowed. */
    options.read_only = true;
    uint64_t ticket;
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_verify(store, NULL, &failure), STATUS_OK);
    assert_int_equal(store_submit(store, 1, (const uint8_t *)"", 0, &ticket), STATUS_STORE_READ_ONLY);
    store_close(store);
}

/* Several threads, a chain each, more units than a queue holds. */
enum { THREADS = 4, PER_THREAD = 3000 };

struct filler {
    struct store *store;
    uint32_t chain;
    uint64_t last_ticket;
    bool in_order;
};

static void *fill(void *argument)
{
    struct filler *filler = argument;
    struct chain chain;
    uint8_t bytes[256];
    size_t used;
    filler->in_order = store_chain(filler->store, filler->chain, &chain) == STATUS_OK;
    for (unsigned i = 0; i < PER_THREAD && filler->in_order; i++) {
        uint64_t ticket = 0;
        struct entry entry = {.kind = ENTRY_NOTE, .role = ROLE_SYSTEM, .text = span_of("some text\n")};
        filler->in_order = chain_append(&chain, &entry, bytes, sizeof(bytes), &used) == STATUS_OK &&
                           store_submit(filler->store, filler->chain, bytes, used, &ticket) == STATUS_OK &&
                           ticket > filler->last_ticket;
        filler->last_ticket = ticket;
    }
    return NULL;
}

static void test_many_threads_share_commits(void **state)
{
    struct house *house = *state;
    pthread_t threads[THREADS];
    struct filler fillers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        char name[16];
        snprintf(name, sizeof(name), "F%u", i);
        fillers[i] = (struct filler){.store = books_store(house->books)};
        assert_int_equal(books_chain(house->books, name, &fillers[i].chain, NULL), STATUS_OK);
    }
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fill, &fillers[i]), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        struct store_failure failure;
        if (store_state(books_store(house->books), &failure) != STATUS_OK)
            print_error("%s\n", failure.message);
        assert_true(fillers[i].in_order);
        assert_int_equal(store_wait(books_store(house->books), fillers[i].last_ticket), STATUS_OK);
    }
    house_check(house);
}

/* The notice comes after each commit, and tickets only grow. */
struct notice {
    pthread_mutex_t lock;
    unsigned count;
};

static void count_notice(void *context)
{
    struct notice *notice = context;
    pthread_mutex_lock(&notice->lock);
    notice->count++;
    pthread_mutex_unlock(&notice->lock);
}

static void test_the_writer_gives_notice(void **state)
{
    (void)state;
    struct house house;
    struct notice notice = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct store_failure failure;
    struct house_key key = house_test_key(1);
    house_folder(&house);
    struct books_options options = {
        .store = {.path = house.path, .durable = count_notice, .context = &notice}, .key = &key};
    assert_int_equal(books_open(&house.books, &options, &failure), STATUS_OK);
    uint32_t number;
    assert_int_equal(books_chain(house.books, "T1", &number, NULL), STATUS_OK);
    house_close(&house);
    assert_in_range(notice.count, 1, 3);
    house_remove(&house);
}

/* A request that was booked without saying what it asked for is the same whatever it asks for later. */
static void test_what_was_not_said_is_not_compared(void **state)
{
    struct house *house = *state;
    struct store *store = books_store(house->books);
    uint64_t ticket;
    struct line line = {.kind = ENTRY_NOTE, .role = ROLE_CAGE, .key = "said", .text = span_of("x\n")};
    note(house, house->table, "one\n", "silent", STATUS_OK, &ticket);
    line.request = span_of("0123456789abcdef");
    assert_int_equal(books_write(house->books, house->table, &line, &ticket), STATUS_OK);
    for (unsigned kept = 0; kept < 2; kept++) { /* on its way; on disk */
        assert_int_equal(store_key(store, span_of("silent"), span_of("0123456789abcdef")), STATUS_REPEATED);
        assert_int_equal(store_key(store, span_of("said"), span_of("")), STATUS_REPEATED);
        assert_int_equal(store_key(store, span_of("said"), span_of("0123456789abcdef")), STATUS_REPEATED);
        assert_int_equal(store_key(store, span_of("said"), span_of("0123456789abcdeF")), STATUS_ID_REUSED);
        assert_int_equal(store_key(store, span_of("said"), span_of("0123456789abcde")), STATUS_ID_REUSED);
        assert_int_equal(store_wait(store, ticket), STATUS_OK);
        assert_int_equal(store_key_waiting(store, span_of("nobody"), span_of("")), STATUS_OK);
    }
    assert_int_equal(store_key(store, span_of(""), span_of("")), STATUS_OK); /* no key is no key */
}

static enum status count_wish(void *context, struct span name, struct span value)
{
    unsigned *count = context;
    assert_int_equal(name.size, 3);
    assert_memory_equal(name.bytes, "Mei", 3);
    assert_int_equal(value.size, 6);
    assert_memory_equal(value.bytes, "dealer", 6);
    ++*count;
    return STATUS_OK;
}

/* What somebody asks for from a shell, while a server has the house open. */
static void test_a_wish_from_outside(void **state)
{
    struct house *house = *state;
    struct store_failure failure;
    unsigned count = 0;
    const struct store_taker taker = {count_wish, &count};
    assert_int_equal(store_wish(house->path, span_of("Mei"), span_of("dealer"), &failure), STATUS_OK);
    assert_int_equal(store_records(books_store(house->books), STORE_WISHES, &taker, &failure), STATUS_OK);
    assert_int_equal(count, 1);
    assert_int_equal(store_wish(house->path, span_of("Mei"), span_of(""), &failure), STATUS_OK);
    assert_int_equal(store_records(books_store(house->books), STORE_WISHES, &taker, &failure), STATUS_OK);
    assert_int_equal(count, 1);
    const char *nowhere = place_server() ? "postgresql://nobody@127.0.0.1:1/nothing" : "/nowhere/house.db";
    assert_int_not_equal(store_wish(nowhere, span_of("Mei"), span_of("dealer"), &failure), STATUS_OK);
    assert_true(failure.message[0]);
}

/* Chains that are not there, records that are too large, one who may only read: refused, and all goes on. */
static void test_refusals_change_nothing(void **state)
{
    struct house *house = *state;
    struct store *store = books_store(house->books);
    struct store *reader;
    struct store_failure failure;
    struct chain chain;
    uint64_t ticket;
    char value[16];
    static uint8_t large[BATCH_BYTES_MAX + 1];
    const struct store_record record = {STORE_WISHES, span_of("Mei"), span_of("x")};
    const struct store_record too_large = {STORE_WISHES, span_of("Mei"), {large, sizeof large}};
    struct store_options options = {.path = house->path, .read_only = true};
    assert_int_equal(store_chain(store, 0, &chain), STATUS_NOT_FOUND);
    assert_int_equal(store_chain(store, 99, &chain), STATUS_NOT_FOUND);
    assert_int_equal(store_submit(store, 0, large, 1, &ticket), STATUS_NOT_FOUND);
    assert_int_equal(store_put(store, &too_large, 1, &ticket), STATUS_BAD_ENTRY);
    assert_int_equal(store_submit_with(store, 1, large, 1, &too_large, 1, &ticket), STATUS_BAD_ENTRY);
    assert_int_equal(store_record(store, STORE_WISHES, span_of("Mei"), value, sizeof value),
                     STATUS_NOT_FOUND); /* several servers would share it, and this is one */
    store_cursor_close(NULL);
    assert_int_equal(store_open(&reader, &options, &failure), STATUS_OK);
    assert_int_equal(store_put(reader, &record, 1, &ticket), STATUS_STORE_READ_ONLY);
    assert_int_equal(store_submit(reader, 1, large, 1, &ticket), STATUS_STORE_READ_ONLY);
    store_distrust(reader); /* nobody relies on one who only reads */
    assert_int_equal(store_state(reader, &failure), STATUS_OK);
    store_close(reader);
    note(house, house->table, "goes on\n", "", STATUS_OK, &ticket);
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    store_distrust(store);
    store_distrust(store); /* the first reason stays */
    assert_int_equal(store_state(store, &failure), STATUS_STORE_CORRUPT);
    assert_int_equal(store_put(store, &record, 1, &ticket), STATUS_STORE_STOPPED);
    house_close(house);
    house_open(house);
    house_check(house);
}

int main(void)
{
#define WITH_HOUSE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_HOUSE(test_money_is_there_after_reopening),
        WITH_HOUSE(test_a_key_is_taken_once),
        WITH_HOUSE(test_an_open_cursor_does_not_hide_a_key),
        WITH_HOUSE(test_only_the_next_entry_is_taken),
        WITH_HOUSE(test_bad_declarations_are_refused),
        WITH_HOUSE(test_rows_forward_and_backward),
        WITH_HOUSE(test_documents_are_found_by_their_hash),
        WITH_HOUSE(test_a_second_process_is_refused),
        WITH_HOUSE(test_an_open_walk_does_not_hide_the_last_entry),
        WITH_HOUSE(test_the_check_beside_the_writer),
        WITH_HOUSE(test_many_threads_share_commits),
        WITH_HOUSE(test_what_was_not_said_is_not_compared),
        WITH_HOUSE(test_a_wish_from_outside),
        WITH_HOUSE(test_refusals_change_nothing),
        cmocka_unit_test(test_the_writer_gives_notice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: on a disk that loses, tears and reorders whatever was not synced, that fails a write or runs full at
 * any write, everything that was acknowledged is there after a restart, nothing is there twice, chains verify
 * and balances add up. */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "disk.h"
#include "journal/walk.h"
#include "random/seeded.h"
#include "store/house.h"

enum { UNITS = 120, PER_WAIT_MAX = 6, SEEDS_OF_FATE = 40, SEEDS_A_STALL = 20, CENTS = 100 };

/* How far a run came. */
struct progress {
    unsigned acknowledged; /* units 0 to this - 1 are on disk, or we were lied to */
    unsigned submitted;
    enum status status; /* why it stopped */
};

static struct store_failure why; /* the books could not be opened, or stopped */

static enum status open_books(const char *path, const char *vfs, struct books **books)
{
    struct house_key key = house_test_key(1);
    struct books_options options = {.store = {.path = path, .vfs = vfs}, .key = &key};
    enum status status = books_open(books, &options, &why);
    if (status != STATUS_OK)
        *books = NULL;
    return status;
}

static enum status buy_in(struct books *books, uint32_t chain, unsigned number, uint64_t *ticket)
{
    uint32_t cage;
    uint32_t mei;
    char key[16];
    struct transaction transaction;
    enum status status = books_account(books, ACCOUNT_CAGE, "main", &cage, NULL);
    if (status == STATUS_OK)
        status = books_account(books, ACCOUNT_PLAYER, "Mei", &mei, NULL);
    if (status != STATUS_OK)
        return status;
    const struct ledger *ledger = books_ledger(books);
    transaction_init(&transaction);
    assert_int_equal(transaction_move(&transaction, MOVEMENT_BUY_IN, ledger_account(ledger, cage),
                                      ledger_account(ledger, mei), CENTS),
                     STATUS_OK);
    snprintf(key, sizeof key, "k%u", number);
    struct line line = {.kind = ENTRY_MONEY,
                        .role = ROLE_CAGE,
                        .key = key,
                        .text = span_of("buy-in Mei 1\n"),
                        .transaction = &transaction};
    return books_write(books, chain, &line, ticket);
}

/* Submits units from `first` on, a few at a time, and waits for each few. A unit that is known already was
 * kept before the restart: that is an answer too. */
static void work(struct books *books, const struct draws *draws, unsigned first, struct progress *progress)
{
    uint32_t chains[2] = {1, 0};
    progress->status = books_chain(books, "T1", &chains[1], NULL);
    for (unsigned i = first; progress->status == STATUS_OK && i < UNITS;) {
        uint64_t ticket = 0;
        unsigned count = 1 + draws_below(draws, PER_WAIT_MAX);
        for (; progress->status == STATUS_OK && count-- && i < UNITS; i++) {
            enum status status = buy_in(books, chains[i % 2], i, &ticket);
            progress->status = status == STATUS_REPEATED ? STATUS_OK : status;
            progress->submitted = i + 1;
        }
        if (progress->status == STATUS_OK)
            progress->status = store_wait(books_store(books), ticket);
        if (progress->status == STATUS_OK)
            progress->acknowledged = i;
    }
    if (progress->status != STATUS_OK)
        (void)!store_state(books_store(books), &why);
}

/* Reads the whole file as somebody who believes nothing. */
static void check(const char *path, const struct progress *progress)
{
    struct store_options options = {.path = path, .read_only = true, .unchecked = true};
    struct store_failure failure;
    struct store_cursor *cursor;
    struct store_row row;
    struct store *store;
    struct walk walk;
    unsigned seen[UNITS] = {0};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(walk_init(&walk, NULL), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    while (store_next(cursor, &row) == STATUS_OK) {
        struct entry entry;
        char key[16] = "";
        assert_int_equal(walk_step(&walk, row.chain, row.entry.bytes, row.entry.size, &entry), STATUS_OK);
        if (entry.key.size && entry.key.size < sizeof key) {
            memcpy(key, entry.key.bytes, entry.key.size);
            seen[strtoul(key + 1, NULL, 10)]++;
        }
    }
    store_cursor_close(cursor);
    for (unsigned i = 0; i < UNITS; i++)
        assert_true(seen[i] <= 1 && (seen[i] == 1 || i >= progress->acknowledged) &&
                    (seen[i] == 0 || i < progress->submitted));
    assert_int_equal(ledger_sum_cents(&walk.ledger), 0);
    assert_int_equal(store_verify(store, NULL, &failure), STATUS_OK);
    walk_release(&walk);
    store_close(store);
}

/* One life: a disk that meets its fate at write `at`, a restart on a sound one, and the rest of the work. */
static void live(enum disk_fate fate, unsigned at, uint64_t seed)
{
    struct house house;
    struct books *books;
    struct seeded_source source;
    struct progress progress = {0};
    seeded_source_init(&source, seed, 1);
    struct draws draws = seeded_source_draws(&source);
    house_folder(&house);
    disk_start(fate, at, seed);
    progress.status = open_books(house.path, DISK_VFS, &books);
    if (progress.status == STATUS_OK)
        work(books, &draws, 0, &progress);
    if (!disk_has_failed() && progress.status != STATUS_OK)
        fail_msg("on a sound disk, seed %" PRIu64 ", before write %u: %s, with %u of %u units told: %s", seed,
                 at, status_name(progress.status), progress.acknowledged, progress.submitted, why.message);
    books_close(books);
    disk_end();
    disk_start(DISK_SOUND, 0, seed);
    assert_int_equal(open_books(house.path, DISK_VFS, &books), STATUS_OK);
    struct progress after = progress;
    after.submitted = UNITS;
    work(books, &draws, progress.acknowledged, &after);
    assert_int_equal(after.status, STATUS_OK);
    assert_int_equal(after.acknowledged, UNITS);
    books_close(books);
    disk_end();
    check(house.path, &after);
    house_remove(&house);
}

/* How many writes a whole run takes, so that each fate can strike anywhere. */
static unsigned writes_of_a_run(void)
{
    struct house house;
    struct books *books;
    struct seeded_source source;
    struct progress progress = {0};
    seeded_source_init(&source, 1, 1);
    struct draws draws = seeded_source_draws(&source);
    house_folder(&house);
    disk_start(DISK_SOUND, 0, 1);
    assert_int_equal(open_books(house.path, DISK_VFS, &books), STATUS_OK);
    work(books, &draws, 0, &progress);
    assert_int_equal(progress.acknowledged, UNITS);
    books_close(books);
    disk_end();
    check(house.path, &progress);
    house_remove(&house);
    return disk_writes();
}

static unsigned seeds_of_fate(void)
{
    const char *more = getenv("CRASH_SEEDS");
    return more ? (unsigned)strtoul(more, NULL, 10) : SEEDS_OF_FATE;
}

static void strike(enum disk_fate fate)
{
    unsigned seeds = seeds_of_fate();
    unsigned writes = writes_of_a_run();
    assert_true(writes > UNITS);
    for (unsigned i = 0; i < seeds; i++)
        live(fate, 1 + i * writes / seeds, i + 1);
}

static void test_power_fails(void **state)
{
    (void)state;
    strike(DISK_POWER_FAILS);
}

static void test_write_fails(void **state)
{
    (void)state;
    strike(DISK_WRITE_FAILS);
}

static void test_disk_is_full(void **state)
{
    (void)state;
    strike(DISK_IS_FULL);
}

/* Longer than anybody of the store waits for a lock: the house goes on where it stood, and is told no error.
 */
static void test_disk_stalls(void **state)
{
    (void)state;
    (void)writes_of_a_run();
    unsigned calls = disk_calls();
    unsigned stalls = seeds_of_fate() / SEEDS_A_STALL;
    assert_true(stalls > 0 && calls > stalls);
    for (unsigned i = 0; i < stalls; i++)
        live(DISK_STALLS, 1 + i * calls / stalls, i + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_power_fails),
        cmocka_unit_test(test_write_fails),
        cmocka_unit_test(test_disk_is_full),
        cmocka_unit_test(test_disk_stalls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

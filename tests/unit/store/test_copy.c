/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a house of thousands of entries, with more checkpoints, witnesses' lines, chains and documents than
 * fit into one commit or one look, is sealed, verified and copied whole; an empty one, too. */
#include "check.h"

#include "house.h"
#include "store/copy.h"
#include "store/sealer.h"
#include "store/upgrade.h"

enum { ENTRIES = 4200, SECONDS = 600, LINES = 70, CHAINS = 70, DOCUMENTS = 70 };

/* A clock that goes on by a second with each entry, so that each has a checkpoint before it, or stands. */
static struct {
    int64_t ms;
    int64_t step_ms;
} hand;

static int64_t tick(void *clock)
{
    (void)clock;
    hand.ms += hand.step_ms;
    return hand.ms;
}

static void open_by_hand(struct house *house)
{
    struct house_key key = house_test_key(1);
    struct store_failure failure;
    struct books_options options = {.store = {.path = house->path}, .key = &key, .now_ms = tick};
    hand.ms = 1700000000000;
    hand.step_ms = 0;
    house_folder(house);
    options.store.path = house->path;
    assert_int_equal(books_open(&house->books, &options, &failure), STATUS_OK);
    assert_int_equal(books_account(house->books, ACCOUNT_CAGE, "main", &house->cage, NULL), STATUS_OK);
    assert_int_equal(books_account(house->books, ACCOUNT_PLAYER, "Mei", &house->mei, NULL), STATUS_OK);
    for (unsigned i = CHAINS; i > 0; i--) {
        char name[16];
        snprintf(name, sizeof name, "T%u", i);
        assert_int_equal(books_chain(house->books, name, &house->table, NULL), STATUS_OK);
    }
    assert_int_equal(store_chain_count(books_store(house->books)), CHAINS + 1);
}

static void buy_in(struct house *house, unsigned times)
{
    uint64_t ticket;
    for (unsigned i = 0; i < times; i++)
        assert_int_equal(
            house_move(house, house->table, MOVEMENT_BUY_IN, house->cage, house->mei, 100, "", &ticket),
            STATUS_OK);
}

/* Each is kept once, also when it is no longer among the last ones that were added. */
static void keep_documents(struct house *house)
{
    struct hash hash;
    for (unsigned i = 0; i < 2 * DOCUMENTS; i++) {
        char text[32];
        snprintf(text, sizeof text, "id: game%u\n", i % DOCUMENTS);
        if (i == DOCUMENTS)
            assert_int_equal(books_wait(house->books), STATUS_OK);
        assert_int_equal(books_document(house->books, "game", span_of(text), &hash), STATUS_OK);
    }
}

/* Rounds are found however far one lies from the last that was asked about. */
static void begin_rounds(struct house *house)
{
    static const uint32_t rounds[] = {7, 3, 5000, 3, 8, 0};
    uint64_t ticket;
    for (size_t i = 0; i < COUNT_OF(rounds); i++) {
        struct line line = {
            .kind = ENTRY_ROUND, .role = ROLE_SYSTEM, .round = rounds[i], .text = span_of("# round\n")};
        assert_int_equal(books_write(house->books, house->table, &line, &ticket), STATUS_OK);
    }
}

static void witness(struct house *house, uint64_t last)
{
    static char longest[SEALS_LINE_MAX + 1];
    struct sealer *sealer = books_sealer(house->books);
    for (unsigned i = 0; i < LINES; i++)
        assert_int_equal(sealer_cosign(sealer, last, "\xe2\x80\x94 witness AAAA\n"), STATUS_OK);
    assert_int_equal(sealer_cosign(sealer, last + 1000, "\xe2\x80\x94 witness BBBB\n"), STATUS_OK);
    memset(longest, 'x', SEALS_LINE_MAX);
    assert_int_equal(sealer_cosign(sealer, last, longest), STATUS_TOO_LONG);
}

static uint64_t checkpoints_of(struct store *store)
{
    struct seal_row row;
    uint64_t count = 0;
    for (uint64_t size = 1; store_checkpoint(store, size, &row) == STATUS_OK; size = row.kept.size + 1)
        count++;
    return count;
}

static enum status see_person(void *context, struct span name, struct span value)
{
    unsigned *seen = context;
    *seen += name.size == 3 && value.size == 6;
    return STATUS_OK;
}

static void count_telling(void *context, uint64_t done, uint64_t total)
{
    assert_in_range(done, 1, total);
    ++*(unsigned *)context;
}

static void count_copying(void *context, enum copy_stage stage, uint64_t done, uint64_t total)
{
    (void)stage;
    assert_in_range(done, 0, total);
    ++*(unsigned *)context;
}

static void check_copy(const char *path, uint64_t last, uint64_t checkpoints)
{
    struct store *store;
    struct store_failure failure;
    struct cosignature_row line;
    struct store_options options = {.path = path, .read_only = true};
    unsigned people = 0;
    const struct store_taker taker = {see_person, &people};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_last(store), last);
    assert_int_equal(checkpoints_of(store), checkpoints);
    assert_int_equal(store_cosignature(store, LINES, &line), STATUS_OK);
    assert_int_equal(line.size, last);
    assert_int_equal(store_cosignature(store, LINES + 1, &line), STATUS_NOT_FOUND);
    assert_int_equal(store_records(store, STORE_PEOPLE, &taker, &failure), STATUS_OK);
    assert_int_equal(people, 1);
    struct store_posting posting;
    assert_int_equal(store_posting(store, 1, 0, &posting), STATUS_OK);
    assert_int_equal(store_posting(store, 99, 0, &posting), STATUS_NOT_FOUND);
    store_close(store);
}

static enum status copy(const struct house *house, char path[PLACE_PATH_MAX], unsigned *told,
                        struct store_failure *failure)
{
    struct walk walk;
    snprintf(path, PLACE_PATH_MAX, "%.60s/moved.db", house->folder);
    struct copy_options options = {.from = house->path, .to = path, .watch = {count_copying, told}};
    assert_int_equal(walk_init(&walk, NULL), STATUS_OK);
    enum status status = copy_house(&options, &walk, failure);
    if (status != STATUS_OK)
        print_error("%s\n", failure->message);
    walk_release(&walk);
    return status;
}

static void test_a_large_house(void **state)
{
    (void)state;
    struct house house;
    struct store_failure failure;
    struct upgrade upgrade;
    struct house_key key = house_test_key(1);
    char path[PLACE_PATH_MAX];
    unsigned told = 0;
    uint64_t ticket;
    open_by_hand(&house);
    const struct store_record person = {STORE_PEOPLE, span_of("Mei"), span_of("player")};
    assert_int_equal(store_put(books_store(house.books), &person, 1, &ticket), STATUS_OK);
    keep_documents(&house);
    begin_rounds(&house);
    buy_in(&house, ENTRIES);
    hand.step_ms = 1000;
    buy_in(&house, SECONDS);
    assert_int_equal(books_wait(house.books), STATUS_OK);
    assert_int_equal(sealer_run(books_sealer(house.books)), STATUS_OK);
    uint64_t last = store_last(books_store(house.books));
    uint64_t checkpoints = checkpoints_of(books_store(house.books));
    assert_in_range(checkpoints, SECONDS, SECONDS + 20);
    witness(&house, last);
    house_check(&house);
    house_close(&house);
    assert_int_equal(copy(&house, path, &told, &failure), STATUS_OK);
    assert_in_range(told, 6, 20);
    check_copy(path, last, checkpoints);
    told = 0;
    struct upgrade_watch watch = {count_telling, &told};
    assert_int_equal(upgrade_house(path, &key, watch, &upgrade, &failure), STATUS_OK);
    assert_int_equal(told, 2);
    assert_int_equal(upgrade.sealed, last);
    house_remove(&house);
}

/* Tables, and nothing in them. */
static void test_an_empty_house(void **state)
{
    (void)state;
    struct house house;
    struct store *store;
    struct store_failure failure;
    char path[PLACE_PATH_MAX];
    unsigned told = 0;
    house_folder(&house);
    struct store_options options = {.path = house.path, .patient = true}; /* a file is never away */
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    store_close(store);
    assert_int_equal(copy(&house, path, &told, &failure), STATUS_OK);
    house_remove(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_large_house),
        cmocka_unit_test(test_an_empty_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

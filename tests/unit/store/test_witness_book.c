/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what a witness has kept is told as it was kept, or that it is damaged; nothing is changed. */
#include "check.h"

#include <sqlite3.h>

#include "meddle.h"
#include "place.h"
#include "store/witness_book.h"

static char folder[PLACE_FOLDER_MAX];
static char path[PLACE_PATH_MAX];
static struct witness_book *book;

static const struct witness_shoe shoe = {"house", "T1", 1};

static int set_up(void **state)
{
    (void)state;
    struct store_failure failure;
    place_make(folder, path);
    assert_int_equal(witness_book_open(&book, path, &failure), STATUS_OK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    witness_book_close(book);
    witness_book_close(NULL);
    place_remove(folder);
    return 0;
}

/* The first number of a shoe and the first note about it stay; another shoe has none. */
static void test_kept(void **state)
{
    (void)state;
    static const struct witness_shoe other = {"house", "T1", 2};
    struct witness_number first = {.value = {1}};
    struct witness_number second = {.value = {2}};
    struct text note;
    char bytes[64];
    text_init(&note, bytes, sizeof bytes);
    assert_int_equal(witness_book_promise(book, &shoe, &first, 1), STATUS_OK);
    assert_int_equal(witness_book_promise(book, &shoe, &second, 2), STATUS_OK);
    assert_int_equal(second.value[0], 1);
    assert_int_equal(witness_book_promised(book, &shoe, &second), STATUS_OK);
    assert_int_equal(witness_book_promised(book, &other, &second), STATUS_NOT_FOUND);
    assert_int_equal(witness_book_tell(book, &shoe, span_of("note"), 1), STATUS_OK);
    assert_int_equal(witness_book_tell(book, &shoe, span_of("other"), 2), STATUS_OK);
    assert_int_equal(witness_book_told(book, &shoe, &note), STATUS_OK);
    assert_string_equal(bytes, "note");
    assert_int_equal(witness_book_told(book, &other, &note), STATUS_NOT_FOUND);
}

/* A witness never goes back, and says so as a broken chain. */
static void test_going_back(void **state)
{
    (void)state;
    const struct checkpoint larger = {.size = 5, .origin = "house"};
    const struct checkpoint smaller = {.size = 4, .origin = "house"};
    struct checkpoint found;
    assert_int_equal(witness_book_latest(book, "house", &found, NULL), STATUS_NOT_FOUND);
    assert_int_equal(witness_book_add(book, &larger, span_of("x"), 1), STATUS_OK);
    assert_int_equal(witness_book_add(book, &smaller, span_of("x"), 2), STATUS_BROKEN_CHAIN);
    assert_int_equal(witness_book_add(book, &larger, span_of("x"), 3), STATUS_BROKEN_CHAIN);
}

static void test_damage(void **state)
{
    (void)state;
    static const char *const rows[] = {"UPDATE promised SET house = zeroblob(31)",
                                       "UPDATE promised SET house = zeroblob(32), number = zeroblob(33)"};
    const struct checkpoint head = {.size = 5, .origin = "house"};
    struct checkpoint found;
    struct witness_number number = {.value = {1}};
    assert_int_equal(witness_book_promise(book, &shoe, &number, 1), STATUS_OK);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        meddle(path, rows[i]);
        assert_int_equal(witness_book_promised(book, &shoe, &number), STATUS_STORE_CORRUPT);
    }
    /* The note of another log under this one's name. */
    const struct checkpoint other = {.size = 5, .origin = "another"};
    const struct public_key key = {{1}};
    const struct signature signature = {{1}};
    struct note read;
    struct text note;
    char bytes[1000];
    text_init(&note, bytes, sizeof bytes);
    checkpoint_note_print(&other, &key, &signature, &note);
    assert_int_equal(checkpoint_read(span_of(bytes), &read, &found), STATUS_OK);
    assert_int_equal(witness_book_add(book, &head, span_of(bytes), 1), STATUS_OK);
    assert_int_equal(witness_book_latest(book, "house", &found, NULL), STATUS_STORE_CORRUPT);
}

/* Somebody keeps the file from being read. */
static void test_not_read(void **state)
{
    (void)state;
    struct witness_number number;
    struct text note;
    char bytes[64];
    sqlite3 *connection;
    text_init(&note, bytes, sizeof bytes);
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    meddle_say(connection, "DROP TABLE promised; DROP TABLE told; DROP TABLE accused");
    sqlite3_close(connection);
    assert_int_not_equal(witness_book_promised(book, &shoe, &number), STATUS_OK);
    assert_int_not_equal(witness_book_told(book, &shoe, &note), STATUS_OK);
    assert_int_not_equal(witness_book_accuse(book, "house", span_of("x"), 1), STATUS_OK);
}

int main(void)
{
#define WITH_BOOK(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {WITH_BOOK(test_kept), WITH_BOOK(test_going_back),
                                       WITH_BOOK(test_damage), WITH_BOOK(test_not_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

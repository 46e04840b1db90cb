/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a table whose rulebook is a file of the house's own, even one that calls itself like a built-in game,
 * is audited and taken up again from the database alone; a table keeps its rulebook; and a program that knows
 * other keys of rulebooks than the one that wrote a journal goes by its words. */
#include "../check.h"

#include "audit/audit_file.h"
#include "evening.h"
#include "rulebook/load.h"
#include "table/restore.h"

enum { ROUNDS = 20 };

static struct evening evening;
static struct audit audit;
static char *text;
static size_t text_size;

/* The built-in game with one number changed: its id stays. */
static int set_up(void **state)
{
    static const char from[] = "3:2";
    const struct embedded *original = builtin_text("mbs-blackjack-v6");
    struct faults faults;
    (void)state;
    text_size = original->size;
    text = malloc(text_size + 1);
    assert_non_null(text);
    memcpy(text, original->bytes, text_size);
    text[text_size] = 0;
    assert_non_null(strstr(text, from));
    memcpy(strstr(text, from), "6:5", 3);
    evening_open(&evening, 3);
    assert_int_equal(rulebook_load(text, text_size, &evening.book, &faults), STATUS_OK);
    assert_string_equal(evening.book.id, "mbs-blackjack-v6");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(text);
    evening_remove(&evening);
    return 0;
}

static void play(struct span journalled)
{
    evening_begin_table(&evening, "own", journalled);
    evening_play(&evening, ROUNDS);
    books_close(evening.books);
}

static void test_its_text_is_in_the_journal(void **state)
{
    struct store_failure failure;
    struct store_cursor *cursor;
    struct store_row row;
    struct store *store;
    struct hash hash = hash_of(text, text_size);
    struct store_options options = {.path = evening.path, .read_only = true};
    (void)state;
    play((struct span){(const uint8_t *)text, text_size});
    enum status status = audit_file(&audit, evening.path, NULL, &failure);
    assert_string_equal(audit.fault.message, "");
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(audit.counts.rounds, ROUNDS);
    audit_release(&audit);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_document(store, &hash, &cursor, &row), STATUS_OK);
    assert_int_equal(row.chain, 1);
    store_cursor_close(cursor);
    store_close(store);
}

/* A journal without the words of a game this program knows by itself. */
static void test_a_built_in_game_without_words(void **state)
{
    struct store_failure failure;
    (void)state;
    assert_int_equal(builtin_load("rws-blackjack", &evening.book), STATUS_OK);
    play((struct span){NULL, 0});
    enum status status = audit_file(&audit, evening.path, NULL, &failure);
    assert_string_equal(audit.fault.message, "");
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(audit.counts.shoes_reread, 0);
    audit_release(&audit);
}

/* What the server once did: the words of the built-in game of that name. */
static void test_another_text_will_not_do(void **state)
{
    const struct embedded *original = builtin_text("mbs-blackjack-v6");
    struct store_failure failure;
    (void)state;
    play((struct span){original->bytes, original->size});
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct audit_options options = {.parallel = threads == 2};
        assert_int_not_equal(audit_file(&audit, evening.path, &options, &failure), STATUS_OK);
        assert_string_equal(audit.fault.table, "own");
        assert_int_equal(audit.fault.entry, 1);
        assert_non_null(strstr(audit.fault.message, "not those it was begun by"));
        audit_release(&audit);
    }
}

static void test_a_table_keeps_its_rulebook(void **state)
{
    struct books_options options = {.store = {.path = evening.path}, .key = &evening.key};
    struct store_failure failure = {0};
    struct table_plan plan;
    (void)state;
    play((struct span){(const uint8_t *)text, text_size});
    assert_int_equal(books_open(&evening.books, &options, &failure), STATUS_OK);
    evening.runner.books = evening.books;
    table_plan_init(&plan, "own", &evening.book);
    plan.book_text = (struct span){(const uint8_t *)text, text_size};
    assert_int_equal(runner_begin(&evening.runner, &plan, evening_source(&evening), &failure), STATUS_OK);
    assert_int_equal(evening.runner.table.state.round_number, ROUNDS);
    runner_end(&evening.runner);
    assert_int_equal(builtin_load("mbs-blackjack-v6", &evening.book), STATUS_OK);
    table_plan_init(&plan, "own", &evening.book);
    assert_int_equal(runner_begin(&evening.runner, &plan, evening_source(&evening), &failure),
                     STATUS_BAD_ENTRY);
    assert_non_null(strstr(failure.message, "another rulebook"));
    runner_end(&evening.runner);
    books_close(evening.books);
}

/* ---- Journals of a program that knew other keys: its hashes are not ours. ---- */

static const struct hash foreign = {{0xf0}};

static struct span words(void)
{
    return (struct span){(const uint8_t *)text, text_size};
}

static void open_again(void)
{
    struct books_options options = {.store = {.path = evening.path}, .key = &evening.key};
    struct store_failure failure = {0};
    assert_int_equal(books_open(&evening.books, &options, &failure), STATUS_OK);
}

static void play_on(struct span journalled)
{
    open_again();
    evening_begin_table(&evening, "own", journalled);
    assert_int_equal(evening.runner.table.state.round_number, ROUNDS);
    evening_play(&evening, ROUNDS);
    books_close(evening.books);
}

static void expect_refusal(struct span journalled)
{
    struct store_failure failure = {0};
    struct table_plan plan;
    open_again();
    evening.runner.books = evening.books;
    table_plan_init(&plan, "own", &evening.book);
    plan.book_text = journalled;
    assert_int_equal(runner_begin(&evening.runner, &plan, evening_source(&evening), &failure),
                     STATUS_BAD_ENTRY);
    assert_non_null(strstr(failure.message, "another rulebook"));
    runner_end(&evening.runner);
    books_close(evening.books);
}

/* The same words: the table goes on, and whoever checks it is told how many shoes he read by their words
 * alone. */
static void test_a_later_program_goes_by_the_words(void **state)
{
    struct store_failure failure;
    (void)state;
    evening_begin_table(&evening, "own", words());
    evening.runner.table.mark.reading = foreign;
    evening.runner.table.mark.keys = foreign;
    evening_play(&evening, ROUNDS);
    assert_true(hash_equal(&evening.runner.table.state.mark.reading, &foreign));
    books_close(evening.books);
    play_on(words());
    assert_true(hash_equal(&evening.runner.table.state.mark.reading, &evening.book.hash));
    uint32_t shoes = evening.runner.table.state.shoe_number;
    enum status status = audit_file(&audit, evening.path, NULL, &failure);
    assert_string_equal(audit.fault.message, "");
    assert_int_equal(status, STATUS_OK);
    assert_in_range(audit.counts.shoes_reread, 1, shoes - 2); /* not the first, not the last */
    audit_release(&audit);
}

/* Who knows the same keys must read the words the same way. */
static void test_the_same_keys_are_read_the_same_way(void **state)
{
    struct store_failure failure;
    (void)state;
    evening_begin_table(&evening, "own", words());
    evening.runner.table.mark.reading = foreign;
    evening_play(&evening, ROUNDS);
    books_close(evening.books);
    expect_refusal(words());
    assert_int_not_equal(audit_file(&audit, evening.path, NULL, &failure), STATUS_OK);
    assert_non_null(strstr(audit.fault.message, "not those it was begun by"));
    audit_release(&audit);
}

/* Before the words were named: the journal has one rulebook of that game, so it was that. */
static void test_words_that_were_not_named(void **state)
{
    const struct embedded *original = builtin_text("mbs-blackjack-v6");
    (void)state;
    evening_begin_table(&evening, "own", words());
    evening.runner.table.state.mark = (struct book_mark){.reading = foreign};
    evening.runner.table.mark = evening.runner.table.state.mark;
    evening_play(&evening, ROUNDS);
    assert_false(book_mark_has_words(&evening.runner.table.state.mark));
    books_close(evening.books);
    expect_refusal((struct span){original->bytes, original->size});
    play_on(words());
    assert_true(book_mark_has_words(&evening.runner.table.state.mark)); /* from the next shoe on */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_its_text_is_in_the_journal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_built_in_game_without_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_another_text_will_not_do, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_table_keeps_its_rulebook, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_later_program_goes_by_the_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_same_keys_are_read_the_same_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_words_that_were_not_named, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* bench_recovery.c - how long a house takes to be back after a power failure.
 *
 * A thousand tables of five games play a few rounds each, all at once, so that their entries lie mixed in the
 * journal as they do in a house; each is then left in the middle of a round, and nothing is closed in order:
 * the copy of the file taken at that moment is what a power failure leaves. Opening it, bringing every table
 * to its last card and deciding every cut-off round by its game's clause is what is timed, on the wall. */
#include "check.h"

#include <time.h>

#include "audit/evening.h"

enum { TABLES = 1000, ROUNDS = 6 };

static struct evening *tables;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void begin(unsigned number, struct books *books)
{
    struct evening *table = &tables[number];
    const struct evening *first = &tables[0];
    unsigned game = number % EVENING_GAMES;
    const struct embedded *text = builtin_text(builtin_id(game));
    char id[16];
    table->bots = 2;
    table->books = books;
    table->key = first->key;
    table->draws = first->draws;
    if (number < EVENING_GAMES)
        assert_int_equal(builtin_load(builtin_id(game), &table->book), STATUS_OK);
    else
        table->book = tables[game].book;
    snprintf(id, sizeof id, "t%u", number + 1);
    evening_begin_table(table, id, (struct span){text->bytes, text->size});
}

/* In the middle of a deal; or, where a deal waits for nobody, in the next round with wagers on the layout. */
static bool is_cut_off(const struct evening *table)
{
    const struct table_state *state = &table->runner.table.state;
    const struct round *round = &state->round;
    return (state->round_number >= ROUNDS && round->phase == PHASE_DEALING) ||
           (state->round_number > ROUNDS && round->phase == PHASE_BETTING && round->stake_count > 0);
}

/* One act of each table in turn, until all of them are in the middle of a round. */
static void play(void)
{
    for (bool busy = true; busy;) {
        busy = false;
        for (unsigned i = 0; i < TABLES; i++) {
            bool done = is_cut_off(&tables[i]);
            if (done)
                continue;
            busy = true;
            done = evening_bots(&tables[i]);
            if (!done)
                assert_int_equal(runner_step(&tables[i].runner, 1, &done), STATUS_OK);
        }
    }
}

static void copy_file(const char *from, const char *to)
{
    char command[512];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    assert_int_equal(system(command), 0);
}

/* The file and its write-ahead log as they lie on the disk now. */
static void copy_database(const char *path, const char *copy)
{
    char from[160];
    char to[160];
    copy_file(path, copy);
    snprintf(from, sizeof from, "%.120s-wal", path);
    snprintf(to, sizeof to, "%s-wal", copy);
    copy_file(from, to);
}

int main(void)
{
    char copy[128];
    uint64_t ticket = 0;
    struct store_failure failure;
    tables = calloc(TABLES, sizeof *tables);
    assert_non_null(tables);
    evening_open(&tables[0], 5);
    struct books *books = tables[0].books;
    for (unsigned i = 0; i < TABLES; i++)
        begin(i, books);
    play();
    struct line line = {.kind = ENTRY_NOTE, .role = ROLE_SYSTEM, .text = span_of("the lights go out\n")};
    assert_int_equal(books_write(books, 1, &line, &ticket), STATUS_OK);
    assert_int_equal(store_wait(books_store(books), ticket), STATUS_OK);
    snprintf(copy, sizeof copy, "%s/copy.db", tables[0].folder);
    copy_database(tables[0].path, copy);
    uint64_t entries = store_last(books_store(books));
    books_close(books);

    double start = now();
    struct books_options options = {.store = {.path = copy}, .key = &tables[0].key};
    assert_int_equal(books_open(&books, &options, &failure), STATUS_OK);
    double opened = now();
    for (unsigned i = 0; i < TABLES; i++)
        begin(i, books);
    uint64_t last;
    assert_int_equal(books_write(books, 1, &line, &last), STATUS_OK);
    assert_int_equal(store_wait(books_store(books), last), STATUS_OK);
    double done = now();
    unsigned open = 0;
    for (unsigned i = 0; i < TABLES; i++) {
        open += tables[i].runner.table.state.round_number >= ROUNDS;
        runner_end(&tables[i].runner);
    }
    assert_int_equal(open, TABLES);
    books_close(books);
    printf("recovery.seconds %.2f s (%u tables in the middle of a round, %lu entries; aim: under 2)\n",
           done - start, TABLES, (unsigned long)entries);
    printf("recovery.opening %.2f s of these the file is opened and checked\n", opened - start);
    evening_remove(&tables[0]);
    free(tables);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* bench_store.c - how many acts a second become durable when 200 tables share commits.
 *
 * Each table has one act under way: the next is submitted when the last is on disk, as at a real table. Then
 * the same bytes are inserted by a plain loop, in groups of the same average size and with the same settings,
 * into tables without any rule: what the disk and SQLite give at best. Both run on the same disk in the same
 * run. Where CROUPIER_TEST_DB is the address of a PostgreSQL the same tables play there, without the loop:
 * tests/bench/postgres.py holds that against pgbench. */
#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/books.h"

enum { TABLES = 200, ACTS = 60000, SLICES = 20, SEATS = 3 };

static char folder[] = "croupier-bench-XXXXXX";

struct bench_table {
    uint32_t chain;
    uint32_t escrow;
    uint32_t bank;
    uint32_t players[SEATS];
    unsigned acts;
    uint64_t ticket;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void need(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "bench_store: %s\n", what);
    exit(1);
}

static void count_commit(void *context)
{
    ++*(unsigned *)context;
}

static struct books *open_books(const char *path, unsigned *commits)
{
    struct books *books;
    struct house_key key;
    struct store_failure failure;
    const uint8_t secret[HOUSE_SECRET_BYTES] = {1};
    house_key_derive(&key, secret);
    struct books_options options = {.store = {.path = path, .durable = count_commit, .context = commits},
                                    .key = &key};
    need(books_open(&books, &options, &failure) == STATUS_OK, failure.message);
    return books;
}

static void move(struct books *books, struct transaction *transaction, enum movement movement, uint32_t from,
                 uint32_t to, int64_t cents)
{
    const struct ledger *ledger = books_ledger(books);
    need(transaction_move(transaction, movement, ledger_account(ledger, from), ledger_account(ledger, to),
                          cents) == STATUS_OK,
         "a movement was refused");
}

static void set_up(struct books *books, struct bench_table *tables)
{
    uint32_t cage;
    uint64_t ticket = 0;
    char name[32];
    need(books_account(books, ACCOUNT_CAGE, "main", &cage, NULL) == STATUS_OK, "no cage");
    for (unsigned i = 0; i < TABLES; i++) {
        struct transaction transaction;
        struct bench_table *table = &tables[i];
        *table = (struct bench_table){0};
        snprintf(name, sizeof(name), "T%u", i + 1);
        need(books_chain(books, name, &table->chain, NULL) == STATUS_OK, "no chain");
        need(books_account(books, ACCOUNT_ESCROW, name, &table->escrow, NULL) == STATUS_OK, "no escrow");
        need(books_account(books, ACCOUNT_BANK, name, &table->bank, NULL) == STATUS_OK, "no bank");
        transaction_init(&transaction);
        for (unsigned seat = 0; seat < SEATS; seat++) {
            snprintf(name, sizeof(name), "P%u-%u", i + 1, seat + 1);
            need(books_account(books, ACCOUNT_PLAYER, name, &table->players[seat], NULL) == STATUS_OK,
                 "no player");
            move(books, &transaction, MOVEMENT_BUY_IN, cage, table->players[seat], 100000000);
        }
        struct line line = {.kind = ENTRY_MONEY,
                            .role = ROLE_CAGE,
                            .text = span_of("# buy-in\n"),
                            .transaction = &transaction};
        need(books_write(books, 1, &line, &ticket) == STATUS_OK, "no money");
    }
    need(store_wait(books_store(books), ticket) == STATUS_OK, "the store stopped");
}

/* A round of eight acts: a wager of each seat, the deal, a decision of each, the settlement. */
static void act(struct books *books, struct bench_table *table)
{
    struct transaction transaction;
    char text[96];
    char key[32];
    unsigned step = table->acts++ % 8;
    unsigned seat = step % SEATS;
    struct line line = {
        .kind = step == 0 ? ENTRY_ROUND : ENTRY_ACTS, .role = ROLE_PLAYER, .who = "P1", .key = key};
    transaction_init(&transaction);
    snprintf(key, sizeof(key), "%012llx-%x-%x", (unsigned long long)(now() * 1000), table->chain,
             table->acts);
    if (step < SEATS) {
        snprintf(text, sizeof(text), "P%u: bet %u main 100\n", seat + 1, seat + 1);
        move(books, &transaction, MOVEMENT_WAGERED, table->players[seat], table->escrow, 10000);
    } else if (step < 7) {
        snprintf(text, sizeof(text),
                 step == 3 ? "dealer: close\nshoe: Th 6c 9d 4s 8h 2c Kd\n" : "P%u: hit %u\nshoe: 5h\n",
                 seat + 1, seat + 1);
    } else {
        snprintf(text, sizeof(text), "shoe: Td 9s\ndealer: end\n");
        move(books, &transaction, MOVEMENT_RETURNED, table->escrow, table->players[0], 10000);
        move(books, &transaction, MOVEMENT_PAID, table->bank, table->players[0], 10000);
        move(books, &transaction, MOVEMENT_RETURNED, table->escrow, table->players[1], 10000);
        move(books, &transaction, MOVEMENT_TAKEN, table->escrow, table->bank, 10000);
    }
    line.text = span_of(text);
    line.transaction = transaction.count ? &transaction : NULL;
    need(books_write(books, table->chain, &line, &table->ticket) == STATUS_OK, "an act was not taken");
}

/* Lets the tables play `acts` acts; returns the seconds it took until the last was durable. */
static double run_tables(struct books *books, struct bench_table *tables, unsigned acts)
{
    struct store *store = books_store(books);
    double start = now();
    while (acts > 0) {
        uint64_t oldest = UINT64_MAX;
        uint64_t durable = store_durable(store);
        for (unsigned i = 0; i < TABLES && acts > 0; i++) {
            if (tables[i].ticket <= durable) {
                act(books, &tables[i]);
                acts--;
            }
            if (tables[i].ticket < oldest)
                oldest = tables[i].ticket;
        }
        need(store_wait(store, oldest) == STATUS_OK, "the store stopped");
    }
    for (unsigned i = 0; i < TABLES; i++)
        need(store_wait(store, tables[i].ticket) == STATUS_OK, "the store stopped");
    return now() - start;
}

static void run(sqlite3 *connection, const char *sql)
{
    need(sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK, sqlite3_errmsg(connection));
}

/* Inserts as plain as they can be. */
struct bare {
    sqlite3 *connection;
    sqlite3_stmt *entry;
    sqlite3_stmt *posting;
    uint64_t position; /* the last one copied */
};

static void open_bare(struct bare *bare, const char *path)
{
    need(sqlite3_open(path, &bare->connection) == SQLITE_OK, "cannot open");
    run(bare->connection,
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4096;"
        "CREATE TABLE journal(position INTEGER PRIMARY KEY, chain INTEGER, previous INTEGER, entry BLOB);"
        "CREATE TABLE postings(position INTEGER, account INTEGER, cents INTEGER)");
    sqlite3_prepare_v2(bare->connection, "INSERT INTO journal VALUES(?, ?, ?, ?)", -1, &bare->entry, NULL);
    sqlite3_prepare_v2(bare->connection, "INSERT INTO postings VALUES(?, ?, ?)", -1, &bare->posting, NULL);
}

static void close_bare(struct bare *bare)
{
    sqlite3_finalize(bare->entry);
    sqlite3_finalize(bare->posting);
    sqlite3_close(bare->connection);
}

static void insert_bare(struct bare *bare, const struct store_row *row, const struct transaction *transaction)
{
    sqlite3_bind_int64(bare->entry, 1, (int64_t)row->position);
    sqlite3_bind_int64(bare->entry, 2, row->chain);
    sqlite3_bind_int64(bare->entry, 3, (int64_t)row->previous);
    sqlite3_bind_blob(bare->entry, 4, row->entry.bytes, (int)row->entry.size, SQLITE_STATIC);
    need(sqlite3_step(bare->entry) == SQLITE_DONE && sqlite3_reset(bare->entry) == SQLITE_OK, "no insert");
    for (uint32_t i = 0; i < transaction->count; i++) {
        sqlite3_bind_int64(bare->posting, 1, (int64_t)row->position);
        sqlite3_bind_int64(bare->posting, 2, transaction->postings[i].account);
        sqlite3_bind_int64(bare->posting, 3, transaction->postings[i].cents);
        need(sqlite3_step(bare->posting) == SQLITE_DONE && sqlite3_reset(bare->posting) == SQLITE_OK,
             "no insert");
    }
}

/* Copies what the store has kept since the last time, `group` entries a commit; gives how many, and the
 * seconds spent on inserting alone. */
static double run_bare(struct bare *bare, struct store *store, unsigned group, unsigned *copied)
{
    struct store_cursor *cursor;
    struct store_failure failure;
    struct store_row row;
    struct entry entry;
    unsigned count = 0;
    double busy = 0;
    need(store_read(store, 0, STORE_FORWARD, bare->position + 1, &cursor, &failure) == STATUS_OK,
         failure.message);
    while (store_next(cursor, &row) == STATUS_OK) {
        need(entry_read(&entry, row.entry.bytes, row.entry.size) == STATUS_OK, "a bad entry");
        double start = now();
        if (count++ % group == 0)
            run(bare->connection, "BEGIN IMMEDIATE");
        insert_bare(bare, &row, &entry.transaction);
        if (count % group == 0)
            run(bare->connection, "COMMIT");
        busy += now() - start;
        bare->position = row.position;
    }
    store_cursor_close(cursor);
    double start = now();
    if (count % group)
        run(bare->connection, "COMMIT");
    *copied += count;
    return busy + now() - start;
}

static double query(const char *path, const char *sql)
{
    sqlite3 *connection;
    sqlite3_stmt *row;
    need(sqlite3_open(path, &connection) == SQLITE_OK, "cannot open");
    need(sqlite3_prepare_v2(connection, sql, -1, &row, NULL) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW,
         sql);
    double value = sqlite3_column_double(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(connection);
    return value;
}

static void remove_folder(void)
{
    DIR *entries = opendir(folder);
    for (struct dirent *file; entries && (file = readdir(entries));) {
        char path[sizeof(folder) + sizeof(file->d_name) + 2];
        snprintf(path, sizeof(path), "%s/%s", folder, file->d_name);
        if (file->d_name[0] != '.')
            unlink(path);
    }
    closedir(entries);
    rmdir(folder);
}

/* On a PostgreSQL, in an empty database. */
static int run_postgres(const char *url, struct bench_table *tables)
{
    unsigned commits = 0;
    struct store_failure failure;
    struct books *books = open_books(url, &commits);
    set_up(books, tables);
    unsigned before = commits;
    double seconds = run_tables(books, tables, ACTS);
    double acts_a_commit = (double)ACTS / (commits - before);
    double start = now();
    need(store_verify(books_store(books), NULL, &failure) == STATUS_OK, failure.message);
    double verified_s = now() - start;
    double entries = (double)store_last(books_store(books));
    books_close(books);
    printf("store.postgres.durable_acts %.0f acts/s (200 tables, %.0f acts a commit)\n", ACTS / seconds,
           acts_a_commit);
    printf("store.postgres.verified %.0f entries/s\n", entries / verified_s);
    return 0;
}

int main(void)
{
    static struct bench_table tables[TABLES];
    const char *url = getenv("CROUPIER_TEST_DB");
    if (url)
        return run_postgres(url, tables);
    char path[64];
    char bare_path[64];
    struct bare bare = {0};
    unsigned commits = 0;
    unsigned copied = 0;
    unsigned ignored = 0;
    double tables_s = 0;
    double bare_s = 0;
    struct stat file;
    struct store_failure failure;
    need(mkdtemp(folder) != NULL, "no folder");
    atexit(remove_folder);
    snprintf(path, sizeof(path), "%s/house.db", folder);
    snprintf(bare_path, sizeof(bare_path), "%s/bare.db", folder);
    struct books *books = open_books(path, &commits);
    set_up(books, tables);
    open_bare(&bare, bare_path);
    run_bare(&bare, books_store(books), TABLES, &ignored);
    unsigned before = commits;
    /* In turns, so that both meet the same disk. */
    for (unsigned slice = 0; slice < SLICES; slice++) {
        tables_s += run_tables(books, tables, ACTS / SLICES);
        unsigned group = (slice + 1) * (ACTS / SLICES) / (commits - before);
        bare_s += run_bare(&bare, books_store(books), group, &copied);
    }
    double acts_a_commit = (double)ACTS / (commits - before);
    double start = now();
    need(store_verify(books_store(books), NULL, &failure) == STATUS_OK, failure.message);
    double verified_s = now() - start;
    books_close(books);
    close_bare(&bare);
    stat(path, &file);
    double entries = query(path, "SELECT count(*) FROM journal");
    double entry_bytes = query(path, "SELECT avg(length(entry)) FROM journal WHERE chain > 1");
    printf("store.durable_acts %.0f acts/s (200 tables, %.0f acts a commit)\n", ACTS / tables_s,
           acts_a_commit);
    printf("store.bare_inserts %.0f entries/s (the same bytes in groups of the same size)\n",
           copied / bare_s);
    printf("store.share_of_bare %.2f ratio (aim: at least 0.5)\n", ACTS / tables_s / (copied / bare_s));
    printf("store.bytes_per_entry %.1f bytes\n", entry_bytes);
    printf("store.bytes_per_round %.0f bytes (journal; three seats, eight acts)\n", 8 * entry_bytes);
    printf("store.file_bytes_per_entry %.1f bytes (everything)\n", (double)file.st_size / entries);
    printf("store.verified %.0f entries/s\n", entries / verified_s);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a process that runs a table of each game is killed (SIGKILL) at random moments, again and again on
 * one database. After each death the audit is clean, and every act that was acknowledged is there, word for
 * word; the next process goes on with the round that was cut off as the game's power-failure clause says. */
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "audit/audit_file.h"
#include "audit/evening.h"

enum { KILLS = 50, LIFE_MS_MIN = 20, START_MS_MAX = 20000, LIFE_MS_MAX = 160, ACKS_MAX = 400000 };

/* What a child says when an act is on disk. */
struct ack {
    uint32_t chain;
    uint64_t number;
    struct hash text;
};

static struct ack *acks;
static size_t ack_count;
static struct evening tables[EVENING_GAMES];
static unsigned recovered;

/* ---- The child. ---- */

struct child_table {
    struct evening *evening;
    int pipe;
};

static void acknowledge(void *context, const struct table *table, const struct sequel *sequel)
{
    const struct child_table *child = context;
    struct ack ack = {.chain = child->evening->runner.chain,
                      .text = hash_of(sequel->text.bytes, sequel->text.used)};
    struct chain chain;
    (void)table;
    if (store_chain(books_store(child->evening->books), ack.chain, &chain) != STATUS_OK)
        _exit(3);
    ack.number = chain.number;
    if (write(child->pipe, &ack, sizeof ack) != sizeof ack)
        _exit(4);
}

/* The shift manager lets a round go on that was cut off. */
static bool decide(struct evening *evening)
{
    struct act act = {
        .actor = ACTOR_SHIFT, .verb = VERB_DECIDE, .decision = DECISION_CONTINUE, .flags = ACT_YES};
    return round_wants(&evening->book, &evening->runner.table.state.round).question &&
           runner_act(&evening->runner, &act) == STATUS_OK;
}

static void step(struct evening *evening)
{
    bool done = evening_bots(evening) || decide(evening);
    if (!done && runner_step(&evening->runner, 1, &done) != STATUS_OK)
        _exit(5);
    if (!done)
        _exit(6);
}

static void child_run(const char *path, uint64_t seed, int pipe)
{
    struct child_table children[EVENING_GAMES];
    struct store_failure failure = {0};
    uint8_t secret[HOUSE_SECRET_BYTES] = {7};
    struct evening *first = &tables[0];
    house_key_derive(&first->key, secret);
    seeded_source_init(&first->source, seed, 2);
    struct books_options options = {.store = {.path = path}, .key = &first->key};
    if (books_open(&first->books, &options, &failure) != STATUS_OK)
        _exit(2);
    for (unsigned i = 0; i < EVENING_GAMES; i++) {
        tables[i].bots = first->bots;
        tables[i].shoe_cards = first->shoe_cards;
        tables[i].books = first->books;
        tables[i].key = first->key;
        tables[i].draws = seeded_source_draws(&first->source);
        evening_begin(&tables[i], i);
        tables[i].runner.hasty = false;
        children[i] = (struct child_table){&tables[i], pipe};
        tables[i].runner.sink = (struct runner_sink){acknowledge, &children[i]};
    }
    for (unsigned i = 0;; i++)
        step(&tables[i % EVENING_GAMES]);
}

/* ---- The parent. ---- */

static void nap(unsigned ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

/* What the child still managed to say. The pipe holds more than a life's acks. */
static void collect(int pipe)
{
    struct ack ack;
    while (read(pipe, &ack, sizeof ack) == sizeof ack) {
        assert_true(ack_count < ACKS_MAX);
        acks[ack_count++] = ack;
    }
}

static void live_and_die(const char *path, unsigned number, unsigned ms)
{
    int ends[2];
    int status;
    assert_int_equal(pipe(ends), 0);
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        child_run(path, number, ends[1]);
        _exit(1);
    }
    close(ends[1]);
    /* Every other life counts from its first act: on a slow machine the others may end before they begin. */
    if (number % 2)
        poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, START_MS_MAX);
    nap(ms);
    kill(child, SIGKILL);
    collect(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    close(ends[0]);
    /* It must have died of the kill, and of nothing else. */
    assert_true(WIFSIGNALED(status));
}

static int by_place(const void *a, const void *b)
{
    const struct ack *left = a;
    const struct ack *right = b;
    if (left->chain != right->chain)
        return left->chain < right->chain ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

static unsigned find_ack(uint32_t chain, const struct entry *entry)
{
    struct ack key = {.chain = chain, .number = entry->number};
    const struct ack *ack = bsearch(&key, acks, ack_count, sizeof *acks, by_place);
    if (!ack)
        return 0;
    struct hash text = hash_of(entry->text.bytes, entry->text.size);
    assert_true(hash_equal(&text, &ack->text));
    return 1;
}

static void check_audit(const char *path)
{
    struct audit audit;
    struct store_failure failure;
    if (audit_file(&audit, path, NULL, &failure) != STATUS_OK)
        fail_msg("%s, entry %lu: %s (%s)", audit.fault.table, (unsigned long)audit.fault.entry,
                 audit.fault.message, failure.message);
    audit_release(&audit);
}

/* The audit is clean, and all that was acknowledged, in this life or an earlier one, is there. */
static void check(const char *path)
{
    struct store_options options = {.path = path, .read_only = true, .unchecked = true};
    struct store_failure failure;
    struct store_cursor *cursor;
    struct store_row row;
    struct store *store;
    size_t found = 0;
    check_audit(path);
    qsort(acks, ack_count, sizeof *acks, by_place);
    recovered = 0;
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    while (store_next(cursor, &row) == STATUS_OK) {
        struct entry entry;
        assert_int_equal(entry_read(&entry, row.entry.bytes, row.entry.size), STATUS_OK);
        found += find_ack(row.chain, &entry);
        recovered += entry.kind == ENTRY_RECOVERED;
    }
    store_cursor_close(cursor);
    assert_int_equal(found, ack_count);
    store_close(store);
}

static void test_kills(void **state)
{
    const char *more = getenv("CRASH_KILLS");
    unsigned kills = more ? (unsigned)strtoul(more, NULL, 10) : KILLS;
    struct seeded_source source;
    (void)state;
    seeded_source_init(&source, 11, 3);
    struct draws draws = seeded_source_draws(&source);
    acks = calloc(ACKS_MAX, sizeof *acks);
    assert_non_null(acks);
    struct evening *first = &tables[0];
    evening_open(first, 7);
    books_close(first->books);
    for (unsigned i = 0; i < kills; i++) {
        live_and_die(first->path, i, LIFE_MS_MIN + draws_below(&draws, LIFE_MS_MAX - LIFE_MS_MIN));
        if (i % 10 == 9 || i + 1 == kills)
            check(first->path);
    }
    print_message("# %u kills, %zu acknowledged acts, %u rounds recovered\n", kills, ack_count, recovered);
    assert_true(ack_count > kills && recovered > 0);
    evening_remove(first);
    free(acks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kills)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

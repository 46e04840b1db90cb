/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/run.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { WATCH_NANOSECONDS = 100000000 };

struct shared {
    const struct run *run;
    pthread_mutex_t lock;
    pthread_cond_t finished;
    uint64_t next;
    bool stop;
    unsigned working;
    struct score score;
};

uint64_t run_rounds(uint64_t rounds)
{
    return (rounds + KERNEL_STEP - 1) / KERNEL_STEP * KERNEL_STEP;
}

uint64_t run_blocks(uint64_t rounds)
{
    return (rounds + BLOCK_ROUNDS - 1) / BLOCK_ROUNDS;
}

void run_kernel(const struct run_game *game, struct stream *stream, unsigned rounds, struct score *score,
                const struct kernel_watcher *watcher)
{
    static const struct kernel_table alone = {.boxes = 1, .insures = true};
    const struct kernel_table *table = game->table ? game->table : &alone;
    if (game->baccarat)
        kernel_baccarat(game->baccarat, stream, rounds, score, watcher);
    else if (table->counting)
        kernel_counter(game->blackjack, table, stream, rounds, score);
    else if (table->boxes > 1)
        kernel_table(game->blackjack, table, stream, rounds, score);
    else
        kernel_box(game->blackjack, table, stream, rounds, score, watcher);
}

void run_block(const struct run *run, uint64_t block, struct score *score,
               const struct kernel_watcher *watcher)
{
    struct stream stream;
    uint64_t left = run_rounds(run->rounds) - block * BLOCK_ROUNDS;
    unsigned rounds = left < BLOCK_ROUNDS ? (unsigned)left : BLOCK_ROUNDS;
    stream_init(&stream, run->seed, block);
    run_kernel(&run->game, &stream, rounds, score, watcher);
}

static bool take_block(struct shared *shared, uint64_t *block)
{
    bool more = !shared->stop && shared->next < shared->run->to_block;
    if (more)
        *block = shared->next++;
    return more;
}

static void *work(void *argument)
{
    struct shared *shared = argument;
    uint64_t block;
    pthread_mutex_lock(&shared->lock);
    while (take_block(shared, &block)) {
        struct score score;
        memset(&score, 0, sizeof(score));
        pthread_mutex_unlock(&shared->lock);
        run_block(shared->run, block, &score, NULL);
        pthread_mutex_lock(&shared->lock);
        score_add(&shared->score, &score);
    }
    shared->working--;
    pthread_cond_signal(&shared->finished);
    pthread_mutex_unlock(&shared->lock);
    return NULL;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void wait_a_moment(struct shared *shared)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WATCH_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&shared->finished, &shared->lock, &until);
}

/* Until the last thread is done: looks at the watch with the lock released. */
static void watch_over(struct shared *shared, run_watch *watch, void *context, double started)
{
    while (shared->working) {
        wait_a_moment(shared);
        if (!watch || shared->stop)
            continue;
        struct score seen = shared->score;
        pthread_mutex_unlock(&shared->lock);
        bool go_on = watch(context, &seen, now() - started);
        pthread_mutex_lock(&shared->lock);
        shared->stop = shared->stop || !go_on;
    }
}

enum status run_play(const struct run *run, run_watch *watch, void *context, struct score *score,
                     uint64_t *done_to)
{
    struct shared shared = {.run = run, .next = run->from_block};
    pthread_t threads[RUN_THREADS_MAX];
    unsigned started = 0;
    double start = now();
    assert(run->threads >= 1 && run->threads <= RUN_THREADS_MAX);
    pthread_mutex_init(&shared.lock, NULL);
    pthread_cond_init(&shared.finished, NULL);
    pthread_mutex_lock(&shared.lock);
    while (started < run->threads && pthread_create(&threads[started], NULL, work, &shared) == 0)
        started++;
    shared.working = started;
    watch_over(&shared, watch, context, start);
    pthread_mutex_unlock(&shared.lock);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&shared.finished);
    pthread_mutex_destroy(&shared.lock);
    if (!started)
        return STATUS_NO_MEMORY;
    score_add(score, &shared.score);
    *done_to = shared.next;
    return STATUS_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "server/worker.h"

#include <pthread.h>
#include <stdlib.h>

struct list {
    struct job *first;
    struct job **last;
    unsigned count;
};

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t something;
    struct list waiting;
    struct list ready;
    bool stopping;
    void (*wake)(void *context);
    void *context;
};

static void list_init(struct list *list)
{
    *list = (struct list){.last = &list->first};
}

static void list_push(struct list *list, struct job *job)
{
    job->next = NULL;
    *list->last = job;
    list->last = &job->next;
    list->count++;
}

/* Behind those that go first as well. */
static void list_push_first(struct list *list, struct job *job)
{
    struct job **at = &list->first;
    while (*at && (*at)->first)
        at = &(*at)->next;
    if (!*at) {
        list_push(list, job);
        return;
    }
    job->next = *at;
    *at = job;
    list->count++;
}

static struct job *list_pop(struct list *list)
{
    struct job *job = list->first;
    if (!job)
        return NULL;
    list->first = job->next;
    list->count--;
    if (!list->first)
        list->last = &list->first;
    return job;
}

static struct job *worker_wait(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    while (!worker->waiting.first && !worker->stopping)
        pthread_cond_wait(&worker->something, &worker->lock);
    struct job *job = worker->stopping ? NULL : list_pop(&worker->waiting);
    pthread_mutex_unlock(&worker->lock);
    return job;
}

static void *worker_main(void *context)
{
    struct worker *worker = context;
    for (struct job *job = worker_wait(worker); job; job = worker_wait(worker)) {
        job->work(job);
        pthread_mutex_lock(&worker->lock);
        list_push(&worker->ready, job);
        pthread_mutex_unlock(&worker->lock);
        worker->wake(worker->context);
    }
    return NULL;
}

struct worker *worker_new(void (*wake)(void *context), void *context)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    list_init(&worker->waiting);
    list_init(&worker->ready);
    worker->wake = wake;
    worker->context = context;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->something, NULL);
    if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) {
        free(worker);
        return NULL;
    }
    return worker;
}

bool worker_submit(struct worker *worker, struct job *job)
{
    pthread_mutex_lock(&worker->lock);
    bool room = worker->waiting.count < WORKER_JOBS_MAX;
    if (room && job->first)
        list_push_first(&worker->waiting, job);
    else if (room)
        list_push(&worker->waiting, job);
    pthread_cond_signal(&worker->something);
    pthread_mutex_unlock(&worker->lock);
    return room;
}

void worker_collect(struct worker *worker)
{
    for (;;) {
        pthread_mutex_lock(&worker->lock);
        struct job *job = list_pop(&worker->ready);
        pthread_mutex_unlock(&worker->lock);
        if (!job)
            return;
        job->done(job);
    }
}

void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->stopping = true;
    pthread_cond_signal(&worker->something);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    for (struct job *job = list_pop(&worker->waiting); job; job = list_pop(&worker->waiting))
        job->done(job);
    worker_collect(worker);
    pthread_cond_destroy(&worker->something);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

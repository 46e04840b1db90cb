/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/rules_thread.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARCEL_ENTRIES_MAX = 4096, PARCEL_SEALS_MAX = 256, PARCEL_BYTES_MAX = 2 << 20 };

/* Rounded up to where the next entry may stand. */
enum { ENTRY_ROOM_MAX = sizeof(struct entry) + ENTRY_BYTES_MAX + _Alignof(struct entry) };

_Static_assert((int)PARCEL_BYTES_MAX >= (int)ENTRY_ROOM_MAX, "the largest entry must fit");

/* Entries that change hands together: what was read, then the bytes it points into; and checkpoints among
 * them. */
struct parcel {
    unsigned count;
    size_t used;
    struct {
        uint64_t position;
        uint32_t chain;
        const struct entry *entry;
        const struct audit_book *book; /* of a document; NULL: it is none */
    } entries[PARCEL_ENTRIES_MAX];
    unsigned seal_count;
    struct parcel_seal {
        struct checkpoint checkpoint;
        struct public_key key;
        struct signature signature;
    } seals[PARCEL_SEALS_MAX];
    _Alignas(struct entry) uint8_t room[PARCEL_BYTES_MAX];
};

struct rules_thread {
    struct audit audit;     /* the thread's own */
    uint64_t position;      /* of the entry at hand */
    struct parcel *filling; /* the reader's own */
    pthread_t thread;

    /* Everything below is guarded by the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct parcel *offered; /* full, and not taken yet; NULL: none */
    struct parcel *empty;   /* to be filled next; NULL: the thread has it */
    bool ended;
    enum status status;
};

/* Checkpoints from number `*from` on that end before a position. */
static enum status judge(struct rules_thread *rules, const struct parcel *parcel, uint64_t before,
                         unsigned *from)
{
    struct audit_fault *fault = &rules->audit.fault;
    for (; *from < parcel->seal_count && parcel->seals[*from].checkpoint.size < before; (*from)++) {
        const struct parcel_seal *seal = &parcel->seals[*from];
        if (checkpoint_holds(&seal->checkpoint, &seal->key, &seal->signature))
            continue;
        rules->position = seal->checkpoint.size;
        snprintf(fault->message, sizeof fault->message, GUARD_UNSIGNED, seal->checkpoint.size);
        return STATUS_BAD_SIGNATURE;
    }
    return STATUS_OK;
}

static enum status rule_on(struct rules_thread *rules, const struct parcel *parcel)
{
    struct audit *audit = &rules->audit;
    unsigned seals = 0;
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < parcel->count; i++) {
        const struct entry *entry = parcel->entries[i].entry;
        uint32_t chain = parcel->entries[i].chain;
        uint64_t position = parcel->entries[i].position;
        status = judge(rules, parcel, position, &seals);
        if (status != STATUS_OK)
            break;
        rules->position = position;
        status = walk_follow(&audit->walk, chain, entry);
        const struct audit_book *book = parcel->entries[i].book;
        if (status == STATUS_OK)
            status =
                book ? audit_books_borrow(&audit->books, book) : audit_entry(audit, position, chain, entry);
    }
    return status == STATUS_OK ? judge(rules, parcel, UINT64_MAX, &seals) : status;
}

static void *rule(void *context)
{
    struct rules_thread *rules = context;
    pthread_mutex_lock(&rules->lock);
    for (;;) {
        while (!rules->offered && !rules->ended)
            pthread_cond_wait(&rules->changed, &rules->lock);
        struct parcel *parcel = rules->offered;
        if (!parcel)
            break;
        rules->offered = NULL;
        bool sound = rules->status == STATUS_OK;
        pthread_mutex_unlock(&rules->lock);
        enum status status = sound ? rule_on(rules, parcel) : STATUS_OK;
        parcel->count = parcel->seal_count = 0;
        parcel->used = 0;
        pthread_mutex_lock(&rules->lock);
        if (sound)
            rules->status = status;
        rules->empty = parcel;
        pthread_cond_signal(&rules->changed);
    }
    pthread_mutex_unlock(&rules->lock);
    return NULL;
}

/* One parcel is filled while the other is ruled on; the quicker side waits here. */
static enum status offer(struct rules_thread *rules)
{
    pthread_mutex_lock(&rules->lock);
    while (!rules->empty)
        pthread_cond_wait(&rules->changed, &rules->lock);
    rules->offered = rules->filling;
    rules->filling = rules->empty;
    rules->empty = NULL;
    enum status status = rules->status;
    pthread_cond_signal(&rules->changed);
    pthread_mutex_unlock(&rules->lock);
    return status;
}

static void put(struct parcel *parcel, const struct store_row *row, const struct entry *entry,
                const struct audit_book *book)
{
    struct entry *copy = (struct entry *)(parcel->room + parcel->used);
    uint8_t *bytes = (uint8_t *)copy + entry_used(entry);
    memcpy(bytes, row->entry.bytes, row->entry.size);
    entry_follow(copy, entry, row->entry.bytes, bytes);
    parcel->entries[parcel->count].position = row->position;
    parcel->entries[parcel->count].chain = row->chain;
    parcel->entries[parcel->count].entry = copy;
    parcel->entries[parcel->count].book = book;
    parcel->count++;
    size_t end = (size_t)(bytes - parcel->room) + row->entry.size;
    parcel->used = (end + _Alignof(struct entry) - 1) / _Alignof(struct entry) * _Alignof(struct entry);
    assert(parcel->used <= PARCEL_BYTES_MAX);
}

enum status rules_thread_take(struct rules_thread *rules, const struct store_row *row,
                              const struct entry *entry, const struct audit_book *book)
{
    const struct parcel *parcel = rules->filling;
    bool full = parcel->count == PARCEL_ENTRIES_MAX ||
                PARCEL_BYTES_MAX - parcel->used < ENTRY_ROOM_MAX - ENTRY_BYTES_MAX + row->entry.size;
    enum status status = full ? offer(rules) : STATUS_OK;
    put(rules->filling, row, entry, book);
    return status;
}

void rules_thread_judge(struct rules_thread *rules, const struct checkpoint *checkpoint,
                        const struct public_key *key, const struct signature *signature)
{
    if (rules->filling->seal_count == PARCEL_SEALS_MAX)
        (void)!offer(rules); /* what it found is told at the next entry, or at the end */
    struct parcel *parcel = rules->filling;
    parcel->seals[parcel->seal_count++] = (struct parcel_seal){*checkpoint, *key, *signature};
}

static void release(struct rules_thread *rules)
{
    pthread_cond_destroy(&rules->changed);
    pthread_mutex_destroy(&rules->lock);
    free(rules->filling);
    free(rules->empty);
    audit_release(&rules->audit);
    free(rules);
}

struct rules_thread *rules_thread_new(void)
{
    struct rules_thread *rules = calloc(1, sizeof *rules);
    if (!rules)
        return NULL;
    pthread_mutex_init(&rules->lock, NULL);
    pthread_cond_init(&rules->changed, NULL);
    rules->filling = calloc(1, sizeof *rules->filling);
    rules->empty = calloc(1, sizeof *rules->empty);
    bool ready = audit_init(&rules->audit, NULL) == STATUS_OK;
    if (ready && rules->filling && rules->empty && pthread_create(&rules->thread, NULL, rule, rules) == 0)
        return rules;
    release(rules);
    return NULL;
}

struct audit *rules_thread_audit(struct rules_thread *rules)
{
    return &rules->audit;
}

static void add_counts(struct audit_counts *sum, const struct audit_counts *counts)
{
    sum->rounds += counts->rounds;
    sum->acts += counts->acts;
    sum->cards += counts->cards;
    sum->shoes += counts->shoes;
    sum->shoes_revealed += counts->shoes_revealed;
    sum->shoes_unplayed += counts->shoes_unplayed;
    sum->numbers += counts->numbers;
    sum->numbers_away += counts->numbers_away;
    sum->shoes_reread += counts->shoes_reread;
}

enum status rules_thread_end(struct rules_thread *rules, struct audit_counts *counts, uint64_t *position,
                             struct audit_fault *fault)
{
    offer(rules);
    pthread_mutex_lock(&rules->lock);
    rules->ended = true;
    pthread_cond_signal(&rules->changed);
    pthread_mutex_unlock(&rules->lock);
    pthread_join(rules->thread, NULL);
    enum status status = rules->status;
    add_counts(counts, &rules->audit.counts);
    *position = rules->position;
    *fault = rules->audit.fault;
    release(rules);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/audit_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/audit_since.h"
#include "audit/cosigned.h"
#include "audit/mark_house.h"
#include "audit/rules_thread.h"
#include "audit/shelf.h"
#include "journal/declaration.h"

struct audit_pass {
    struct audit *audit;
    unsigned rules_count; /* 0: the rules are asked here */
    struct rules_thread *rules[RULES_THREADS_MAX];
    const struct audit_options *options;
    struct mark_maker maker;
    uint64_t total;
};

/* Every thread knows the house's chain; a table is one thread's. */
static enum status hand_over(struct audit_pass *pass, const struct store_row *row, const struct entry *entry)
{
    const struct audit_book *book = NULL;
    enum status status = STATUS_OK;
    if (entry->kind == ENTRY_DOCUMENT) { /* read once, for all of them */
        status = audit_entry(pass->audit, row->position, row->chain, entry);
        book = status ? NULL : audit_books_last(&pass->audit->books);
    }
    for (unsigned i = 0; status == STATUS_OK && i < pass->rules_count; i++)
        if (row->chain == CHAIN_NUMBER_HOUSE || row->chain % pass->rules_count == i)
            status = rules_thread_take(pass->rules[i], row, entry, book);
    return status;
}

/* A second in which somebody acted ends with a checkpoint: in a house of few tables there is nearly one for
 * each entry, and to check its signature takes ten times as long as to read and rule on that. The threads
 * take turns. */
static bool hand_over_seal(void *context, const struct checkpoint *checkpoint, const struct public_key *key,
                           const struct signature *signature)
{
    const struct audit_pass *pass = context;
    uint64_t turn = pass->audit->walk.guard.checkpoints % pass->rules_count;
    rules_thread_judge(pass->rules[turn], checkpoint, key, signature);
    return true;
}

static enum status take(void *context, const struct store_row *row, const struct entry *entry)
{
    struct audit_pass *pass = context;
    const struct audit_watch *watch = &pass->options->watch;
    if (watch->go_on && row->position % AUDIT_WATCH_EVERY == 0 &&
        !watch->go_on(watch->context, row->position, pass->total))
        return STATUS_STORE_STOPPED;
    if (pass->maker.size) {
        enum status status = mark_maker_take(&pass->maker, &pass->audit->walk, row, entry);
        if (status)
            return status;
    }
    enum status house = audit_house(pass->audit, row->chain, entry);
    if (house)
        return house;
    if (pass->maker.made && !pass->maker.mark.house) {
        house = mark_house_keep(&pass->maker.mark, pass->audit);
        if (house)
            return house;
    }
    if (pass->rules_count)
        return hand_over(pass, row, entry);
    return audit_entry(pass->audit, row->position, row->chain, entry);
}

/* The store's finding, without the file's name where an entry is at fault. */
static void take_failure(struct audit_fault *fault, const struct store_failure *failure)
{
    memcpy(fault->table, failure->chain, sizeof fault->table);
    fault->entry = failure->entry;
    snprintf(fault->message, sizeof fault->message, "%s", failure->entry ? failure->what : failure->message);
}

/* True if the file was read and says something wrong; false if it could not be read. */
static bool is_difference(const struct store_failure *failure)
{
    return failure->entry || failure->status == STATUS_STORE_CORRUPT ||
           failure->status == STATUS_BROKEN_CHAIN || failure->status == STATUS_BAD_SIGNATURE ||
           failure->status == STATUS_NOT_FOUND;
}

static void add_heads(struct walk *walk, const struct audit_options *options)
{
    for (unsigned i = 0; i < options->head_count; i++)
        guard_add_head(&walk->guard, &options->heads[i]);
}

static void take_log(struct audit_log *log, const struct guard *guard)
{
    memcpy(log->origin, guard->origin, sizeof log->origin);
    log->checkpoints = guard->checkpoints;
    log->sealed = guard->sealed;
    log->tail = guard_tail(guard);
    log->tail_ms = guard_tail_ms(guard);
    log->latest_ms = guard->seal.latest_ms;
    for (unsigned i = 0; i < guard->head_count; i++)
        log->heads += guard->heads[i].seen;
}

/* The rules may find something in what was read before the reader does: then the first of that is the first
 * difference. */
static enum status end_rules(struct audit_pass *pass)
{
    enum status first = STATUS_OK;
    uint64_t first_position = 0;
    for (unsigned i = 0; i < pass->rules_count; i++) {
        uint64_t position;
        struct audit_fault fault;
        enum status status = rules_thread_end(pass->rules[i], &pass->audit->counts, &position, &fault);
        if (status == STATUS_OK || (first && position > first_position))
            continue;
        first = status;
        first_position = position;
        pass->audit->fault = fault;
    }
    return first;
}

static void begin_rules(struct audit_pass *pass)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = cores > RULES_THREADS_MAX   ? RULES_THREADS_MAX
                      : cores < RULES_THREADS_MIN ? RULES_THREADS_MIN
                                                  : (unsigned)cores;
    while (pass->rules_count < wanted) {
        pass->rules[pass->rules_count] = rules_thread_new();
        if (!pass->rules[pass->rules_count])
            return; /* fewer do it, too */
        pass->rules_count++;
    }
}

static void defer_signatures(struct audit_pass *pass)
{
    if (pass->rules_count)
        pass->audit->walk.guard.judge = (struct guard_judge){hand_over_seal, pass};
}

/* Positions of the chains' last entries, for the store to check links behind the mark. */
static uint64_t *positions_of(const struct mark *since)
{
    uint64_t *positions = calloc(since ? since->chain_count : 1, sizeof *positions);
    for (uint32_t i = 0; positions && since && i < since->chain_count; i++)
        positions[i] = since->chains[i].position;
    return positions;
}

static enum status read_through(struct audit_pass *pass, struct store *store, struct store_failure *failure)
{
    const struct mark *since = pass->options->since;
    uint64_t *positions = positions_of(since);
    struct store_visit visit = {.walk = &pass->audit->walk,
                                .entry = take,
                                .context = pass,
                                .since = since ? since->tree.size : 0,
                                .positions = positions,
                                .position_count = since ? since->chain_count : 0,
                                .parallel = pass->options->parallel};
    enum status status = positions ? store_verify(store, &visit, failure) : STATUS_NO_MEMORY;
    free(positions);
    take_log(&pass->audit->log, &visit.walk->guard);
    enum status ruled = end_rules(pass);
    pass->audit->walk.guard.judge = (struct guard_judge){NULL, NULL};
    return ruled ? ruled : status;
}

/* ---- Marks. ---- */

/* Heads older than the mark were seen on the way to it; an audit from the mark on will not meet them. */
static enum status check_heads(struct audit *audit, const struct audit_options *options)
{
    for (unsigned i = 0; options->since && i < options->head_count; i++) {
        if (options->heads[i].size >= options->since->tree.size)
            continue;
        snprintf(audit->fault.message, sizeof audit->fault.message,
                 "a checkpoint of %" PRIu64
                 " entries lies before the mark: leave it out, or audit the whole log with it",
                 options->heads[i].size);
        return STATUS_BROKEN_CHAIN;
    }
    return STATUS_OK;
}

static enum status begin_since(struct audit_pass *pass, struct store *store, struct store_failure *failure)
{
    const struct audit_options *options = pass->options;
    enum status status = check_heads(pass->audit, options);
    if (status || !options->since)
        return status;
    status = audit_since(pass->audit, options->since, store, failure);
    for (unsigned i = 0; status == STATUS_OK && i < pass->rules_count; i++)
        status = audit_since(rules_thread_audit(pass->rules[i]), options->since, store, failure);
    return status;
}

/* A log that lacks a head may name a person who has accepted this. But whoever rewrote the log may have
 * written that, too: it counts only if the auditor was told of it. */
static enum status check_losses(struct audit *audit, const struct audit_options *options)
{
    for (unsigned i = 0; i < audit->walk.guard.head_count; i++) {
        const struct guard_head *head = &audit->walk.guard.heads[i];
        if (head->seen)
            continue;
        if (options->loss_by && strcmp(options->loss_by, head->lost_by) == 0) {
            audit->log.heads_lost++;
            continue;
        }
        struct audit_fault *fault = &audit->fault;
        snprintf(fault->table, sizeof fault->table, "%s", CHAIN_HOUSE);
        fault->entry = head->lost_entry;
        snprintf(fault->message, sizeof fault->message,
                 "a head of %" PRIu64
                 " entries is known, and %s accepts here that this log has lost it: nobody "
                 "but the house vouches for what stands before",
                 head->checkpoint.size, head->lost_by);
        return STATUS_BROKEN_CHAIN;
    }
    return STATUS_OK;
}

/* Whoever rewrites a log leaves out the lines of witnesses. So a named witness that has signed nothing is a
 * finding, except behind a mark, where there may be nothing new. */
static enum status check_witnesses(struct audit *audit, const struct audit_options *options)
{
    if (!options->witness_count || options->since || audit->log.heads || audit->log.cosignatures_held)
        return STATUS_OK;
    snprintf(audit->fault.message, sizeof audit->fault.message,
             "none of the witnesses named has signed anything that is kept with this log");
    return STATUS_BAD_SIGNATURE;
}

/* Before the first row: where the mark is to be made. */
static enum status begin_mark(struct audit_pass *pass, struct store *store)
{
    struct seal_row seal;
    if (!pass->options->mark)
        return STATUS_OK;
    enum status status = store_checkpoint(store, 0, &seal);
    if (status == STATUS_NOT_FOUND)
        return STATUS_OK;
    return status ? status : mark_maker_begin(&pass->maker, seal.kept.size, pass->options->since);
}

/* A log that has no checkpoint behind the old mark keeps that one. */
static void end_mark(struct audit_pass *pass, enum status status)
{
    const struct audit_options *options = pass->options;
    if (status == STATUS_OK && options->mark && pass->maker.made) {
        *options->mark = pass->maker.mark;
        options->mark->cosignatures = pass->audit->log.cosignatures;
        options->mark->cosignatures += options->since ? options->since->cosignatures : 0;
        return;
    }
    if (pass->maker.size)
        mark_release(&pass->maker.mark);
}

static enum status audit_all(struct audit_pass *pass, struct store *store, struct store_failure *failure)
{
    struct audit *audit = pass->audit;
    const struct audit_options *options = pass->options;
    enum status status = begin_since(pass, store, failure);
    if (status == STATUS_OK)
        status = begin_mark(pass, store);
    if (status == STATUS_OK)
        status = read_through(pass, store, failure);
    else
        (void)!end_rules(pass);
    if (status == STATUS_OK)
        status = check_losses(audit, options);
    if (status == STATUS_OK)
        status = cosigned_check(store, options->since ? options->since->cosignatures : 0, options->witnesses,
                                options->witness_count, &audit->log, &audit->fault);
    if (status == STATUS_OK)
        status = check_witnesses(audit, options);
    if (status == STATUS_OK && audit->footing_known)
        status = shelf_check(audit, store, failure);
    return status == STATUS_OK ? audit_finish(audit) : status;
}

enum status audit_store(struct audit *audit, struct store *store, const struct audit_options *options,
                        struct store_failure *failure)
{
    static const struct audit_options none = {0};
    options = options ? options : &none;
    struct audit_pass pass = {.audit = audit, .options = options, .total = store_last(store)};
    *failure = (struct store_failure){0};
    if (options->mark)
        mark_init(options->mark);
    enum status status = audit_init(audit, options->key);
    if (status)
        return status;
    if (options->parallel)
        begin_rules(&pass);
    defer_signatures(&pass);
    add_heads(&audit->walk, options);
    status = audit_all(&pass, store, failure);
    end_mark(&pass, status);
    if (status && !audit->fault.message[0] && is_difference(failure))
        take_failure(&audit->fault, failure);
    return status;
}

enum status audit_file(struct audit *audit, const char *path, const struct audit_options *options,
                       struct store_failure *failure)
{
    struct store *store;
    struct store_options open = {.path = path,
                                 .read_only = true,
                                 .unchecked = true,
                                 .archives = options ? options->archives : NULL,
                                 .archive_count = options ? options->archive_count : 0};
    enum status status = store_open(&store, &open, failure);
    if (status) {
        *audit = (struct audit){.position = 0};
        return status;
    }
    status = audit_store(audit, store, options, failure);
    store_close(store);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "log/guard.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static enum status fail(struct guard *guard, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static enum status fail(struct guard *guard, enum status status, const char *format, ...)
{
    assert(status != STATUS_OK);
    va_list list;
    va_start(list, format);
    vsnprintf(guard->fault, sizeof(guard->fault), format, list);
    va_end(list);
    return status;
}

static enum status read_next(struct guard *guard)
{
    uint64_t before = guard->next.size;
    enum status status = guard->source.next(guard->source.context, &guard->next);
    if (status == STATUS_NOT_FOUND) {
        guard->next.size = 0;
        return STATUS_OK;
    }
    if (status == STATUS_OK && guard->next.size <= before)
        return fail(guard, STATUS_BAD_ENTRY, "the checkpoints are not in their order");
    return status;
}

void guard_init(struct guard *guard, const struct public_key *known_key)
{
    memset(guard, 0, sizeof(*guard));
    guard->known_key = known_key;
    merkle_init(&guard->tree);
    seal_init(&guard->seal);
}

void guard_resume(struct guard *guard, const char *origin, const struct public_key *key,
                  const struct merkle *tree, int64_t latest_ms)
{
    assert(guard->tree.size == 0 && tree->size && !guard->source.next);
    char founding[NOTE_NAME_MAX];
    snprintf(guard->origin, sizeof(guard->origin), "%s", origin);
    guard->founded = true;
    guard->tree = *tree;
    guard->seal = (struct seal){.size = tree->size, .latest_ms = latest_ms};
    guard_turn_key(guard, key);
    if (guard->known_key) { /* the one the log was founded with tells its name */
        origin_print(guard->known_key, founding);
        guard->known_key_seen |= strcmp(founding, origin) == 0;
    }
}

enum status guard_start(struct guard *guard, const struct guard_source *source)
{
    guard->source = *source;
    enum status status = read_next(guard);
    if (status == STATUS_OK && guard->tree.size && guard->next.size != guard->tree.size)
        status = fail(guard, STATUS_BROKEN_CHAIN, "the log has no checkpoint of %" PRIu64 " entries any more",
                      guard->tree.size);
    return status;
}

void guard_add_head(struct guard *guard, const struct checkpoint *head)
{
    assert(guard->tree.size == 0 && guard->head_count < GUARD_HEADS_MAX);
    guard->heads[guard->head_count++] = (struct guard_head){.checkpoint = *head, .seen = head->size == 0};
}

enum status guard_found(struct guard *guard, const struct public_key *key)
{
    guard->founded = true;
    guard_turn_key(guard, key);
    origin_print(key, guard->origin);
    for (unsigned i = 0; i < guard->head_count; i++)
        if (strcmp(guard->heads[i].checkpoint.origin, guard->origin) != 0)
            return fail(guard, STATUS_BROKEN_CHAIN, "the head is one of the log %s, and this is %s",
                        guard->heads[i].checkpoint.origin, guard->origin);
    return STATUS_OK;
}

void guard_turn_key(struct guard *guard, const struct public_key *key)
{
    assert(guard->founded);
    guard->key = *key;
    guard->known_key_seen |= guard->known_key && public_key_equal(guard->known_key, key);
}

void guard_loss(struct guard *guard, uint64_t size, const struct hash *root, uint64_t entry, struct span who)
{
    assert(root && who.size < GUARD_NAME_MAX);
    for (unsigned i = 0; i < guard->head_count; i++) {
        struct guard_head *head = &guard->heads[i];
        if (head->lost_by[0] || head->checkpoint.size != size || !hash_equal(&head->checkpoint.root, root))
            continue;
        snprintf(head->lost_by, sizeof(head->lost_by), "%.*s", (int)who.size, (const char *)who.bytes);
        head->lost_entry = entry;
    }
}

/* ---- What stands between two leaves. ---- */

static enum status check_heads(struct guard *guard, const struct hash *root)
{
    assert(root);
    for (unsigned i = 0; i < guard->head_count; i++) {
        struct guard_head *head = &guard->heads[i];
        if (head->checkpoint.size == guard->tree.size)
            head->seen = hash_equal(&head->checkpoint.root, root);
    }
    return STATUS_OK;
}

static bool wants_root(const struct guard *guard)
{
    if (guard->next.size == guard->tree.size)
        return true;
    for (unsigned i = 0; i < guard->head_count; i++)
        if (guard->heads[i].checkpoint.size == guard->tree.size)
            return true;
    return false;
}

static bool holds(const struct guard *guard, const struct checkpoint *checkpoint)
{
    const struct guard_judge *judge = &guard->judge;
    return judge->holds ? judge->holds(judge->context, checkpoint, &guard->key, &guard->next.signature)
                        : checkpoint_holds(checkpoint, &guard->key, &guard->next.signature);
}

static enum status check_kept(struct guard *guard, const struct hash *root)
{
    assert(root);
    struct checkpoint checkpoint = {.size = guard->next.size, .root = guard->next.root};
    if (!hash_equal(root, &guard->next.root))
        return fail(guard, STATUS_BROKEN_CHAIN,
                    "entries from %" PRIu64 " to %" PRIu64 " of the log are not those its checkpoint seals",
                    guard->sealed + 1, guard->next.size);
    memcpy(checkpoint.origin, guard->origin, sizeof(checkpoint.origin));
    if (!guard->founded || !holds(guard, &checkpoint))
        return fail(guard, STATUS_BAD_SIGNATURE, GUARD_UNSIGNED, guard->next.size);
    guard->sealed = guard->next.size;
    guard->checkpoints++;
    guard->tail_due = false;
    return read_next(guard);
}

/* The tree stands at a size; was a checkpoint there? */
static enum status check_size(struct guard *guard)
{
    if (guard->tree.size == 0 || !wants_root(guard))
        return STATUS_OK;
    struct hash root = merkle_root(&guard->tree);
    enum status status = check_heads(guard, &root);
    return status == STATUS_OK && guard->next.size == guard->tree.size ? check_kept(guard, &root) : status;
}

/* One that is missing between others was taken away; one behind the last may be on its way. */
static enum status check_due(struct guard *guard)
{
    if (guard->sealed == guard->tree.size)
        return STATUS_OK;
    if (guard->next.size)
        return fail(guard, STATUS_BAD_SIGNATURE, "a checkpoint of %" PRIu64 " entries is due and missing",
                    guard->tree.size);
    guard->tail_due = true;
    return STATUS_OK;
}

enum status guard_take(struct guard *guard, const struct hash *leaf, int64_t time_ms, bool old)
{
    enum status status = check_size(guard);
    if (status != STATUS_OK)
        return status;
    if (seal_take(&guard->seal, time_ms, old))
        status = check_due(guard);
    if (status != STATUS_OK)
        return status;
    if (guard->sealed == guard->tree.size)
        guard->tail_from_ms = time_ms;
    merkle_append(&guard->tree, leaf, guard->sink);
    assert(guard->tree.size == guard->seal.size);
    return STATUS_OK;
}

/* ---- The end. ---- */

uint64_t guard_tail(const struct guard *guard)
{
    assert(guard->sealed <= guard->tree.size);
    return guard->tree.size - guard->sealed;
}

int64_t guard_tail_ms(const struct guard *guard)
{
    return guard_tail(guard) ? guard->seal.latest_ms - guard->tail_from_ms : 0;
}

static enum status finish_heads(struct guard *guard)
{
    for (unsigned i = 0; i < guard->head_count; i++) {
        const struct guard_head *head = &guard->heads[i];
        if (head->seen || head->lost_by[0])
            continue;
        if (head->checkpoint.size > guard->tree.size)
            return fail(guard, STATUS_BROKEN_CHAIN,
                        "a head of %" PRIu64 " entries is known, and this log has %" PRIu64,
                        head->checkpoint.size, guard->tree.size);
        return fail(guard, STATUS_BROKEN_CHAIN,
                    "the first %" PRIu64 " entries are not those of a head that is known",
                    head->checkpoint.size);
    }
    return STATUS_OK;
}

enum status guard_finish(struct guard *guard)
{
    enum status status = check_size(guard);
    if (status == STATUS_OK && guard->next.size)
        status =
            fail(guard, STATUS_BROKEN_CHAIN, "the log has %" PRIu64 " entries, and a checkpoint of %" PRIu64,
                 guard->tree.size, guard->next.size);
    if (status == STATUS_OK && guard->known_key && !guard->known_key_seen)
        status = fail(guard, STATUS_BAD_SIGNATURE, "the house never signed with the key that is known");
    if (status == STATUS_OK)
        status = finish_heads(guard);
    bool late = guard_tail_ms(guard) > SEAL_LATE_MS_MAX || guard_tail(guard) > SEAL_TAIL_MAX;
    if (status == STATUS_OK && guard->tail_due && late && !guard->seal.old)
        status = fail(guard, STATUS_BAD_SIGNATURE,
                      "%" PRIu64 " entries behind number %" PRIu64 " of the log have no checkpoint",
                      guard_tail(guard), guard->sealed);
    return status;
}

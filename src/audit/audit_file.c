/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/audit_file.h"

#include <stdio.h>
#include <string.h>

struct audit_pass {
    struct audit *audit;
    const struct audit_watch *watch;
    uint64_t total;
};

static enum status take(void *context, const struct store_row *row, const struct entry *entry)
{
    struct audit_pass *pass = context;
    const struct audit_watch *watch = pass->watch;
    if (watch && row->position % AUDIT_WATCH_EVERY == 0 &&
        !watch->go_on(watch->context, row->position, pass->total))
        return STATUS_STORE_STOPPED;
    return audit_entry(pass->audit, row->position, row->chain, entry);
}

/* What the store found, without the name of the file where it lies in an entry. */
static void take_failure(struct audit_fault *fault, const struct store_failure *failure)
{
    memcpy(fault->table, failure->chain, sizeof fault->table);
    fault->entry = failure->entry;
    snprintf(fault->message, sizeof fault->message, "%s", failure->entry ? failure->what : failure->message);
}

/* Whether the file was read, and says something wrong; otherwise it was not even read. */
static bool is_difference(const struct store_failure *failure)
{
    return failure->entry || failure->status == STATUS_STORE_CORRUPT ||
           failure->status == STATUS_BROKEN_CHAIN || failure->status == STATUS_NOT_FOUND;
}

enum status audit_store(struct audit *audit, struct store *store, const struct public_key *key,
                        const struct audit_watch *watch, struct store_failure *failure)
{
    struct audit_pass pass = {.audit = audit, .watch = watch, .total = store_last(store)};
    struct store_visit visit = {.walk = &audit->walk, .entry = take, .context = &pass};
    *failure = (struct store_failure){0};
    enum status status = audit_init(audit, key);
    if (status)
        return status;
    status = store_verify(store, &visit, failure);
    if (status == STATUS_OK)
        return audit_finish(audit);
    if (!audit->fault.message[0] && is_difference(failure))
        take_failure(&audit->fault, failure);
    return status;
}

enum status audit_file(struct audit *audit, const char *path, const struct public_key *key,
                       const struct audit_watch *watch, struct store_failure *failure)
{
    struct store *store;
    struct store_options options = {.path = path, .read_only = true, .unchecked = true};
    enum status status = store_open(&store, &options, failure);
    if (status) {
        *audit = (struct audit){.position = 0};
        return status;
    }
    status = audit_store(audit, store, key, watch, failure);
    store_close(store);
    return status;
}

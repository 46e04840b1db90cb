/* SPDX-License-Identifier: Apache-2.0 */
/* resume.c - a connection comes back and is told what it missed. */
#include <stdio.h>
#include <stdlib.h>

#include "server/live.h"
#include "server/trail.h"
#include "table/rebuild.h"

enum { MISSED_MAX = 64 };

struct resume {
    struct live *live;
    struct client *client;
    uint64_t since;
    struct entry entry; /* being told */
    char by[PERSON_NAME_MAX];
    struct rebuild rebuild;
};

static void resumed_act(void *context, const struct table_state *state, const struct act *act,
                        const struct ruling *ruling, const struct events *events)
{
    struct resume *resume = context;
    (void)ruling;
    if (resume->entry.number <= resume->since)
        return;
    struct happening happening = {.seq = resume->entry.number,
                                  .state = state,
                                  .act = act,
                                  .events = events,
                                  .by = resume->by,
                                  .by_staff = resume->entry.role != ROLE_PLAYER};
    live_send_update(resume->live, resume->client, &happening, 1);
}

/* The shoe that was in use at the last entry seen. */
static enum trail_step judge_shoe(void *context, const struct entry *entry)
{
    const struct resume *resume = context;
    return entry->number <= resume->since ? TRAIL_BEGIN : TRAIL_ON;
}

static enum status replay(struct resume *resume, const struct trail *trail)
{
    struct entry *entry = &resume->entry;
    uint64_t position;
    enum status status = STATUS_OK;
    rebuild_init(&resume->rebuild, resume->live->table.plan.book);
    resume->rebuild.sink = (struct rebuild_sink){resumed_act, resume};
    for (unsigned i = 0; status == STATUS_OK && i < trail->count; i++) {
        status = trail_entry(trail, i, entry, &position);
        /* What is not yet told to anybody else is not told here. */
        if (status || entry->number > resume->live->seq)
            break;
        snprintf(resume->by, sizeof resume->by, "%.*s", (int)entry->who.size, (const char *)entry->who.bytes);
        status = rebuild_entry(&resume->rebuild, entry);
    }
    rebuild_release(&resume->rebuild);
    return status;
}

static enum status send_missed(struct live *live, struct client *client, uint64_t since)
{
    struct trail trail = {0};
    struct resume *resume = calloc(1, sizeof *resume);
    if (!resume)
        return STATUS_NO_MEMORY;
    resume->live = live;
    resume->client = client;
    resume->since = since;
    enum status status =
        trail_gather(&trail, books_store(live->server->books), live->chain, 0, judge_shoe, resume);
    if (status == STATUS_OK)
        status = replay(resume, &trail);
    trail_release(&trail);
    free(resume);
    return status;
}

void live_resume(struct live *live, struct client *client, int64_t since)
{
    bool known = since > 0 && (uint64_t)since < live->seq && live->seq - (uint64_t)since <= MISSED_MAX;
    if (!known || send_missed(live, client, (uint64_t)since) != STATUS_OK)
        live_send_snapshot(live, client);
}

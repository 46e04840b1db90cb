/* SPDX-License-Identifier: Apache-2.0 */
/* resume.c - a connection comes back and is told what it missed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/floor.h"
#include "table/excerpt.h"
#include "table/rebuild.h"

enum { MISSED_MAX = 64 };

struct resume {
    struct floor_table *floor;
    struct client *client;
    uint64_t since;
    struct entry entry; /* being told */
    char by[PERSON_NAME_MAX];
    unsigned count; /* acts of this entry */
    struct happening list[SEQUEL_PARTS_MAX];
    struct resumed_act {
        struct table_state state;
        struct act act;
        struct events events;
    } acts[SEQUEL_PARTS_MAX];
    struct rebuild rebuild;
};

/* An entry is told in one update, as it was when it became durable. One that holds more acts than this
 * program writes is told in several. */
static void send_entry(struct resume *resume)
{
    if (resume->count)
        floor_send_update(resume->floor, resume->client, resume->list, resume->count);
    resume->count = 0;
}

static void resumed_act(void *context, const struct table_state *state, const struct act *act,
                        const struct ruling *ruling, const struct events *events)
{
    struct resume *resume = context;
    (void)ruling;
    if (resume->entry.number <= resume->since)
        return;
    if (resume->count == SEQUEL_PARTS_MAX)
        send_entry(resume);
    struct resumed_act *kept = &resume->acts[resume->count];
    kept->state = *state;
    kept->act = *act;
    kept->events.count = events->count;
    memcpy(kept->events.items, events->items, events->count * sizeof events->items[0]);
    resume->list[resume->count] = (struct happening){.seq = resume->entry.number,
                                                     .state = &kept->state,
                                                     .act = &kept->act,
                                                     .events = &kept->events,
                                                     .by = resume->count ? "" : resume->by,
                                                     .by_staff = resume->entry.role != ROLE_PLAYER};
    resume->count++;
}

/* The shoe that was in use at the last entry seen. */
static enum excerpt_step judge_shoe(void *context, const struct entry *entry)
{
    const struct resume *resume = context;
    return entry->number <= resume->since ? EXCERPT_BEGIN : EXCERPT_ON;
}

static enum status replay(struct resume *resume, const struct excerpt *excerpt)
{
    struct entry *entry = &resume->entry;
    uint64_t position;
    enum status status = STATUS_OK;
    rebuild_init(&resume->rebuild, resume->floor->table.plan.book);
    resume->rebuild.sink = (struct rebuild_sink){resumed_act, resume};
    for (unsigned i = 0; status == STATUS_OK && i < excerpt->count; i++) {
        status = excerpt_entry(excerpt, i, entry, &position);
        /* Tells nothing that has not been told to others. */
        if (status || entry->number > resume->floor->seq)
            break;
        struct book_mark said; /* a shoe by another rulebook is not told by this one */
        if (entry->kind == ENTRY_OPENED && book_mark_find(entry->text, &said) && book_mark_has_words(&said) &&
            !hash_equal(&said.document, &resume->floor->table.mark.document)) {
            status = STATUS_BAD_ENTRY;
            break;
        }
        snprintf(resume->by, sizeof resume->by, "%.*s", (int)entry->who.size, (const char *)entry->who.bytes);
        status = rebuild_entry(&resume->rebuild, entry);
        send_entry(resume);
    }
    rebuild_release(&resume->rebuild);
    return status;
}

static enum status send_missed(struct floor_table *floor, struct client *client, uint64_t since)
{
    struct excerpt excerpt = {0};
    struct resume *resume = calloc(1, sizeof *resume);
    if (!resume)
        return STATUS_NO_MEMORY;
    resume->floor = floor;
    resume->client = client;
    resume->since = since;
    enum status status =
        excerpt_gather(&excerpt, books_store(floor->server->books), floor->chain, 0, judge_shoe, resume);
    if (status == STATUS_OK)
        status = replay(resume, &excerpt);
    excerpt_release(&excerpt);
    free(resume);
    return status;
}

void floor_resume(struct floor_table *floor, struct client *client, int64_t since)
{
    bool known = since > 0 && (uint64_t)since < floor->seq && floor->seq - (uint64_t)since <= MISSED_MAX;
    if (!known || send_missed(floor, client, (uint64_t)since) != STATUS_OK)
        floor_send_snapshot(floor, client);
}

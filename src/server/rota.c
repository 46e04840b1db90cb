/* SPDX-License-Identifier: Apache-2.0 */
#include "server/rota.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROOM_FIRST = 16 };

/* ---- Who is there. ---- */

/* The place of a table of that name in the order of names, or the place where it would go. */
static unsigned place_of(const struct server *server, const char *id)
{
    unsigned low = 0;
    for (unsigned high = server->table_count; low < high;) {
        unsigned middle = low + (high - low) / 2;
        if (strcmp(server->by_name[middle]->table.plan.id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static enum status grow(struct server *server)
{
    unsigned room = server->table_room ? 2 * server->table_room : ROOM_FIRST;
    struct floor_table **tables = realloc(server->tables, room * sizeof(struct floor_table *));
    server->tables = tables ? tables : server->tables;
    struct floor_table **by_name = realloc(server->by_name, room * sizeof(struct floor_table *));
    server->by_name = by_name ? by_name : server->by_name;
    struct due *dues = realloc(server->dues, room * sizeof *dues);
    server->dues = dues ? dues : server->dues;
    for (unsigned i = 0; i < server->table_count; i++)
        server->tables[i]->due = &server->dues[i];
    if (!tables || !by_name || !dues)
        return STATUS_NO_MEMORY;
    server->table_room = room;
    return STATUS_OK;
}

enum status rota_add(struct server *server, struct floor_table *floor)
{
    enum status status = server->table_count == server->table_room ? grow(server) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    unsigned place = place_of(server, floor->table.plan.id);
    memmove(server->by_name + place + 1, server->by_name + place,
            (server->table_count - place) * sizeof(struct floor_table *));
    server->by_name[place] = floor;
    server->tables[server->table_count] = floor;
    server->dues[server->table_count] = floor->own_due;
    floor->due = &server->dues[server->table_count];
    floor->number = ++server->table_count;
    return STATUS_OK;
}

void rota_remove(struct server *server, struct floor_table *floor)
{
    unsigned place = place_of(server, floor->table.plan.id);
    unsigned at = floor->number - 1;
    assert(floor->number && server->by_name[place] == floor && server->tables[at] == floor);
    unsigned last = --server->table_count;
    floor->own_due = *floor->due;
    floor->due = &floor->own_due;
    floor->number = 0;
    memmove(server->by_name + place, server->by_name + place + 1,
            (last - place) * sizeof(struct floor_table *));
    if (at == last)
        return;
    server->tables[at] = server->tables[last];
    server->dues[at] = server->dues[last];
    server->tables[at]->due = &server->dues[at];
    server->tables[at]->number = at + 1;
}

void rota_release(struct server *server)
{
    for (unsigned i = 0; i < server->table_count; i++)
        floor_free(server->tables[i]);
    free(server->tables);
    free(server->by_name);
    free(server->dues);
    server->tables = server->by_name = NULL;
    server->dues = NULL;
    server->table_count = server->table_room = 0;
}

struct floor_table *rota_find(const struct server *server, const char *id)
{
    unsigned place = place_of(server, id);
    bool found = place < server->table_count && strcmp(server->by_name[place]->table.plan.id, id) == 0;
    return found ? server->by_name[place] : NULL;
}

/* ---- Who has something to do. ---- */

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void rota_go(struct server *server, uint64_t durable)
{
    int64_t now_ms = server_ticks();
    int64_t end_us = now_us() + ROTA_SLICE_US;
    unsigned seen = 0;
    bool first = server->rota_turn != server->turn;
    server->rota_turn = server->turn;
    for (; first && seen < server->table_count; seen++) {
        unsigned at = (server->next_table + seen) % server->table_count;
        if (!due_is(&server->dues[at], durable, now_ms))
            continue;
        if (now_us() >= end_us)
            break;
        server->dues[at].seen_ms = now_ms;
        floor_durable(server->tables[at], durable);
        floor_tick(server->tables[at], now_ms);
    }
    server->unfinished |= seen < server->table_count;
    server->next_table += first ? seen : 0;
}

int64_t rota_next_ms(const struct server *server, int64_t latest_ms)
{
    for (unsigned i = 0; i < server->table_count; i++) {
        const struct due *due = &server->dues[i];
        if (!due->ticket && due->wake_ms && due->wake_ms < latest_ms)
            latest_ms = due->wake_ms;
    }
    return latest_ms;
}

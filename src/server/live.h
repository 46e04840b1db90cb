/* SPDX-License-Identifier: Apache-2.0 */
/* live.h - a table on the floor: its queue of orders, who watches it, its chores and its memory of rounds.
 *
 * Orders are done one after the other: each is proposed (table.h) on top of the one before, and its entry
 * handed to the store. `table.state` runs ahead of the disk by at most LIVE_PENDING_MAX orders; `shown` is
 * what is on disk, and the only thing anybody sees: when the store says that an order is durable, `shown`
 * moves on, watchers are told and the sender is answered. If the store fails, the server stops with what is
 * shown. Chores of the system are orders like any other; their time comes when nothing is on its way. */
#ifndef CROUPIER_SERVER_LIVE_H
#define CROUPIER_SERVER_LIVE_H

#include "server/server.h"
#include "server/wire.h"

enum { LIVE_QUEUE_MAX = 64, LIVE_PENDING_MAX = 16, ORDER_WORDS_MAX = 512 };

enum order_kind {
    ORDER_WORDS = 1, /* an act in words, by `by` */
    ORDER_ACT,       /* an act of the system */
    ORDER_CARD,      /* the next card of the virtual shoe */
    ORDER_SHOE,      /* the state told anew, at the beginning of a shoe */
    ORDER_ENTRY,     /* an entry without effect on the state: committed, revealed */
    ORDER_OPEN,      /* opens the table with a new shoe, and everything that belongs to it */
    ORDER_CLOSE,     /* closes it */
    ORDER_LIMITS,
};

struct order {
    struct order *next;
    enum order_kind kind;
    bool prepared;            /* what has to come before and after it is in the queue */
    char by[PERSON_NAME_MAX]; /* "": the system */
    enum user_role role;
    struct reply reply;
    int64_t since_ms;
    char words[ORDER_WORDS_MAX]; /* ORDER_WORDS */
    struct act act;
    enum entry_kind entry_kind; /* ORDER_ENTRY, or instead of the usual kind when not 0 */
    unsigned wager;
    int64_t min_cents;
    int64_t max_cents;
};

/* An order on its way to the disk, with what will be told when it is there. */
struct pending {
    struct pending *next;
    struct order *order;
    uint64_t ticket;
    uint64_t seq;
    struct table_state state; /* after it */
    struct act act;
    struct ruling ruling;
    struct events events; /* last: no longer than it has to be */
};

struct live {
    struct server *server;
    struct table table;
    struct table_state shown;
    uint32_t chain;
    uint64_t seq; /* number of the last durable entry */
    struct order *first;
    struct order **last;
    unsigned queued;
    struct pending *first_pending;
    struct pending **last_pending;
    unsigned pending_count;
    int64_t wake_ms; /* when a chore is due; 0: never */
    struct client **watchers;
    unsigned watcher_count;
    unsigned watcher_room;
    struct last_round rounds[WIRE_LAST_MAX]; /* newest first */
    unsigned round_count;
    uint8_t winners[ROAD_ROUNDS_MAX]; /* of this shoe, oldest first */
    unsigned winner_count;
    struct roads roads;
    struct alarm alarms[WIRE_ALARMS_MAX];
    unsigned alarm_count;
    struct table_numbers {
        int64_t wagered_cents;
        int64_t paid_cents;
        int64_t taken_cents;
        uint64_t rounds;
        int64_t since_ms;
    } numbers;
};

/* Makes the table, its chain and its accounts, and takes up where the journal ends. Returns owned. */
struct live *live_new(struct server *server, const struct table_plan *plan, struct store_failure *failure);
void live_free(struct live *live);

/* Takes a copy; answers STATUS_TABLE_BUSY if the queue is full. */
void live_order(struct live *live, const struct order *order);

/* Orders a new shoe, before everything else that waits. */
void live_new_shoe(struct live *live);

/* The store has reached `durable`: goes on if the order at hand is on disk. */
void live_durable(struct live *live, uint64_t durable);

/* True when nothing would be lost by stopping now: no round is under way, or one without wagers. */
bool live_at_rest(const struct live *live);

/* Does what is due by the clock. */
void live_tick(struct live *live, int64_t now_ms);

void live_watch(struct live *live, struct client *client);
void live_unwatch(struct live *live, struct client *client);
void live_send_snapshot(struct live *live, struct client *client);

/* What happened, told to one client: the state after the act, who did it (his name and role; "" the system).
 */
struct happening {
    uint64_t seq;
    const struct table_state *state;
    const struct act *act;
    const struct events *events;
    const char *by;
    bool by_staff;
};

/* One update about acts that became durable together, at least one. */
void live_send_update(struct live *live, struct client *client, const struct happening *list, unsigned count);

/* What was missed since entry `since`, or a snapshot where that is too far back or unknown (below 0). */
void live_resume(struct live *live, struct client *client, int64_t since);

void live_alarm(struct live *live, const char *level, const char *code, const char *sentence);

struct surroundings live_surroundings(const struct live *live);
struct viewpoint live_viewpoint(const struct live *live, const struct client *client);

/* Puts a finished round on the list of last rounds, and on the roads. */
void live_remember_round(struct live *live, const struct table_state *state);

/* What the act would lead to, for this client; nothing changes. */
void live_preview(struct live *live, struct client *client, const char *words);

#endif

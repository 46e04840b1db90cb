/* SPDX-License-Identifier: Apache-2.0 */
/* floor.h - a table on the floor: the tasks people bring to it, the clients that watch it, and the rounds it
 * remembers.
 *
 * One loop runs a table: ask the agenda what must come next (table/agenda.h), otherwise take the next task;
 * propose it on top of the entries that are already on their way, with everything that follows from it by
 * itself (table/sequel.h), hand the entry to the store, go on. So `table.state` runs ahead of the disk, by at
 * most FLOOR_PENDING_MAX entries. `shown` is the state on disk, and the only one that anybody sees: when the
 * store reports that an entry is durable, `shown` moves on, watchers are sent it and the sender is answered.
 * If the store fails, the server stops with what is shown. Chores that wait for a clock are done when no
 * entry is on its way. */
#ifndef CROUPIER_SERVER_FLOOR_H
#define CROUPIER_SERVER_FLOOR_H

#include "server/answer.h"
#include "server/due.h"
#include "server/server.h"
#include "server/show.h"
#include "table/sequel.h"

enum {
    FLOOR_QUEUE_MAX = 64,
    FLOOR_PENDING_MAX = 16,
    FLOOR_BOTS_MAX = AREAS_MAX,
    TASK_WORDS_MAX = 512,
    STEP_RETRY_MS = 1000,
};

enum task_kind {
    TASK_WORDS = 1, /* an act in words, by `by` */
    TASK_OPEN,      /* opens the table with a new shoe */
    TASK_CLOSE,     /* closes it */
    TASK_LIMITS,
};

/* One thing that a person asks of a table. */
struct task {
    struct task *next;
    enum task_kind kind;
    char by[PERSON_NAME_MAX];
    enum user_role role;
    struct reply reply;
    int64_t since_ms;
    bool again;                 /* it is asked again: its entry was refused when it was written */
    char words[TASK_WORDS_MAX]; /* TASK_WORDS */
    unsigned wager;             /* TASK_LIMITS */
    int64_t min_cents;
    int64_t max_cents;
};

/* An entry on its way to the disk, with what people will be told when it is there. */
struct pending {
    struct pending *next;
    struct task *task; /* NULL: a step of the system */
    enum entry_kind kind;
    uint64_t ticket;
    uint64_t seq;
    unsigned count;            /* of its parts: at least one */
    struct sequel_part *parts; /* owned: the act, and what followed from it by itself */
};

void pending_free(struct pending *pending);

struct floor_table {
    struct server *server;
    unsigned number; /* in the rota, from 1; 0: it is not in it */
    struct due *due; /* the rota's; or, if the table is not in the rota, the next */
    struct due own_due;
    struct table table;
    struct table_state *shown; /* the state on disk; owned */
    int64_t shown_ms;          /* until then pages are still showing the cards of the last step */
    uint32_t chain;
    bool retired;       /* off the floor: it takes no wagers and stays readable (life.h) */
    bool retired_noted; /* the journal says so, and its bank is empty */
    int64_t played_ms;  /* of a trial: when somebody who plays was seen here last (trial.h) */
    bool figures_due;   /* its figures of the day are being worked out from the books (numbers.h) */
    bool moving;        /* another server takes it over: this one does nothing more with it */
    bool limits_wait;   /* new limits of the plan come into force between rounds */
    uint64_t seq;       /* number of the last durable entry */
    struct task *first;
    struct task **last;
    unsigned queued;
    struct pending *first_pending;
    struct pending **last_pending;
    unsigned pending_count;
    int64_t luck_until_ms;   /* until then the table waits for numbers of players */
    uint64_t luck_mark;      /* identifies the shoe and the stage of that wait */
    uint32_t luck_sealed;    /* the shoe for which the witness was asked last: players' numbers are final */
    uint64_t witness_asked;  /* the luck_mark for which the witness was asked last */
    uint64_t witness_failed; /* the luck_mark for which no answer is expected any more */
    char bots[FLOOR_BOTS_MAX][PERSON_NAME_MAX]; /* people whom the demo plays */
    unsigned bot_count;
    unsigned company;   /* at a table for one: how many bots the player asked for */
    unsigned speed;     /* at a table for one, by the player's choice */
    uint32_t pace_ms;   /* of the plan, at normal speed */
    uint32_t result_ms; /* the same */
    struct client **watchers;
    unsigned watcher_count;
    unsigned watcher_room;
    uint64_t tellings;                                /* updates that went to all watchers: telling.c */
    struct told *told_public[LANGUAGE_COUNT];         /* the public part as last sent; owned; NULL: never */
    struct told *told_to[USER_COUNT][LANGUAGE_COUNT]; /* the private part, of all but players */
    struct past_round rounds[PAST_ROUNDS_MAX];        /* newest first */
    unsigned round_count;
    uint8_t winners[ROAD_ROUNDS_MAX]; /* of this shoe, oldest first */
    unsigned winner_count;
    struct roads roads;
    struct alarm alarms[SHOW_ALARMS_MAX];
    unsigned alarm_count;
    char dealer[PERSON_NAME_MAX]; /* the last dealer who did something here; "": none yet */
    int64_t acted_ms; /* when the last entry became durable, or the server started: by server_ticks */
    bool idle_told;   /* the pit was told that nothing has happened since */
    struct table_numbers {
        int64_t turnover_cents; /* of rounds that have ended */
        int64_t result_cents;   /* collected less paid */
        uint64_t rounds;
    } numbers; /* of the day: numbers.h */
};

/* Makes the table, its chain and its accounts, and goes on where the journal ends. Returns owned. */
struct floor_table *floor_new(struct server *server, const struct table_plan *plan,
                              struct store_failure *failure);
void floor_free(struct floor_table *floor);

/* Takes a copy; answers STATUS_TABLE_BUSY if the queue is full. */
void floor_ask(struct floor_table *floor, const struct task *task);

/* Between rounds: if the plan has another rulebook and its day has come, changes the table to it from the
 * next shoe on; the journal names both. */
void floor_turn_book(struct floor_table *floor);

/* The author of the task's act. */
struct performer task_performer(const struct task *task);

/* The store has reached `durable`: shows and answers what is on disk by now, and goes on. */
void floor_durable(struct floor_table *floor, uint64_t durable);

/* The entry of this ticket was refused when it was written, and nothing of it is on disk (docs/scale.md): the
 * table goes back to its state on disk, and the next floor_go_on repeats the tasks that were taken since.
 * False: that state cannot be read. */
bool floor_take_back(struct floor_table *floor, uint64_t ticket) MUST_CHECK;

/* Answers everybody who waits with this status, which tells them to send the same id again. Entries on their
 * way to the disk are not stopped. */
void floor_send_back(struct floor_table *floor, enum status status);

/* Reads the table again as it is on disk; its round goes on. */
bool floor_restore(struct floor_table *floor) MUST_CHECK;

/* True when nothing would be lost by stopping now: no round is under way, or one without wagers. */
bool floor_at_rest(const struct floor_table *floor);

/* Whether a retired table that has closed still has to publish the seed of its last shoe: that happens when
 * the next shoe is opened, and there will be none. */
bool floor_owes_seed(const struct floor_table *floor);

/* Does what is due by the clock. */
void floor_tick(struct floor_table *floor, int64_t now_ms);

/* The same now, and then the tasks that wait: a number of a player has come. */
void floor_go_on(struct floor_table *floor);

/* The demo plays the person of this name here: they count as present. */
void floor_add_bot(struct floor_table *floor, const char *name);

/* Whether a wager of that person lies here in a round under way, on disk or on its way there. */
bool floor_has_wager(const struct floor_table *floor, const char *name);

/* Whether that person may play here. At a table for one only the person who came first may, or whose wagers
 * are there. */
bool floor_is_for(const struct floor_table *floor, const char *name);

/* At a table for one: closes bets now, if there are any, without waiting for the clock. */
enum status floor_hurry(struct floor_table *floor) MUST_CHECK;

/* At a table for one: sets the speed and the number of bots that the player chose. Not stored: it ends when
 * the player goes. */
void floor_arrange(struct floor_table *floor, unsigned speed, unsigned company);
bool floor_find_speed(const char *name, unsigned *speed); /* "slow", "normal", "fast" */
const char *floor_speed(const struct floor_table *floor);
uint32_t floor_paced(const struct floor_table *floor, uint32_t length_ms); /* at the chosen speed */

/* People of the roster who are connected, or are bots: bit per person. */
uint32_t floor_present(const struct floor_table *floor);

void floor_watch(struct floor_table *floor, struct client *client);
void floor_unwatch(struct floor_table *floor, struct client *client);
void floor_send_snapshot(struct floor_table *floor, struct client *client);

/* What happened: an act with its events, the state after it, and who did it. */
struct happening {
    uint64_t seq;
    const struct table_state *state;
    const struct act *act;
    const struct events *events;
    const char *by; /* the name; "": the system */
    bool by_staff;
};

/* Sends one update about acts that became durable together, at least one: to all watchers, or to one of them.
 * The message is made once for all who see the same, so a thousand spectators cost little more than ten.
 * Clients that asked for changes are sent a whole state first, and then only what is different. */
void floor_tell(struct floor_table *floor, const struct happening *list, unsigned count);
void floor_send_update(struct floor_table *floor, struct client *client, const struct happening *list,
                       unsigned count);

/* The dealer's name: of the dealers who watch this table, the one who acted last; "" if none does. */
const char *floor_dealer(const struct floor_table *floor);

/* Sends the updates since entry `since`, or a snapshot where that is too far back or unknown (below 0). */
void floor_resume(struct floor_table *floor, struct client *client, int64_t since);

/* `sentence` is a marked text that lasts; `what` fills its blank {what}. */
void floor_alarm(struct floor_table *floor, const char *level, const char *code, const char *sentence,
                 const char *what);

struct surroundings floor_surroundings(const struct floor_table *floor);
struct viewpoint floor_viewpoint(const struct floor_table *floor, const struct client *client);

/* Puts a finished round on the list of last rounds, and on the roads. */
void floor_remember_round(struct floor_table *floor, const struct table_state *state);

/* Why an act was refused, and what would be accepted instead (sentence_refusal), about the state on disk.
 * While entries are on their way there, only the plain reason. */
void floor_refusal(const struct floor_table *floor, unsigned language, enum status status, struct text *text);

/* ---- Numbers of players for the shuffle: floor_luck.c. ---- */

/* Before the agenda is asked: sets whether the table waits for more numbers at `now_ms`. */
void floor_luck_look(struct floor_table *floor, int64_t now_ms);

/* Whether the table only waits for somebody to come and play. */
bool floor_luck_rests(const struct floor_table *floor);

/* A player who takes part comes to a table for one whose shoe has no number of theirs: the next shoe begins,
 * unless somebody's wagers lie there. */
void floor_luck_come(struct floor_table *floor, const struct client *client);

/* A player's terminal promises a number for a shoe, or reveals it. The numbers take effect with the agenda's
 * next step, which the caller asks for (floor_tick). */
enum status floor_luck_promise(struct floor_table *floor, const struct client *client, int64_t shoe,
                               const char *commitment) MUST_CHECK;
enum status floor_luck_reveal(struct floor_table *floor, const struct client *client, int64_t shoe,
                              const char *value) MUST_CHECK;

/* The witness's answer to a request (envoy.h); `answered` is false if there is none, or none that we believe.
 */
struct luck_note;
void floor_luck_answer(struct floor_table *floor, const struct luck_note *note, bool answered);

/* A terminal leaves: its promise for a shoe is dropped unless it is written already. */
void floor_luck_leave(struct floor_table *floor, const struct client *client);

/* Sends the stage of the shoe in use, as on disk, to everybody who takes part; to one of them. */
void floor_luck_tell(struct floor_table *floor);
void floor_luck_send(struct floor_table *floor, struct client *client);

/* Shows this client what would follow from the act; nothing changes. */
void floor_preview(struct floor_table *floor, struct client *client, const char *words);

#endif

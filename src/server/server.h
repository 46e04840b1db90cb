/* SPDX-License-Identifier: Apache-2.0 */
/* server.h - the running casino: everything its parts share. casino.h is its life.
 *
 * One thread (the transport's) runs all of it. Of this struct the other threads touch only what is marked so;
 * they are the store's writer and the sealer, the worker for passwords, the worker for sums, the reader for
 * questions to the journal, a courier for each witness and the envoy. They call server_wake when something is
 * ready. An act is durable before it is answered: a task (floor.h) is proposed, written, and answered when
 * the store says that it is on disk. */
#ifndef CROUPIER_SERVER_SERVER_H
#define CROUPIER_SERVER_SERVER_H

#include <stdatomic.h>

#include "base/out.h"
#include "house/footing.h"
#include "house/gaming_day.h"
#include "random/crypto.h"
#include "server/config.h"
#include "server/guess.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/people.h"
#include "server/session.h"
#include "server/site.h"
#include "server/transport.h"
#include "server/turnstile.h"
#include "server/worker.h"
#include "store/books.h"

enum { CLIENT_SLOTS = 16384 };

struct client;
struct due;
struct floor_table;
struct proposal;
struct sequel;
struct demo;
struct fleet;
struct courier;

struct edges;
struct kept_answer;
struct kept_book;
struct kept_config;
struct excluded_names;
struct sitting;
struct waiting;

struct server {
    struct config *config;
    struct log log;
    struct books *books;
    struct house_key key;
    struct crypto_source salt_source;
    struct draws salts;    /* of virtual shoes */
    bool halted;           /* the store has stopped: nothing is accepted any more */
    atomic_uint stops;     /* how often it was told to stop */
    int64_t stop_by_ms;    /* not 0: no round is begun any more, and at this moment the rest is parked */
    bool stopped;          /* nothing is done any more; what was done is being told */
    atomic_bool finishing; /* ... and threads end what they are at */
    struct transport *_Atomic transport; /* other threads wake it (server_wake) */
    struct worker *worker;               /* passwords, and nothing else */
    struct worker *sums;                 /* odds, simulations, the figures of a day */
    struct guesses guesses;
    struct turnstile logins;    /* that wait, by address */
    struct turnstile questions; /* about odds, by address */
    struct worker *reader;      /* questions to the journal (inquiry.h) */
    struct edges *edges;        /* of the reader's thread alone: odds for signs; owned */
    struct store *reader_store; /* its own look at the file; NULL before the first question */
    struct people people;
    int64_t wishes_seen_ms;   /* when a shell's wishes were last looked for */
    enum status wish_trouble; /* why wishes of a shell could not be granted last */
    struct sessions sessions;
    int64_t kept_ms;             /* when the house was last looked after (casino.c) */
    int64_t clients_seen_ms;     /* when the last look at all clients began */
    struct client *next_checked; /* ... and who of them is asked next; NULL: all were */
    struct site site;
    struct metrics metrics;
    struct gaming_day day;          /* house.h */
    int64_t shift_seen_ms;          /* when shifts were last compared with the clock */
    int64_t shift_told_ms;          /* when the shift should have begun that the pit was told of */
    int64_t numbers_since_ms;       /* the figures of the floor are those from here on: numbers.h */
    char numbers_of[DATE_TEXT_MAX]; /* the gaming day they are of */
    struct footing footing;         /* patrons, and tables that were retired: protect.h */
    struct sitting **plays;         /* by account; owned */
    uint32_t play_room;
    struct excluded_names *excluded;  /* by the list in a file; NULL: none */
    struct kept_config *kept_configs; /* life.h */
    struct kept_book *kept_books;
    atomic_uint hangups; /* SIGHUP: the configuration is to be read again */
    unsigned hangups_seen;
    struct floor_table **tables; /* rota.h */
    struct floor_table **by_name;
    struct due *dues; /* of the tables, in their order */
    unsigned table_count;
    unsigned table_room;
    unsigned next_table; /* with which the next turn goes on */
    uint64_t turn;       /* of the loop, from 1 on */
    uint64_t rota_turn;  /* the one in which tables were visited last */
    bool unfinished;     /* something waits for the next turn, which follows at once */
    struct client *clients;
    struct client *client_slots[CLIENT_SLOTS]; /* the clients of each number modulo the size */
    struct client *alarmed;                    /* those who are told of alarms: client.h */
    uint64_t last_client;
    uint64_t cage_ticket; /* of the last entry that cage.h wrote */
    struct waiting *first_waiting;
    struct waiting **last_waiting;
    struct kept_answer *answers;             /* answer.c */
    struct out out;                          /* for whatever is being written */
    struct telling *telling;                 /* the same, for what is told to all who look at a table */
    struct proposal *proposal;               /* for whatever is being proposed */
    struct sequel *sequel;                   /* and what follows from it by itself */
    struct fleet *fleet;                     /* NULL: this server is alone */
    bool fleet_away;                         /* the pit was told that the database is waited for */
    bool cut_off;                            /* its lease is over, and others run its tables: fleet.h */
    bool again;                              /* another server has taken over: this one starts anew */
    bool database_away;                      /* it could not begin, since the database does not answer */
    struct demo *demo;                       /* NULL: not a demo */
    int64_t trial_ms;                        /* from then on a visitor may bring a rulebook: trial.h */
    struct courier *couriers[WITNESSES_MAX]; /* one a witness of the configuration */
    uint8_t told_trouble[WITNESSES_MAX];     /* enum courier_trouble the pit was told of last */
    bool told_unsealed;                      /* the pit was told that nobody seals the log */
    struct envoy *envoy;                     /* asks a witness for numbers; NULL: none gives any */
    int64_t started_ms;
    int64_t steady_ahead_ms; /* of 1970 over the ticks, at the start */
};

/* Milliseconds since 1970, where people read a time; and since some moment, which nobody can put forward or
 * back, for everything that waits. */
int64_t server_now(void);
int64_t server_ticks(void);

/* Work for many at once is done for a millisecond, and goes on in the next turn (`unfinished`), so that
 * everybody else is heard in between. */
static inline bool server_turn_over(int64_t since_ms)
{
    return server_ticks() - since_ms >= 1;
}

/* Since 1970 as it was when the server started, and steady from then on: for what is kept over a restart. */
int64_t server_steady(const struct server *server);
void server_wake(void *server);

/* The owner of a token; NULL: nobody. Borrowed until people change. */
const struct user *server_user(struct server *server, const char *token);

/* Whether the house asks this person for a time code; and what they have to do before anything else:
 * STATUS_OK, STATUS_MUST_CHANGE (choose a password) or STATUS_CODE_FIRST (set up a time code). */
bool server_wants_code(const struct server *server, const struct user *user);
enum status server_held_back(const struct server *server, const struct user *user);

/* The ledger's account of a player, opened if there is none; NULL, and why, when that fails. */
enum status server_account(struct server *server, const char *user,
                           const struct account **account) MUST_CHECK;

enum role server_journal_role(enum user_role role);

#endif

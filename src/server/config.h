/* SPDX-License-Identifier: Apache-2.0 */
/* config.h - the casino's configuration: one YAML file, read and checked whole.
 *
 * Every key may be left out; without a file there are no tables but those of the demo. Unknown keys, values
 * outside a game's rules and tables without a game are faults with their line and column. `croupier serve
 * --example-config` prints an example with every key. */
#ifndef CROUPIER_SERVER_CONFIG_H
#define CROUPIER_SERVER_CONFIG_H

#include "cluster/share.h"
#include "house/calendar.h"
#include "log/checkpoint.h"
#include "rulebook/fault.h"
#include "server/door.h"
#include "server/witness_plan.h"
#include "table/plan.h"

enum {
    CONFIG_TABLES_MAX = 1024,
    CONFIG_PATH_MAX = 512,
    CONFIG_HOST_MAX = 64,
    CONFIG_BOOKS_MAX = 64,
    CONFIG_CAGES_MAX = 16,
    CONFIG_TRIALS_MAX = 64,
    LIMIT_REASON_MAX = 160,
    /* A table with every key has half as many values, and half as many bytes. */
    CONFIG_NODES_MAX = CONFIG_TABLES_MAX * 64,
    CONFIG_BYTES_MAX = CONFIG_TABLES_MAX * 2048,
};

/* A rulebook that tables are played by. Everything is owned. */
struct config_book {
    struct rulebook *book;
    char *file; /* the file of a house's own book, and its text; NULL: it is built in */
    char *text;
    size_t size;
};

struct config {
    char file[CONFIG_PATH_MAX]; /* it was read from; "": none. Set by the caller */
    char host[CONFIG_HOST_MAX];
    uint16_t port;
    char database[CONFIG_PATH_MAX];
    char server_name[SHARE_NAME_MAX]; /* its name among several on one database (docs/scale.md); "": alone */
    char server_address[SHARE_ADDRESS_MAX];
    char pages[CONFIG_PATH_MAX]; /* folder of the built pages; "": none */
    char certificate[CONFIG_PATH_MAX];
    char key[CONFIG_PATH_MAX];
    struct door door;        /* names under which browsers reach the house */
    bool demo_outside;       /* a demo may be reached from other machines */
    bool clear_text_outside; /* passwords may come from other machines without TLS */
    unsigned session_hours;
    bool staff_codes;                 /* staff also need a time code to log in */
    unsigned stop_seconds;            /* how long rounds under way have to end when the server is stopped */
    unsigned reminder_seconds;        /* how often players are told their time and result; 0: never */
    char exclusions[CONFIG_PATH_MAX]; /* names that are not let in, one a line; "": none */
    unsigned idle_seconds; /* the pit is alarmed when nothing happens at a table for this long; 0: never */
    unsigned connections_max;
    const struct checkpoint *heads; /* known from outside: the log must include them. Borrowed */
    unsigned head_count;
    const char *accept_loss; /* the person who accepts that it does not include one; NULL: nobody */
    unsigned witness_count;
    struct witness_plan witnesses[WITNESSES_MAX]; /* the log is sent to these */
    struct chips chips; /* a house that names its chips counts them (docs/journal.md, section 15) */
    struct calendar calendar;
    char currency[4];    /* three letters, for reports */
    bool has_days;       /* tables open only on a gaming day: if `day` is given, or chips are counted */
    unsigned cage_count; /* the first is the main one */
    char cages[CONFIG_CAGES_MAX][ACCOUNT_NAME_MAX];
    bool no_sign_odds; /* signs do not tell chances and edges */
    bool demo;
    unsigned guests;        /* of the demo: players that visitors may be */
    unsigned bots;          /* of the demo: at each table */
    unsigned trials;        /* of the demo: tables at once with rulebooks of visitors (trial.h); 0: none */
    unsigned trial_seconds; /* how long such a table waits for somebody to play */
    unsigned table_count;
    struct table_plan *tables; /* owned */
    unsigned book_count;
    struct config_book books[CONFIG_BOOKS_MAX];
};

void config_init(struct config *config);
void config_release(struct config *config);

/* STATUS_BAD_CONFIG with at least one fault, STATUS_NO_MEMORY. `folder` is where rulebook files are looked
 * for. */
enum status config_read(struct config *config, const char *folder, const char *bytes, size_t size,
                        struct faults *faults) MUST_CHECK;

/* Whether the house counts its chips. */
bool config_counts(const struct config *config);

/* Why the house must not be opened with this configuration; NULL: it may be. A demo, and passwords without
 * TLS, are for this machine only unless the configuration explicitly allows more. */
const char *config_danger(const struct config *config);

/* "HOST:PORT", "[::1]:8080" or "8080". */
bool config_listen(struct config *config, const char *text);

/* The rulebook of a built-in game, loaded once; NULL if there is no such game. */
const struct rulebook *config_book(struct config *config, const char *game);

/* Room for one more, empty; NULL if there are too many or there is no memory. */
struct config_book *config_new_book(struct config *config);

/* A new table at the end; NULL if there are too many. */
struct table_plan *config_add_table(struct config *config);

extern const char config_example[];

#endif

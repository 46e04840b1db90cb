/* SPDX-License-Identifier: Apache-2.0 */
/* pglink.h - a connection to PostgreSQL on which every wait has a deadline.
 *
 * libpq's blocking calls wait as long as the socket lives, and the socket of a paused server lives long. So
 * nothing here blocks: everything is sent and read in a loop with a deadline, in addition to the server's own
 * time limits and the keepalives of TCP. (Only the look-up of a host name is the system's, with the system's
 * time-out.)
 *
 * A link that was lost, or has not answered in time, is closed. A link that only reads connects again: at
 * once for a prepared question on a link that worked before, otherwise at the next question. The writer's
 * does not, since whatever it had sent may have been kept. Not for two threads at once. */
#ifndef CROUPIER_STORE_PGLINK_H
#define CROUPIER_STORE_PGLINK_H

#include <libpq-fe.h>
#include <stdatomic.h>

#include "base/span.h"
#include "store/failure.h"

enum {
    PGLINK_URL_MAX = 512,
    PGLINK_NAME_MAX = 300,
    PGLINK_ARGS_MAX = 10,
    PGLINK_CONNECT_MS = 5000,
    PGLINK_CALL_MS = 12000,      /* the server gives up before */
    PGLINK_LONG_MS = 600 * 1000, /* schemas, and questions over whole tables */
};

/* A statement that is prepared when the link connects. */
struct pgstatement {
    const char *name;
    const char *sql;
};

struct pglink {
    PGconn *connection; /* NULL: lost */
    const char *url;
    const char *name; /* of the database, for people: without a password */
    const struct pgstatement *statements;
    unsigned statement_count;
    bool writes; /* never connects again by itself */
    bool brief;  /* a transaction that says nothing for two seconds is ended by the server */
    const _Atomic int64_t *end_ms; /* nothing waits beyond this moment of the monotonic clock, where it is not
                                    * 0, nor is anything asked after it; NULL: there is none */
    int64_t lost_ms;               /* when connecting failed last; 0: never */
    char trouble[200];             /* what the server or libpq said last */
    char state[6];                 /* SQLSTATE of it; "": none */
};

/* Arguments of a statement, in binary; the memory is the caller's. Must not be copied: `values` points into
 * `numbers`. */
struct pgargs {
    int count;
    const char *values[PGLINK_ARGS_MAX];
    int lengths[PGLINK_ARGS_MAX];
    int formats[PGLINK_ARGS_MAX];
    uint64_t numbers[PGLINK_ARGS_MAX]; /* in network order */
};

/* "postgresql://..." or "postgres://...". */
bool pglink_is_url(const char *path);

/* Host, port and database of an address, for messages. False, and why, if it cannot be read. */
bool pglink_name(const char *url, char *name, size_t size, struct store_failure *failure);

/* The name of the database alone, as part of the name of a file; "" if the address cannot be read. */
void pglink_database(const char *url, char *name, size_t size);

/* Connects and prepares. The link borrows everything it is given. */
enum status pglink_open(struct pglink *link, struct store_failure *failure) MUST_CHECK;
void pglink_close(struct pglink *link);

/* From now on a transaction that says nothing for two seconds is ended by the server, also after a
 * reconnection: nobody waits longer for a lock that a lost host holds. */
enum status pglink_be_brief(struct pglink *link, struct store_failure *failure) MUST_CHECK;

/* Prepares more statements; for a link that first makes the tables they use. */
enum status pglink_prepare(struct pglink *link, const struct pgstatement *statements, unsigned count,
                           struct store_failure *failure) MUST_CHECK;

void pgargs_number(struct pgargs *args, int64_t number);
void pgargs_span(struct pgargs *args, struct span span);
void pgargs_text(struct pgargs *args, const char *text);

/* Asks one prepared statement; `rows` is the caller's to clear. */
enum status pglink_ask(struct pglink *link, const char *statement, const struct pgargs *args, int within_ms,
                       PGresult **rows) MUST_CHECK;

/* Asks a question in words about one text, $1. */
enum status pglink_ask_words(struct pglink *link, const char *sql, struct span text, int within_ms,
                             PGresult **rows) MUST_CHECK;

/* Says any words, which may be several statements; `rows` may be NULL, else gets the last result. */
enum status pglink_say(struct pglink *link, const char *sql, int within_ms, PGresult **rows) MUST_CHECK;

/* ---- A pipeline: many statements on their way at once, one answer at the end. ---- */

bool pglink_enter(struct pglink *link);
bool pglink_send(struct pglink *link, const char *statement, const struct pgargs *args);
bool pglink_send_words(struct pglink *link, const char *sql);

/* Marks the end and waits for all answers. STATUS_OK: every statement was done. `answered` counts the
 * statements that were done before the first that was not. */
enum status pglink_sync(struct pglink *link, int within_ms, unsigned *answered) MUST_CHECK;

/* The same, and keeps the first `count` answers with rows, in their order: the caller's to clear, also after
 * a failure; NULL where there was none. */
enum status pglink_sync_rows(struct pglink *link, int within_ms, unsigned *answered, PGresult **rows,
                             unsigned count) MUST_CHECK;

/* What SQLSTATE says, as ours. */
enum status pglink_status(const struct pglink *link);

/* Writes the last trouble into a failure. */
enum status pglink_fail(const struct pglink *link, enum status status, struct store_failure *failure);

/* ---- Columns of a binary result. ---- */

int64_t pgrow_number(const PGresult *rows, int row, int column);
struct span pgrow_span(const PGresult *rows, int row, int column);
bool pgrow_hash(const PGresult *rows, int row, int column, uint8_t *bytes, size_t size);

#endif

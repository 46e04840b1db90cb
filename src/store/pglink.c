/* SPDX-License-Identifier: Apache-2.0 */
#include "store/pglink.h"

#include <assert.h>
#include <endian.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/ticks.h"

enum { RETRY_MS = 1000 }; /* a database that is away is not asked for more often */

/* ---- What went wrong. ---- */

/* libpq ends its sentences with a line feed, and says several at times: the first is kept. */
static void note_trouble(struct pglink *link, const char *state, const char *words)
{
    snprintf(link->state, sizeof(link->state), "%s", state ? state : "");
    snprintf(link->trouble, sizeof(link->trouble), "%s", words && *words ? words : "no reason was given");
    link->trouble[strcspn(link->trouble, "\n")] = '\0';
}

static enum status lose(struct pglink *link)
{
    PQfinish(link->connection);
    link->connection = NULL;
    return STATUS_NO_DATABASE;
}

static enum status lost(struct pglink *link)
{
    note_trouble(link, NULL, PQerrorMessage(link->connection));
    return lose(link);
}

static enum status late(struct pglink *link)
{
    note_trouble(link, NULL, "it did not answer in time");
    return lose(link);
}

/* By the beginning of SQLSTATE; the first that fits counts. */
static const struct {
    const char *state;
    enum status status;
} states[] = {
    {"CR002", STATUS_FENCED},          {"CR001", STATUS_BROKEN_CHAIN},    {"53100", STATUS_STORE_FULL},
    {"53200", STATUS_NO_MEMORY},       {"53", STATUS_NO_DATABASE},        {"55P03", STATUS_STORE_LOCKED},
    {"25006", STATUS_STORE_READ_ONLY}, {"42501", STATUS_STORE_READ_ONLY}, {"XX001", STATUS_STORE_CORRUPT},
    {"XX002", STATUS_STORE_CORRUPT},   {"23", STATUS_BAD_ENTRY},          {"08", STATUS_NO_DATABASE},
    {"57P", STATUS_NO_DATABASE},       {"28", STATUS_NO_DATABASE},        {"3D", STATUS_NO_DATABASE},
    {"42P01", STATUS_STORE_VERSION},   {"42703", STATUS_STORE_VERSION},
};

enum status pglink_status(const struct pglink *link)
{
    if (!link->connection)
        return STATUS_NO_DATABASE;
    for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
        if (strncmp(link->state, states[i].state, strlen(states[i].state)) == 0)
            return states[i].status;
    return STATUS_STORE_IO;
}

enum status pglink_fail(const struct pglink *link, enum status status, struct store_failure *failure)
{
    if (status == STATUS_STORE_IO && link->state[0])
        return store_fail(failure, status, "%s: PostgreSQL refuses: %s (%s)", link->name, link->trouble,
                          link->state);
    return store_fail(failure, status, "%s: %s (PostgreSQL%s%s: %s)", link->name, status_sentence(status),
                      link->state[0] ? " " : "", link->state, link->trouble);
}

static enum status refused(struct pglink *link, const PGresult *result)
{
    note_trouble(link, PQresultErrorField(result, PG_DIAG_SQLSTATE),
                 PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
    if (PQstatus(link->connection) == CONNECTION_BAD)
        lose(link);
    return pglink_status(link);
}

/* ---- Waiting. ---- */

/* Until the socket can be read, or written if asked; false: the deadline has passed. */
static bool wait_for(const struct pglink *link, short events, int64_t deadline_ms)
{
    struct pollfd socket = {.fd = PQsocket(link->connection), .events = events};
    int64_t end_ms = link->end_ms ? atomic_load(link->end_ms) : 0;
    deadline_ms = end_ms && end_ms < deadline_ms ? end_ms : deadline_ms;
    int64_t left = deadline_ms - store_ticks();
    return left > 0 && poll(&socket, 1, (int)left) >= 0;
}

/* The next result, NULL between two statements. */
static enum status next_result(struct pglink *link, int64_t deadline_ms, PGresult **result)
{
    for (;;) {
        int pending = PQflush(link->connection);
        if (pending < 0 || !PQconsumeInput(link->connection))
            return lost(link);
        if (!PQisBusy(link->connection))
            break;
        if (!wait_for(link, (short)(POLLIN | (pending ? POLLOUT : 0)), deadline_ms))
            return late(link);
    }
    *result = PQgetResult(link->connection);
    return STATUS_OK;
}

static bool is_good(const PGresult *result)
{
    ExecStatusType type = PQresultStatus(result);
    return type == PGRES_TUPLES_OK || type == PGRES_COMMAND_OK || type == PGRES_EMPTY_QUERY;
}

/* All results of what was sent; the last is kept, the first failure counts. */
static enum status take_results(struct pglink *link, int within_ms, PGresult **kept)
{
    int64_t deadline_ms = store_ticks() + within_ms;
    enum status status = STATUS_OK;
    PGresult *result;
    PGresult *last = NULL;
    for (;;) {
        enum status read = next_result(link, deadline_ms, &result);
        if (read != STATUS_OK || !result) {
            status = read != STATUS_OK ? read : status;
            break;
        }
        if (!is_good(result) && status == STATUS_OK)
            status = refused(link, result);
        PQclear(last);
        last = result;
        if (!link->connection)
            break;
    }
    if (status == STATUS_OK && kept)
        *kept = last;
    else
        PQclear(last);
    return status;
}

/* ---- Connecting. ---- */

bool pglink_is_url(const char *path)
{
    return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

static const char *option_of(const PQconninfoOption *options, const char *keyword)
{
    /* unreached: libpq knows each of these */
    for (; options->keyword; options++)
        if (strcmp(options->keyword, keyword) == 0)
            return options->val ? options->val : "";
    return "";
}

bool pglink_name(const char *url, char *name, size_t size, struct store_failure *failure)
{
    char *why = NULL;
    PQconninfoOption *options = PQconninfoParse(url, &why);
    if (!options) {
        /* libpq may quote the address, and with it a password. */
        store_fail(failure, STATUS_NO_DATABASE,
                   "the address of the database cannot be read; it looks like "
                   "postgresql://USER@HOST:5432/NAME");
        PQfreemem(why);
        return false;
    }
    const char *host = option_of(options, "host");
    const char *port = option_of(options, "port");
    bool local = host[0] == '/';
    snprintf(name, size, "postgresql://%s%s%s/%s%s%s", local ? "" : host, port[0] ? ":" : "", port,
             option_of(options, "dbname"), local ? "?host=" : "", local ? host : "");
    PQconninfoFree(options);
    return true;
}

void pglink_database(const char *url, char *name, size_t size)
{
    PQconninfoOption *options = PQconninfoParse(url, NULL);
    snprintf(name, size, "%s", options ? option_of(options, "dbname") : "");
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    PQconninfoFree(options);
}

/* Ours first: what the address says goes before. */
static PGconn *begin_connection(const struct pglink *link, const char *application)
{
    const char *words[] = {"fallback_application_name", "keepalives",       "keepalives_idle",
                           "keepalives_interval",       "keepalives_count", "tcp_user_timeout",
                           "client_encoding",           "dbname",           NULL};
    const char *values[] = {application, "1", "10", "5", "3", "15000", "UTF8", link->url, NULL};
    return PQconnectStartParams(words, values, 1);
}

/* The server's notices are in its own log. */
static void ignore_notice(void *context, const char *message)
{
    (void)context;
    (void)message;
}

static enum status finish_connection(struct pglink *link)
{
    int64_t deadline_ms = store_ticks() + PGLINK_CONNECT_MS;
    PostgresPollingStatusType step = PGRES_POLLING_WRITING;
    if (!link->connection || PQstatus(link->connection) == CONNECTION_BAD)
        step = PGRES_POLLING_FAILED;
    while (step == PGRES_POLLING_READING || step == PGRES_POLLING_WRITING) {
        if (!wait_for(link, step == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline_ms))
            return late(link);
        step = PQconnectPoll(link->connection);
    }
    if (step != PGRES_POLLING_OK || PQsetnonblocking(link->connection, 1))
        return lost(link);
    PQsetNoticeProcessor(link->connection, ignore_notice, NULL);
    return STATUS_OK;
}

/* Whatever an administrator has set, entries are on disk before anybody is told. */
static const char settings[] =
    "SET client_min_messages = warning; SET statement_timeout = '10s'; SET lock_timeout = '5s';"
    "SET idle_in_transaction_session_timeout = '10min'; SET standard_conforming_strings = on;"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local')";

static enum status prepare_all(struct pglink *link)
{
    unsigned answered;
    bool good = pglink_enter(link);
    for (unsigned i = 0; good && i < link->statement_count; i++)
        good = PQsendPrepare(link->connection, link->statements[i].name, link->statements[i].sql, 0, NULL);
    enum status status = good ? pglink_sync(link, PGLINK_CALL_MS, &answered) : lost(link);
    if (status == STATUS_OK && !PQexitPipelineMode(link->connection))
        status = lost(link);
    return status;
}

static enum status say_brief(struct pglink *link)
{
    return pglink_say(link, "SET idle_in_transaction_session_timeout = '2s'", PGLINK_CONNECT_MS, NULL);
}

static enum status connect_now(struct pglink *link)
{
    char application[40];
    snprintf(application, sizeof(application), "croupier %ld", (long)getpid());
    link->connection = begin_connection(link, application);
    enum status status = finish_connection(link);
    if (status == STATUS_OK)
        status = pglink_say(link, settings, PGLINK_CONNECT_MS, NULL);
    if (status == STATUS_OK && link->brief)
        status = say_brief(link);
    if (status == STATUS_OK && link->statement_count > 0)
        status = prepare_all(link);
    link->lost_ms = 0;
    if (status == STATUS_OK)
        return status;
    if (link->connection)
        lose(link);
    link->lost_ms = store_ticks();
    return status;
}

enum status pglink_open(struct pglink *link, struct store_failure *failure)
{
    enum status status = connect_now(link);
    return status == STATUS_OK ? status : pglink_fail(link, status, failure);
}

enum status pglink_be_brief(struct pglink *link, struct store_failure *failure)
{
    link->brief = true;
    enum status status = say_brief(link);
    return status == STATUS_OK ? status : pglink_fail(link, status, failure);
}

enum status pglink_prepare(struct pglink *link, const struct pgstatement *statements, unsigned count,
                           struct store_failure *failure)
{
    link->statements = statements;
    link->statement_count = count;
    enum status status = prepare_all(link);
    return status == STATUS_OK ? status : pglink_fail(link, status, failure);
}

void pglink_close(struct pglink *link)
{
    PQfinish(link->connection);
    link->connection = NULL;
}

/* A link that only reads may have been lost since. */
static enum status ready(struct pglink *link)
{
    int64_t end_ms = link->end_ms ? atomic_load(link->end_ms) : 0;
    if (end_ms && store_ticks() >= end_ms) {
        note_trouble(link, NULL, "it has not answered for the length of a lease");
        return STATUS_NO_DATABASE;
    }
    if (link->connection)
        return STATUS_OK;
    if (link->writes || (link->lost_ms && store_ticks() - link->lost_ms < RETRY_MS))
        return STATUS_NO_DATABASE;
    return connect_now(link);
}

/* ---- Asking. ---- */

static void add_argument(struct pgargs *args, const void *value, size_t size)
{
    assert(args->count < PGLINK_ARGS_MAX);
    args->values[args->count] = value;
    args->lengths[args->count] = (int)size;
    args->formats[args->count++] = 1;
}

void pgargs_number(struct pgargs *args, int64_t number)
{
    uint64_t *place = &args->numbers[args->count];
    *place = htobe64((uint64_t)number);
    add_argument(args, place, sizeof(*place));
}

void pgargs_span(struct pgargs *args, struct span span)
{
    add_argument(args, span.bytes ? (const void *)span.bytes : "", span.size);
}

void pgargs_text(struct pgargs *args, const char *text)
{
    add_argument(args, text, strlen(text));
}

static bool send_statement(struct pglink *link, const char *statement, const struct pgargs *args)
{
    static const struct pgargs none = {0};
    args = args ? args : &none;
    return PQsendQueryPrepared(link->connection, statement, args->count, args->values, args->lengths,
                               args->formats, 1);
}

static enum status ask_once(struct pglink *link, const char *statement, const struct pgargs *args,
                            int within_ms, PGresult **rows)
{
    enum status status = ready(link);
    if (status == STATUS_OK && !send_statement(link, statement, args))
        status = lost(link);
    return status == STATUS_OK ? take_results(link, within_ms, rows) : status;
}

enum status pglink_ask(struct pglink *link, const char *statement, const struct pgargs *args, int within_ms,
                       PGresult **rows)
{
    bool known = link->connection != NULL;
    int64_t deadline_ms = store_ticks() + within_ms;
    enum status status = ask_once(link, statement, args, within_ms, rows);
    int64_t left_ms = deadline_ms - store_ticks();
    if (status != STATUS_NO_DATABASE || !known || link->connection || link->writes || left_ms <= 0)
        return status;
    return ask_once(link, statement, args, (int)left_ms, rows); /* it was lost since the last question */
}

enum status pglink_ask_words(struct pglink *link, const char *sql, struct span text, int within_ms,
                             PGresult **rows)
{
    const char *values[] = {(const char *)text.bytes};
    const int lengths[] = {(int)text.size};
    const int formats[] = {1};
    const Oid types[] = {25}; /* text */
    enum status status = ready(link);
    if (status == STATUS_OK &&
        !PQsendQueryParams(link->connection, sql, 1, types, values, lengths, formats, 1))
        status = lost(link);
    return status == STATUS_OK ? take_results(link, within_ms, rows) : status;
}

enum status pglink_say(struct pglink *link, const char *sql, int within_ms, PGresult **rows)
{
    if (!link->connection)
        return STATUS_NO_DATABASE;
    return PQsendQuery(link->connection, sql) ? take_results(link, within_ms, rows) : lost(link);
}

/* ---- A pipeline. ---- */

bool pglink_enter(struct pglink *link)
{
    return link->connection && PQenterPipelineMode(link->connection);
}

bool pglink_send(struct pglink *link, const char *statement, const struct pgargs *args)
{
    return send_statement(link, statement, args);
}

bool pglink_send_words(struct pglink *link, const char *sql)
{
    return PQsendQueryParams(link->connection, sql, 0, NULL, NULL, NULL, NULL, 1);
}

enum status pglink_sync(struct pglink *link, int within_ms, unsigned *answered)
{
    return pglink_sync_rows(link, within_ms, answered, NULL, 0);
}

enum status pglink_sync_rows(struct pglink *link, int within_ms, unsigned *answered, PGresult **rows,
                             unsigned count)
{
    int64_t deadline_ms = store_ticks() + within_ms;
    enum status status = STATUS_OK;
    PGresult *result;
    unsigned kept = 0;
    *answered = 0;
    for (unsigned i = 0; i < count; i++)
        rows[i] = NULL;
    if (!PQpipelineSync(link->connection))
        return lost(link);
    for (bool synced = false; !synced;) {
        enum status read = next_result(link, deadline_ms, &result);
        if (read != STATUS_OK)
            return read;
        if (!result) {
            /* unreached: libpq gives a result that says why, or tells of the loss when it reads */
            if (PQstatus(link->connection) == CONNECTION_BAD)
                return lost(link);
            continue;
        }
        synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        if (!synced && status == STATUS_OK && is_good(result))
            ++*answered;
        else if (!synced && status == STATUS_OK)
            status = refused(link, result);
        if (kept < count && status == STATUS_OK && PQresultStatus(result) == PGRES_TUPLES_OK)
            rows[kept++] = result;
        else
            PQclear(result);
        if (!link->connection)
            return status;
    }
    return status;
}

/* ---- Columns. ---- */

int64_t pgrow_number(const PGresult *rows, int row, int column)
{
    uint64_t number = 0;
    if (PQgetlength(rows, row, column) == (int)sizeof(number))
        memcpy(&number, PQgetvalue(rows, row, column), sizeof(number));
    return (int64_t)be64toh(number);
}

struct span pgrow_span(const PGresult *rows, int row, int column)
{
    if (PQgetisnull(rows, row, column))
        return (struct span){NULL, 0};
    return (struct span){(const uint8_t *)PQgetvalue(rows, row, column),
                         (size_t)PQgetlength(rows, row, column)};
}

bool pgrow_hash(const PGresult *rows, int row, int column, uint8_t *bytes, size_t size)
{
    struct span span = pgrow_span(rows, row, column);
    if (!span.bytes || span.size != size)
        return false;
    memcpy(bytes, span.bytes, size);
    return true;
}

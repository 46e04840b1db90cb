/* SPDX-License-Identifier: Apache-2.0 */
/* postgres.c - opening and closing. */
#include "store/postgres.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void close_backend(struct backend *base)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    if (backend->backend.shared)
        postgres_part(backend);
    pglink_close(&backend->write);
    pglink_close(&backend->read);
    pglink_close(&backend->lookup);
    postgres_archives_close(backend->archives);
    postgres_rows_free(backend->rows);
    pthread_mutex_destroy(&backend->read_lock);
    pthread_mutex_destroy(&backend->lookup_lock);
    standing_release(&backend->standing);
    free(backend);
}

/* Entries that a power failure can take away were never kept. */
static enum status check_durable(struct pglink *link, struct store_failure *failure)
{
    PGresult *rows;
    enum status status = pglink_say(link, "SHOW fsync", PGLINK_CALL_MS, &rows);
    if (status != STATUS_OK)
        return pglink_fail(link, status, failure);
    bool on = strcmp(PQgetvalue(rows, 0, 0), "on") == 0;
    PQclear(rows);
    if (!on)
        return store_fail(failure, STATUS_STORE_IO,
                          "%s: is set to lose entries at a power failure (fsync = off); switch it on",
                          link->name);
    return STATUS_OK;
}

/* ---- Opening. ---- */

static struct pglink make_link(const struct postgres_backend *backend, const struct pgstatement *statements,
                               unsigned count)
{
    return (struct pglink){
        .url = backend->url, .name = backend->name, .statements = statements, .statement_count = count};
}

static enum status open_writer(struct postgres_backend *backend, struct store_failure *failure)
{
    struct pglink *link = &backend->write;
    backend->rows = postgres_rows_new();
    if (!backend->rows)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    *link = make_link(backend, NULL, 0);
    link->writes = true;
    enum status status = pglink_open(link, failure);
    if (status == STATUS_OK)
        status = check_durable(link, failure);
    if (status == STATUS_OK)
        status = postgres_lock(backend, failure);
    if (status == STATUS_OK)
        status = postgres_upgrade(link, failure);
    if (status == STATUS_OK)
        status = pglink_prepare(link, postgres_writes, postgres_write_count, failure);
    if (status == STATUS_OK)
        status = postgres_join(backend, failure);
    if (status == STATUS_OK && backend->backend.shared)
        status = pglink_be_brief(link, failure);
    return status;
}

static enum status open_reader(struct postgres_backend *backend, struct store_failure *failure)
{
    struct pglink plain = make_link(backend, NULL, 0);
    enum status status = pglink_open(&plain, failure);
    if (status == STATUS_OK)
        status = postgres_check(&plain, failure);
    pglink_close(&plain);
    backend->read = make_link(backend, postgres_walks, postgres_walk_count);
    backend->lookup = make_link(backend, postgres_questions, postgres_question_count);
    backend->read.end_ms = backend->lookup.end_ms = &backend->backend.lease_end_ms;
    if (status == STATUS_OK)
        status = pglink_open(&backend->read, failure);
    if (status == STATUS_OK)
        status = pglink_open(&backend->lookup, failure);
    return status;
}

static enum status chains(struct backend *base, enum status (*take)(void *, const struct chain *),
                          void *context, struct store_failure *failure)
{
    const struct postgres_backend *backend = (const struct postgres_backend *)base;
    return standing_chains(&backend->standing, take, context, backend->name, failure);
}

static enum status load(struct backend *base, struct ledger *ledger, struct store_failure *failure)
{
    const struct postgres_backend *backend = (const struct postgres_backend *)base;
    return standing_load(&backend->standing, ledger, backend->name, failure);
}

static const struct backend_ops ops = {
    .close = close_backend,
    .chains = chains,
    .load = load,
    .commit = postgres_commit,
    .look = postgres_look,
    .key = postgres_key,
    .checkpoint = postgres_checkpoint,
    .node = postgres_node,
    .round = postgres_round,
    .posting = postgres_posting,
    .posting_at = postgres_posting_at,
    .cosignature = postgres_cosignature,
    .archive = postgres_archive,
    .records = postgres_records,
    .record = postgres_record,
    .last = postgres_last,
    .read = postgres_read,
    .document = postgres_document,
    .next = postgres_next,
    .cursor_close = postgres_cursor_close,
    .verify = postgres_verify,
};

static enum status make_backend(struct postgres_backend **result, const char *url,
                                struct store_failure *failure)
{
    if (strlen(url) >= PGLINK_URL_MAX)
        return store_fail(failure, STATUS_TOO_LONG, "the address of the database is longer than %d bytes",
                          PGLINK_URL_MAX - 1);
    struct postgres_backend *backend = calloc(1, sizeof(*backend));
    if (!backend)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    backend->backend.ops = &ops;
    standing_init(&backend->standing);
    pthread_mutex_init(&backend->read_lock, NULL);
    pthread_mutex_init(&backend->lookup_lock, NULL);
    memcpy(backend->url, url, strlen(url) + 1);
    *result = backend;
    return pglink_name(url, backend->name, sizeof(backend->name), failure) ? STATUS_OK : failure->status;
}

enum status postgres_open(struct backend **result, const struct store_options *options,
                          struct store_failure *failure)
{
    struct postgres_backend *backend = NULL;
    enum status status = make_backend(&backend, options->path, failure);
    assert(status != STATUS_OK || backend);
    if (status == STATUS_OK && options->member) {
        backend->backend.shared = true;
        snprintf(backend->member, sizeof(backend->member), "%s", options->member->name);
        snprintf(backend->address, sizeof(backend->address), "%s", options->member->address);
    }
    if (status == STATUS_OK && !options->read_only)
        status = open_writer(backend, failure);
    if (status == STATUS_OK)
        status = open_reader(backend, failure);
    if (status == STATUS_OK)
        status = postgres_archives_open(backend, options, failure);
    if (status == STATUS_OK && !options->unchecked)
        status = postgres_stand(backend, &backend->standing, failure);
    if (status != STATUS_OK) {
        if (backend)
            close_backend(&backend->backend);
        return status;
    }
    backend->copying = options->copying;
    backend->patient = options->patient;
    backend->told = backend->standing.position;
    *result = &backend->backend;
    return STATUS_OK;
}

/* ---- Before a store is opened. ---- */

enum status postgres_founded(const char *url, bool *founded, struct store_failure *failure)
{
    struct postgres_backend *backend = NULL;
    PGresult *rows = NULL;
    enum status status = make_backend(&backend, url, failure);
    assert(status != STATUS_OK || backend);
    if (status == STATUS_OK) {
        backend->lookup = make_link(backend, NULL, 0);
        status = pglink_open(&backend->lookup, failure);
    }
    if (status == STATUS_OK &&
        (status = pglink_say(&backend->lookup,
                             "SELECT count(*) FROM pg_class WHERE relname = 'journal' AND"
                             " relnamespace = current_schema()::regnamespace",
                             PGLINK_CALL_MS, &rows)) != STATUS_OK)
        pglink_fail(&backend->lookup, status, failure);
    *founded = status != STATUS_OK || PQgetvalue(rows, 0, 0)[0] != '0';
    PQclear(rows);
    rows = NULL;
    if (status == STATUS_OK && *founded &&
        (status = pglink_say(&backend->lookup, "SELECT count(*) FROM (SELECT FROM journal LIMIT 1) AS first",
                             PGLINK_CALL_MS, &rows)) != STATUS_OK)
        pglink_fail(&backend->lookup, status, failure);
    if (status == STATUS_OK && *founded)
        *founded = PQgetvalue(rows, 0, 0)[0] != '0';
    PQclear(rows);
    if (backend)
        close_backend(&backend->backend);
    return status;
}

enum status postgres_prepare(const char *url, const char *role, struct store_failure *failure)
{
    struct postgres_backend *backend = NULL;
    enum status status = make_backend(&backend, url, failure);
    assert(status != STATUS_OK || backend);
    if (status == STATUS_OK) {
        backend->write = make_link(backend, NULL, 0);
        status = pglink_open(&backend->write, failure);
    }
    if (status == STATUS_OK)
        status = postgres_lock(backend, failure);
    if (status == STATUS_OK)
        status = postgres_upgrade(&backend->write, failure);
    if (status == STATUS_OK && role)
        status = postgres_grant(&backend->write, role, failure);
    if (backend)
        close_backend(&backend->backend);
    return status;
}

/* A question or an order from outside, on a link of its own. */
static enum status ask_outside(const char *url, const struct pgstatement *statements, unsigned count,
                               const struct pgargs *args, PGresult **rows, struct store_failure *failure)
{
    struct postgres_backend *backend = NULL;
    *failure = (struct store_failure){0};
    enum status status = make_backend(&backend, url, failure);
    assert(status != STATUS_OK || backend);
    if (status == STATUS_OK) {
        backend->lookup = make_link(backend, statements, count);
        status = pglink_open(&backend->lookup, failure);
    }
    for (unsigned i = 0; status == STATUS_OK && i < count; i++) {
        status = pglink_ask(&backend->lookup, statements[i].name, args, PGLINK_CALL_MS, &rows[i]);
        if (status != STATUS_OK)
            pglink_fail(&backend->lookup, status, failure);
    }
    if (backend)
        close_backend(&backend->backend);
    return status;
}

enum status postgres_wish(const char *url, struct span name, struct span value, struct store_failure *failure)
{
    static const struct pgstatement statement = {"WISH",
                                                 "SELECT croupier_keep($1::bigint, convert_from($2::bytea, "
                                                 "'UTF8'), convert_from($3::bytea, 'UTF8'))"};
    struct pgargs args = {0};
    PGresult *rows = NULL;
    pgargs_number(&args, STORE_WISHES);
    pgargs_span(&args, name);
    pgargs_span(&args, value);
    enum status status = ask_outside(url, &statement, 1, &args, &rows, failure);
    PQclear(rows);
    return status;
}

enum status postgres_view(const char *url, struct share_view *view, struct store_failure *failure)
{
    static const struct pgstatement statements[] = {{"SERVERS", POSTGRES_SERVERS},
                                                    {"OWNERS", POSTGRES_OWNERS}};
    PGresult *rows[2] = {NULL, NULL};
    enum status status = ask_outside(url, statements, 2, NULL, rows, failure);
    if (status == STATUS_OK)
        postgres_read_view(rows[0], rows[1], false, view);
    PQclear(rows[0]);
    PQclear(rows[1]);
    return status;
}

enum status postgres_leave(const char *url, const char *name, bool leaving, struct store_failure *failure)
{
    static const struct pgstatement statement = {
        "LEAVE",
        "UPDATE servers SET leaving = $2::bigint <> 0 WHERE name = $1::text AND name <> '' RETURNING 1"};
    struct pgargs args = {0};
    PGresult *rows = NULL;
    pgargs_text(&args, name);
    pgargs_number(&args, leaving);
    enum status status = ask_outside(url, &statement, 1, &args, &rows, failure);
    if (status == STATUS_OK && PQntuples(rows) == 0)
        status = store_fail(failure, STATUS_NOT_FOUND,
                            "there is no server called \"%s\"; croupier servers lists them", name);
    PQclear(rows);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_read.c - single questions, each with the last commit in sight. */
#include <stdio.h>
#include <string.h>

#include "store/postgres.h"

#define SEAL_COLUMNS "SELECT size, root, signature, latest FROM checkpoints "
#define POSTING_COLUMNS                                                                                      \
    "SELECT p.posting, l.position, p.cents, p.balance, p.account FROM postings p JOIN log l ON l.chain ="    \
    " p.chain AND l.number = p.number "

/* X(question, its text) */
/* clang-format off */
#define QUESTION_LIST(X) \
    X(ASK_KEY,          "SELECT j.entry FROM keys k LEFT JOIN journal j ON j.chain = k.chain AND j.number = k.number" \
                        " WHERE k.key = $1::bytea") \
    X(ASK_SEAL,         SEAL_COLUMNS "WHERE size >= $1::bigint ORDER BY size LIMIT 1") \
    X(ASK_LAST_SEAL,    SEAL_COLUMNS "ORDER BY size DESC LIMIT 1") \
    X(ASK_NODE,         "SELECT hash FROM tree WHERE level = $1::bigint AND number = $2::bigint") \
    X(ASK_ROUND,        "SELECT l.position FROM rounds r JOIN log l ON l.chain = r.chain AND l.number = r.number" \
                        " WHERE r.chain = $1::bigint AND r.round = $2::bigint") \
    X(ASK_POSTING,      POSTING_COLUMNS "WHERE p.account = $1::bigint AND p.posting = $2::bigint") \
    X(ASK_LAST_POSTING, POSTING_COLUMNS "WHERE p.account = $1::bigint ORDER BY p.posting DESC LIMIT 1") \
    X(ASK_POSTING_AT,   POSTING_COLUMNS "WHERE p.account = $1::bigint AND (p.chain, p.number) =" \
                        " (SELECT chain, number FROM log WHERE position = $2::bigint)") \
    X(ASK_COSIGNATURE,  "SELECT size, line FROM cosignatures WHERE number = $1::bigint") \
    X(ASK_ARCHIVES,     POSTGRES_ARCHIVES)
/* clang-format on */

enum question {
#define QUESTION_ENUM(id, sql) id,
    QUESTION_LIST(QUESTION_ENUM)
#undef QUESTION_ENUM
        QUESTION_COUNT
};

const struct pgstatement postgres_questions[] = {
#define QUESTION_TEXT(id, sql) {#id, sql},
    QUESTION_LIST(QUESTION_TEXT)
#undef QUESTION_TEXT
};
const unsigned postgres_question_count = QUESTION_COUNT;

/* Asked on the way of a request: nobody waits long for it. */
enum { LOOKUP_MS = 3000, RECORD_MS = 1000 };

/* One row, the caller's to clear; STATUS_NOT_FOUND if there is none. */
static enum status ask(struct postgres_backend *backend, enum question question, const struct pgargs *args,
                       PGresult **row)
{
    pthread_mutex_lock(&backend->lookup_lock);
    enum status status =
        pglink_ask(&backend->lookup, postgres_questions[question].name, args, LOOKUP_MS, row);
    pthread_mutex_unlock(&backend->lookup_lock);
    if (status == STATUS_OK && PQntuples(*row) == 0) {
        PQclear(*row);
        status = STATUS_NOT_FOUND;
    }
    return status;
}

static enum status ask_numbers(struct postgres_backend *backend, enum question question, int64_t first,
                               int64_t second, unsigned count, PGresult **row)
{
    struct pgargs args = {0};
    if (count > 0)
        pgargs_number(&args, first);
    if (count > 1)
        pgargs_number(&args, second);
    return ask(backend, question, &args, row);
}

enum status postgres_key(struct backend *base, struct span key, struct span request,
                         struct store_failure *failure)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    struct pgargs args = {0};
    struct entry entry;
    PGresult *row;
    pgargs_span(&args, key);
    enum status status = ask(backend, ASK_KEY, &args, &row);
    if (status == STATUS_NOT_FOUND)
        return STATUS_OK;
    if (status != STATUS_OK)
        return pglink_fail(&backend->lookup, status, failure);
    if (PQgetisnull(row, 0, 0)) {
        /* Its entry is in an archive: what was asked then cannot be compared, and nothing is booked under the
         * name again. */
        PQclear(row);
        return STATUS_ID_REUSED;
    }
    struct span bytes = pgrow_span(row, 0, 0);
    status = entry_read(&entry, bytes.bytes, bytes.size);
    status = status == STATUS_OK ? backend_compare_request(&entry, request) : STATUS_STORE_CORRUPT;
    PQclear(row);
    return status;
}

bool postgres_seal_columns(const PGresult *rows, int row, struct seal_row *seal)
{
    seal->kept.size = (uint64_t)pgrow_number(rows, row, 0);
    seal->latest_ms = pgrow_number(rows, row, 3);
    return pgrow_hash(rows, row, 1, seal->kept.root.bytes, HASH_BYTES) &&
           pgrow_hash(rows, row, 2, seal->kept.signature.bytes, SIGNATURE_BYTES);
}

enum status postgres_checkpoint(struct backend *base, uint64_t size, struct seal_row *seal)
{
    PGresult *row;
    enum status status = ask_numbers((struct postgres_backend *)base, size ? ASK_SEAL : ASK_LAST_SEAL,
                                     (int64_t)size, 0, size > 0, &row);
    if (status != STATUS_OK)
        return status;
    /* unreached: the rules of the table keep the lengths of both */
    status = postgres_seal_columns(row, 0, seal) ? STATUS_OK : STATUS_STORE_CORRUPT;
    PQclear(row);
    return status;
}

enum status postgres_node(struct backend *base, unsigned level, uint64_t number, struct hash *hash)
{
    PGresult *row;
    enum status status =
        ask_numbers((struct postgres_backend *)base, ASK_NODE, level, (int64_t)number, 2, &row);
    if (status != STATUS_OK)
        return status;
    /* unreached: a rule of the table keeps its length */
    status = pgrow_hash(row, 0, 0, hash->bytes, HASH_BYTES) ? STATUS_OK : STATUS_STORE_CORRUPT;
    PQclear(row);
    return status;
}

enum status postgres_round(struct backend *base, uint32_t chain, uint32_t round, uint64_t *position)
{
    PGresult *row;
    enum status status = ask_numbers((struct postgres_backend *)base, ASK_ROUND, chain, round, 2, &row);
    if (status != STATUS_OK)
        return status;
    *position = (uint64_t)pgrow_number(row, 0, 0);
    PQclear(row);
    return STATUS_OK;
}

static enum status ask_posting(struct backend *base, enum question question, uint32_t account,
                               uint64_t second, unsigned count, struct store_posting *found)
{
    PGresult *row;
    enum status status =
        ask_numbers((struct postgres_backend *)base, question, account, (int64_t)second, count, &row);
    if (status != STATUS_OK)
        return status;
    *found = (struct store_posting){.posting = (uint64_t)pgrow_number(row, 0, 0),
                                    .previous = (uint64_t)pgrow_number(row, 0, 0) - 1,
                                    .position = (uint64_t)pgrow_number(row, 0, 1),
                                    .cents = pgrow_number(row, 0, 2),
                                    .balance_cents = pgrow_number(row, 0, 3),
                                    .account = (uint32_t)pgrow_number(row, 0, 4)};
    PQclear(row);
    return STATUS_OK;
}

enum status postgres_posting(struct backend *base, uint32_t account, uint64_t posting,
                             struct store_posting *found)
{
    if (!posting)
        return ask_posting(base, ASK_LAST_POSTING, account, 0, 1, found);
    enum status status = ask_posting(base, ASK_POSTING, account, posting, 2, found);
    return status == STATUS_NOT_FOUND
               ? postgres_archived_posting((struct postgres_backend *)base, account, posting, 0, found)
               : status;
}

enum status postgres_posting_at(struct backend *base, uint32_t account, uint64_t position,
                                struct store_posting *found)
{
    enum status status = ask_posting(base, ASK_POSTING_AT, account, position, 2, found);
    return status == STATUS_NOT_FOUND
               ? postgres_archived_posting((struct postgres_backend *)base, account, 0, position, found)
               : status;
}

enum status postgres_cosignature(struct backend *base, uint64_t number, struct cosignature_row *found)
{
    PGresult *row;
    enum status status =
        ask_numbers((struct postgres_backend *)base, ASK_COSIGNATURE, (int64_t)number, 0, 1, &row);
    if (status != STATUS_OK)
        return status;
    struct span line = pgrow_span(row, 0, 1);
    if (line.size < sizeof(found->line)) { /* a line is never null */
        found->size = (uint64_t)pgrow_number(row, 0, 0);
        memcpy(found->line, line.bytes, line.size);
        found->line[line.size] = '\0';
    } else {
        status = STATUS_STORE_CORRUPT;
    }
    PQclear(row);
    return status;
}

enum status postgres_records(struct backend *base, enum store_shelf shelf, const struct store_taker *taker,
                             struct store_failure *failure)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    char sql[96];
    PGresult *rows = NULL;
    snprintf(sql, sizeof(sql), "SELECT name, line FROM %s ORDER BY name", store_shelf_table(shelf));
    pthread_mutex_lock(&backend->lookup_lock);
    enum status status = pglink_say(&backend->lookup, sql, PGLINK_CALL_MS, &rows);
    if (status != STATUS_OK)
        pglink_fail(&backend->lookup, status, failure);
    pthread_mutex_unlock(&backend->lookup_lock);
    for (int i = 0; status == STATUS_OK && i < PQntuples(rows); i++)
        status = taker->take(taker->context, pgrow_span(rows, i, 0), pgrow_span(rows, i, 1));
    PQclear(rows);
    return status;
}

enum status postgres_record(struct backend *base, enum store_shelf shelf, struct span name, char *value,
                            size_t size)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    static const char *const questions[STORE_SHELF_COUNT] = {
#define SHELF_QUESTION(id, table) [id] = "SELECT line FROM " table " WHERE name = $1",
        STORE_SHELF_LIST(SHELF_QUESTION)
#undef SHELF_QUESTION
    };
    PGresult *rows = NULL;
    pthread_mutex_lock(&backend->lookup_lock);
    enum status status = pglink_ask_words(&backend->lookup, questions[shelf], name, RECORD_MS, &rows);
    pthread_mutex_unlock(&backend->lookup_lock);
    if (status == STATUS_OK && PQntuples(rows) != 1)
        status = STATUS_NOT_FOUND;
    if (status == STATUS_OK && snprintf(value, size, "%s", PQgetvalue(rows, 0, 0)) >= (int)size)
        status = STATUS_TOO_LONG;
    PQclear(rows);
    return status;
}

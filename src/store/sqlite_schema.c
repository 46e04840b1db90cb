/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_schema.c - the tables of the database file, version by version.
 *
 * `journal` and `postings` only ever grow: triggers refuse to change or remove a row, whoever asks. `chains`
 * and `accounts` hold where things stood when the journal had come to the position in `fold`
 * (sqlite_state.h); the view `balances` adds what came after. The version is SQLite's user_version; a new
 * file passes through every version, so the way up is always in use. What is released here is never edited
 * again: a change is a new version. */
#include <string.h>

#include "journal/declaration.h"
#include "store/sqlite.h"
#include "store/sqlite_fault.h"

#define APPLICATION_ID 0x43525031 /* "CRP1" */

/* Both changes to a row that is to stay as it is. */
#define KEEPS(table)                                                                                         \
    "CREATE TRIGGER " table "_keeps_rows BEFORE DELETE ON " table " BEGIN SELECT raise(ABORT, '" table       \
    " never loses a row'); END;"
#define UNCHANGED(table)                                                                                     \
    "CREATE TRIGGER " table "_stays BEFORE UPDATE ON " table " BEGIN SELECT raise(ABORT, '" table            \
    " is never changed'); END;"
#define STAYS(table) KEEPS(table) UNCHANGED(table)

static const char version_1[] =
    "CREATE TABLE chains("
    " number INTEGER PRIMARY KEY CHECK(number >= 1),"
    " name TEXT NOT NULL UNIQUE,"
    " entries INTEGER NOT NULL CHECK(entries >= 0),"   /* number of the last entry, at the fold */
    " position INTEGER NOT NULL CHECK(position >= 0)," /* of that entry in the journal */
    " head BLOB NOT NULL CHECK(length(head) = 32)"     /* its hash */
    ") STRICT;"
    "CREATE TABLE journal("
    " position INTEGER PRIMARY KEY CHECK(position >= 1),"
    " chain INTEGER NOT NULL REFERENCES chains(number),"
    " previous INTEGER NOT NULL CHECK(previous >= 0 AND previous < position)," /* of the same chain */
    " entry BLOB NOT NULL"                                                     /* src/journal/entry.c */
    ") STRICT;"
    "CREATE TABLE accounts("
    " number INTEGER PRIMARY KEY CHECK(number >= 1),"
    " kind INTEGER NOT NULL CHECK(kind BETWEEN 1 AND 5)," /* src/ledger/account.h */
    " name TEXT NOT NULL,"
    " folded_cents INTEGER NOT NULL CHECK(kind NOT IN (1, 2) OR folded_cents >= 0)," /* balance at the fold */
    " UNIQUE(kind, name)"
    ") STRICT;"
    "CREATE TABLE postings("
    " position INTEGER NOT NULL REFERENCES journal(position),"
    " account INTEGER NOT NULL REFERENCES accounts(number),"
    " cents INTEGER NOT NULL CHECK(cents <> 0)"
    ") STRICT;"
    "CREATE TABLE keys("
    " key BLOB PRIMARY KEY,"
    " position INTEGER NOT NULL REFERENCES journal(position)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE fold(one INTEGER PRIMARY KEY CHECK(one = 1), position INTEGER NOT NULL) STRICT;"
    "INSERT INTO fold(one, position) VALUES(1, 0);"
    "CREATE VIEW balances AS SELECT a.number, a.kind, a.name, a.folded_cents + coalesce(s.cents, 0) AS cents"
    " FROM accounts a LEFT JOIN (SELECT account, sum(cents) AS cents FROM postings"
    " WHERE position > (SELECT position FROM fold) GROUP BY account) s ON s.account = a.number;" STAYS(
        "journal") STAYS("postings") STAYS("keys") KEEPS("chains") KEEPS("accounts") KEEPS("fold");

/* Version 2 finds a document by its hash without reading the whole chain of the house. */
static const char version_2[] = "CREATE TABLE documents("
                                " hash BLOB PRIMARY KEY CHECK(length(hash) = 32),"
                                " position INTEGER NOT NULL REFERENCES journal(position)"
                                ") STRICT, WITHOUT ROWID;" STAYS("documents");

/* Version 3 is the log: the journal's tree and its checkpoints; and indexes by which an account's history, a
 * round or an entry is found without reading the journal. */
static const char version_3[] =
    "ALTER TABLE journal ADD COLUMN mark INTEGER;" /* of the leaf hash; NULL in format 1 */
    "ALTER TABLE postings ADD COLUMN previous INTEGER NOT NULL DEFAULT 0;" /* rowid of the account's before */
    "ALTER TABLE postings ADD COLUMN balance INTEGER NOT NULL DEFAULT 0;"  /* of the account, after it */
    "ALTER TABLE accounts ADD COLUMN posting INTEGER NOT NULL DEFAULT 0;"  /* its last, at the fold */
    "ALTER TABLE fold ADD COLUMN posting INTEGER NOT NULL DEFAULT 0;"      /* the last of all, at the fold */
    "CREATE TABLE rounds("
    " chain INTEGER NOT NULL REFERENCES chains(number),"
    " round INTEGER NOT NULL CHECK(round >= 1),"
    " position INTEGER NOT NULL REFERENCES journal(position),"
    " PRIMARY KEY(chain, round)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE tree("
    " level INTEGER NOT NULL CHECK(level >= 10),"
    " number INTEGER NOT NULL CHECK(number >= 0),"
    " hash BLOB NOT NULL CHECK(length(hash) = 32),"
    " PRIMARY KEY(level, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE checkpoints("
    " size INTEGER PRIMARY KEY CHECK(size >= 1),"
    " root BLOB NOT NULL CHECK(length(root) = 32),"
    " signature BLOB NOT NULL CHECK(length(signature) = 64),"
    " latest INTEGER NOT NULL" /* the latest time of an entry under it */
    ") STRICT;"
    "CREATE TABLE cosignatures("
    " size INTEGER NOT NULL REFERENCES checkpoints(size),"
    " line TEXT NOT NULL"
    ") STRICT;" STAYS("rounds") STAYS("tree") STAYS("checkpoints") STAYS("cosignatures");

/* Version 4 keeps beside the journal what may change and must not stand in it: people with the hashes of
 * their passwords, their sessions, and changes that a shell asks the server for. */
static const char version_4[] =
    "CREATE TABLE people(name TEXT PRIMARY KEY, line TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE sessions(name TEXT PRIMARY KEY, line TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE wishes(name TEXT PRIMARY KEY, line TEXT NOT NULL) STRICT, WITHOUT ROWID;";

/* Version 5 knows archives (store/archive.h): files that hold what `journal` and `postings` do not any more.
 */
static const char version_5[] =
    "CREATE TABLE archives("
    " last INTEGER PRIMARY KEY CHECK(last >= 1024 AND last % 1024 = 0)," /* position of the last entry in it
                                                                          */
    " first INTEGER NOT NULL CHECK(first >= 1 AND first < last),"        /* ... and of the first */
    " posting INTEGER NOT NULL CHECK(posting >= 0),"                     /* the last posting up to there */
    " name TEXT NOT NULL,"                                               /* of the file, without its folder */
    " root BLOB NOT NULL CHECK(length(root) = 32)"                       /* of the log at `last` */
    ") STRICT;" STAYS("archives");

/* Version 6 has what stands by entries of the house, for a quick start. The server fills it: it knows what
 * the entries mean. */
static const char version_6[] =
    "CREATE TABLE footing(name TEXT PRIMARY KEY, line TEXT NOT NULL) STRICT, WITHOUT ROWID;";

static enum status run(struct sqlite_backend *backend, sqlite3 *connection, const char *sql,
                       struct store_failure *failure)
{
    if (sqlite3_exec(connection, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, connection, failure);
    return STATUS_OK;
}

/* Chain 1 is the house's: every file has it from the beginning. */
static enum status found_house(struct sqlite_backend *backend, struct store_failure *failure)
{
    struct chain house;
    sqlite3_stmt *insert;
    chain_init(&house, CHAIN_NUMBER_HOUSE, CHAIN_HOUSE);
    if (sqlite3_prepare_v2(
            backend->write,
            "INSERT INTO chains(number, name, entries, position, head) VALUES(1, ?1, 0, 0, ?2)", -1, &insert,
            NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->write, failure);
    sqlite3_bind_text(insert, 1, house.name, -1, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 2, house.head.bytes, HASH_BYTES, SQLITE_STATIC);
    sqlite3_step(insert);
    if (sqlite3_finalize(insert) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->write, failure);
    return STATUS_OK;
}

/* Returns SQLite's result. An entry that is not a document is skipped. */
static int insert_document(sqlite3_stmt *insert, sqlite3_stmt *rows)
{
    struct entry entry;
    struct hash hash;
    struct span document;
    char name[CHAIN_NAME_MAX];
    const uint8_t *bytes = sqlite3_column_blob(rows, 1);
    if (entry_read(&entry, bytes, (size_t)sqlite3_column_bytes(rows, 1)) != STATUS_OK ||
        entry.kind != ENTRY_DOCUMENT || document_parse(entry.text, &hash, name, &document) != STATUS_OK)
        return SQLITE_OK;
    sqlite3_bind_blob(insert, 1, hash.bytes, HASH_BYTES, SQLITE_TRANSIENT);
    sqlite3_bind_int64(insert, 2, sqlite3_column_int64(rows, 0));
    sqlite3_step(insert);
    return sqlite3_reset(insert);
}

static enum status list_documents(struct sqlite_backend *backend, struct store_failure *failure)
{
    sqlite3_stmt *rows = NULL;
    sqlite3_stmt *insert = NULL;
    int result = sqlite3_prepare_v2(backend->write, "SELECT position, entry FROM journal WHERE chain = 1", -1,
                                    &rows, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_prepare_v2(backend->write,
                                    "INSERT OR IGNORE INTO documents(hash, position) VALUES(?1, ?2)", -1,
                                    &insert, NULL);
    while (result == SQLITE_OK && sqlite3_step(rows) == SQLITE_ROW)
        result = insert_document(insert, rows);
    int rows_result = sqlite3_finalize(rows);
    int insert_result = sqlite3_finalize(insert);
    if (result != SQLITE_OK || rows_result != SQLITE_OK || insert_result != SQLITE_OK)
        return sqlite_failure(backend->path, backend->write, failure);
    return STATUS_OK;
}

/* Every posting gets the one before it of its account, and the balance after it: as of the first posting they
 * are empty, and those behind the fold belong to no account yet. */
static const char link_postings[] =
    "DROP TRIGGER postings_stays;"
    "UPDATE postings SET previous = l.previous, balance = l.balance FROM"
    " (SELECT rowid AS id, coalesce(lag(rowid) OVER w, 0) AS previous, sum(cents) OVER w AS balance"
    " FROM postings WINDOW w AS (PARTITION BY account ORDER BY rowid)) l WHERE postings.rowid = l.id;"
    "UPDATE accounts SET posting = coalesce((SELECT max(rowid) FROM postings p WHERE p.account = accounts.number"
    " AND p.position <= (SELECT position FROM fold)), 0);"
    "UPDATE fold SET posting = coalesce((SELECT max(rowid) FROM postings p WHERE p.position <= fold.position), 0);" UNCHANGED(
        "postings");

static enum status fill_log(struct sqlite_backend *backend, struct store_failure *failure)
{
    return run(backend, backend->write, link_postings, failure);
}

static enum status fill_nothing(struct sqlite_backend *backend, struct store_failure *failure)
{
    (void)backend;
    (void)failure;
    return STATUS_OK;
}

/* One row a version: its tables, then what has to be filled in from what is there. */
static const struct version {
    const char *sql;
    enum status (*fill)(struct sqlite_backend *backend, struct store_failure *failure);
} versions[SQLITE_SCHEMA_VERSION] = {{version_1, found_house},  {version_2, list_documents},
                                     {version_3, fill_log},     {version_4, fill_nothing},
                                     {version_5, fill_nothing}, {version_6, fill_nothing}};

static enum status read_pragma(struct sqlite_backend *backend, sqlite3 *connection, const char *sql,
                               int *value, struct store_failure *failure)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, connection, failure);
    if (sqlite3_step(statement) == SQLITE_ROW)
        *value = sqlite3_column_int(statement, 0);
    if (sqlite3_finalize(statement) != SQLITE_OK)
        return sqlite_failure(backend->path, connection, failure);
    return STATUS_OK;
}

/* The version of the file; 0 when it is still empty. Somebody else's database is refused. */
static enum status file_version(struct sqlite_backend *backend, sqlite3 *connection, int *version,
                                struct store_failure *failure)
{
    int application = 0;
    int tables = 0;
    enum status status = read_pragma(backend, connection, "PRAGMA application_id", &application, failure);
    if (status == STATUS_OK)
        status = read_pragma(backend, connection, "SELECT count(*) FROM sqlite_schema", &tables, failure);
    if (status == STATUS_OK)
        status = read_pragma(backend, connection, "PRAGMA user_version", version, failure);
    if (status != STATUS_OK)
        return status;
    if (application != APPLICATION_ID && (application != 0 || tables != 0 || *version != 0))
        return store_fail(failure, STATUS_STORE_VERSION, "%s: is a database of another program",
                          backend->path);
    if (*version < 0 || *version > SQLITE_SCHEMA_VERSION)
        return store_fail(failure, STATUS_STORE_VERSION,
                          "%s: has version %d; this program knows versions up to %d", backend->path, *version,
                          SQLITE_SCHEMA_VERSION);
    return STATUS_OK;
}

static enum status climb(struct sqlite_backend *backend, int from, struct store_failure *failure)
{
    char sql[96];
    enum status status = STATUS_OK;
    for (int at = from; status == STATUS_OK && at < SQLITE_SCHEMA_VERSION; at++) {
        status = run(backend, backend->write, versions[at].sql, failure);
        if (status == STATUS_OK)
            status = versions[at].fill(backend, failure);
    }
    sqlite3_snprintf(sizeof(sql), sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID,
                     SQLITE_SCHEMA_VERSION);
    return status == STATUS_OK ? run(backend, backend->write, sql, failure) : status;
}

enum status schema_upgrade(struct sqlite_backend *backend, struct store_failure *failure)
{
    int version = 0;
    enum status status = run(backend, backend->write, "BEGIN IMMEDIATE", failure);
    if (status != STATUS_OK)
        return status;
    status = file_version(backend, backend->write, &version, failure);
    if (status == STATUS_OK && version < SQLITE_SCHEMA_VERSION)
        status = climb(backend, version, failure);
    if (status == STATUS_OK)
        status = run(backend, backend->write, "COMMIT", failure);
    if (status != STATUS_OK)
        sqlite3_exec(backend->write, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static bool same_text(sqlite3_stmt *a, int a_column, sqlite3_stmt *b, int b_column)
{
    const char *a_text = (const char *)sqlite3_column_text(a, a_column);
    const char *b_text = (const char *)sqlite3_column_text(b, b_column);
    return a_text && b_text && strcmp(a_text, b_text) == 0;
}

/* Looks every table, index and trigger of a model made in memory up in the file: whoever dropped a trigger
 * to change a row is found out. Things a reader has added (an index, a view) are their own affair. */
static enum status compare(struct sqlite_backend *backend, sqlite3 *model, struct store_failure *failure)
{
    sqlite3_stmt *wanted = NULL;
    sqlite3_stmt *found = NULL;
    enum status status = STATUS_OK;
    int result = SQLITE_DONE;
    if (sqlite3_prepare_v2(model, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL", -1, &wanted,
                           NULL) != SQLITE_OK)
        status = sqlite_failure(":memory:", model, failure);
    else if (sqlite3_prepare_v2(backend->read, "SELECT sql FROM sqlite_schema WHERE name = ?1", -1, &found,
                                NULL) != SQLITE_OK)
        status = sqlite_failure(backend->path, backend->read, failure);
    while (status == STATUS_OK && (result = sqlite3_step(wanted)) == SQLITE_ROW) {
        sqlite3_bind_value(found, 1, sqlite3_column_value(wanted, 0));
        if (sqlite3_step(found) != SQLITE_ROW || !same_text(found, 0, wanted, 1))
            status = store_fail(failure, STATUS_STORE_CORRUPT, "%s: \"%s\" is missing or was changed",
                                backend->path, (const char *)sqlite3_column_text(wanted, 0));
        if (sqlite3_reset(found) != SQLITE_OK)
            status = sqlite_failure(backend->path, backend->read, failure);
    }
    if (status == STATUS_OK && result != SQLITE_DONE)
        status = sqlite_failure(":memory:", model, failure);
    sqlite3_finalize(wanted);
    sqlite3_finalize(found);
    return status;
}

enum status schema_check(struct sqlite_backend *backend, struct store_failure *failure)
{
    sqlite3 *model = NULL;
    int version = 0;
    enum status status = file_version(backend, backend->read, &version, failure);
    if (status == STATUS_OK && version == 0)
        status = store_fail(failure, STATUS_STORE_VERSION, "%s: holds no journal", backend->path);
    if (status == STATUS_OK && sqlite3_open(":memory:", &model) != SQLITE_OK)
        status = sqlite_failure(":memory:", model, failure);
    for (int at = 0; status == STATUS_OK && at < version; at++)
        status = run(backend, model, versions[at].sql, failure);
    if (status == STATUS_OK)
        status = compare(backend, model, failure);
    sqlite3_close(model);
    backend->version = version;
    return status;
}

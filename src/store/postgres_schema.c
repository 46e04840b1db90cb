/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_schema.c - the tables in PostgreSQL, version by version, and what their database enforces.
 *
 * The tables stand in the first schema of the search path, one house in each. `journal` has an entry once by
 * (chain, number), and `chains` moves on only from the head a writer knows, so that a writer that was
 * overtaken fails at its next commit. Balances move by UPDATE and cannot fall below zero where their kind
 * does not allow it; nor can the balance after any one posting. Triggers refuse to change or remove what was
 * written, for everybody, but for what is archived; the server's role does not even have the right. What is
 * released here is never edited again: a change is a new version. */
#include <stdio.h>
#include <string.h>

#include "journal/declaration.h"
#include "store/pgarray.h"
#include "store/postgres.h"

#define EXPECT_BODY                                                                                          \
    "BEGIN IF seen <> wanted THEN RAISE EXCEPTION '%: overtaken by another writer', what"                    \
    " USING ERRCODE = 'CR001'; END IF; END"
#define REFUSE_BODY                                                                                          \
    "BEGIN RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END"

/* A record of a shelf (store/row.h, STORE_SHELF_LIST): put, or taken away. */
#define KEEP_BODY_OF(shelves)                                                                                \
    "BEGIN IF said = '' THEN EXECUTE format('DELETE FROM %I WHERE name = $1',"                               \
    " (ARRAY[" shelves "])[shelf + 1]) USING named; ELSE EXECUTE format('INSERT INTO %I"                     \
    "(name, line) VALUES($1, $2) ON CONFLICT(name) DO UPDATE SET line = excluded.line',"                     \
    " (ARRAY[" shelves "])[shelf + 1]) USING named, said; END IF; END"
#define KEEP_BODY_1 KEEP_BODY_OF("'people', 'sessions', 'wishes'")
#define KEEP_BODY   KEEP_BODY_OF("'people', 'sessions', 'wishes', 'footing'")

/* Rows may go that are archived, and no others (store/archive.h): those that a statement has removed. */
#define GOES_BODY                                                                                            \
    "BEGIN IF EXISTS (SELECT FROM gone g LEFT JOIN log l ON l.chain = g.chain AND l.number = g.number WHERE" \
    " coalesce(l.position > (SELECT max(last) FROM archives), true)) THEN"                                   \
    " RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END IF;"     \
    " RETURN NULL; END"
#define GOES_LOG_BODY                                                                                        \
    "BEGIN IF EXISTS (SELECT FROM gone g WHERE"                                                              \
    " coalesce(g.position > (SELECT max(last) FROM archives), true)) THEN"                                   \
    " RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END IF;"     \
    " RETURN NULL; END"

/* Tables whose rows stay as they are, as version 1 had them, and tables that only never lose one. */
#define STAYS_LIST(X)                                                                                        \
    X("journal")                                                                                             \
    X("log") X("postings") X("keys") X("rounds") X("documents") X("tree") X("checkpoints") X("cosignatures")
#define KEEPS_LIST(X) X("chains") X("accounts") X("croupier") X("head")

/* The same since version 4: rows that always stay, and rows that stay until they are archived. */
#define FIXED_LIST(X)                                                                                        \
    X("keys") X("rounds") X("documents") X("tree") X("checkpoints") X("cosignatures") X("archives")
#define GOES_LIST(X) X("journal") X("log") X("postings")

#define STAYS_TRIGGER(table)                                                                                 \
    "CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON " table                                     \
    " FOR EACH STATEMENT EXECUTE FUNCTION croupier_refuse();"                                                \
    "ALTER TABLE " table " ENABLE ALWAYS TRIGGER stays;"                                                     \
    "REVOKE UPDATE, DELETE, TRUNCATE ON " table " FROM CURRENT_USER;"
#define KEEPS_TRIGGER(table)                                                                                 \
    "CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON " table                                               \
    " FOR EACH STATEMENT EXECUTE FUNCTION croupier_refuse();"                                                \
    "ALTER TABLE " table " ENABLE ALWAYS TRIGGER stays;"                                                     \
    "REVOKE DELETE, TRUNCATE ON " table " FROM CURRENT_USER;"

static const char version_1[] =
    "CREATE FUNCTION croupier_expect(seen bigint, wanted bigint, what text) RETURNS void LANGUAGE plpgsql"
    " AS $$" EXPECT_BODY "$$;"
    "CREATE FUNCTION croupier_refuse() RETURNS trigger LANGUAGE plpgsql AS $$" REFUSE_BODY "$$;"
    "CREATE FUNCTION croupier_keep(shelf bigint, named text, said text) RETURNS void LANGUAGE plpgsql"
    " AS $$" KEEP_BODY_1 "$$;"
    "CREATE TABLE croupier(one bigint PRIMARY KEY CHECK(one = 1), version bigint NOT NULL);"
    "INSERT INTO croupier VALUES(1, 0);"
    "CREATE TABLE chains("
    " number bigint PRIMARY KEY CHECK(number >= 1),"
    " name text NOT NULL UNIQUE,"
    " entries bigint NOT NULL CHECK(entries >= 0)," /* number of the last entry */
    " head bytea NOT NULL CHECK(length(head) = 32)" /* its hash */
    ") WITH (fillfactor = 50);"
    "CREATE TABLE journal("
    " chain bigint NOT NULL,"
    " number bigint NOT NULL CHECK(number >= 1),"
    " transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),"
    " place bigint NOT NULL," /* within its transaction */
    " mark bigint,"           /* of the leaf hash; NULL in format 1 */
    " entry bytea NOT NULL,"  /* src/journal/entry.c */
    " PRIMARY KEY(chain, number)"
    ");"
    "ALTER TABLE journal ALTER COLUMN entry SET STORAGE EXTERNAL;"
    "CREATE TABLE log(" /* the order over all chains */
    " position bigint PRIMARY KEY CHECK(position >= 1),"
    " chain bigint NOT NULL,"
    " number bigint NOT NULL,"
    " previous bigint NOT NULL CHECK(previous >= 0 AND previous < position)," /* of the same chain */
    " UNIQUE(chain, number)"
    ");"
    "CREATE TABLE accounts("
    " number bigint PRIMARY KEY CHECK(number >= 1),"
    " kind bigint NOT NULL CHECK(kind BETWEEN 1 AND 5)," /* src/ledger/account.h */
    " name text NOT NULL,"
    " cents bigint NOT NULL,"
    " postings bigint NOT NULL CHECK(postings >= 0)," /* number of the last */
    " UNIQUE(kind, name),"
    " CHECK(kind NOT IN (1, 2) OR cents >= 0)"
    ") WITH (fillfactor = 50);"
    "CREATE TABLE postings("
    " account bigint NOT NULL,"
    " posting bigint NOT NULL CHECK(posting >= 1)," /* number among those of the account */
    " chain bigint NOT NULL,"
    " number bigint NOT NULL,"
    " kind bigint NOT NULL," /* of the account */
    " cents bigint NOT NULL CHECK(cents <> 0),"
    " balance bigint NOT NULL," /* of the account, after it */
    " PRIMARY KEY(account, posting),"
    " UNIQUE(chain, number, account),"
    " CHECK(kind NOT IN (1, 2) OR balance >= 0)"
    ");"
    "CREATE TABLE keys(key bytea PRIMARY KEY, chain bigint NOT NULL, number bigint NOT NULL);"
    "CREATE TABLE rounds("
    " chain bigint NOT NULL, round bigint NOT NULL CHECK(round >= 1), number bigint NOT NULL,"
    " PRIMARY KEY(chain, round));"
    "CREATE TABLE documents("
    " hash bytea PRIMARY KEY CHECK(length(hash) = 32), chain bigint NOT NULL, number bigint NOT NULL);"
    "CREATE TABLE tree("
    " level bigint NOT NULL CHECK(level >= 10),"
    " number bigint NOT NULL CHECK(number >= 0),"
    " hash bytea NOT NULL CHECK(length(hash) = 32),"
    " PRIMARY KEY(level, number));"
    "CREATE TABLE checkpoints("
    " size bigint PRIMARY KEY CHECK(size >= 1),"
    " root bytea NOT NULL CHECK(length(root) = 32),"
    " signature bytea NOT NULL CHECK(length(signature) = 64),"
    " latest bigint NOT NULL);" /* the latest time of an entry under it */
    "CREATE TABLE cosignatures("
    " number bigint PRIMARY KEY CHECK(number >= 1),"
    " size bigint NOT NULL REFERENCES checkpoints(size),"
    " line text NOT NULL);";

static const char version_1_guards[] =
    /* The tables beside the journal: their rows may change, or must not be in it. */
    "CREATE TABLE people(name text PRIMARY KEY, line text NOT NULL);"
    "CREATE TABLE sessions(name text PRIMARY KEY, line text NOT NULL);"
    "CREATE TABLE wishes(name text PRIMARY KEY, line text NOT NULL);"
    "CREATE VIEW balances AS SELECT number, kind, name, cents FROM accounts;" STAYS_LIST(STAYS_TRIGGER)
        KEEPS_TRIGGER("chains") KEEPS_TRIGGER("accounts") KEEPS_TRIGGER("croupier");

/* Several servers (docs/scale.md): the order of the log, who lives, and who runs what. */
#define ENTER_BODY                                                                                           \
    "DECLARE place bigint; BEGIN SELECT position INTO place FROM head FOR UPDATE;"                           \
    " UPDATE servers SET commits = commits + done, until = clock_timestamp() + " POSTGRES_LEASE              \
    " WHERE name = me AND epoch = mine; IF NOT FOUND THEN RAISE EXCEPTION"                                   \
    " '%: another server has taken over', me USING ERRCODE = 'CR002'; END IF; RETURN place; END"

/* A thing without a living owner becomes ours; whoever owned it is fenced off. */
#define CLAIM_BODY                                                                                           \
    "DECLARE owned owners; BEGIN PERFORM croupier_enter(me, mine, 0);"                                       \
    " SELECT * INTO owned FROM owners WHERE owners.thing = wanted FOR UPDATE;"                               \
    " IF FOUND AND owned.server <> me THEN"                                                                  \
    " IF EXISTS (SELECT FROM servers WHERE name = owned.server AND until > clock_timestamp()) THEN RETURN"   \
    " false; END IF; UPDATE servers SET epoch = epoch + 1, until = '-infinity' WHERE name = owned.server;"   \
    " DELETE FROM owners WHERE server = owned.server AND owners.thing <> wanted; END IF;"                    \
    " INSERT INTO owners VALUES(wanted, me) ON CONFLICT(thing) DO UPDATE SET server = me; RETURN true; END"

static const char version_2[] =
    "CREATE TABLE head(one bigint PRIMARY KEY CHECK(one = 1), position bigint NOT NULL) WITH (fillfactor = 50);"
    "INSERT INTO head SELECT 1, coalesce(max(position), 0) FROM log;"
    "CREATE TABLE servers("
    " name text PRIMARY KEY,"
    " epoch bigint NOT NULL," /* how often it has started, and was taken for dead */
    " commits bigint NOT NULL,"
    " until timestamptz NOT NULL," /* by the clock of the database */
    " address text NOT NULL,"
    " leaving boolean NOT NULL"
    ") WITH (fillfactor = 50);"
    "CREATE TABLE owners(thing text PRIMARY KEY, server text NOT NULL REFERENCES servers(name));"
    "CREATE FUNCTION croupier_enter(me text, mine bigint, done bigint) RETURNS bigint LANGUAGE plpgsql"
    " AS $$" ENTER_BODY "$$;"
    "CREATE FUNCTION croupier_claim(me text, mine bigint, wanted text) RETURNS boolean LANGUAGE plpgsql"
    " AS $$" CLAIM_BODY "$$;";

static const char version_2_guards[] = KEEPS_TRIGGER("head");

/* Version 3 has what stands by entries of the house (house/footing.h). */
static const char version_3[] =
    "CREATE TABLE footing(name text PRIMARY KEY, line text NOT NULL);"
    "CREATE OR REPLACE FUNCTION croupier_keep(shelf bigint, named text, said text) RETURNS void"
    " LANGUAGE plpgsql AS $$" KEEP_BODY "$$;";

/* Version 4 has archives. The owner of the tables may remove what they hold; the server's role may not. */
#define GOES_TRIGGER(table)                                                                                  \
    "DROP TRIGGER stays ON " table ";"                                                                       \
    "CREATE TRIGGER stays BEFORE UPDATE OR TRUNCATE ON " table                                               \
    " FOR EACH STATEMENT EXECUTE FUNCTION croupier_refuse();"                                                \
    "ALTER TABLE " table " ENABLE ALWAYS TRIGGER stays;"                                                     \
    "CREATE TRIGGER goes AFTER DELETE ON " table                                                             \
    " REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION croupier_goes_" table "();"          \
    "ALTER TABLE " table " ENABLE ALWAYS TRIGGER goes;"                                                      \
    "GRANT DELETE ON " table " TO CURRENT_USER;"
#define GOES_FUNCTION(table, body)                                                                           \
    "CREATE FUNCTION croupier_goes_" table "() RETURNS trigger LANGUAGE plpgsql AS $$" body "$$;"

static const char version_4[] = "CREATE TABLE archives("
                                " last bigint PRIMARY KEY CHECK(last >= first),"
                                " first bigint NOT NULL CHECK(first >= 1),"
                                " name text NOT NULL,"                          /* of the file */
                                " root bytea NOT NULL CHECK(length(root) = 32)" /* of the log at `last` */
                                ");" STAYS_TRIGGER("archives") GOES_FUNCTION("journal", GOES_BODY)
                                    GOES_FUNCTION("log", GOES_LOG_BODY) GOES_FUNCTION("postings", GOES_BODY);

static const char version_4_guards[] = GOES_LIST(GOES_TRIGGER);

/* Chain 1 is the house's: every database has it from the beginning. */
static enum status found_house(struct pglink *link)
{
    struct chain house;
    char hex[2 * HASH_BYTES + 1];
    char sql[200];
    chain_init(&house, CHAIN_NUMBER_HOUSE, CHAIN_HOUSE);
    for (unsigned i = 0; i < HASH_BYTES; i++)
        snprintf(hex + (size_t)2 * i, 3, "%02x", house.head.bytes[i]);
    snprintf(sql, sizeof(sql), "INSERT INTO chains VALUES(1, '%s', 0, decode('%s', 'hex'))", house.name, hex);
    return pglink_say(link, sql, PGLINK_CALL_MS, NULL);
}

/* One row a version: its tables, then what has to be filled in. */
static const struct version {
    const char *tables;
    const char *guards;
    enum status (*fill)(struct pglink *link);
} versions[POSTGRES_SCHEMA_VERSION] = {{version_1, version_1_guards, found_house},
                                       {version_2, version_2_guards, NULL},
                                       {version_3, NULL, NULL},
                                       {version_4, version_4_guards, NULL}};

static enum status ask_number(struct pglink *link, const char *sql, int64_t *number)
{
    PGresult *rows;
    enum status status = pglink_say(link, sql, PGLINK_CALL_MS, &rows);
    if (status != STATUS_OK)
        return status;
    *number = PQntuples(rows) == 1 ? strtoll(PQgetvalue(rows, 0, 0), NULL, 10) : 0;
    PQclear(rows);
    return STATUS_OK;
}

/* The version of the tables; 0 when there are none. Another program's are refused. */
static enum status schema_version(struct pglink *link, int64_t *version, struct store_failure *failure)
{
    int64_t tables = 0;
    int64_t ours = 0;
    enum status status = ask_number(
        link, "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace", &tables);
    if (status == STATUS_OK)
        status = ask_number(link,
                            "SELECT count(*) FROM pg_class WHERE relname = 'croupier' AND relkind = 'r' AND"
                            " relnamespace = current_schema()::regnamespace",
                            &ours);
    *version = 0;
    if (status == STATUS_OK && ours > 0)
        status = ask_number(link, "SELECT version FROM croupier", version);
    if (status != STATUS_OK)
        return pglink_fail(link, status, failure);
    if (tables > 0 && ours == 0)
        return store_fail(failure, STATUS_STORE_VERSION, "%s: is a database of another program", link->name);
    if (*version > POSTGRES_SCHEMA_VERSION)
        return store_fail(failure, STATUS_STORE_VERSION,
                          "%s: has version %lld; this program knows versions up to %d", link->name,
                          (long long)*version, POSTGRES_SCHEMA_VERSION);
    return STATUS_OK;
}

static enum status climb(struct pglink *link, int64_t from)
{
    char sql[64];
    enum status status = pglink_say(link, "SET LOCAL statement_timeout = '10min'", PGLINK_CALL_MS, NULL);
    for (int64_t at = from; status == STATUS_OK && at < POSTGRES_SCHEMA_VERSION; at++) {
        status = pglink_say(link, versions[at].tables, PGLINK_LONG_MS, NULL);
        if (status == STATUS_OK && versions[at].guards)
            status = pglink_say(link, versions[at].guards, PGLINK_LONG_MS, NULL);
        if (status == STATUS_OK && versions[at].fill)
            status = versions[at].fill(link);
    }
    snprintf(sql, sizeof(sql), "UPDATE croupier SET version = %d", POSTGRES_SCHEMA_VERSION);
    return status == STATUS_OK ? pglink_say(link, sql, PGLINK_CALL_MS, NULL) : status;
}

enum status postgres_upgrade(struct pglink *link, struct store_failure *failure)
{
    int64_t version = 0;
    enum status status = schema_version(link, &version, failure);
    if (status != STATUS_OK || version == POSTGRES_SCHEMA_VERSION)
        return status;
    status = pglink_say(link, "BEGIN", PGLINK_CALL_MS, NULL);
    if (status == STATUS_OK)
        status = climb(link, version);
    if (status == STATUS_OK)
        status = pglink_say(link, "COMMIT", PGLINK_CALL_MS, NULL);
    if (status == STATUS_OK)
        return STATUS_OK;
    pglink_fail(link, status, failure);
    if (link->connection)
        (void)!pglink_say(link, "ROLLBACK", PGLINK_CALL_MS, NULL);
    return status;
}

/* ---- Checking. ---- */

/* How many of our triggers are there, switched on whatever the session says, and call our function. */
#define COUNT_ONE(table) +1 /* NOLINT(bugprone-macro-parentheses): one more term of a sum */
#define NAME_ONE(table)  "," table
enum { TRIGGERS = 0 FIXED_LIST(COUNT_ONE) KEEPS_LIST(COUNT_ONE) GOES_LIST(COUNT_ONE) GOES_LIST(COUNT_ONE) };

/* tgtype: 2 before, 8 delete, 16 update, 32 truncate; a statement's has no 1. */
static const char check_triggers[] =
    "SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc f ON f.oid = t.tgfoid"
    " WHERE c.relnamespace = current_schema()::regnamespace AND t.tgenabled = 'A'"
    " AND t.tgqual IS NULL AND f.pronamespace = c.relnamespace"
    " AND CASE t.tgname WHEN 'goes' THEN f.proname = 'croupier_goes_' || c.relname AND t.tgtype = 8"
    " AND t.tgoldtable = 'gone' WHEN 'stays' THEN f.proname = 'croupier_refuse'"
    " AND t.tgtype = CASE WHEN position(',' || c.relname || ',' IN '" FIXED_LIST(
        NAME_ONE) ",') > 0 THEN 58"
                  " WHEN position(',' || c.relname || ',' IN '" GOES_LIST(
                      NAME_ONE) ",') > 0 THEN 50"
                                " WHEN position(',' || c.relname || ',' IN '" KEEPS_LIST(
                                    NAME_ONE) ",') > 0 THEN 42 END END";

static const char check_functions[] =
    "SELECT count(*) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND"
    " ((proname = 'croupier_goes_log' AND prosrc = $$" GOES_LOG_BODY "$$) OR"
    " (proname IN ('croupier_goes_journal', 'croupier_goes_postings') AND prosrc = $$" GOES_BODY "$$) OR"
    " (proname = 'croupier_refuse' AND prosrc = $$" REFUSE_BODY "$$) OR"
    " (proname = 'croupier_keep' AND prosrc = $$" KEEP_BODY "$$) OR"
    " (proname = 'croupier_enter' AND prosrc = $$" ENTER_BODY "$$) OR"
    " (proname = 'croupier_claim' AND prosrc = $$" CLAIM_BODY "$$) OR"
    " (proname = 'croupier_expect' AND prosrc = $$" EXPECT_BODY "$$))";

/* The checks that hold money up, and the keys that hold numbers apart. */
static const char check_constraints[] =
    "SELECT count(*) FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid WHERE c.relnamespace ="
    " current_schema()::regnamespace AND n.convalidated AND ((n.contype = 'p' AND c.relname IN"
    " ('journal', 'log', 'postings', 'keys', 'rounds', 'documents', 'tree', 'checkpoints', 'accounts',"
    " 'chains', 'archives')) OR (n.contype = 'c' AND ((c.relname = 'accounts' AND n.conname = 'accounts_check') OR"
    " (c.relname = 'postings' AND n.conname = 'postings_check'))))";

enum status postgres_check(struct pglink *link, struct store_failure *failure)
{
    static const struct {
        const char *sql;
        int64_t count;
        const char *what;
    } rows[] = {{check_triggers, TRIGGERS, "a trigger"},
                {check_functions, 8, "a function"},
                {check_constraints, 13, "a key or a check"}};
    int64_t version = 0;
    enum status status = schema_version(link, &version, failure);
    if (status != STATUS_OK)
        return status;
    if (version == 0)
        return store_fail(failure, STATUS_STORE_VERSION, "%s: holds no journal", link->name);
    if (version < POSTGRES_SCHEMA_VERSION)
        return store_fail(failure, STATUS_STORE_VERSION,
                          "%s: has version %lld; its owner brings it up to date (croupier db prepare)",
                          link->name, (long long)version);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int64_t count = 0;
        status = ask_number(link, rows[i].sql, &count);
        if (status != STATUS_OK)
            return pglink_fail(link, status, failure);
        if (count != rows[i].count)
            return store_fail(failure, STATUS_STORE_CORRUPT, "%s: %s is missing or was changed", link->name,
                              rows[i].what);
    }
    return STATUS_OK;
}

/* ---- Rights. ---- */

enum status postgres_grant(struct pglink *link, const char *role, struct store_failure *failure)
{
    char sql[2048];
    char *quoted = strchr(role, '\'') ? NULL : PQescapeIdentifier(link->connection, role, strlen(role));
    if (!quoted)
        return store_fail(failure, STATUS_NO_DATABASE, "%s: the name of a role cannot be used", role);
    snprintf(
        sql, sizeof(sql),
        "DO $do$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %%I TO %s', current_schema()); END $do$;"
        "GRANT SELECT, INSERT ON chains, accounts" STAYS_LIST(
            NAME_ONE) " TO %s;"
                      "GRANT UPDATE(entries, head) ON chains TO %s; GRANT UPDATE(cents, postings) ON accounts TO %s;"
                      "GRANT SELECT, INSERT, UPDATE, DELETE ON people, sessions, wishes, footing, servers, owners TO %s;"
                      "GRANT SELECT, UPDATE ON head TO %s; GRANT SELECT ON croupier, balances, archives TO %s",
        quoted, quoted, quoted, quoted, quoted, quoted, quoted);
    PQfreemem(quoted);
    enum status status = pglink_say(link, sql, PGLINK_CALL_MS, NULL);
    return status == STATUS_OK ? status : pglink_fail(link, status, failure);
}

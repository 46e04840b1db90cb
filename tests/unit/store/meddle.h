/* SPDX-License-Identifier: Apache-2.0 */
/* meddle.h - changes rows of a house's file as a damaged disk does, or somebody with a shell: no trigger and
 * no check of a table is in the way, and the guards are there again afterwards.
 *
 * Included by one test program each; everything is static. */
#ifndef CROUPIER_TESTS_STORE_MEDDLE_H
#define CROUPIER_TESTS_STORE_MEDDLE_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "journal/chain.h"
#include "log/merkle.h"

/* leaf(entry), and head(number, name) of a chain without entries. */
static inline void meddle_leaf(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    struct span bytes = {sqlite3_value_blob(values[0]), (size_t)sqlite3_value_bytes(values[0])};
    struct hash hash = merkle_leaf(bytes);
    sqlite3_result_blob(context, hash.bytes, HASH_BYTES, SQLITE_TRANSIENT);
}

static inline void meddle_head(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    struct chain chain;
    chain_init(&chain, (uint32_t)sqlite3_value_int(values[0]), (const char *)sqlite3_value_text(values[1]));
    sqlite3_result_blob(context, chain.head.bytes, HASH_BYTES, SQLITE_TRANSIENT);
}

static inline void meddle_say(sqlite3 *connection, const char *sql)
{
    if (sqlite3_exec(connection, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(connection));
}

static inline void meddle(const char *path, const char *sql)
{
    sqlite3 *connection;
    chmod(path, 0600);
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    sqlite3_create_function(connection, "leaf", 1, SQLITE_UTF8, NULL, meddle_leaf, NULL, NULL);
    sqlite3_create_function(connection, "head", 2, SQLITE_UTF8, NULL, meddle_head, NULL, NULL);
    meddle_say(connection,
               "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON;"
               "CREATE TEMP TABLE guards AS SELECT * FROM sqlite_schema WHERE type = 'trigger';"
               "DELETE FROM sqlite_schema WHERE type = 'trigger'; PRAGMA writable_schema = RESET");
    int before = sqlite3_total_changes(connection);
    meddle_say(connection, sql);
    if (sqlite3_total_changes(connection) == before)
        fail_msg("%s: changes nothing", sql);
    meddle_say(connection, "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM guards;"
                           "PRAGMA writable_schema = RESET");
    sqlite3_close(connection);
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/sqlite_fault.h"

static const struct {
    int code; /* of SQLite */
    enum status status;
} codes[] = {
    {SQLITE_FULL, STATUS_STORE_FULL},       {SQLITE_READONLY, STATUS_STORE_READ_ONLY},
    {SQLITE_CORRUPT, STATUS_STORE_CORRUPT}, {SQLITE_NOTADB, STATUS_STORE_CORRUPT},
    {SQLITE_BUSY, STATUS_STORE_LOCKED},     {SQLITE_LOCKED, STATUS_STORE_LOCKED},
    {SQLITE_NOMEM, STATUS_NO_MEMORY},       {SQLITE_CANTOPEN, STATUS_NO_FILE},
    {SQLITE_PERM, STATUS_NO_FILE},          {SQLITE_CONSTRAINT, STATUS_BAD_ENTRY},
};

enum status sqlite_status(int code)
{
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
        if (codes[i].code == (code & 0xff))
            return codes[i].status;
    return STATUS_STORE_IO;
}

enum status sqlite_failure(const char *path, sqlite3 *connection, struct store_failure *failure)
{
    enum status status = sqlite_status(sqlite3_errcode(connection));
    return store_fail(failure, status, "%s: %s (SQLite %d: %s)", path, status_sentence(status),
                      sqlite3_extended_errcode(connection), sqlite3_errmsg(connection));
}

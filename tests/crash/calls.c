/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <p11-kit/p11-kit.h>
#include <p11-kit/uri.h>
#include <poll.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    WAYS_MAX = 8192,
    DEPTH = 9,
    OURS = 2, /* the places nearest to the call are in this file */
    PLACES_MAX = 16384,
    NAMES_MAX = 64
};

/* After some calls the connection of libpq is gone, and may come again; after the others there is no second
 * try. */
enum sort { FINAL, LOSING, SORTS };

static struct {
    pthread_mutex_t lock;
    enum { PASSING, LISTING, FAILING } mode;
    unsigned count;
    struct way {
        void *places[DEPTH];
        unsigned depth;
        unsigned taken;
        enum sort sort;
    } ways[WAYS_MAX];
    const char *names[NAMES_MAX]; /* of calls that came */
    unsigned name_count;
    void *tried[SORTS][PLACES_MAX];
    unsigned tried_count[SORTS];
    unsigned chosen;
    unsigned turn;
    int code; /* that SQLite answers with */
    bool failed;
    /* What failed, so that it is told again where SQLite would. */
    sqlite3 *connection;
    sqlite3_stmt *statement;
    const PGresult *result;
} calls = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void end(void)
{
    pthread_mutex_lock(&calls.lock);
    calls.mode = PASSING;
    calls.connection = NULL;
    calls.statement = NULL;
    calls.result = NULL;
    pthread_mutex_unlock(&calls.lock);
}

/* Where a way ends: behind the call of a life, whose place is the same for all of them. */
enum { LIVE_BYTES_MAX = 128 /* of its code */ };

static __attribute__((noinline, noclone)) void live(calls_life life, void *context)
{
    life(context);
    __asm__ volatile(""); /* it stays on the stack */
}

static unsigned depth_of(void *const *places, unsigned depth)
{
    for (unsigned i = OURS; i < depth; i++)
        if ((uintptr_t)places[i] - (uintptr_t)live < LIVE_BYTES_MAX)
            return i;
    return depth;
}

void calls_list(calls_life life, void *context)
{
    void *place;
    backtrace(&place, 1); /* loads what it needs */
    calls.count = 0;
    calls.mode = LISTING;
    live(life, context);
    end();
}

unsigned calls_count(void)
{
    return calls.count;
}

unsigned calls_taken(unsigned way)
{
    return calls.ways[way].taken;
}

bool calls_fail(unsigned way, unsigned turn, bool memory, calls_life life, void *context)
{
    calls.chosen = way;
    calls.turn = turn;
    calls.code = memory ? SQLITE_NOMEM : SQLITE_IOERR;
    calls.failed = false;
    calls.mode = FAILING;
    live(life, context);
    end();
    return calls.failed;
}

void calls_print(unsigned way)
{
    backtrace_symbols_fd(calls.ways[way].places + OURS, (int)calls.ways[way].depth - OURS, STDERR_FILENO);
}

static bool was_tried(enum sort sort, const void *place)
{
    for (unsigned i = 0; i < calls.tried_count[sort]; i++)
        if (calls.tried[sort][i] == place)
            return true;
    return false;
}

bool calls_leads_anew(unsigned way)
{
    const struct way *looked = &calls.ways[way];
    bool new = false;
    for (unsigned i = OURS; i < looked->depth; i++) {
        if (was_tried(looked->sort, looked->places[i]))
            continue;
        if (calls.tried_count[looked->sort] == PLACES_MAX)
            abort();
        calls.tried[looked->sort][calls.tried_count[looked->sort]++] = looked->places[i];
        new = true;
    }
    return new;
}

static bool is_way(const struct way *way, void *const *places, unsigned depth)
{
    return way->depth == depth &&
           memcmp(way->places + OURS, places + OURS, (depth - OURS) * sizeof *places) == 0;
}

static void note(enum sort sort, void *const *places, unsigned depth)
{
    for (unsigned i = 0; i < calls.count; i++)
        if (is_way(&calls.ways[i], places, depth)) {
            calls.ways[i].taken++;
            return;
        }
    if (calls.count == WAYS_MAX)
        abort();
    struct way *way = &calls.ways[calls.count++];
    way->depth = depth;
    way->taken = 1;
    way->sort = sort;
    memcpy(way->places, places, depth * sizeof *places);
}

/* Whether this call is the one. */
static __attribute__((noinline)) bool fails(enum sort sort)
{
    void *places[DEPTH];
    bool now = false;
    if (calls.mode == PASSING)
        return false;
    unsigned depth = depth_of(places, (unsigned)backtrace(places, DEPTH));
    pthread_mutex_lock(&calls.lock);
    if (calls.mode == LISTING)
        note(sort, places, depth);
    else if (calls.mode == FAILING && !calls.failed && is_way(&calls.ways[calls.chosen], places, depth))
        now = calls.failed = --calls.turn == 0;
    pthread_mutex_unlock(&calls.lock);
    return now;
}

#define CALL(type, name, ...)                                                                                \
    type __real_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__)

/* ---- The heap and the operating system. ---- */

bool calls_came(const char *name)
{
    for (unsigned i = 0; i < calls.name_count; i++)
        if (strcmp(calls.names[i], name) == 0)
            return true;
    return false;
}

static void see(const char *name)
{
    if (calls.mode != LISTING)
        return;
    pthread_mutex_lock(&calls.lock);
    if (!calls_came(name) && calls.name_count < NAMES_MAX)
        calls.names[calls.name_count++] = name;
    pthread_mutex_unlock(&calls.lock);
}

static bool fails_with(enum sort sort, const char *name, int error)
{
    see(name);
    bool now = fails(sort);
    if (now)
        errno = error;
    return now;
}

#define CALL_OF_SORT(sort, type, name, parameters, arguments, error, failure)                                \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters;                                                                           \
    type __wrap_##name parameters                                                                            \
    {                                                                                                        \
        return fails_with(sort, #name, error) ? (failure) : __real_##name arguments;                         \
    }

#define CALL_THAT_FAILS(...) CALL_OF_SORT(FINAL, __VA_ARGS__)
#define CALL_THAT_LOSES(...) CALL_OF_SORT(LOSING, __VA_ARGS__)

CALL_THAT_FAILS(void *, malloc, (size_t size), (size), ENOMEM, NULL)
CALL_THAT_FAILS(void *, calloc, (size_t count, size_t size), (count, size), ENOMEM, NULL)
CALL_THAT_FAILS(void *, realloc, (void *old, size_t size), (old, size), ENOMEM, NULL)
CALL_THAT_FAILS(int, fsync, (int file), (file), EIO, -1)
CALL_THAT_FAILS(int, rename, (const char *from, const char *to), (from, to), EIO, -1)
CALL_THAT_FAILS(int, link, (const char *from, const char *to), (from, to), EIO, -1)
CALL_THAT_FAILS(int, chmod, (const char *path, mode_t mode), (path, mode), EPERM, -1)
CALL_THAT_FAILS(int, access, (const char *path, int how), (path, how), EACCES, -1)
CALL_THAT_FAILS(int, stat64, (const char *path, struct stat *about), (path, about), EACCES, -1)
CALL_THAT_FAILS(int, fstat64, (int file, struct stat *about), (file, about), EIO, -1)
CALL_THAT_FAILS(int, ftruncate64, (int file, off_t size), (file, size), EIO, -1)
CALL_THAT_FAILS(ssize_t, pread64, (int file, void *bytes, size_t size, off_t at), (file, bytes, size, at),
                EIO, -1)
CALL_THAT_FAILS(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off_t at),
                (file, bytes, size, at), EIO, -1)
CALL_THAT_FAILS(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), ENOSPC, -1)
CALL_THAT_FAILS(int, socket, (int domain, int type, int protocol), (domain, type, protocol), EMFILE, -1)
CALL_THAT_FAILS(int, bind, (int file, const struct sockaddr *name, socklen_t size), (file, name, size),
                EADDRINUSE, -1)
CALL_THAT_FAILS(int, flock, (int file, int how), (file, how), ENOLCK, -1)
CALL_THAT_FAILS(int, statx, (int folder, const char *path, int flags, unsigned wanted, struct statx *about),
                (folder, path, flags, wanted, about), ENOSYS, -1)
CALL_THAT_FAILS(char *, realpath, (const char *path, char *real), (path, real), EACCES, NULL)
/* The same, where the compiler knows how much room there is. */
CALL(char *, __realpath_chk, const char *path, char *real, size_t size)
{
    return fails_with(FINAL, "realpath", EACCES) ? NULL : __real___realpath_chk(path, real, size);
}

CALL_THAT_FAILS(int, sodium_init, (void), (), 0, -1)
CALL_THAT_FAILS(int, pthread_create,
                (pthread_t * thread, const pthread_attr_t *how, void *(*run)(void *), void *context),
                (thread, how, run, context), 0, EAGAIN)

int __real_open64(const char *path, int how, ...);
int __wrap_open64(const char *path, int how, ...);

int __wrap_open64(const char *path, int how, ...)
{
    va_list more;
    va_start(more, how);
    mode_t mode = how & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    /* To write, as where the file system cannot be written; to read, as where too many files are open. */
    int error = how & (O_WRONLY | O_RDWR) ? EROFS : EMFILE;
    return fails_with(FINAL, "open64", error) ? -1 : __real_open64(path, how, mode);
}

/* ---- SQLite. ---- */

static int refuse(sqlite3 *connection, sqlite3_stmt *statement)
{
    calls.connection = connection;
    calls.statement = statement;
    return calls.code;
}

CALL(int, sqlite3_errcode, sqlite3 *connection)
{
    return connection && connection == calls.connection ? calls.code : __real_sqlite3_errcode(connection);
}

CALL(int, sqlite3_extended_errcode, sqlite3 *connection)
{
    return connection && connection == calls.connection ? calls.code
                                                        : __real_sqlite3_extended_errcode(connection);
}

CALL(const char *, sqlite3_errmsg, sqlite3 *connection)
{
    return connection && connection == calls.connection ? "made to fail" : __real_sqlite3_errmsg(connection);
}

CALL(int, sqlite3_prepare_v2, sqlite3 *connection, const char *sql, int size, sqlite3_stmt **statement,
     const char **tail)
{
    if (!fails(FINAL))
        return __real_sqlite3_prepare_v2(connection, sql, size, statement, tail);
    *statement = NULL;
    return refuse(connection, NULL);
}

CALL(int, sqlite3_prepare_v3, sqlite3 *connection, const char *sql, int size, unsigned flags,
     sqlite3_stmt **statement, const char **tail)
{
    if (!fails(FINAL))
        return __real_sqlite3_prepare_v3(connection, sql, size, flags, statement, tail);
    *statement = NULL;
    return refuse(connection, NULL);
}

CALL(int, sqlite3_step, sqlite3_stmt *statement)
{
    return fails(FINAL) ? refuse(sqlite3_db_handle(statement), statement) : __real_sqlite3_step(statement);
}

/* A statement that failed says so once more when it is reset or let go. */
static int once_more(sqlite3_stmt *statement, int result)
{
    if (!statement || statement != calls.statement)
        return result;
    calls.statement = NULL;
    return calls.code;
}

CALL(int, sqlite3_reset, sqlite3_stmt *statement)
{
    return once_more(statement, __real_sqlite3_reset(statement));
}

CALL(int, sqlite3_finalize, sqlite3_stmt *statement)
{
    return once_more(statement, __real_sqlite3_finalize(statement));
}

CALL(int, sqlite3_exec, sqlite3 *connection, const char *sql, int (*take)(void *, int, char **, char **),
     void *context, char **message)
{
    return fails(FINAL) ? refuse(connection, NULL)
                        : __real_sqlite3_exec(connection, sql, take, context, message);
}

CALL(int, sqlite3_open, const char *path, sqlite3 **connection)
{
    int result = __real_sqlite3_open(path, connection);
    return fails(FINAL) ? refuse(*connection, NULL) : result;
}

CALL(int, sqlite3_open_v2, const char *path, sqlite3 **connection, int flags, const char *vfs)
{
    int result = __real_sqlite3_open_v2(path, connection, flags, vfs);
    return fails(FINAL) ? refuse(*connection, NULL) : result;
}

CALL(int, sqlite3_busy_timeout, sqlite3 *connection, int ms)
{
    return fails(FINAL) ? refuse(connection, NULL) : __real_sqlite3_busy_timeout(connection, ms);
}

CALL(int, sqlite3_create_function, sqlite3 *connection, const char *name, int count, int text, void *context,
     void (*call)(sqlite3_context *, int, sqlite3_value **),
     void (*step)(sqlite3_context *, int, sqlite3_value **), void (*last)(sqlite3_context *))
{
    return fails(FINAL)
               ? refuse(connection, NULL)
               : __real_sqlite3_create_function(connection, name, count, text, context, call, step, last);
}

CALL(sqlite3_backup *, sqlite3_backup_init, sqlite3 *to, const char *to_name, sqlite3 *from,
     const char *from_name)
{
    if (!fails(FINAL))
        return __real_sqlite3_backup_init(to, to_name, from, from_name);
    refuse(to, NULL);
    return NULL;
}

CALL(int, sqlite3_backup_finish, sqlite3_backup *backup)
{
    int result = __real_sqlite3_backup_finish(backup);
    return fails(FINAL) ? calls.code : result;
}

/* Without memory a text is not there. Blobs are: SQLite has read them by then. */
CALL(const unsigned char *, sqlite3_column_text, sqlite3_stmt *row, int column)
{
    return fails(FINAL) ? NULL : __real_sqlite3_column_text(row, column);
}

char *__wrap_sqlite3_mprintf(const char *format, ...);

char *__wrap_sqlite3_mprintf(const char *format, ...)
{
    va_list more;
    va_start(more, format);
    char *text = fails(FINAL) ? NULL : sqlite3_vmprintf(format, more);
    va_end(more);
    return text;
}

/* ---- Modules with keys. ---- */

CALL_THAT_FAILS(P11KitUri *, p11_kit_uri_new, (void), (), ENOMEM, NULL)
CALL_THAT_FAILS(CK_FUNCTION_LIST **, p11_kit_modules_load_and_initialize, (int flags), (flags), ENOMEM, NULL)

/* ---- libpq: a call that fails for want of memory, or a connection that is gone. ---- */

CALL_THAT_LOSES(PGconn *, PQconnectStartParams,
                (const char *const *words, const char *const *values, int expand), (words, values, expand), 0,
                NULL)
CALL_THAT_LOSES(int, PQsetnonblocking, (PGconn * link, int on), (link, on), 0, -1)
CALL_THAT_LOSES(int, PQflush, (PGconn * link), (link), 0, -1)
CALL_THAT_LOSES(int, PQconsumeInput, (PGconn * link), (link), 0, 0)
CALL_THAT_LOSES(int, PQsendQuery, (PGconn * link, const char *sql), (link, sql), 0, 0)
CALL_THAT_LOSES(int, PQsendPrepare,
                (PGconn * link, const char *name, const char *sql, int count, const Oid *types),
                (link, name, sql, count, types), 0, 0)
CALL_THAT_LOSES(int, PQsendQueryPrepared,
                (PGconn * link, const char *name, int count, const char *const *values, const int *lengths,
                 const int *formats, int binary),
                (link, name, count, values, lengths, formats, binary), 0, 0)
CALL_THAT_LOSES(int, PQsendQueryParams,
                (PGconn * link, const char *sql, int count, const Oid *types, const char *const *values,
                 const int *lengths, const int *formats, int binary),
                (link, sql, count, types, values, lengths, formats, binary), 0, 0)
CALL_THAT_LOSES(int, PQenterPipelineMode, (PGconn * link), (link), 0, 0)
CALL_THAT_LOSES(int, PQexitPipelineMode, (PGconn * link), (link), 0, 0)
CALL_THAT_LOSES(int, PQpipelineSync, (PGconn * link), (link), 0, 0)
CALL_THAT_LOSES(char *, PQescapeIdentifier, (PGconn * link, const char *text, size_t size),
                (link, text, size), 0, NULL)
CALL_THAT_LOSES(int, poll, (struct pollfd * sockets, nfds_t count, int ms), (sockets, count, ms), EINTR, -1)

/* An answer that libpq could not make room for: an error without a state, in place of the rows. */
CALL(ExecStatusType, PQresultStatus, const PGresult *result)
{
    if (calls.mode == FAILING && result && result == calls.result)
        return PGRES_FATAL_ERROR;
    if (!fails(FINAL))
        return __real_PQresultStatus(result);
    calls.result = result;
    return PGRES_FATAL_ERROR;
}

CALL(int, PQntuples, const PGresult *result)
{
    return result && result == calls.result ? 0 : __real_PQntuples(result);
}

CALL(void, PQclear, PGresult *result)
{
    if (result == calls.result)
        calls.result = NULL;
    __real_PQclear(result);
}

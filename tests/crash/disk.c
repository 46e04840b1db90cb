/* SPDX-License-Identifier: Apache-2.0 */
#include "disk.h"

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "random/seeded.h"

enum { SECTOR = 512, NODES_MAX = 16, PATH_BYTES = 512, STALL_MS = 3000 };

/* A write, or a truncation when `bytes` is NULL. */
struct op {
    struct op *next;
    sqlite3_int64 offset; /* or the new length */
    int size;
    uint8_t *bytes;
};

/* A file by its name; all connections see the same. */
struct node {
    char path[PATH_BYTES];
    uint8_t *bytes; /* as the running program sees it */
    sqlite3_int64 size;
    sqlite3_int64 room;
    struct op *first; /* not synced yet, in order */
    struct op **last;
};

static struct disk {
    pthread_mutex_t lock;
    sqlite3_vfs *real;
    enum disk_fate fate;
    unsigned at;
    unsigned writes;
    unsigned calls; /* reads, writes and syncs */
    bool failed;
    struct seeded_source source;
    struct node nodes[NODES_MAX];
    unsigned node_count;
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* What SQLite holds; the real file's own struct follows it in memory and keeps the locks. */
struct handle {
    sqlite3_file base;
    struct node *node;
};

static sqlite3_file *real_of(sqlite3_file *file)
{
    return (sqlite3_file *)((char *)file + sizeof(struct handle));
}

/* ---- Nodes. ---- */

static void node_resize(struct node *node, sqlite3_int64 size)
{
    if (size > node->room) {
        node->room = size * 2;
        node->bytes = realloc(node->bytes, (size_t)node->room);
        assert(node->bytes);
    }
    if (size > node->size)
        memset(node->bytes + node->size, 0, (size_t)(size - node->size));
    node->size = size;
}

static void node_load(struct node *node)
{
    int file = open(node->path, O_RDONLY | O_CLOEXEC);
    uint8_t bytes[65536];
    node->last = &node->first;
    for (ssize_t count; file >= 0 && (count = read(file, bytes, sizeof bytes)) > 0;) {
        sqlite3_int64 at = node->size;
        node_resize(node, at + count);
        memcpy(node->bytes + at, bytes, (size_t)count);
    }
    if (file >= 0)
        close(file);
}

static struct node *node_find(const char *path)
{
    for (unsigned i = 0; i < disk.node_count; i++)
        if (strcmp(disk.nodes[i].path, path) == 0)
            return &disk.nodes[i];
    return NULL;
}

static struct node *node_open(const char *path)
{
    struct node *node = node_find(path);
    if (node)
        return node;
    assert(disk.node_count < NODES_MAX && strlen(path) < PATH_BYTES);
    node = &disk.nodes[disk.node_count++];
    memset(node, 0, sizeof *node);
    memcpy(node->path, path, strlen(path) + 1);
    node_load(node);
    return node;
}

static void node_drop_ops(struct node *node)
{
    while (node->first) {
        struct op *op = node->first;
        node->first = op->next;
        free(op->bytes);
        free(op);
    }
    node->last = &node->first;
}

static void node_add(struct node *node, const void *bytes, int size, sqlite3_int64 offset)
{
    struct op *op = calloc(1, sizeof *op);
    assert(op);
    *op = (struct op){.offset = offset, .size = size};
    if (bytes) {
        op->bytes = malloc((size_t)size);
        assert(op->bytes);
        memcpy(op->bytes, bytes, (size_t)size);
    }
    *node->last = op;
    node->last = &op->next;
}

static void put(int file, const struct op *op, int from, int size)
{
    ssize_t count = pwrite(file, op->bytes + from, (size_t)size, op->offset + from);
    assert(count == size);
    (void)count;
}

/* With a seed each operation may be lost, and a write torn at the borders of sectors. */
static void op_apply(int file, const struct op *op, const struct draws *draws)
{
    unsigned luck = draws ? draws_below(draws, 3) : 0;
    if (luck == 1)
        return;
    if (!op->bytes) {
        int failed = ftruncate(file, op->offset);
        assert(!failed);
        (void)failed;
        return;
    }
    if (luck == 0) {
        put(file, op, 0, op->size);
        return;
    }
    for (int at = 0; at < op->size; at += SECTOR)
        if (draws_below(draws, 2))
            put(file, op, at, op->size - at < SECTOR ? op->size - at : SECTOR);
}

static void node_write_back(struct node *node, const struct draws *draws)
{
    int file = open(node->path, O_RDWR | O_CLOEXEC);
    for (const struct op *op = node->first; file >= 0 && op; op = op->next)
        op_apply(file, op, draws);
    if (file >= 0)
        close(file);
    node_drop_ops(node);
}

/* ---- Files. ---- */

/* Counts a write; SQLITE_OK, or what becomes of it. */
static int meet_fate(void)
{
    static const int results[] = {SQLITE_OK, SQLITE_IOERR_WRITE, SQLITE_IOERR_WRITE, SQLITE_FULL};
    if (++disk.writes >= disk.at && disk.fate != DISK_SOUND && disk.fate != DISK_STALLS)
        disk.failed = true;
    return disk.failed ? results[disk.fate] : SQLITE_OK;
}

/* A disk that stalls takes its time once, with whoever holds it, and then goes on. */
static void meet_stall(void)
{
    pthread_mutex_lock(&disk.lock);
    bool stalls = ++disk.calls == disk.at && disk.fate == DISK_STALLS;
    pthread_mutex_unlock(&disk.lock);
    if (stalls)
        disk.real->xSleep(disk.real, STALL_MS * 1000);
}

static bool is_dead(void)
{
    return disk.failed && disk.fate == DISK_POWER_FAILS;
}

static int file_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int file_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    struct node *node = ((struct handle *)file)->node;
    meet_stall();
    pthread_mutex_lock(&disk.lock);
    sqlite3_int64 there = node->size - offset;
    int count = there <= 0 ? 0 : there < size ? (int)there : size;
    if (count)
        memcpy(bytes, node->bytes + offset, (size_t)count);
    memset((char *)bytes + count, 0, (size_t)(size - count));
    pthread_mutex_unlock(&disk.lock);
    return count == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

/* The write during which the power fails is under way: it too may be there, or torn. */
static int file_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    struct node *node = ((struct handle *)file)->node;
    meet_stall();
    pthread_mutex_lock(&disk.lock);
    bool was_dead = is_dead();
    int result = meet_fate();
    if (result == SQLITE_OK || (is_dead() && !was_dead)) {
        node_add(node, bytes, size, offset);
        if (offset + size > node->size)
            node_resize(node, offset + size);
        memcpy(node->bytes + offset, bytes, (size_t)size);
    }
    pthread_mutex_unlock(&disk.lock);
    return result;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 length)
{
    struct node *node = ((struct handle *)file)->node;
    pthread_mutex_lock(&disk.lock);
    int result = meet_fate();
    if (result == SQLITE_OK) {
        node_add(node, NULL, 0, length);
        node_resize(node, length);
    }
    pthread_mutex_unlock(&disk.lock);
    return result;
}

static int file_sync(sqlite3_file *file, int flags)
{
    struct node *node = ((struct handle *)file)->node;
    (void)flags;
    meet_stall();
    pthread_mutex_lock(&disk.lock);
    bool fails = disk.failed && disk.fate != DISK_IS_FULL;
    if (!fails)
        node_write_back(node, NULL);
    pthread_mutex_unlock(&disk.lock);
    return fails ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    pthread_mutex_lock(&disk.lock);
    *size = ((struct handle *)file)->node->size;
    pthread_mutex_unlock(&disk.lock);
    return SQLITE_OK;
}

static int file_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int file_check_lock(sqlite3_file *file, int *result)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int file_control(sqlite3_file *file, int what, void *argument)
{
    (void)file;
    (void)what;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

static int file_traits(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **map)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, map);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int file_shm_unmap(sqlite3_file *file, int erase)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), erase);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

/* ---- The file system. ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    struct handle *handle = (struct handle *)file;
    (void)vfs;
    assert(name); /* temporary files would not be simulated */
    handle->base.pMethods = NULL;
    int result = disk.real->xOpen(disk.real, name, real_of(file), flags, out_flags);
    if (result != SQLITE_OK)
        return result;
    pthread_mutex_lock(&disk.lock);
    handle->node = node_open(name);
    pthread_mutex_unlock(&disk.lock);
    handle->base.pMethods = &methods;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    int result = SQLITE_IOERR_DELETE;
    (void)vfs;
    pthread_mutex_lock(&disk.lock);
    if (!disk.failed) {
        struct node *node = node_find(name);
        if (node) {
            node_drop_ops(node);
            node->size = 0;
        }
        result = disk.real->xDelete(disk.real, name, sync_folder);
    }
    pthread_mutex_unlock(&disk.lock);
    return result;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
    (void)vfs;
    return disk.real->xAccess(disk.real, name, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path)
{
    (void)vfs;
    return disk.real->xFullPathname(disk.real, name, size, path);
}

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *bytes)
{
    (void)vfs;
    return disk.real->xRandomness(disk.real, size, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return disk.real->xSleep(disk.real, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *time)
{
    (void)vfs;
    return disk.real->xCurrentTimeInt64(disk.real, time);
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text)
{
    (void)vfs;
    return disk.real->xGetLastError(disk.real, size, text);
}

static sqlite3_vfs the_vfs = {
    .iVersion = 2,
    .mxPathname = PATH_BYTES,
    .zName = DISK_VFS,
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xGetLastError = vfs_last_error,
    .xCurrentTimeInt64 = vfs_time,
};

/* ---- Life. ---- */

void disk_start(enum disk_fate fate, unsigned at, uint64_t seed)
{
    if (!disk.real) {
        disk.real = sqlite3_vfs_find(NULL);
        the_vfs.szOsFile = (int)sizeof(struct handle) + disk.real->szOsFile;
        sqlite3_vfs_register(&the_vfs, 0);
    }
    disk.fate = fate;
    disk.at = at;
    disk.writes = 0;
    disk.calls = 0;
    disk.failed = false;
    seeded_source_init(&disk.source, seed, 0);
}

int disk_has_failed(void)
{
    return disk.failed;
}

unsigned disk_writes(void)
{
    return disk.writes;
}

unsigned disk_calls(void)
{
    return disk.calls;
}

void disk_end(void)
{
    struct draws draws = seeded_source_draws(&disk.source);
    for (unsigned i = 0; i < disk.node_count; i++) {
        node_write_back(&disk.nodes[i], disk.fate == DISK_POWER_FAILS ? &draws : NULL);
        free(disk.nodes[i].bytes);
    }
    disk.node_count = 0;
}

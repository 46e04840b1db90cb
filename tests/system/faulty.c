/* SPDX-License-Identifier: Apache-2.0 */
/* faulty.c - loaded into a server before all else (LD_PRELOAD): memory and disk that fail where a test wants
 * it.
 *
 *   FAULTY_LIST=FILE   writes every place of the program that asks for memory, as an offset, once each
 *   FAULTY_SITE=HEX    memory asked for at that place is refused, always
 *   FAULTY_READ=FILE   while FILE exists, reading from a database gives EIO
 *
 * Only the program's own places count: what libraries ask for on their own is theirs to answer for. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SITES_MAX = 4096 };

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
ssize_t pread64(int file, void *bytes, size_t size, off64_t at);

static uintptr_t low;
static uintptr_t high;
static uintptr_t refused;
static int list = -1;
static _Atomic uintptr_t seen[SITES_MAX];

/* The first object is the program itself. */
static int find_program(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        low = info->dlpi_addr;
        high = info->dlpi_addr + part->p_vaddr + part->p_memsz;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void)
{
    const char *site = getenv("FAULTY_SITE");
    const char *name = getenv("FAULTY_LIST");
    dl_iterate_phdr(find_program, NULL);
    refused = site ? strtoull(site, NULL, 16) : 0;
    list = name ? open(name, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600) : -1;
}

static void note(uintptr_t site)
{
    char line[32];
    for (unsigned i = 0; i < SITES_MAX; i++) {
        uintptr_t none = 0;
        if (seen[i] == site)
            return;
        if (!seen[i] && atomic_compare_exchange_strong(&seen[i], &none, site)) {
            int size = snprintf(line, sizeof line, "%lx\n", (unsigned long)site);
            if (write(list, line, (size_t)size) < 0)
                return;
            return;
        }
    }
}

static bool fails(const void *place)
{
    uintptr_t at = (uintptr_t)place;
    if (at < low || at >= high)
        return false;
    if (list >= 0)
        note(at - low);
    if (!refused || at - low != refused)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

/* ---- The disk. ---- */

static bool cannot_read(int file)
{
    const char *trigger = getenv("FAULTY_READ");
    char link[32];
    char path[512];
    if (!trigger || access(trigger, F_OK) != 0)
        return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    if (!strstr(path, ".db"))
        return false;
    errno = EIO;
    return true;
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t at)
{
    static ssize_t (*real)(int, void *, size_t, off64_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "pread64");
    return cannot_read(file) ? -1 : real(file, bytes, size, at);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - loaded into a server before all else (LD_PRELOAD): a clock on the wall that a test sets.
 *
 *   CLOCK_FILE=FILE    eight bytes, a number in the machine's order: by how many seconds the clock is off.
 *                      It is looked at whenever the time is asked for.
 *
 * The steady clock is the machine's. (With libfaketime a thread that waits for a moment of the steady clock
 * sometimes does not wait at all, and asks as fast as it can.) */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *off_by;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("CLOCK_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *seconds = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *off_by, PROT_READ, MAP_SHARED, file, 0);
    off_by = seconds == MAP_FAILED ? NULL : seconds;
    if (file >= 0)
        close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && off_by && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += *off_by;
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec time;
    (void)zone;
    int failed = clock_gettime(CLOCK_REALTIME, &time);
    *now = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
    return failed;
}

time_t time(time_t *at)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at)
        *at = now.tv_sec;
    return now.tv_sec;
}

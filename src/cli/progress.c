/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { BAR_WIDTH = 40 };

void progress_init(struct progress *progress, uint64_t total)
{
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
    progress->total = total;
    progress->shown = false;
}

void progress_show(struct progress *progress, uint64_t done)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long ms =
        (now.tv_sec - progress->start.tv_sec) * 1000 + (now.tv_nsec - progress->start.tv_nsec) / 1000000;
    if (ms < 1000 || !isatty(STDERR_FILENO))
        return;
    unsigned filled = progress->total ? (unsigned)(done * BAR_WIDTH / progress->total) : 0;
    if (filled > BAR_WIDTH)
        filled = BAR_WIDTH; /* a file in use grows while it is read */
    fprintf(stderr, "\r[%.*s%*s] %" PRIu64 "/%" PRIu64, (int)filled,
            "########################################", (int)(BAR_WIDTH - filled), "", done, progress->total);
    fflush(stderr);
    progress->shown = true;
}

void progress_end(struct progress *progress)
{
    if (progress->shown)
        fprintf(stderr, "\r%*s\r", BAR_WIDTH + 32, "");
}

bool progress_part(void *context, unsigned done, unsigned all)
{
    (void)all;
    progress_show(context, done);
    return true;
}

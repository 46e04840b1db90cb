/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h - a bar on standard error for work that takes longer than a second; nothing where that is no
 * terminal. */
#ifndef CROUPIER_CLI_PROGRESS_H
#define CROUPIER_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct progress {
    struct timespec start;
    uint64_t total;
    bool shown;
};

void progress_init(struct progress *progress, uint64_t total);
void progress_show(struct progress *progress, uint64_t done);
void progress_end(struct progress *progress);

/* The same as a callback of work that tells its parts (odds/answer.h): `context` is the struct progress.
 * True: go on. */
bool progress_part(void *context, unsigned done, unsigned all);

#endif

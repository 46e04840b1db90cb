/* SPDX-License-Identifier: Apache-2.0 */
/* fault.h - the faults of a file, with their places: a list of fixed size.
 *
 * Pure. A reader adds faults as it meets them and goes on; the list keeps the first FAULTS_MAX and remembers
 * that there were more. Lines and columns count from 1; line 0 means that the fault has no place in a file.
 */
#ifndef CROUPIER_RULEBOOK_FAULT_H
#define CROUPIER_RULEBOOK_FAULT_H

#include <stdbool.h>

enum { FAULTS_MAX = 20, FAULT_TEXT_MAX = 240 };

struct fault {
    unsigned line;
    unsigned column;
    char message[FAULT_TEXT_MAX];
};

struct faults {
    unsigned count;
    bool more; /* there were faults beyond FAULTS_MAX */
    struct fault items[FAULTS_MAX];
};

void faults_init(struct faults *faults);
void faults_add(struct faults *faults, unsigned line, unsigned column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* By line, then column; faults of one place keep their order. */
void faults_sort(struct faults *faults);

#endif

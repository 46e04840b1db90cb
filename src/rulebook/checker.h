/* SPDX-License-Identifier: Apache-2.0 */
/* checker.h - what the files of the check share: the book, its file and the list of faults. See check.h. */
#ifndef CROUPIER_RULEBOOK_CHECKER_H
#define CROUPIER_RULEBOOK_CHECKER_H

#include "rulebook/fault.h"
#include "rulebook/rulebook.h"
#include "rulebook/tree.h"

struct checker {
    const struct rulebook *book;
    const struct tree *tree; /* NULL: no file */
    struct faults *faults;
};

/* Adds a fault at `path` ("wagers.2.pays.0.odds", list items by number), or at the nearest node above it. */
void checker_fault(const struct checker *checker, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* True if the file has that key; false if there is no file. */
bool checker_has(const struct checker *checker, const char *path);

/* check_wager.c: checks the wagers. */
void check_wagers(const struct checker *checker);

/* check_line.c: checks that the lines of one wager's pay table can be met and leave no hole. */
void check_lines(const struct checker *checker, unsigned wager);

#endif

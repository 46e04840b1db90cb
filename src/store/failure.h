/* SPDX-License-Identifier: Apache-2.0 */
/* failure.h - what went wrong with a store, for a person: the status and a sentence with the file's name. */
#ifndef CROUPIER_STORE_FAILURE_H
#define CROUPIER_STORE_FAILURE_H

#include "journal/chain.h"

enum { STORE_MESSAGE_MAX = 512 };

struct store_failure {
    enum status status;
    char message[STORE_MESSAGE_MAX];
    /* Set by store_verify only: the entry with the difference, if it is in one. */
    uint64_t entry; /* its number; 0: in none */
    char chain[CHAIN_NAME_MAX];
    const char *what; /* the message without file, chain and number */
};

/* Writes the failure, and returns its status. */
enum status store_fail(struct store_failure *failure, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* notary.h - the witness as a program: the protocol of C2SP `tlog-witness` over HTTP.
 *
 *   POST /add-checkpoint       cosigns a checkpoint that grew out of the last one (log/witness.h)
 *   GET  /latest?log=ORIGIN    the last checkpoint it has cosigned, with all signatures, for auditors
 *   POST /luck                 promises or tells a number for the shuffle of a shoe (table/luck_note.h)
 *   GET  /luck?log=ORIGIN&table=TABLE&shoe=NUMBER    the note in which it told that number
 *
 * One thread. A cosignature, a promise and a number are durable before it is answered (store/witness_book.h).
 */
#ifndef CROUPIER_SERVER_NOTARY_H
#define CROUPIER_SERVER_NOTARY_H

#include "log/note.h"
#include "store/failure.h"

enum { NOTARY_LOGS_MAX = 64 };

struct notary_options {
    const char *host;
    uint16_t port;
    const char *database;
    const char *certificate; /* PEM files; NULL: no TLS */
    const char *certificate_key;
    struct verifier self; /* the witness's name and key */
    struct signer signer;
    unsigned log_count;
    const struct verifier *logs; /* those it cosigns for; a log that turned its key is here twice */
};

/* Runs until SIGTERM or SIGINT. Returns the exit status of the process. */
int notary_run(const struct notary_options *options);

#endif

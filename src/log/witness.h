/* SPDX-License-Identifier: Apache-2.0 */
/* witness.h - how a witness judges a request to cosign, as in C2SP `tlog-witness`.
 *
 * Pure. A request to add a checkpoint is
 *
 *   old SIZE               the size of the witness's last checkpoint, as far as the log knows
 *   BASE64                 a line for each hash of the proof of growth
 *   (an empty line)
 *   the checkpoint, a signed note
 *
 * The witness judges by the largest checkpoint of the log that it has cosigned, and answers with an HTTP
 * status.
 */
#ifndef CROUPIER_LOG_WITNESS_H
#define CROUPIER_LOG_WITNESS_H

#include "log/checkpoint.h"
#include "log/proof.h"

enum {
    WITNESS_PROOF_MAX = 63, /* by the protocol */
    WITNESS_REQUEST_MAX = NOTE_BYTES_MAX + 4096,
};

enum witness_answer {
    WITNESS_COSIGN = 200,
    WITNESS_MALFORMED = 400,
    WITNESS_NOT_SIGNED = 403,
    WITNESS_UNKNOWN_LOG = 404,
    WITNESS_CONFLICT = 409,  /* the answer tells the size of the witness's last checkpoint */
    WITNESS_REWRITTEN = 422, /* the proof does not hold */
};

struct witness_request {
    uint64_t old;
    struct proof proof;
    struct span bytes; /* of the note */
    struct note note;
    struct checkpoint checkpoint;
};

void witness_request_print(uint64_t old, const struct proof *proof, struct span note, struct text *text);

/* Borrows the bytes. */
enum status witness_request_parse(struct span bytes, struct witness_request *request) MUST_CHECK;

/* `key` is the log's; `known` is the largest checkpoint the witness has cosigned, of size 0 before the first.
 * On WITNESS_COSIGN the caller keeps request->checkpoint durably, and then signs. */
enum witness_answer witness_judge(const struct witness_request *request, const struct verifier *key,
                                  const struct checkpoint *known);

#endif

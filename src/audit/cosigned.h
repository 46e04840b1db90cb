/* SPDX-License-Identifier: Apache-2.0 */
/* cosigned.h - checks the cosignatures of witnesses that are kept with a log. */
#ifndef CROUPIER_AUDIT_COSIGNED_H
#define CROUPIER_AUDIT_COSIGNED_H

#include "audit/audit.h"
#include "store/store.h"

/* Checks the cosignatures behind the first `before`: each must belong to a checkpoint that is kept, and must
 * hold if it is by one of these witnesses; those of other witnesses are only counted. `fault` describes a
 * difference. */
enum status cosigned_check(struct store *store, uint64_t before, const struct verifier *witnesses,
                           unsigned witness_count, struct audit_log *log,
                           struct audit_fault *fault) MUST_CHECK;

#endif

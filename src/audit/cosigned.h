/* SPDX-License-Identifier: Apache-2.0 */
/* cosigned.h - whether the witnesses' lines that are kept with a log are what they say. */
#ifndef CROUPIER_AUDIT_COSIGNED_H
#define CROUPIER_AUDIT_COSIGNED_H

#include "audit/audit.h"
#include "store/store.h"

/* Lines behind the first `before`: every one must stand under a checkpoint that is kept, and hold for it
 * where it is by one of these witnesses; the others are only counted. The difference is told in `fault`. */
enum status cosigned_check(struct store *store, uint64_t before, const struct verifier *witnesses,
                           unsigned witness_count, struct audit_log *log,
                           struct audit_fault *fault) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* audit_since.h - an audit that goes on behind a mark (mark.h).
 *
 * Chains, balances and the tree are taken from the mark; rulebooks and the shoes in use are read from the
 * part of the log before it, and must be the entries the mark names. Reads the store on the calling thread.
 */
#ifndef CROUPIER_AUDIT_AUDIT_SINCE_H
#define CROUPIER_AUDIT_AUDIT_SINCE_H

#include "audit/audit.h"
#include "audit/mark.h"
#include "store/store.h"

/* Brings an audit that has just begun to the position of the mark. audit->fault describes a difference. */
enum status audit_since(struct audit *audit, const struct mark *mark, struct store *store,
                        struct store_failure *failure) MUST_CHECK;

#endif

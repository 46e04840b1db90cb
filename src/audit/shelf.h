/* SPDX-License-Identifier: Apache-2.0 */
/* shelf.h - compares the shelf of what is in force (house/footing.h) with the entries it follows from. */
#ifndef CROUPIER_AUDIT_SHELF_H
#define CROUPIER_AUDIT_SHELF_H

#include "audit/audit.h"
#include "store/store.h"

/* After every entry was seen. STATUS_STORE_CORRUPT: they differ, and the audit's fault says where. A database
 * that has no such shelf yet is not judged. The house may go on writing meanwhile. */
enum status shelf_check(struct audit *audit, struct store *store, struct store_failure *failure) MUST_CHECK;

#endif

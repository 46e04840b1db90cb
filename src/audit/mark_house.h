/* SPDX-License-Identifier: Apache-2.0 */
/* mark_house.h - the house's day, and what is in force for patrons and tables, in a mark. */
#ifndef CROUPIER_AUDIT_MARK_HOUSE_H
#define CROUPIER_AUDIT_MARK_HOUSE_H

#include "audit/audit.h"
#include "audit/mark.h"

/* Writes them from the audit, as they are now, into the mark. */
enum status mark_house_keep(struct mark *mark, const struct audit *audit) MUST_CHECK;

/* Restores them from the mark into an audit that goes on behind it; STATUS_BAD_TEXT if they cannot be read.
 * An older mark has neither: then days are judged from the next opening on. */
enum status mark_house_resume(const struct mark *mark, struct audit *audit) MUST_CHECK;

#endif

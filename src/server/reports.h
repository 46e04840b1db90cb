/* SPDX-License-Identifier: Apache-2.0 */
/* reports.h - which report is meant by a name: of a gaming day by its entries or, where the house has none,
 * of a day on the calendar. */
#ifndef CROUPIER_SERVER_REPORTS_H
#define CROUPIER_SERVER_REPORTS_H

#include "house/calendar.h"
#include "report/report.h"

/* "2026-11-18" or "2026-11"; `shift` may be NULL. STATUS_NOT_FOUND: there was none. STATUS_BAD_TEXT: it is no
 * date. */
enum status reports_period(struct store *store, const struct calendar *calendar, const char *name,
                           const char *shift, struct period *period,
                           struct store_failure *failure) MUST_CHECK;

#endif

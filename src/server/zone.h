/* SPDX-License-Identifier: Apache-2.0 */
/* zone.h - the house's local time.
 *
 * One time zone for the process, set before threads start, since the C library keeps it for all of them. */
#ifndef CROUPIER_SERVER_ZONE_H
#define CROUPIER_SERVER_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the system knows a time zone of this name: "Asia/Singapore". */
bool zone_known(const char *name);
void zone_use(const char *name);

/* Local time in seconds since 1970, and the moment of a local time. */
int64_t zone_local(int64_t time_ms);
int64_t zone_moment_ms(int64_t local_seconds);

/* 2026-11-18T06:00:00+0800 */
void zone_print(int64_t time_ms, char *text, size_t size);

#endif

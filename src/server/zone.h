/* SPDX-License-Identifier: Apache-2.0 */
/* zone.h - the clock on the wall of the house.
 *
 * One zone a process, set before threads start: the C library keeps it for all. */
#ifndef CROUPIER_SERVER_ZONE_H
#define CROUPIER_SERVER_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A name of the system's own list, "Asia/Singapore"; false if there is none such. */
bool zone_known(const char *name);
void zone_use(const char *name);

/* Seconds since 1970 as the clock on the wall shows them, and the moment at which it shows them. */
int64_t zone_local(int64_t time_ms);
int64_t zone_moment_ms(int64_t local_seconds);

/* 2026-11-18T06:00:00+0800 */
void zone_print(int64_t time_ms, char *text, size_t size);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* limits.h - the limits of a table as people type them: main=25-1000,side=5-200,pair=5-100.
 *
 * A word is "all", "main", "side" (every wager of that limit group) or the name of one wager. Whatever the
 * order they are typed in, the narrower word wins: a wager's own name over its group, the group over "all".
 */
#ifndef CROUPIER_CLI_LIMITS_H
#define CROUPIER_CLI_LIMITS_H

#include <stdbool.h>

#include "rulebook/rulebook.h"

struct limits {
    int64_t min_cents[WAGERS_MAX]; /* by wager */
    int64_t max_cents[WAGERS_MAX]; /* 0: no limits */
};

enum { LIMITS_REASON_MAX = 160 };

/* False: `reason` says what is wrong, and with which part. */
bool limits_parse(const struct rulebook *book, const char *text, struct limits *limits,
                  char reason[LIMITS_REASON_MAX]);

#endif

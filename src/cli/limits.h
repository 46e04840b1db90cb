/* SPDX-License-Identifier: Apache-2.0 */
/* limits.h - the limits of a table as people type them: main=25-1000,side=5-200,pair=5-100. The words are
 * explained in rulebook/limits.h. */
#ifndef CROUPIER_CLI_LIMITS_H
#define CROUPIER_CLI_LIMITS_H

#include <stdbool.h>

#include "rulebook/limits.h"

enum { LIMITS_REASON_MAX = 160 };

/* False: `reason` says what is wrong, and with which part. */
bool limits_parse(const struct rulebook *book, const char *text, struct limits *limits,
                  char reason[LIMITS_REASON_MAX]);

#endif

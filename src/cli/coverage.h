/* SPDX-License-Identifier: Apache-2.0 */
/* coverage.h - croupier rules --coverage: how many clauses of each kind are cited, and which are not at all.
 */
#ifndef CROUPIER_CLI_COVERAGE_H
#define CROUPIER_CLI_COVERAGE_H

#include <jansson.h>

#include "rulebook/register.h"

/* Both return EXIT_DONE. */
int coverage_print(const char *game);
int coverage_print_json(const char *game);

json_t *clause_json(const struct clause *clause); /* owned (rules.c) */

#endif

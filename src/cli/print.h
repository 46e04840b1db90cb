/* SPDX-License-Identifier: Apache-2.0 */
/* print.h - how every command writes its result and its complaints. */
#ifndef CROUPIER_CLI_PRINT_H
#define CROUPIER_CLI_PRINT_H

#include <jansson.h>

/* Writes the value to standard output, indented, keys in the order they were set, and drops it. Returns
 * EXIT_DONE. */
int print_json(json_t *owned);

/* Blank-separated words as a list: "3.25 3.25.1" as ["3.25", "3.25.1"]. The caller owns it. */
json_t *print_words(const char *words);

/* "croupier: ..." on standard error. Returns EXIT_USAGE, so that a command ends with `return complain(...)`.
 */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

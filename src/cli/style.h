/* SPDX-License-Identifier: Apache-2.0 */
/* style.h - colours and the width of the terminal.
 *
 * Colours are used only where the output is a terminal and the variable NO_COLOR is unset or empty; then a
 * style is an escape sequence, otherwise an empty string, so callers print it without asking. */
#ifndef CROUPIER_CLI_STYLE_H
#define CROUPIER_CLI_STYLE_H

#include <stdio.h>

enum style { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_GOOD, STYLE_BAD };

/* The text to print before styled text; style_of(out, STYLE_PLAIN) ends it. */
const char *style_of(FILE *out, enum style style);

/* Columns of the terminal, or 0 where the output is none (then nothing is wrapped: pipes want whole lines).
 */
unsigned style_columns(FILE *out);

#endif

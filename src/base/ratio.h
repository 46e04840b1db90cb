/* SPDX-License-Identifier: Apache-2.0 */
/* ratio.h - what a wager pays, as two small numbers: "3 to 2" is 3:2.
 *
 * Pure values. A ratio is in lowest terms and positive, except 0:1, which means "pays nothing". What a wager
 * pays is never a float. */
#ifndef CROUPIER_BASE_RATIO_H
#define CROUPIER_BASE_RATIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { RATIO_TERM_MAX = 1000000, RATIO_TEXT_MAX = 20 };

struct ratio {
    uint32_t num;
    uint32_t den;
};

/* Reads "3:2"; both terms are whole numbers from 1 to RATIO_TERM_MAX. Keeps the reduced form. */
enum status ratio_parse(const char *text, size_t length, struct ratio *ratio) MUST_CHECK;

/* Writes "3:2" and a zero byte; `size` must be at least RATIO_TEXT_MAX. */
void ratio_print(struct ratio ratio, char *text, size_t size);

struct ratio ratio_reduced(uint32_t num, uint32_t den);
bool ratio_equal(struct ratio a, struct ratio b);

/* The ratio as a double, for printing and for the odds code only. */
double ratio_double(struct ratio ratio);

#endif

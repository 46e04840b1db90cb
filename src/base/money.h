/* SPDX-License-Identifier: Apache-2.0 */
/* money.h - exact amounts in cents.
 *
 * Pure. An amount is an int64_t whose name ends in _cents. Every operation that could leave the range says
 * so; nothing wraps and nothing is rounded unless the rounding is named. MONEY_CENTS_MAX leaves room to add
 * up a million amounts of the largest kind without overflow. */
#ifndef CROUPIER_BASE_MONEY_H
#define CROUPIER_BASE_MONEY_H

#include <stddef.h>
#include <stdint.h>

#include "base/ratio.h"
#include "base/status.h"

#define MONEY_CENTS_MAX INT64_C(1000000000000) /* ten thousand million units */
enum { MONEY_TEXT_MAX = 32 };

/* [AMB-01] how a payment that is not a whole number of payout units is rounded. */
enum rounding { ROUNDING_DOWN = 1, ROUNDING_NEAREST = 2, ROUNDING_UP = 3 };

enum status money_add(int64_t a_cents, int64_t b_cents, int64_t *sum_cents) MUST_CHECK;
enum status money_subtract(int64_t a_cents, int64_t b_cents, int64_t *difference_cents) MUST_CHECK;

/* amount * ratio, rounded to a multiple of unit_cents (at least 1) by `rounding`; amount must not be
 * negative. Halves go up under ROUNDING_NEAREST. */
enum status money_times(int64_t amount_cents, struct ratio ratio, int64_t unit_cents, enum rounding rounding,
                        int64_t *product_cents) MUST_CHECK;

/* Reads "12", "12.5" or "12.50": digits, at most two decimals, no sign, no separator, at most
 * MONEY_CENTS_MAX. */
enum status money_parse(const char *text, size_t length, int64_t *amount_cents) MUST_CHECK;

/* Writes "12", or "12.50" where there are cents, with "-" in front of a negative amount. `size` >=
 * MONEY_TEXT_MAX. */
void money_print(int64_t amount_cents, char *text, size_t size);

/* Writes "0", "+12" or "-12.50": the form of a result in a round record. */
void money_print_delta(int64_t amount_cents, char *text, size_t size);

#endif

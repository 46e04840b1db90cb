/* SPDX-License-Identifier: Apache-2.0 */
/* source.h - the house's secret and salts for the tables of a test: the same at every run.
 *
 * Included by one test program each; everything is static. */
#ifndef CROUPIER_TESTS_TABLE_SOURCE_H
#define CROUPIER_TESTS_TABLE_SOURCE_H

#include "random/seeded.h"
#include "table/fair_shoe.h"
#include "table/table.h"

static inline struct shoe_source test_source(void)
{
    static const uint8_t secret[FAIR_SECRET_BYTES] = {3, 1, 4, 1, 5};
    static struct seeded_source source;
    static struct draws salts;
    seeded_source_init(&source, 2026, 1);
    salts = seeded_source_draws(&source);
    return (struct shoe_source){secret, &salts};
}

#endif

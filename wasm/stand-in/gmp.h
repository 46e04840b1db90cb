/* SPDX-License-Identifier: Apache-2.0 */
/* gmp.h - the few rational functions of GMP that src/odds calls, for the module in the browser, where GMP is
 * not. Exact: numbers of up to NUMBER_BITS bits, and an assertion beyond. Fractions are always in lowest
 * terms, and mpq_get_d cuts off as GMP does, so digits are the same. Only for wasm/. */
#ifndef CROUPIER_WASM_GMP_H
#define CROUPIER_WASM_GMP_H

#include <stddef.h>
#include <stdint.h>

enum { NUMBER_LIMBS = 48, NUMBER_BITS = 32 * NUMBER_LIMBS };

/* A whole number of no sign: `used` limbs, lowest first, the highest not 0. */
struct number {
    unsigned used;
    uint32_t limbs[NUMBER_LIMBS];
};

struct fraction {
    int negative;
    struct number num;
    struct number den;
};

typedef struct fraction mpq_t[1];
typedef const struct fraction *mpq_srcptr;

#define mpq_numref(q) (&(q)->num)
#define mpq_denref(q) (&(q)->den)

void mpq_init(mpq_t q);
void mpq_inits(mpq_t q, ...);
void mpq_clear(mpq_t q);
void mpq_clears(mpq_t q, ...);
void mpq_set_ui(mpq_t q, unsigned long num, unsigned long den);
void mpq_set_si(mpq_t q, long num, unsigned long den);
void mpq_add(mpq_t sum, mpq_srcptr a, mpq_srcptr b);
void mpq_sub(mpq_t difference, mpq_srcptr a, mpq_srcptr b);
void mpq_mul(mpq_t product, mpq_srcptr a, mpq_srcptr b);
void mpq_canonicalize(mpq_t q);
double mpq_get_d(mpq_srcptr q);
char *mpq_get_str(char *room, int base, mpq_srcptr q); /* room NULL, base 10 */

/* count 1: one little-endian number of `size` bytes. */
void mpz_import(struct number *number, size_t count, int order, size_t size, int endian, size_t nails,
                const void *bytes);

#endif

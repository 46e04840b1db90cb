/* SPDX-License-Identifier: Apache-2.0 */
/* clones.h - makes two versions of a function, of which the better one is chosen when the program starts;
 * both give the same numbers. Loops over lanes are written so that the compiler makes vectors of them. */
#ifndef CROUPIER_SIMULATE_CLONES_H
#define CROUPIER_SIMULATE_CLONES_H

#if defined(WITH_AVX2) /* a test that wants one of them */
#elif defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define WITH_AVX2 __attribute__((target_clones("avx2", "default")))
#else
#define WITH_AVX2
#endif

/* Before a loop that is worth unrolling. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLLED _Pragma("GCC unroll 8")
#else
#define UNROLLED
#endif

#endif

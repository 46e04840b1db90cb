/* SPDX-License-Identifier: Apache-2.0 */
/* wide.h - WIDE before a function: the compiler makes a second version of it for processors with 256-bit
 * arithmetic, and the version is chosen when the program starts. WIDEST makes a third one for 512 bits;
 * measure before you use it, since it may be slower (dealer_sum_run is). All versions give the same bits,
 * since nothing is reordered or fused. For the few loops that take all the time. */
#ifndef CROUPIER_ODDS_WIDE_H
#define CROUPIER_ODDS_WIDE_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&     \
    !defined(__SANITIZE_THREAD__) /* the choice comes before the sanitizer is ready */
#define WIDE   __attribute__((target_clones("avx2", "default")))
#define WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDE
#define WIDEST
#endif

#endif

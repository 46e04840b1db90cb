/* SPDX-License-Identifier: Apache-2.0 */
/* wide.h - WIDE before a function: the compiler makes a second version of it for processors with 256-bit
 * arithmetic, chosen when the program starts; WIDEST: a third for 512 bits, where that is faster, which is
 * measured and not a matter of course (dealer_sum_run is slower with it). All give the same bits, since
 * nothing is reordered or fused. For the few loops that take all the time. */
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

/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz.h - what every libFuzzer target includes.
 *
 * A target is tests/fuzz/fuzz_NAME.c with LLVMFuzzerTestOneInput, a line in meson.build and in seeds.tsv,
 * and a list of words in dict.
 * Each is built twice: as itself, and as a canary that stops where FUZZ_CANARY stands. tools/fuzz runs the
 * canary first: if it does not stop on the seeds, the harness is not testing anything. */
#ifndef CROUPIER_TESTS_FUZZ_H
#define CROUPIER_TESTS_FUZZ_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A promise the target holds the code to. */
#define FUZZ_PROMISE(condition)                                                                              \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            abort();                                                                                         \
    } while (0)

#ifdef CANARY
#define FUZZ_CANARY(reached) FUZZ_PROMISE(!(reached))
#else
#define FUZZ_CANARY(reached) ((void)(reached))
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* crypto.h - draws nobody can predict, from the operating system's generator: the salts of virtual shoes.
 *
 * Each pool of 512 draws comes from a fresh secret key of the operating system through ChaCha20; the key and
 * used draws are wiped, so a look into memory shows neither past draws nor any beyond the pool. Not pure; one
 * source serves one thread. Owns no heap; must not be copied.
 *
 * A generator that hands out the same key twice in a row is broken: the process stops rather than shuffle
 * with it. `croupier rng-test` tests more closely (trial.h). */
#ifndef CROUPIER_RANDOM_CRYPTO_H
#define CROUPIER_RANDOM_CRYPTO_H

#include "base/status.h"
#include "cards/shoe.h"
#include "random/pool.h"

enum { CRYPTO_MARK_BYTES = 16 };

struct crypto_source {
    struct pool pool;
    uint8_t last[CRYPTO_MARK_BYTES]; /* of the key before; zero: none yet */
};

/* STATUS_NO_RANDOM when the system has no randomness to give. */
enum status crypto_source_init(struct crypto_source *source) MUST_CHECK;
void crypto_source_release(struct crypto_source *source);

/* The source as a struct draws (cards/shoe.h); valid while `source` is. */
struct draws crypto_source_draws(struct crypto_source *source);

#endif

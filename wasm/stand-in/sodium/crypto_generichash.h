/* SPDX-License-Identifier: Apache-2.0 */
/* crypto_generichash.h - BLAKE2b (RFC 7693) without a key, as libsodium gives it, for the module in the
 * browser: the hash of a rulebook is the same there. Only for wasm/. */
#ifndef CROUPIER_WASM_GENERICHASH_H
#define CROUPIER_WASM_GENERICHASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t words[8];
    uint64_t count;
    unsigned char block[128];
    size_t used;
    size_t size;
} crypto_generichash_state;

int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key, size_t key_size,
                            size_t size);
int crypto_generichash_update(crypto_generichash_state *state, const unsigned char *bytes,
                              unsigned long long count);
int crypto_generichash_final(crypto_generichash_state *state, unsigned char *hash, size_t size);
int crypto_generichash(unsigned char *hash, size_t size, const unsigned char *bytes, unsigned long long count,
                       const unsigned char *key, size_t key_size);

#endif

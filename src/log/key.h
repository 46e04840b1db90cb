/* SPDX-License-Identifier: Apache-2.0 */
/* key.h - Ed25519 keys of houses and witnesses.
 *
 * Pure. A signer is whatever can sign for a public key: a secret in memory (signer_of_key) or a module that
 * never gives its secret away. */
#ifndef CROUPIER_LOG_KEY_H
#define CROUPIER_LOG_KEY_H

#include <sodium/crypto_sign_ed25519.h>
#include <stdbool.h>

#include "base/span.h"
#include "base/status.h"

enum {
    SIGNING_KEY_BYTES = crypto_sign_ed25519_SECRETKEYBYTES,
    PUBLIC_KEY_BYTES = crypto_sign_ed25519_PUBLICKEYBYTES,
    SIGNATURE_BYTES = crypto_sign_ed25519_BYTES,
    PUBLIC_KEY_TEXT_MAX = 2 * PUBLIC_KEY_BYTES + 1,
};

struct public_key {
    uint8_t bytes[PUBLIC_KEY_BYTES];
};

/* Wipe it (sodium_memzero) when it is no longer needed. */
struct signing_key {
    uint8_t bytes[SIGNING_KEY_BYTES];
};

struct signature {
    uint8_t bytes[SIGNATURE_BYTES];
};

/* A pair from 32 secret bytes. */
void signing_key_derive(struct signing_key *key, const uint8_t seed[32]);
struct public_key signing_key_public(const struct signing_key *key);
void public_key_print(const struct public_key *key, char *text, size_t size);

/* Exactly 64 digits of lower-case hexadecimal. */
bool public_key_parse(const char *text, size_t length, struct public_key *key);
bool public_key_equal(const struct public_key *a, const struct public_key *b);

/* Exactly 2 * size digits of lower-case hexadecimal. */
bool hex_parse(const char *text, size_t length, uint8_t *bytes, size_t size);

struct signer {
    struct public_key key;
    enum status (*sign)(void *context, struct span message, struct signature *signature);
    void *context;
};

/* Signs with a key in memory, which must outlive the signer. */
struct signer signer_of_key(const struct signing_key *key);

bool signature_holds(const struct public_key *key, struct span message, const struct signature *signature);

#endif

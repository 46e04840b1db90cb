/* SPDX-License-Identifier: Apache-2.0 */
#include "log/key.h"

#include <assert.h>
#include <sodium/utils.h>
#include <string.h>

void signing_key_derive(struct signing_key *key, const uint8_t seed[32])
{
    uint8_t public_bytes[PUBLIC_KEY_BYTES];
    int failed = crypto_sign_ed25519_seed_keypair(public_bytes, key->bytes, seed);
    assert(!failed);
    (void)failed;
}

struct public_key signing_key_public(const struct signing_key *key)
{
    struct public_key public_key;
    crypto_sign_ed25519_sk_to_pk(public_key.bytes, key->bytes);
    return public_key;
}

void public_key_print(const struct public_key *key, char *text, size_t size)
{
    assert(size >= PUBLIC_KEY_TEXT_MAX);
    sodium_bin2hex(text, size, key->bytes, PUBLIC_KEY_BYTES);
}

bool hex_parse(const char *text, size_t length, uint8_t *bytes, size_t size)
{
    assert(bytes && size);
    size_t used;
    if (length != 2 * size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] >= 'A' && text[i] <= 'F')
            return false;
    return sodium_hex2bin(bytes, size, text, length, NULL, &used, NULL) == 0 && used == size;
}

bool public_key_parse(const char *text, size_t length, struct public_key *key)
{
    return hex_parse(text, length, key->bytes, PUBLIC_KEY_BYTES);
}

bool public_key_equal(const struct public_key *a, const struct public_key *b)
{
    return memcmp(a->bytes, b->bytes, PUBLIC_KEY_BYTES) == 0;
}

static enum status sign_with_key(void *context, struct span message, struct signature *signature)
{
    assert(context && signature);
    const struct signing_key *key = context;
    crypto_sign_ed25519_detached(signature->bytes, NULL, message.bytes, message.size, key->bytes);
    return STATUS_OK;
}

struct signer signer_of_key(const struct signing_key *key)
{
    return (struct signer){signing_key_public(key), sign_with_key, (void *)(uintptr_t)key};
}

bool signature_holds(const struct public_key *key, struct span message, const struct signature *signature)
{
    assert(message.bytes || message.size == 0);
    return crypto_sign_ed25519_verify_detached(signature->bytes, message.bytes, message.size, key->bytes) ==
           0;
}

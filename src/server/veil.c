/* SPDX-License-Identifier: Apache-2.0 */
#include "server/veil.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    NONCE_BYTES = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    SEALED_MAX = NONCE_BYTES + VEIL_PLAIN_MAX + crypto_aead_xchacha20poly1305_ietf_ABYTES,
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
};

_Static_assert(VEIL_KEY_BYTES == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "one key of that cipher");
_Static_assert(VEIL_WORD_MAX >= 1 + sodium_base64_ENCODED_LEN(SEALED_MAX, VARIANT), "the word must fit");

void veil_make(struct veil *veil)
{
    crypto_aead_xchacha20poly1305_ietf_keygen(veil->key);
}

bool veil_is_none(const struct veil *veil)
{
    return sodium_is_zero(veil->key, sizeof veil->key);
}

void veil_hide(const struct veil *veil, const char *text, char *word, size_t size)
{
    unsigned char sealed[SEALED_MAX];
    unsigned long long length = 0;
    assert(size >= VEIL_WORD_MAX);
    if (veil_is_none(veil) || strlen(text) >= VEIL_PLAIN_MAX) {
        snprintf(word, size, "?");
        return;
    }
    randombytes_buf(sealed, NONCE_BYTES);
    crypto_aead_xchacha20poly1305_ietf_encrypt(sealed + NONCE_BYTES, &length, (const unsigned char *)text,
                                               strlen(text), NULL, 0, NULL, sealed, veil->key);
    word[0] = '~';
    sodium_bin2base64(word + 1, size - 1, sealed, NONCE_BYTES + (size_t)length, VARIANT);
}

bool veil_lift(const struct veil *veil, const char *word, size_t length, char *text, size_t size)
{
    unsigned char sealed[SEALED_MAX];
    size_t used = 0;
    unsigned long long plain = 0;
    assert(size >= VEIL_PLAIN_MAX);
    if (veil_is_none(veil) || length == 0 || word[0] != '~' ||
        sodium_base642bin(sealed, sizeof sealed, word + 1, length - 1, NULL, &used, NULL, VARIANT) != 0 ||
        used < NONCE_BYTES + crypto_aead_xchacha20poly1305_ietf_ABYTES)
        return false;
    if (crypto_aead_xchacha20poly1305_ietf_decrypt((unsigned char *)text, &plain, NULL, sealed + NONCE_BYTES,
                                                   used - NONCE_BYTES, NULL, 0, sealed, veil->key) != 0)
        return false;
    text[plain] = '\0';
    return true;
}

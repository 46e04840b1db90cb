/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/signing.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium/utils.h>
#include <string.h>

#define WORD "signed "

static size_t message_of(const struct chain *chain, char *message, size_t size)
{
    assert(chain->id && chain->name[0]);
    struct text text;
    char head[HASH_TEXT_MAX];
    hash_print(&chain->head, head, sizeof(head));
    text_init(&text, message, size);
    text_format(&text, "croupier checkpoint 1\n%s\n%" PRIu64 "\n%s\n", chain->name, chain->number, head);
    assert(!text.full);
    return text.used;
}

void signing_print(const struct chain *chain, const struct signing_key *key, struct text *text)
{
    char message[SIGNING_TEXT_MAX];
    char hex[2 * SIGNATURE_BYTES + 1];
    uint8_t signature[SIGNATURE_BYTES];
    struct public_key public_key = signing_key_public(key);
    size_t size = message_of(chain, message, sizeof(message));
    crypto_sign_ed25519_detached(signature, NULL, (const uint8_t *)message, size, key->bytes);
    text_put(text, WORD);
    text_put(text, sodium_bin2hex(hex, sizeof(hex), public_key.bytes, PUBLIC_KEY_BYTES));
    text_put_char(text, ' ');
    text_put(text, sodium_bin2hex(hex, sizeof(hex), signature, SIGNATURE_BYTES));
    text_put_char(text, '\n');
}

enum status signing_check(const struct chain *chain, struct span text, const struct public_key *key,
                          struct public_key *named)
{
    assert(text.bytes || text.size == 0);
    enum { KEY_AT = sizeof(WORD) - 1, SIGNATURE_AT = KEY_AT + 2 * PUBLIC_KEY_BYTES + 1 };
    enum { END_AT = SIGNATURE_AT + 2 * SIGNATURE_BYTES };
    const char *at = (const char *)text.bytes;
    char message[SIGNING_TEXT_MAX];
    uint8_t signature[SIGNATURE_BYTES];
    struct public_key signer;
    if (text.size != END_AT + 1 || memcmp(at, WORD, KEY_AT) != 0 || at[SIGNATURE_AT - 1] != ' ' ||
        at[END_AT] != '\n')
        return STATUS_BAD_ENTRY;
    if (!public_key_parse(at + KEY_AT, PUBLIC_KEY_TEXT_MAX - 1, &signer) ||
        !hex_parse(at + SIGNATURE_AT, END_AT - SIGNATURE_AT, signature, SIGNATURE_BYTES))
        return STATUS_BAD_ENTRY;
    if (key && memcmp(key->bytes, signer.bytes, PUBLIC_KEY_BYTES) != 0)
        return STATUS_BAD_SIGNATURE;
    size_t size = message_of(chain, message, sizeof(message));
    if (crypto_sign_ed25519_verify_detached(signature, (const uint8_t *)message, size, signer.bytes))
        return STATUS_BAD_SIGNATURE;
    if (named)
        *named = signer;
    return STATUS_OK;
}

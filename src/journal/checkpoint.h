/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint.h - the house puts its name to a chain as it stands.
 *
 * Pure. A hash chain alone can be rewritten from any entry on by whoever holds the file; a signature by the
 * house's key (Ed25519) over the head cannot. A checkpoint is an entry of kind ENTRY_SIGNED whose text is
 *
 *   signed KEY SIGNATURE\n          both in hexadecimal
 *
 * and whose signature is over the text
 *
 *   croupier checkpoint 1\nCHAIN\nNUMBER\nHASH\n
 *
 * with the number and hash of the entry before it. */
#ifndef CROUPIER_JOURNAL_CHECKPOINT_H
#define CROUPIER_JOURNAL_CHECKPOINT_H

#include <sodium/crypto_sign_ed25519.h>

#include "base/text.h"
#include "journal/chain.h"

enum {
    SIGNING_KEY_BYTES = crypto_sign_ed25519_SECRETKEYBYTES,
    PUBLIC_KEY_BYTES = crypto_sign_ed25519_PUBLICKEYBYTES,
    SIGNATURE_BYTES = crypto_sign_ed25519_BYTES,
    PUBLIC_KEY_TEXT_MAX = 2 * PUBLIC_KEY_BYTES + 1,
    CHECKPOINT_TEXT_MAX = 256,
};

struct public_key {
    uint8_t bytes[PUBLIC_KEY_BYTES];
};

/* Wipe it (sodium_memzero) when it is no longer needed. */
struct signing_key {
    uint8_t bytes[SIGNING_KEY_BYTES];
};

/* A pair from 32 secret bytes. */
void signing_key_derive(struct signing_key *key, const uint8_t seed[32]);
struct public_key signing_key_public(const struct signing_key *key);
void public_key_print(const struct public_key *key, char *text, size_t size);
bool public_key_parse(const char *text, size_t length, struct public_key *key);

/* Appends the text of a checkpoint of the chain as it stands now. */
void checkpoint_print(const struct chain *chain, const struct signing_key *key, struct text *text);

/* `chain` stands before the checkpoint. STATUS_BAD_SIGNATURE unless the text is a signature over it by `key`;
 * with a NULL key, by the key it names, which is then given in *named (may be NULL). */
enum status checkpoint_check(const struct chain *chain, struct span text, const struct public_key *key,
                             struct public_key *named) MUST_CHECK;

#endif

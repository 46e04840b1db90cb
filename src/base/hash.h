/* SPDX-License-Identifier: Apache-2.0 */
/* hash.h - BLAKE2b with 32 bytes of result, for rulebooks, journals and shoes.
 *
 * Pure. A struct hasher is fed piece by piece; the result does not depend on how the bytes were cut. */
#ifndef CROUPIER_BASE_HASH_H
#define CROUPIER_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sodium/crypto_generichash.h>

enum { HASH_BYTES = 32, HASH_TEXT_MAX = 2 * HASH_BYTES + 1 };

struct hash {
    uint8_t bytes[HASH_BYTES];
};

struct hasher {
    crypto_generichash_state state;
};

void hasher_init(struct hasher *hasher);
void hasher_add(struct hasher *hasher, const void *bytes, size_t count);
struct hash hasher_result(struct hasher *hasher); /* do not use the hasher afterwards */

struct hash hash_of(const void *bytes, size_t count);
bool hash_equal(const struct hash *a, const struct hash *b);

/* Lower-case hexadecimal with a zero byte; `size` >= HASH_TEXT_MAX. */
void hash_print(const struct hash *hash, char *text, size_t size);

/* Reads 64 hexadecimal digits, either case; false for anything else. */
bool hash_parse(const char *text, size_t length, struct hash *hash);

#endif

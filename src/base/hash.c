/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"

#include <assert.h>
#include <string.h>

void hasher_init(struct hasher *hasher)
{
    int failed = crypto_generichash_init(&hasher->state, NULL, 0, HASH_BYTES);
    assert(!failed);
    (void)failed;
}

void hasher_add(struct hasher *hasher, const void *bytes, size_t count)
{
    assert(bytes || count == 0);
    crypto_generichash_update(&hasher->state, bytes, count);
}

struct hash hasher_result(struct hasher *hasher)
{
    struct hash hash;
    crypto_generichash_final(&hasher->state, hash.bytes, sizeof(hash.bytes));
    return hash;
}

struct hash hash_of(const void *bytes, size_t count)
{
    assert(bytes || count == 0);
    struct hash hash;
    crypto_generichash(hash.bytes, sizeof(hash.bytes), bytes, count, NULL, 0);
    return hash;
}

bool hash_equal(const struct hash *a, const struct hash *b)
{
    assert(a && b);
    return memcmp(a->bytes, b->bytes, HASH_BYTES) == 0;
}

void hash_print(const struct hash *hash, char *text, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    assert(size >= HASH_TEXT_MAX);
    for (size_t i = 0; i < HASH_BYTES; i++) {
        text[2 * i] = digits[hash->bytes[i] >> 4];
        text[2 * i + 1] = digits[hash->bytes[i] & 15];
    }
    text[2 * HASH_BYTES] = '\0';
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool hash_parse(const char *text, size_t length, struct hash *hash)
{
    assert(text || length == 0);
    if (length != 2 * HASH_BYTES)
        return false;
    for (size_t i = 0; i < HASH_BYTES; i++) {
        int high = digit_value(text[2 * i]);
        int low = digit_value(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        hash->bytes[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

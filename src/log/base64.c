/* SPDX-License-Identifier: Apache-2.0 */
#include "log/base64.h"

#include <assert.h>
#include <sodium/utils.h>

enum { VARIANT = sodium_base64_VARIANT_ORIGINAL, PIECE = 48 }; /* a multiple of 3: no padding */

/* The library takes some bytes above 127 for characters of Base64. */
static bool is_ascii(const char *text, size_t length)
{
    assert(text || length == 0);
    for (size_t i = 0; i < length; i++)
        if ((uint8_t)text[i] >= 128)
            return false;
    return true;
}

bool base64_parse(const char *text, size_t length, uint8_t *bytes, size_t size, size_t *used)
{
    return is_ascii(text, length) &&
           sodium_base642bin(bytes, size, text, length, NULL, used, NULL, VARIANT) == 0;
}

void base64_print(struct span bytes, struct text *text)
{
    assert(bytes.bytes || bytes.size == 0);
    char piece[sodium_base64_ENCODED_LEN(PIECE, sodium_base64_VARIANT_ORIGINAL)];
    for (size_t at = 0; at < bytes.size; at += PIECE) {
        size_t size = bytes.size - at < PIECE ? bytes.size - at : PIECE;
        text_put(text, sodium_bin2base64(piece, sizeof(piece), bytes.bytes + at, size, VARIANT));
    }
}

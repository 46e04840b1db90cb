/* SPDX-License-Identifier: Apache-2.0 */
/* base64.h - Base64 (RFC 4648, section 4) in its one form: with padding, and no other characters. Pure. */
#ifndef CROUPIER_LOG_BASE64_H
#define CROUPIER_LOG_BASE64_H

#include <stdbool.h>

#include "base/span.h"
#include "base/text.h"

/* False for anything but Base64 of at most `size` bytes. */
bool base64_parse(const char *text, size_t length, uint8_t *bytes, size_t size, size_t *used);
void base64_print(struct span bytes, struct text *text);

#endif

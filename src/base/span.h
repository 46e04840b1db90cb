/* SPDX-License-Identifier: Apache-2.0 */
/* span.h - bytes somebody else owns. Pure data. */
#ifndef CROUPIER_BASE_SPAN_H
#define CROUPIER_BASE_SPAN_H

#include <stddef.h>
#include <stdint.h>

struct span {
    const uint8_t *bytes;
    size_t size;
};

static inline struct span span_of(const char *string)
{
    return (struct span){(const uint8_t *)string, __builtin_strlen(string)};
}

#endif

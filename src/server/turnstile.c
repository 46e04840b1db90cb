/* SPDX-License-Identifier: Apache-2.0 */
#include "server/turnstile.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

static uint16_t *slot_of(struct turnstile *turnstile, const char *address)
{
    uint16_t number;
    struct hash hash = hash_of(address, strlen(address));
    memcpy(&number, hash.bytes, sizeof number);
    return &turnstile->waiting[number % TURNSTILE_SLOTS];
}

bool turnstile_enter(struct turnstile *turnstile, const char *address, unsigned most)
{
    uint16_t *waiting = slot_of(turnstile, address);
    assert(most && most < UINT16_MAX);
    if (*waiting >= most)
        return false;
    ++*waiting;
    return true;
}

void turnstile_leave(struct turnstile *turnstile, const char *address)
{
    uint16_t *waiting = slot_of(turnstile, address);
    assert(*waiting);
    --*waiting;
}

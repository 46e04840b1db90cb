/* SPDX-License-Identifier: Apache-2.0 */
/* turnstile.h - limits how many requests of one address wait at once, so that no address can keep the others
 * waiting.
 *
 * Pure. Bounded memory: addresses share slots by their hash, so two of them may now and then share one limit.
 */
#ifndef CROUPIER_SERVER_TURNSTILE_H
#define CROUPIER_SERVER_TURNSTILE_H

#include <stdbool.h>
#include <stdint.h>

enum { TURNSTILE_SLOTS = 1024 };

struct turnstile {
    uint16_t waiting[TURNSTILE_SLOTS];
};

/* One more of this address; false if `most` wait already. */
bool turnstile_enter(struct turnstile *turnstile, const char *address, unsigned most);
void turnstile_leave(struct turnstile *turnstile, const char *address);

#endif

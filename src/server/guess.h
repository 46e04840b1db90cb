/* SPDX-License-Identifier: Apache-2.0 */
/* guess.h - slows down guessing of passwords without keeping honest people out.
 *
 * A try counts when it is made, not when its answer is known, so that many at once gain nothing; one that
 * succeeds is taken back. Three counts, each over GUESS_WINDOW_MS: of an address, of a name, and of a name
 * from an address. Where somebody has logged in under this name before, from this address, the count of the
 * name does not matter: strangers who try it elsewhere cannot keep its owner out. Bounded memory: names and
 * addresses share slots by their hash. */
#ifndef CROUPIER_SERVER_GUESS_H
#define CROUPIER_SERVER_GUESS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GUESS_WINDOW_MS = 60000,
    GUESS_PLACE_MAX = 5,     /* a name from an address */
    GUESS_NAME_MAX = 20,     /* a name from anywhere */
    GUESS_ADDRESS_MAX = 120, /* an address, whatever the name */
    GUESS_SLOTS = 4096,
    GUESS_KNOWN_MAX = 4096,
};

struct guesses {
    struct guess_count {
        int64_t since_ms;
        unsigned count;
    } counts[GUESS_SLOTS];
    uint64_t known[GUESS_KNOWN_MAX]; /* names with addresses that have logged in, by hash */
};

/* Counts a try. False: there were too many, and the password must not be checked. */
bool guess_try(struct guesses *guesses, const char *name, const char *address, int64_t now_ms);

/* The password was not checked after all: the try does not count. */
void guess_unused(struct guesses *guesses, const char *name, const char *address, int64_t now_ms);

/* Whether somebody has logged in under this name from this address before. */
bool guess_is_known(const struct guesses *guesses, const char *name, const char *address);

/* The try was right: it does not count, and the address is known from now on. */
void guess_right(struct guesses *guesses, const char *name, const char *address, int64_t now_ms);

#endif

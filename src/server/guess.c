/* SPDX-License-Identifier: Apache-2.0 */
#include "server/guess.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

static uint64_t key_of(const char *name, const char *address)
{
    struct hasher hasher;
    hasher_init(&hasher);
    hasher_add(&hasher, name, strlen(name) + 1);
    hasher_add(&hasher, address, strlen(address) + 1);
    struct hash hash = hasher_result(&hasher);
    uint64_t key;
    memcpy(&key, hash.bytes, sizeof key);
    return key ? key : 1; /* 0 marks a free place */
}

static struct guess_count *count_of(struct guesses *guesses, uint64_t key, int64_t now_ms)
{
    struct guess_count *found = &guesses->counts[key % GUESS_SLOTS];
    if (!found->count || now_ms - found->since_ms > GUESS_WINDOW_MS || now_ms < found->since_ms)
        *found = (struct guess_count){.since_ms = now_ms};
    return found;
}

static bool is_known(const struct guesses *guesses, uint64_t key)
{
    return guesses->known[key % GUESS_KNOWN_MAX] == key;
}

bool guess_try(struct guesses *guesses, const char *name, const char *address, int64_t now_ms)
{
    assert(name && address);
    uint64_t place = key_of(name, address);
    struct guess_count *counts[] = {count_of(guesses, place, now_ms),
                                    count_of(guesses, key_of("", address), now_ms),
                                    count_of(guesses, key_of(name, ""), now_ms)};
    static const unsigned most[] = {GUESS_PLACE_MAX, GUESS_ADDRESS_MAX, GUESS_NAME_MAX};
    unsigned checked = is_known(guesses, place) ? 2 : 3;
    for (unsigned i = 0; i < checked; i++)
        if (counts[i]->count >= most[i])
            return false;
    for (unsigned i = 0; i < checked; i++)
        counts[i]->count++;
    return true;
}

bool guess_is_known(const struct guesses *guesses, const char *name, const char *address)
{
    return is_known(guesses, key_of(name, address));
}

static void take_back(struct guess_count *count)
{
    if (count->count)
        count->count--;
}

void guess_unused(struct guesses *guesses, const char *name, const char *address, int64_t now_ms)
{
    uint64_t place = key_of(name, address);
    take_back(count_of(guesses, place, now_ms));
    take_back(count_of(guesses, key_of("", address), now_ms));
    if (!is_known(guesses, place))
        take_back(count_of(guesses, key_of(name, ""), now_ms));
}

void guess_right(struct guesses *guesses, const char *name, const char *address, int64_t now_ms)
{
    uint64_t place = key_of(name, address);
    if (!is_known(guesses, place))
        take_back(count_of(guesses, key_of(name, ""), now_ms));
    count_of(guesses, place, now_ms)->count = 0;
    take_back(count_of(guesses, key_of("", address), now_ms));
    guesses->known[place % GUESS_KNOWN_MAX] = place;
    assert(is_known(guesses, place));
}

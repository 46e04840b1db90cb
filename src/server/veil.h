/* SPDX-License-Identifier: Apache-2.0 */
/* veil.h - hides what the journal says about a person, so that the house can forget it.
 *
 * Each patron has a key of their own, in their line of the people (people.h) and never in the journal. What
 * an entry says of the person, their name as shown and the address of a terminal, is encrypted with it
 * (XChaCha20-Poly1305) and written as one word: "~" and URL-safe Base64. With the key it can be read, and is
 * known to be the house's. Once the key is deleted nobody can read it, and every hash over the entry still
 * holds. */
#ifndef CROUPIER_SERVER_VEIL_H
#define CROUPIER_SERVER_VEIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VEIL_KEY_BYTES = 32,
    VEIL_PLAIN_MAX = 96, /* bytes that may stand behind one, with the zero byte */
    VEIL_WORD_MAX = 192, /* the word for them, with its zero byte */
};

/* All zero: no key. */
struct veil {
    uint8_t key[VEIL_KEY_BYTES];
};

void veil_make(struct veil *veil);
bool veil_is_none(const struct veil *veil);

/* Hides the text; "?" without a key or where it is too long. `size` >= VEIL_WORD_MAX. */
void veil_hide(const struct veil *veil, const char *text, char *word, size_t size);

/* Reads such a word of `length` bytes; false: it is none, or made with another key. `size` >= VEIL_PLAIN_MAX.
 */
bool veil_lift(const struct veil *veil, const char *word, size_t length, char *text, size_t size);

#endif

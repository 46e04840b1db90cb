/* SPDX-License-Identifier: Apache-2.0 */
/* value.h - turns the value of one key in a file into the field of the struct, by the key's type.
 *
 * Pure. On a fault nothing is stored; `reason` says why, and `bad` is the index of the word at fault (one
 * beyond the last: the value as a whole). */
#ifndef CROUPIER_RULEBOOK_VALUE_H
#define CROUPIER_RULEBOOK_VALUE_H

#include "rulebook/keys.h"

enum { VALUE_WORDS_MAX = 24, VALUE_REASON_MAX = 200, VALUE_TEXT_MAX = 128 };

struct value {
    const char *words[VALUE_WORDS_MAX];
    unsigned count;
    bool list;                     /* written as a list */
    bool plain;                    /* one word without quotes: other readers of YAML take 3.10 for a number */
    const struct deck *deck;       /* for ranks */
    unsigned bad;                  /* set on a fault */
    char reason[VALUE_REASON_MAX]; /* set on a fault */
};

/* Cuts "stand", "3:2" or "[A, T]" into words, in `buffer` of VALUE_TEXT_MAX bytes; false if it does not fit.
 */
bool value_split(struct value *value, const struct rulebook_key *key, const char *text, char *buffer);

bool value_store(struct value *value, const struct rulebook_key *key, void *record);

#endif

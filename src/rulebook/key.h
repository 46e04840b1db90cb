/* SPDX-License-Identifier: Apache-2.0 */
/* key.h - one key of a rulebook: a row of the table in keys.h. Plain data. */
#ifndef CROUPIER_RULEBOOK_KEY_H
#define CROUPIER_RULEBOOK_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rulebook/rulebook.h"

enum key_type {
    KEY_TEXT = 1, /* char[]: one line for people */
    KEY_NAME,     /* char[]: lower-case letters, digits and hyphens */
    KEY_DATE,     /* char[]: 2019-09-27, or with a time 2023-05-08T00:00 */
    KEY_CLAUSES,  /* char[]: clause numbers, blank-separated */
    KEY_WORD,     /* uint8_t: one of `words` */
    KEY_NUMBER,   /* uint8_t: from min to max */
    KEY_FLAG,     /* bool: true or false (a switch may also say yes or no) */
    KEY_RATIO,    /* struct ratio: 3:2 */
    KEY_MONEY,    /* int64_t: 0.01, in cents */
    KEY_RANK,     /* uint8_t: a rank letter of the deck, or none (0) */
    KEY_RANKS,    /* rank_set: a list of rank letters */
    KEY_TOTALS,   /* uint16_t or uint32_t: a list of numbers from min to max, as bits */
    KEY_COUNT,    /* two uint8_t, least and most: 3, "3-4" or "8+" */
    KEY_SIDES,    /* uint8_t count, then uint8_t[]: a list of words */
};

enum { KEY_PATH_MAX = 96 };

enum key_group { KEYS_BOOK, KEYS_WAGER, KEYS_LINE, KEYS_IRREGULARITY };

/* A word and the number the enumeration gives it; a list ends with a NULL name. */
struct key_word {
    const char *name;
    uint8_t value;
    const char *says; /* what choosing it means, for legends */
};

struct rulebook_key {
    const char *path; /* "dealer.soft17" */
    enum key_type type;
    uint8_t family; /* enum family_id; 0: both */
    bool identity;  /* says which book it is: not a switch */
    size_t offset;  /* in the struct of its group */
    size_t size;
    const struct key_word *words; /* KEY_WORD, KEY_SIDES */
    int64_t min;
    int64_t max;
    const char *fallback;    /* the value when it is left out, as written in a file; NULL: it is required */
    const char *switch_name; /* "rws.hit_hard_21", or NULL */
    const char *reading;     /* "AMB-21", or NULL */
    const char *legend;      /* one sentence */
};

#endif

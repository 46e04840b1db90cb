/* SPDX-License-Identifier: Apache-2.0 */
/* keys.h - the one table of what may stand in a rulebook.
 *
 * Each row is one key: its path in the YAML file, where its value lives in struct rulebook, what may be
 * written there, what it means (the legend), and, for a reading of an unclear clause, the switch that round
 * records know it by. Loading, unknown-key suggestions, switches, `rulebook show`, the canonical form and the
 * JSON Schema all go through this table: a new key is a struct field, a row here and a line in the YAML
 * files.
 *
 * Keys are grouped by the struct they fill: the book, one wager, one pay line, one irregularity. Sections
 * that hold such structs ("wagers", "pays", "irregularities", "grounds") are load.c's. Pure, constant tables.
 */
#ifndef CROUPIER_RULEBOOK_KEYS_H
#define CROUPIER_RULEBOOK_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
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
    const char *fallback;    /* what holds when it is left out, as written; NULL: it is required */
    const char *switch_name; /* "rws.hit_hard_21", or NULL */
    const char *reading;     /* "AMB-21", or NULL */
    const char *legend;      /* one sentence */
};

/* The rows of a group, `*count` of them. */
const struct rulebook_key *rulebook_keys(enum key_group group, size_t *count);

/* By path, or by switch name; NULL if there is none. */
const struct rulebook_key *rulebook_key_find(enum key_group group, const char *path_or_switch);

/* True if some path of the group starts with `path` and a dot: it names a section. */
bool rulebook_key_is_section(enum key_group group, const char *path);

/* True if `path` is a section that holds a list of structs: "wagers", "irregularities", "grounds"; "pays". */
bool rulebook_key_is_list(enum key_group group, const char *path);

/* The best guess at what was meant by an unknown key of section `section` ("" at the top): the whole path of
 * a key or section, in `near` of KEY_PATH_MAX bytes. False if nothing is near. */
bool rulebook_key_nearest(enum key_group group, const char *section, const char *unknown, char *near);

/* Writes the key's value in `record` (the struct of its group) as a rulebook would write it: "stand", "3:2",
 * "[T, J]". `deck` names the ranks. */
void rulebook_key_print(const struct rulebook_key *key, const void *record, const struct deck *deck,
                        struct text *text);

/* What may be written for the key, for people: "stand or hit", "a number from 1 to 10". */
void rulebook_key_describe(const struct rulebook_key *key, struct text *text);

#endif

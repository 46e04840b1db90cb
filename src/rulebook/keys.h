/* SPDX-License-Identifier: Apache-2.0 */
/* keys.h - the one table of the keys of a rulebook.
 *
 * Each row is one key: its path in the YAML file, its field in struct rulebook, the values it takes, its
 * meaning (the legend), and, for a reading of an unclear clause, the name of the switch in round records.
 * Loading, unknown-key suggestions, switches, `rulebook show`, the canonical form and the JSON Schema all use
 * this table: a new key is a struct field, a row here and a line in the YAML files.
 *
 * Keys are grouped by the struct they fill: the book, one wager, one pay line, one irregularity. Sections
 * that hold such structs ("wagers", "pays", "irregularities", "grounds") are in load.c. Pure, constant
 * tables.
 */
#ifndef CROUPIER_RULEBOOK_KEYS_H
#define CROUPIER_RULEBOOK_KEYS_H

#include "base/text.h"
#include "rulebook/key.h"

/* The rows of a group, `*count` of them. */
const struct rulebook_key *rulebook_keys(enum key_group group, size_t *count);

/* By path, or by switch name; NULL if there is none. */
const struct rulebook_key *rulebook_key_find(enum key_group group, const char *path_or_switch);

/* True if some path of the group starts with `path` and a dot: it names a section. */
bool rulebook_key_is_section(enum key_group group, const char *path);

/* True if `path` is a section that holds a list: "wagers", "irregularities", "grounds"; of a wager "pays". */
bool rulebook_key_is_list(enum key_group group, const char *path);

/* The key or section most similar to an unknown key of section `section` ("" at the top): its whole path, in
 * `near` of KEY_PATH_MAX bytes. False if nothing is near. */
bool rulebook_key_nearest(enum key_group group, const char *section, const char *unknown, char *near);

/* Writes the key's value in `record` (the struct of its group) as a rulebook would write it: "stand", "3:2",
 * "[T, J]". `deck` names the ranks. */
void rulebook_key_print(const struct rulebook_key *key, const void *record, const struct deck *deck,
                        struct text *text);

/* The values that the key takes, in words for people: "stand or hit", "a number from 1 to 10". */
void rulebook_key_describe(const struct rulebook_key *key, struct text *text);

#endif

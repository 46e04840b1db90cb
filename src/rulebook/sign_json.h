/* SPDX-License-Identifier: Apache-2.0 */
/* sign_json.h - a sign, and the identity of its rulebook, as JSON: for commands, pages and programs.
 *
 * Pure. JSON values are returned owned. */
#ifndef CROUPIER_RULEBOOK_SIGN_JSON_H
#define CROUPIER_RULEBOOK_SIGN_JSON_H

#include <jansson.h>

#include "rulebook/sign.h"

/* A label by the code of each language: {"en": "Pair", "zh": ...}. */
json_t *label_json(const struct label *label);

json_t *sign_json(const struct sign *sign, const struct rulebook *book);

/* Id, name, operator, version, date, family, decks, wagers, hash: one entry of `croupier games --json`. */
json_t *rulebook_identity_json(const struct rulebook *book);

/* "blackjack" or "baccarat". */
const char *rulebook_family_name(const struct rulebook *book);

#endif

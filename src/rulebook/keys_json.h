/* SPDX-License-Identifier: Apache-2.0 */
/* keys_json.h - every key of a rulebook with its value and the values it takes, as JSON: for `croupier
 * rulebook show --json`, and for programs that let people change a key. Pure. */
#ifndef CROUPIER_RULEBOOK_KEYS_JSON_H
#define CROUPIER_RULEBOOK_KEYS_JSON_H

#include <jansson.h>

#include "rulebook/rulebook.h"

/* A list of {key, value, legend, allowed, type, identity?, words?, min?, max?, fallback?, reading?, switch?};
 * a ground has key and value alone. `words` are {name, says}. The caller owns it. */
json_t *rulebook_keys_json(const struct rulebook *book);

#endif

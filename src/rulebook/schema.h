/* SPDX-License-Identifier: Apache-2.0 */
/* schema.h - the JSON Schema of a rulebook, for editors: the key table in another language.
 *
 * Editors that know it complete keys, show legends and mark wrong values as they are typed. Only the
 * loader finds what a schema cannot say (a pay line that cannot be met, decks in the wrong order). Pure. */
#ifndef CROUPIER_RULEBOOK_SCHEMA_H
#define CROUPIER_RULEBOOK_SCHEMA_H

#include <jansson.h>

/* Returns owned; NULL when there is no memory. */
json_t *schema_json(void);

#endif

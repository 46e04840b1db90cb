/* SPDX-License-Identifier: Apache-2.0 */
/* ground.h - the grounds on which the engine rules.
 *
 * A ground is one thing the rules say ("no surrender against an Ace"). The engine gives grounds; a rulebook
 * says which clauses of its document state them (section `grounds:` of the YAML file), so the same code
 * cites 4.2.2 in one game and 4.3.2 in another, and a new game brings its own numbers. A ground without
 * clauses in a book is simply not cited. */
#ifndef CROUPIER_RULEBOOK_GROUND_H
#define CROUPIER_RULEBOOK_GROUND_H

#include <stdbool.h>

#include "rulebook/ground_list.h"

enum ground {
#define GROUND_ENUM(id, name, says) id,
    GROUND_LIST(GROUND_ENUM)
#undef GROUND_ENUM
        GROUND_COUNT
};

/* The key in a rulebook, and our own sentence for it (what --explain says). */
const char *ground_name(enum ground ground);
const char *ground_says(enum ground ground);
bool ground_find(const char *name, enum ground *ground);

#endif

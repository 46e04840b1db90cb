/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/register.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

extern const struct clause clause_register[];

const struct clause *register_next(const char *game, const struct clause *after)
{
    const struct clause *clause = after ? after + 1 : clause_register;
    while (clause->game && game && strcmp(clause->game, game) != 0)
        clause++;
    return clause->game ? clause : NULL;
}

const struct clause *register_find(const char *game, const char *id)
{
    assert(game && id);
    const struct clause *clause = NULL;
    while ((clause = register_next(game, clause)))
        if (strcmp(clause->id, id) == 0)
            return clause;
    return NULL;
}

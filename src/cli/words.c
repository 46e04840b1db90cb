/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/words.h"

#include <stddef.h>
#include <string.h>

#include "cli/rule_scene.h"
#include "rulebook/builtin.h"

const char *word_of_kind(const char *kind, unsigned index)
{
    if (strcmp(kind, "GAME") == 0)
        return builtin_id(index);
    if (strcmp(kind, "LANG") == 0)
        return index < LANGUAGE_COUNT ? language_code(index) : NULL;
    if (strcmp(kind, "IRREGULARITY") == 0)
        return index < IRREGULARITY_COUNT ? irregularity_name((enum irregularity)index) : NULL;
    if (strcmp(kind, "PHASE") == 0)
        return index < MOMENT_COUNT ? moment_name((enum moment)index) : NULL;
    return NULL;
}

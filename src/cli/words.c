/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/words.h"

#include <stddef.h>
#include <string.h>

#include "cli/rule_scene.h"
#include "rulebook/builtin.h"

const char *word_of_kind(const char *kind, unsigned index)
{
    static const char *const languages[] = {"en", "zh", NULL};
    if (strcmp(kind, "GAME") == 0)
        return builtin_id(index);
    if (strcmp(kind, "LANG") == 0)
        return languages[index];
    if (strcmp(kind, "IRREGULARITY") == 0)
        return index < IRREGULARITY_COUNT ? irregularity_name((enum irregularity)index) : NULL;
    if (strcmp(kind, "PHASE") == 0)
        return index < MOMENT_COUNT ? moment_name((enum moment)index) : NULL;
    return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/words.h"

#include <stddef.h>
#include <string.h>

#include "rulebook/builtin.h"

const char *word_of_kind(const char *kind, unsigned index)
{
    static const char *const languages[] = {"en", "zh", NULL};
    if (strcmp(kind, "GAME") == 0)
        return builtin_id(index);
    if (strcmp(kind, "LANG") == 0)
        return languages[index];
    return NULL;
}

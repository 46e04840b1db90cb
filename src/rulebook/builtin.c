/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/builtin.h"

#include <assert.h>
#include <string.h>

#include "rulebook/load.h"

extern const struct embedded builtin_rulebooks[];

const char *builtin_id(unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (!builtin_rulebooks[i].name)
            return NULL;
    return builtin_rulebooks[index].name;
}

const struct embedded *builtin_text(const char *id)
{
    assert(id);
    for (const struct embedded *text = builtin_rulebooks; text->name; text++)
        if (strcmp(text->name, id) == 0)
            return text;
    return NULL;
}

enum status builtin_load(const char *id, struct rulebook *book)
{
    assert(id && book);
    struct faults faults;
    const struct embedded *text = builtin_text(id);
    if (!text)
        return STATUS_NOT_FOUND;
    return rulebook_load((const char *)text->bytes, text->size, book, &faults);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/irregularity.h"

#include <assert.h>
#include <string.h>

struct row {
    const char *name;
    const char *says;
};

#define ROW(id, name, says) {name, says},
static const struct row kinds[] = {IRREGULARITY_LIST(ROW)};
static const struct row remedies[] = {REMEDY_LIST(ROW)};
#undef ROW

static int find(const struct row *rows, int count, const char *name)
{
    assert(rows && name);
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return i;
    return -1;
}

const char *irregularity_name(enum irregularity kind)
{
    assert(kind < IRREGULARITY_COUNT);
    return kinds[kind].name;
}

const char *irregularity_says(enum irregularity kind)
{
    assert(kind < IRREGULARITY_COUNT);
    return kinds[kind].says;
}

bool irregularity_find(const char *name, enum irregularity *kind)
{
    int found = find(kinds, IRREGULARITY_COUNT, name);
    if (found >= 0)
        *kind = (enum irregularity)found;
    return found >= 0;
}

const char *remedy_says(enum remedy remedy)
{
    assert(remedy < REMEDY_COUNT);
    return remedies[remedy].says;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "record/roster.h"

#include <assert.h>
#include <string.h>

int roster_find(const struct roster *roster, const char *name, size_t length)
{
    assert(roster->count <= PERSONS_MAX);
    for (unsigned i = 0; i < roster->count; i++)
        if (strlen(roster->names[i]) == length && memcmp(roster->names[i], name, length) == 0)
            return (int)i;
    return -1;
}

int roster_add(struct roster *roster, const char *name, size_t length)
{
    assert(roster->count <= PERSONS_MAX);
    int place = roster_find(roster, name, length);
    if (place >= 0)
        return place;
    if (roster->count == PERSONS_MAX || length >= PERSON_NAME_MAX)
        return -1;
    memcpy(roster->names[roster->count], name, length);
    roster->names[roster->count][length] = '\0';
    return roster->count++;
}

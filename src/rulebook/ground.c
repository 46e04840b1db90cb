/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/ground.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *name;
    const char *says;
} rows[] = {
#define GROUND_ROW(id, name, says) {name, says},
    GROUND_LIST(GROUND_ROW)
#undef GROUND_ROW
};

const char *ground_name(enum ground ground)
{
    assert(ground < GROUND_COUNT);
    return rows[ground].name;
}

const char *ground_says(enum ground ground)
{
    assert(ground < GROUND_COUNT);
    return rows[ground].says;
}

bool ground_find(const char *name, enum ground *ground)
{
    assert(name && ground);
    for (unsigned i = 0; i < GROUND_COUNT; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *ground = (enum ground)i;
            return true;
        }
    }
    return false;
}

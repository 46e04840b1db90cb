/* SPDX-License-Identifier: Apache-2.0 */
#include "base/status.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

struct status_row {
    enum status status;
    const char *name;
    const char *sentence;
};

static const struct status_row rows[] = {
#define STATUS_ROW(id, number, name, sentence) {id, name, sentence},
    STATUS_LIST(STATUS_ROW)
#undef STATUS_ROW
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static const struct status_row *find_row(enum status status)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].status == status)
            return &rows[i];
    return NULL;
}

const char *status_name(enum status status)
{
    const struct status_row *row = find_row(status);
    return row ? row->name : "unknown";
}

const char *status_sentence(enum status status)
{
    const struct status_row *row = find_row(status);
    return row ? row->sentence : "This status is not in the list.";
}

bool status_find(const char *name, enum status *status)
{
    assert(name && status);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *status = rows[i].status;
            return true;
        }
    }
    return false;
}

bool status_at(unsigned index, enum status *status)
{
    if (index >= ROW_COUNT)
        return false;
    *status = rows[index].status;
    return true;
}

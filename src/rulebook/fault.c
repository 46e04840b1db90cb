/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/fault.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void faults_init(struct faults *faults)
{
    faults->count = 0;
    faults->more = false;
}

void faults_add(struct faults *faults, unsigned line, unsigned column, const char *format, ...)
{
    assert(faults->count <= FAULTS_MAX && format);
    va_list list;
    if (faults->count == FAULTS_MAX) {
        faults->more = true;
        return;
    }
    struct fault *fault = &faults->items[faults->count++];
    fault->line = line;
    fault->column = column;
    va_start(list, format);
    vsnprintf(fault->message, sizeof(fault->message), format, list);
    va_end(list);
}

static bool comes_after(const struct fault *a, const struct fault *b)
{
    return a->line != b->line ? a->line > b->line : a->column > b->column;
}

void faults_sort(struct faults *faults)
{
    assert(faults->count <= FAULTS_MAX);
    for (unsigned i = 1; i < faults->count; i++) {
        struct fault held = faults->items[i];
        unsigned at = i;
        for (; at > 0 && comes_after(&faults->items[at - 1], &held); at--)
            faults->items[at] = faults->items[at - 1];
        faults->items[at] = held;
    }
}

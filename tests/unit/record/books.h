/* SPDX-License-Identifier: Apache-2.0 */
/* books.h - the built-in rulebooks for tests of records, each loaded once. */
#ifndef CROUPIER_TESTS_BOOKS_H
#define CROUPIER_TESTS_BOOKS_H

#include "record/record.h"
#include "rulebook/builtin.h"

static inline const struct rulebook *find_builtin(void *context, const char *id)
{
    enum { BOOKS_MAX = 8 };
    static struct rulebook books[BOOKS_MAX];
    static unsigned count;
    (void)context;
    for (unsigned i = 0; i < count; i++)
        if (strcmp(books[i].id, id) == 0)
            return &books[i];
    if (count == BOOKS_MAX || builtin_load(id, &books[count]) != STATUS_OK)
        return NULL;
    return &books[count++];
}

static const struct record_books builtin_books = {find_builtin, NULL};

#endif

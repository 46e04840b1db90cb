/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/check.h"

#include <stdarg.h>
#include <stdio.h>

struct checker {
    const struct rulebook *book;
    const struct tree *tree;
    struct faults *faults;
};

static void fault_at(struct checker *checker, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fault_at(struct checker *checker, const char *path, const char *format, ...)
{
    char message[FAULT_TEXT_MAX];
    bool whole;
    va_list list;
    const struct node *top = checker->tree ? tree_top(checker->tree) : NULL;
    const struct node *node = top ? node_find(top, path, &whole) : NULL;
    va_start(list, format);
    vsnprintf(message, sizeof(message), format, list);
    va_end(list);
    faults_add(checker->faults, node ? node->line : 0, node ? node->column : 0, "%s: %s", path, message);
}

static void decks_in_order(struct checker *checker)
{
    const struct rulebook *book = checker->book;
    if (book->decks_max && book->decks_min > book->decks_max)
        fault_at(checker, "cards.decks.min", "the fewest decks, %u, are more than the most, %u",
                 book->decks_min, book->decks_max);
}

void rulebook_check(const struct rulebook *book, const struct tree *tree, struct faults *faults)
{
    struct checker checker = {book, tree, faults};
    decks_in_order(&checker);
}

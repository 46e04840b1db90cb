/* SPDX-License-Identifier: Apache-2.0 */
#include "table/book_mark.h"

#include <assert.h>
#include <string.h>

#include "rulebook/freeze.h"

static void hash_path(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    assert(path && path[0]);
    struct hasher *hasher = context;
    (void)value;
    (void)key;
    hasher_add(hasher, path, strlen(path));
    hasher_add(hasher, "\n", 1);
}

void book_mark_init(struct book_mark *mark, const struct rulebook *book, struct span words)
{
    assert(words.bytes || words.size == 0);
    struct hasher hasher;
    *mark = (struct book_mark){.reading = book->hash};
    if (words.size == 0)
        return;
    hasher_init(&hasher);
    rulebook_walk(book, hash_path, &hasher);
    mark->document = hash_of(words.bytes, words.size);
    mark->keys = hasher_result(&hasher);
}

bool book_mark_has_words(const struct book_mark *mark)
{
    static const struct hash none = {{0}};
    return !hash_equal(&mark->document, &none);
}

enum book_reading book_mark_compare(const struct book_mark *said, const struct book_mark *ours)
{
    if (hash_equal(&said->reading, &ours->reading))
        return BOOK_SAME;
    bool same_words = book_mark_has_words(said) && hash_equal(&said->document, &ours->document);
    assert(!same_words || book_mark_has_words(ours));
    return same_words && !hash_equal(&said->keys, &ours->keys) ? BOOK_REREAD : BOOK_OTHER;
}

void book_mark_print(const struct book_mark *mark, struct text *text)
{
    assert(!text->full);
    char reading[HASH_TEXT_MAX];
    char document[HASH_TEXT_MAX];
    char keys[HASH_TEXT_MAX];
    hash_print(&mark->reading, reading, sizeof reading);
    text_format(text, "#: rulebook %s\n", reading);
    if (!book_mark_has_words(mark))
        return;
    hash_print(&mark->document, document, sizeof document);
    hash_print(&mark->keys, keys, sizeof keys);
    text_format(text, "#: document %s %s\n", document, keys);
}

/* The hash `skip` bytes behind `mark`, which stands at the beginning of a line. */
static bool find_hash(struct span text, const char *mark, size_t skip, struct hash *hash)
{
    assert(mark[0] == '\n');
    const char *bytes = (const char *)text.bytes;
    const char *at = text.size ? memmem(bytes, text.size, mark, strlen(mark)) : NULL;
    if (!at)
        return false;
    at += strlen(mark) + skip;
    return at <= bytes + text.size && (size_t)(bytes + text.size - at) >= 2 * (size_t)HASH_BYTES &&
           hash_parse(at, 2 * (size_t)HASH_BYTES, hash);
}

bool book_mark_find(struct span text, struct book_mark *mark)
{
    static const char document[] = "\n#: document ";
    *mark = (struct book_mark){0};
    if (find_hash(text, document, 0, &mark->document) &&
        !find_hash(text, document, 2 * (size_t)HASH_BYTES + 1, &mark->keys))
        return false;
    return find_hash(text, "\n#: rulebook ", 0, &mark->reading);
}

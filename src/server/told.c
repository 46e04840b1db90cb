/* SPDX-License-Identifier: Apache-2.0 */
#include "server/told.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct member {
    const char *text; /* from the quote of the key on */
    size_t size;
    size_t key; /* length of the key with its quotes and colon */
};

struct told *told_new(void)
{
    struct told *told = calloc(1, sizeof *told);
    if (told)
        told->text.marks = &told->marks;
    return told;
}

void told_free(struct told *told)
{
    if (!told)
        return;
    out_release(&told->text);
    free(told);
}

struct out *told_begin(struct told *told)
{
    told->number = 0;
    out_reset(&told->text);
    return &told->text;
}

bool told_equal(const struct told *a, const struct told *b)
{
    return a->text.used == b->text.used && memcmp(a->text.bytes, b->text.bytes, a->text.used) == 0;
}

static struct member member_at(const struct told *told, unsigned i)
{
    assert(i < told->marks.count);
    size_t from = told->marks.at[i];
    size_t end =
        i + 1 < told->marks.count ? told->marks.at[i + 1] - 1 : told->text.used; /* a comma between */
    struct member member = {.text = told->text.bytes + from, .size = end - from};
    const char *colon = memchr(member.text, ':', member.size); /* keys are ours and have none */
    assert(colon);
    member.key = (size_t)(colon - member.text) + 1;
    return member;
}

/* The member of that key. The same keys come in the same order: `*next` is where to look first. */
static bool find(const struct told *told, const struct member *wanted, unsigned *next, struct member *found)
{
    for (unsigned i = 0; i < told->marks.count; i++) {
        unsigned at = (*next + i) % told->marks.count;
        *found = member_at(told, at);
        if (found->key == wanted->key && memcmp(found->text, wanted->text, wanted->key) == 0) {
            *next = at + 1;
            return true;
        }
    }
    return false;
}

void told_changes(const struct told *before, const struct told *now, struct out *out)
{
    unsigned next = 0;
    struct member old;
    for (unsigned i = 0; i < now->marks.count; i++) {
        struct member member = member_at(now, i);
        if (!find(before, &member, &next, &old) || old.size != member.size ||
            memcmp(old.text, member.text, member.size) != 0)
            out_raw(out, member.text, member.size);
    }
}

void told_gone(const struct told *before, const struct told *now, struct out *out)
{
    unsigned next = 0;
    struct member other;
    for (unsigned i = 0; i < before->marks.count; i++) {
        struct member member = member_at(before, i);
        if (!find(now, &member, &next, &other))
            out_raw(out, member.text, member.key - 1);
    }
}

bool told_has_gone(const struct told *before, const struct told *now)
{
    unsigned next = 0;
    struct member other;
    for (unsigned i = 0; i < before->marks.count; i++) {
        struct member member = member_at(before, i);
        if (!find(now, &member, &next, &other))
            return true;
    }
    return false;
}

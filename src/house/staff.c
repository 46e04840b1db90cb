/* SPDX-License-Identifier: Apache-2.0 */
#include "house/staff.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "record/word.h"

#define KEPT "kept"

void staff_release(struct staff *staff)
{
    free(staff->members);
    *staff = (struct staff){.kept = false};
}

static enum role role_of(struct word word)
{
    static const struct {
        const char *name;
        enum role role;
    } roles[] = {
        {"player", ROLE_PLAYER},   {"dealer", ROLE_DEALER},       {"pit-supervisor", ROLE_PIT},
        {"pit-manager", ROLE_PIT}, {"shift-manager", ROLE_SHIFT}, {"cashier", ROLE_CAGE},
        {"auditor", ROLE_AUDITOR},
    };
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
        if (word_is(word, roles[i].name))
            return roles[i].role;
    return ROLE_SYSTEM;
}

enum role staff_role(const char *name, size_t length)
{
    return role_of((struct word){name, length});
}

/* The one at hand is most often the one who acted last. */
static struct staff_member *find(struct staff *staff, struct word name)
{
    assert(staff->count <= staff->room);
    for (unsigned step = 0; step < staff->count; step++) {
        unsigned at = (staff->last + step) % staff->count;
        if (word_is(name, staff->members[at].name)) {
            staff->last = at;
            return &staff->members[at];
        }
    }
    return NULL;
}

static enum status give(struct staff *staff, struct word name, unsigned roles)
{
    assert(roles && roles < 1U << (ROLE_AUDITOR + 1));
    struct staff_member *member = find(staff, name);
    if (member) {
        member->roles |= roles;
        return STATUS_OK;
    }
    if (name.length > ENTRY_WHO_MAX)
        return STATUS_BAD_ENTRY;
    member = grow(staff->members, staff->count, &staff->room, sizeof *member);
    if (!member)
        return STATUS_NO_MEMORY;
    staff->members = member;
    member += staff->count++;
    memcpy(member->name, name.bytes, name.length);
    member->roles = roles;
    return STATUS_OK;
}

/* "person VERB NAME ROLE": these verbs may bring another role; the rest repeat the one there is. */
enum status staff_take(struct staff *staff, const struct entry *entry)
{
    static const char *const verbs[] = {"added", "role", "revoked", "restored"};
    struct words words;
    struct word verb;
    struct word name;
    struct word role;
    bool gives = false;
    if (entry->kind != ENTRY_PERSON || !entry->text.size)
        return STATUS_OK;
    staff->kept = true;
    words_init(&words, (const char *)entry->text.bytes, entry->text.size - 1);
    if (!words_skip(&words, "person") || !words_next(&words, &verb) || !words_next(&words, &name) ||
        !words_next(&words, &role))
        return STATUS_OK;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        gives |= word_is(verb, verbs[i]);
    enum role given = role_of(role);
    return gives && given > ROLE_PLAYER ? give(staff, name, 1U << given) : STATUS_OK;
}

bool staff_may(struct staff *staff, const struct entry *entry)
{
    assert(entry->role <= ROLE_AUDITOR && entry->who.size <= ENTRY_WHO_MAX);
    if (entry->role <= ROLE_PLAYER || entry->who.size == 0 || !staff->kept || staff->unknown)
        return true;
    const struct staff_member *member =
        find(staff, (struct word){(const char *)entry->who.bytes, entry->who.size});
    return member && (member->roles >> entry->role & 1U);
}

bool staff_print(const struct staff *staff, unsigned index, char line[STAFF_LINE_MAX])
{
    if (index == 0)
        snprintf(line, STAFF_LINE_MAX, "%s", staff->kept ? KEPT : "none");
    else if (index <= staff->count)
        snprintf(line, STAFF_LINE_MAX, "%u %s", staff->members[index - 1].roles,
                 staff->members[index - 1].name);
    return index <= staff->count;
}

bool staff_put(struct staff *staff, const char *line, size_t length)
{
    struct words words;
    struct word first;
    struct word name;
    unsigned roles;
    words_init(&words, line, length);
    if (!words_next(&words, &first))
        return false;
    if (!words_next(&words, &name)) {
        staff->kept = word_is(first, KEPT);
        staff->unknown = false;
        return staff->kept || word_is(first, "none");
    }
    return word_number(first, (1U << (ROLE_AUDITOR + 1)) - 1, &roles) && roles &&
           give(staff, name, roles) == STATUS_OK;
}

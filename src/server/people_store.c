/* SPDX-License-Identifier: Apache-2.0 */
#include "server/people_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal/declaration.h"
#include "server/people_file.h"

enum { TEXT_MAX_BYTES = 192 + VEIL_WORD_MAX };

/* ---- Reading. ---- */

struct loading {
    struct people *people;
    unsigned count;
};

static enum status take_person(void *context, struct span name, struct span value)
{
    struct loading *loading = context;
    char line[USER_LINE_MAX];
    struct user user;
    (void)name;
    if (value.size >= sizeof line)
        return STATUS_BAD_TEXT;
    memcpy(line, value.bytes, value.size);
    line[value.size] = '\0';
    enum status status = user_parse(line, &user);
    loading->count++;
    return status == STATUS_OK ? people_put(loading->people, &user) : status;
}

static enum status read_shelf(struct store *store, enum store_shelf shelf, struct loading *loading,
                              struct store_failure *failure)
{
    struct store_taker taker = {take_person, loading};
    *failure = (struct store_failure){0};
    enum status status = store_records(store, shelf, &taker, failure);
    if (status != STATUS_OK && failure->status == STATUS_OK)
        store_fail(failure, status, "the table \"%s\": %s", store_shelf_table(shelf),
                   status_sentence(status));
    return status;
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = ((const struct user *)a)->number;
    uint32_t right = ((const struct user *)b)->number;
    return (left > right) - (left < right);
}

/* In the order in which they came to the house. */
enum status people_store_load(struct store *store, struct people *people, struct store_failure *failure)
{
    struct people found;
    struct loading loading = {&found, 0};
    people_init(&found);
    enum status status = read_shelf(store, STORE_PEOPLE, &loading, failure);
    if (status == STATUS_OK && found.count > 0)
        qsort(found.users, found.count, sizeof *found.users, by_number);
    if (status == STATUS_OK)
        status = people_copy(people, &found);
    people_release(&found);
    return status;
}

enum status people_store_wishes(struct store *store, struct people *people, unsigned *count,
                                struct store_failure *failure)
{
    struct loading loading = {people, 0};
    enum status status = read_shelf(store, STORE_WISHES, &loading, failure);
    *count = loading.count;
    return status;
}

/* ---- Writing. ---- */

/* The event in a person's life that the journal tells; NULL: nothing differs. */
static const char *change_of(const struct user *before, const struct user *after)
{
    char old[USER_LINE_MAX];
    char new[USER_LINE_MAX];
    if (!before)
        return "added";
    if (before->erased != after->erased)
        return "erased";
    if (before->revoked != after->revoked)
        return after->revoked ? "revoked" : "restored";
    if (before->role != after->role)
        return "role";
    if (strcmp(before->password, after->password) != 0 || strcmp(before->pin, after->pin) != 0)
        return "password";
    if (strcmp(before->code, after->code) != 0)
        return "code";
    user_print(before, old, sizeof old);
    user_print(after, new, sizeof new);
    return strcmp(old, new) != 0 ? "changed" : NULL;
}

static enum status write_person(struct books *books, const struct user *user, const char *verb,
                                struct people_author author, bool granted)
{
    char row[USER_LINE_MAX];
    char text[TEXT_MAX_BYTES];
    char title[VEIL_WORD_MAX] = "";
    uint64_t ticket;
    user_print(user, row, sizeof row);
    bool veiled = !veil_is_none(&user->veil);
    if (veiled)
        veil_hide(&user->veil, user->title, title, sizeof title);
    snprintf(text, sizeof text, "person %s %s %s%s%s\n", verb, user->name,
             user_role_name((enum user_role)user->role), veiled ? " " : "", title);
    const struct store_record records[] = {{STORE_PEOPLE, span_of(user->name), span_of(row)},
                                           {STORE_WISHES, span_of(user->name), {NULL, 0}}};
    struct line line = {.kind = ENTRY_PERSON,
                        .role = author.role,
                        .who = author.name,
                        .text = span_of(text),
                        .records = records,
                        .record_count = granted ? 2 : 1};
    return books_write(books, CHAIN_NUMBER_HOUSE, &line, &ticket);
}

/* A person who is erased must hold nothing: they could not be paid any more. */
static enum status erased_hold_nothing(struct books *books, const struct people *before,
                                       const struct people *after)
{
    for (unsigned i = 0; i < after->count; i++) {
        const struct user *user = &after->users[i];
        const struct user *known = people_find(before, user->name);
        const struct account *account = ledger_find(books_ledger(books), ACCOUNT_PLAYER, user->name);
        if (user->erased && known && !known->erased && account && account->balance_cents != 0)
            return STATUS_STILL_HELD;
    }
    return STATUS_OK;
}

enum status people_store_update(struct books *books, const struct people *before, const struct people *after,
                                struct people_author author, bool granted)
{
    enum status status = erased_hold_nothing(books, before, after);
    for (unsigned i = 0; status == STATUS_OK && i < after->count; i++) {
        const struct user *user = &after->users[i];
        const char *verb = change_of(people_find(before, user->name), user);
        if (verb)
            status = write_person(books, user, verb, author, granted);
    }
    return status == STATUS_OK ? books_wait(books) : status;
}

enum status people_store_wish(const char *database, const struct people *before, const struct people *after,
                              struct store_failure *failure)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < after->count; i++) {
        const struct user *user = &after->users[i];
        char row[USER_LINE_MAX];
        if (!change_of(people_find(before, user->name), user))
            continue;
        user_print(user, row, sizeof row);
        status = store_wish(database, span_of(user->name), span_of(row), failure);
    }
    return status;
}

/* ---- The old file. ---- */

/* People who are in the database already do not change. */
static enum status merge(const struct people *old, struct people *all, unsigned *count)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < old->count; i++) {
        if (people_find(all, old->users[i].name))
            continue;
        status = people_put(all, &old->users[i]);
        ++*count;
    }
    return status;
}

enum status people_store_take_over(struct books *books, const char *file, struct people *people,
                                   unsigned *count)
{
    struct people old;
    struct people all;
    char retired[PEOPLE_FILE_MAX + 8];
    *count = 0;
    if (access(file, F_OK) != 0)
        return STATUS_OK;
    people_init(&old);
    people_init(&all);
    enum status status = people_file_load(file, &old);
    if (status == STATUS_OK)
        status = people_copy(&all, people);
    if (status == STATUS_OK)
        status = merge(&old, &all, count);
    if (status == STATUS_OK)
        status = people_store_update(books, people, &all, (struct people_author){ROLE_SYSTEM, ""}, false);
    snprintf(retired, sizeof retired, "%s.old", file);
    if (status == STATUS_OK && rename(file, retired) != 0)
        status = STATUS_STORE_READ_ONLY;
    if (status == STATUS_OK) {
        people_release(people);
        *people = all;
    } else {
        people_release(&all);
    }
    people_release(&old);
    return status;
}

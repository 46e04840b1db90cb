/* SPDX-License-Identifier: Apache-2.0 */
#include "server/people.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/form.h"
#include "record/word.h"

_Static_assert(SECRET_TEXT_MAX >= crypto_pwhash_STRBYTES, "an Argon2id text must fit");

void people_init(struct people *people)
{
    *people = (struct people){.next_number = USER_NUMBER_FIRST};
}

void people_release(struct people *people)
{
    if (people->users)
        sodium_memzero(people->users, people->count * sizeof *people->users);
    free(people->users);
    people_init(people);
}

struct user *people_find(const struct people *people, const char *name)
{
    for (unsigned i = 0; i < people->count; i++)
        if (strcmp(people->users[i].name, name) == 0)
            return &people->users[i];
    return NULL;
}

struct user *people_by_number(const struct people *people, uint32_t number)
{
    for (unsigned i = 0; i < people->count; i++)
        if (people->users[i].number == number)
            return &people->users[i];
    return NULL;
}

enum status people_put(struct people *people, const struct user *user)
{
    enum status status = user_verify(user);
    if (status)
        return status;
    struct user *known = people_find(people, user->name);
    if (!known && people->count == people->room) {
        unsigned room = people->room ? people->room * 2 : 64;
        struct user *grown = realloc(people->users, room * sizeof *grown);
        if (!grown)
            return STATUS_NO_MEMORY;
        people->users = grown;
        people->room = room;
    }
    if (!known)
        known = &people->users[people->count++];
    *known = *user;
    if (known->number == 0)
        known->number = people->next_number;
    if (known->number >= people->next_number)
        people->next_number = known->number + 1;
    return STATUS_OK;
}

enum status user_verify(const struct user *user)
{
    struct word name = {user->name, strlen(user->name)};
    if (name.length == 0 || !word_is_name(name) || form_is_reserved(name))
        return STATUS_BAD_PERSON_NAME;
    struct word title = {user->title, strlen(user->title)};
    if (title.length == 0 || !word_is_clean(title))
        return STATUS_BAD_TEXT;
    if (user->role == USER_DISPLAY || user->role >= USER_COUNT)
        return STATUS_BAD_ROLE;
    return STATUS_OK;
}

static const char *secret_or_none(const char *secret)
{
    return secret[0] ? secret : "-";
}

void user_print(const struct user *user, char *line, size_t size)
{
    snprintf(line, size, "%s %s %u %s%s %s %s %s", user->name, user_role_name(user->role), user->number,
             user->revoked ? "revoked" : "active", user->must_change ? "+change" : "",
             secret_or_none(user->password), secret_or_none(user->pin), user->title);
}

static bool field(const char **at, char *text, size_t size)
{
    size_t length = strcspn(*at, " ");
    if (length == 0 || length >= size || (*at)[length] != ' ')
        return false;
    memcpy(text, *at, length);
    text[length] = 0;
    *at += length + 1;
    return true;
}

enum status user_parse(const char *line, struct user *user)
{
    char role[24];
    char number[12];
    char flags[24];
    enum user_role found;
    memset(user, 0, sizeof *user);
    if (!field(&line, user->name, sizeof user->name) || !field(&line, role, sizeof role) ||
        !field(&line, number, sizeof number) || !field(&line, flags, sizeof flags) ||
        !field(&line, user->password, sizeof user->password) || !field(&line, user->pin, sizeof user->pin) ||
        strlen(line) >= sizeof user->title || !user_role_find(role, &found))
        return STATUS_BAD_TEXT;
    snprintf(user->title, sizeof user->title, "%s", line);
    user->role = (uint8_t)found;
    user->number = (uint32_t)strtoul(number, NULL, 10);
    user->revoked = strncmp(flags, "revoked", 7) == 0;
    user->must_change = strstr(flags, "+change") != NULL;
    if (strcmp(user->password, "-") == 0)
        user->password[0] = 0;
    if (strcmp(user->pin, "-") == 0)
        user->pin[0] = 0;
    return user_verify(user);
}

bool password_make(const char *password, char text[SECRET_TEXT_MAX])
{
    return crypto_pwhash_str(text, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

bool password_check(const char *text, const char *password)
{
    return text[0] && crypto_pwhash_str_verify(text, password, strlen(password)) == 0;
}

void password_random(char *text, size_t size)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    size_t count = size - 1 < 16 ? size - 1 : 16;
    for (size_t i = 0; i < count; i++)
        text[i] = letters[randombytes_uniform(sizeof letters - 1)];
    text[count] = 0;
}

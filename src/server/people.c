/* SPDX-License-Identifier: Apache-2.0 */
#include "server/people.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/form.h"
#include "record/word.h"

#define VEIL_FLAG "+veil="

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
    free(people->slots);
    people_init(people);
}

/* The slot of that name, or the empty one where it belongs. There is room for twice the people. */
static uint32_t *slot_of(const struct people *people, const char *name)
{
    uint64_t hash = 14695981039346656037U; /* FNV-1a */
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Branch): realloc keeps the names */
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211U;
    for (unsigned i = (unsigned)(hash >> 20);; i++) {
        uint32_t *slot = &people->slots[i % (2 * people->room)];
        if (!*slot || strcmp(people->users[*slot - 1].name, name) == 0)
            return slot;
    }
}

struct user *people_find(const struct people *people, const char *name)
{
    uint32_t slot = people->room ? *slot_of(people, name) : 0;
    return slot ? &people->users[slot - 1] : NULL;
}

struct user *people_by_number(const struct people *people, uint32_t number)
{
    for (unsigned i = 0; i < people->count; i++)
        if (people->users[i].number == number)
            return &people->users[i];
    return NULL;
}

static enum status people_grow(struct people *people)
{
    unsigned room = people->room ? people->room * 2 : 64;
    uint32_t *slots = calloc((size_t)room * 2, sizeof *slots);
    struct user *users = slots ? realloc(people->users, room * sizeof *users) : NULL;
    if (!users) {
        free(slots);
        return STATUS_NO_MEMORY;
    }
    free(people->slots);
    people->users = users;
    people->slots = slots;
    people->room = room;
    for (unsigned i = 0; i < people->count; i++)
        *slot_of(people, users[i].name) = i + 1;
    return STATUS_OK;
}

enum status people_put(struct people *people, const struct user *user)
{
    enum status status = user_verify(user);
    if (status)
        return status;
    struct user *known = people_find(people, user->name);
    if (!known && people->count == people->room && (status = people_grow(people)))
        return status;
    if (!known) {
        assert(people->users && people->count < people->room);
        known = &people->users[people->count++];
        *slot_of(people, user->name) = people->count;
    }
    *known = *user;
    if (known->number == 0)
        known->number = people->next_number;
    if (known->number >= people->next_number)
        people->next_number = known->number + 1;
    return STATUS_OK;
}

void people_pseudonym(const struct people *people, char *name, size_t size)
{
    uint32_t number = people->next_number;
    do
        snprintf(name, size, "p%u", number++);
    while (people_find(people, name));
}

enum status people_erase(struct people *people, const char *name, int64_t now_ms)
{
    struct user *user = people_find(people, name);
    if (!user)
        return STATUS_NOT_FOUND;
    if (user->role != USER_PLAYER)
        return STATUS_NOT_A_PATRON;
    struct user gone = {
        .role = user->role, .number = user->number, .revoked = true, .erased = true, .since_ms = now_ms};
    memcpy(gone.name, user->name, sizeof gone.name);
    snprintf(gone.title, sizeof gone.title, "%s", gone.name);
    sodium_memzero(user, sizeof *user);
    *user = gone;
    return STATUS_OK;
}

enum status people_copy(struct people *copy, const struct people *people)
{
    enum status status = STATUS_OK;
    assert(copy->count == 0);
    for (unsigned i = 0; status == STATUS_OK && i < people->count; i++)
        status = people_put(copy, &people->users[i]);
    return status;
}

/* Marks that cannot be seen or turn the direction of what follows would let one name look like another. The
 * two joiners some scripts are written with are not among them. */
static bool is_seen(uint32_t code)
{
    static const struct {
        uint32_t first;
        uint32_t last;
    } unseen[] = {{0x80, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},    {0x180e, 0x180e},
                  {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f},
                  {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++)
        if (code >= unseen[i].first && code <= unseen[i].last)
            return false;
    return true;
}

/* The text is well-formed UTF-8. */
static bool is_plain(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        unsigned more = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
        uint32_t code = more ? *at & (0x3fU >> more) : *at;
        for (at++; more; more--, at++)
            code = code << 6 | (*at & 0x3f);
        if (!is_seen(code))
            return false;
    }
    return true;
}

enum status user_verify(const struct user *user)
{
    struct word name = {user->name, strlen(user->name)};
    if (name.length == 0 || !word_is_name(name) || form_is_reserved(name) || word_is(name, "system"))
        return STATUS_BAD_PERSON_NAME; /* the system acts at tables, too */
    struct word title = {user->title, strlen(user->title)};
    if (title.length == 0 || !word_is_clean(title) || !is_plain(user->title))
        return STATUS_BAD_TEXT;
    if (user->role == USER_DISPLAY || user->role >= USER_COUNT)
        return STATUS_BAD_ROLE;
    if (user->erased && (!user->revoked || user->password[0] || user->pin[0]))
        return STATUS_ERASED;
    return STATUS_OK;
}

static const char *secret_or_none(const char *secret)
{
    return secret[0] ? secret : "-";
}

/* "+veil=HEX", or nothing. */
static const char *veil_print(const struct veil *veil, char *text, size_t size)
{
    char key[2 * VEIL_KEY_BYTES + 1];
    sodium_bin2hex(key, sizeof key, veil->key, sizeof veil->key);
    snprintf(text, size, "%s%s", veil_is_none(veil) ? "" : VEIL_FLAG, veil_is_none(veil) ? "" : key);
    sodium_memzero(key, sizeof key);
    return text;
}

void user_print(const struct user *user, char *line, size_t size)
{
    char veil[sizeof VEIL_FLAG + 2 * VEIL_KEY_BYTES];
    snprintf(line, size, "%s %s %u %s%s%s%s%s%s@%lld %s %s %s", user->name, user_role_name(user->role),
             user->number, user->revoked ? "revoked" : "active", user->must_change ? "+change" : "",
             user->erased ? "+erased" : "", user->code[0] ? "+code=" : "", user->code,
             veil_print(&user->veil, veil, sizeof veil), (long long)user->since_ms,
             secret_or_none(user->password), secret_or_none(user->pin), user->title);
    sodium_memzero(veil, sizeof veil);
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

/* "+code=SECRET" among the flags. */
static bool parse_code(const char *flags, struct user *user)
{
    static const char mark[] = "+code=";
    const char *at = strstr(flags, mark);
    if (!at)
        return true;
    snprintf(user->code, sizeof user->code, "%s", at + sizeof mark - 1);
    user->code[strcspn(user->code, "+@")] = 0;
    return code_secret_ok(user->code);
}

enum status user_parse(const char *line, struct user *user)
{
    char role[24];
    char number[12];
    char flags[56 + CODE_SECRET_MAX + sizeof VEIL_FLAG + 2 * VEIL_KEY_BYTES];
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
    user->erased = strstr(flags, "+erased") != NULL;
    const char *veil = strstr(flags, VEIL_FLAG);
    if (!parse_code(flags, user) ||
        (veil && sodium_hex2bin(user->veil.key, sizeof user->veil.key, veil + strlen(VEIL_FLAG),
                                2 * VEIL_KEY_BYTES, NULL, NULL, NULL) != 0))
        return STATUS_BAD_TEXT;
    if (strchr(flags, '@'))
        user->since_ms = strtoll(strchr(flags, '@') + 1, NULL, 10);
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

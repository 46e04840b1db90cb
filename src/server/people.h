/* SPDX-License-Identifier: Apache-2.0 */
/* people.h - the people who may log in, and their roles.
 *
 * In memory, loaded from the house's database; a change is written there first (people_store.h). A person's
 * `name` is the name in round records, so it has the form of such names. The journal keeps it for good: for a
 * patron take a pseudonym (people_pseudonym), which means nothing once the person is erased. Pages show the
 * `title`, which entries contain only behind the person's veil. Passwords and PINs are kept as Argon2id
 * texts; making and checking one (password_*) takes long, so the worker does it (worker.h). */
#ifndef CROUPIER_SERVER_PEOPLE_H
#define CROUPIER_SERVER_PEOPLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "record/roster.h"
#include "server/code.h"
#include "server/user_role.h"
#include "server/veil.h"

enum {
    USER_TITLE_MAX = 64,
    SECRET_TEXT_MAX = 128, /* an Argon2id text with its zero byte */
    PASSWORD_MIN = 8,
    PASSWORD_MAX = 128,
    PIN_MIN = 4,
    PIN_MAX = 12,
    USER_NUMBER_FIRST = 100001, /* player numbers, for PIN log-in at a terminal */
};

struct user {
    char name[PERSON_NAME_MAX];
    char title[USER_TITLE_MAX]; /* as shown: "Mei Ling" */
    uint8_t role;               /* enum user_role */
    uint32_t number;
    bool revoked;
    bool must_change;               /* the password was made for them and works once */
    bool erased;                    /* nobody knows any more who this was; never undone */
    struct veil veil;               /* hides what the journal says of a patron; staff have none */
    int64_t since_ms;               /* sessions opened before this moment have ended */
    char password[SECRET_TEXT_MAX]; /* "" : none */
    char pin[SECRET_TEXT_MAX];
    char code[CODE_SECRET_MAX]; /* the secret of their time codes; "": none */
    struct code_memory codes;   /* of this run of the server: not kept */
};

struct people {
    struct user *users;
    unsigned count;
    unsigned room;
    uint32_t *slots; /* 2 * room, open addressing over the names: place in `users` + 1 */
    uint32_t next_number;
};

void people_init(struct people *people);
void people_release(struct people *people);

/* Borrowed until the next people_put; NULL if there is nobody of that name or number. */
struct user *people_find(const struct people *people, const char *name);
struct user *people_by_number(const struct people *people, uint32_t number);

/* Adds a person, or replaces what is known of them. A person with number 0 gets the next number. */
enum status people_put(struct people *people, const struct user *user) MUST_CHECK;

/* A name that nobody has had: "p100017". `size` >= PERSON_NAME_MAX. */
void people_pseudonym(const struct people *people, char *name, size_t size);

/* Forgets who a patron was: removes title, secrets and veil. The name stays, and nobody can log in with it
 * again. STATUS_NOT_FOUND; STATUS_NOT_A_PATRON: the names of staff are part of what they did. */
enum status people_erase(struct people *people, const char *name, int64_t now_ms) MUST_CHECK;

/* Everybody once more, into an empty struct people. */
enum status people_copy(struct people *copy, const struct people *people) MUST_CHECK;

/* STATUS_OK, or what is wrong with the name, the title or the role. */
enum status user_verify(const struct user *user) MUST_CHECK;

/* One line of text and back: name, role, number, flags with the secret of time codes, veil and the time in
 * since_ms, secrets ("-" for none), title. */
void user_print(const struct user *user, char *line, size_t size);
enum status user_parse(const char *line, struct user *user) MUST_CHECK;
enum { USER_LINE_MAX = 768 };

/* Slow on purpose (interactive cost). False without memory. */
bool password_make(const char *password, char text[SECRET_TEXT_MAX]);
bool password_check(const char *text, const char *password);

/* Sixteen letters and digits that are not mistaken for one another. */
void password_random(char *text, size_t size);

#endif

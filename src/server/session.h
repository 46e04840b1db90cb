/* SPDX-License-Identifier: Apache-2.0 */
/* session.h - who is logged in: tokens that expire, can be revoked and survive restarts.
 *
 * A token is 32 random bytes that only the client knows; the server keeps its hash, so that a look into
 * memory, the database or a log shows no token. The callers check whether the person may still log in
 * (people.h): a session opened before user.since_ms has ended.
 *
 * Times are milliseconds since 1970 by a clock that nobody puts forward or back while the server runs.
 *
 * Sessions are kept in the house's database, on a shelf beside the journal (store/row.h). A closed session is
 * on disk before session_close returns, an opened one with the next commit: a person who loses it in a power
 * failure logs in again. If several servers share the database, it is on disk before session_open returns, so
 * that every server knows it. */
#ifndef CROUPIER_SERVER_SESSION_H
#define CROUPIER_SERVER_SESSION_H

#include <stdint.h>

#include "base/hash.h"
#include "server/people.h"
#include "store/store.h"

enum {
    SESSIONS_MAX = 16384,
    SESSION_USER_MAX = 64, /* of one person: the oldest one ends when there would be more */
    TOKEN_TEXT_MAX = 65,
    SESSION_MODE_MAX = 8,
};

struct session {
    struct hash key; /* of the token */
    char user[PERSON_NAME_MAX];
    int64_t opened_ms;
    int64_t expires_ms; /* 0: the place is free */
};

struct sessions {
    struct session *items; /* SESSIONS_MAX, open addressing by the hash */
    struct store *store;   /* NULL: they live in memory only */
    bool unsure;           /* the last one that was looked for may be in the store, which did not answer */
    char mode[SESSION_MODE_MAX]; /* of the house in which they were opened */
};

/* In memory only until sessions_load. False without memory. */
bool sessions_init(struct sessions *sessions);
void sessions_release(struct sessions *sessions);

/* Takes up the sessions of that mode ("house", "demo": a demo gives them to anybody), forgets those that have
 * expired, and keeps further ones. Borrows the store. */
enum status sessions_load(struct sessions *sessions, struct store *store, const char *mode, int64_t now_ms,
                          struct store_failure *failure) MUST_CHECK;

/* Opens a session and writes its token; false when there are too many of all people's, or it is not known
 * whether it was kept (`unsure`). */
bool session_open(struct sessions *sessions, const char *user, int64_t now_ms, int64_t expires_ms,
                  char token[TOKEN_TEXT_MAX]);

/* NULL: no such session, or it has expired. Where several servers share the store, one that another server
 * has opened is looked up there. */
const struct session *session_find(struct sessions *sessions, const char *token, int64_t now_ms);

/* Another server has closed a session of that person: all of theirs are looked up anew. */
void sessions_forget(struct sessions *sessions, const char *user);

void session_close(struct sessions *sessions, const char *token);

#endif

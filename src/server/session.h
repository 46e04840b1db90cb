/* SPDX-License-Identifier: Apache-2.0 */
/* session.h - who is logged in: tokens that expire and can be revoked, over restarts too.
 *
 * A token is 32 random bytes, known to the client alone; its hash is kept, so that a look into memory, the
 * file or a log shows no token. Whether the person may still come in is the business of people.h: a session
 * opened before user.since_ms has ended.
 *
 * The file stands beside the database, readable by its owner alone: one line for each session opened or
 * closed, written anew at each start without what has expired. A closed session is on disk before
 * session_close returns; an opened one soon after, and who loses it in a power failure logs in again. */
#ifndef CROUPIER_SERVER_SESSION_H
#define CROUPIER_SERVER_SESSION_H

#include <stdint.h>

#include "base/hash.h"
#include "server/people.h"

enum { SESSIONS_MAX = 16384, TOKEN_TEXT_MAX = 65, SESSION_FILE_MAX = 520 };

struct session {
    struct hash key; /* of the token */
    char user[PERSON_NAME_MAX];
    int64_t opened_ms;
    int64_t expires_ms; /* 0: the place is free */
};

struct sessions {
    struct session *items; /* SESSIONS_MAX, open addressing by the hash */
    char file[SESSION_FILE_MAX];
    int descriptor; /* of the file, for lines at its end; -1: none is kept */
    unsigned lines; /* in it */
};

/* Without a file until sessions_load. False without memory. */
bool sessions_init(struct sessions *sessions);
void sessions_release(struct sessions *sessions);

/* "croupier.db" -> "croupier.db.sessions": takes up the sessions of that file, and keeps further ones in it.
 * STATUS_STORE_READ_ONLY, STATUS_STORE_IO or STATUS_BAD_TEXT: then they are kept in memory only. */
enum status sessions_load(struct sessions *sessions, const char *database, int64_t now_ms) MUST_CHECK;

/* Opens a session and writes its token; false when there are too many. */
bool session_open(struct sessions *sessions, const char *user, int64_t now_ms, int64_t expires_ms,
                  char token[TOKEN_TEXT_MAX]);

/* NULL: no such session, or it has expired. */
const struct session *session_find(const struct sessions *sessions, const char *token, int64_t now_ms);

void session_close(struct sessions *sessions, const char *token);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* session.h - who is logged in: tokens that expire and can be revoked.
 *
 * In memory only: a restart ends every session. A token is 32 random bytes, known to the client alone; the
 * table keeps its hash, so that a look into memory or a log shows no token. */
#ifndef CROUPIER_SERVER_SESSION_H
#define CROUPIER_SERVER_SESSION_H

#include <stdint.h>

#include "base/hash.h"
#include "server/people.h"

enum { SESSIONS_MAX = 16384, TOKEN_TEXT_MAX = 65 };

struct session {
    struct hash key; /* of the token */
    char user[PERSON_NAME_MAX];
    int64_t expires_ms; /* 0: the place is free */
};

struct sessions {
    struct session *items; /* SESSIONS_MAX, open addressing by the hash */
};

bool sessions_init(struct sessions *sessions); /* false without memory */
void sessions_release(struct sessions *sessions);

/* Opens a session and writes its token; false when there are too many. */
bool session_open(struct sessions *sessions, const char *user, int64_t now_ms, int64_t expires_ms,
                  char token[TOKEN_TEXT_MAX]);

/* NULL: no such session, or it has expired. */
const struct session *session_find(const struct sessions *sessions, const char *token, int64_t now_ms);

void session_close(struct sessions *sessions, const char *token);
void sessions_revoke(struct sessions *sessions, const char *user); /* all of his */

#endif

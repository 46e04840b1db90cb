/* SPDX-License-Identifier: Apache-2.0 */
#include "server/session.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBES_MAX = 64 };

bool sessions_init(struct sessions *sessions)
{
    sessions->items = calloc(SESSIONS_MAX, sizeof *sessions->items);
    return sessions->items != NULL;
}

void sessions_release(struct sessions *sessions)
{
    free(sessions->items);
    sessions->items = NULL;
}

static unsigned home_of(const struct hash *key)
{
    return ((unsigned)key->bytes[0] << 8 | key->bytes[1]) % SESSIONS_MAX;
}

static struct session *find(const struct sessions *sessions, const char *token)
{
    struct hash key = hash_of(token, strlen(token));
    for (unsigned i = 0; i < PROBES_MAX; i++) {
        struct session *session = &sessions->items[(home_of(&key) + i) % SESSIONS_MAX];
        if (session->expires_ms && sodium_memcmp(session->key.bytes, key.bytes, HASH_BYTES) == 0)
            return session;
    }
    return NULL;
}

bool session_open(struct sessions *sessions, const char *user, int64_t now_ms, int64_t expires_ms,
                  char token[TOKEN_TEXT_MAX])
{
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, TOKEN_TEXT_MAX, bytes, sizeof bytes);
    struct hash key = hash_of(token, strlen(token));
    for (unsigned i = 0; i < PROBES_MAX; i++) {
        struct session *session = &sessions->items[(home_of(&key) + i) % SESSIONS_MAX];
        if (session->expires_ms > now_ms)
            continue;
        *session = (struct session){.key = key, .expires_ms = expires_ms};
        snprintf(session->user, sizeof session->user, "%s", user);
        return true;
    }
    return false;
}

const struct session *session_find(const struct sessions *sessions, const char *token, int64_t now_ms)
{
    const struct session *session = token[0] ? find(sessions, token) : NULL;
    return session && session->expires_ms > now_ms ? session : NULL;
}

void session_close(struct sessions *sessions, const char *token)
{
    struct session *session = find(sessions, token);
    if (session)
        session->expires_ms = 0;
}

void sessions_revoke(struct sessions *sessions, const char *user)
{
    for (unsigned i = 0; i < SESSIONS_MAX; i++)
        if (sessions->items[i].expires_ms && strcmp(sessions->items[i].user, user) == 0)
            sessions->items[i].expires_ms = 0;
}

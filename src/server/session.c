/* SPDX-License-Identifier: Apache-2.0 */
#include "server/session.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { PROBES_MAX = 64, LINE_MAX_BYTES = 192, NAME_MAX_BYTES = HASH_TEXT_MAX + SESSION_MODE_MAX };

bool sessions_init(struct sessions *sessions)
{
    *sessions = (struct sessions){0};
    sessions->items = calloc(SESSIONS_MAX, sizeof *sessions->items);
    return sessions->items != NULL;
}

void sessions_release(struct sessions *sessions)
{
    free(sessions->items);
    *sessions = (struct sessions){0};
}

/* ---- In memory. ---- */

static unsigned home_of(const struct hash *key)
{
    return ((unsigned)key->bytes[0] << 8 | key->bytes[1]) % SESSIONS_MAX;
}

static struct session *find(const struct sessions *sessions, const struct hash *key)
{
    for (unsigned i = 0; i < PROBES_MAX; i++) {
        struct session *session = &sessions->items[(home_of(key) + i) % SESSIONS_MAX];
        if (session->expires_ms && sodium_memcmp(session->key.bytes, key->bytes, HASH_BYTES) == 0)
            return session;
    }
    return NULL;
}

/* Puts the session where there is room; false if there is none near its home. */
static bool put(struct sessions *sessions, const struct session *session, int64_t now_ms)
{
    for (unsigned i = 0; i < PROBES_MAX; i++) {
        struct session *place = &sessions->items[(home_of(&session->key) + i) % SESSIONS_MAX];
        if (place->expires_ms > now_ms)
            continue;
        *place = *session;
        return true;
    }
    return false;
}

/* ---- On the shelf. ---- */

/* "MODE:KEY", under which a session is kept. */
static void name_session(const struct sessions *sessions, const struct hash *key, char name[NAME_MAX_BYTES])
{
    char hex[HASH_TEXT_MAX];
    hash_print(key, hex, sizeof hex);
    snprintf(name, NAME_MAX_BYTES, "%s:%s", sessions->mode, hex);
}

/* Trouble with the disk does not keep anybody out: the session lives until the server ends. */
static bool keep(struct sessions *sessions, const struct hash *key, const char *line, uint64_t *ticket)
{
    char name[NAME_MAX_BYTES];
    name_session(sessions, key, name);
    const struct store_record record = {STORE_SESSIONS, span_of(name), span_of(line)};
    return sessions->store && store_put(sessions->store, &record, 1, ticket) == STATUS_OK;
}

/* The word at *at, with the blank or the end behind it. */
static bool take_word(const char **at, char *word, size_t size)
{
    size_t length = strcspn(*at, " ");
    if (length == 0 || length >= size)
        return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length + ((*at)[length] == ' ');
    return true;
}

static bool take_time(const char **at, int64_t *time_ms)
{
    uint64_t number;
    if (!text_take_number(at, INT64_MAX, &number) || (**at && **at != ' '))
        return false;
    *time_ms = (int64_t)number;
    *at += **at == ' ';
    return true;
}

/* "USER OPENED EXPIRES" */
static bool parse_session(const char *line, struct session *session)
{
    return take_word(&line, session->user, sizeof session->user) && take_time(&line, &session->opened_ms) &&
           take_time(&line, &session->expires_ms) && !*line;
}

struct loading {
    struct sessions *sessions;
    int64_t now_ms;
};

/* Whatever has expired, or cannot be read, is forgotten. */
static enum status take_session(void *context, struct span name, struct span value)
{
    const struct loading *loading = context;
    struct sessions *sessions = loading->sessions;
    struct session session = {0};
    char line[LINE_MAX_BYTES];
    uint64_t ticket;
    size_t mode = strlen(sessions->mode);
    if (name.size <= mode || memcmp(name.bytes, sessions->mode, mode) != 0 || name.bytes[mode] != ':')
        return STATUS_OK;
    snprintf(line, sizeof line, "%.*s", (int)value.size, (const char *)value.bytes);
    bool good = hash_parse((const char *)name.bytes + mode + 1, name.size - mode - 1, &session.key) &&
                parse_session(line, &session);
    if (good && session.expires_ms > loading->now_ms && put(sessions, &session, loading->now_ms))
        return STATUS_OK;
    const struct store_record gone = {STORE_SESSIONS, name, {NULL, 0}};
    return store_put(sessions->store, &gone, 1, &ticket);
}

enum status sessions_load(struct sessions *sessions, struct store *store, const char *mode, int64_t now_ms,
                          struct store_failure *failure)
{
    struct loading loading = {sessions, now_ms};
    struct store_taker taker = {take_session, &loading};
    assert(strlen(mode) < sizeof sessions->mode);
    sessions->store = store;
    snprintf(sessions->mode, sizeof sessions->mode, "%s", mode);
    return store_records(store, STORE_SESSIONS, &taker, failure);
}

/* ---- Life. ---- */

static void end(struct sessions *sessions, struct session *session, uint64_t *ticket)
{
    struct hash key = session->key;
    session->expires_ms = 0;
    if (!keep(sessions, &key, "", ticket))
        *ticket = 0;
}

/* Nobody can use up everybody's room. */
static void make_room(struct sessions *sessions, const char *user, int64_t now_ms)
{
    struct session *oldest = NULL;
    unsigned count = 0;
    uint64_t ticket;
    for (unsigned i = 0; i < SESSIONS_MAX; i++) {
        struct session *session = &sessions->items[i];
        if (session->expires_ms <= now_ms || strcmp(session->user, user) != 0)
            continue;
        count++;
        if (!oldest || session->opened_ms < oldest->opened_ms)
            oldest = session;
    }
    if (count >= SESSION_USER_MAX)
        end(sessions, oldest, &ticket);
}

bool session_open(struct sessions *sessions, const char *user, int64_t now_ms, int64_t expires_ms,
                  char token[TOKEN_TEXT_MAX])
{
    unsigned char bytes[32];
    char line[LINE_MAX_BYTES];
    uint64_t ticket;
    struct session session = {.opened_ms = now_ms, .expires_ms = expires_ms};
    sessions->unsure = false;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, TOKEN_TEXT_MAX, bytes, sizeof bytes);
    session.key = hash_of(token, strlen(token));
    snprintf(session.user, sizeof session.user, "%s", user);
    make_room(sessions, user, now_ms);
    if (!put(sessions, &session, now_ms))
        return false;
    snprintf(line, sizeof line, "%s %" PRId64 " %" PRId64, user, now_ms, expires_ms);
    /* Another server that is asked next must find it. */
    if (keep(sessions, &session.key, line, &ticket) && store_is_shared(sessions->store))
        sessions->unsure = store_wait(sessions->store, ticket) != STATUS_OK;
    return !sessions->unsure;
}

/* One that another server has opened. */
static const struct session *find_elsewhere(struct sessions *sessions, const struct hash *key, int64_t now_ms)
{
    char name[NAME_MAX_BYTES];
    char line[LINE_MAX_BYTES];
    struct session session = {.key = *key};
    if (!sessions->store || !store_is_shared(sessions->store))
        return NULL;
    name_session(sessions, key, name);
    enum status status = store_record(sessions->store, STORE_SESSIONS, span_of(name), line, sizeof line);
    sessions->unsure = status != STATUS_OK && status != STATUS_NOT_FOUND;
    bool good = status == STATUS_OK && parse_session(line, &session) && session.expires_ms > now_ms;
    return good && put(sessions, &session, now_ms) ? find(sessions, key) : NULL;
}

const struct session *session_find(struct sessions *sessions, const char *token, int64_t now_ms)
{
    sessions->unsure = false;
    if (!token[0])
        return NULL;
    struct hash key = hash_of(token, strlen(token));
    const struct session *session = find(sessions, &key);
    if (!session)
        session = find_elsewhere(sessions, &key, now_ms);
    return session && session->expires_ms > now_ms ? session : NULL;
}

void sessions_forget(struct sessions *sessions, const char *user)
{
    for (unsigned i = 0; i < SESSIONS_MAX; i++)
        if (sessions->items[i].expires_ms && strcmp(sessions->items[i].user, user) == 0)
            sessions->items[i].expires_ms = 0;
}

void session_close(struct sessions *sessions, const char *token)
{
    uint64_t ticket;
    struct hash key = hash_of(token, strlen(token));
    struct session *session = find(sessions, &key);
    if (!session)
        return;
    end(sessions, session, &ticket);
    if (ticket)
        (void)!store_wait(sessions->store, ticket); /* a store that stops says so itself */
}

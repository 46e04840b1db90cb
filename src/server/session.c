/* SPDX-License-Identifier: Apache-2.0 */
#include "server/session.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum { PROBES_MAX = 64, LINE_MAX_BYTES = 192, LINES_MAX = 8 * SESSIONS_MAX };

static const char first_line[] = "croupier sessions 1\n";

bool sessions_init(struct sessions *sessions)
{
    *sessions = (struct sessions){.descriptor = -1};
    sessions->items = calloc(SESSIONS_MAX, sizeof *sessions->items);
    return sessions->items != NULL;
}

void sessions_release(struct sessions *sessions)
{
    if (sessions->descriptor >= 0)
        close(sessions->descriptor);
    free(sessions->items);
    *sessions = (struct sessions){.descriptor = -1};
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

/* ---- In the file. ---- */

static void print_session(const struct session *session, char *line, size_t size)
{
    char key[HASH_TEXT_MAX];
    hash_print(&session->key, key, sizeof key);
    snprintf(line, size, "open %s %s %" PRId64 " %" PRId64 "\n", key, session->user, session->opened_ms,
             session->expires_ms);
}

/* The word at *at, with the blank or line end behind it. */
static bool take_word(const char **at, char *word, size_t size)
{
    size_t length = strcspn(*at, " \n");
    if (length == 0 || length >= size || !(*at)[length])
        return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length + 1;
    return true;
}

static bool take_time(const char **at, int64_t *time_ms)
{
    uint64_t number;
    if (!text_take_number(at, INT64_MAX, &number) || !**at)
        return false;
    *time_ms = (int64_t)number;
    ++*at;
    return true;
}

static bool parse_line(struct sessions *sessions, const char *line, int64_t now_ms)
{
    struct session session = {0};
    char verb[8];
    char key[HASH_TEXT_MAX];
    const char *at = line;
    if (!take_word(&at, verb, sizeof verb) || !take_word(&at, key, sizeof key) ||
        !hash_parse(key, strlen(key), &session.key))
        return false;
    bool opened = strcmp(verb, "open") == 0;
    if (opened && (!take_word(&at, session.user, sizeof session.user) ||
                   !take_time(&at, &session.opened_ms) || !take_time(&at, &session.expires_ms)))
        return false;
    if (!opened && strcmp(verb, "close") != 0)
        return false;
    struct session *known = find(sessions, &session.key);
    if (known)
        known->expires_ms = 0;
    if (opened && session.expires_ms > now_ms)
        put(sessions, &session, now_ms);
    return true;
}

/* A line that was cut off by a power failure is the last one, and is forgotten. */
static enum status read_lines(struct sessions *sessions, int64_t now_ms)
{
    char line[LINE_MAX_BYTES];
    FILE *in = fopen(sessions->file, "r");
    if (!in)
        return access(sessions->file, F_OK) == 0 ? STATUS_STORE_IO : STATUS_OK;
    bool good = fgets(line, sizeof line, in) && strcmp(line, first_line) == 0;
    while (good && fgets(line, sizeof line, in))
        if (!strchr(line, '\n') || !parse_line(sessions, line, now_ms))
            break;
    fclose(in);
    return good ? STATUS_OK : STATUS_BAD_TEXT;
}

/* Writes the sessions that last into a new file and puts it in the place of the old one. */
static enum status rewrite(struct sessions *sessions, int64_t now_ms)
{
    char fresh[SESSION_FILE_MAX + 8];
    char line[LINE_MAX_BYTES];
    snprintf(fresh, sizeof fresh, "%s.new", sessions->file);
    int descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    int copy = descriptor < 0 ? -1 : dup(descriptor);
    FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
    if (!out)
        return STATUS_STORE_READ_ONLY;
    fputs(first_line, out);
    sessions->lines = 0;
    for (unsigned i = 0; i < SESSIONS_MAX; i++) {
        if (sessions->items[i].expires_ms <= now_ms)
            continue;
        print_session(&sessions->items[i], line, sizeof line);
        fputs(line, out);
        sessions->lines++;
    }
    bool good = fflush(out) == 0 && fsync(descriptor) == 0 && rename(fresh, sessions->file) == 0;
    fclose(out);
    if (!good) {
        close(descriptor);
        return STATUS_STORE_IO;
    }
    if (sessions->descriptor >= 0)
        close(sessions->descriptor);
    sessions->descriptor = descriptor;
    return STATUS_OK;
}

enum status sessions_load(struct sessions *sessions, const char *database, int64_t now_ms)
{
    snprintf(sessions->file, sizeof sessions->file, "%.510s.sessions", database);
    enum status status = read_lines(sessions, now_ms);
    return status == STATUS_OK ? rewrite(sessions, now_ms) : status;
}

/* Trouble with the disk does not keep anybody out: the session lives until the server ends. */
static void keep(struct sessions *sessions, const char *line)
{
    size_t size = strlen(line);
    if (sessions->descriptor < 0 || write(sessions->descriptor, line, size) != (ssize_t)size)
        return;
    if (++sessions->lines > LINES_MAX && rewrite(sessions, 0) != STATUS_OK)
        sessions->lines = 0; /* and later once more */
}

/* ---- Life. ---- */

bool session_open(struct sessions *sessions, const char *user, int64_t now_ms, int64_t expires_ms,
                  char token[TOKEN_TEXT_MAX])
{
    unsigned char bytes[32];
    char line[LINE_MAX_BYTES];
    struct session session = {.opened_ms = now_ms, .expires_ms = expires_ms};
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, TOKEN_TEXT_MAX, bytes, sizeof bytes);
    session.key = hash_of(token, strlen(token));
    snprintf(session.user, sizeof session.user, "%s", user);
    if (!put(sessions, &session, now_ms))
        return false;
    print_session(&session, line, sizeof line);
    keep(sessions, line);
    return true;
}

const struct session *session_find(const struct sessions *sessions, const char *token, int64_t now_ms)
{
    if (!token[0])
        return NULL;
    struct hash key = hash_of(token, strlen(token));
    const struct session *session = find(sessions, &key);
    return session && session->expires_ms > now_ms ? session : NULL;
}

void session_close(struct sessions *sessions, const char *token)
{
    char key_text[HASH_TEXT_MAX];
    char line[LINE_MAX_BYTES];
    struct hash key = hash_of(token, strlen(token));
    struct session *session = find(sessions, &key);
    if (!session)
        return;
    session->expires_ms = 0;
    hash_print(&key, key_text, sizeof key_text);
    snprintf(line, sizeof line, "close %s\n", key_text);
    keep(sessions, line);
    if (sessions->descriptor >= 0)
        fdatasync(sessions->descriptor);
}

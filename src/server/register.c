/* SPDX-License-Identifier: Apache-2.0 */
#include "server/register.h"

#include <stdio.h>
#include <string.h>

#include "journal/declaration.h"
#include "server/people_file.h"
#include "server/people_store.h"

enum { LINE_MAX_BYTES = 192 + VEIL_WORD_MAX, WISHES_LOOK_MS = 500 };

static void write_line(struct server *server, enum entry_kind kind, const struct user *by, const char *text)
{
    uint64_t ticket;
    struct line line = {.kind = kind,
                        .role = by ? server_journal_role((enum user_role)by->role) : ROLE_SYSTEM,
                        .who = by ? by->name : "",
                        .text = span_of(text)};
    if (server->books && !server->halted &&
        books_write(server->books, CHAIN_NUMBER_HOUSE, &line, &ticket) != STATUS_OK)
        log_event(&server->log, LOG_WARNING, "not-registered", "line", text, NULL);
}

/* A stranger may give anything as a name; the words of an entry are limited. */
static const char *word_of(const char *text)
{
    return text && account_name_ok(text) ? text : "?";
}

void register_session(struct server *server, enum register_session what, const char *name,
                      const char *address)
{
    static const char *const verbs[] = {
        [REGISTER_OPENED] = "opened", [REGISTER_REFUSED] = "refused", [REGISTER_CLOSED] = "closed"};
    char text[LINE_MAX_BYTES];
    char hidden[VEIL_WORD_MAX];
    const struct user *user = name ? people_find(&server->people, name) : NULL;
    bool plain = address && address[0] && !strpbrk(address, " \n");
    const char *from = plain ? address : "?";
    if (plain && user && !veil_is_none(&user->veil)) {
        veil_hide(&user->veil, address, hidden, sizeof hidden);
        from = hidden;
    }
    snprintf(text, sizeof text, "session %s %s %s\n", verbs[what], word_of(name), from);
    write_line(server, ENTRY_SESSION, what == REGISTER_REFUSED ? NULL : user, text);
}

/* Nothing of the server changes unless it is on disk. */
static enum status write_people(struct server *server, struct people *next, const struct user *by,
                                bool granted)
{
    struct people_author author = {by ? server_journal_role((enum user_role)by->role) : ROLE_SYSTEM,
                                   by ? by->name : ""};
    if (server->halted)
        return STATUS_STORE_STOPPED;
    enum status status = people_store_update(server->books, &server->people, next, author, granted);
    if (status == STATUS_OK) {
        people_release(&server->people);
        server->people = *next;
        people_init(next);
    }
    return status;
}

enum status register_change(struct server *server,
                            enum status (*change)(struct people *people, void *context), void *context,
                            const struct user *by)
{
    struct people next;
    people_init(&next);
    enum status status = people_copy(&next, &server->people);
    if (status == STATUS_OK)
        status = change(&next, context);
    if (status == STATUS_OK)
        status = write_people(server, &next, by, false);
    people_release(&next);
    return status;
}

enum status register_load(struct server *server, struct store_failure *failure)
{
    char file[PEOPLE_FILE_MAX];
    char number[16];
    unsigned count = 0;
    enum status status = people_store_load(books_store(server->books), &server->people, failure);
    if (status != STATUS_OK)
        return status;
    if (!people_file_name(server->config->database, file, sizeof file))
        return store_fail(failure, STATUS_TOO_LONG, "the database's name is too long");
    status = people_store_take_over(server->books, file, &server->people, &count);
    if (status != STATUS_OK)
        return store_fail(failure, status, "%s: cannot be taken over into the database: %s", file,
                          status_sentence(status));
    snprintf(number, sizeof number, "%u", count);
    if (count)
        log_event(&server->log, LOG_INFO, "people-taken-over", "file", file, "people", number, NULL);
    return STATUS_OK;
}

/* A shell goes by a clock that may have been put back: sessions end by ours. */
static enum status put_wish(const struct server *server, struct people *next, const struct user *wish)
{
    const struct user *known = people_find(&server->people, wish->name);
    struct user user = *wish;
    if (known && known->since_ms != wish->since_ms)
        user.since_ms = server_steady(server);
    return people_put(next, &user);
}

/* The people as they will be. */
static enum status grant(struct server *server, const struct people *wishes)
{
    struct people next;
    people_init(&next);
    enum status status = people_copy(&next, &server->people);
    for (unsigned i = 0; status == STATUS_OK && i < wishes->count; i++)
        status = put_wish(server, &next, &wishes->users[i]);
    if (status == STATUS_OK)
        status = write_people(server, &next, NULL, true);
    /* A wish that changes nothing counts as fulfilled. */
    for (unsigned i = 0; status == STATUS_OK && i < wishes->count; i++) {
        uint64_t ticket;
        const struct store_record gone = {STORE_WISHES, span_of(wishes->users[i].name), {NULL, 0}};
        status = store_put(books_store(server->books), &gone, 1, &ticket);
    }
    people_release(&next);
    return status;
}

void register_refresh(struct server *server)
{
    struct people wishes;
    struct store_failure failure;
    unsigned count = 0;
    if (!server->books || server->halted)
        return;
    people_init(&wishes);
    server->wishes_seen_ms = server_ticks();
    enum status status = people_store_wishes(books_store(server->books), &wishes, &count, &failure);
    if (status == STATUS_OK && count)
        status = grant(server, &wishes);
    if (status != STATUS_OK && status != server->wish_trouble)
        log_event(&server->log, LOG_ERROR, "wishes-not-granted", "status", status_name(status), NULL);
    server->wish_trouble = status;
    people_release(&wishes);
}

void register_look(struct server *server, int64_t now_ms)
{
    if (now_ms - server->wishes_seen_ms >= WISHES_LOOK_MS)
        register_refresh(server);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "server/register.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "journal/declaration.h"

enum { LINE_MAX_BYTES = 192 };

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

/* A stranger may give anything as a name; an entry has words. */
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
    const struct user *user = what == REGISTER_REFUSED ? NULL : people_find(&server->people, name);
    bool plain = address && address[0] && !strpbrk(address, " \n");
    snprintf(text, sizeof text, "session %s %s %s\n", verbs[what], word_of(name), plain ? address : "?");
    write_line(server, ENTRY_SESSION, user, text);
}

/* The event in a person's life that the journal tells; NULL: none. */
static const char *change_of(const struct user *before, const struct user *after)
{
    if (!before)
        return "added";
    if (before->revoked != after->revoked)
        return after->revoked ? "revoked" : "restored";
    if (before->role != after->role)
        return "role";
    if (strcmp(before->password, after->password) != 0 || strcmp(before->pin, after->pin) != 0)
        return "password";
    return NULL;
}

static void tell_changes(struct server *server, const struct people *before, const struct people *after,
                         const struct user *by)
{
    char text[LINE_MAX_BYTES];
    for (unsigned i = 0; i < after->count; i++) {
        const struct user *user = &after->users[i];
        const char *change = change_of(people_find(before, user->name), user);
        if (!change)
            continue;
        snprintf(text, sizeof text, "person %s %s %s\n", change, word_of(user->name),
                 user_role_name((enum user_role)user->role));
        write_line(server, ENTRY_PERSON, by, text);
    }
}

void register_refresh(struct server *server, const struct user *by)
{
    struct stat about;
    struct people people;
    if (stat(server->people_file, &about) != 0)
        return;
    int64_t changed_ns = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec;
    if (changed_ns == server->people_changed_ns)
        return;
    people_init(&people);
    if (people_file_load(server->people_file, &people) != STATUS_OK) {
        people_release(&people);
        log_event(&server->log, LOG_ERROR, "people-file-unreadable", "file", server->people_file, NULL);
        return;
    }
    if (server->people_changed_ns)
        tell_changes(server, &server->people, &people, by);
    people_release(&server->people);
    server->people = people;
    server->people_changed_ns = changed_ns;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "server/server.h"

#include <string.h>
#include <time.h>

#include "house/staff.h"

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t server_now(void)
{
    return read_clock(CLOCK_REALTIME);
}

int64_t server_ticks(void)
{
    return read_clock(CLOCK_BOOTTIME); /* goes on while the machine sleeps */
}

int64_t server_steady(const struct server *server)
{
    return server_ticks() + server->steady_ahead_ms;
}

void server_wake(void *context)
{
    struct server *server = context;
    struct transport *transport = server->transport;
    if (transport)
        transport_wake(transport);
}

const struct user *server_user(struct server *server, const char *token)
{
    const struct session *session = session_find(&server->sessions, token, server_steady(server));
    const struct user *user = session ? people_find(&server->people, session->user) : NULL;
    return user && !user->revoked && session->opened_ms >= user->since_ms ? user : NULL;
}

bool server_wants_code(const struct server *server, const struct user *user)
{
    return server->config->staff_codes && !server->demo && user->role != USER_PLAYER;
}

enum status server_held_back(const struct server *server, const struct user *user)
{
    if (user->must_change)
        return STATUS_MUST_CHANGE;
    return server_wants_code(server, user) && !user->code[0] ? STATUS_CODE_FIRST : STATUS_OK;
}

enum status server_account(struct server *server, const char *user, const struct account **account)
{
    uint32_t number = 0;
    enum status status = books_account(server->books, ACCOUNT_PLAYER, user, &number, NULL);
    *account = status == STATUS_OK ? ledger_account(books_ledger(server->books), number) : NULL;
    return status;
}

enum role server_journal_role(enum user_role role)
{
    const char *name = user_role_name(role);
    return staff_role(name, strlen(name));
}

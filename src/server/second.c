/* SPDX-License-Identifier: Apache-2.0 */
#include "server/second.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/register.h"

enum { SECONDS_WAITING_MAX = 4 /* of one address, at once */ };

/* A request that waits for the password of its second person to be checked. */
struct second_job {
    struct job job; /* first */
    struct server *server;
    struct request request; /* its texts are those below */
    char path[TRANSPORT_PATH_MAX];
    char bearer[TRANSPORT_BEARER_MAX];
    char address[TRANSPORT_PEER_MAX];
    struct user user;
    char password[PASSWORD_MAX + 1];
    char code[CODE_DIGITS + 1];
    bool good;
    char body[]; /* as long as it is */
};

enum status second_named(const struct call *call, char with[ENTRY_WHO_MAX])
{
    const char *name = message_string(&call->body, "with");
    const struct user *user = name ? people_find(&call->server->people, name) : NULL;
    if (!user || user->revoked || user->role == USER_PLAYER || user->role == USER_DISPLAY)
        return STATUS_TWO_PEOPLE;
    snprintf(with, ENTRY_WHO_MAX, "%s", user->name);
    if (strcmp(user->name, call->user->name) == 0)
        return STATUS_SAME_PERSON;
    /* In a demonstration everybody is let in without a password. */
    return call->server->demo || message_string(&call->body, "password") ? STATUS_OK : STATUS_TWO_PEOPLE;
}

static void second_job_free(struct second_job *job)
{
    sodium_memzero(job, sizeof *job + job->request.body_size);
    free(job);
}

static void second_work(struct job *job)
{
    struct second_job *second = (struct second_job *)job;
    second->good = second->user.password[0] && password_check(second->user.password, second->password);
}

/* The password is theirs: whether that is enough now. */
static enum status may_confirm(struct server *server, const struct second_job *second)
{
    struct user *user = people_find(&server->people, second->user.name);
    if (!user || user->revoked || strcmp(user->password, second->user.password) != 0)
        return STATUS_WRONG_PASSWORD;
    enum status status = server_held_back(server, user);
    if (status == STATUS_OK && user->code[0])
        status = code_use(&user->codes, user->code, second->code, server_now(), server->started_ms);
    return status;
}

static void second_done(struct job *job)
{
    struct second_job *second = (struct second_job *)job;
    struct server *server = second->server;
    turnstile_leave(&server->logins, second->address);
    enum status status = second->good ? may_confirm(server, second) : STATUS_WRONG_PASSWORD;
    if (status == STATUS_OK) {
        guess_right(&server->guesses, second->user.name, second->address, server_ticks());
        api_again(server, &second->request, second->user.name);
    } else {
        log_event(&server->log, LOG_WARNING, "second-refused", "user", second->user.name, "status",
                  status_name(status), NULL);
        if (status != STATUS_CODE_NEEDED)
            register_session(server, REGISTER_REFUSED, second->user.name, second->address);
        respond_error(server, second->request.id, status, NULL);
    }
    second_job_free(second);
}

static struct second_job *second_job_new(const struct call *call, const struct user *user)
{
    const struct request *request = call->request;
    struct second_job *job = calloc(1, sizeof *job + request->body_size);
    const char *code = message_string(&call->body, "code");
    if (!job)
        return NULL;
    job->job = (struct job){.work = second_work, .done = second_done};
    job->server = call->server;
    job->request = *request;
    job->request.path = strncpy(job->path, request->path, sizeof job->path - 1);
    job->request.query = "";
    job->request.bearer = strncpy(job->bearer, request->bearer, sizeof job->bearer - 1);
    job->request.address = strncpy(job->address, request->address, sizeof job->address - 1);
    job->request.body = memcpy(job->body, request->body, request->body_size);
    job->user = *user;
    snprintf(job->password, sizeof job->password, "%s", message_string(&call->body, "password"));
    snprintf(job->code, sizeof job->code, "%s", code && strlen(code) == CODE_DIGITS ? code : code ? "?" : "");
    return job;
}

/* STATUS_OK: the worker has it. */
static enum status ask_worker(const struct call *call, const struct user *user)
{
    struct server *server = call->server;
    const char *address = call->request->address;
    struct second_job *job = second_job_new(call, user);
    if (!job)
        return STATUS_NO_MEMORY;
    job->job.first = guess_is_known(&server->guesses, user->name, address);
    if (turnstile_enter(&server->logins, address, SECONDS_WAITING_MAX)) {
        if (worker_submit(server->worker, &job->job))
            return STATUS_OK;
        turnstile_leave(&server->logins, address);
    }
    guess_unused(&server->guesses, user->name, address, server_ticks());
    second_job_free(job);
    return STATUS_TOO_MANY;
}

bool second_proved(struct call *call, const char *with)
{
    struct server *server = call->server;
    const struct user *user = people_find(&server->people, with);
    const char *password = message_string(&call->body, "password");
    enum status status = STATUS_OK;
    if (server->demo || strcmp(call->second, with) == 0)
        return true;
    if (!user || !password || strlen(password) > PASSWORD_MAX)
        status = STATUS_WRONG_PASSWORD;
    else if (!guess_try(&server->guesses, user->name, call->request->address, server_ticks()))
        status = STATUS_TOO_MANY;
    else
        status = ask_worker(call, user);
    if (status)
        respond_error(server, call->request->id, status, NULL);
    return false;
}

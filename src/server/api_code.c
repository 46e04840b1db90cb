/* SPDX-License-Identifier: Apache-2.0 */
/* api_code.c - POST /api/users/X/code: a time code is offered, confirmed, or taken away (code.h).
 *
 * One's own: without "code" a secret is offered; with a code of it and the password it counts from then on;
 * "remove" and the password end it. An administrator removes somebody else's, who has lost their telephone.
 */
#include "server/api.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/register.h"

struct code_job {
    struct job job; /* first */
    struct server *server;
    uint64_t request;
    struct user user;           /* whose code it is */
    struct user by;             /* who asks */
    char old[PASSWORD_MAX + 1]; /* of whoever changes their own */
    bool wants_old;
    bool good;
    char secret[CODE_SECRET_MAX]; /* "": none from now on */
};

static void respond_user(struct server *server, uint64_t request, const struct user *user)
{
    struct out *out = &server->out;
    out_reset(out);
    out_object(out);
    out_put_string(out, "user", user->name);
    out_put_bool(out, "code", user->code[0] != 0);
    out_object_end(out);
    respond_send(server, request, 200);
}

static void offer(struct call *call, struct user *user)
{
    struct out *out = &call->server->out;
    char bytes[256];
    struct text uri;
    code_secret_make(user->codes.offered);
    text_init(&uri, bytes, sizeof bytes);
    code_uri(user->codes.offered, user->name, &uri);
    out_reset(out);
    out_object(out);
    out_put_string(out, "secret", user->codes.offered);
    out_put_string(out, "uri", bytes);
    out_object_end(out);
    respond_send(call->server, call->request->id, 200);
    sodium_memzero(bytes, sizeof bytes);
}

static void code_work(struct job *job)
{
    struct code_job *code = (struct code_job *)job;
    code->good = !code->wants_old || password_check(code->user.password, code->old);
}

static enum status put_code(struct people *people, void *context)
{
    const struct code_job *code = context;
    struct user *user = people_find(people, code->user.name);
    if (!user)
        return STATUS_NOT_FOUND;
    memcpy(user->code, code->secret, sizeof user->code);
    user->codes = (struct code_memory){.last_step = code->user.codes.last_step};
    return STATUS_OK;
}

static void code_done(struct job *job)
{
    struct code_job *code = (struct code_job *)job;
    struct server *server = code->server;
    enum status status = STATUS_WRONG_PASSWORD;
    if (code->good)
        status = register_change(server, put_code, code, &code->by);
    const struct user *user = people_find(&server->people, code->user.name);
    if (status || !user) {
        respond_error(server, code->request, status, NULL);
    } else {
        log_event(&server->log, LOG_INFO, user->code[0] ? "code-set" : "code-removed", "user", user->name,
                  "by", code->by.name, NULL);
        respond_user(server, code->request, user);
    }
    sodium_memzero(code, sizeof *code);
    free(code);
}

/* Takes `secret` for the person, once the password is known to be theirs. */
static void change(struct call *call, const struct user *user, const char *secret)
{
    struct code_job *job = calloc(1, sizeof *job);
    const char *old = message_string(&call->body, "old");
    enum status status = job ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK && old && strlen(old) > PASSWORD_MAX)
        status = STATUS_WRONG_PASSWORD;
    if (status == STATUS_OK) {
        *job = (struct code_job){.job = {.work = code_work, .done = code_done, .first = true},
                                 .server = call->server,
                                 .request = call->request->id,
                                 .user = *user,
                                 .by = *call->user,
                                 .wants_old = strcmp(user->name, call->user->name) == 0};
        snprintf(job->old, sizeof job->old, "%s", old ? old : "");
        snprintf(job->secret, sizeof job->secret, "%s", secret);
        if (worker_submit(call->server->worker, &job->job))
            return;
        status = STATUS_TOO_MANY;
    }
    free(job);
    respond_error(call->server, call->request->id, status, NULL);
}

/* A code of the secret that was offered shows that the telephone has it. */
static void confirm(struct call *call, struct user *user, const char *code)
{
    int64_t step = user->codes.offered[0] ? code_step(user->codes.offered, code, server_now()) : -1;
    if (step < 0) {
        respond_error(call->server, call->request->id, STATUS_CODE_WRONG, NULL);
        return;
    }
    user->codes.last_step = step; /* it was used for this */
    change(call, user, user->codes.offered);
}

void api_user_code(struct call *call)
{
    static const struct field fields[] = {{"code", FIELD_STRING, false},
                                          {"old", FIELD_STRING, false},
                                          {"remove", FIELD_BOOL, false},
                                          {NULL, 0, false}};
    struct server *server = call->server;
    if (!api_body(call, fields))
        return;
    struct user *user = people_find(&server->people, call->name);
    const char *code = message_string(&call->body, "code");
    bool own = strcmp(call->user->name, call->name) == 0;
    bool remove = message_true(&call->body, "remove");
    enum status status = STATUS_OK;
    if (!own && (call->user->role != USER_ADMINISTRATOR || !remove))
        status = STATUS_FORBIDDEN;
    else if (!user)
        status = STATUS_NOT_FOUND;
    else if (own && remove && server_wants_code(server, user))
        status = STATUS_CODE_FIRST;
    if (status)
        respond_error(server, call->request->id, status, NULL);
    else if (remove)
        change(call, user, "");
    else if (code)
        confirm(call, user, code);
    else
        offer(call, user);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* api_people.c - log-in, and the people of the house. Passwords are made and checked by the worker. */
#include "server/api.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"

#include "server/demo.h"
#include "server/protect.h"
#include "server/register.h"

enum { LOGINS_WAITING_MAX = 4 /* of one address, at once */ };

/* One log-in, or one new secret, on its way through the worker. */
struct secret_job {
    struct job job; /* first */
    struct server *server;
    uint64_t request;
    struct user user;
    bool by_pin;
    bool is_login;
    bool counted;               /* at the turnstile */
    bool is_new;                /* a person to be added */
    bool pseudonym;             /* ... who is given a name */
    char old[PASSWORD_MAX + 1]; /* password or PIN of whoever changes their own */
    bool wants_old;             /* it must be right */
    bool wrong_old;
    struct user by;              /* who asked for a new secret */
    char tried[PERSON_NAME_MAX]; /* the name or number that was given */
    char address[TRANSPORT_PEER_MAX];
    char password[PASSWORD_MAX + 1];
    char pin[PIN_MAX + 1];
    char code[CODE_DIGITS + 1]; /* of a log-in; "": none was given */
    bool good;
};

static struct secret_job *secret_job_new(struct call *call, void (*work)(struct job *),
                                         void (*done)(struct job *))
{
    struct secret_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->job.work = work;
    job->job.done = done;
    job->server = call->server;
    job->request = call->request->id;
    return job;
}

static void secret_job_free(struct secret_job *job)
{
    sodium_memzero(job, sizeof *job);
    free(job);
}

/* People who come from where they have logged in before go first; of strangers an address may have a few
 * waiting, so that many wrong tries do not hold up the others. */
static bool enter(struct server *server, struct secret_job *job)
{
    job->job.first = !job->is_login || guess_is_known(&server->guesses, job->tried, job->address);
    job->counted = !job->job.first;
    return !job->counted || turnstile_enter(&server->logins, job->address, LOGINS_WAITING_MAX);
}

static void leave(struct secret_job *job)
{
    if (job->counted)
        turnstile_leave(&job->server->logins, job->address);
    job->counted = false;
}

static void submit(struct call *call, struct secret_job *job)
{
    if (enter(call->server, job)) {
        if (worker_submit(call->server->worker, &job->job))
            return;
        leave(job);
    }
    if (job->is_login)
        guess_unused(&call->server->guesses, job->tried, job->address, server_ticks());
    respond_error(call->server, call->request->id, STATUS_TOO_MANY, NULL);
    secret_job_free(job);
}

/* ---- Log-in. ---- */

static void send_session(struct server *server, uint64_t request, const struct user *user,
                         const char *address)
{
    char token[TOKEN_TEXT_MAX];
    int64_t now_ms = server_steady(server);
    int64_t expires_ms = now_ms + (int64_t)server->config->session_hours * 3600000;
    struct out *out = &server->out;
    if (user->role == USER_PLAYER && protect_login(server, user->name) != STATUS_OK) {
        register_session(server, REGISTER_REFUSED, user->name, address);
        respond_error(server, request, STATUS_EXCLUDED, NULL);
        return;
    }
    if (!session_open(&server->sessions, user->name, now_ms, expires_ms, token)) {
        respond_error(server, request, server->sessions.unsure ? STATUS_NO_DATABASE : STATUS_TOO_MANY, NULL);
        return;
    }
    server->metrics.values[METRIC_LOGINS]++;
    log_event(&server->log, LOG_INFO, "login", "user", user->name, "role", user_role_name(user->role), NULL);
    register_session(server, REGISTER_OPENED, user->name, address);
    out_reset(out);
    out_object(out);
    out_put_string(out, "token", token);
    out_put_integer(out, "expires", expires_ms);
    out_put_string(out, "user", user->name);
    out_put_string(out, "name", user->title);
    out_put_string(out, "role", user_role_name(user->role));
    out_put_integer(out, "number", user->number);
    if (user->must_change)
        out_put_bool(out, "mustChange", true);
    if (server_wants_code(server, user) && !user->code[0])
        out_put_bool(out, "codeFirst", true);
    out_object_end(out);
    respond_send(server, request, 200);
}

static void login_work(struct job *job)
{
    struct secret_job *login = (struct secret_job *)job;
    const char *secret = login->by_pin ? login->user.pin : login->user.password;
    /* Somebody who does not exist takes as long as somebody who does. */
    static const char nobody[] =
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b2dWRWJTmaaJObG1m4XGCqvUkg";
    bool known = secret[0] != 0;
    login->good =
        password_check(known ? secret : nobody, login->by_pin ? login->pin : login->password) && known;
}

/* A password that was made for somebody works once. Other changes made while the worker had it stay. */
static enum status use_up(struct people *people, void *context)
{
    const struct secret_job *login = context;
    struct user *user = people_find(people, login->user.name);
    if (!user || strcmp(user->password, login->user.password) != 0)
        return STATUS_WRONG_PASSWORD;
    user->password[0] = 0;
    return STATUS_OK;
}

/* The password or PIN is right: whether that is enough. */
static enum status let_in(struct server *server, struct secret_job *login)
{
    struct user *user = people_find(&server->people, login->user.name);
    if (!user)
        return STATUS_WRONG_PASSWORD;
    enum status status =
        user->code[0] ? code_use(&user->codes, user->code, login->code, server_now(), server->started_ms)
                      : STATUS_OK;
    if (status || !login->user.must_change)
        return status;
    struct user by = login->user;
    return register_change(server, use_up, login, &by) == STATUS_OK ? STATUS_OK : STATUS_WRONG_PASSWORD;
}

static void login_done(struct job *job)
{
    struct secret_job *login = (struct secret_job *)job;
    struct server *server = login->server;
    leave(login);
    enum status status = login->good ? let_in(server, login) : STATUS_WRONG_PASSWORD;
    if (status) {
        server->metrics.values[METRIC_BAD_LOGINS]++;
        log_event(&server->log, LOG_WARNING, "login-refused", "user", login->tried, "status",
                  status_name(status), NULL);
        if (status != STATUS_CODE_NEEDED)
            register_session(server, REGISTER_REFUSED, login->tried, login->address);
        respond_error(server, login->request, status, NULL);
    } else {
        guess_right(&server->guesses, login->tried, login->address, server_ticks());
        send_session(server, login->request, &login->user, login->address);
    }
    secret_job_free(login);
}

static void demo_session(struct call *call, const char *role_text)
{
    struct server *server = call->server;
    enum user_role role;
    const char *name =
        server->demo && user_role_find(role_text, &role) ? demo_person(server->demo, role) : NULL;
    const struct user *user = name ? people_find(&server->people, name) : NULL;
    if (user)
        send_session(server, call->request->id, user, call->request->address);
    else
        respond_error(server, call->request->id, server->demo ? STATUS_BAD_ROLE : STATUS_FORBIDDEN, NULL);
}

static void login(struct call *call, const struct user *user, const char *tried, bool by_pin,
                  const char *secret)
{
    struct server *server = call->server;
    char cut[PERSON_NAME_MAX]; /* as the job keeps it */
    snprintf(cut, sizeof cut, "%.31s", tried);
    tried = cut;
    if (!guess_try(&server->guesses, tried, call->request->address, server_ticks())) {
        respond_error(server, call->request->id, STATUS_TOO_MANY, NULL);
        return;
    }
    if (strlen(secret) > (by_pin ? PIN_MAX : PASSWORD_MAX)) {
        respond_error(server, call->request->id, STATUS_WRONG_PASSWORD, NULL);
        return;
    }
    struct secret_job *job = secret_job_new(call, login_work, login_done);
    if (!job) {
        respond_error(server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    /* Four digits are for players at their terminal: staff have a password. */
    if (user && !user->revoked && (!by_pin || user->role == USER_PLAYER))
        job->user = *user;
    snprintf(job->address, sizeof job->address, "%s", call->request->address);
    snprintf(job->tried, sizeof job->tried, "%.31s", tried);
    job->is_login = true;
    job->by_pin = by_pin;
    const char *code = message_string(&call->body, "code");
    snprintf(job->code, sizeof job->code, "%s", code && strlen(code) == CODE_DIGITS ? code : code ? "?" : "");
    snprintf(by_pin ? job->pin : job->password, by_pin ? sizeof job->pin : sizeof job->password, "%s",
             secret);
    submit(call, job);
}

void api_session_open(struct call *call)
{
    static const struct field fields[] = {{"user", FIELD_STRING, false},
                                          {"password", FIELD_STRING, false},
                                          {"number", FIELD_INTEGER, false},
                                          {"pin", FIELD_STRING, false},
                                          {"demo", FIELD_STRING, false},
                                          {"code", FIELD_STRING, false},
                                          {NULL, 0, false}};
    struct server *server = call->server;
    if (!api_body(call, fields))
        return;
    register_refresh(server);
    const char *name = message_string(&call->body, "user");
    const char *password = message_string(&call->body, "password");
    const char *pin = message_string(&call->body, "pin");
    const char *demo = message_string(&call->body, "demo");
    int64_t number = message_integer(&call->body, "number", 0);
    char tried[32];
    snprintf(tried, sizeof tried, "%lld", (long long)number);
    if (demo)
        demo_session(call, demo);
    else if (name && password)
        login(call, people_find(&server->people, name), name, false, password);
    else if (number > 0 && number <= UINT32_MAX && pin)
        login(call, people_by_number(&server->people, (uint32_t)number), tried, true, pin);
    else
        respond_error(server, call->request->id, STATUS_BAD_MESSAGE,
                      N_("Give user and password, or number and pin."));
}

void api_session_close(struct call *call)
{
    const struct user *user = server_user(call->server, call->request->bearer);
    if (user)
        register_session(call->server, REGISTER_CLOSED, user->name, call->request->address);
    session_close(&call->server->sessions, call->request->bearer);
    out_reset(&call->server->out);
    out_object(&call->server->out);
    out_put_bool(&call->server->out, "ok", true);
    out_object_end(&call->server->out);
    respond_send(call->server, call->request->id, 200);
}

/* ---- People. ---- */

static void put_user(struct server *server, const struct user *user)
{
    struct out *out = &server->out;
    const struct account *account = ledger_find(books_ledger(server->books), ACCOUNT_PLAYER, user->name);
    out_put_string(out, "user", user->name);
    out_put_string(out, "name", user->title);
    out_put_string(out, "role", user_role_name(user->role));
    out_put_integer(out, "number", user->number);
    if (user->role == USER_PLAYER)
        out_put_integer(out, "balance", account ? books_durable_cents(server->books, account->number) : 0);
}

void api_me(struct call *call)
{
    out_reset(&call->server->out);
    out_object(&call->server->out);
    put_user(call->server, call->user);
    if (call->user->role != USER_PLAYER)
        out_put_bool(&call->server->out, "code", call->user->code[0] != 0);
    out_object_end(&call->server->out);
    respond_send(call->server, call->request->id, 200);
}

void api_users(struct call *call)
{
    struct server *server = call->server;
    struct out *out = &server->out;
    out_reset(out);
    out_object(out);
    out_key(out, "users");
    out_array(out);
    for (unsigned i = 0; i < server->people.count; i++) {
        const struct user *user = &server->people.users[i];
        out_object(out);
        out_put_string(out, "user", user->name);
        out_put_string(out, "name", user->title);
        out_put_string(out, "role", user_role_name(user->role));
        out_put_integer(out, "number", user->number);
        out_put_bool(out, "revoked", user->revoked);
        out_put_bool(out, "password", user->password[0] != 0);
        out_put_bool(out, "pin", user->pin[0] != 0);
        out_put_bool(out, "code", user->code[0] != 0);
        out_object_end(out);
    }
    out_array_end(out);
    out_object_end(out);
    respond_send(server, call->request->id, 200);
}

void api_players(struct call *call)
{
    struct server *server = call->server;
    struct out *out = &server->out;
    char find[API_NAME_MAX] = "";
    unsigned count = 0;
    api_query(call->request, "find", find, sizeof find);
    out_reset(out);
    out_object(out);
    out_key(out, "players");
    out_array(out);
    for (unsigned i = 0; i < server->people.count && count < 100; i++) {
        const struct user *user = &server->people.users[i];
        char number[12];
        snprintf(number, sizeof number, "%u", user->number);
        if (user->role != USER_PLAYER ||
            (!strcasestr(user->name, find) && !strcasestr(user->title, find) && !strstr(number, find)))
            continue;
        out_object(out);
        put_user(server, user);
        out_object_end(out);
        count++;
    }
    out_array_end(out);
    out_object_end(out);
    respond_send(server, call->request->id, 200);
}

/* ---- New secrets. ---- */

static bool is_right(const struct secret_job *secret)
{
    const struct user *user = &secret->user;
    return (user->password[0] && password_check(user->password, secret->old)) ||
           (user->pin[0] && password_check(user->pin, secret->old));
}

static void secret_work(struct job *job)
{
    struct secret_job *secret = (struct secret_job *)job;
    secret->wrong_old = secret->wants_old && !is_right(secret);
    secret->good = !secret->wrong_old &&
                   (!secret->password[0] || password_make(secret->password, secret->user.password)) &&
                   (!secret->pin[0] || password_make(secret->pin, secret->user.pin));
}

/* Only the secrets: who was revoked, or got another role, while the worker made them stays so. */
static enum status put_secrets(struct people *people, void *context)
{
    struct secret_job *secret = context;
    if (secret->pseudonym)
        people_pseudonym(people, secret->user.name, sizeof secret->user.name);
    struct user *user = people_find(people, secret->user.name);
    if (user && user->erased)
        return STATUS_ERASED;
    if (secret->is_new)
        return user ? STATUS_PERSON_EXISTS : people_put(people, &secret->user);
    if (!user)
        return STATUS_NOT_FOUND;
    if (secret->password[0])
        memcpy(user->password, secret->user.password, sizeof user->password);
    if (secret->pin[0])
        memcpy(user->pin, secret->user.pin, sizeof user->pin);
    user->must_change = false;
    if (user->since_ms < secret->user.since_ms)
        user->since_ms = secret->user.since_ms;
    return STATUS_OK;
}

static void secret_done(struct job *job)
{
    struct secret_job *secret = (struct secret_job *)job;
    struct server *server = secret->server;
    enum status status = secret->wrong_old ? STATUS_WRONG_PASSWORD : STATUS_NO_MEMORY;
    if (secret->good)
        status = register_change(server, put_secrets, secret, &secret->by);
    const struct user *user = people_find(&server->people, secret->user.name);
    if (status || !user) {
        respond_error(server, secret->request, status, NULL);
    } else {
        log_event(&server->log, LOG_INFO, "user-changed", "user", user->name, "role",
                  user_role_name(user->role), NULL);
        out_reset(&server->out);
        out_object(&server->out);
        put_user(server, user);
        out_object_end(&server->out);
        respond_send(server, secret->request, 200);
    }
    secret_job_free(secret);
}

/* Takes password and PIN from the body, unless they are not fit to be used. */
static enum status take_secrets(struct call *call, struct secret_job *job)
{
    const char *password = message_string(&call->body, "password");
    const char *pin = message_string(&call->body, "pin");
    size_t length = password ? strlen(password) : PASSWORD_MIN;
    size_t digits = pin ? strlen(pin) : PIN_MIN;
    if (length < PASSWORD_MIN || length > PASSWORD_MAX || digits < PIN_MIN || digits > PIN_MAX ||
        (pin && strspn(pin, "0123456789") != digits))
        return STATUS_BAD_PASSWORD;
    if (pin && job->user.role != USER_PLAYER)
        return STATUS_PIN_FOR_PLAYERS;
    snprintf(job->password, sizeof job->password, "%s", password ? password : "");
    snprintf(job->pin, sizeof job->pin, "%s", pin ? pin : "");
    const char *old = message_string(&call->body, "old");
    snprintf(job->old, sizeof job->old, "%s", old ? old : "");
    return !old || strlen(old) <= PASSWORD_MAX ? STATUS_OK : STATUS_BAD_PASSWORD;
}

static void set_secrets(struct call *call, const struct user *user, bool is_new)
{
    struct secret_job *job = secret_job_new(call, secret_work, secret_done);
    if (!job) {
        respond_error(call->server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    job->user = *user;
    job->by = *call->user;
    job->is_new = is_new;
    job->pseudonym = is_new && !message_string(&call->body, "user");
    /* An open terminal is not enough to take somebody's place for good. One who came in with a password for
     * one use has just shown it. */
    job->wants_old = !is_new && strcmp(user->name, call->user->name) == 0 && !call->user->must_change &&
                     (user->password[0] || user->pin[0]);
    enum status status = take_secrets(call, job);
    if (status == STATUS_OK) {
        submit(call, job);
        return;
    }
    respond_error(call->server, call->request->id, status, NULL);
    secret_job_free(job);
}

void api_user_add(struct call *call)
{
    static const struct field fields[] = {{"user", FIELD_STRING, false}, {"name", FIELD_STRING, false},
                                          {"role", FIELD_STRING, true},  {"password", FIELD_STRING, false},
                                          {"pin", FIELD_STRING, false},  {NULL, 0, false}};
    struct server *server = call->server;
    if (!api_body(call, fields))
        return;
    char pseudonym[PERSON_NAME_MAX];
    people_pseudonym(&server->people, pseudonym, sizeof pseudonym);
    const char *name = message_string(&call->body, "user");
    const char *title = message_string(&call->body, "name");
    name = name ? name : pseudonym;
    enum user_role role = USER_DISPLAY;
    struct user user = {0};
    enum status status = STATUS_OK;
    if (strlen(name) >= sizeof user.name || (title && strlen(title) >= sizeof user.title))
        status = STATUS_TOO_LONG;
    else if (people_find(&server->people, name))
        status = STATUS_PERSON_EXISTS;
    else if (!user_role_find(message_string(&call->body, "role"), &role))
        status = STATUS_BAD_ROLE;
    snprintf(user.name, sizeof user.name, "%.31s", name);
    snprintf(user.title, sizeof user.title, "%.63s", title ? title : name);
    user.role = (uint8_t)role;
    if (role == USER_PLAYER)
        veil_make(&user.veil);
    if (status == STATUS_OK)
        status = user_verify(&user);
    if (status)
        respond_error(server, call->request->id, status, NULL);
    else
        set_secrets(call, &user, true);
}

/* One's own, or anybody's for an administrator; all sessions of that person end. */
void api_user_password(struct call *call)
{
    static const struct field fields[] = {{"password", FIELD_STRING, false},
                                          {"pin", FIELD_STRING, false},
                                          {"old", FIELD_STRING, false},
                                          {NULL, 0, false}};
    struct server *server = call->server;
    const struct user *user = people_find(&server->people, call->name);
    if (call->user->role != USER_ADMINISTRATOR && strcmp(call->user->name, call->name) != 0) {
        respond_error(server, call->request->id, STATUS_FORBIDDEN, NULL);
        return;
    }
    if (!user) {
        respond_error(server, call->request->id, STATUS_NOT_FOUND, NULL);
        return;
    }
    if (!api_body(call, fields))
        return;
    struct user changed = *user;
    changed.since_ms = server_steady(server);
    set_secrets(call, &changed, false);
}

static unsigned administrators(const struct people *people)
{
    unsigned count = 0;
    for (unsigned i = 0; i < people->count; i++)
        count += people->users[i].role == USER_ADMINISTRATOR && !people->users[i].revoked;
    return count;
}

static enum status revoke(struct people *people, void *context)
{
    const struct call *call = context;
    struct user *user = people_find(people, call->name);
    if (!user)
        return STATUS_NOT_FOUND;
    if (user->role == USER_ADMINISTRATOR && !user->revoked && administrators(people) == 1)
        return STATUS_LAST_ADMINISTRATOR;
    user->revoked = true;
    user->since_ms = server_steady(call->server);
    return STATUS_OK;
}

/* Changes somebody's standing, at once. */
static void change_standing(struct call *call, enum status (*change)(struct people *people, void *context),
                            const char *what)
{
    struct server *server = call->server;
    struct user by = *call->user; /* the people are read anew */
    enum status status = register_change(server, change, call, &by);
    if (status) {
        respond_error(server, call->request->id, status, NULL);
        return;
    }
    log_event(&server->log, LOG_INFO, what, "user", call->name, "by", by.name, NULL);
    out_reset(&server->out);
    out_object(&server->out);
    out_put_bool(&server->out, "ok", true);
    out_object_end(&server->out);
    respond_send(server, call->request->id, 200);
}

void api_user_revoke(struct call *call)
{
    change_standing(call, revoke, "user-revoked");
}

static enum status erase(struct people *people, void *context)
{
    const struct call *call = context;
    struct server *server = call->server;
    for (unsigned i = 0; i < server->table_count; i++)
        if (floor_has_wager(server->tables[i], call->name))
            return STATUS_STILL_HELD;
    return people_erase(people, call->name, server_steady(server));
}

void api_user_erase(struct call *call)
{
    change_standing(call, erase, "user-erased");
}

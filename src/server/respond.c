/* SPDX-License-Identifier: Apache-2.0 */
#include "server/respond.h"

void respond_send(struct server *server, uint64_t request, int code)
{
    struct response response = {.status = code,
                                .type = "application/json",
                                .body = server->out.bytes,
                                .size = server->out.failed ? 0 : server->out.used};
    transport_respond(server->transport, request, &response);
}

int respond_code(enum status status)
{
    static const struct {
        enum status status;
        int code;
    } codes[] = {{STATUS_OK, 200},
                 {STATUS_NOT_LOGGED_IN, 401},
                 {STATUS_WRONG_PASSWORD, 401},
                 {STATUS_FORBIDDEN, 403},
                 {STATUS_NOT_FOUND, 404},
                 {STATUS_NO_TABLE, 404},
                 {STATUS_NO_ROUND, 404},
                 {STATUS_ARCHIVED, 404},
                 {STATUS_NO_ACCOUNT, 404},
                 {STATUS_TOO_LONG, 413},
                 {STATUS_MUST_CHANGE, 403},
                 {STATUS_LAST_ADMINISTRATOR, 409},
                 {STATUS_TOO_MANY, 429},
                 {STATUS_UNKNOWN, 503},
                 {STATUS_NO_DATABASE, 503},
                 {STATUS_PERSON_EXISTS, 409},
                 {STATUS_CODE_NEEDED, 401},
                 {STATUS_CODE_WRONG, 401},
                 {STATUS_CODE_FIRST, 403},
                 {STATUS_NOT_YOUR_ROUND, 403},
                 {STATUS_NOT_SEALED, 409},
                 {STATUS_OVERTAKEN, 409},
                 {STATUS_MOVED, 421}};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].status == status)
            return codes[i].code;
    if (status <= STATUS_BAD_ENTRY && status >= STATUS_STORE_STOPPED)
        return 503;
    return status_is_refusal(status) ? 409 : 400;
}

unsigned respond_language(const struct server *server, uint64_t request)
{
    unsigned language = LANGUAGE_ENGLISH;
    language_find(transport_language(server->transport, request), &language);
    return language;
}

static void put_error(struct server *server, uint64_t request, enum status status, const char *sentence)
{
    struct out *out = &server->out;
    out_reset(out);
    out_object(out);
    out_key(out, "error");
    out_object(out);
    out_put_string(out, "code", status_name(status));
    out_put_string(
        out, "sentence",
        language_say(respond_language(server, request), sentence ? sentence : status_sentence(status)));
}

static void end_error(struct server *server, uint64_t request, enum status status)
{
    out_object_end(&server->out);
    out_object_end(&server->out);
    respond_send(server, request, respond_code(status));
}

void respond_error(struct server *server, uint64_t request, enum status status, const char *sentence)
{
    put_error(server, request, status, sentence);
    end_error(server, request, status);
}

void respond_moved(struct server *server, uint64_t request, const char *address)
{
    put_error(server, request, STATUS_MOVED, NULL);
    out_put_string(&server->out, "address", address);
    end_error(server, request, STATUS_MOVED);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "server/answer.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/client.h"
#include "server/respond.h"
#include "speech/sentence.h"

enum { ANSWERS_MAX = 8192, CONTENT_TEXT_MAX = 1024 };

struct kept_answer {
    char key[ENTRY_KEY_TEXT_MAX];
    uint8_t content[REPLY_CONTENT_BYTES];
    struct answer answer;
    char sentence[REFUSAL_TEXT_MAX]; /* copies of what the answer points to */
    char clauses[128];
};

bool answers_init(struct server *server)
{
    server->answers = calloc(ANSWERS_MAX, sizeof *server->answers);
    return server->answers != NULL;
}

void answers_release(struct server *server)
{
    free(server->answers);
    server->answers = NULL;
}

void reply_key(struct reply *reply, const char *user, const char *id, const char *format, ...)
{
    char text[CONTENT_TEXT_MAX];
    struct hasher hasher;
    va_list list;
    hasher_init(&hasher);
    hasher_add(&hasher, user, strlen(user) + 1);
    hasher_add(&hasher, id, strlen(id));
    struct hash hash = hasher_result(&hasher);
    sodium_bin2hex(reply->key, sizeof reply->key, hash.bytes, 16);
    snprintf(reply->id, sizeof reply->id, "%s", id);
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    hash = hash_of(text, strlen(text));
    memcpy(reply->content, hash.bytes, sizeof reply->content);
}

struct span reply_content(const struct reply *reply)
{
    return (struct span){reply->content, reply->key[0] ? sizeof reply->content : 0};
}

static struct kept_answer *kept_place(const struct server *server, const char *key)
{
    unsigned place = (unsigned)strtoul((char[]){key[0], key[1], key[2], key[3], 0}, NULL, 16);
    return &server->answers[place % ANSWERS_MAX];
}

static void keep_answer(struct server *server, const struct reply *reply, const struct answer *answer)
{
    struct kept_answer *kept = kept_place(server, reply->key);
    snprintf(kept->key, sizeof kept->key, "%s", reply->key);
    memcpy(kept->content, reply->content, sizeof kept->content);
    snprintf(kept->sentence, sizeof kept->sentence, "%s", answer->sentence ? answer->sentence : "");
    snprintf(kept->clauses, sizeof kept->clauses, "%s", answer->clauses ? answer->clauses : "");
    kept->answer = *answer;
    kept->answer.sentence = answer->sentence ? kept->sentence : NULL;
    kept->answer.clauses = kept->clauses;
}

unsigned reply_language(struct server *server, const struct reply *reply)
{
    const struct client *client = reply->client ? client_find(server, reply->client) : NULL;
    return client ? client->language : respond_language(server, reply->request);
}

static void send_answer(struct server *server, const struct reply *reply, const struct answer *answer)
{
    struct client *client = reply->client ? client_find(server, reply->client) : NULL;
    struct out *out = &server->out;
    if (!client && !reply->request)
        return;
    out_reset(out);
    out_object(out);
    if (client)
        out_put_string(out, "type", "answer");
    out_put_string(out, "id", reply->id);
    out_put_bool(out, "ok", answer->status == STATUS_OK);
    out_put_string(out, "status", status_name(answer->status));
    unsigned language = reply_language(server, reply);
    out_put_string(
        out, "sentence",
        language_say(language, answer->sentence ? answer->sentence : status_sentence(answer->status)));
    out_put_words(out, "clauses", answer->clauses ? answer->clauses : "");
    out_put_integer(out, "seq", (int64_t)answer->seq);
    if (answer->has_balance)
        out_put_integer(out, "balance", answer->balance_cents);
    if (reply->table[0])
        out_put_string(out, "table", reply->table);
    out_object_end(out);
    if (client)
        client_send(client);
    else
        respond_send(server, reply->request,
                     answer->status == STATUS_OK ? 200 : respond_code(answer->status));
}

void server_answer(struct server *server, const struct reply *reply, const struct answer *answer)
{
    /* Trouble that may pass is not remembered: the same request may be tried again. */
    if (reply->key[0] && answer->status >= 0)
        keep_answer(server, reply, answer);
    send_answer(server, reply, answer);
}

/* True if the answer belongs to this request; false if its id was used for another request. */
static bool is_same(const struct kept_answer *kept, const struct reply *reply)
{
    return memcmp(kept->content, reply->content, sizeof kept->content) == 0;
}

static bool answer_again(struct server *server, const struct reply *reply,
                         enum status (*look)(struct store *, struct span, struct span))
{
    static const struct answer reused = {.status = STATUS_ID_REUSED};
    const struct kept_answer *kept = kept_place(server, reply->key);
    if (strcmp(kept->key, reply->key) == 0) {
        send_answer(server, reply, is_same(kept, reply) ? &kept->answer : &reused);
        return true;
    }
    enum status known = look(books_store(server->books), span_of(reply->key), reply_content(reply));
    static const struct answer unknown = {.status = STATUS_UNKNOWN}; /* it is still being written */
    if (known == STATUS_ID_REUSED || known == STATUS_UNKNOWN)
        send_answer(server, reply, known == STATUS_UNKNOWN ? &unknown : &reused);
    if (known != STATUS_REPEATED)
        return known == STATUS_ID_REUSED || known == STATUS_UNKNOWN;
    /* Booked before a restart: only the acceptance is remembered. */
    struct answer answer = {.status = STATUS_OK, .sentence = status_sentence(STATUS_REPEATED)};
    send_answer(server, reply, &answer);
    return true;
}

bool server_answer_again(struct server *server, const struct reply *reply)
{
    return answer_again(server, reply, store_key);
}

bool server_answer_known(struct server *server, const struct reply *reply)
{
    bool shared = store_is_shared(books_store(server->books));
    return answer_again(server, reply, shared ? store_key_waiting : store_key);
}

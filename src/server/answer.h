/* SPDX-License-Identifier: Apache-2.0 */
/* answer.h - answers to requests: to a WebSocket client or over HTTP, and the same one again for the same
 * request.
 *
 * A request has an id of its client's making; its key, unique over all people, is kept in the journal, so
 * that no request is booked twice. */
#ifndef CROUPIER_SERVER_ANSWER_H
#define CROUPIER_SERVER_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "base/status.h"

enum { REPLY_ID_MAX = 65, REPLY_TABLE_MAX = 32, ENTRY_KEY_TEXT_MAX = 33, REPLY_CONTENT_BYTES = 16 };

struct server;

/* To whom an answer goes: a WebSocket client, an HTTP request, or nobody (the system itself). */
struct reply {
    uint64_t client;
    uint64_t request;
    char id[REPLY_ID_MAX];        /* the client's name for it */
    char table[REPLY_TABLE_MAX];  /* told with the answer: the one that was made; "": none */
    char key[ENTRY_KEY_TEXT_MAX]; /* the same, unique over all people: what the journal keeps; "": none */
    uint8_t
        content[REPLY_CONTENT_BYTES]; /* of a hash over what was asked: the journal keeps it with the key */
};

struct answer {
    enum status status;
    const char *sentence; /* NULL: the status's own */
    const char *clauses;  /* blank-separated; NULL: none */
    uint64_t seq;
    bool has_balance;
    int64_t balance_cents;
};

bool answers_init(struct server *server); /* false: no memory */
void answers_release(struct server *server);

/* Fills in the reply's key from user and id, and its content from what is asked: the same id stands for the
 * same content for ever. */
void reply_key(struct reply *reply, const char *user, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
struct span reply_content(const struct reply *reply); /* for the journal */

/* The language of whoever gets the answer. */
unsigned reply_language(struct server *server, const struct reply *reply);

/* Answers, and keeps the answer in case the request is repeated. */
void server_answer(struct server *server, const struct reply *reply, const struct answer *answer);

/* True when the same request was answered, or booked, before: the answer has been given again. So it is when
 * the id was used for another request: STATUS_ID_REUSED is the answer then. */
bool server_answer_again(struct server *server, const struct reply *reply);

/* The same as far as this server knows without asking a database that is shared: what another has booked is
 * found when the entry is written. */
bool server_answer_known(struct server *server, const struct reply *reply);

#endif

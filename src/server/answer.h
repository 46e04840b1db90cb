/* SPDX-License-Identifier: Apache-2.0 */
/* answer.h - answers to requests, to a WebSocket client or over HTTP; a repeated request gets the same answer
 * again.
 *
 * The client gives a request its id; the server makes a key of it that is unique over all people. The journal
 * keeps the key, so that no request is booked twice. */
#ifndef CROUPIER_SERVER_ANSWER_H
#define CROUPIER_SERVER_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "base/status.h"

enum { REPLY_ID_MAX = 65, REPLY_TABLE_MAX = 32, ENTRY_KEY_TEXT_MAX = 33, REPLY_CONTENT_BYTES = 16 };

struct server;

/* Where an answer goes: to a WebSocket client, to an HTTP request, or nowhere (the system itself). */
struct reply {
    uint64_t client;
    uint64_t request;
    char id[REPLY_ID_MAX];        /* the client's name for it */
    char table[REPLY_TABLE_MAX];  /* the table that was made, which the answer tells; "": none */
    char key[ENTRY_KEY_TEXT_MAX]; /* the request's key in the journal, unique over all people; "": none */
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

/* Fills in the reply's key from user and id, and its content from the request: an id belongs to one content
 * for good. */
void reply_key(struct reply *reply, const char *user, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
struct span reply_content(const struct reply *reply); /* for the journal */

/* The language of the person who gets the answer. */
unsigned reply_language(struct server *server, const struct reply *reply);

/* Answers, and keeps the answer in case the request is repeated. */
void server_answer(struct server *server, const struct reply *reply, const struct answer *answer);

/* True if the same request was answered or booked before: the answer has been given again. True also if the
 * id was used for another request: the answer is then STATUS_ID_REUSED. */
bool server_answer_again(struct server *server, const struct reply *reply);

/* The same, but without asking a shared database: what another server has booked is found when the entry is
 * written. */
bool server_answer_known(struct server *server, const struct reply *reply);

#endif

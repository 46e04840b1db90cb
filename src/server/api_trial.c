/* SPDX-License-Identifier: Apache-2.0 */
/* api_trial.c - tables by rulebooks that visitors bring: how many there may be, and one more. */
#include "server/api.h"
#include "server/trial.h"

enum { SENTENCE_MAX = 320 };

void api_trials(struct call *call)
{
    struct server *server = call->server;
    struct out *out = &server->out;
    out_reset(out);
    out_object(out);
    out_put_integer(out, "most", trial_most(server));
    out_put_integer(out, "tables", trial_count(server));
    out_object_end(out);
    respond_send(server, call->request->id, 200);
}

void api_trial(struct call *call)
{
    static const struct field fields[] = {{"id", FIELD_STRING, true},
                                          {"rulebook", FIELD_STRING, true},
                                          {"decks", FIELD_INTEGER, false},
                                          {NULL, 0, false}};
    char bytes[SENTENCE_MAX];
    struct text sentence;
    if (!api_keyed_body(call, fields))
        return;
    int64_t decks = message_integer(&call->body, "decks", 0);
    struct trial_wish wish = {.words = span_of(message_string(&call->body, "rulebook")),
                              .decks = decks < 0 || decks > UINT8_MAX ? UINT8_MAX : (unsigned)decks,
                              .by = call->user,
                              .reply = {.request = call->request->id}};
    struct hash words = hash_of(wish.words.bytes, wish.words.size);
    char digits[HASH_TEXT_MAX];
    hash_print(&words, digits, sizeof digits);
    reply_key(&wish.reply, call->user->name, message_string(&call->body, "id"), "trial %s %u", digits,
              wish.decks);
    text_init(&sentence, bytes, sizeof bytes);
    enum status status = trial_begin(call->server, &wish, &sentence);
    if (status)
        respond_error(call->server, call->request->id, status, sentence.used ? bytes : NULL);
}

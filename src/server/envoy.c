/* SPDX-License-Identifier: Apache-2.0 */
#include "server/envoy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/rota.h"

enum { ENVOY_ANSWER_MS = 2000, ENVOY_QUIET_MS = 10000 };

struct envoy {
    struct server *server;
    struct worker *worker;
    struct witness_plan plan;
    struct verifier house; /* signs what is asked */
    struct signer signer;
    atomic_bool stop;
    _Atomic int64_t quiet_until_ms;
};

struct errand {
    struct job job;
    struct envoy *envoy;
    struct luck_note note; /* what is asked; then the answer */
    bool answered;
    int status; /* of HTTP; 0: none */
};

/* ---- On the envoy's thread. ---- */

static bool write_request(const struct envoy *envoy, const struct luck_note *note, struct text *body)
{
    char line_bytes[NOTE_LINE_MAX];
    struct text line;
    text_init(&line, line_bytes, sizeof line_bytes);
    luck_note_print(note, body);
    struct span text = {(const uint8_t *)body->bytes, body->used};
    if (body->full || note_sign(text, &envoy->house, &envoy->signer, 0, &line) != STATUS_OK)
        return false;
    text_put_char(body, '\n');
    text_put(body, line_bytes);
    return !body->full;
}

static bool take_answer(const struct envoy *envoy, struct luck_note *asked, const struct text *answer)
{
    struct note note;
    struct luck_note luck;
    if (answer->full || note_split((struct span){(const uint8_t *)answer->bytes, answer->used}, &note) ||
        note_check(&note, &envoy->plan.key, NULL) != STATUS_OK ||
        luck_note_parse(&luck, note.text) != STATUS_OK ||
        !luck_note_answers(&luck, asked, envoy->plan.key.name))
        return false;
    *asked = luck;
    return true;
}

static void work(struct job *job)
{
    struct errand *errand = (struct errand *)job;
    struct envoy *envoy = errand->envoy;
    char url[POST_URL_MAX + sizeof "/luck"];
    char body_bytes[LUCK_NOTE_MAX + NOTE_LINE_MAX];
    char answer_bytes[POST_ANSWER_MAX];
    struct text body;
    struct text answer;
    text_init(&body, body_bytes, sizeof body_bytes);
    text_init(&answer, answer_bytes, sizeof answer_bytes);
    if (server_ticks() < atomic_load(&envoy->quiet_until_ms) || !write_request(envoy, &errand->note, &body))
        return;
    snprintf(url, sizeof url, "%s/luck", envoy->plan.url);
    struct post post = {.url = url,
                        .body = body_bytes,
                        .size = body.used,
                        .timeout_ms = ENVOY_ANSWER_MS,
                        .stop = &envoy->stop};
    errand->status = post_send(&post, &answer);
    errand->answered = errand->status == 200 && take_answer(envoy, &errand->note, &answer);
    if (!errand->answered)
        atomic_store(&envoy->quiet_until_ms, server_ticks() + ENVOY_QUIET_MS);
}

/* ---- On the event loop. ---- */

static void done(struct job *job)
{
    struct errand *errand = (struct errand *)job;
    struct server *server = errand->envoy->server;
    struct floor_table *floor = server->stopped ? NULL : rota_find(server, errand->note.table);
    char status[16];
    snprintf(status, sizeof status, "%d", errand->status);
    if (!errand->answered)
        log_event(&server->log, LOG_WARNING, "luck-witness", "table", errand->note.table, "status", status,
                  NULL);
    if (floor)
        floor_luck_answer(floor, &errand->note, errand->answered);
    free(errand);
}

bool envoy_ask(struct envoy *envoy, const struct luck_note *note)
{
    struct errand *errand = calloc(1, sizeof *errand);
    if (!errand || server_ticks() < atomic_load(&envoy->quiet_until_ms)) {
        free(errand);
        return false;
    }
    errand->job = (struct job){.work = work, .done = done};
    errand->envoy = envoy;
    errand->note = *note;
    snprintf(errand->note.origin, sizeof errand->note.origin, "%s", envoy->house.name);
    if (worker_submit(envoy->worker, &errand->job))
        return true;
    free(errand);
    return false;
}

const char *envoy_name(const struct envoy *envoy)
{
    return envoy ? envoy->plan.key.name : NULL;
}

void envoy_collect(struct envoy *envoy)
{
    if (envoy)
        worker_collect(envoy->worker);
}

struct envoy *envoy_new(struct server *server)
{
    const struct config *config = server->config;
    unsigned at = 0;
    while (at < config->witness_count && !config->witnesses[at].luck)
        at++;
    struct envoy *envoy = at < config->witness_count ? calloc(1, sizeof *envoy) : NULL;
    if (!envoy)
        return NULL;
    envoy->server = server;
    envoy->plan = config->witnesses[at];
    envoy->signer = house_key_signer(&server->key);
    verifier_init(&envoy->house, books_origin(server->books), NOTE_ED25519, &envoy->signer.key);
    envoy->worker = worker_new(server_wake, server);
    if (envoy->worker)
        return envoy;
    free(envoy);
    return NULL;
}

void envoy_free(struct envoy *envoy)
{
    if (!envoy)
        return;
    atomic_store(&envoy->stop, true);
    worker_free(envoy->worker);
    free(envoy);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "server/notary.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "log/witness.h"
#include "server/api.h"
#include "server/transport.h"
#include "store/witness_book.h"

struct notary {
    const struct notary_options *options;
    struct witness_book *book;
    struct transport *transport;
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void answer(struct notary *notary, uint64_t id, int status, const char *type, const char *text)
{
    struct response response = {.status = status, .type = type, .body = text, .size = strlen(text)};
    transport_respond(notary->transport, id, &response);
}

static void answer_size(struct notary *notary, uint64_t id, uint64_t size)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64 "\n", size);
    answer(notary, id, WITNESS_CONFLICT, "text/x.tlog.size", text);
}

/* ---- Cosigning. ---- */

/* The best answer that any key known for this log leads to. */
static enum witness_answer judge(const struct notary *notary, const struct witness_request *request,
                                 const struct checkpoint *known)
{
    enum witness_answer best = WITNESS_UNKNOWN_LOG;
    const struct notary_options *options = notary->options;
    for (unsigned i = 0; i < options->log_count; i++) {
        if (strcmp(options->logs[i].name, request->checkpoint.origin) != 0)
            continue;
        enum witness_answer one = witness_judge(request, &options->logs[i], known);
        if (best == WITNESS_UNKNOWN_LOG || best == WITNESS_NOT_SIGNED)
            best = one;
    }
    return best;
}

/* Durable first, then signed and told. */
static void cosign(struct notary *notary, uint64_t id, const struct witness_request *request,
                   const struct checkpoint *known)
{
    char bytes[NOTE_BYTES_MAX + NOTE_LINE_MAX];
    char line_bytes[NOTE_LINE_MAX];
    struct text note;
    struct text line;
    const struct notary_options *options = notary->options;
    int64_t time_ms = now_ms();
    text_init(&line, line_bytes, sizeof line_bytes);
    text_init(&note, bytes, sizeof bytes);
    enum status status =
        note_sign(request->note.text, &options->self, &options->signer, (uint64_t)(time_ms / 1000), &line);
    text_put_bytes(&note, (const char *)request->bytes.bytes, request->bytes.size);
    text_put(&note, line_bytes);
    if (status == STATUS_OK && !note.full && request->checkpoint.size > known->size)
        status = witness_book_add(notary->book, &request->checkpoint,
                                  (struct span){(const uint8_t *)bytes, note.used}, time_ms);
    if (status == STATUS_OK && !note.full)
        answer(notary, id, WITNESS_COSIGN, "text/plain; charset=utf-8", line_bytes);
    else
        answer(notary, id, 500, "text/plain", "the checkpoint cannot be kept\n");
}

static void turn_down(struct notary *notary, const struct request *asked,
                      const struct witness_request *request, const struct checkpoint *known,
                      enum witness_answer verdict)
{
    static const char plain[] = "text/plain";
    struct span body = {(const uint8_t *)asked->body, asked->body_size};
    if (verdict == WITNESS_CONFLICT) {
        answer_size(notary, asked->id, known->size);
        return;
    }
    if (verdict == WITNESS_REWRITTEN) {
        fprintf(stderr, "croupier: %s was rewritten: the first %" PRIu64 " entries are not those of before\n",
                request->checkpoint.origin, known->size);
        (void)!witness_book_accuse(notary->book, request->checkpoint.origin, body, now_ms());
    }
    answer(notary, asked->id, (int)verdict, plain,
           verdict == WITNESS_UNKNOWN_LOG  ? "this witness does not know that log\n"
           : verdict == WITNESS_NOT_SIGNED ? "the log's key has not signed this\n"
           : verdict == WITNESS_REWRITTEN  ? "this does not follow from what was cosigned before\n"
                                           : "not a request to add a checkpoint\n");
}

static void add_checkpoint(struct notary *notary, const struct request *asked)
{
    struct witness_request request;
    struct checkpoint known = {.size = 0};
    struct span body = {(const uint8_t *)asked->body, asked->body_size};
    if (witness_request_parse(body, &request) != STATUS_OK) {
        turn_down(notary, asked, &request, &known, WITNESS_MALFORMED);
        return;
    }
    enum status status = witness_book_latest(notary->book, request.checkpoint.origin, &known, NULL);
    if (status != STATUS_OK && status != STATUS_NOT_FOUND) {
        answer(notary, asked->id, 500, "text/plain", "the last checkpoint cannot be read\n");
        return;
    }
    if (status == STATUS_NOT_FOUND)
        known.size = 0;
    enum witness_answer verdict = judge(notary, &request, &known);
    if (verdict == WITNESS_COSIGN)
        cosign(notary, asked->id, &request, &known);
    else
        turn_down(notary, asked, &request, &known, verdict);
}

static void latest(struct notary *notary, const struct request *asked)
{
    char origin[NOTE_NAME_MAX];
    char bytes[NOTE_BYTES_MAX + NOTE_LINE_MAX];
    struct checkpoint known;
    struct text note;
    text_init(&note, bytes, sizeof bytes);
    if (api_query(asked, "log", origin, sizeof origin) &&
        witness_book_latest(notary->book, origin, &known, &note) == STATUS_OK && !note.full)
        answer(notary, asked->id, 200, "text/plain; charset=utf-8", bytes);
    else
        answer(notary, asked->id, 404, "text/plain", "nothing was cosigned for that log\n");
}

/* ---- The program. ---- */

static void handle(void *context, const struct request *request)
{
    struct notary *notary = context;
    if (request->method == METHOD_POST && strcmp(request->path, "/add-checkpoint") == 0)
        add_checkpoint(notary, request);
    else if (request->method == METHOD_GET && strcmp(request->path, "/latest") == 0)
        latest(notary, request);
    else
        answer(notary, request->id, 404, "text/plain", "POST /add-checkpoint, GET /latest?log=ORIGIN\n");
}

static bool no_peer(void *context, struct peer *peer)
{
    (void)context;
    (void)peer;
    return false;
}

static struct transport *running;

static void stop(int signal)
{
    (void)signal;
    transport_wake(running);
}

static void woken(void *context)
{
    struct notary *notary = context;
    transport_stop(notary->transport);
}

static int listen_and_run(struct notary *notary)
{
    const struct notary_options *options = notary->options;
    struct transport_handlers handlers = {
        .context = notary, .request = handle, .opened = no_peer, .woken = woken};
    struct transport_options door = {.host = options->host,
                                     .port = options->port,
                                     .certificate = options->certificate,
                                     .key = options->certificate_key,
                                     .connections_max = 256,
                                     .policy = "default-src 'none'"};
    struct sigaction action = {.sa_handler = stop};
    char key[VERIFIER_TEXT_MAX];
    struct text text;
    notary->transport = transport_new(&door, &handlers);
    if (!notary->transport) {
        const char *reason = transport_refusal(&door);
        fprintf(stderr, "croupier: cannot listen on %s:%u: %s\n", options->host, options->port,
                reason ? reason : "the certificate or its key cannot be read");
        return 2;
    }
    running = notary->transport;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    text_init(&text, key, sizeof key);
    verifier_print(&options->self, &text);
    printf("croupier: witness %s at %s://%s:%u/\n", key, options->certificate ? "https" : "http",
           options->host, transport_port(notary->transport));
    fflush(stdout);
    transport_run(notary->transport);
    transport_free(notary->transport);
    return 0;
}

int notary_run(const struct notary_options *options)
{
    struct notary notary = {.options = options};
    struct store_failure failure;
    if (witness_book_open(&notary.book, options->database, &failure) != STATUS_OK) {
        fprintf(stderr, "croupier: %s\n", failure.message);
        return 2;
    }
    int result = listen_and_run(&notary);
    witness_book_close(notary.book);
    return result;
}

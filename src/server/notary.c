/* SPDX-License-Identifier: Apache-2.0 */
#include "server/notary.h"

#include <inttypes.h>
#include <signal.h>
#include <sodium/randombytes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "log/witness.h"
#include "server/api.h"
#include "server/transport.h"
#include "store/witness_book.h"
#include "table/luck_note.h"

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

/* The best answer that any of the keys known for this log allows. */
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

/* ---- Numbers for shuffles. ---- */

enum { LUCK_ANSWER_MAX = LUCK_NOTE_MAX + NOTE_LINE_MAX };

static void refuse_luck(struct notary *notary, uint64_t id, int status)
{
    answer(notary, id, status, "text/plain",
           status == WITNESS_UNKNOWN_LOG  ? "this witness does not know that log, or promised nothing\n"
           : status == WITNESS_NOT_SIGNED ? "the log's key has not signed this\n"
           : status == WITNESS_CONFLICT   ? "this witness has answered for that shoe already, and otherwise\n"
           : status == WITNESS_MALFORMED  ? "not a request for a number\n"
                                          : "the number cannot be kept\n");
}

/* Which status of HTTP stands in the way of an answer; 0: none. */
static int judge_luck(const struct notary *notary, const struct note *note, const struct luck_note *luck)
{
    const struct notary_options *options = notary->options;
    int best = WITNESS_UNKNOWN_LOG;
    for (unsigned i = 0; best && i < options->log_count; i++)
        if (strcmp(options->logs[i].name, luck->origin) == 0)
            best = note_check(note, &options->logs[i], NULL) == STATUS_OK ? 0 : WITNESS_NOT_SIGNED;
    return best || luck_note_open(luck, options->self.name) ? best : WITNESS_MALFORMED;
}

/* Fills in our line: by a number that is drawn now, or that was promised. For a shoe there is one, and it is
 * for one commitment of the house. */
static int fill_in(struct notary *notary, const struct witness_shoe *shoe, struct luck_note *luck)
{
    const char *self = notary->options->self.name;
    struct luck_number *line = &luck->luck.numbers[luck_find(&luck->luck, self) - luck->luck.numbers];
    struct witness_number number = {.house = luck->commitment};
    randombytes_buf(number.value, sizeof number.value);
    enum status status = luck->kind == ENTRY_LUCK
                             ? witness_book_promise(notary->book, shoe, &number, now_ms())
                             : witness_book_promised(notary->book, shoe, &number);
    if (status != STATUS_OK)
        return status == STATUS_NOT_FOUND ? WITNESS_UNKNOWN_LOG : 500;
    if (!hash_equal(&number.house, &luck->commitment))
        return WITNESS_CONFLICT;
    memcpy(line->value.bytes, number.value, sizeof line->value.bytes);
    line->given = luck->kind == ENTRY_MIXED;
    if (luck->kind == ENTRY_LUCK)
        line->commitment = luck_commitment(luck->table, luck->shoe, self, &line->value);
    return 0;
}

static bool sign_luck(const struct notary *notary, const struct luck_note *luck, struct text *text)
{
    char line_bytes[NOTE_LINE_MAX];
    struct text line;
    const struct notary_options *options = notary->options;
    text_init(&line, line_bytes, sizeof line_bytes);
    luck_note_print(luck, text);
    struct span signed_text = {(const uint8_t *)text->bytes, text->used};
    if (text->full || note_sign(signed_text, &options->self, &options->signer, (uint64_t)(now_ms() / 1000),
                                &line) != STATUS_OK)
        return false;
    text_put_char(text, '\n');
    text_put(text, line_bytes);
    return !text->full;
}

/* A number is told once, in one note: the first is kept, and a request that would have another gets none. */
static int tell(struct notary *notary, const struct witness_shoe *shoe, struct text *text)
{
    char bytes[LUCK_ANSWER_MAX];
    struct text kept;
    struct note ours;
    struct note first;
    text_init(&kept, bytes, sizeof bytes);
    if (witness_book_tell(notary->book, shoe, (struct span){(const uint8_t *)text->bytes, text->used},
                          now_ms()) != STATUS_OK ||
        witness_book_told(notary->book, shoe, &kept) != STATUS_OK || kept.full ||
        note_split(span_of(text->bytes), &ours) != STATUS_OK ||
        note_split(span_of(bytes), &first) != STATUS_OK)
        return 500;
    if (ours.text.size != first.text.size || memcmp(ours.text.bytes, first.text.bytes, ours.text.size) != 0)
        return WITNESS_CONFLICT;
    text_init(text, text->bytes, text->size);
    text_put(text, bytes);
    return 0;
}

static void give_luck(struct notary *notary, const struct request *asked)
{
    char bytes[LUCK_ANSWER_MAX];
    struct text text;
    struct note note;
    struct luck_note luck;
    struct span body = {(const uint8_t *)asked->body, asked->body_size};
    if (note_split(body, &note) != STATUS_OK || luck_note_parse(&luck, note.text) != STATUS_OK) {
        refuse_luck(notary, asked->id, WITNESS_MALFORMED);
        return;
    }
    const struct witness_shoe shoe = {luck.origin, luck.table, luck.shoe};
    text_init(&text, bytes, sizeof bytes);
    int refusal = judge_luck(notary, &note, &luck);
    if (!refusal)
        refusal = fill_in(notary, &shoe, &luck);
    if (!refusal && !sign_luck(notary, &luck, &text))
        refusal = 500;
    if (!refusal && luck.kind == ENTRY_MIXED)
        refusal = tell(notary, &shoe, &text);
    if (refusal)
        refuse_luck(notary, asked->id, refusal);
    else
        answer(notary, asked->id, 200, "text/plain; charset=utf-8", bytes);
}

static void show_luck(struct notary *notary, const struct request *asked)
{
    char origin[NOTE_NAME_MAX];
    char table[TABLE_ID_MAX];
    char number[16];
    char bytes[LUCK_ANSWER_MAX];
    struct text note;
    uint64_t shoe = 0;
    text_init(&note, bytes, sizeof bytes);
    if (api_query(asked, "log", origin, sizeof origin) && api_query(asked, "table", table, sizeof table) &&
        api_query(asked, "shoe", number, sizeof number) && log_number_parse(number, strlen(number), &shoe) &&
        shoe <= UINT32_MAX &&
        witness_book_told(notary->book, &(struct witness_shoe){origin, table, (uint32_t)shoe}, &note) ==
            STATUS_OK &&
        !note.full)
        answer(notary, asked->id, 200, "text/plain; charset=utf-8", bytes);
    else
        answer(notary, asked->id, 404, "text/plain", "no number was told for that shoe\n");
}

/* ---- The program. ---- */

static void handle(void *context, const struct request *request)
{
    struct notary *notary = context;
    if (request->method == METHOD_POST && strcmp(request->path, "/add-checkpoint") == 0)
        add_checkpoint(notary, request);
    else if (request->method == METHOD_GET && strcmp(request->path, "/latest") == 0)
        latest(notary, request);
    else if (request->method == METHOD_POST && strcmp(request->path, "/luck") == 0)
        give_luck(notary, request);
    else if (request->method == METHOD_GET && strcmp(request->path, "/luck") == 0)
        show_luck(notary, request);
    else
        answer(
            notary, request->id, 404, "text/plain",
            "POST /add-checkpoint, GET /latest?log=ORIGIN, POST /luck, GET /luck?log=ORIGIN&table=T&shoe=N\n");
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

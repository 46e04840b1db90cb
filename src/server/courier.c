/* SPDX-License-Identifier: Apache-2.0 */
#include "server/courier.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mark.h"
#include "log/witness.h"
#include "store/sealer.h"
#include "store/store_tree.h"

enum { PAUSE_MS = 1000, ANSWER_MS = 5000, ASK_MS = 2000, ASK_TRIES = 3 };

struct courier {
    struct books *books;
    struct witness_plan plan;
    pthread_t thread;
    atomic_bool stop;
    unsigned answer_ms;
    uint64_t known;         /* where we believe the witness to stand */
    uint64_t stands;        /* where it said that it does, when that was elsewhere */
    struct store_tree tree; /* large */

    /* Guarded by the lock. */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct courier_state state;
    int64_t behind_since_ms; /* 0: not behind */
};

/* X(trouble, code, sentence). */
/* clang-format off */
#define TROUBLE_LIST(X) \
    X(COURIER_WELL,    "witness-well",    N_("The witness has seen everything.")) \
    X(COURIER_AWAY,    "witness-away",    N_("A witness does not answer. Tables go on; what they do is not witnessed yet.")) \
    X(COURIER_REFUSED, "witness-refused", N_("A witness refuses this log: it does not know its name or its key.")) \
    X(COURIER_AHEAD,   "witness-ahead",   N_("A witness has seen entries that this log does not have. Stop, and put back the right database.")) \
    X(COURIER_FORKED,  "witness-forked",  N_("A witness has seen other entries than this log has. Stop, and call the auditor.")) \
    X(COURIER_FORGED,  "witness-forged",  N_("The answer of a witness is not signed by its key."))
/* clang-format on */

const char *courier_code(enum courier_trouble trouble)
{
#define TROUBLE_CODE(id, code, sentence) [id] = (code),
    static const char *const codes[] = {TROUBLE_LIST(TROUBLE_CODE)};
#undef TROUBLE_CODE
    return codes[trouble];
}

const char *courier_sentence(enum courier_trouble trouble)
{
#define TROUBLE_SENTENCE(id, code, sentence) [id] = (sentence),
    static const char *const sentences[] = {TROUBLE_LIST(TROUBLE_SENTENCE)};
#undef TROUBLE_SENTENCE
    return sentences[trouble];
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- One errand. ---- */

/* The last checkpoint as a note; its size, or 0 while there is none. */
static uint64_t last_note(struct courier *courier, struct text *note)
{
    struct seal_row row;
    struct public_key key = books_public_key(courier->books);
    if (store_checkpoint(books_store(courier->books), 0, &row) != STATUS_OK)
        return 0;
    struct checkpoint checkpoint = {.size = row.kept.size, .root = row.kept.root};
    const char *origin = books_origin(courier->books);
    memcpy(checkpoint.origin, origin, strlen(origin) + 1);
    checkpoint_note_print(&checkpoint, &key, &row.kept.signature, note);
    return note->full ? 0 : checkpoint.size;
}

/* A witness's signature is believed only by its key, and kept. */
static enum courier_trouble take_cosignature(struct courier *courier, const struct text *note, uint64_t size,
                                             const struct text *answer)
{
    char bytes[NOTE_BYTES_MAX];
    struct text whole;
    struct note parts;
    text_init(&whole, bytes, sizeof bytes);
    text_put(&whole, note->bytes);
    text_put(&whole, answer->bytes);
    if (whole.full || note_split(span_of(bytes), &parts) != STATUS_OK ||
        note_check(&parts, &courier->plan.key, NULL) != STATUS_OK)
        return COURIER_FORGED;
    courier->known = size;
    if (books_sealer(courier->books)) /* otherwise the server that signs collects the cosignatures */
        (void)!sealer_cosign(books_sealer(courier->books), size, answer->bytes);
    return COURIER_WELL;
}

/* The witness stands elsewhere than we believed: next time we start from there. */
static enum courier_trouble take_size(struct courier *courier, uint64_t size, const struct text *answer)
{
    uint64_t stands;
    size_t length = strcspn(answer->bytes, "\n");
    if (!log_number_parse(answer->bytes, length, &stands))
        return COURIER_REFUSED;
    courier->stands = stands;
    if (stands > size)
        return COURIER_AHEAD;
    if (stands == courier->known)
        return COURIER_FORKED; /* our size, and another root */
    courier->known = stands;
    return COURIER_WELL;
}

static enum courier_trouble judge(struct courier *courier, int status, uint64_t size, const struct text *note,
                                  const struct text *answer)
{
    if (status == WITNESS_COSIGN)
        return take_cosignature(courier, note, size, answer);
    if (status == WITNESS_CONFLICT)
        return take_size(courier, size, answer);
    if (status == WITNESS_REWRITTEN)
        return COURIER_FORKED;
    return status == 0 || status >= 500 ? COURIER_AWAY : COURIER_REFUSED;
}

static enum courier_trouble run_errand(struct courier *courier, uint64_t size, const struct text *note,
                                       int *status)
{
    static const char path[] = "/add-checkpoint";
    char url[POST_URL_MAX + sizeof path];
    char body[WITNESS_REQUEST_MAX];
    char answer_bytes[POST_ANSWER_MAX];
    struct proof proof;
    struct text text;
    struct text answer;
    struct merkle_source source = store_tree_source(&courier->tree);
    uint64_t old = courier->known < size ? courier->known : size;
    if (proof_of_growth(&proof, &source, old, size) != STATUS_OK)
        return COURIER_AWAY;
    text_init(&text, body, sizeof body);
    witness_request_print(old, &proof, span_of(note->bytes), &text);
    snprintf(url, sizeof url, "%s%s", courier->plan.url, path);
    struct post post = {.url = url,
                        .body = body,
                        .size = text.used,
                        .timeout_ms = courier->answer_ms,
                        .stop = &courier->stop};
    text_init(&answer, answer_bytes, sizeof answer_bytes);
    *status = post_send(&post, &answer);
    return judge(courier, *status, size, note, &answer);
}

/* ---- The thread. ---- */

static void note_state(struct courier *courier, uint64_t size, enum courier_trouble trouble, int status)
{
    pthread_mutex_lock(&courier->lock);
    bool behind = courier->known < size || trouble != COURIER_WELL;
    if (!behind)
        courier->behind_since_ms = 0;
    else if (!courier->behind_since_ms)
        courier->behind_since_ms = now_ms();
    courier->state = (struct courier_state){.cosigned = courier->known, .trouble = trouble, .status = status};
    pthread_mutex_unlock(&courier->lock);
}

static void look(struct courier *courier)
{
    char bytes[NOTE_BODY_MAX + NOTE_LINE_MAX];
    struct text note;
    int status = 0;
    text_init(&note, bytes, sizeof bytes);
    uint64_t size = last_note(courier, &note);
    if (size == 0 || (size == courier->known && courier->state.trouble == COURIER_WELL))
        return;
    enum courier_trouble trouble = run_errand(courier, size, &note, &status);
    if (!atomic_load(&courier->stop))
        note_state(courier, size, trouble, status);
}

static void pause_a_moment(struct courier *courier)
{
    struct timespec then;
    clock_gettime(CLOCK_MONOTONIC, &then);
    then.tv_sec += PAUSE_MS / 1000;
    pthread_mutex_lock(&courier->lock);
    while (!atomic_load(&courier->stop) && pthread_cond_timedwait(&courier->wake, &courier->lock, &then) == 0)
        ;
    pthread_mutex_unlock(&courier->lock);
}

static void *run(void *argument)
{
    struct courier *courier = argument;
    while (!atomic_load(&courier->stop)) {
        look(courier);
        pause_a_moment(courier);
    }
    return NULL;
}

struct courier *courier_new(struct books *books, const struct witness_plan *plan)
{
    pthread_condattr_t clock;
    struct courier *courier = calloc(1, sizeof *courier);
    if (!courier)
        return NULL;
    courier->books = books;
    courier->plan = *plan;
    courier->answer_ms = ANSWER_MS;
    store_tree_init(&courier->tree, books_store(books));
    pthread_mutex_init(&courier->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&courier->wake, &clock);
    pthread_condattr_destroy(&clock);
    if (pthread_create(&courier->thread, NULL, run, courier) == 0)
        return courier;
    free(courier);
    return NULL;
}

void courier_free(struct courier *courier)
{
    if (!courier)
        return;
    pthread_mutex_lock(&courier->lock);
    atomic_store(&courier->stop, true);
    pthread_cond_signal(&courier->wake);
    pthread_mutex_unlock(&courier->lock);
    pthread_join(courier->thread, NULL);
    pthread_cond_destroy(&courier->wake);
    pthread_mutex_destroy(&courier->lock);
    free(courier);
}

/* The first answer may only tell where the witness stands. */
enum courier_trouble courier_ask(struct books *books, const struct witness_plan *plan)
{
    char bytes[NOTE_BODY_MAX + NOTE_LINE_MAX];
    struct text note;
    int status = 0;
    enum courier_trouble trouble = COURIER_AWAY;
    struct courier *courier = calloc(1, sizeof *courier);
    if (!courier)
        return COURIER_AWAY;
    courier->books = books;
    courier->plan = *plan;
    courier->answer_ms = ASK_MS;
    store_tree_init(&courier->tree, books_store(books));
    text_init(&note, bytes, sizeof bytes);
    uint64_t size = last_note(courier, &note);
    for (unsigned i = 0; size && i < ASK_TRIES && status != WITNESS_COSIGN; i++) {
        trouble = run_errand(courier, size, &note, &status);
        /* Ahead of the log, or of what another server has signed since we read it? */
        if (trouble == COURIER_AHEAD) {
            text_init(&note, bytes, sizeof bytes);
            size = last_note(courier, &note);
            trouble = size < courier->stands ? COURIER_AHEAD : COURIER_WELL;
            courier->known = courier->stands;
        }
        if (trouble != COURIER_WELL)
            break;
    }
    free(courier);
    return trouble;
}

struct courier_state courier_state(struct courier *courier)
{
    pthread_mutex_lock(&courier->lock);
    struct courier_state state = courier->state;
    state.behind_ms = courier->behind_since_ms ? now_ms() - courier->behind_since_ms : 0;
    pthread_mutex_unlock(&courier->lock);
    return state;
}

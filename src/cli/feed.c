/* SPDX-License-Identifier: Apache-2.0 */
/* feed.c - croupier feed: every entry to other systems, in the order of the log, at least once
 * (docs/protocol.md, Feed). Outwards only: nothing waits for it. */
#include <errno.h>
#include <inttypes.h>
#include <nats/nats.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "log/merkle.h"
#include "report/entry_json.h"
#include "store/database.h"
#include "store/entries.h"

enum { KEY_AFTER = 0xc00, KEY_FOLLOW, KEY_NATS, KEY_STREAM, KEY_SUBJECT, LOOK_MS = 200, ACK_MS = 5000 };

struct feed_args {
    struct journal_args journal;
    uint64_t after;
    bool follow;
    const char *nats;
    const char *stream;
    const char *subject;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct feed_args *args = state->input;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        return 0;
    case KEY_AFTER:
        args->after = strtoull(arg, &end, 10);
        if (*end || end == arg || *arg == '-')
            argp_error(state, "--after takes the position of the last entry that was received, not %s", arg);
        return 0;
    case KEY_FOLLOW:
        args->follow = true;
        return 0;
    case KEY_NATS:
        args->nats = arg;
        return 0;
    case KEY_STREAM:
        args->stream = arg;
        return 0;
    case KEY_SUBJECT:
        args->subject = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"after", KEY_AFTER, "N", 0, "Start after this position (0: with the first entry)", 0},
    {"follow", KEY_FOLLOW, NULL, 0, "Wait for later entries, until interrupted", 0},
    {"nats", KEY_NATS, "URL", 0, "Publish to JetStream on this NATS server, starting after its last entry",
     0},
    {"stream", KEY_STREAM, "NAME", 0, "... to this stream, which must exist (croupier)", 0},
    {"subject", KEY_SUBJECT, "NAME", 0, "... under this subject (croupier.feed)", 0},
    {0},
};
static const struct argp_child children[] = {{&journal_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc = "Prints every entry of the log as one JSON object a line, in the order of the log, with its "
           "position.\vPositions have no gaps. A consumer remembers the last one it has processed and starts "
           "after it the next time; so it gets every entry at least once and can tell repeats. Chains and "
           "accounts have numbers; entries of the kinds chain and account give their names. With --nats the "
           "entries go to a stream instead, with the position as message id, and each is acknowledged before "
           "the next. A standby of a PostgreSQL database may be read.",
};

static volatile sig_atomic_t ended;

static void on_signal(int number)
{
    (void)number;
    ended = 1;
}

struct feed {
    const struct feed_args *args;
    uint64_t last;     /* position that was given away */
    jsCtx *stream;     /* NULL: standard output */
    const char *fault; /* of the other end; NULL: none */
};

static bool publish(struct feed *feed, uint64_t position, const char *line)
{
    char id[24];
    jsPubOptions how;
    jsPubAck *ack = NULL;
    snprintf(id, sizeof id, "%" PRIu64, position);
    jsPubOptions_Init(&how);
    how.MsgId = id;
    how.MaxWait = ACK_MS;
    natsStatus status =
        js_Publish(&ack, feed->stream, feed->args->subject, line, (int)strlen(line), &how, NULL);
    jsPubAck_Destroy(ack);
    if (status != NATS_OK)
        feed->fault = natsStatus_GetText(status);
    return status == NATS_OK;
}

static bool give(struct feed *feed, uint64_t position, const char *line)
{
    if (feed->stream)
        return publish(feed, position, line);
    if (puts(line) < 0 || fflush(stdout) != 0)
        feed->fault = strerror(errno);
    return !feed->fault;
}

static enum status take(void *context, const struct store_row *row, const struct entry *entry)
{
    struct feed *feed = context;
    struct entry hashed = *entry;
    if (ended)
        return STATUS_NOT_FOUND;
    if (row->position <= feed->last)
        return STATUS_OK;
    if (entry->format != ENTRY_FORMAT_OLD)
        hashed.hash = merkle_leaf(row->entry);
    json_t *object = entry_feed_json(row->position, row->chain, &hashed);
    char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    bool given = line && give(feed, row->position, line);
    free(line);
    if (given)
        feed->last = row->position;
    return given ? STATUS_OK : STATUS_CANCELLED;
}

static void nap(void)
{
    const struct timespec step = {.tv_nsec = LOOK_MS * 1000000L};
    nanosleep(&step, NULL);
}

static enum status feed_all(struct feed *feed, struct store *store, struct store_failure *failure)
{
    for (;;) {
        enum status status = STATUS_OK;
        if (store_last(store) > feed->last)
            status = store_entries(store, 0, STORE_FORWARD, feed->last + 1, take, feed, failure);
        /* A database that is away for a moment is asked again. */
        bool passes = feed->args->follow && status == STATUS_NO_DATABASE;
        if ((status != STATUS_OK && !passes) || !feed->args->follow || ended)
            return status;
        nap();
    }
}

/* ---- NATS. ---- */

/* The last entry that the stream has, by its message id: behind it goes the next. An empty stream has none.
 */
static bool find_last(struct feed *feed)
{
    natsMsg *message = NULL;
    jsStreamInfo *about = NULL;
    jsErrCode code = 0;
    const char *id = NULL;
    const struct feed_args *args = feed->args;
    bool found = js_GetStreamInfo(&about, feed->stream, args->stream, NULL, &code) == NATS_OK;
    if (found && js_GetLastMsg(&message, feed->stream, args->stream, args->subject, NULL, &code) == NATS_OK &&
        natsMsgHeader_Get(message, "Nats-Msg-Id", &id) == NATS_OK)
        feed->last = strtoull(id, NULL, 10);
    natsMsg_Destroy(message);
    jsStreamInfo_Destroy(about);
    return found;
}

static int run_feed(struct feed *feed)
{
    const struct feed_args *args = feed->args;
    struct store_failure failure = {0};
    struct store *store;
    char name[DATABASE_NAME_MAX];
    int result = journal_open(&args->journal, &store);
    if (result)
        return result;
    enum status status = feed_all(feed, store, &failure);
    store_close(store);
    if (feed->fault)
        return complain("entry %" PRIu64 " cannot be passed on: %s; start again with --after=%" PRIu64,
                        feed->last + 1, feed->fault, feed->last);
    if (status)
        return complain("%s: %s", database_print(args->journal.database, name),
                        failure.message[0] ? failure.message : status_sentence(status));
    return EXIT_DONE;
}

static int run_nats(struct feed *feed)
{
    const struct feed_args *args = feed->args;
    natsConnection *connection = NULL;
    natsStatus status = natsConnection_ConnectTo(&connection, args->nats);
    if (status == NATS_OK)
        status = natsConnection_JetStream(&feed->stream, connection, NULL);
    int result = EXIT_DONE;
    if (status != NATS_OK)
        result = complain("%s: %s", args->nats, natsStatus_GetText(status));
    else if (!find_last(feed))
        result = complain("%s: there is no stream called %s; make one for the subject %s first", args->nats,
                          args->stream, args->subject);
    if (result == EXIT_DONE)
        result = run_feed(feed);
    jsCtx_Destroy(feed->stream);
    natsConnection_Destroy(connection);
    nats_Close();
    return result;
}

static int run(int argc, char **argv)
{
    struct feed_args args = {
        .journal = {.database = JOURNAL_DATABASE}, .stream = "croupier", .subject = "croupier.feed"};
    struct sigaction action = {.sa_handler = on_signal};
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    struct feed feed = {.args = &args, .last = args.after};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    return args.nats ? run_nats(&feed) : run_feed(&feed);
}

const struct command command_feed = {
    .name = "feed", .summary = "pass every entry on to other systems", .run = run, .argp = &argp};

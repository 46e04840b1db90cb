/* SPDX-License-Identifier: Apache-2.0 */
/* replay.c - croupier replay: runs round records and checks what they expect. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/print.h"
#include "cli/style.h"
#include "replay/replay.h"
#include "replay/result.h"
#include "replay/story.h"
#include "rulebook/builtin.h"

enum { KEY_RULEBOOK = 0x100, KEY_EXPLAIN, BOOKS_MAX = 16, PATH_BYTES_MAX = 4096 };

struct replay_args {
    const char *rulebook;
    bool json;
    bool explain;
    char **paths;
    unsigned path_count;
};

/* Shared by all files: rulebooks are loaded once, the replay's memory is used again. */
struct session {
    const struct replay_args *args;
    struct rulebook books[BOOKS_MAX];
    unsigned book_count;
    struct replay replay;
    json_t *files; /* with --json */
    unsigned record_count;
    unsigned round_count;
    unsigned act_count;
    unsigned bad_count; /* records with something refused or not met */
    bool unreadable;    /* some file could not be read or parsed */
    bool strange;       /* some record was of a game that nobody knows */
    bool expects;       /* some record had expectations */
};

/* The file being replayed. */
struct telling {
    struct session *session;
    const char *path;
    const struct record *record;
    unsigned round;
    unsigned told; /* the round whose story has begun */
    json_t *faults;
    json_t *rounds;
};

/* ---- Rulebooks. ---- */

static const struct rulebook *find_book(void *context, const char *id)
{
    struct session *session = context;
    for (unsigned i = 0; i < session->book_count; i++)
        if (strcmp(session->books[i].id, id) == 0)
            return &session->books[i];
    struct rulebook *book = &session->books[session->book_count];
    if (session->book_count == BOOKS_MAX || builtin_load(id, book) != STATUS_OK) {
        session->strange = true;
        return NULL;
    }
    session->book_count++;
    return book;
}

static int take_rulebook(struct session *session)
{
    struct faults faults;
    if (!session->args->rulebook)
        return EXIT_DONE;
    int done = book_load_file(session->args->rulebook, &session->books[0], &faults);
    book_print_faults(session->args->rulebook, &faults);
    session->book_count = done == EXIT_DONE;
    return done;
}

/* ---- What is told while it runs. ---- */

static void tell_fault(const struct telling *telling, unsigned line, const char *message)
{
    if (telling->faults)
        json_array_append_new(telling->faults,
                              json_pack("{s:i, s:s}", "line", (int)line, "message", message));
    else if (line)
        fprintf(stderr, "%s:%u: %s\n", telling->path, line, message);
    else
        fprintf(stderr, "%s: %s\n", telling->path, message);
}

static void on_failed(void *context, unsigned line, const char *message)
{
    const struct telling *telling = context;
    fflush(stdout);
    tell_fault(telling, line, message);
}

static void on_ruled(void *context, const struct replay *replay, const struct record_item *item,
                     const struct ruling *ruling)
{
    struct telling *telling = context;
    char story[STORY_TEXT_MAX];
    struct text text;
    if (!telling->session->args->explain || telling->session->args->json)
        return;
    if (telling->told != replay->round_number)
        printf("%s%sRound %u%s\n", telling->told ? "\n" : "", style_of(stdout, STYLE_BOLD),
               replay->round_number, style_of(stdout, STYLE_PLAIN));
    telling->told = replay->round_number;
    text_init(&text, story, sizeof(story));
    story_of(replay, item, ruling, &text);
    fputs(story, stdout);
}

struct listing {
    const struct replay *replay;
    json_t *results;
};

static void add_result_json(void *context, const struct event *event)
{
    const struct listing *listing = context;
    const struct replay *replay = listing->replay;
    char buffer[1024];
    struct text text;
    json_t *result = json_object();
    json_object_set_new(result, "person", json_string(write_name(&replay->writer, event->person)));
    if (event->spot.area) {
        text_init(&text, buffer, sizeof(buffer));
        write_spot(&replay->writer, event->spot, &text);
        json_object_set_new(result, "spot", json_string(buffer));
    }
    json_object_set_new(result, "wager", json_string(replay->book.wagers[event->wager].name));
    json_object_set_new(result, "cents", json_integer(event->amount_cents));
    json_object_set_new(result, "reason", json_string(reason_name((enum reason)event->reason)));
    text_init(&text, buffer, sizeof(buffer));
    event_clauses(&replay->book, event, &text);
    json_object_set_new(result, "clauses", json_string(buffer));
    json_array_append_new(listing->results, result);
}

static json_t *round_json(const struct replay *replay)
{
    struct listing listing = {replay, json_array()};
    json_t *nets = json_object();
    int64_t net_cents;
    replay_each_result(replay, add_result_json, &listing);
    for (unsigned i = 0; i < replay->record->roster.count; i++)
        if (replay_net(replay, i, &net_cents))
            json_object_set_new(nets, write_name(&replay->writer, i), json_integer(net_cents));
    return json_pack("{s:b, s:o, s:o}", "void", replay->round.voided, "results", listing.results, "net_cents",
                     nets);
}

static void on_ended(void *context, const struct replay *replay)
{
    struct telling *telling = context;
    char lines[RESULTS_TEXT_MAX];
    struct text text;
    telling->round++;
    if (telling->rounds) {
        json_array_append_new(telling->rounds, round_json(replay));
        return;
    }
    if (telling->record->expects && !telling->session->args->explain)
        return;
    text_init(&text, lines, sizeof(lines));
    if (telling->session->args->explain) {
        story_end(replay, &text);
    } else {
        text_put(&text, telling->round > 1 ? "---\n" : "");
        write_results(replay, &text);
    }
    fputs(lines, stdout);
}

/* ---- Files. ---- */

static void replay_record(struct telling *telling, const struct record *record)
{
    struct session *session = telling->session;
    const struct replay_watch watch = {telling, on_ruled, on_failed, on_ended};
    struct replay_outcome outcome;
    telling->record = record;
    if (session->args->path_count > 1 && !session->args->json && (!record->expects || session->args->explain))
        printf("# %s\n", telling->path);
    if (replay_run(&session->replay, record, &watch, &outcome) != STATUS_OK) {
        tell_fault(telling, 0, status_sentence(STATUS_NO_MEMORY));
        session->unreadable = true;
        return;
    }
    session->round_count += outcome.rounds;
    session->act_count += outcome.acts;
    session->bad_count += !replay_outcome_good(&outcome);
    session->expects |= record->expects;
}

static void tell_faults(struct telling *telling, const struct faults *faults)
{
    telling->session->unreadable = true;
    for (unsigned i = 0; i < faults->count; i++)
        tell_fault(telling, faults->items[i].line, faults->items[i].message);
    if (faults->more)
        tell_fault(telling, 0, "there are more faults than those shown");
}

static void replay_bytes(struct telling *telling, const char *bytes, size_t size)
{
    struct session *session = telling->session;
    const struct record_books books = {find_book, session};
    struct record record;
    size_t mark = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* some editors put it there */
    record_init(&record);
    enum status status = record_read(&record, &books, bytes + mark, size - mark);
    if (status == STATUS_OK) {
        replay_record(telling, &record);
    } else if (status == STATUS_BAD_RECORD) {
        tell_faults(telling, &record.faults);
    } else {
        session->unreadable = true;
        tell_fault(telling, 0, status_sentence(status));
    }
    record_release(&record);
}

static void replay_words(struct telling *telling)
{
    size_t size;
    char *bytes = file_read(telling->path, RECORD_BYTES_MAX, &size);
    telling->session->record_count++;
    if (bytes) {
        replay_bytes(telling, bytes, size);
    } else {
        tell_fault(telling, 0, strerror(errno));
        telling->session->unreadable = true;
    }
    free(bytes);
}

static void find_none(struct telling *telling)
{
    tell_fault(telling, 0, "there are no records (*.round) in this folder");
    telling->session->unreadable = true;
}

/* Tells of one file, or of a folder without any. */
static void tell_of(struct session *session, const char *path, void (*what)(struct telling *telling))
{
    struct telling telling = {.session = session, .path = path};
    unsigned bad = session->bad_count;
    bool unreadable = session->unreadable;
    session->unreadable = false;
    if (session->files) {
        telling.faults = json_array();
        telling.rounds = json_array();
    }
    what(&telling);
    if (session->files)
        json_array_append_new(session->files, json_pack("{s:s, s:b, s:o, s:o}", "file", path, "good",
                                                        !session->unreadable && session->bad_count == bad,
                                                        "faults", telling.faults, "rounds", telling.rounds));
    session->unreadable |= unreadable;
}

static int is_record(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && (!dot || strcmp(dot, ".round") == 0);
}

static void replay_path(struct session *session, const char *path);

/* A folder stands for the records in it and in its folders, by name. */
static void replay_folder(struct session *session, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_record, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES_MAX];
        snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
        replay_path(session, path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static void replay_path(struct session *session, const char *path)
{
    struct stat info;
    if (strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        replay_folder(session, path);
    else
        tell_of(session, path, replay_words);
}

static void print_summary(const struct session *session)
{
    if (!session->expects || session->args->explain)
        return;
    printf("%u record%s, %u round%s, %u act%s: ", session->record_count,
           session->record_count == 1 ? "" : "s", session->round_count, session->round_count == 1 ? "" : "s",
           session->act_count, session->act_count == 1 ? "" : "s");
    if (session->bad_count)
        printf("%s%u differ%s%s\n", style_of(stdout, STYLE_BAD), session->bad_count,
               session->bad_count == 1 ? "s" : "", style_of(stdout, STYLE_PLAIN));
    else
        printf("%sall met%s\n", style_of(stdout, STYLE_GOOD), style_of(stdout, STYLE_PLAIN));
}

/* ---- The command. ---- */

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct replay_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->json;
        return 0;
    case KEY_RULEBOOK:
        args->rulebook = arg;
        return 0;
    case KEY_EXPLAIN:
        args->explain = true;
        return 0;
    case ARGP_KEY_ARGS:
        args->paths = state->argv + state->next;
        args->path_count = (unsigned)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a FILE, a folder, or - for standard input");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"explain", KEY_EXPLAIN, NULL, 0, "Tell each round as a story, with a clause for every line", 0},
    {"rulebook", KEY_RULEBOOK, "FILE", 0, "Use this rulebook for records of its game", 0},
    {0},
};
static const struct argp_child children[] = {{&json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "FILE...",
    .doc = "Runs round records through the rules and checks what they expect. For a record without "
           "expectations it prints the results, ready to be pasted into the file. A folder means all records "
           "in it.\vExit status: 0 all met, 1 something refused or not met, 2 a file could not be read.",
};

static int replay_all(struct session *session)
{
    if (take_rulebook(session) != EXIT_DONE)
        return EXIT_USAGE;
    if (session->args->json)
        session->files = json_array();
    for (unsigned i = 0; i < session->args->path_count; i++) {
        unsigned before = session->record_count;
        replay_path(session, session->args->paths[i]);
        if (session->record_count == before)
            tell_of(session, session->args->paths[i], find_none);
    }
    if (session->strange)
        fprintf(stderr, "croupier: for a game that is not built in (croupier games) give --rulebook FILE\n");
    if (session->args->json)
        print_json(session->files);
    else
        print_summary(session);
    return session->unreadable ? EXIT_USAGE : session->bad_count ? EXIT_DIFFERENT : EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct replay_args args = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    struct session *session = calloc(1, sizeof(*session));
    if (!session)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    session->args = &args;
    replay_init(&session->replay);
    int done = replay_all(session);
    replay_release(&session->replay);
    free(session);
    return done;
}

const struct command command_replay = {
    .name = "replay",
    .summary = "run round records and check what they expect",
    .run = run,
    .argp = &argp,
};

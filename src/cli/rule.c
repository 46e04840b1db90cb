/* SPDX-License-Identifier: Apache-2.0 */
/* rule.c - croupier rule: something went wrong at the table; what do the rules say?
 *
 * Asks what, when and how, plays a small round up to that point (rule_scene.h), and tells the ruling as
 * croupier replay --explain does. Nothing here knows an answer: the engine gives it, and only what the engine
 * accepts is offered. Questions go to standard error, so that the answer alone is printed. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/grid.h"
#include "cli/print.h"
#include "cli/rule_choice.h"
#include "cli/style.h"
#include "replay/replay.h"
#include "replay/story.h"
#include "rulebook/register.h"

enum { KEY_KIND = 0x100, KEY_PHASE, KEY_CASE, KEY_RECORD, KEY_LIST };

struct rule_args {
    struct book_args book;
    struct scene_words words;
    bool record;
    bool list;
};

struct session {
    struct rule_args args;
    struct rulebook book;
    struct scene_choice choice;
    struct replay replay;
};

/* ---- Telling. ---- */

/* The ruling as it is told: lines of the record from told_line on. */
struct telling {
    const struct session *session;
    unsigned told_line;
    json_t *acts;
    char cited[SCENE_CLAUSES_MAX]; /* every clause told so far */
    bool refused;
    struct wants wants; /* what the table waits for after the last of them */
    bool pit_picks;     /* ... the pit picks among cards lying out */
    bool ended;
};

static json_t *story_json(const char *story)
{
    json_t *lines = json_array();
    while (*story) {
        size_t length = strcspn(story, "\n");
        size_t indent = strspn(story, " ");
        json_array_append_new(lines, json_stringn(story + indent, length - indent));
        story += length + (story[length] == '\n');
    }
    return lines;
}

/* Tells what the table waits for once the ruling is applied. */
static void note_next(struct telling *telling, const struct replay *replay)
{
    static struct act acts[LEGAL_ACTS_MAX];
    unsigned count = round_legal_acts(&replay->book, &replay->round, ACTOR_PIT, 0, acts);
    telling->wants = round_wants(&replay->book, &replay->round);
    telling->ended = replay->round.phase == PHASE_ENDED;
    telling->pit_picks = false;
    for (unsigned i = 0; i < count; i++)
        telling->pit_picks |= acts[i].verb == VERB_PICK;
}

/* One sentence, or nothing where the story has said it. */
static void next_print(const struct telling *telling, struct text *text)
{
    static const char *const phrases[] = {
        [PLACE_DEALER] = "the Dealer",
        [PLACE_PLAYER_SIDE] = "Player",
        [PLACE_BANKER_SIDE] = "Banker",
        [PLACE_DISCARD] = "the discard holder",
    };
    const struct wants *wants = &telling->wants;
    if (telling->refused || telling->ended || wants->question)
        return;
    if (telling->pit_picks) {
        text_put(text, "The pit manager picks among the cards lying out.");
    } else if (wants->card.kind == PLACE_HAND) {
        text_put(text, "The next card goes to area ");
        write_place(wants->card, text);
        text_put_char(text, '.');
    } else if (wants->card.kind) {
        text_format(text, "The next card goes to %s.", phrases[wants->card.kind]);
    } else if (wants->turn.area) {
        text_format(text, "Area %u is in turn.", wants->turn.area);
    }
}

static void on_ruled(void *context, const struct replay *replay, const struct record_item *item,
                     const struct ruling *ruling)
{
    struct telling *telling = context;
    char story[STORY_TEXT_MAX];
    char clauses[SCENE_CLAUSES_MAX];
    struct text text;
    struct text cited;
    char line_bytes[RECORD_LINE_MAX];
    struct text line;
    const struct record *record = replay->record;
    bool implied_end = item < record->items || item >= record->items + record->item_count;
    if (item->line < telling->told_line || implied_end)
        return;
    text_init(&text, story, sizeof(story));
    text_init(&cited, clauses, sizeof(clauses));
    text_init(&line, line_bytes, sizeof(line_bytes));
    write_act(&replay->writer, &item->act, &line);
    story_of(replay, item, ruling, &text);
    ruling_clauses(&replay->book, ruling, &cited);
    scene_cite(&replay->book, ruling, &replay->events, telling->cited);
    telling->refused |= ruling->status != STATUS_OK;
    note_next(telling, replay);
    if (telling->acts)
        json_array_append_new(telling->acts,
                              json_pack("{s:i, s:s%, s:b, s:s, s:s, s:o, s:o}", "line", (int)item->line,
                                        "act", line.bytes, line.used ? line.used - 1 : 0, "ok",
                                        ruling->status == STATUS_OK, "status", status_name(ruling->status),
                                        "sentence", status_sentence(ruling->status), "clauses",
                                        print_words(clauses), "story", story_json(story)));
    else
        fputs(story, stdout);
}

/* The lines before the ruling, numbered as in the record. */
static void print_round_so_far(const struct record *record, const char *text, unsigned told_line)
{
    unsigned line = 0;
    unsigned first_act = 0;
    for (size_t i = 0; i < record->item_count && !first_act; i++)
        if (record->items[i].kind == ITEM_ACT)
            first_act = record->items[i].line;
    while (*text && ++line < told_line) {
        size_t length = strcspn(text, "\n");
        if (line >= first_act)
            printf("%5u %.*s\n", line, (int)length, text);
        text += length + 1;
    }
}

static void print_situation(const struct session *session, const struct scene *scene)
{
    const char *bold = style_of(stdout, STYLE_BOLD);
    const char *plain = style_of(stdout, STYLE_PLAIN);
    printf("%s%s%s: %s, %s%s%s\n", bold, label_say(&session->book.name, LANGUAGE_ENGLISH), plain,
           irregularity_says(scene->kind), moment_says(scene->moment), scene->says[0] ? "; " : "",
           scene->says);
}

/* The documents' clauses in our words. */
static json_t *clauses_json(const struct session *session, const char *cited)
{
    json_t *list = json_array();
    const struct clause *c;
    for (c = register_next(session->book.id, NULL); c; c = register_next(session->book.id, c))
        if (text_has_word(cited, c->id))
            json_array_append_new(list, json_pack("{s:s, s:s}", "clause", c->id, "says", c->summary));
    return list;
}

static void print_clauses(const struct session *session, const char *cited)
{
    struct grid table;
    const struct clause *c;
    grid_init(&table, 2, NULL);
    for (c = register_next(session->book.id, NULL); c; c = register_next(session->book.id, c))
        if (text_has_word(cited, c->id))
            grid_add(&table, (const char *[]){c->id, c->summary});
    grid_print(&table, 2, stdout);
    grid_release(&table);
}

static int tell(struct session *session, const struct scene *scene)
{
    struct telling telling = {.session = session};
    const struct replay_watch watch = {.context = &telling, .ruled = on_ruled};
    struct replay_outcome outcome;
    char bytes[SCENE_TEXT_MAX];
    char next_bytes[128];
    struct text text;
    struct text next;
    struct record record;
    const bool json = session->args.book.json;
    text_init(&text, bytes, sizeof(bytes));
    bool readable = scene_read(&session->book, scene, &record, &text, &telling.told_line);
    assert(readable);
    (void)readable;
    telling.acts = json ? json_array() : NULL;
    if (!json) {
        print_situation(session, scene);
        print_round_so_far(&record, bytes, telling.told_line);
        printf("%sThe ruling%s\n", style_of(stdout, STYLE_BOLD), style_of(stdout, STYLE_PLAIN));
    }
    enum status status = replay_run(&session->replay, &record, &watch, &outcome);
    record_release(&record);
    if (status != STATUS_OK)
        return complain("%s", status_sentence(status));
    text_init(&next, next_bytes, sizeof(next_bytes));
    next_print(&telling, &next);
    if (next.used && !json)
        printf("      %s\n", next_bytes);
    if (json)
        print_json(json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:s, s:o}", "game", session->book.id, "kind",
                             irregularity_name(scene->kind), "phase", moment_name(scene->moment), "case",
                             scene->name, "record", bytes, "acts", telling.acts, "next", next_bytes,
                             "clauses", clauses_json(session, telling.cited)));
    else
        print_clauses(session, telling.cited);
    return telling.refused ? EXIT_DIFFERENT : EXIT_DONE;
}

static int print_record(const struct session *session, const struct scene *scene)
{
    char bytes[SCENE_TEXT_MAX];
    struct text text;
    unsigned told_line;
    text_init(&text, bytes, sizeof(bytes));
    scene_print(&session->book, scene, &text, &told_line);
    fputs(bytes, stdout);
    return EXIT_DONE;
}

/* ---- The list of everything. ---- */

static int print_list(struct session *session)
{
    struct grid table;
    json_t *list = session->args.book.json ? json_array() : NULL;
    choice_keep_standing(&session->choice);
    grid_init(&table, 4, (const char *[]){"KIND", "PHASE", "CASE", "RULED BY"});
    for (unsigned i = 0; i < session->choice.candidate_count; i++) {
        const struct candidate *candidate = &session->choice.candidates[i];
        const char *clauses = candidate->trial.clauses;
        const char *words[] = {irregularity_name(candidate->scene.kind), moment_name(candidate->scene.moment),
                               candidate->scene.name, clauses};
        if (list)
            json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:o}", "kind", words[0], "phase", words[1],
                                                  "case", words[2], "clauses", print_words(clauses)));
        else
            grid_add(&table, words);
    }
    if (!list)
        grid_print(&table, 0, stdout);
    grid_release(&table);
    return list ? print_json(json_pack("{s:s, s:o}", "game", session->book.id, "situations", list))
                : EXIT_DONE;
}

/* ---- The command. ---- */

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct rule_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->book;
        return 0;
    case KEY_KIND:
        args->words.kind = arg;
        return 0;
    case KEY_PHASE:
        args->words.phase = arg;
        return 0;
    case KEY_CASE:
        args->words.name = arg;
        return 0;
    case KEY_RECORD:
        args->record = true;
        return 0;
    case KEY_LIST:
        args->list = true;
        return 0;
    case ARGP_KEY_ARG:
        book_take_game(&args->book, arg, state);
        return 0;
    case ARGP_KEY_END:
        if (!args->book.game && !args->book.file)
            argp_error(state, "name a GAME, or a rulebook with --rulebook");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"kind", KEY_KIND, "IRREGULARITY", 0, "What went wrong: wrong-hand, power-failure, ...", 0},
    {"phase", KEY_PHASE, "PHASE", 0, "When it was noticed: betting, deal, dealt, play, draw or after", 0},
    {"case", KEY_CASE, "CASE", 0, "The case, if there are several", 0},
    {"record", KEY_RECORD, NULL, 0, "Print the round as a round record, to be edited and replayed", 0},
    {"list", KEY_LIST, NULL, 0, "List every situation that the game's rules cover, with the clause", 0},
    {0},
};
static const struct argp_child children[] = {{&book_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[GAME]",
    .doc =
        "Prints what the rules say when something goes wrong at the table. Asks what happened and when, "
        "plays a small round up to that point, and prints the ruling with its clauses. With --json it asks "
        "nothing; give everything by options.\vExit status: 0 ruled on, 1 the rules refuse the report, 2 "
        "wrong usage or no answer.",
};

static int rule(struct session *session)
{
    if (book_load(&session->args.book, &session->book) != EXIT_DONE)
        return EXIT_USAGE;
    choice_list(&session->choice, &session->book);
    session->choice.asks = !session->args.book.json;
    if (session->args.list)
        return print_list(session);
    if (choice_make(&session->choice, &session->args.words) != EXIT_DONE)
        return EXIT_USAGE;
    const struct scene *scene = &session->choice.candidates[0].scene;
    return session->args.record ? print_record(session, scene) : tell(session, scene);
}

static int run(int argc, char **argv)
{
    struct session *session = calloc(1, sizeof(*session));
    if (!session)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    argp_parse(&argp, argc, argv, 0, NULL, &session->args);
    replay_init(&session->replay);
    int done = rule(session);
    replay_release(&session->replay);
    free(session);
    return done;
}

const struct command command_rule = {
    .name = "rule",
    .summary = "what the rules say when something goes wrong",
    .run = run,
    .argp = &argp,
};

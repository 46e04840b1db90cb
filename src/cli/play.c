/* SPDX-License-Identifier: Apache-2.0 */
/* play.c - croupier play: one person against the table, in the terminal. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/limits.h"
#include "cli/print.h"
#include "random/crypto.h"
#include "random/seeded.h"
#include "record/form.h"
#include "rulebook/builtin.h"
#include "rulebook/tree.h"
#include "store/database.h"

enum { KEY_DB = 0x100, KEY_SEED, KEY_NAME, KEY_BUY_IN, KEY_LIMITS, KEY_RULEBOOK, PLAY_PATH_MAX = 512 };

#define USUAL_LIMITS       "all=10-1000"
#define USUAL_BUY_IN       "1000"
#define USUAL_BUY_IN_CENTS 100000

struct play_args {
    struct book_args book;
    const char *database;
    const char *seed;
    const char *name;
    int64_t buy_in_cents;
    const char *limits;
};

static bool is_name(struct word word)
{
    return word.length > 0 && word.length < PERSON_NAME_MAX && word_is_name(word) && !form_is_reserved(word);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct play_args *args = state->input;
    switch (key) {
    case KEY_DB:
        args->database = file_database(state, arg);
        if (strlen(arg) >= PLAY_PATH_MAX)
            argp_error(state, "--db: the name is longer than %d bytes", PLAY_PATH_MAX - 1);
        return 0;
    case KEY_SEED:
        args->seed = arg;
        return 0;
    case KEY_NAME:
        if (!is_name((struct word){arg, strlen(arg)}))
            argp_error(state, "--name %s: %s", arg, status_sentence(STATUS_BAD_PERSON_NAME));
        args->name = arg;
        return 0;
    case KEY_BUY_IN:
        if (money_parse(arg, strlen(arg), &args->buy_in_cents) || args->buy_in_cents <= 0)
            argp_error(state, "--buy-in %s: must be an amount such as " USUAL_BUY_IN " or 12.50", arg);
        return 0;
    case KEY_LIMITS:
        args->limits = arg;
        return 0;
    case KEY_RULEBOOK:
        args->book.file = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->book.game && !args->book.file)
            argp_error(state, "name a GAME, or use --rulebook FILE");
        return 0;
    case ARGP_KEY_ARG:
        book_take_game(&args->book, arg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"db", KEY_DB, "FILE", 0, "Keep the money and the journal in this database (otherwise nothing is kept)",
     0},
    {"seed", KEY_SEED, "N", 0, "Deal the same cards each time; for trying out, never for money", 0},
    {"name", KEY_NAME, "NAME", 0, "Your name at the table (Guest)", 0},
    {"buy-in", KEY_BUY_IN, "AMOUNT", 0, "Chips to start with if you have none (" USUAL_BUY_IN ")", 0},
    {"limits", KEY_LIMITS, "LIMITS", 0, "Limits of the table (" USUAL_LIMITS ")", 0},
    {"rulebook", KEY_RULEBOOK, "FILE", 0, "Use this rulebook instead of GAME", 0},
    {0},
};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME",
    .doc =
        "Plays a game with you, line by line: every act on offer has a number and the clause it rests "
        "on.\vAt the table type ? for help, h for what each choice is worth, s for the sign, q or Ctrl-D to "
        "leave. The table, its journal and its fair shoes are those of croupier serve; croupier audit "
        "checks what was played.",
};

/* ---- The house. ---- */

struct room {
    char folder[PLAY_PATH_MAX]; /* "" where --db names a file */
    char path[PLAY_PATH_MAX + 16];
    struct house_key key;
    struct books *books;
    struct crypto_source secret;
    struct seeded_source seeded;
    struct draws draws;
};

static bool make_folder(struct room *room)
{
    if (!folder_make(room->folder, sizeof room->folder, "croupier-play"))
        return false;
    snprintf(room->path, sizeof room->path, "%s/play.db", room->folder);
    return true;
}

/* With a seed everything repeats, the house's secret included; without one nobody can foretell anything. */
static int take_draws(struct room *room, const char *seed)
{
    if (!seed) {
        if (crypto_source_init(&room->secret) != STATUS_OK)
            return complain("%s", status_sentence(STATUS_NO_RANDOM));
        room->draws = crypto_source_draws(&room->secret);
        return EXIT_DONE;
    }
    char *end;
    unsigned long long number = strtoull(seed, &end, 10);
    if (*end || end == seed || *seed == '-')
        return complain("--seed takes a number, not %s", seed);
    seeded_source_init(&room->seeded, number, 0);
    room->draws = seeded_source_draws(&room->seeded);
    return EXIT_DONE;
}

static enum status take_key(struct room *room, bool seeded, struct store_failure *failure)
{
    char path[PLAY_PATH_MAX + 32];
    uint8_t secret[HOUSE_SECRET_BYTES];
    if (!database_beside(room->path, ".key", path, sizeof path))
        return store_fail(failure, STATUS_TOO_LONG, "the name of the database is too long");
    if (!seeded)
        return house_key_load(&room->key, path, room->path, failure);
    for (unsigned i = 0; i < HOUSE_SECRET_BYTES; i++)
        secret[i] = (uint8_t)room->draws.next(room->draws.state);
    house_key_derive(&room->key, secret);
    return STATUS_OK;
}

static int open_room(struct room *room, const struct play_args *args)
{
    struct store_failure failure = {0};
    if (args->database)
        snprintf(room->path, sizeof room->path, "%s", args->database);
    else if (!make_folder(room))
        return complain("a folder for the game cannot be made");
    int result = take_draws(room, args->seed);
    if (result)
        return result;
    struct books_options open = {.store = {.path = room->path}, .key = &room->key};
    if (take_key(room, args->seed != NULL, &failure) || books_open(&room->books, &open, &failure))
        return complain("%s", failure.message);
    return EXIT_DONE;
}

static void close_room(struct room *room)
{
    books_close(room->books);
    house_key_wipe(&room->key);
    folder_remove(room->folder);
}

/* ---- The table. ---- */

static int make_plan(const struct play_args *args, const struct rulebook *book, struct table_plan *plan)
{
    struct limits limits;
    char reason[LIMITS_REASON_MAX];
    char id[TABLE_ID_MAX];
    if (!limits_parse(book, args->limits ? args->limits : USUAL_LIMITS, &limits, reason))
        return complain("--limits: %s", reason);
    snprintf(id, sizeof id, "play-%.*s", TABLE_ID_MAX - 6, book->id);
    table_plan_init(plan, id, book);
    memcpy(plan->limit_min_cents, limits.min_cents, sizeof limits.min_cents);
    memcpy(plan->limit_max_cents, limits.max_cents, sizeof limits.max_cents);
    plan->betting_ms = plan->decision_ms = 1;
    plan->pace_ms = plan->result_ms = 0;
    plan->system_chores = CHORES_ALL & ~(unsigned)CHORE_ABSENT; /* a person at a terminal has time */
    return EXIT_DONE;
}

static enum status begin(struct evening *evening, struct room *room, const struct table_plan *plan,
                         struct store_failure *failure)
{
    evening->runner.books = room->books;
    evening->runner.sink = (struct runner_sink){play_kept, evening};
    return runner_begin(&evening->runner, plan, (struct shoe_source){room->key.shoe_secret, &room->draws},
                        failure);
}

static enum status welcome(struct evening *evening, int64_t buy_in_cents)
{
    const struct setting *setting = &evening->runner.table.state.round.setting;
    enum status status = STATUS_OK;
    bool seated = false;
    if (runner_balance(&evening->runner, evening->name) == 0)
        status = runner_money(&evening->runner, MOVEMENT_BUY_IN, evening->name, buy_in_cents);
    for (unsigned area = 1; area <= setting->areas; area++)
        seated |= setting->seated[area] != 0;
    if (status == STATUS_OK && setting->areas && !seated &&
        state_between_rounds(&evening->runner.table.state))
        status = runner_say(&evening->runner, evening->name, "sit 1");
    return status;
}

static int play_at(struct evening *evening, struct room *room, const struct play_args *args)
{
    struct store_failure failure = {0};
    struct table_plan plan;
    size_t size = 0;
    int result = make_plan(args, &evening->book, &plan);
    if (result)
        return result;
    char *text = args->book.file ? file_read(args->book.file, TREE_BYTES_MAX, &size) : NULL;
    if (text)
        plan.book_text = (struct span){(const uint8_t *)text, size};
    printf("%s. %s sits down; ? helps.\n", label_say(&evening->book.name, LANGUAGE_ENGLISH), evening->name);
    enum status status = begin(evening, room, &plan, &failure);
    free(text);
    if (status)
        return complain("%s", failure.message);
    status = welcome(evening, args->buy_in_cents);
    if (status == STATUS_OK)
        status = play_evening(evening);
    runner_end(&evening->runner);
    return status ? complain("%s", status_sentence(status)) : EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct play_args args = {.name = "Guest", .buy_in_cents = USUAL_BUY_IN_CENTS};
    struct room room = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    struct evening *evening = calloc(1, sizeof *evening);
    if (!evening)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    int result = book_load(&args.book, &evening->book);
    snprintf(evening->name, sizeof evening->name, "%s", args.name);
    evening->now_ms = 1;
    if (result == EXIT_DONE)
        result = open_room(&room, &args);
    if (result == EXIT_DONE)
        result = play_at(evening, &room, &args);
    close_room(&room);
    free(evening);
    return result;
}

const struct command command_play = {
    .name = "play",
    .summary = "play against the table, in the terminal",
    .run = run,
    .argp = &argp,
};

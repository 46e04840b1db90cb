/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/command.h"
#include "cli/file.h"
#include "cli/print.h"
#include "odds/answer.h"
#include "rulebook/builtin.h"
#include "rulebook/load.h"

enum { KEY_RULEBOOK = 0x100, KEY_JSON, KEY_DECKS, FILE_BYTES_MAX = 1 << 24 };

static error_t parse_json(int key, char *arg, struct argp_state *state)
{
    bool *json = state->input;
    (void)arg;
    if (key != KEY_JSON)
        return ARGP_ERR_UNKNOWN;
    *json = true;
    return 0;
}

static const struct argp_option json_options[] = {
    {"json", KEY_JSON, NULL, 0, "Print the result as JSON", 0},
    {0},
};
const struct argp json_argp = {.options = json_options, .parser = parse_json};

static error_t parse_book(int key, char *arg, struct argp_state *state)
{
    struct book_args *args = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = &args->json;
        return 0;
    }
    if (key == ARGP_KEY_ARG) {
        book_take_game(args, arg, state);
        return 0;
    }
    if (key == ARGP_KEY_END && !args->game && !args->file)
        argp_error(state, "name a GAME, or use --rulebook FILE");
    if (key != KEY_RULEBOOK)
        return ARGP_ERR_UNKNOWN;
    args->file = arg;
    return 0;
}

static const struct argp_option book_options[] = {
    {"rulebook", KEY_RULEBOOK, "FILE", 0, "Use this rulebook instead of a built-in GAME", 0},
    {0},
};
static const struct argp_child book_children[] = {{&json_argp, 0, NULL, 0}, {0}};
const struct argp book_argp = {.options = book_options, .parser = parse_book, .children = book_children};

static error_t parse_shoe(int key, char *arg, struct argp_state *state)
{
    struct book_args *args = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = args;
        return 0;
    }
    if (key != KEY_DECKS)
        return ARGP_ERR_UNKNOWN;
    args->decks = arg;
    return 0;
}

static const struct argp_option shoe_options[] = {
    {"decks", KEY_DECKS, "N", 0, "Decks in the shoe (6, or the nearest number the game allows)", 0},
    {0},
};
static const struct argp_child shoe_children[] = {{&book_argp, 0, NULL, 0}, {0}};
const struct argp shoe_argp = {.options = shoe_options, .parser = parse_shoe, .children = shoe_children};

void book_take_game(struct book_args *args, const char *arg, const struct argp_state *state)
{
    if (args->file)
        argp_error(state, "give a GAME or --rulebook, not both: %s", arg);
    if (args->game)
        argp_error(state, "one argument too many: %s", arg);
    args->game = arg;
}

int book_unknown(const char *game)
{
    struct nearest nearest;
    nearest_init(&nearest, game);
    for (unsigned i = 0; builtin_id(i); i++)
        nearest_try(&nearest, builtin_id(i));
    if (nearest.word)
        return complain("there is no game \"%s\"; did you mean \"%s\"?", game, nearest.word);
    fprintf(stderr, "croupier: there is no game \"%s\"; there are", game);
    for (unsigned i = 0; builtin_id(i); i++)
        fprintf(stderr, "%s %s", i ? "," : "", builtin_id(i));
    fputc('\n', stderr);
    return EXIT_USAGE;
}

int book_load_file(const char *path, struct rulebook *book, struct faults *faults)
{
    size_t size;
    faults_init(faults);
    char *bytes = file_read(path, FILE_BYTES_MAX, &size);
    if (!bytes) {
        faults_add(faults, 0, 0, "%s", strerror(errno));
        return EXIT_USAGE;
    }
    enum status status = rulebook_load(bytes, size, book, faults);
    free(bytes);
    if (status != STATUS_OK && faults->count == 0)
        faults_add(faults, 0, 0, "%s", status_sentence(status));
    return status == STATUS_OK ? EXIT_DONE : EXIT_USAGE;
}

void book_print_faults(const char *path, const struct faults *faults)
{
    for (unsigned i = 0; i < faults->count; i++) {
        const struct fault *fault = &faults->items[i];
        if (fault->line)
            fprintf(stderr, "%s:%u:%u: %s\n", path, fault->line, fault->column, fault->message);
        else
            fprintf(stderr, "%s: %s\n", path, fault->message);
    }
    if (faults->more)
        fprintf(stderr, "%s: there are more faults than the %d shown\n", path, FAULTS_MAX);
}

int book_load(const struct book_args *args, struct rulebook *book)
{
    if (args->file) {
        struct faults faults;
        int done = book_load_file(args->file, book, &faults);
        book_print_faults(args->file, &faults);
        return done;
    }
    enum status status = builtin_load(args->game, book);
    if (status == STATUS_NOT_FOUND)
        return book_unknown(args->game);
    return status == STATUS_OK ? EXIT_DONE : complain("%s", status_sentence(status));
}

int book_decks(const struct book_args *args, const struct rulebook *book, unsigned *decks)
{
    const char *text = args->decks;
    if (!text) {
        *decks = answer_decks(book);
        return EXIT_DONE;
    }
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (*end || text[0] < '0' || text[0] > '9' || number < book->decks_min || number > book->decks_max)
        return complain("--decks %s: %s is played with %u to %u decks", text, book->id, book->decks_min,
                        book->decks_max);
    *decks = (unsigned)number;
    return EXIT_DONE;
}

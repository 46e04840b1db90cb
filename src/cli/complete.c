/* SPDX-License-Identifier: Apache-2.0 */
/* complete.c - croupier complete: the words that may come next, for the shell.
 *
 * The script of the shell knows nothing but this command, and this command knows nothing but the table of
 * commands and their argp: a new option is completed the day it exists. Prints one candidate a line; nothing
 * where a file name or a free word is due. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/words.h"

enum { WORD_MAX = 96 };

struct typed {
    char **words; /* after "croupier"; the last is the one being typed */
    int count;
};

static void offer(const char *prefix, const char *before, const char *candidate)
{
    char word[WORD_MAX];
    snprintf(word, sizeof(word), "%s%s", before, candidate);
    if (strncmp(word, prefix, strlen(prefix)) == 0)
        puts(word);
}

static void offer_commands(const struct command *const *list, const char *prefix)
{
    for (; *list; list++)
        if (!(*list)->hidden)
            offer(prefix, "", (*list)->name);
    offer(prefix, "", "--help");
}

static void offer_options(const struct argp *argp, const char *prefix)
{
    for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
        if (o->name && !(o->flags & (OPTION_HIDDEN | OPTION_ALIAS)))
            offer(prefix, "--", o->name);
    for (const struct argp_child *child = argp->children; child && child->argp; child++)
        offer_options(child->argp, prefix);
}

/* The option of this spelling ("--lang" or "-l") if it takes an argument, else NULL. */
static const struct argp_option *option_with_argument(const struct argp *argp, const char *word)
{
    for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++) {
        bool is_long = o->name && strncmp(word, "--", 2) == 0 && strcmp(word + 2, o->name) == 0;
        bool is_short = word[0] == '-' && word[1] == o->key && word[1] && !word[2];
        if (o->arg && (is_long || is_short))
            return o;
    }
    for (const struct argp_child *child = argp->children; child && child->argp; child++) {
        const struct argp_option *found = option_with_argument(child->argp, word);
        if (found)
            return found;
    }
    return NULL;
}

static void offer_argument(const char *kind, size_t kind_length, const char *prefix)
{
    char word[WORD_KIND_MAX];
    if (kind_length >= sizeof(word))
        return;
    memcpy(word, kind, kind_length);
    word[kind_length] = '\0';
    const char *candidate;
    for (unsigned i = 0; (candidate = word_of_kind(word, i)); i++)
        offer(prefix, "", candidate);
}

/* The argument number `index` of "GAME [CLAUSE]", without its brackets; the last repeats when dots follow it.
 */
static void offer_positional(const char *args_doc, unsigned index, const char *prefix)
{
    const char *at = args_doc ? args_doc : "";
    for (;;) {
        at += strspn(at, " [");
        size_t length = strcspn(at, " ].");
        bool repeats = strncmp(at + length, "...", 3) == 0;
        if (length == 0)
            return;
        if (index == 0 || repeats) {
            offer_argument(at, length, prefix);
            return;
        }
        index--;
        at += strcspn(at, " ");
    }
}

static void offer_for(const struct command *command, struct typed typed)
{
    const char *current = typed.words[typed.count - 1];
    const struct argp_option *wanted = NULL;
    unsigned positionals = 0;
    for (int i = 0; i < typed.count - 1; i++) {
        if (strcmp(typed.words[i], "=") == 0) /* bash hands --lang=zh over as three words */
            continue;
        if (wanted)
            wanted = NULL;
        else if (typed.words[i][0] == '-')
            wanted = option_with_argument(command->argp, typed.words[i]);
        else
            positionals++;
    }
    if (wanted)
        offer_argument(wanted->arg, strlen(wanted->arg), strcmp(current, "=") == 0 ? "" : current);
    else if (current[0] == '-') {
        offer_options(command->argp, current);
        offer(current, "--", "help");
    } else
        offer_positional(command->argp->args_doc, positionals, current);
}

static void complete(const struct command *const *list, struct typed typed)
{
    if (typed.count == 1) {
        offer_commands(list, typed.words[0]);
        return;
    }
    for (; *list; list++) {
        if (strcmp((*list)->name, typed.words[0]) != 0)
            continue;
        struct typed rest = {typed.words + 1, typed.count - 1};
        if ((*list)->children)
            complete((*list)->children, rest);
        else
            offer_for(*list, rest);
        return;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct typed *typed = state->input;
    (void)arg;
    if (key != ARGP_KEY_ARGS)
        return ARGP_ERR_UNKNOWN;
    *typed = (struct typed){state->argv + state->next, state->argc - state->next};
    state->next = state->argc;
    return 0;
}

static const struct argp argp = {
    .parser = parse,
    .args_doc = "-- WORD...",
    .doc = "Prints the words that can complete the last WORD. For completion in a shell.",
};

static int run(int argc, char **argv)
{
    struct typed typed = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &typed);
    if (typed.count)
        complete(commands, typed);
    return EXIT_DONE;
}

const struct command command_complete = {
    .name = "complete",
    .summary = "words that may come next, for the shell",
    .run = run,
    .argp = &argp,
    .hidden = true,
};

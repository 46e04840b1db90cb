/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/rule_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/command.h"
#include "cli/print.h"
#include "cli/style.h"

/* ---- What there is. ---- */

void choice_list(struct scene_choice *choice, const struct rulebook *book)
{
    struct scene scenes[SCENES_MAX];
    unsigned count = scene_list(book, scenes);
    choice->book = book;
    choice->candidate_count = 0;
    for (unsigned i = 0; i < count; i++) {
        char bytes[SCENE_TEXT_MAX];
        struct text text;
        struct record record;
        unsigned told_line;
        text_init(&text, bytes, sizeof(bytes));
        if (scene_read(book, &scenes[i], &record, &text, &told_line))
            choice->candidates[choice->candidate_count++] =
                (struct candidate){scenes[i], scene_try(&record, told_line)};
        record_release(&record);
    }
}

static bool is_offered(const struct candidate *candidate)
{
    return candidate->trial.possible && candidate->trial.ruling.status == STATUS_OK;
}

/* ---- Choosing one. ---- */

/* Keeps the options for which `test` holds. */
static void keep(struct scene_choice *choice,
                 bool (*test)(const struct candidate *candidate, const void *with), const void *with)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < choice->candidate_count; i++)
        if (test(&choice->candidates[i], with))
            choice->candidates[kept++] = choice->candidates[i];
    choice->candidate_count = kept;
}

static bool has_kind(const struct candidate *candidate, const void *with)
{
    return candidate->scene.kind == *(const enum irregularity *)with;
}

static bool has_moment(const struct candidate *candidate, const void *with)
{
    return candidate->scene.moment == *(const enum moment *)with;
}

static bool has_name(const struct candidate *candidate, const void *with)
{
    return strcmp(candidate->scene.name, with) == 0;
}

static bool stands(const struct candidate *candidate, const void *with)
{
    (void)with;
    return is_offered(candidate);
}

static bool happens(const struct candidate *candidate, const void *with)
{
    (void)with;
    return candidate->trial.possible;
}

/* The three questions: what went wrong, when it was noticed, which case of it. */
enum question_about { ABOUT_KIND, ABOUT_MOMENT, ABOUT_CASE };

static const char *word_of(const struct candidate *candidate, enum question_about about)
{
    switch (about) {
    case ABOUT_KIND:
        return irregularity_name(candidate->scene.kind);
    case ABOUT_MOMENT:
        return moment_name(candidate->scene.moment);
    case ABOUT_CASE:
        return candidate->scene.name;
    }
    return "";
}

static const char *phrase_of(const struct candidate *candidate, enum question_about about)
{
    switch (about) {
    case ABOUT_KIND:
        return irregularity_says(candidate->scene.kind);
    case ABOUT_MOMENT:
        return moment_says(candidate->scene.moment);
    case ABOUT_CASE:
        return candidate->scene.says;
    }
    return "";
}

/* One option for each different answer; returns how many. */
static unsigned answers_of(const struct scene_choice *choice, enum question_about about,
                           const struct candidate *answers[SCENES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < choice->candidate_count; i++) {
        bool known = false;
        for (unsigned k = 0; k < count; k++)
            known |= strcmp(word_of(answers[k], about), word_of(&choice->candidates[i], about)) == 0;
        if (!known)
            answers[count++] = &choice->candidates[i];
    }
    return count;
}

static void keep_answer(struct scene_choice *choice, enum question_about about, struct candidate answer)
{
    switch (about) {
    case ABOUT_KIND:
        keep(choice, has_kind, &answer.scene.kind);
        break;
    case ABOUT_MOMENT:
        keep(choice, has_moment, &answer.scene.moment);
        break;
    case ABOUT_CASE:
        keep(choice, has_name, answer.scene.name);
        break;
    }
}

static const char *const titles[] = {"What went wrong?", "When was it noticed?", "Which case is it?"};
static const char *const option_names[] = {"--kind", "--phase", "--case"};

/* The number or the word of an answer; -1: neither. */
static int parse_answer(const struct candidate *const *answers, unsigned count, enum question_about about,
                        char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (*line && !*end && number >= 1 && number <= count)
        return (int)number - 1;
    for (unsigned i = 0; i < count; i++)
        if (strcmp(word_of(answers[i], about), line) == 0)
            return (int)i;
    return -1;
}

/* Asks until there is an answer; -1 when the input ends. */
static int ask(const struct candidate *const *answers, unsigned count, enum question_about about)
{
    char *line = NULL;
    size_t room = 0;
    int chosen = -1;
    fprintf(stderr, "%s%s%s\n", style_of(stderr, STYLE_BOLD), titles[about], style_of(stderr, STYLE_PLAIN));
    for (unsigned i = 0; i < count; i++)
        fprintf(stderr, "%4u  %-22s %s\n", i + 1, word_of(answers[i], about), phrase_of(answers[i], about));
    while (chosen < 0) {
        fprintf(stderr, "1-%u> ", count);
        if (getline(&line, &room, stdin) < 0)
            break;
        chosen = parse_answer(answers, count, about, line);
    }
    free(line);
    return chosen;
}

static int complain_of_choice(const struct candidate *const *answers, unsigned count,
                              enum question_about about)
{
    char words[1024];
    struct text text;
    text_init(&text, words, sizeof(words));
    for (unsigned i = 0; i < count; i++)
        text_format(&text, "%s%s", i ? ", " : "", word_of(answers[i], about));
    return complain("say %s: %s", option_names[about], words);
}

/* Keeps what the option says; nothing is asked. */
static int take(struct scene_choice *choice, enum question_about about, const char *given)
{
    const struct candidate *answers[SCENES_MAX];
    unsigned count = answers_of(choice, about, answers);
    for (unsigned i = 0; given && i < count; i++)
        if (strcmp(word_of(answers[i], about), given) == 0) {
            keep_answer(choice, about, *answers[i]);
            return EXIT_DONE;
        }
    return given ? complain_of_choice(answers, count, about) : EXIT_DONE;
}

/* Settles a question that is still open, by asking. */
static int settle(struct scene_choice *choice, enum question_about about)
{
    const struct candidate *answers[SCENES_MAX];
    unsigned count = answers_of(choice, about, answers);
    int chosen = count == 1 ? 0 : -1;
    if (count > 1 && choice->asks)
        chosen = ask(answers, count, about);
    if (chosen < 0)
        return complain_of_choice(answers, count, about);
    keep_answer(choice, about, *answers[chosen]);
    return EXIT_DONE;
}

/* The choices are those that the engine accepts. Where the options leave only what it refuses, one of these
 * is told: it makes no difference which. */
void choice_keep_standing(struct scene_choice *choice)
{
    bool any = false;
    for (unsigned i = 0; i < choice->candidate_count; i++)
        any |= is_offered(&choice->candidates[i]);
    keep(choice, any ? stands : happens, NULL);
    if (!any && choice->candidate_count > 1)
        choice->candidate_count = 1;
}

static int check_words(const struct scene_words *words)
{
    enum irregularity kind;
    enum moment moment;
    if (words->kind && !irregularity_find(words->kind, &kind)) {
        struct nearest nearest;
        nearest_init(&nearest, words->kind);
        for (unsigned i = 0; i < IRREGULARITY_COUNT; i++)
            nearest_try(&nearest, irregularity_name((enum irregularity)i));
        return nearest.word ? complain("there is no irregularity \"%s\"; did you mean \"%s\"?", words->kind,
                                       nearest.word)
                            : complain("there is no irregularity \"%s\"; --list names them", words->kind);
    }
    if (words->phase && !moment_find(words->phase, &moment))
        return complain("there is no phase \"%s\": betting, deal, dealt, play, draw or after", words->phase);
    return EXIT_DONE;
}

int choice_make(struct scene_choice *choice, const struct scene_words *words)
{
    if (check_words(words) || take(choice, ABOUT_KIND, words->kind) ||
        take(choice, ABOUT_MOMENT, words->phase) || take(choice, ABOUT_CASE, words->name))
        return EXIT_USAGE;
    choice_keep_standing(choice);
    if (!choice->candidate_count)
        return complain("%s has no such round", choice->book->id);
    if (settle(choice, ABOUT_KIND) || settle(choice, ABOUT_MOMENT))
        return EXIT_USAGE;
    return settle(choice, ABOUT_CASE);
}

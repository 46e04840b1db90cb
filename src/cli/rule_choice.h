/* SPDX-License-Identifier: Apache-2.0 */
/* rule_choice.h - which scene is meant: by the options of croupier rule, and by asking for what they leave
 * open.
 *
 * The choices are those that the engine accepts in this game. Questions go to standard error; answers come
 * from standard input, as a number or as a word, so that they may come from a pipe. */
#ifndef CROUPIER_CLI_RULE_CHOICE_H
#define CROUPIER_CLI_RULE_CHOICE_H

#include "cli/rule_scene.h"

/* A scene in this game. */
struct candidate {
    struct scene scene;
    struct scene_trial trial;
};

struct scene_choice {
    const struct rulebook *book; /* borrowed */
    bool asks;                   /* otherwise what is left open is wrong usage */
    unsigned candidate_count;
    struct candidate candidates[SCENES_MAX];
};

/* The choices made by options; NULL where there is none. */
struct scene_words {
    const char *kind;
    const char *phase;
    const char *name;
};

/* Every scene that this book has room for, tried. */
void choice_list(struct scene_choice *choice, const struct rulebook *book);

/* Leaves those the engine accepts; if it accepts none, one that it refuses. */
void choice_keep_standing(struct scene_choice *choice);

/* Leaves one: the first. EXIT_DONE, or EXIT_USAGE after a complaint. */
int choice_make(struct scene_choice *choice, const struct scene_words *words);

#endif

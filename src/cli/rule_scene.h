/* SPDX-License-Identifier: Apache-2.0 */
/* rule_scene.h - small rounds in which something goes wrong, for croupier rule.
 *
 * A scene is a kind of irregularity, the moment at which it comes to light, and where that is not all, a
 * case. It holds no ruling: it is written out as a round record for a rulebook, and the engine rules on that.
 * Two or more people play with main wagers of 100 and one side wager, so that an interim settlement has
 * something to settle. Whether a scene can happen in a game is for the engine to say too (scene_try). */
#ifndef CROUPIER_CLI_RULE_SCENE_H
#define CROUPIER_CLI_RULE_SCENE_H

#include "record/record.h"
#include "round/event.h"

enum { SCENES_MAX = 256, SCENE_TEXT_MAX = 4096, SCENE_CLAUSES_MAX = 1024 };

enum moment {
    MOMENT_BETTING = 0, /* bets are open */
    MOMENT_DEAL,        /* during the initial deal */
    MOMENT_DEALT,       /* the initial deal is complete, nothing settled */
    MOMENT_PLAY,        /* after the interim settlement, while Players decide */
    MOMENT_DRAW,        /* the Dealer, or the hands of baccarat, draw */
    MOMENT_AFTER,       /* everything is settled */
    MOMENT_COUNT
};

struct scene {
    enum irregularity kind;
    enum moment moment;
    const char *name; /* of the case; "" where there is only one */
    const char *says;
    const char *lines; /* see rule_scene.c */
};

/* The engine's judgement of a scene: the ruling on the first of the told lines that it refuses, or on the
 * last. */
struct scene_trial {
    bool possible; /* everything up to that line is accepted */
    struct ruling ruling;
    char clauses[SCENE_CLAUSES_MAX]; /* that decide: of the ruling on the first told line, and of what rests
                                        on it */
};

const char *moment_name(enum moment moment);
const char *moment_says(enum moment moment);
bool moment_find(const char *name, enum moment *moment);

/* Every scene of the book's family; returns how many. */
unsigned scene_list(const struct rulebook *book, struct scene scenes[SCENES_MAX]);

/* The scene as a round record. The ruling is asked for from `told_line` on. */
void scene_print(const struct rulebook *book, const struct scene *scene, struct text *text,
                 unsigned *told_line);

/* The scene's record, written into `text` and read; the caller releases it. False: this book has no room for
 * the scene, as where it has too few areas. */
bool scene_read(const struct rulebook *book, const struct scene *scene, struct record *record,
                struct text *text, unsigned *told_line);

/* Adds the clauses of a ruling and of its events to those in `cited`, each once. */
void scene_cite(const struct rulebook *book, const struct ruling *ruling, const struct events *events,
                char cited[SCENE_CLAUSES_MAX]);

/* Plays a scene that was read as a record up to the line, previews that, and goes on to the end. */
struct scene_trial scene_try(const struct record *record, unsigned told_line);

#endif

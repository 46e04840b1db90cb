/* SPDX-License-Identifier: Apache-2.0 */
/* life.h - adds, changes and retires tables while the house is open: reads the configuration again and
 * compares.
 *
 * Tables may be added and retired, and their titles, limits and next rulebooks may change. A table keeps
 * everything else that it was begun with. A retired table finishes its round, closes, hands its bank back to
 * the cage and stays readable; so does one that was taken out of the configuration while the server was down.
 */
#ifndef CROUPIER_SERVER_LIFE_H
#define CROUPIER_SERVER_LIFE_H

#include "server/floor.h"
#include "table/shoe_book.h"

enum { LIFE_CHANGES_MAX = 256, LIFE_TEXT_MAX = 160 };

#define LIFE_LIST(X)                                                                                         \
    X(LIFE_ADDED, "added")                                                                                   \
    X(LIFE_RETIRED, "retired")                                                                               \
    X(LIFE_RENAMED, "renamed") X(LIFE_LIMITS, "limits") X(LIFE_RULEBOOK, "rulebook") X(LIFE_KEPT, "kept")

enum life_kind {
#define LIFE_ENUM(id, name) id,
    LIFE_LIST(LIFE_ENUM)
#undef LIFE_ENUM
};

struct life_change {
    enum life_kind kind; /* LIFE_KEPT: it stays as it was begun, whatever the configuration says now */
    char table[TABLE_ID_MAX];
    char says[LIFE_TEXT_MAX]; /* a title, a limit; "": nothing more */
};

struct life_changes {
    unsigned count;
    struct life_change items[LIFE_CHANGES_MAX];
    struct faults faults; /* of the file: then there are no changes */
};

const char *life_kind_name(enum life_kind kind);

/* At the start, behind the tables of the configuration: every other table the books know comes back as a
 * retired one. */
enum status life_revive(struct server *server, struct store_failure *failure) MUST_CHECK;

/* Lists what the file would change, and changes nothing. STATUS_BAD_CONFIG with faults,
 * STATUS_NOTHING_TO_CHANGE. */
enum status life_preview(struct server *server, struct life_changes *changes) MUST_CHECK;

/* Reads the file and makes the changes. `by` may be NULL: somebody at a shell (SIGHUP). */
enum status life_reload(struct server *server, const struct user *by,
                        struct life_changes *changes) MUST_CHECK;

/* Brings a table to the floor: a new one, or one that was retired, which keeps its rulebook and its shoe and
 * has everything else of the plan. The journal says so; `reply`, where it is not NULL, is answered when that
 * is on disk. The plan's books must last as long as the server (life_keep_book). */
enum status life_bring(struct server *server, const struct table_plan *plan, const struct user *by,
                       const struct reply *reply, struct floor_table **floor) MUST_CHECK;

/* It takes no more wagers; the round under way is played to its end. */
void life_retire(struct floor_table *floor);

/* Takes the book: it is freed with the server. STATUS_NO_MEMORY: nothing was taken. */
enum status life_keep_book(struct server *server, struct shoe_book *book) MUST_CHECK;

/* For the timer: limits that wait for the end of a round, banks that go back. */
void life_look(struct server *server);

void life_release(struct server *server);

/* ---- One server of several (fleet.h). ---- */

/* The names of all tables, by `at` from 0: those of the configuration, then those that are in none and stay
 * readable. False behind the last. */
bool life_name(const struct server *server, unsigned at, char *name);

/* Brings a table to this floor, as the configuration or the journal tells it. */
enum status life_open(struct server *server, const char *name, struct store_failure *failure) MUST_CHECK;

#endif

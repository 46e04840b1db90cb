/* SPDX-License-Identifier: Apache-2.0 */
/* calls.h - calls of other people's code that fail where a test wants them to: of SQLite, of libpq, of the
 * heap and of the operating system.
 *
 * The program is linked so that these calls come here first (--wrap, meson.build). A first life under
 * calls_list notes every way by which the code comes to such a call: the places that called one another. In
 * each life after it, the call of one way fails once, as that library would fail: what SQLite says about a
 * connection, and what becomes of the statement, is what it says after an error. One life at a time. */
#ifndef CROUPIER_TESTS_CRASH_CALLS_H
#define CROUPIER_TESTS_CRASH_CALLS_H

#include <stdbool.h>

/* A life: what is called within it is looked at, on all threads that it starts; where it is lived is no part
 * of a way. */
typedef void (*calls_life)(void *context);

/* Lives, and notes every way that is taken. */
void calls_list(calls_life life, void *context);

/* How many ways were noted, in the order in which they were first taken. */
unsigned calls_count(void);

/* Whether any life that was listed came to this call of the heap or the operating system. */
bool calls_came(const char *name);

/* How often this one was taken. */
unsigned calls_taken(unsigned way);

/* Whether the way comes by a place that no way asked about before came by, before a call of its sort; they
 * count as tried from now on. */
bool calls_leads_anew(unsigned way);

/* Lives, and the call of this way fails when it is taken for the `turn`th time (from 1). `memory`: SQLite
 * says that it has none, else that the disk cannot be read. True: it was taken so often. */
bool calls_fail(unsigned way, unsigned turn, bool memory, calls_life life, void *context);

/* The places of a way, for people. */
void calls_print(unsigned way);

#endif

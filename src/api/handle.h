/* SPDX-License-Identifier: Apache-2.0 */
/* handle.h - what is behind the handles of include/croupier/croupier.h. */
#ifndef CROUPIER_API_HANDLE_H
#define CROUPIER_API_HANDLE_H

#include <jansson.h>

#include "base/out.h"
#include "game/game.h"
#include "record/roster.h"

struct croupier_rulebook {
    struct rulebook book;
    char hash[HASH_TEXT_MAX];
};

/* A table and its round. A refused line leaves everything but the ruling as it was. */
struct croupier_round {
    struct rulebook book; /* with the switches of the headers */
    struct roster roster;
    uint32_t own_limits; /* see header_apply */
    struct round round;
    char *record; /* owned: headers and accepted acts of all rounds so far */
    size_t record_used;
    size_t record_room;
    struct out events; /* owned: an array of those of the last line */
    int status;        /* of the last line */
    char *sentence;    /* owned */
    char *clauses;     /* owned: blank-separated */
};

/* The number of decks to use; `wanted` 0 is the usual shoe. False if the book does not allow that many. */
bool api_decks(const struct rulebook *book, unsigned wanted, unsigned *decks);

/* Turns a status and a JSON value into what a function of the library returns, and *json. Takes the value. */
int api_give(enum status status, json_t *owned, char **json);

/* The value as an owned text. Takes the value. */
char *api_dumped(json_t *owned);

#endif

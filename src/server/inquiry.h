/* SPDX-License-Identifier: Apache-2.0 */
/* inquiry.h - questions to the journal. They may take long, so the reader's thread answers them and no table
 * waits.
 *
 * An inquiry is a request on its way through that thread. Its data are copied when it is made, on
 * the event loop; `read` runs on the reader's thread, with a connection to the file of its own that sees what
 * is on disk, and writes the answer into `out` or, where it may be long, into `file`. Nothing else of the
 * server may be touched there. The answer is sent by the event loop. */
#ifndef CROUPIER_SERVER_INQUIRY_H
#define CROUPIER_SERVER_INQUIRY_H

#include <stdio.h>

#include "server/api.h"

enum { INQUIRY_FAULT_MAX = 600 };

struct inquiry {
    struct job job; /* first */
    struct server *server;
    uint64_t request;
    enum status (*read)(struct inquiry *inquiry);
    struct store *store; /* the reader's own */

    char query[TRANSPORT_QUERY_MAX];
    char name[API_NAME_MAX];    /* the variable part of the path */
    char user[PERSON_NAME_MAX]; /* who asks; "": not logged in */
    enum user_role role;
    uint32_t account; /* of the player who is asked about; 0: they have none */
    int64_t balance_cents;

    struct table_plan plan; /* of the table that is asked about */
    uint32_t chain;         /* its chain; 0: no table */
    uint64_t position;      /* of the chain's last entry on disk; 0: none */
    uint32_t round_number;  /* the last that has begun */
    bool round_ended;

    void *own; /* what else the question needs; freed with the inquiry; NULL: nothing */

    struct out out;
    FILE *file;
    const char *type;     /* of the content; NULL: JSON */
    const char *download; /* the name to save it under; NULL: none */
    enum status status;
    char fault[INQUIRY_FAULT_MAX]; /* a sentence for a failure; "": the status's own */
};

/* Sends the request to the reader. `player` is the player whose account it is about, or NULL. */
void inquiry_submit(struct call *call, const char *player, enum status (*read)(struct inquiry *inquiry));

/* The same with further data: takes `own`, from malloc. */
void inquiry_submit_with(struct call *call, const char *player, enum status (*read)(struct inquiry *inquiry),
                         void *own);

/* The position of the last entry of the table's chain on disk; 0: none. On the event loop. */
enum status inquiry_chain_last(const struct floor_table *floor, uint64_t *last);

/* The value of a query's field as a number; `otherwise` when it is not there. False: it is no number. */
bool inquiry_number(const struct inquiry *inquiry, const char *field, int64_t otherwise, int64_t *number);

/* Opens `file`, which is deleted when it is closed. */
enum status inquiry_open_file(struct inquiry *inquiry) MUST_CHECK;

#endif
